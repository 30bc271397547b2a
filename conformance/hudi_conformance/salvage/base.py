# SPDX-License-Identifier: Apache-2.0
"""Rows of a damaged Parquet base file: row groups that are intact, and of the others the columns that are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.parquet import rows as parquet_rows
from hudi_conformance.decode.parquet.base import FORM, PAGES
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.common import Span
from hudi_conformance.salvage.account import REFUSALS, Account, Loss, reason_of
from hudi_conformance.salvage.tables import Tables

ROW_GROUP, LOST_COLUMNS = "hudi_row_group", "hudi_lost_columns"
_ERRORS = (*REFUSALS, *parquet_rows.READ_ERRORS)


def salvage_base_file(buffer: Buffer, tables: Tables, account: Account) -> None:
    """Write rows to the dataset `rows`; values of lost columns are null, and `hudi_lost_columns` names them.

    Rows have the columns of the file, and the number of their row group.
    """
    data = bytes(buffer[:])
    opened = open_groups(data)
    if isinstance(opened, Loss):
        account.lose(opened)
        return
    file, groups = opened
    account.retained["blocks"] += 1  # the footer
    for group, (num_rows, readable, losses) in enumerate(row_groups(data, file, groups)):
        for number, loss in enumerate(losses.values()):
            # the rows are lost with their last column, and counted once
            account.lose(replace(loss, num_records=num_rows) if not readable and number == 0 else loss)
        if losses and not readable:
            continue
        account.retained["blocks"] += 1
        account.retained["records"] += num_rows
        for batch in _rows(file.schema_arrow, readable, list(losses), group, num_rows):
            tables.batch_of("rows", batch)


def open_groups(data: bytes) -> tuple[parquet_rows.ParquetFile, list[list[Span]]] | Loss:
    """The file that `data` is, with the column chunks of its row groups; a loss if the footer is damaged."""
    whole = Span(0, len(data))
    try:
        parquet_rows.check_magics(data, whole)
        file = parquet_rows.open_parquet(data)
        parquet_rows.check_values(file.metadata, len(data))
        return file, parquet_rows.groups_of(data, file)
    except _ERRORS as error:
        return Loss("footer", 0, len(data), **_reason(error, whole))


def row_groups(
    data: bytes, file: parquet_rows.ParquetFile, groups: list[list[Span]]
) -> Iterator[tuple[int, dict[str, pa.ChunkedArray], dict[str, Loss]]]:
    """Yield of each row group its number of rows, the columns that can be read, and the losses of others."""
    for group, chunks in enumerate(groups):
        num_rows = file.metadata.row_group(group).num_rows
        readable: dict[str, pa.ChunkedArray] = {}
        losses: dict[str, Loss] = {}
        for name, own in parquet_rows.columns_of(file, group, chunks):
            try:
                readable[name] = parquet_rows.read_column(data, file, group, name, own)
            except _ERRORS as error:
                start, end = parquet_rows.group_span(own, len(data))
                reason = _reason(error, Span(start, end - start))
                losses[name] = Loss("column", start, end - start, **reason)
        yield num_rows, readable, losses


def _rows(
    schema: pa.Schema, readable: dict[str, pa.ChunkedArray], lost: list[str], group: int, num_rows: int
) -> Iterator[pa.RecordBatch]:
    columns = [
        readable[field.name] if field.name in readable else pa.nulls(num_rows, field.type) for field in schema
    ]
    fields = [field.with_nullable(True) for field in schema]
    columns.append(pa.repeat(pa.scalar(group, pa.int32()), num_rows))
    columns.append(pa.array([lost] * num_rows, pa.list_(pa.string())))
    fields += [pa.field(ROW_GROUP, pa.int32()), pa.field(LOST_COLUMNS, pa.list_(pa.string()))]
    yield from pa.table(columns, schema=pa.schema(fields)).combine_chunks().to_batches()


def _reason(error: Exception, span: Span) -> dict[str, Any]:
    reason = reason_of(
        parquet_rows.refusal_of(error, span) if isinstance(error, parquet_rows.READ_ERRORS) else error
    )
    return reason | {"requirement": PAGES if reason["code"] == "bad-checksum" else FORM}
