# SPDX-License-Identifier: Apache-2.0
"""Arrow batches of Spark as canonical rows for the reference writer, by an Avro schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import islice, pairwise
from typing import Any

import pyarrow as pa

from hudi_conformance.canonical.scalars import canonical_decimal, canonical_float32, canonical_float64
from hudi_conformance.decode.bulk.shape import Kind, RowShape, Shape
from hudi_conformance.model.common import AvroSchema

_PLAIN: Mapping[Kind, Callable[[Any], Any]] = {
    Kind.NULL: lambda _: None,
    Kind.BOOLEAN: bool,
    Kind.INT: int,
    Kind.LONG: str,
    Kind.FLOAT: canonical_float32,
    Kind.DOUBLE: canonical_float64,
    Kind.STRING: str,
    Kind.BYTES: bytes.hex,
    Kind.FIXED: bytes.hex,
    Kind.ENUM: str,
    Kind.DECIMAL_BYTES: canonical_decimal,
    Kind.DECIMAL_FIXED: canonical_decimal,
    Kind.JSON: json.loads,
}


def avro_schema(schema: pa.Schema, name: str = "row") -> dict[str, Any]:
    """Avro schema for the columns of a Spark schema, all of them nullable.

    Raises:
        ValueError: a type without equivalent in Avro; the option `schema` helps.
    """
    fields = [
        {"name": field.name, "type": ["null", _avro(field.type, f"{name}_{i}")], "default": None}
        for i, field in enumerate(schema)
    ]
    return {"type": "record", "name": name, "namespace": "hudi.conformance", "fields": fields}


_AVRO: Mapping[pa.DataType, AvroSchema] = {
    pa.bool_(): "boolean", pa.int8(): "int", pa.int16(): "int", pa.int32(): "int", pa.int64(): "long",
    pa.float32(): "float", pa.float64(): "double", pa.string(): "string", pa.large_string(): "string",
    pa.binary(): "bytes", pa.large_binary(): "bytes", pa.date32(): {"type": "int", "logicalType": "date"},
}  # fmt: skip


def _avro(kind: pa.DataType, name: str) -> AvroSchema:
    types = pa.types
    if kind in _AVRO:
        return _AVRO[kind]
    if types.is_timestamp(kind):
        return {"type": "long", "logicalType": f"{'' if kind.tz else 'local-'}timestamp-micros"}
    if types.is_decimal(kind):
        decimal = {"logicalType": "decimal", "precision": kind.precision, "scale": kind.scale}
        return {"type": "bytes", **decimal}
    if types.is_list(kind):
        return {"type": "array", "items": ["null", _avro(kind.value_type, f"{name}_item")]}
    if types.is_map(kind) and types.is_string(kind.key_type):
        return {"type": "map", "values": ["null", _avro(kind.item_type, f"{name}_value")]}
    if types.is_struct(kind):
        return avro_schema(pa.schema([kind.field(i) for i in range(kind.num_fields)]), name)
    raise ValueError(f"no Avro type for {kind}: name one with the option `schema`")


def rows_of(batch: pa.RecordBatch, shape: RowShape) -> list[dict[str, Any]]:
    """Canonical rows of a batch: columns of the schema by name.

    Raises:
        ValueError: a column is missing, or its values do not match the schema.
    """
    missing = [name for name in shape.names if name not in batch.schema.names]
    if missing or not shape.is_record:
        raise ValueError(f"the rows have no column {', '.join(missing) or 'of a record'}")
    columns = []
    for name, column in zip(shape.names, shape.columns, strict=True):
        try:
            columns.append(_values(batch.column(name), column))
        except (pa.ArrowException, TypeError, AttributeError) as error:
            raise ValueError(f"column {name}: {error}") from error
    return [dict(zip(shape.names, row, strict=True)) for row in zip(*columns, strict=True)]


def _values(array: pa.Array, shape: Shape) -> list[Any]:
    match shape.kind:
        case Kind.RECORD:
            return _records(array, shape)
        case Kind.ARRAY:
            items = iter(_values(array.flatten(), shape.children[0]))
            lengths = array.value_lengths().to_pylist()
            return [None if num is None else list(islice(items, num)) for num in lengths]
        case Kind.MAP:
            entries = pa.concat_arrays([array])  # a separate array, without an offset
            keys = entries.keys.to_pylist()
            values = _values(entries.items, shape.children[1])
            offsets, valid = entries.offsets.to_pylist(), entries.is_valid().to_pylist()
            pairs = list(zip(keys, values, strict=True))
            spans = zip(pairwise(offsets), valid, strict=True)
            return [dict(pairs[start:stop]) if is_valid else None for (start, stop), is_valid in spans]
    convert = _PLAIN[shape.kind]
    return [None if value is None else convert(value) for value in _physical(array, shape).to_pylist()]


def _records(array: pa.Array, shape: Shape) -> list[Any]:
    children = dict(zip((field.name for field in array.type), array.flatten(), strict=True))
    fields = zip(shape.names, shape.children, strict=True)
    columns = [_values(children[name], child) for name, child in fields]
    return [
        dict(zip(shape.names, row, strict=True)) if is_valid else None
        for row, is_valid in zip(zip(*columns, strict=True), array.is_valid().to_pylist(), strict=True)
    ]


def _physical(array: pa.Array, shape: Shape) -> pa.Array:
    """Dates and times as their stored integers, decimals with the scale of the schema."""
    types = pa.types
    if shape.kind in {Kind.INT, Kind.LONG}:
        if types.is_timestamp(array.type) and types.is_timestamp(shape.arrow):
            array = array.cast(pa.timestamp(shape.arrow.unit, array.type.tz))
        if types.is_temporal(array.type):
            array = array.view(pa.int32() if array.type.bit_width == 32 else pa.int64())
        return array.cast(pa.int32() if shape.kind is Kind.INT else pa.int64())
    if shape.kind in {Kind.DECIMAL_BYTES, Kind.DECIMAL_FIXED} and array.type != shape.arrow:
        return array.cast(shape.arrow)
    if types.is_dictionary(array.type):
        return array.dictionary_decode()
    return array
