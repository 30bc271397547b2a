# SPDX-License-Identifier: Apache-2.0
"""Columns of an Avro schema as columns of Spark.

| Arrow (see `decode.bulk.shape`) | Spark |
|---|---|
| null | string, always null |
| timestamp of milli- and microseconds, with UTC, without a zone | timestamp, timestamp_ntz |
| timestamp of nanoseconds; time of day | bigint; int or bigint: the stored integer |
| enum, decimal of more than 38 digits, canonical JSON | string |
| fixed | binary |
| other types | the type of the same name |
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.canonical.scalars import canonical_decimal
from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.bulk.shape import RowShape, row_shape

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

MAX_DIGITS = 38
_SIMPLE = {
    pa.null(): "string", pa.bool_(): "boolean", pa.int32(): "int", pa.int64(): "bigint",
    pa.float32(): "float", pa.float64(): "double", pa.string(): "string", pa.binary(): "binary",
    pa.date32(): "date",
}  # fmt: skip


def shape_of_option(text: str) -> RowShape:
    """Shape of the Avro schema in the option `schema`; raises ValueError."""
    try:
        return row_shape(parse_schema(text).tree)
    except SchemaError as error:
        raise ValueError(f"option schema: {error}") from None


def spark_type(kind: pa.DataType) -> str:
    """Name of the Spark type for an Arrow type of a shape."""
    types = pa.types
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if types.is_timestamp(kind):
        if kind.unit == "ns":
            return "bigint"
        return "timestamp" if kind.tz else "timestamp_ntz"
    if types.is_time(kind):
        return "int" if kind.bit_width == 32 else "bigint"
    if types.is_decimal(kind) and kind.precision <= MAX_DIGITS:
        return f"decimal({kind.precision},{kind.scale})"
    if types.is_fixed_size_binary(kind):
        return "binary"
    if types.is_struct(kind) and kind.num_fields:
        fields = (kind.field(i) for i in range(kind.num_fields))
        return f"struct<{','.join(f'{quoted(field.name)}:{spark_type(field.type)}' for field in fields)}>"
    if types.is_list(kind):
        return f"array<{spark_type(kind.value_type)}>"
    if types.is_map(kind):
        return f"map<string,{spark_type(kind.item_type)}>"
    return "string"


def quoted(name: str) -> str:
    """A name as DDL takes it."""
    return "`" + name.replace("`", "``") + "`"


def columns_ddl(shape: RowShape, taken: AbstractSet[str]) -> str:
    """DDL of the columns of a shape, each nullable; duplicate names get an underscore."""
    return ", ".join(
        f"{quoted(free_name(name, taken))} {spark_type(column.arrow)}"
        for name, column in zip(shape.names, shape.columns, strict=True)
    )


def free_name(name: str, taken: AbstractSet[str]) -> str:
    """Name of a column of the schema next to columns of the source; Spark ignores case."""
    while name.lower() in taken:
        name += "_"
    return name


def to_spark(array: pa.Array, target: pa.DataType) -> pa.Array:
    """An array of a shape as the Arrow type that Spark expects for it.

    A timestamp out of the range of microseconds becomes null.
    """
    kind = array.type
    if kind == target:
        return array
    types = pa.types
    if types.is_dictionary(kind):
        return array.dictionary_decode().cast(target)
    if types.is_time(kind):
        return array.view(pa.int32() if kind.bit_width == 32 else pa.int64()).cast(target)
    if types.is_timestamp(kind):
        if types.is_integer(target):
            return array.view(pa.int64()).cast(target)
        return _timestamps(array, target)
    if types.is_decimal(kind) and types.is_string(target):
        texts = [None if value is None else canonical_decimal(value) for value in array.to_pylist()]
        return pa.array(texts, target)
    if types.is_null(kind):
        return pa.nulls(len(array), target)
    if types.is_struct(kind) and types.is_struct(target):
        children = [to_spark(array.field(i), target.field(i).type) for i in range(kind.num_fields)]
        fields = [target.field(i) for i in range(target.num_fields)]
        return pa.StructArray.from_arrays(children, fields=fields, mask=array.is_null())
    if types.is_map(kind) and types.is_map(target):
        offsets = _offsets(array)
        keys, items = to_spark(array.keys, target.key_type), to_spark(array.items, target.item_type)
        return pa.MapArray.from_arrays(offsets, keys, items, type=target)
    if types.is_list(kind) and types.is_list(target):
        return pa.ListArray.from_arrays(
            _offsets(array), to_spark(array.values, target.value_type), type=target
        )
    return array.cast(target)


def arrow_schema(schema: StructType) -> pa.Schema:
    """Arrow types that Spark expects in batches of a schema."""
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415 - needs pandas

    try:
        return to_arrow_schema(schema, timezone="UTC")
    except TypeError:  # Spark 4.0 assumes UTC
        return to_arrow_schema(schema)


def spark_batch(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """A batch whose columns are those of a schema of Spark, by position."""
    columns = zip(batch.columns, schema, strict=True)
    return pa.RecordBatch.from_arrays([to_spark(each, field.type) for each, field in columns], schema=schema)


def _offsets(array: pa.ListArray | pa.MapArray) -> pa.Array:
    """Offsets of a list or map, null where the value is."""
    if not array.null_count:
        return array.offsets
    nulls = pa.concat_arrays([array.is_null(), pa.array([False])])
    return pc.if_else(nulls, pa.scalar(None, pa.int32()), array.offsets)


def _timestamps(array: pa.Array, target: pa.DataType) -> pa.Array:
    try:
        return array.cast(target)
    except pa.ArrowInvalid:
        numbers = array.view(pa.int64())
        limit = ((1 << 63) - 1) // 1000
        in_range = pc.and_(pc.less_equal(numbers, limit), pc.greater_equal(numbers, -limit))
        return pc.if_else(in_range, numbers, pa.scalar(None, pa.int64())).view(array.type).cast(target)
