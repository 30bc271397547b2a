# SPDX-License-Identifier: Apache-2.0
"""Avro schema to the Arrow type that holds its values without loss.

| Avro | Arrow |
|---|---|
| null, boolean, int, long, float, double | null, bool, int32, int64, float32, float64 |
| string, bytes | string, binary |
| fixed of up to 64 bytes, of more | fixed_size_binary, binary |
| enum | dictionary of int32 to string |
| date; time-millis, -micros | date32; time32(ms), time64(us) |
| timestamp-millis, -micros, -nanos; local-… | timestamp of that unit in UTC; without a zone |
| decimal up to 38 digits, up to 76 | decimal128, decimal256 |
| union of null and one other type | that type, nullable |
| array, map, record | list, map, struct |
| a column with any other type | string: canonical JSON |

Other types: other unions, recursive types, longer decimals, fixed of zero bytes, deep or huge nesting. A
column of canonical JSON carries the field metadata `hudi.encoding` = `canonical-json`. A schema that is not a
record has one column, `value`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property

import pyarrow as pa

from hudi_conformance.canonical.rows import full_name
from hudi_conformance.model.common import AvroSchema

MAX_DEPTH = 32  # nesting of types that becomes nested columns
MAX_COLUMNS = 10_000  # a chain of named types that each use the next one twice would grow exponentially
MAX_FIXED = 64  # bytes of a fixed that has its own Arrow type
MAX_ROW_BYTES = 64 << 20  # of the columns of a batch of rows that are all absent values
JSON_METADATA = {b"hudi.encoding": b"canonical-json"}


class Kind(IntEnum):
    """Kind of the values of a column, and of their encoding in a datum."""

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
    JSON = 15  # canonical JSON of the value


_WIDTHS = {Kind.LONG: 8, Kind.DOUBLE: 8, Kind.DECIMAL_BYTES: 16, Kind.DECIMAL_FIXED: 16, Kind.RECORD: 0}


@dataclass(frozen=True, slots=True)
class Shape:
    """A column: its Arrow type, and how a datum encodes its values.

    Attributes:
        kind: how values are stored.
        arrow: Arrow type.
        null_branch: index of null in a union of null and this type, None if a value is always present.
        names: names of a record's fields, symbols of an enum.
        children: fields of a record, the items of an array, key and values of a map.
        len_min: least number of bytes of a value in a datum, without the union's index.
        size: bytes of a fixed.
        scale: digits after a decimal's point.
    """

    kind: Kind
    arrow: pa.DataType
    null_branch: int | None = None
    names: tuple[str, ...] = ()
    children: tuple[Shape, ...] = ()
    len_min: int = 0
    size: int = 0
    scale: int = 0

    @property
    def is_nullable(self) -> bool:
        """Whether a value may be absent."""
        return self.null_branch is not None or self.kind in {Kind.NULL, Kind.JSON}

    def arrow_field(self, name: str) -> pa.Field:
        """Field of an Arrow schema or struct."""
        metadata = JSON_METADATA if self.kind is Kind.JSON else None
        return pa.field(name, self.arrow, nullable=self.is_nullable, metadata=metadata)

    @property
    def width(self) -> int:
        """Bytes of one value in Arrow, absent or not, without the contents of its arrays and maps."""
        own = self.size if self.kind is Kind.FIXED and self.size <= MAX_FIXED else _WIDTHS.get(self.kind, 4)
        return own + (sum(c.width for c in self.children) if self.kind is Kind.RECORD else 0)

    def walk(self) -> Iterator[Shape]:
        """Yield this shape and all inside it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


JSON = Shape(Kind.JSON, pa.string())


