# SPDX-License-Identifier: Apache-2.0
"""Convert rows of the checked decoder to Arrow, and Arrow to canonical rows.

Rows are what `avro_schema.AvroSchema.decode` yields: physical values, with unions of null and one other type
as plain values. Their batches have the types of `shape`. A column whose values do not fit its Arrow type
(text that is not UTF-8, a decimal of too many digits) becomes a column of canonical JSON in that batch.
"""

from __future__ import annotations

import decimal
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.canonical import scalars
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.shape import JSON, JSON_METADATA, Kind, RowShape, Shape
from hudi_conformance.decode.source import utf8_or_bytes
from hudi_conformance.model.common import AvroSchema, AvroValue, JsonValue

MAX_BYTES = 1 << 30  # bytes of arrays and maps in one column; beyond, it becomes JSON
_Convert: TypeAlias = Callable[[AvroValue], AvroValue]
_CONTEXT = decimal.Context(prec=1000)


def batch_of_rows(rows: Sequence[AvroValue], shape: RowShape, tree: AvroSchema) -> pa.RecordBatch:
    """Arrow batch of rows of the Avro schema `tree`, whose columns are `shape`."""
    columns = [
        _column([row[name] for row in rows] if shape.is_record else list(rows), column)
        for name, column in zip(shape.names, shape.columns, strict=True)
    ]
    schema = shape.arrow_schema
    unfit = [number for number, column in enumerate(columns) if column is None]
    if unfit:
        canonical = list(map(RowMapper(tree), rows))
        for number in unfit:
            name = shape.names[number]
            texts = [_json_text(row[name] if shape.is_record else row) for row in canonical]
            columns[number] = pa.array(texts, pa.string())
            schema = schema.set(number, JSON.arrow_field(name))
    if not columns:
        return pa.RecordBatch.from_struct_array(pa.array([{}] * len(rows), pa.struct([])))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _json_text(value: JsonValue) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _column(values: list[AvroValue], shape: Shape) -> pa.Array | None:
    """Arrow column of the values, None if they must become JSON."""
    if shape.kind is Kind.JSON or sum(_num_bytes(value, shape) for value in values) > MAX_BYTES:
        return None
    convert = _converter(shape)
    try:
        return _with_symbols(pa.array([convert(value) for value in values], _plain(shape)), shape)
    except (pa.ArrowException, ValueError, OverflowError, TypeError, decimal.DecimalException):
        return None


def _num_bytes(value: AvroValue, shape: Shape) -> int:
    """Bytes that arrays and maps in the value take in Arrow, if absent elements are as wide as others."""
    if value is None or not shape.children:
        return 0
    if shape.kind is Kind.RECORD:
        return sum(_num_bytes(value[n], c) for n, c in zip(shape.names, shape.children, strict=True))
    item = shape.children[-1]
    items = value.values() if isinstance(value, Mapping) else value
    inside = sum(_num_bytes(element, item) for element in items) if item.children else 0
    return item.width * len(value) + inside


def _converter(shape: Shape) -> _Convert:
    """Function from a decoded value to the one that `pyarrow.array` accepts for the Arrow type."""
    children = [_converter(child) for child in shape.children]
    match shape.kind:
        case Kind.RECORD:
            members = list(zip(shape.names, children, strict=True))
            convert: _Convert = lambda value: {name: f(value[name]) for name, f in members}
        case Kind.ARRAY:
            convert = lambda value: [children[0](item) for item in value]
        case Kind.MAP:
            convert = lambda value: [(k, children[1](v)) for k, v in value.items()]
        case Kind.DECIMAL_BYTES | Kind.DECIMAL_FIXED:
            convert = lambda value: _decimal(value, shape.scale)
        case _:
            return lambda value: value
    return lambda value: None if value is None else convert(value)


def _has_enum(shape: Shape) -> bool:
    return any(part.kind is Kind.ENUM for part in shape.walk())


def _plain(shape: Shape) -> pa.DataType:
    """Arrow type of the shape with symbols of enums as text.

    pyarrow would build a dictionary from the symbols that occur. It would differ from the schema's, and lack
    the placeholder of an absent record.
    """
    if not _has_enum(shape):
        return shape.arrow
    fields = [
        pa.field(name, _plain(child), nullable=child.is_nullable)
        for name, child in zip(shape.names, shape.children, strict=False)
    ]
    match shape.kind:
        case Kind.RECORD:
            return pa.struct(fields)
        case Kind.ARRAY:
            item = shape.children[0]
            return pa.list_(pa.field("item", _plain(item), nullable=item.is_nullable))
        case Kind.MAP:
            value = shape.children[1]
            return pa.map_(pa.string(), pa.field("value", _plain(value), nullable=value.is_nullable))
    return pa.string()


