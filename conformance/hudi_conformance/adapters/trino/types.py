# SPDX-License-Identifier: Apache-2.0
"""Convert rows of Trino's JSON protocol to an Arrow table with the types in the protocol."""

from __future__ import annotations

import base64
import datetime
import decimal
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import pyarrow as pa

Signature: TypeAlias = Mapping[str, Any]  # JSON of the protocol: rawType and arguments
_Convert: TypeAlias = Callable[[Any], Any]

_SIMPLE: dict[str, tuple[pa.DataType, _Convert]] = {
    "boolean": (pa.bool_(), bool),
    "tinyint": (pa.int8(), int),
    "smallint": (pa.int16(), int),
    "integer": (pa.int32(), int),
    "bigint": (pa.int64(), int),
    "real": (pa.float32(), float),  # NaN and Infinity come as text
    "double": (pa.float64(), float),
    "varchar": (pa.string(), str),
    "char": (pa.string(), str),
    "varbinary": (pa.binary(), base64.b64decode),
    "date": (pa.date32(), datetime.date.fromisoformat),
    "timestamp": (pa.timestamp("us"), datetime.datetime.fromisoformat),
}


def arrow_table(columns: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[object]]) -> pa.Table:
    """The table of a query.

    Args:
        columns: `name` and `typeSignature` of each.
        rows: values of each row, in the order of the columns.

    Raises:
        ValueError: a type that no Hudi column maps to.
    """
    fields, arrays = [], []
    for number, column in enumerate(columns):
        kind, convert = _type(column["typeSignature"])
        fields.append(pa.field(str(column["name"]), kind))
        values = [None if row[number] is None else convert(row[number]) for row in rows]
        arrays.append(pa.array(values, kind))
    return pa.table(arrays, schema=pa.schema(fields))


def _type(signature: Signature) -> tuple[pa.DataType, _Convert]:
    """The Arrow type of a signature, and a function that converts non-null JSON values to it."""
    raw = str(signature["rawType"])
    arguments = [argument["value"] for argument in signature.get("arguments", [])]
    if raw in _SIMPLE:
        return _SIMPLE[raw]
    if raw == "decimal":
        return pa.decimal128(*arguments), decimal.Decimal
    if raw == "array":
        item, convert = _type(arguments[0])
        return pa.list_(item), lambda values: [_or_none(convert, value) for value in values]
    if raw == "map":
        (key, of_key), (item, convert) = (_type(argument) for argument in arguments)
        return pa.map_(key, item), lambda values: [
            (of_key(name), _or_none(convert, value)) for name, value in values.items()
        ]
    if raw == "row":
        names = [argument["fieldName"]["name"] for argument in arguments]
        members = [_type(argument["typeSignature"]) for argument in arguments]
        kind = pa.struct([pa.field(name, kind) for name, (kind, _) in zip(names, members, strict=True)])
        return kind, lambda values: {
            name: _or_none(convert, value)
            for name, (_, convert), value in zip(names, members, values, strict=True)
        }
    raise ValueError(f"a column of Trino's type {raw}")


def _or_none(convert: _Convert, value: object) -> object:
    return None if value is None else convert(value)