@dataclass(frozen=True)
class RowShape:
    """Columns of the rows of one writer schema.

    Attributes:
        names: column names.
        columns: shapes of the columns.
        is_record: False if the schema is not a record; then a row is the value of the only column.
    """

    names: tuple[str, ...]
    columns: tuple[Shape, ...]
    is_record: bool

    def batch_rows(self, most: int) -> int:
        """Number of rows of a batch: `most`, or as many as fit `MAX_ROW_BYTES`."""
        width = sum(column.width for column in self.columns)
        return min(most, max(1, MAX_ROW_BYTES // max(width, 1)))

    @cached_property
    def arrow_schema(self) -> pa.Schema:
        """Arrow schema of a batch."""
        return pa.schema([c.arrow_field(n) for n, c in zip(self.names, self.columns, strict=True)])


def row_shape(tree: AvroSchema) -> RowShape:
    """Columns for rows of a checked Avro schema (`AvroSchema.tree`)."""
    shape = _Shaper().shape(tree, "", 0)
    # A nullable record is not flattened: an absent record differs from one with null fields.
    if shape.kind is Kind.RECORD and shape.null_branch is None:
        return RowShape(shape.names, tuple(_all_or_json(child) for child in shape.children), is_record=True)
    return RowShape(("value",), (_all_or_json(shape),), is_record=False)


def _all_or_json(shape: Shape) -> Shape:
    """The column, or canonical JSON if a part of it requires that."""
    return JSON if any(part.kind is Kind.JSON for part in shape.walk()) else shape


_SIMPLE: dict[str, Shape] = {
    "null": Shape(Kind.NULL, pa.null()),
    "boolean": Shape(Kind.BOOLEAN, pa.bool_(), len_min=1),
    "int": Shape(Kind.INT, pa.int32(), len_min=1),
    "long": Shape(Kind.LONG, pa.int64(), len_min=1),
    "float": Shape(Kind.FLOAT, pa.float32(), len_min=4),
    "double": Shape(Kind.DOUBLE, pa.float64(), len_min=8),
    "string": Shape(Kind.STRING, pa.string(), len_min=1),
    "bytes": Shape(Kind.BYTES, pa.binary(), len_min=1),
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
    """A single pass over a schema; each use of a named type gets a separate shape."""

    named: dict[str, tuple[AvroSchema, str]] = field(
        default_factory=dict
    )  # full name -> definition, namespace
    open: list[str] = field(default_factory=list)  # records around the current node
    num_columns: int = 0

    def shape(self, node: AvroSchema, namespace: str, depth: int) -> Shape:
        self.num_columns += not isinstance(node, list)
        if depth > MAX_DEPTH or self.num_columns > MAX_COLUMNS:
            return JSON
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
                return Shape(Kind.ENUM, arrow, names=tuple(node["symbols"]), len_min=1)
            case "fixed":
                self.named.setdefault(full_name(node, namespace), (node, namespace))
                return _fixed(node)
            case "array":
                item = self.shape(node["items"], namespace, depth + 1)
                arrow = pa.list_(item.arrow_field("item"))
                return Shape(Kind.ARRAY, arrow, children=(item,), len_min=1)
            case "map":
                value = self.shape(node["values"], namespace, depth + 1)
                arrow = pa.map_(pa.string(), value.arrow_field("value"))
                return Shape(Kind.MAP, arrow, children=(_SIMPLE["string"], value), len_min=1)
        return _simple(kind, node) if kind in _SIMPLE else self._reference(kind, namespace, depth)

    def _reference(self, name: str, namespace: str, depth: int) -> Shape:
        if name in _SIMPLE:
            return _SIMPLE[name]
        for candidate in [name] if "." in name or not namespace else [f"{namespace}.{name}", name]:
            if candidate in self.open:
                return JSON
            if candidate in self.named:
                node, outer = self.named[candidate]
                return self.shape(node, outer, depth)
        return JSON  # defined at a level that was too deep

    def _union(self, node: list[AvroSchema], namespace: str, depth: int) -> Shape:
        others = [self.shape(branch, namespace, depth + 1) for branch in node if branch != "null"]
        if len(node) != 2 or len(others) != 1:
            return JSON
        return replace(others[0], null_branch=node.index("null"))

    def _record(self, node: Mapping[str, AvroSchema], namespace: str, depth: int) -> Shape:
        full = full_name(node, namespace)
        self.named.setdefault(full, (node, namespace))
        self.open.append(full)
        inner = full.rpartition(".")[0]
        children = tuple(self.shape(member["type"], inner, depth + 1) for member in node["fields"])
        self.open.pop()
        names = tuple(member["name"] for member in node["fields"])
        arrow = pa.struct([child.arrow_field(name) for name, child in zip(names, children, strict=True)])
        len_min = sum(1 if child.null_branch is not None else child.len_min for child in children)
        return Shape(Kind.RECORD, arrow, names=names, children=children, len_min=len_min)


def _simple(kind: str, node: Mapping[str, AvroSchema]) -> Shape:
    logical = node.get("logicalType")
    if not isinstance(logical, str):
        return _SIMPLE[kind]
    if kind == "bytes" and logical == "decimal":
        return _decimal(Kind.DECIMAL_BYTES, node, 1, 0)
    return replace(_SIMPLE[kind], arrow=_LOGICAL.get((kind, logical), _SIMPLE[kind].arrow))


def _fixed(node: Mapping[str, AvroSchema]) -> Shape:
    size = node["size"]
    if node.get("logicalType") == "decimal":
        return _decimal(Kind.DECIMAL_FIXED, node, size, size)
    if size == 0:
        return JSON
    # A null of fixed_size_binary takes as much space as a value, for any size in a schema.
    arrow = pa.binary(size) if size <= MAX_FIXED else pa.binary()
    return Shape(Kind.FIXED, arrow, len_min=size, size=size)


def _decimal(kind: Kind, node: Mapping[str, AvroSchema], len_min: int, size: int) -> Shape:
    precision, scale = node["precision"], node.get("scale", 0)
    if precision > 76:
        return JSON
    arrow = (pa.decimal128 if precision <= 38 else pa.decimal256)(precision, scale)
    return Shape(kind, arrow, len_min=len_min, size=size, scale=scale)
