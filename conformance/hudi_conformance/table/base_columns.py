# SPDX-License-Identifier: Apache-2.0
"""Rows of a base file as Arrow columns of the reader's schema, if they equal those of `table.rows`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.base_file import BaseFile
from hudi_conformance.decode.bulk.shape import RowShape
from hudi_conformance.decode.parquet.base import ParquetBase

if TYPE_CHECKING:
    import pyarrow.compute as pc

BATCH_ROWS = 65536
_MOST_FORMS = 8  # of files of one table that are cached


@dataclass(frozen=True, slots=True)
class _Form:
    """Mapping of a file's columns to the reader's schema.

    Attributes:
        stored: name of each column in the file, None where it is null.
        required: columns that hold no null.
    """

    stored: list[str | None]
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
        names: list[str | None] = []
        for target in self.schema:
            index = stored.get_field_index(target.name)
            if target.metadata or (index >= 0 and not _is_held(stored.field(index).type, target.type)):
                return None
            if index < 0 and (
                not target.nullable or self.defaults[target.name] is not None or target.name in stored.names
            ):
                return None
            names.append(None if index < 0 else target.name)
        required = [position for position, target in enumerate(self.schema) if not target.nullable]
        return _Form(names, required)


@lru_cache(maxsize=8)
def _forms_of(schema: AvroSchema, shape: RowShape) -> _Forms:
    defaults = {member["name"]: member.get("default") for member in schema.tree["fields"]}
    return _Forms(shape.arrow_schema, defaults)


class BaseColumns:
    """One pass over a base file.

    Attributes:
        num_rows: rows that were yielded, or that the filter excludes.
        is_done: whether these are all rows; otherwise `table.rows` reads the others.
    """

    def __init__(self, file: BaseFile, schema: AvroSchema, shape: RowShape) -> None:
        self._file = file
        self._schema = shape.arrow_schema
        self._forms = _forms_of(schema, shape)
        self.num_rows = 0
        self.is_done = False

    def batches(
        self, key: str | None = None, where: pc.Expression | None = None, *, parallel: bool
    ) -> Iterator[pa.RecordBatch]:
        """Yield batches up to the first that must be read row by row.

        Args:
            key: a column whose values are used as keys: not null, and valid text.
            where: a filter: row groups without rows for which it is true are skipped.
            parallel: threads of Arrow decode columns in parallel.

        Raises:
            OSError: the file cannot be read.
            Reject: bad-value, bad-checksum: it cannot be read.
        """
        form = self._forms.of(self._file.schema)
        if form is None:
            return
        names = [name for name in form.stored if name is not None]
        columns = names if len(names) < len(self._file.schema.names) else None
        parts: Iterable[tuple[int, BaseFile]] = [(0, self._file)]
        if where is not None and isinstance(self._file, ParquetBase):
            parts = self._file.parts(where)
        for first, part in parts:
            self.num_rows = first
            for batch in part.batches(BATCH_ROWS, columns, is_parallel=parallel):
                rows = self._picked(batch, form)
                if rows is None or (key is not None and not _are_keys(rows.column(key))):
                    return
                yield rows
                self.num_rows += rows.num_rows
        self.is_done = True

    def _picked(self, batch: pa.RecordBatch, form: _Form) -> pa.RecordBatch | None:
        schema = self._schema
        columns = [
            pa.nulls(batch.num_rows, target.type) if name is None else batch.column(name)
            for name, target in zip(form.stored, schema, strict=True)
        ]
        if any(columns[position].null_count for position in form.required):
            return None
        columns = [
            column if column.type == target.type else column.cast(target.type)
            for column, target in zip(columns, schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=schema)


def _is_held(stored: pa.DataType, target: pa.DataType) -> bool:
    """Whether two types have equal values: lists may differ in the names of their items."""
    if pa.types.is_list(stored) and pa.types.is_list(target):
        item, target_item = stored.value_field, target.value_field
        return item.type == target_item.type and (target_item.nullable or not item.nullable)
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
