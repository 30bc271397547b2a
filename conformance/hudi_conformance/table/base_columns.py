# SPDX-License-Identifier: Apache-2.0
"""Rows of a base file as Arrow columns of the reader's schema, if they equal those of `table.rows`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.base_file import RowFile
from hudi_conformance.decode.bulk.shape import RowShape

BATCH_ROWS = 65536
_MOST_FORMS = 8  # of files of one table that are cached


@dataclass(frozen=True, slots=True)
class _Form:
    """Mapping of a file's columns to the reader's schema.

    Attributes:
        indexes: of each column in the file, -1 if it is null.
        required: columns that must not contain nulls.
    """

    indexes: list[int]
    required: list[int]


@dataclass(slots=True)
class _Forms:
    """Mappings by the schema of the file: most files of a table share it."""

    schema: pa.Schema
    defaults: dict[str, object]
    seen: list[tuple[pa.Schema, _Form | None]] = field(default_factory=list)

    def of(self, stored: pa.Schema) -> _Form | None:
        """The mapping of a file; None if a type or default differs."""
        for known, form in self.seen:
            if known.equals(stored):
                return form
        form = self._find(stored)
        if len(self.seen) < _MOST_FORMS:
            self.seen.append((stored.remove_metadata(), form))
        return form

    def _find(self, stored: pa.Schema) -> _Form | None:
        indexes = []
        for target in self.schema:
            index = stored.get_field_index(target.name)
            if target.metadata or (index >= 0 and not _is_held(stored.field(index).type, target.type)):
                return None
            if index < 0 and (
                not target.nullable or self.defaults[target.name] is not None or target.name in stored.names
            ):
                return None
            indexes.append(index)
        required = [place for place, target in enumerate(self.schema) if not target.nullable]
        return _Form(indexes, required)


@lru_cache(maxsize=8)
def _forms_of(schema: AvroSchema, shape: RowShape) -> _Forms:
    defaults = {member["name"]: member.get("default") for member in schema.tree["fields"]}
    return _Forms(shape.arrow_schema, defaults)


class BaseColumns:
    """One pass over a base file.

    Attributes:
        num_rows: rows that were yielded.
        is_done: whether these are all rows; otherwise `table.rows` reads the others.
    """

    def __init__(self, file: RowFile, schema: AvroSchema, shape: RowShape) -> None:
        self._file = file
        self._schema = shape.arrow_schema
        self._forms = _forms_of(schema, shape)
        self.num_rows = 0
        self.is_done = False

    def batches(self, key: str | None = None, *, parallel: bool) -> Iterator[pa.RecordBatch]:
        """Yield batches up to the first that must be read row by row.

        Args:
            key: a column whose values are used as keys: not null, and valid text.
            parallel: threads of Arrow decode columns in parallel.

        Raises:
            OSError: the file cannot be read.
            Reject: bad-value, bad-checksum: it cannot be read.
        """
        form = self._forms.of(self._file.schema)
        if form is None:
            return
        for batch in self._file.batches(BATCH_ROWS, is_parallel=parallel):
            rows = self._picked(batch, form)
            if rows is None or (key is not None and not _are_keys(rows.column(key))):
                return
            yield rows
            self.num_rows += rows.num_rows
        self.is_done = True

    def _picked(self, batch: pa.RecordBatch, form: _Form) -> pa.RecordBatch | None:
        schema, stored = self._schema, batch.columns
        columns = [pa.nulls(batch.num_rows, schema.field(place).type) if index < 0 else stored[index]
                   for place, index in enumerate(form.indexes)]  # fmt: skip
        if any(columns[place].null_count for place in form.required):
            return None
        columns = [
            column if column.type == target.type else column.cast(target.type)
            for column, target in zip(columns, schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=schema)


def _is_held(stored: pa.DataType, target: pa.DataType) -> bool:
    """Whether two types have equal values: lists may differ in the names of their items."""
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
