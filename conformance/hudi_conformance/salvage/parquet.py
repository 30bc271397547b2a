# SPDX-License-Identifier: Apache-2.0
"""Rows of a Parquet block, row group by row group, past those that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.parquet import rows as parquet_rows
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
        parquet_rows.check_magics(data, content)
        file = parquet_rows.open_parquet(data)
        metadata = file.metadata
        parquet_rows.check_values(metadata, content.len)
        groups = parquet_rows.groups_of(data, file)
    except (*REFUSALS, *parquet_rows.READ_ERRORS) as error:
        yield _lost("content", content, error, None)
        return
    for group, chunks in enumerate(groups):
        rows: list[AvroValue] = []
        num = 0
        try:
            for row in parquet_rows.walk_group(data, file, group, chunks, schema):
                rows.append(row)
                if len(rows) == _BATCH:
                    num += len(rows)
                    yield rows
                    rows = []
        except (*REFUSALS, *parquet_rows.READ_ERRORS) as error:
            start, end = parquet_rows.group_span(chunks, len(data))
            remaining = max(metadata.row_group(group).num_rows - num - len(rows), 0)
            yield rows
            rows = []
            yield _lost("records", Span(content.ofs + start, end - start), error, remaining, content.ofs)
        yield rows


def _lost(kind: str, span: Span, error: Exception, num: int | None, shift: int = 0) -> Loss:
    """The loss of the bytes `span`; `shift` is added to the offset of a rejection by checksum."""
    is_read = isinstance(error, parquet_rows.READ_ERRORS)
    reason = reason_of(parquet_rows.refusal_of(error, span) if is_read else error, 0 if is_read else shift)
    return Loss(kind, span.ofs, span.len, num_records=num, **reason)
