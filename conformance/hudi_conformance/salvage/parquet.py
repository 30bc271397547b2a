# SPDX-License-Identifier: Apache-2.0
"""Rows of a Parquet block, row group by row group, past those that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.parquet.rows import (
    READ_ERRORS,
    check_magics,
    check_values,
    group_span,
    groups_of,
    open_parquet,
    refusal_of,
    walk_group,
)
from hudi_conformance.model.common import AvroValue, Span
from hudi_conformance.salvage.account import REFUSALS, Loss, reason_of

_BATCH = 4096


def salvage_parquet(
    data: bytes | bytearray, content: Span, schema: AvroSchema
) -> Iterator[list[AvroValue] | Loss]:
    """Yield rows, in lists, and the row groups that are lost.

    Args:
        data: the content of a block.
        content: its span in the file.
        schema: schema of the block.
    """
    if not data:
        return
    try:
        check_magics(data, content)
        file = open_parquet(data)
        metadata = file.metadata
        check_values(metadata, content.len)
        groups = groups_of(data, file)
    except (*REFUSALS, *READ_ERRORS) as error:
        yield _lost("content", content, error, None)
        return
    for group, chunks in enumerate(groups):
        rows: list[AvroValue] = []
        num = 0
        try:
            for row in walk_group(data, file, group, chunks, schema):
                rows.append(row)
                if len(rows) == _BATCH:
                    num += len(rows)
                    yield rows
                    rows = []
        except (*REFUSALS, *READ_ERRORS) as error:
            start, end = group_span(chunks, len(data))
            left = max(metadata.row_group(group).num_rows - num - len(rows), 0)
            yield rows
            rows = []
            yield _lost("records", Span(content.ofs + start, end - start), error, left, content.ofs)
        yield rows


def _lost(what: str, span: Span, error: Exception, num: int | None, shift: int = 0) -> Loss:
    """The loss of the bytes `span`; `shift` is added to the offset of a rejection by checksum."""
    is_read = isinstance(error, READ_ERRORS)
    reason = reason_of(refusal_of(error, span) if is_read else error, 0 if is_read else shift)
    return Loss(what, span.ofs, span.len, num_records=num, **reason)