def _with_symbols(array: pa.Array, shape: Shape) -> pa.Array:
    """Convert an array of type `_plain(shape)`, whose offset is 0, to type `shape.arrow`."""
    if not _has_enum(shape):
        return array
    if shape.kind is Kind.ENUM:
        symbols = pa.array(shape.names, pa.string())
        indices = pc.index_in(array, value_set=symbols)
        if shape.null_branch is None:  # the placeholder of an absent record is the empty text, not a symbol
            indices = indices.fill_null(0)
        return pa.DictionaryArray.from_arrays(indices, symbols)
    buffers = array.buffers()
    if shape.kind is Kind.RECORD:
        children = [_with_symbols(array.field(i), child) for i, child in enumerate(shape.children)]
        return pa.Array.from_buffers(shape.arrow, len(array), buffers[:1], children=children)
    inside = _with_symbols(array.items if shape.kind is Kind.MAP else array.values, shape.children[-1])
    if shape.kind is Kind.MAP:
        entries = pa.struct([shape.arrow.key_field, shape.arrow.item_field])
        inside = pa.Array.from_buffers(entries, len(inside), [None], children=[array.keys, inside])
    return pa.Array.from_buffers(shape.arrow, len(array), buffers[:2], children=[inside])


def _decimal(value: bytes | decimal.Decimal, scale: int) -> decimal.Decimal:
    if isinstance(value, decimal.Decimal):  # of a Parquet block
        return value
    number = int.from_bytes(value, "big", signed=True)
    return decimal.Decimal(number).scaleb(-scale, _CONTEXT)


# --- Arrow to canonical rows -----------------------------------------------------------------------------


def canonical_rows(batch: pa.RecordBatch, shape: RowShape) -> list[JsonValue]:
    """Rows of a batch in canonical JSON, equal to the checked decoder's rows mapped by `RowMapper`."""
    columns = []
    for index, column in enumerate(shape.columns):
        field = batch.schema.field(index)
        is_json = bool(field.metadata) and dict(field.metadata).items() >= JSON_METADATA.items()
        columns.append(_canonical_column(batch.column(index), JSON if is_json else column))
    if not shape.is_record:
        return columns[0]
    if not columns:
        return [{} for _ in range(batch.num_rows)]
    return [dict(zip(shape.names, row, strict=True)) for row in zip(*columns, strict=True)]


def _canonical_column(array: pa.Array, shape: Shape) -> list[JsonValue]:
    canonical = _CANONICAL[shape.kind]
    return [None if value is None else canonical(value) for value in _physical(array, shape)]


def _physical(array: pa.Array, shape: Shape) -> list[AvroValue]:
    """Python values: integers for dates and times; nested types are already canonical."""
    match shape.kind:
        case Kind.INT:
            return _list(array.view(pa.int32()))
        case Kind.LONG:
            return _list(array.view(pa.int64()))
        case Kind.ENUM:
            return _list(array.dictionary_decode())
        case Kind.RECORD:
            return _records(array, shape)
        case Kind.ARRAY:
            items = _canonical_column(array.values, shape.children[0])
            return _cut(array, items, list)
        case Kind.MAP:
            keys = _canonical_column(array.keys, shape.children[0])
            values = _canonical_column(array.items, shape.children[1])
            return _cut(array, list(zip(keys, values, strict=True)), dict)
    return _list(array)


def _records(array: pa.StructArray, shape: Shape) -> list[AvroValue]:
    fields = [_canonical_column(array.field(i), child) for i, child in enumerate(shape.children)]
    rows: Iterable[Sequence[JsonValue]] = (
        zip(*fields, strict=True) if fields else ([] for _ in range(len(array)))
    )
    valid = _list(array.is_valid())
    return [
        dict(zip(shape.names, row, strict=True)) if is_there else None
        for row, is_there in zip(rows, valid, strict=True)
    ]


def _cut(
    array: pa.Array, items: list[JsonValue], make: Callable[[list[JsonValue]], JsonValue]
) -> list[JsonValue]:
    offsets = _list(array.offsets)
    valid = _list(array.is_valid())
    return [make(items[offsets[i] : offsets[i + 1]]) if valid[i] else None for i in range(len(array))]


def _list(array: pa.Array) -> list[AvroValue]:
    try:
        return array.to_pylist()  # type: ignore[no-any-return]  # untyped
    except UnicodeDecodeError:
        return [None if raw is None else utf8_or_bytes(raw) for raw in array.cast(pa.binary()).to_pylist()]


_CANONICAL: Mapping[Kind, Callable[[AvroValue], JsonValue]] = {
    Kind.NULL: lambda value: value,
    Kind.BOOLEAN: bool,
    Kind.INT: int,
    Kind.LONG: str,
    Kind.FLOAT: scalars.canonical_float32,
    Kind.DOUBLE: scalars.canonical_float64,
    Kind.STRING: scalars.canonical_text,
    Kind.BYTES: scalars.canonical_bytes,
    Kind.FIXED: scalars.canonical_bytes,
    Kind.ENUM: scalars.canonical_text,
    Kind.DECIMAL_BYTES: scalars.canonical_decimal,
    Kind.DECIMAL_FIXED: scalars.canonical_decimal,
    Kind.ARRAY: lambda value: value,
    Kind.MAP: lambda value: value,
    Kind.RECORD: lambda value: value,
    Kind.JSON: json.loads,
}
