# SPDX-License-Identifier: Apache-2.0
"""Parquet files of a salvage: one dataset per schema for records, one file per kind of other rows."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.canonical.json import dumps
from hudi_conformance.decode.bulk.rows import batch_of_rows, canonical_rows
from hudi_conformance.decode.bulk.shape import JSON, RowShape, row_shape
from hudi_conformance.decode.limits import is_lifted
from hudi_conformance.model.common import AvroSchema, AvroValue

MAX_ROWS = 65536  # of a row group
MAX_BYTES = 2 << 20  # buffered bytes of one file; writing them takes several times as many
MAX_OPEN = 16  # datasets open at the same time; beyond, one is closed
_MAX_WAITING = 4096  # rows that become one batch
LEN_DIGEST = 12
MAX_COLUMNS = 1500  # of one dataset; each takes 5 kB of memory to write [limits.allocation]

_INT, _TEXT, _RAW = pa.int64(), pa.string(), pa.binary()
SCHEMAS: Mapping[str, pa.Schema] = {
    "blocks": pa.schema([
        ("block_ofs", _INT), ("block_len", _INT), ("kind", _TEXT), ("format_version", pa.int32()),
        ("instant", _TEXT), ("header", pa.map_(_TEXT, _TEXT)), ("content_ofs", _INT),
        ("content_len", _INT), ("found", _TEXT), ("num_records", _INT), ("num_losses", _INT),
    ]),
    "deletes": pa.schema([
        ("block_ofs", _INT), ("instant", _TEXT), ("found", _TEXT), ("record_key", _TEXT),
        ("partition_path", _TEXT), ("ordering_type", _TEXT), ("ordering", _TEXT),
    ]),
    "commands": pa.schema([
        ("block_ofs", _INT), ("instant", _TEXT), ("found", _TEXT), ("command", _TEXT),
        ("target_instant", _TEXT),
    ]),
    "cells": pa.schema([
        ("block_ofs", _INT), ("row", _RAW), ("family", _RAW), ("qualifier", _RAW), ("timestamp", _INT),
        ("type", pa.uint8()), ("value", _RAW), ("tags", _RAW), ("mvcc", _INT),
    ]),
    "info": pa.schema([("key", _RAW), ("value", _RAW)]),
    "lost": pa.schema([
        ("what", _TEXT), ("ofs", _INT), ("len", _INT), ("code", _TEXT), ("requirement", _TEXT),
        ("message", _TEXT), ("at", _INT), ("block_ofs", _INT), ("num_records", _INT),
    ]),
}  # fmt: skip
WIDE = RowShape(("value",), (JSON,), is_record=False)  # rows as canonical JSON
_ROWS_OF_JSON = 16  # that are written at a time

# Columns in addition to those of the record's schema.
ORIGIN = pa.schema({
    "hudi_block_ofs": _INT, "hudi_block_instant": _TEXT, "hudi_block_kind": _TEXT, "hudi_found": _TEXT,
})  # fmt: skip


class _Part:
    """One Parquet file; row groups are filled before they are written."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pq.ParquetWriter(path, schema, compression="zstd")
        self._schema = schema
        self._waiting: list[pa.RecordBatch] = []
        self._rows = self._bytes = 0

    def write(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= MAX_ROWS or self._bytes >= MAX_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.Table.from_batches(self._waiting, self._schema), MAX_ROWS)
        self._waiting.clear()
        self._rows = self._bytes = 0

    def close(self) -> None:
        self._flush()
        self._writer.close()


class _Waiting:
    """Rows of one table before they are written: batches, and rows after them."""

    def __init__(self, schema: pa.Schema) -> None:
        self._schema = schema
        self._batches: list[pa.RecordBatch] = []
        self.rows: list[Mapping[str, Any]] = []
        self.num = self.size = 0

    def add(self, batch: pa.RecordBatch, size: int) -> None:
        self._settle()
        self._batches.append(batch)
        self.num += batch.num_rows
        self.size += size

    def _settle(self) -> None:
        if self.rows:
            self._batches.append(pa.RecordBatch.from_pylist(self.rows, schema=self._schema))
            self.rows = []

    def batch(self) -> pa.RecordBatch:
        """All of them."""
        self._settle()
        if len(self._batches) == 1:
            return self._batches[0]
        return pa.Table.from_batches(self._batches).combine_chunks().to_batches()[0]


