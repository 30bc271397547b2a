# SPDX-License-Identifier: Apache-2.0
"""Parts of a schema that merging needs: fields, kinds and defaults; versions of a record; the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import StrEnum
from typing import Any

from hudi_conformance.model.common import AvroSchema, AvroValue
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.ordering import DEFAULT_ORDERING

Row = Mapping[str, Any]
_LOGICAL = {
    "date": "date",
    "decimal": "decimal",
    "time-micros": "time-micros",
    "timestamp-micros": "timestamp-micros",
}
UNORDERED = frozenset({"array", "map", "record"})  # types whose values have no order


_EXACT = Context(prec=1000)


class _NoDefault:
    """Represents a field without a default; not equal to any value."""

    def __repr__(self) -> str:
        return "NO_DEFAULT"


NO_DEFAULT = _NoDefault()


@dataclass(frozen=True, slots=True)
class RowField:
    """A field of the table's schema.

    Attributes:
        name: its name.
        kind: Avro type of its values, without null; the logical type if ordering supports it.
        default: default value in the schema, as in decoded rows; `NO_DEFAULT` if there is none.
        scale: digits after the point of a decimal, whose values Avro stores as bytes.
        members: fields of a record.
    """

    name: str
    kind: str
    default: Any = NO_DEFAULT
    scale: int = 0
    members: tuple[RowField, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a record.

    Attributes:
        row: values by field; None for a delete that names only the key.
        ordering: its ordering value; None if it has none.
    """

    row: Row | None
    ordering: OrderingValue | None = None


class Outcome(StrEnum):
    """Outcome of merging two versions."""

    NEW = "new"
    OLD = "old"  # the stored row is unchanged
    MERGED = "merged"
    DELETE = "delete"  # the row is removed; without a stored row nothing is written


@dataclass(frozen=True, slots=True)
class Merged:
    """Outcome, and the resulting version; `version` is None for DELETE."""

    outcome: Outcome
    version: Version | None = None


def row_fields(schema: AvroSchema) -> tuple[RowField, ...]:
    """Fields of a checked Avro record schema (as `AvroSchema.tree`)."""
    return tuple(
        RowField(
            member["name"], _kind(member["type"]), _default(member), _scale(member["type"]), _members(member)
        )
        for member in schema["fields"]
    )


def _members(member: AvroSchema) -> tuple[RowField, ...]:
    branches = member["type"] if isinstance(member["type"], list) else [member["type"]]
    records = [node for node in branches if isinstance(node, Mapping) and node["type"] == "record"]
    return row_fields(records[0]) if len(records) == 1 else ()


def field_at(fields: Sequence[RowField], path: str) -> RowField | None:
    """The field with this name, or the member of a record that `a.b` names; None if there is none."""
    first, _, rest = path.partition(".")
    match = next((field for field in fields if field.name == first), None)
    return match if match is None or not rest else field_at(match.members, rest)


def _kind(node: AvroSchema) -> str:
    if isinstance(node, list):
        branches = [branch for branch in node if branch != "null"]
        return _kind(*branches) if len(branches) == 1 else "union"
    if isinstance(node, str):
        return node
    logical = node.get("logicalType")
    if logical in _LOGICAL:
        return _LOGICAL[logical]
    return str(node["type"])


def _scale(node: AvroSchema) -> int:
    if isinstance(node, list):
        branches = [branch for branch in node if branch != "null"]
        return _scale(*branches) if len(branches) == 1 else 0
    return int(node.get("scale", 0)) if isinstance(node, Mapping) and _kind(node) == "decimal" else 0


def _default(member: Mapping[str, Any]) -> AvroValue:
    if "default" not in member:
        return NO_DEFAULT
    value = member["default"]
    kind = _kind(member["type"])
    if value is not None and kind in {"bytes", "fixed", "decimal"} and isinstance(value, str):
        return value.encode("latin-1", "replace")
    if value is not None and kind in {"float", "double"}:
        return float(value)
    return value


def value_at(row: AvroValue, path: str) -> AvroValue:
    """The value of a field, or of the member of a record that `a.b` names; None if there is none."""
    for name in path.split("."):
        row = row.get(name) if isinstance(row, Mapping) else None
    return row


def ordering_of(
    row: Row | None, names: Sequence[str], kinds: Mapping[str, str], scales: Mapping[str, int]
) -> OrderingValue | None:
    """Ordering value of a row by its ordering fields; None without fields or row, or for a null.

    Decimals of log files are bytes, those of base files and deletes numbers: they compare as numbers.
    """
    if row is None or not names:
        return None
    values: list[OrderingValue | None] = []
    for name in names:
        value, kind = value_at(row, name), kinds.get(name, "string")
        if kind == "decimal" and isinstance(value, bytes):
            value = Decimal(int.from_bytes(value, "big", signed=True)).scaleb(-scales.get(name, 0), _EXACT)
        values.append(None if value is None or kind in UNORDERED else OrderingValue(kind, value))
    if len(values) == 1:
        [only] = values
        return only
    if not any(values):
        return None
    # a null among several counts as the default, the int 0
    return OrderingValue("array", tuple(value or DEFAULT_ORDERING for value in values))


# --- two rows merged column by column; top-level columns only ---


def fill_unavailable(row: Row, other: Row, fields: Sequence[RowField], unavailable: str) -> Row:
    """The row, with unsent values from the other; only for text and bytes [merge.partial.fill]."""
    marks: tuple[Any, ...] = (unavailable, unavailable.encode())
    filled = dict(row)
    for field in fields:
        if field.kind in {"string", "bytes"} and row.get(field.name) in marks:
            filled[field.name] = other.get(field.name)
    return filled


def fill_nulls(row: Row | None, other: Row | None) -> Row:
    """The row, with the other's values for nulls [merge.partial-update.combine]."""
    first, second = row or {}, other or {}
    return {name: second.get(name) if value is None else value for name, value in first.items()}


def fill_defaults(row: Row, other: Row, fields: Sequence[RowField]) -> Row:
    """The row, with the other's values for nulls and defaults [merge.partial.ignore]."""
    filled = dict(row)
    for field in fields:
        value = row.get(field.name)
        if value is None or equals_default(field, value):
            filled[field.name] = other.get(field.name)
    return filled


def equals_default(field: RowField, value: AvroValue) -> bool:
    """Whether the value is the default of its column, by value; 1 is not true."""
    default = field.default
    if default is NO_DEFAULT or isinstance(value, bool) != isinstance(default, bool):
        return False
    return bool(value == default)
