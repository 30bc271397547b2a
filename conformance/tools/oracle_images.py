# SPDX-License-Identifier: Apache-2.0
"""Rows in the CDC rows that Hudi returns through Spark, parsed from their text form.

Three forms occur: Avro's JSON (bytes as signed numbers); JSON without nulls, decimals as `{"zero": false}`
(1.x); the same with arrays, maps and structs as dumps of Spark's memory (0.15). Such a dump contains the
entire row, so it is lossless; other decimals only keep whether they are zero.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

BASE = 16  # offset of the first byte of an array of bytes in Spark's memory
_MAX_LONG_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Zero:
    """A decimal of which only this is known."""

    is_zero: bool


def image_of(text: str | None, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Values of a row by the table's Avro schema; fields that the text leaves out are None.

    Raises:
        ValueError: a text or a field that is of none of the forms.
    """
    if text is None:
        return None
    value = json.loads(text)
    if value is None:
        return None
    names = {field["name"]: field["type"] for field in schema["fields"]}
    if set(value) - set(names):
        raise ValueError(f"columns {sorted(set(value) - set(names))} that the table does not have")
    dumps = [v["baseObject"] for v in value.values() if isinstance(v, dict) and "baseObject" in v]
    if dumps:
        row = _struct(base64.b64decode(dumps[0]), schema)
        for name, given in value.items():
            is_plain = not isinstance(given, dict) and given is not None
            if is_plain and row[name] != given:
                raise ValueError(f"column {name}: {given!r} in the text, {row[name]!r} in the dump")
        return row
    return {name: _value(value.get(name), kind) for name, kind in names.items()}


def physical(value: Any, schema: Any) -> Any:
    """A value of ours in the form of `image_of`: decimals as `Decimal`, all else as Avro stores it."""
    return _mapped(value, schema, _our_decimal)


def is_same(ours: Any, theirs: Any) -> bool:
    """Whether two values are equal, according to the text."""
    if isinstance(theirs, Zero):
        return isinstance(ours, Decimal) and (ours == 0) == theirs.is_zero
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(is_same(ours[key], theirs[key]) for key in theirs)
    return type(ours) is type(theirs) and ours == theirs


def _value(value: Any, schema: Any) -> Any:
    return _mapped(value, schema, _their_decimal)


def _branch(schema: Any) -> Any:
    if isinstance(schema, list):
        [schema] = [branch for branch in schema if branch != "null"]
    return schema


def _mapped(value: Any, schema: Any, decimal: Callable[[Any, int], Any]) -> Any:
    schema = _branch(schema)
    if value is None or isinstance(schema, str):
        return value
    if schema.get("logicalType") == "decimal":
        return decimal(value, schema.get("scale", 0))
    match schema["type"]:
        case "record":
            return {f["name"]: _mapped(value.get(f["name"]), f["type"], decimal) for f in schema["fields"]}
        case "array":
            return [_mapped(item, schema["items"], decimal) for item in value]
        case "map":
            return {key: _mapped(item, schema["values"], decimal) for key, item in value.items()}
    return value


def _our_decimal(value: Any, scale: int) -> Decimal:
    if isinstance(value, Decimal):
        return value
    return Decimal(int.from_bytes(value, "big", signed=True)).scaleb(-scale)


def _their_decimal(value: Any, scale: int) -> Decimal | Zero:
    if isinstance(value, dict):
        if set(value) != {"zero"}:
            raise ValueError(f"no decimal: {value!r}")
        return Zero(value["zero"])
    return _our_decimal(bytes(number & 255 for number in value), scale)


def _struct(data: bytes, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A row of Spark's memory: bits of nulls, a word per field, then what does not fit a word."""
    fields = schema["fields"]
    start = (len(fields) + 63) // 64 * 8
    row = {}
    for number, field in enumerate(fields):
        is_null = data[number // 8] >> number % 8 & 1
        word = data[start + 8 * number : start + 8 * number + 8]
        row[field["name"]] = None if is_null else _of_word(data, word, _branch(field["type"]))
    return row


def _of_word(data: bytes, word: bytes, schema: Any) -> Any:
    kind = schema if isinstance(schema, str) else schema["type"]
    if not isinstance(schema, str) and schema.get("logicalType") == "decimal":
        if schema["precision"] <= _MAX_LONG_DIGITS:
            return Decimal(int.from_bytes(word, "little", signed=True)).scaleb(-schema.get("scale", 0))
        return _our_decimal(_far(data, word), schema.get("scale", 0))
    match kind:
        case "boolean":
            return bool(word[0])
        case "int":
            return int.from_bytes(word[:4], "little", signed=True)
        case "long":
            return int.from_bytes(word, "little", signed=True)
        case "double":
            return struct.unpack("<d", word)[0]
        case "string":
            return _far(data, word).decode("utf-8")
        case "record":
            return _struct(_far(data, word), schema)
        case "array":
            return _array(_far(data, word), _branch(schema["items"]))
        case "map":
            far = _far(data, word)
            size = int.from_bytes(far[:8], "little")
            keys = _array(far[8 : 8 + size], "string")
            return dict(zip(keys, _array(far[8 + size :], _branch(schema["values"])), strict=True))
    raise ValueError(f"type {schema!r} is not read from dumps")


def _far(data: bytes, word: bytes) -> bytes:
    size, offset = struct.unpack("<II", word)
    if offset + size > len(data):
        raise ValueError(f"{size} bytes at {offset} of {len(data)}")
    return data[offset : offset + size]


def _array(data: bytes, schema: Any) -> list[Any]:
    count = int.from_bytes(data[:8], "little")
    if count > len(data):
        raise ValueError(f"{count} elements in {len(data)} bytes")
    start = 8 + (count + 63) // 64 * 8
    width = 4 if schema == "int" else 8
    items = []
    for number in range(count):
        word = data[start + width * number : start + width * (number + 1)].ljust(8, b"\0")
        is_null = data[8 + number // 8] >> number % 8 & 1
        items.append(None if is_null else _of_word(data, word, schema))
    return items
