# SPDX-License-Identifier: Apache-2.0
"""Types of the columns of a scenario: their values in rows, in Avro and in Arrow.

A decimal has 10 digits, 2 of them after the point; dates are days and timestamps microseconds since 1970.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pyarrow as pa

from hudi_conformance.encode.values import Parser, Values
from hudi_conformance.model.common import JsonValue

VALUES = Values("table.write.scenario")
_SCALE, _LEN_DECIMAL = 2, 5
_DECIMAL = re.compile(r"-?[0-9]{1,8}\.[0-9]{2}")


def _decimal(value: JsonValue, where: str) -> Decimal:
    if not isinstance(value, str) or not _DECIMAL.fullmatch(value):
        raise VALUES.bad(where, "text of a decimal with two digits after the point", value)
    return Decimal(value)


def _strings(value: JsonValue, where: str) -> list[str | None]:
    items = enumerate(VALUES.listed(value, where))
    return [None if item is None else VALUES.text(item, f"{where}[{at}]") for at, item in items]


@dataclass(frozen=True, slots=True)
class ColumnType:
    """A type of columns.

    Attributes:
        parse: checks a value of a row.
        arrow: its type in Arrow, and thereby in Parquet.
        avro: its type in Avro.
        described: a value in the description of a log file.
    """

    parse: Parser
    arrow: pa.DataType
    avro: JsonValue
    described: Callable[[Any], JsonValue] = lambda value: value


TYPES: Mapping[str, ColumnType] = {
    "string": ColumnType(VALUES.text, pa.string(), "string"),
    "long": ColumnType(VALUES.integer, pa.int64(), "long", str),
    "int": ColumnType(VALUES.int32, pa.int32(), "int"),
    "boolean": ColumnType(VALUES.boolean, pa.bool_(), "boolean"),
    "decimal": ColumnType(
        _decimal,
        pa.decimal128(10, _SCALE),
        {"type": "fixed", "size": _LEN_DECIMAL, "logicalType": "decimal", "precision": 10, "scale": _SCALE},
        str,
    ),
    "date": ColumnType(VALUES.int32, pa.date32(), {"type": "int", "logicalType": "date"}),
    "timestamp-micros": ColumnType(
        VALUES.integer, pa.timestamp("us", "UTC"), {"type": "long", "logicalType": "timestamp-micros"}, str
    ),
    "strings": ColumnType(_strings, pa.list_(pa.string()), {"type": "array", "items": ["null", "string"]}),
}


def avro_type(name: str, kind: str) -> JsonValue:
    """The Avro type of a column; fixed types have different names."""
    avro = TYPES[kind].avro
    return {**avro, "name": f"{name}_fixed"} if isinstance(avro, dict) and avro["type"] == "fixed" else avro
