# SPDX-License-Identifier: Apache-2.0
"""Rows of a view as Arrow batches: rows that no log file changes pass as columns.

A base file is read column by column. Where its columns are those of the reader's schema, rows without an
entry in the log files pass as they are; the others, and files of another schema, go row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.decode.parquet.checksums import is_system_error, parquet_refusal
from hudi_conformance.decode.parquet.rows import arrow_values
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.semantics.slices.files import (
    BaseFile,
    FileSlice,
    GroupId,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.cdc import cdc_schema
from hudi_conformance.table.logs import SliceRules, merge_logs
from hudi_conformance.table.reader import read_group
from hudi_conformance.table.view import CHANGE_VIEWS, Table, View

BATCH_ROWS = 65536
KEY = "_hoodie_record_key"


def rows_schema(table: Table, view: View) -> AvroSchema:
    """Avro schema of a view's rows.

    Raises:
        Reject: bad-schema.
    """
    return cdc_schema(table) if view.kind == "cdc" else table.schema


def view_schema(table: Table, view: View) -> pa.Schema:
    """Arrow schema of a view's rows; columns that Arrow cannot hold are canonical JSON.

    Raises:
        Reject: bad-schema.
    """
    return _shape_of(rows_schema(table, view)).arrow_schema


@lru_cache(maxsize=8)
def _shape_of(schema: AvroSchema) -> RowShape:
    """Columns of a view's rows, which all its file groups share."""
    return row_shape(schema.tree)


def group_batches(table: Table, group: GroupId, view: View) -> Iterator[pa.RecordBatch]:
    """Batches of one file group in `view_schema`.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded, or versions that cannot be merged.
    """
    if view.kind in CHANGE_VIEWS or not table.key.has_meta_fields:
        schema = rows_schema(table, view)
        yield from _rows(schema, _shape_of(schema), list(read_group(table, group, view)))
        return
    shape = _shape_of(table.schema)
    if is_replaced(group, table.facts, view.as_of):
        return
    slices = table.slices[group]
    if view.kind == "read_optimized" or not table.is_merge_on_read:
        base = read_optimized_file(slices, table.facts, view.as_of)
        if base is not None:
            yield from _base(table, shape, base, None)
        return
    latest = view.as_of or table.facts.latest
    item = merged_slice(slices, table.facts, view.as_of)
    if item is None or latest is None:
        return
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
    files = [table.path / log.partition / log.name for log in item.log_files]
    merger = merge_logs(files, SliceRules(table.rules, table.schema, table.key, limits))
    yield from _slice(table, shape, item, merger)


def _slice(table: Table, shape: RowShape, item: FileSlice, merger: LogMerger) -> Iterator[pa.RecordBatch]:
    seen: set[str] = set()
    if item.base_file is not None:
        yield from _base(table, shape, item.base_file, merger if merger.entries else None, seen)
    alone = (merger.alone(key) for key in merger.entries if key not in seen)
    yield from _rows(table.schema, shape, [row for row in alone if row is not None])


def _rows(schema: AvroSchema, shape: RowShape, rows: Sequence[Any]) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(rows), BATCH_ROWS):
        batch = batch_of_rows(rows[start : start + BATCH_ROWS], shape, schema.tree)
        yield _as(batch, shape.arrow_schema)


def _as(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    if batch.schema == schema:
        return batch
    columns = []
    for index, field in enumerate(schema):
        column = batch.column(index)
        if column.type != field.type:
            message = f"values of column {field.name} do not fit its type {field.type}"
            raise Reject("schema-mismatch", None, "table.schema.resolution", message)
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _base(
    table: Table, shape: RowShape, base: BaseFile, merger: LogMerger | None, seen: set[str] | None = None
) -> Iterator[pa.RecordBatch]:
    path = table.path / base.partition / base.name
    schema = shape.arrow_schema
    try:
        file = pq.ParquetFile(path, memory_map=True, page_checksum_verification=True)
        columns = _same_columns(file.schema_arrow, schema)
        keys = None if merger is None else pa.array(list(merger.entries), pa.string())
        for batch in file.iter_batches(BATCH_ROWS, use_threads=False):
            touched = None if keys is None else pc.is_in(batch.column(KEY), value_set=keys)
            if columns is None:
                yield from _rows(table.schema, shape, _merged(table, batch, merger, seen))
                continue
            plain = batch if touched is None else batch.filter(pc.invert(touched))
            if plain.num_rows:
                yield _picked(plain, schema, columns)
            if touched is not None and merger is not None:
                rows = _merged(table, batch.filter(touched), merger, seen)
                yield from _rows(table.schema, shape, rows)
    except (pa.ArrowException, OSError) as error:
        if is_system_error(error):
            raise  # the file cannot be opened
        raise parquet_refusal(error, path.name, "table.base-file.form") from None


def _same_columns(stored: pa.Schema, target: pa.Schema) -> list[int] | None:
    """Index of each target column in the file, -1 where it is absent; None where a type differs."""
    indexes = []
    for field in target:
        index = stored.get_field_index(field.name)
        if index >= 0 and stored.field(index).type != field.type:
            return None
        if field.metadata or (index < 0 and not field.nullable):
            return None
        indexes.append(index)
    return indexes


def _picked(batch: pa.RecordBatch, schema: pa.Schema, columns: Sequence[int]) -> pa.RecordBatch:
    arrays = [
        pa.nulls(batch.num_rows, field.type) if index < 0 else batch.column(index)
        for field, index in zip(schema, columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _merged(
    table: Table, batch: pa.RecordBatch, merger: LogMerger | None, seen: set[str] | None
) -> list[Any]:
    """Rows of a batch in the reader's schema, each merged with its entry."""
    names = [member["name"] for member in table.schema.tree["fields"]]
    defaults = {member["name"]: member.get("default") for member in table.schema.tree["fields"]}
    values = {name: arrow_values(batch.column(name)) for name in names if name in batch.schema.names}
    rows = []
    for number in range(batch.num_rows):
        row = {name: values[name][number] if name in values else defaults[name] for name in names}
        if merger is not None and seen is not None:
            key = table.key(row)
            if key in merger.entries:
                seen.add(key)
                merged = merger.over(key, row)
                if merged is None:
                    continue
                row = dict(merged)
        rows.append(row)
    return rows
