# SPDX-License-Identifier: Apache-2.0
"""Rows of column statistics in large base files as Arrow batches, by the kernels.

A bound is in a branch of a union of wrappers, which an Arrow column cannot represent. So the datums are
decoded up to the first bound, sorted by its branch, decoded up to the second one, sorted again, and then
decoded completely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.metadata_cells import IrregularError, check_rows, decode_cells, member
from hudi_conformance.decode.metadata.payload import PAYLOADS, WRAPPERS
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.metadata import VALUE_TYPES, RecordType

PAYLOAD = PAYLOADS[RecordType.COLUMN_STATS]
COUNTS = ("valueCount", "nullCount", "totalSize", "totalUncompressedSize")
_BOUNDS = ("minValue", "maxValue")
_BRANCH = "branch of "
_PLAIN = {"boolean": pa.bool_(), "int": pa.int32(), "long": pa.int64(), "float": pa.float32(),
          "double": pa.float64(), "bytes": pa.binary(), "string": pa.string()}  # fmt: skip
_VALUES = {"boolean": {"boolean"}, "float": {"float"}, "double": {"double", "float"}, "string": {"string"},
           "uuid": {"string"}, "bytes": {"bytes"}, "fixed": {"bytes"}, "int": {"int", "long"},
           "long": {"int", "long"}, "date": {"int"}, "time-millis": {"int"}}  # fmt: skip
"""Avro types that hold the values of a type; others are times, which are long. Decimals are not included."""


def stat_batches(path: Path, keys: Sequence[str] | None) -> list[pa.RecordBatch] | None:
    """Rows of some keys, or all, in a base file; None if it must take the checked path.

    Columns: `key`, `record_type`, `column`, `file`, `type`, `min` and `max` in the Arrow type of their Avro
    type, or null if all are null, those of `COUNTS`, `is_tight`, `is_deleted`, `ordinal` and `info` of the
    value type.

    Raises:
        OSError: the file cannot be read.
    """
    return decode_cells(path, PAYLOAD, keys, lambda tree: _Schemas(tree).rows)


class _Schemas:
    """The schemas of datums by the branches of their bounds."""

    def __init__(self, tree: AvroSchema) -> None:
        names = [field["name"] for field in tree["fields"]]
        if PAYLOAD not in names:
            raise IrregularError
        self._tree = tree
        self._at = names.index(PAYLOAD)
        union = tree["fields"][self._at]["type"]
        records = [branch for branch in union if isinstance(branch, Mapping)] if len(union) == 2 else []
        if len(records) != 1 or records[0].get("type") != "record":
            raise IrregularError
        self._union, self._record = union, records[0]
        self._places = [at for at, field in enumerate(self._record["fields"]) if field["name"] in _BOUNDS]
        if len(self._places) != len(_BOUNDS):
            raise IrregularError
        self._definitions = {
            branch["name"].rpartition(".")[2]: branch
            for at in self._places
            for branch in self._record["fields"][at]["type"]
            if isinstance(branch, Mapping)
        }

    def rows(self, cells: pa.Table) -> Iterator[pa.RecordBatch]:
        """Yield decoded rows, grouped by branch."""
        yield from self._rows(cells, ())

    def _rows(self, cells: pa.Table, branches: tuple[int, ...]) -> Iterator[pa.RecordBatch]:
        from hudi_conformance.decode.bulk.datums import decode_datums

        is_known = len(branches) == len(self._places)
        rows = decode_datums(cells["value"].combine_chunks(), self._schema(branches), is_prefix=not is_known)
        if rows is None:
            raise IrregularError
        if is_known:
            check_rows(rows, PAYLOAD, [RecordType.COLUMN_STATS, RecordType.PARTITION_STATS])
            yield self._shown(cells["row"].combine_chunks(), rows, branches)
            return
        if rows[PAYLOAD].null_count:
            raise IrregularError
        name = self._record["fields"][self._places[len(branches)]]["name"]
        numbers = member(rows[PAYLOAD], _BRANCH + name, pa.int64(), None)
        for branch in pc.unique(numbers).to_pylist():
            yield from self._rows(cells.filter(pc.equal(numbers, branch)), (*branches, branch))

    def _schema(self, branches: tuple[int, ...]) -> AvroSchema:
        """The schema with these branches, up to the first unknown branch."""
        fields: list[AvroSchema] = []
        begin = 0
        for position, branch in zip(self._places, (*branches, None), strict=False):
            field = self._record["fields"][position]
            fields += self._record["fields"][begin:position]
            fields.append({"name": _BRANCH + field["name"], "type": "long"})
            if branch is None:
                return self._with(fields, self._at + 1)
            value = self._branch(position, branch)[1]
            fields += [] if value is None else [{"name": field["name"], "type": value}]
            begin = position + 1
        return self._with([*fields, *self._record["fields"][begin:]], None)

    def _with(self, fields: list[AvroSchema], end: int | None) -> AvroSchema:
        record = {**self._record, "fields": fields}
        union = [record if isinstance(branch, Mapping) else branch for branch in self._union]
        members = list(self._tree["fields"])
        members[self._at] = {**members[self._at], "type": union}
        return {**self._tree, "fields": members[:end]}

    def _branch(self, position: int, number: int) -> tuple[str | None, str | None]:
        """Wrapper and Avro type of a branch; nothing for null."""
        branches = self._record["fields"][position]["type"]
        if not 0 <= number < len(branches):
            raise IrregularError
        branch = branches[number]
        if branch == "null":
            return None, None
        name = (branch if isinstance(branch, str) else branch["name"]).rpartition(".")[2]
        fields = self._definitions.get(name, {}).get("fields", ())
        kind = fields[0]["type"] if len(fields) == 1 else None
        plain = kind.get("type") if isinstance(kind, Mapping) else kind
        if name not in WRAPPERS or not isinstance(plain, str) or plain not in _PLAIN:
            raise IrregularError
        return name, plain

    def _shown(self, keys: pa.Array, rows: pa.RecordBatch, branches: tuple[int, ...]) -> pa.RecordBatch:
        payload = rows[PAYLOAD]
        columns: dict[str, pa.Array] = {
            "key": keys.cast(pa.string()),
            "column": member(payload, "columnName", pa.string(), None),
            "file": member(payload, "fileName", pa.string(), None),
        }
        bounds = {
            self._record["fields"][position]["name"]: self._branch(position, branch)
            for position, branch in zip(self._places, branches, strict=True)
        }
        columns["type"] = _types(payload, bounds)
        for name, alias in zip(_BOUNDS, ("min", "max"), strict=True):
            plain = bounds[name][1]
            columns[alias] = (
                pa.nulls(len(payload)) if plain is None else member(payload, name, _PLAIN[plain], None)
            )
        for name in COUNTS:
            columns[name] = member(payload, name, pa.int64(), None)
        columns["is_tight"] = member(payload, "isTightBound", pa.bool_(), False)
        is_deleted = member(payload, "isDeleted", pa.bool_(), None)
        if is_deleted.null_count:
            raise IrregularError
        columns |= {"is_deleted": is_deleted, "record_type": rows["type"], **_value_types(payload)}
        return pa.RecordBatch.from_pydict(columns)


def _types(payload: pa.StructArray, bounds: Mapping[str, tuple[str | None, str | None]]) -> pa.Array:
    """Type of the bounds by row: that of `valueType`, otherwise that of the wrapper.

    Raises:
        IrregularError: rows that the checked decoder may reject, and decimals.
    """
    wrappers = {wrapper for wrapper, _ in bounds.values() if wrapper is not None}
    plains = {plain for _, plain in bounds.values() if plain is not None}
    own = WRAPPERS[min(wrappers)] if wrappers else None
    if len(wrappers) > 1 or own in {"decimal", "array"}:
        raise IrregularError
    number = payload.type.get_field_index("valueType")
    value_type = payload.field(number) if number >= 0 else None
    if value_type is None or value_type.null_count == len(value_type):
        return pa.array([own] * len(payload), pa.string())
    ordinals = pc.struct_field(value_type, "typeOrdinal")
    for ordinal in pc.unique(ordinals).to_pylist():
        if ordinal is None or not 2 <= ordinal < len(VALUE_TYPES) or VALUE_TYPES[ordinal] == "decimal":
            raise IrregularError
        if not plains <= _VALUES.get(VALUE_TYPES[ordinal], {"long"}):
            raise IrregularError
    return pa.array(VALUE_TYPES, pa.string()).take(ordinals)


def _value_types(payload: pa.StructArray) -> dict[str, pa.Array]:
    """Value type of each row: `ordinal` and `info`, null if there is none."""
    number = payload.type.get_field_index("valueType")
    value_type = payload.field(number) if number >= 0 else None
    if value_type is None or value_type.null_count == len(value_type):
        nothing = pa.nulls(len(payload))
        return {"ordinal": nothing, "info": nothing}
    return {
        "ordinal": member(value_type, "typeOrdinal", pa.int32(), None),
        "info": member(value_type, "additionalInfo", pa.string(), None),
    }
