# SPDX-License-Identifier: Apache-2.0
"""The content of a Parquet block: canonical rows through Arrow into one complete Parquet file.

The bytes depend on the Arrow release (it signs its files); the rows do not.
"""

from __future__ import annotations

import decimal
import io
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.encode.avro.rows import binary, floating
from hudi_conformance.encode.avro.schema import AvroType
from hudi_conformance.encode.errors import EncodeError, check
from hudi_conformance.model.common import JsonValue

COMPRESSIONS = frozenset({"NONE", "SNAPPY", "GZIP", "ZSTD"})
_RULE = "log.parquet.form"
_MAX_DEPTH = 50
_MAX_DIGITS = 38  # of 128 bits
_SIMPLE = {
    "boolean": pa.bool_(), "int": pa.int32(), "long": pa.int64(), "float": pa.float32(),
    "double": pa.float64(), "bytes": pa.binary(), "string": pa.string(), "enum": pa.string(),
}  # fmt: skip
_LOGICAL = {
    "date": pa.date32(), "time-millis": pa.time32("ms"), "time-micros": pa.time64("us"),
    "timestamp-millis": pa.timestamp("ms", tz="UTC"), "timestamp-micros": pa.timestamp("us", tz="UTC"),
    "local-timestamp-millis": pa.timestamp("ms"), "local-timestamp-micros": pa.timestamp("us"),
}  # fmt: skip


def encode_parquet(schema: AvroType, rows: Sequence[Any], compression: str) -> bytes:
    """Encode rows that are known to match `schema` [log.parquet.form]; no rows give no bytes.

    The file lacks the Avro schema, which is in the header of its block.

    Raises:
        EncodeError: a compression or a type that this writer does not support in Parquet.
    """
    is_known = isinstance(compression, str) and compression in COMPRESSIONS
    check(is_known, "bad-value", _RULE, "Parquet compression", f"one of {sorted(COMPRESSIONS)}", compression)
    if not rows:
        return b""  # as Hudi does; not a Parquet file without rows [log.parquet.empty]
    if not schema.fields:
        raise EncodeError("bad-schema", _RULE, "schema of a Parquet block", "at least one field", "none")
    try:
        return _write(schema, rows, compression)
    except pa.ArrowException as error:
        raise EncodeError("bad-value", _RULE, "rows", "values that Arrow takes", str(error)) from error


def _write(schema: AvroType, rows: Sequence[Any], compression: str) -> bytes:
    fields = [_field(name, kind, 0) for name, kind in schema.fields]
    columns = [
        pa.array([_value(kind, row[name]) for row in rows], type=field.type)
        for (name, kind), field in zip(schema.fields, fields, strict=True)
    ]
    table = pa.Table.from_arrays(columns, schema=pa.schema(fields))
    sink = io.BytesIO()
    pq.write_table(
        table, sink, compression=compression, use_dictionary=False, write_statistics=False, store_schema=False
    )
    return sink.getvalue()


def _field(name: str, kind: AvroType, depth: int) -> pa.Field:
    inner = kind.optional
    return pa.field(name, _type(inner or kind, depth), nullable=inner is not None)


def _type(kind: AvroType, depth: int) -> pa.DataType:
    if depth > _MAX_DEPTH:
        raise EncodeError("bad-value", _RULE, "schema of a Parquet block", "no recursion", kind.branch)
    if kind.logical == "decimal":
        expected = f"a decimal of at most {_MAX_DIGITS} digits"
        is_short = kind.precision <= _MAX_DIGITS
        check(is_short, "bad-value", _RULE, "type of a Parquet column", expected, kind.precision)
        return pa.decimal128(kind.precision, kind.scale)
    if kind.logical in _LOGICAL:
        return _LOGICAL[kind.logical]
    if kind.kind in _SIMPLE:
        return _SIMPLE[kind.kind]
    match kind.kind:
        case "fixed":
            return pa.binary(kind.size)
        case "array":
            return pa.list_(_field("element", kind.item, depth + 1))
        case "map":
            return pa.map_(pa.string(), _field("value", kind.item, depth + 1))
        case "record":
            return pa.struct([_field(name, inner, depth + 1) for name, inner in kind.fields])
    expected = "no null alone and no wide union"
    raise EncodeError("bad-value", _RULE, "type of a Parquet column", expected, kind.kind)


def _value(kind: AvroType, row: JsonValue) -> JsonValue:
    if row is None:
        return None
    kind = kind.optional or kind
    if kind.logical == "decimal":
        return decimal.Decimal(row)
    match kind.kind:
        case "long":
            return int(row)
        case "float" | "double":
            return floating(row, "column")
        case "bytes" | "fixed":
            return binary(row, "column")
        case "array":
            return [_value(kind.item, item) for item in row]
        case "map":
            return [(key, _value(kind.item, item)) for key, item in row.items()]
        case "record":
            return {name: _value(inner, row[name]) for name, inner in kind.fields}
    return row