class Tables:
    """All Parquet files of one salvage, below a folder. A file is created with its first row."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parts: dict[tuple[str, pa.Schema], _Part] = {}
        self._waiting: dict[str, _Waiting] = {}
        self._shapes: dict[str, RowShape] = {}
        self._num_parts: dict[str, int] = {}
        self.datasets: dict[str, dict[str, Any]] = {}  # name -> entry of the report

    def row(self, table: str, row: Mapping[str, Any], size: int = 100) -> None:
        """Add a row to one of `SCHEMAS`; `size` is its approximate number of bytes."""
        waiting = self._waiting_of(table)
        waiting.rows.append(row)
        waiting.num += 1
        waiting.size += size
        if waiting.num >= _MAX_WAITING or waiting.size >= MAX_BYTES:
            self._flush_rows(table)

    def rows(self, table: str, batch: pa.RecordBatch, sizes: Sequence[int]) -> None:
        """Add rows as columns of one of `SCHEMAS`: the file is the one that they make one by one.

        Args:
            table: name of the schema.
            batch: the rows.
            sizes: as `row` takes them, added up: of the first row, of the first two, and so on.
        """
        start = before = 0
        while start < batch.num_rows:
            waiting = self._waiting_of(table)
            last = bisect_left(sizes, MAX_BYTES - waiting.size + before, start)
            end = min(last + 1, start + _MAX_WAITING - waiting.num, batch.num_rows)
            waiting.add(batch.slice(start, end - start), sizes[end - 1] - before)
            if waiting.num >= _MAX_WAITING or waiting.size >= MAX_BYTES:
                self._flush_rows(table)
            start, before = end, sizes[end - 1]

    def _waiting_of(self, table: str) -> _Waiting:
        waiting = self._waiting.get(table)
        if waiting is None:
            waiting = self._waiting[table] = _Waiting(SCHEMAS[table])
        return waiting

    def _flush_rows(self, table: str) -> None:
        self._write(table, f"{table}.parquet", self._waiting.pop(table).batch())

    def records(
        self, text: str, tree: AvroSchema, rows: Sequence[AvroValue], origin: Mapping[str, Any]
    ) -> None:
        """Add decoded rows of the schema `text`."""
        shape = self.shape(text, tree)
        if shape is not WIDE:
            for part in _typed(rows, shape, tree):
                self.batch(text, tree, part, origin)
            return
        for start in range(0, len(rows), _ROWS_OF_JSON):
            self.batch(text, tree, batch_of_rows(rows[start : start + _ROWS_OF_JSON], shape, tree), origin)

    def fits(self, text: str, batch: pa.RecordBatch) -> bool:
        """Whether all columns of a batch have the types of the schema `text`."""
        return not _json_suffix(batch.schema, self._shapes[text].arrow_schema)

    def shape(self, text: str, tree: AvroSchema) -> RowShape:
        """Columns of a schema, `WIDE` for one that has too many."""
        shape = self._shapes.get(text)
        if shape is None:
            if len(self._shapes) >= MAX_OPEN:
                self._shapes.clear()
            shape = self._shapes[text] = row_shape(tree)
            if sum(1 for column in shape.columns for _ in column.walk()) > MAX_COLUMNS and not is_lifted():
                shape = self._shapes[text] = WIDE
        return shape

    def batch(self, text: str, tree: AvroSchema, batch: pa.RecordBatch, origin: Mapping[str, Any]) -> None:
        """Add a batch with the columns of the schema `text`."""
        shape = self.shape(text, tree)
        batch = _storable(batch, shape)
        arrays, fields = list(batch.columns), list(batch.schema)
        for extra in ORIGIN:
            name = extra.name
            while name in shape.names:
                name += "_"
            fields.append(extra.with_name(name))
            arrays.append(pa.repeat(pa.scalar(origin.get(extra.name), extra.type), batch.num_rows))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LEN_DIGEST]
        name = f"records/{digest}{_json_suffix(batch.schema, shape.arrow_schema)}"
        schema = pa.schema(fields, metadata={"hudi.avro.schema": text.encode("utf-8", "surrogatepass")})
        self._write(name, None, pa.RecordBatch.from_arrays(arrays, schema=schema))

    def batch_of(self, name: str, batch: pa.RecordBatch) -> None:
        """Add a batch to the dataset of this name."""
        self._write(name, None, batch)

    def _write(self, name: str, file: str | None, batch: pa.RecordBatch) -> None:
        key = (name, batch.schema.remove_metadata())  # with it, a schema of Arrow 17 is not hashable
        part = self._parts.pop(key, None)
        if part is None:
            if len(self._parts) >= MAX_OPEN:
                self._parts.pop(next(iter(self._parts))).close()
            number = self._num_parts.get(name, 0)
            self._num_parts[name] = number + 1
            path = file if file is not None and number == 0 else f"{name}/part-{number:05d}.parquet"
            part = _Part(self._folder / path, batch.schema)
            entry = self.datasets.setdefault(name, {"path": file or name, "rows": 0})
            if file is None:
                entry["columns"] = batch.schema.names
        self._parts[key] = part  # the one used last is closed last
        part.write(batch)
        self.datasets[name]["rows"] += batch.num_rows

    def close(self) -> None:
        """Write buffered rows and close all files."""
        for table in list(self._waiting):
            self._flush_rows(table)
        for part in self._parts.values():
            part.close()
        self._parts.clear()


def _typed(rows: Sequence[AvroValue], shape: RowShape, tree: AvroSchema) -> Iterator[pa.RecordBatch]:
    """Batches of rows; those with a value that does not fit the type of its column are a separate batch."""
    batch = batch_of_rows(rows, shape, tree)
    if not _json_suffix(batch.schema, shape.arrow_schema) or len(rows) < 2:
        yield batch
        return
    fitting: list[AvroValue] = []
    irregular: list[AvroValue] = []
    for row in rows:
        single = batch_of_rows([row], shape, tree)
        (irregular if _json_suffix(single.schema, shape.arrow_schema) else fitting).append(row)
    for part in (fitting, irregular):
        if part:
            yield batch_of_rows(part, shape, tree)


def _json_suffix(schema: pa.Schema, plain: pa.Schema) -> str:
    """Columns that are JSON in a batch because a value does not fit: with each set of them a dataset.

    Types do not distinguish them: a text as JSON is also a text.
    """
    columns = [
        str(number)
        for number, (field, other) in enumerate(zip(schema, plain, strict=True))
        if not field.equals(other, check_metadata=True)
    ]
    if not columns:
        return ""
    text = "-".join(columns)
    return (
        f"-json-{text if len(text) <= LEN_DIGEST else hashlib.sha256(text.encode()).hexdigest()[:LEN_DIGEST]}"
    )


def _storable(batch: pa.RecordBatch, shape: RowShape) -> pa.RecordBatch:
    """The batch with columns that Parquet cannot hold, those with a record of no fields, as JSON."""
    unstorable = [n for n, field in enumerate(batch.schema) if _has_empty_struct(field.type)]
    if not unstorable:
        return batch
    rows = canonical_rows(batch, shape)
    columns, fields = list(batch.columns), list(batch.schema)
    for number in unstorable:
        name = shape.names[number]
        values = [row[name] if shape.is_record else row for row in rows]
        texts = [None if v is None else dumps(v) for v in values]
        columns[number] = pa.array(texts, pa.string())
        fields[number] = JSON.arrow_field(name)
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))


def _has_empty_struct(kind: pa.DataType) -> bool:
    if pa.types.is_struct(kind) and kind.num_fields == 0:
        return True
    return any(_has_empty_struct(kind.field(i).type) for i in range(kind.num_fields))
