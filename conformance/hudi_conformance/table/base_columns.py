# SPDX-License-Identifier: Apache-2.0
"""Rows of a base file as Arrow columns of the reader's schema, as long as they are those of `table.rows`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.parquet_footer import small_file
from hudi_conformance.decode.bulk.shape import RowShape
from hudi_conformance.decode.parquet.checksums import is_system_error, parquet_refusal

BATCH_ROWS = 65536


class BaseColumns:
    """One pass over a base file.

    Attributes:
        num_rows: rows that were yielded.
        is_done: whether these are all; otherwise `table.rows` reads the others.
    """

    def __init__(self, path: Path, schema: AvroSchema, shape: RowShape) -> None:
        self._path = path
        self._defaults = {member["name"]: member.get("default") for member in schema.tree["fields"]}
        self._shape = shape
        self.num_rows = 0
        self.is_done = False

    def batches(self, key: str | None = None) -> Iterator[pa.RecordBatch]:
        """Yield batches up to the first that has to be read row by row.

        Args:
            key: a column whose values are looked at as keys: all there, and text.

        Raises:
            OSError: the file cannot be opened.
            Reject: bad-value, bad-checksum: it cannot be read.
        """
        try:
            file = pq.ParquetFile(_source(self._path), memory_map=True, page_checksum_verification=True)
            indexes = self._indexes(file.schema_arrow)
            if indexes is None:
                return
            for batch in file.iter_batches(BATCH_ROWS, use_threads=False):
                rows = self._picked(batch, indexes)
                if rows is None or (key is not None and not _are_keys(rows.column(key))):
                    return
                yield rows
                self.num_rows += rows.num_rows
            self.is_done = True
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:  # the last: names of columns
            if is_system_error(error):
                raise  # the file cannot be opened
            raise parquet_refusal(error, self._path.name, "table.base-file.form") from None

    def _indexes(self, stored: pa.Schema) -> list[int] | None:
        """Index of each column in the file, -1 where it is null; None where a type or default differs."""
        indexes = []
        for target in self._shape.arrow_schema:
            index = stored.get_field_index(target.name)
            if target.metadata or (index >= 0 and not _is_held(stored.field(index).type, target.type)):
                return None
            if index < 0 and (
                not target.nullable or self._defaults[target.name] is not None or target.name in stored.names
            ):
                return None
            indexes.append(index)
        return indexes

    def _picked(self, batch: pa.RecordBatch, indexes: list[int]) -> pa.RecordBatch | None:
        schema = self._shape.arrow_schema
        arrays = []
        for target, index in zip(schema, indexes, strict=True):
            column = pa.nulls(batch.num_rows, target.type) if index < 0 else batch.column(index)
            if column.null_count and not target.nullable:
                return None
            if column.type != target.type:
                column = column.cast(target.type)
            arrays.append(column)
        return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _source(path: Path) -> Path | pa.BufferReader:
    """The file; the bytes of one that is small, which costs less than to map it."""
    data = small_file(path)
    return path if data is None else pa.BufferReader(data)


def _is_held(stored: pa.DataType, target: pa.DataType) -> bool:
    """Whether values of one type are those of the other: lists may differ in the names of their items."""
    if pa.types.is_list(stored) and pa.types.is_list(target):
        item, wanted = stored.value_field, target.value_field
        return item.type == wanted.type and (wanted.nullable or not item.nullable)
    return bool(stored == target)


def _are_keys(column: pa.Array) -> bool:
    if column.null_count or not pa.types.is_string(column.type):
        return False
    _, offsets, data = column.buffers()
    if data is None:
        return True
    first, last = np.frombuffer(offsets, np.int32)[[column.offset, column.offset + len(column)]]
    if not (np.frombuffer(data, np.uint8)[first:last] & 0x80).any():
        return True
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True
