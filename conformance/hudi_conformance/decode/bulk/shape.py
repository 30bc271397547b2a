# SPDX-License-Identifier: Apache-2.0
"""Avro schema to the Arrow type that holds its values without loss.

| Avro | Arrow |
|---|---|
| null, boolean, int, long, float, double | null, bool, int32, int64, float32, float64 |
| string, bytes, fixed(n) | string, binary, fixed_size_binary(n) |
| enum | dictionary of int32 to string |
| date; time-millis, -micros | date32; time32(ms), time64(us) |
| timestamp-millis, -micros, -nanos; local-… | timestamp of that unit in UTC; without a zone |
| decimal up to 38 digits, up to 76 | decimal128, decimal256 |
| union of null and one other type | that type, nullable |
| array, map, record | list, map, struct |
| all else: other unions, types inside of themselves, longer decimals, deep or huge nesting | string: canonical JSON |

A column of canonical JSON carries the field metadata `hudi.encoding` = `canonical-json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import pyarrow as pa

from hudi_conformance.canonical_rows import full_name

MAX_DEPTH = 32  # nesting of types that becomes nested columns
MAX_COLUMNS = 2000  # a chain of named types that each use the next one twice would double without end
JSON_METADATA = {b"hudi.encoding": b"canonical-json"}


class Kind(IntEnum):
    """What a column holds, and how a datum holds it."""

    NULL = 0
    BOOLEAN = 1
    INT = 2
    LONG = 3
    FLOAT = 4
    DOUBLE = 5
    STRING = 6
    BYTES = 7
    FIXED = 8
    ENUM = 9
    DECIMAL_BYTES = 10
    DECIMAL_FIXED = 11
    ARRAY = 12
    MAP = 13
    RECORD = 14
    JSON = 15  # not taken apart


@dataclass(frozen=True, slots=True)
class Shape:
    """A column: an Avro type and its Arrow type.

    Attributes:
        kind: how its values are stored.
        arrow: Arrow type.
        schema: the Avro type (for a union with null: the other branch).
        namespace: namespace in which `schema` stands.
        null_branch: index of null in a union of null and this type, None where a value is always there.
        names: names of a record's fields, symbols of an enum.
        children: fields of a record, the items of an array, key and values of a map.
        len_min: least bytes that a value takes in a datum, without the union's index.
        size: bytes of a fixed.
        precision: digits of a decimal.
        scale: digits after a decimal's point.
    """

    kind: Kind
    arrow: pa.DataType
    schema: Any
    namespace: str = ""
    null_branch: int | None = None
    names: tuple[str, ...] = ()
    children: tuple[Shape, ...] = ()
    len_min: int = 0
    size: int = 0
    precision: int = 0
    scale: int = 0

    @property
    def is_nullable(self) -> bool:
        """Whether a value may be absent."""
        return self.null_branch is not None or self.kind in {Kind.NULL, Kind.JSON}

    def arrow_field(self, name: str) -> pa.Field:
        """Field of an Arrow schema or struct."""
        metadata = JSON_METADATA if self.kind is Kind.JSON else None
        return pa.field(name, self.arrow, nullable=self.is_nullable, metadata=metadata)


def shape_of(tree: Any) -> Shape:
    """Shape of a checked Avro schema (`AvroSchema.tree`)."""
    return _Shaper().shape(tree, "", 0)


_SIMPLE: dict[str, tuple[Kind, pa.DataType, int]] = {
    "null": (Kind.NULL, pa.null(), 0),
    "boolean": (Kind.BOOLEAN, pa.bool_(), 1),
    "int": (Kind.INT, pa.int32(), 1),
    "long": (Kind.LONG, pa.int64(), 1),
    "float": (Kind.FLOAT, pa.float32(), 4),
    "double": (Kind.DOUBLE, pa.float64(), 8),
    "string": (Kind.STRING, pa.string(), 1),
    "bytes": (Kind.BYTES, pa.binary(), 1),
}
_LOGICAL: dict[tuple[str, str], pa.DataType] = {
    ("int", "date"): pa.date32(),
    ("int", "time-millis"): pa.time32("ms"),
    ("long", "time-micros"): pa.time64("us"),
    ("long", "timestamp-millis"): pa.timestamp("ms", "UTC"),
    ("long", "timestamp-micros"): pa.timestamp("us", "UTC"),
    ("long", "timestamp-nanos"): pa.timestamp("ns", "UTC"),
    ("long", "local-timestamp-millis"): pa.timestamp("ms"),
    ("long", "local-timestamp-micros"): pa.timestamp("us"),
    ("long", "local-timestamp-nanos"): pa.timestamp("ns"),
}


@dataclass(slots=True)
class _Shaper:
    """One walk over a schema; a named type is shaped anew wherever it is used."""

    named: dict[str, tuple[Any, str]] = field(default_factory=dict)  # full name -> definition, namespace
    open: list[str] = field(default_factory=list)  # records that we are inside of
    num_columns: int = 0

    def shape(self, node: Any, namespace: str, depth: int) -> Shape:
        self.num_columns += 1
        if depth > MAX_DEPTH or self.num_columns > MAX_COLUMNS:
            return _json(node, namespace)
        if isinstance(node, str):
            return self._reference(node, namespace, depth)
        if isinstance(node, list):
            return self._union(node, namespace, depth)
        kind = node["type"]
        match kind:
            case "record" | "error":
                return self._record(node, namespace, depth)
            case "enum":
                self.named.setdefault(full_name(node, namespace), (node, namespace))
                arrow = pa.dictionary(pa.int32(), pa.string())
                return Shape(Kind.ENUM, arrow, node, namespace, names=tuple(node["symbols"]), len_min=1)
            case "fixed":
                self.named.setdefault(full_name(node, namespace), (node, namespace))
                return _fixed(node, namespace)
            case "array":
                item = self.shape(node["items"], namespace, depth + 1)
                arrow = pa.list_(item.arrow_field("item"))
                return Shape(Kind.ARRAY, arrow, node, namespace, children=(item,), len_min=1)
            case "map":
                key = _simple("string", "string", namespace)
                value = self.shape(node["values"], namespace, depth + 1)
                arrow = pa.map_(key.arrow_field("key"), value.arrow_field("value"))
                return Shape(Kind.MAP, arrow, node, namespace, children=(key, value), len_min=1)
        if kind not in _SIMPLE:
            return self._reference(kind, namespace, depth)
        return _simple(kind, node, namespace)

    def _reference(self, name: str, namespace: str, depth: int) -> Shape:
        if name in _SIMPLE:
            return _simple(name, name, namespace)
        for candidate in [name] if "." in name or not namespace else [f"{namespace}.{name}", name]:
            if candidate in self.open:
                return _json(candidate, "")
            if candidate in self.named:
                node, outer = self.named[candidate]
                return self.shape(node, outer, depth)
        return _json(name, namespace)

    def _union(self, node: list[Any], namespace: str, depth: int) -> Shape:
        if len(node) != 2 or "null" not in node:
            return self._define_inside(node, namespace, depth)
        null_branch = node.index("null")
        inner = self.shape(node[1 - null_branch], namespace, depth + 1)
        if inner.kind is Kind.JSON:
            return _json(node, namespace)
        return Shape(
            inner.kind, inner.arrow, inner.schema, inner.namespace, null_branch, inner.names,
            inner.children, inner.len_min, inner.size, inner.precision, inner.scale,
        )  # fmt: skip

    def _define_inside(self, node: list[Any], namespace: str, depth: int) -> Shape:
        """Make what a union defines known to what comes after it."""
        for branch in node:
            self.shape(branch, namespace, depth + 1)
        return _json(node, namespace)

    def _record(self, node: Mapping[str, Any], namespace: str, depth: int) -> Shape:
        full = full_name(node, namespace)
        if full in self.open:
            return _json(full, "")
        self.named.setdefault(full, (node, namespace))
        inner = full.rpartition(".")[0]
        self.open.append(full)
        children = tuple(self.shape(member["type"], inner, depth + 1) for member in node["fields"])
        self.open.pop()
        names = tuple(member["name"] for member in node["fields"])
        arrow = pa.struct([child.arrow_field(name) for name, child in zip(names, children, strict=True)])
        len_min = sum(child.len_min if child.null_branch is None else 1 for child in children)
        return Shape(Kind.RECORD, arrow, node, namespace, names=names, children=children, len_min=len_min)


def _json(node: Any, namespace: str) -> Shape:
    return Shape(Kind.JSON, pa.string(), node, namespace)


def _simple(kind: str, node: Any, namespace: str) -> Shape:
    storage, arrow, len_min = _SIMPLE[kind]
    logical = node.get("logicalType") if isinstance(node, Mapping) else None
    if isinstance(logical, str):
        if kind == "bytes" and logical == "decimal":
            return _decimal(Kind.DECIMAL_BYTES, node, namespace, 1, 0)
        arrow = _LOGICAL.get((kind, logical), arrow)
    return Shape(storage, arrow, node, namespace, len_min=len_min)


def _fixed(node: Mapping[str, Any], namespace: str) -> Shape:
    size = node["size"]
    if node.get("logicalType") == "decimal":
        return _decimal(Kind.DECIMAL_FIXED, node, namespace, size, size)
    if not 0 < size < 1 << 31:
        return _json(node, namespace)
    return Shape(Kind.FIXED, pa.binary(size), node, namespace, len_min=size, size=size)


def _decimal(kind: Kind, node: Mapping[str, Any], namespace: str, len_min: int, size: int) -> Shape:
    precision, scale = node["precision"], node.get("scale", 0)
    if precision > 76:
        return _json(node, namespace)
    arrow = (pa.decimal128 if precision <= 38 else pa.decimal256)(precision, scale)
    return Shape(
        kind, arrow, node, namespace, len_min=len_min, size=size, precision=precision, scale=scale
    )
