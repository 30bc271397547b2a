# SPDX-License-Identifier: Apache-2.0
"""Canonical JSON rows to Avro binary, and the canonical row that a reader must return for those bytes.

A row is converted to a value for fastavro, which writes the bytes. A union's branch is the one that the row
names, never guessed from a value's type. This module itself assembles only data that fastavro cannot write:
other splits of arrays and maps, text that is not UTF-8, rejected schemas.
"""

from __future__ import annotations

import contextlib
import math
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.avro.binary import ArrayForm, encode_datum, encode_items, encode_long
from hudi_conformance.encode.avro.schema import AvroType
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.model.common import AvroValue, JsonValue

RULE = "log.avro.datum"
_FLOATS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_FLOAT_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_DECIMAL_TEXT = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?\Z")
_MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Datum:
    """One value: its binary form, and its canonical JSON form."""

    data: bytes
    row: Any


def encode_row(schema: AvroType, row: JsonValue, form: ArrayForm = ArrayForm.ONE) -> Datum:
    """Encode one canonical row with its schema [log.avro.datum].

    Raises:
        EncodeError: the row is not a value of the schema.
    """
    value = avro_value(schema, row, "row")
    return Datum(encode_value(schema, value, form), schema.show(value))


def encode_value(schema: AvroType, value: AvroValue, form: ArrayForm) -> bytes:
    """Encode a result of `avro_value`."""
    if form is ArrayForm.ONE and schema.library is not None:
        with contextlib.suppress(TypeError):
            return encode_datum(schema.library, value)
    return _assemble(schema, value, form)


def _assemble(schema: AvroType, value: AvroValue, form: ArrayForm) -> bytes:
    match schema.kind:
        case "record":
            return b"".join(_assemble(kind, value[name], form) for name, kind in schema.fields)
        case "union":
            name, inner = ("null", None) if value is None else value
            index = [branch.branch for branch in schema.branches].index(name)
            return encode_long(index) + _assemble(schema.branches[index], inner, form)
        case "array":
            return encode_items([_assemble(schema.item, item, form) for item in value], form)
        case "map":
            items = [encode_datum("string", k) + _assemble(schema.item, v, form) for k, v in value.items()]
            return encode_items(items, form)
        case "string" if isinstance(value, bytes):
            return encode_datum("bytes", value)
        case "enum":
            return encode_long(schema.symbols.index(value))
        case "fixed":
            return bytes(value)
    return encode_datum(schema.kind, value)


def avro_value(schema: AvroType, row: JsonValue, where: str, depth: int = 0) -> AvroValue:
    """Value of a canonical row: bytes for bytes and for text that is not UTF-8, (branch, value) in unions.

    Raises:
        EncodeError: the row is not a value of the schema.
    """
    if depth > _MAX_DEPTH:
        raise _bad(where, f"nesting of at most {_MAX_DEPTH}", "more")
    depth += 1
    match schema.kind:
        case "record":
            names = [name for name, _ in schema.fields]
            if not isinstance(row, dict) or set(row) != set(names):
                raise _bad(where, f"an object with exactly the fields {names}", row)
            return {
                name: avro_value(kind, row[name], f"{where}.{name}", depth) for name, kind in schema.fields
            }
        case "union":
            return _union(schema, row, where, depth)
        case "array":
            if not isinstance(row, list):
                raise _bad(where, "a list", row)
            return [avro_value(schema.item, item, f"{where}[{i}]", depth) for i, item in enumerate(row)]
        case "map":
            if not isinstance(row, dict):
                raise _bad(where, "an object", row)
            values = {key: avro_value(schema.item, x, f"{where}[{key!r}]", depth) for key, x in row.items()}
            return {utf8(key, where).decode(): value for key, value in values.items()}
        case kind:
            return _SCALARS[kind](schema, row, where)


def _union(schema: AvroType, row: JsonValue, where: str, depth: int) -> AvroValue:
    names = [branch.branch for branch in schema.branches]
    if row is None:
        if "null" not in names:
            raise _bad(where, f"a value of {names}", None)
        return None
    if schema.optional is not None:
        return schema.optional.branch, avro_value(schema.optional, row, where, depth)
    if not isinstance(row, dict) or len(row) != 1 or next(iter(row)) not in names:
        raise _bad(where, f"null or {{branch: value}} with a branch of {names}", row)
    ((branch, value),) = row.items()
    return branch, avro_value(schema.branches[names.index(branch)], value, f"{where}<{branch}>", depth)


def _bad(where: str, expected: object, actual: object) -> EncodeError:
    return EncodeError("schema-mismatch", RULE, where, expected, actual)


# --- scalars -----------------------------------------------------------------------------------------


