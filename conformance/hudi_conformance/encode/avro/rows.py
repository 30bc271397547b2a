# SPDX-License-Identifier: Apache-2.0
"""Canonical JSON rows to Avro binary, and the canonical row that a reader must show for those bytes.

A union's branch is the one the row names, never one guessed from a value's type: that is why this is
written by hand and not left to an Avro library.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hudi_conformance.canonical.rows import (
    canonical_bytes,
    canonical_decimal,
    canonical_float32,
    canonical_float64,
    canonical_text,
)
from hudi_conformance.encode.avro.binary import (
    ArrayForm,
    encode_bytes,
    encode_double,
    encode_float,
    encode_items,
    encode_long,
)
from hudi_conformance.encode.avro.schema import AvroType
from hudi_conformance.encode.errors import EncodeError

RULE = "log.avro.datum"
_FLOATS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_FLOAT_TEXT = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_DECIMAL_TEXT = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?\Z")
_MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Datum:
    """One value: its Avro binary, and its canonical JSON form."""

    data: bytes
    row: Any


def encode_row(schema: AvroType, row: Any, form: ArrayForm = ArrayForm.ONE) -> Datum:
    """Encode one canonical row with its schema [log.avro.datum].

    Raises:
        EncodeError: the row is not a value of the schema.
    """
    return _encode(schema, row, form, "row", 0)


def _bad(where: str, expected: object, got: object) -> EncodeError:
    return EncodeError("schema-mismatch", RULE, where, expected, got)


def _encode(schema: AvroType, row: Any, form: ArrayForm, where: str, depth: int) -> Datum:
    if depth > _MAX_DEPTH:
        raise _bad(where, f"nesting of at most {_MAX_DEPTH}", "more")
    match schema.kind:
        case "record":
            return _record(schema, row, form, where, depth)
        case "union":
            return _union(schema, row, form, where, depth)
        case "array":
            if not isinstance(row, list):
                raise _bad(where, "a list", row)
            assert schema.items is not None
            items = [_encode(schema.items, x, form, f"{where}[{i}]", depth + 1) for i, x in enumerate(row)]
            return Datum(encode_items([item.data for item in items], form), [item.row for item in items])
        case "map":
            return _map(schema, row, form, where, depth)
        case kind:
            return _SCALARS[kind](schema, row, where)


def _record(schema: AvroType, row: Any, form: ArrayForm, where: str, depth: int) -> Datum:
    names = [name for name, _ in schema.fields]
    if not isinstance(row, dict) or set(row) != set(names):
        raise _bad(where, f"an object with exactly the fields {names}", row)
    made = {n: _encode(t, row[n], form, f"{where}.{n}", depth + 1) for n, t in schema.fields}
    return Datum(b"".join(datum.data for datum in made.values()), {n: d.row for n, d in made.items()})


def _union(schema: AvroType, row: Any, form: ArrayForm, where: str, depth: int) -> Datum:
    names = [branch.branch for branch in schema.branches]
    if row is None:
        if "null" not in names:
            raise _bad(where, f"a value of {names}", None)
        return Datum(encode_long(names.index("null")), None)
    if schema.optional is not None:
        inner = _encode(schema.optional, row, form, where, depth + 1)
        return Datum(encode_long(1 - names.index("null")) + inner.data, inner.row)
    if not isinstance(row, dict) or len(row) != 1 or next(iter(row)) not in names:
        raise _bad(where, f"null or {{branch: value}} with a branch of {names}", row)
    ((chosen, value),) = row.items()
    index = names.index(chosen)
    inner = _encode(schema.branches[index], value, form, f"{where}<{chosen}>", depth + 1)
    return Datum(encode_long(index) + inner.data, {chosen: inner.row})


def _map(schema: AvroType, row: Any, form: ArrayForm, where: str, depth: int) -> Datum:
    if not isinstance(row, dict):
        raise _bad(where, "an object", row)
    assert schema.items is not None
    made = {key: _encode(schema.items, x, form, f"{where}[{key!r}]", depth + 1) for key, x in row.items()}
    items = [encode_bytes(utf8(key, where)) + datum.data for key, datum in made.items()]
    return Datum(encode_items(items, form), {key: datum.row for key, datum in made.items()})


# --- scalars -----------------------------------------------------------------------------------------


def integer(value: Any, bits: int, where: str) -> int:
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


def floating(value: Any, where: str) -> float:
    """A float or double of a canonical row, from its text."""
    if isinstance(value, str) and (value in _FLOATS or _FLOAT_TEXT.match(value)):
        number = _FLOATS[value] if value in _FLOATS else float(value)
        if value in _FLOATS or not math.isinf(number):
            return number
    raise _bad(where, "text of a floating-point number, NaN, Infinity or -Infinity", value)


def single(value: Any, where: str) -> float:
    """A float of a canonical row that fits 32 bits after rounding."""
    number = floating(value, where)
    try:
        struct.pack(">f", number)
    except OverflowError:
        raise _bad(where, "a 32-bit float", value) from None
    return number


def binary(value: Any, where: str) -> bytes:
    """Bytes of a canonical row, from hex."""
    if isinstance(value, str):
        try:
            return bytes.fromhex(value)
        except ValueError:
            pass
    raise _bad(where, "bytes as hex", value)


def text(value: Any, where: str) -> bytes:
    """A string of a canonical row as its bytes; `{"$utf8": hex}` gives bytes that are not UTF-8."""
    if isinstance(value, dict) and set(value) == {"$utf8"}:
        return binary(value["$utf8"], where)
    if not isinstance(value, str):
        raise _bad(where, "text", value)
    return value.encode("utf-8", "surrogatepass")


def utf8(value: Any, where: str) -> bytes:
    """Text that must be well-formed, as its bytes."""
    if isinstance(value, str):
        try:
            return value.encode("utf-8")
        except UnicodeEncodeError:
            pass
    raise _bad(where, "well-formed text", value)


def unscaled(value: Any, scale: int, where: str) -> int:
    """Exact unscaled integer of plain decimal text; digits beyond the scale must be zeros."""
    parts = _DECIMAL_TEXT.match(value) if isinstance(value, str) else None
    if parts is None or len(value) > 1000:
        raise _bad(where, "plain decimal text", value)
    sign, whole, rest = parts[1], parts[2], (parts[3] or "").rstrip("0")
    if len(rest) > scale:
        raise _bad(where, f"at most {scale} decimal places", value)
    return int(f"{sign}{whole}{rest.ljust(scale, '0')}")


def decimal_bytes(number: int) -> bytes:
    """Shortest big-endian two's complement, as Java's BigInteger gives it."""
    return number.to_bytes(((number if number >= 0 else ~number).bit_length() // 8) + 1, "big", signed=True)


def _null(_: AvroType, row: Any, where: str) -> Datum:
    if row is not None:
        raise _bad(where, "null", row)
    return Datum(b"", None)


def _boolean(_: AvroType, row: Any, where: str) -> Datum:
    if not isinstance(row, bool):
        raise _bad(where, "true or false", row)
    return Datum(b"\x01" if row else b"\x00", row)


def _int(_: AvroType, row: Any, where: str) -> Datum:
    return Datum(encode_long(integer(row, 32, where)), row)


def _long(_: AvroType, row: Any, where: str) -> Datum:
    number = integer(row, 64, where)
    return Datum(encode_long(number), str(number))


def _float(_: AvroType, row: Any, where: str) -> Datum:
    value = single(row, where)
    return Datum(encode_float(value), canonical_float32(value))


def _double(_: AvroType, row: Any, where: str) -> Datum:
    value = floating(row, where)
    return Datum(encode_double(value), canonical_float64(value))


def _bytes(schema: AvroType, row: Any, where: str) -> Datum:
    if schema.logical == "decimal":
        data = decimal_bytes(_decimal_of(schema, row, where))
        return Datum(encode_bytes(data), canonical_decimal((data, schema.scale)))
    data = binary(row, where)
    return Datum(encode_bytes(data), canonical_bytes(data))


def _decimal_of(schema: AvroType, row: Any, where: str) -> int:
    number = unscaled(row, schema.scale, where)
    if len(str(abs(number))) > schema.precision:
        raise _bad(where, f"at most {schema.precision} digits", row)
    return number


def _string(_: AvroType, row: Any, where: str) -> Datum:
    data = text(row, where)
    return Datum(encode_bytes(data), canonical_text(data))


def _fixed(schema: AvroType, row: Any, where: str) -> Datum:
    if schema.logical == "decimal":
        number = _decimal_of(schema, row, where)
        if len(decimal_bytes(number)) > schema.size:
            raise _bad(where, f"a decimal that fits {schema.size} bytes", row)
        data = number.to_bytes(schema.size, "big", signed=True)
        return Datum(data, canonical_decimal((data, schema.scale)))
    data = binary(row, where)
    if len(data) != schema.size:
        raise _bad(where, f"{schema.size} bytes", row)
    return Datum(data, canonical_bytes(data))


def _enum(schema: AvroType, row: Any, where: str) -> Datum:
    if row not in schema.symbols:
        raise _bad(where, f"one of {list(schema.symbols)}", row)
    return Datum(encode_long(schema.symbols.index(row)), row)


_SCALARS: dict[str, Callable[[AvroType, Any, str], Datum]] = {
    "null": _null, "boolean": _boolean, "int": _int, "long": _long, "float": _float, "double": _double,
    "bytes": _bytes, "string": _string, "fixed": _fixed, "enum": _enum,
}  # fmt: skip