def integer(value: JsonValue, bits: int, where: str) -> int:
    """An integer of a canonical row: a number up to 32 bits, decimal text above."""
    number = value
    if bits == 64:
        if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,20}", value):
            raise _bad(where, "decimal text of a 64-bit integer", value)
        number = int(value)
    if not isinstance(number, int) or isinstance(number, bool):
        raise _bad(where, "a number", value)
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise _bad(where, f"a signed {bits}-bit integer", value)
    return number


def floating(value: JsonValue, where: str) -> float:
    """A float or double of a canonical row, from its text."""
    if isinstance(value, str) and (value in _FLOATS or _FLOAT_TEXT.match(value)):
        number = _FLOATS[value] if value in _FLOATS else float(value)
        if value in _FLOATS or not math.isinf(number):
            return number
    raise _bad(where, "text of a floating-point number, NaN, Infinity or -Infinity", value)


def single(value: JsonValue, where: str) -> float:
    """A float of a canonical row that fits 32 bits after rounding."""
    number = floating(value, where)
    try:
        struct.pack(">f", number)
    except OverflowError:
        raise _bad(where, "a 32-bit float", value) from None
    return number


def binary(value: JsonValue, where: str) -> bytes:
    """Bytes of a canonical row, from hex."""
    if isinstance(value, str):
        try:
            return bytes.fromhex(value)
        except ValueError:
            pass
    raise _bad(where, "bytes as hex", value)


def text(value: JsonValue, where: str) -> bytes:
    """A string of a canonical row as its bytes; `{"$utf8": hex}` denotes bytes that are not UTF-8."""
    if isinstance(value, dict) and set(value) == {"$utf8"}:
        return binary(value["$utf8"], where)
    return utf8(value, where)


def utf8(value: JsonValue, where: str) -> bytes:
    """Text that must be well-formed, as its bytes."""
    if isinstance(value, str):
        try:
            return value.encode("utf-8")
        except UnicodeEncodeError:
            pass
    raise _bad(where, "well-formed text", value)


def unscaled(value: JsonValue, scale: int, where: str) -> int:
    """Exact unscaled integer of plain decimal text; digits beyond the scale must be zeros."""
    parts = _DECIMAL_TEXT.match(value) if isinstance(value, str) else None
    if parts is None or len(value) > 1000:
        raise _bad(where, "plain decimal text", value)
    sign, integral, fraction = parts[1], parts[2], (parts[3] or "").rstrip("0")
    if len(fraction) > scale:
        raise _bad(where, f"at most {scale} decimal places", value)
    return int(f"{sign}{integral}{fraction.ljust(scale, '0')}")


def decimal_bytes(number: int) -> bytes:
    """Shortest big-endian two's complement, as in Java's BigInteger."""
    return number.to_bytes(((number if number >= 0 else ~number).bit_length() // 8) + 1, "big", signed=True)


def _null(_: AvroType, row: JsonValue, where: str) -> None:
    if row is not None:
        raise _bad(where, "null", row)


def _boolean(_: AvroType, row: JsonValue, where: str) -> bool:
    if not isinstance(row, bool):
        raise _bad(where, "true or false", row)
    return row


def _bytes(schema: AvroType, row: JsonValue, where: str) -> bytes:
    return binary(row, where) if schema.logical != "decimal" else decimal_bytes(_decimal(schema, row, where))


def _decimal(schema: AvroType, row: JsonValue, where: str) -> int:
    number = unscaled(row, schema.scale, where)
    if len(str(abs(number))) > schema.precision:
        raise _bad(where, f"at most {schema.precision} digits", row)
    return number


def _string(_: AvroType, row: JsonValue, where: str) -> str | bytes:
    data = text(row, where)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def _fixed(schema: AvroType, row: JsonValue, where: str) -> bytes:
    if schema.logical == "decimal":
        return _decimal(schema, row, where).to_bytes(schema.size, "big", signed=True)
    data = binary(row, where)
    if len(data) != schema.size:
        raise _bad(where, f"{schema.size} bytes", row)
    return data


def _enum(schema: AvroType, row: JsonValue, where: str) -> str:
    if row not in schema.symbols:
        raise _bad(where, f"one of {list(schema.symbols)}", row)
    return str(row)


_SCALARS: dict[str, Callable[[AvroType, Any, str], Any]] = {
    "null": _null, "boolean": _boolean, "bytes": _bytes, "string": _string, "fixed": _fixed, "enum": _enum,
    "int": lambda _, row, where: integer(row, 32, where),
    "long": lambda _, row, where: integer(row, 64, where),
    "float": lambda _, row, where: single(row, where),
    "double": lambda _, row, where: floating(row, where),
}  # fmt: skip
