# SPDX-License-Identifier: Apache-2.0
"""Avro values and schemas at the bounds of what Avro and `spec/limits.md` allow, for mutants drawn by chance.

drawn:told-avro-values     values at both sides of each bound: what is read, or code, place and rule
drawn:told-avro-lengths    the least bytes of a value of each type
drawn:told-avro-schemas    texts that are schemas, and texts that are none
drawn:told-avro-depth      values and schemas that are nested deep, and deeper than any reader follows
drawn:told-avro-empty      values of no bytes, and a crowd of them
drawn:told-avro-heads      containers whose head ends too early
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

_OFS = 1000
_RULE = "log.avro.datum"
_DEPTH, _SCHEMA_DEPTH, _EMPTY = (
    90,
    60,
    1 << 17,
)  # less than any limit [limits.depth], [limits.count-zero-size]


def _varint(number: int) -> bytes:
    """An unsigned number as Avro has it."""
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def _zigzag(number: int) -> bytes:
    return _varint(number * 2 if number >= 0 else -number * 2 - 1)


_ENUM = {"type": "enum", "name": "e", "symbols": ["A", "B"]}
_FIXED = {"type": "fixed", "name": "x", "size": 3}
_LONGS, _NULLS = {"type": "array", "items": "long"}, {"type": "array", "items": "null"}
_TEXTS = {"type": "map", "values": "string"}
_DOUBLES = {"type": "array", "items": "double"}


class Told(tuple[str, int, str]):
    """A refusal: code, place from the first byte, rule."""

    __slots__ = ()


def _told(code: str, at: int = 0, rule: str = _RULE) -> Told:
    return Told((code, at, rule))


_MOST = (1 << 64) - 1
_VALUES: list[tuple[Any, bytes, Any]] = [
    ("boolean", b"\0", False), ("boolean", b"\1", True), ("boolean", b"\2", _told("schema-mismatch")),
    ("boolean", b"", _told("truncated")),
    ("int", _varint((1 << 32) - 1), -(1 << 31)), ("int", _varint((1 << 32) - 2), (1 << 31) - 1),
    ("int", _varint(1 << 32), _told("bad-varint")), ("int", b"\x80" * 5 + b"\0", _told("bad-varint")),
    ("int", b"\x80" * 4 + b"\0", 0), ("int", b"\x80" * 4, _told("truncated")),
    ("int", b"", _told("truncated")),
    ("long", _varint(_MOST), -(1 << 63)), ("long", _varint(_MOST - 1), (1 << 63) - 1),
    ("long", _varint(_MOST + 1), _told("bad-varint")), ("long", b"\x80" * 10 + b"\0", _told("bad-varint")),
    ("long", b"\x80" * 9 + b"\0", 0), ("long", b"\x80" * 9, _told("truncated")),
    ("float", b"\0\0\x80?", 1.0), ("float", b"\0\0\x80", _told("truncated")),
    ("double", b"\0\0\0\0\0\0\xf0?", 1.0), ("double", b"\0\0\0\0\0\0\xf0", _told("truncated")),
    ("bytes", b"\0", b""), ("bytes", b"\4ab", b"ab"), ("bytes", b"\4a", _told("truncated")),
    ("bytes", b"\1", _told("schema-mismatch")), ("string", b"\4ab", "ab"), ("string", b"\2\xff", b"\xff"),
    ("string", b"\4\xc3\xbc", "ü"),
    (_FIXED, b"abc", b"abc"), (_FIXED, b"ab", _told("truncated")),
    (_ENUM, b"\0", "A"), (_ENUM, b"\2", "B"), (_ENUM, b"\4", _told("schema-mismatch")),
    (_ENUM, b"\1", _told("schema-mismatch")),
    (["null", "long"], b"\0", None), (["null", "long"], b"\2\4", 2), (["long", "null"], b"\0\4", 2),
    (["null", "long"], b"\4", _told("schema-mismatch")), (["null", "long"], b"\1", _told("schema-mismatch")),
    (["null", "long", "string"], b"\2\4", ("long", 2)), (["null", "long", "string"], b"\0", None),
    (["long", "string"], b"\2\2a", ("string", "a")), (["long"], b"\0\4", ("long", 2)),
    (["null"], b"\0", None),
    (_LONGS, b"\0", []), (_LONGS, b"\4\2\4\0", [1, 2]), (_LONGS, b"\2\2\2\4\0", [1, 2]),
    (_LONGS, b"\3\4\2\4\0", [1, 2]), (_LONGS, b"\3\6\2\4\0", [1, 2]),
    (_LONGS, b"\3\x08\2\4\0", _told("length-mismatch")), (_LONGS, b"\3\1\2\4\0", _told("length-mismatch")),
    (_LONGS, b"\6\2\4", _told("count-too-large")), (_LONGS, b"\4\2\4", _told("truncated", 3)),
    (_DOUBLES, b"\4" + bytes(16) + b"\0", [0.0, 0.0]),
    (_DOUBLES, b"\4" + bytes(15), _told("count-too-large")),
    (_TEXTS, b"\0", {}), (_TEXTS, b"\4\2a\2b\2c\2d\0", {"a": "b", "c": "d"}),
    (_TEXTS, b"\4\2a\2b\2a\2d\0", {"a": "d"}), (_TEXTS, b"\2\2\xff\2b\0", {"�": "b"}),
    (_TEXTS, b"\4\2", _told("count-too-large")), (_TEXTS, b"\3\x0a\2a\2b\2c\2d\0", {"a": "b", "c": "d"}),
    (_NULLS, b"\6\0", [None] * 3), (_NULLS, b"\5\0\0", [None] * 3),
]  # fmt: skip
_LENGTHS: list[tuple[Any, int]] = [
    ("null", 0), ("boolean", 1), ("int", 1), ("long", 1), ("float", 4), ("double", 8), ("bytes", 1),
    ("string", 1), (_ENUM, 1), (_FIXED, 3), (_LONGS, 1), (_TEXTS, 1), (["null", "double"], 1),
    (["double", "float"], 5), (["float", "double"], 5), ({"type": "double"}, 8), ([], 1),
]  # fmt: skip


def told_avro_questions() -> Iterator[Asked]:
    """All of them."""
    asks = {
        "values": _values, "lengths": _lengths, "schemas": _schemas, "depth": _depth, "empty": _empty,
        "heads": _heads,
    }  # fmt: skip
    for name, ask in asks.items():
        yield f"drawn:told-avro-{name}", "", ask


def _decoded(schema: Any, data: bytes) -> Any:
    """A value, or how it is refused; whatever is left of the bytes is left."""
    module, datum = imported("decode.avro.schema"), imported("decode.avro.datum")
    try:
        return module.parse_schema(json.dumps(schema)).decode(datum.Datum(data, _OFS), 0)
    except imported("errors").Reject as error:
        return Told((error.code, (error.at or 0) - _OFS, error.requirement))


def _values(_: World) -> Failure:
    for schema, data, expected in _VALUES:
        found = _decoded(schema, data)
        if found != expected or type(found) is not type(expected):
            return f"{schema} of {data.hex()}: {found}, expected {expected}"
    record = {"type": "record", "name": "r", "fields": [
        {"name": "a", "type": "string"}, {"name": "b", "type": "boolean"}]}  # fmt: skip
    for data, expected in (
        (b"\2x\1", {"a": "x", "b": True}), (b"\2x\2", _told("schema-mismatch", 2)),
        (b"\2x", _told("truncated", 2)),
    ):  # fmt: skip
        if _decoded(record, data) != expected:
            return f"a record of {data.hex()}: {_decoded(record, data)}"
    return None


def _lengths(_: World) -> Failure:
    """Also of a named type that is used again, and of a record of all of them."""
    parse = imported("decode.avro.schema").parse_schema
    for schema, length in _LENGTHS:
        if parse(json.dumps(schema)).len_min != length:
            return f"{schema} takes {parse(json.dumps(schema)).len_min} bytes"
        name = schema.get("name") if isinstance(schema, dict) else None
        fields = [{"name": "a", "type": schema}, {"name": "b", "type": name or schema}]
        record = {"type": "record", "name": "r", "fields": fields}
        twice = [{"name": "c", "type": record}, {"name": "d", "type": "r"}]
        if parse(json.dumps({"type": "record", "name": "s", "fields": twice})).len_min != 4 * length:
            return f"records of {schema} take other bytes"
        array = {"type": "array", "items": record}
        least = 2 * length
        for num_bytes in (least * 3 - 1, least * 3) if least else ():
            found = _decoded(array, b"\6" + bytes(num_bytes))
            if (found == _told("count-too-large")) != (num_bytes < 3 * least):
                return f"three of {schema} in {num_bytes} bytes: {found}"
    return None


def _named(name: Any, **more: Any) -> dict[str, Any]:
    return {"type": "fixed", "size": 1, "name": name, **more}


def _fields(*fields: Any) -> dict[str, Any]:
    return {"type": "record", "name": "r", "fields": list(fields)}


_A = {"name": "a", "type": "long"}
_RIGHT: list[Any] = [
    _fields(), _fields(_A), {"type": "error", "name": "e", "fields": []}, _named("a_1"), _named("_"),
    _named("n.a"),
    _named("a", namespace="n.m"), _named("a", namespace=""), _named("a", namespace=None), _named("a", size=0),
    {**_ENUM, "symbols": []}, {"type": "string", "avro.java.string": "String"}, ["long", "null", "string"],
    [_named("a"), _named("b")], ["null", _LONGS, _TEXTS],
    _fields(_A, {"name": "b", "type": ["null", "r"]}),
    _fields({"name": "a", "type": _FIXED}, {"name": "b", "type": "x"}),
]  # fmt: skip
_WRONG: list[Any] = [
    None, 7, True, "nope", {}, {"type": 7}, {"type": None}, {"type": ["null"]}, {"type": "array"},
    {"type": "map"}, {"type": "record", "name": "r"}, {"type": "record", "name": "r", "fields": {}},
    {"type": "record", "fields": []}, _named("1a"), _named("a-b"), _named("a..b"), _named(".a"), _named("a."),
    _named(""), _named(7), _named("a", namespace=7), _named("a", namespace="1n"), _named("long"),
    _named("a", size=-1), _named("a", size="1"), _named("a", size=True), _named("a", size=1.5),
    {"type": "fixed", "name": "a"}, {**_ENUM, "symbols": ["A", "A"]}, {**_ENUM, "symbols": ["1"]},
    {**_ENUM, "symbols": [1]}, {**_ENUM, "symbols": "AB"}, {"type": "enum", "name": "e"},
    ["null", "null"], ["long", {"type": "long"}], [["null"]], [_LONGS, _DOUBLES], [_TEXTS, _TEXTS], ["x"],
    _fields(_A, _A), _fields({"name": "a"}), _fields({"type": "long"}),
    _fields({"name": "1", "type": "long"}),
    _fields("a"), _fields({"name": "a", "type": _FIXED}, {"name": "b", "type": _FIXED}),
    _fields({"name": "a", "type": "s"}),
]  # fmt: skip


def _schemas(_: World) -> Failure:
    module = imported("decode.avro.schema")
    for schema in _RIGHT:
        try:
            module.parse_schema(json.dumps(schema))
        except module.SchemaError as error:
            return f"{schema} is refused: {error}"
    for text in (*map(json.dumps, _WRONG), "", "{", "long", "[" * 100_000):
        try:
            module.parse_schema(text)
        except module.SchemaError:
            continue
        return f"{text:.100} is taken"
    return None


def _depth(_: World) -> Failure:
    """Nesting that files have is read; 60,000 levels are refused in words."""
    module = imported("decode.avro.schema")
    for levels, is_right in ((_SCHEMA_DEPTH, True), (4 * _SCHEMA_DEPTH, False)):
        deep: Any = "null"
        for _level in range(levels):
            deep = {"type": "array", "items": deep}
        try:
            module.parse_schema(json.dumps(deep))
        except module.SchemaError:
            if is_right:
                return f"a schema of {levels} levels is refused"
        else:
            if not is_right:
                return f"a schema of {levels} levels is taken"
    forms: list[tuple[Any, bytes, int]] = [
        ({"type": "array", "items": "r"}, b"\2", 1), ({"type": "map", "values": "r"}, b"\2\0", 1),
        (["null", "r"], b"\2", 0),
    ]  # fmt: skip
    for kind, step, num_ends in forms:
        schema = {"type": "record", "name": "r", "fields": [{"name": "a", "type": kind}]}
        for steps, is_right in ((_DEPTH // 2, True), (60_000, False)):
            found = _decoded(schema, step * steps + bytes(num_ends * steps + 1))
            if isinstance(found, Told) == is_right:
                return f"{steps} steps of {kind}: {str(found)[:60]}"
            if not is_right and (found[0], found[2]) != ("count-too-large", "limits.depth"):
                return f"{steps} steps of {kind}: {found}"
    return None


def _empty(_: World) -> Failure:
    """An allowance for each datum, of elements without bytes, over all of its runs."""
    nothing = {"type": "record", "name": "n", "fields": []}
    for element in ("null", nothing, {**_FIXED, "size": 0}):
        schema = {"type": "array", "items": element}
        if not isinstance(_decoded(schema, _zigzag(_EMPTY) + b"\0"), list):
            return f"{_EMPTY} of {element}"
        for raw, at in ((_zigzag(8 * _EMPTY), 0), (_zigzag(_EMPTY) * 8, None)):
            found = _decoded(schema, raw + b"\0")
            if not isinstance(found, Told) or (found[0], found[2]) != (
                "count-too-large",
                "limits.count-zero-size",
            ):
                return f"{8 * _EMPTY} of {element}: {str(found)[:80]}"
            if at is not None and found[1] != at:
                return f"{8 * _EMPTY} of {element} at {found[1]}"
    return None


def _heads(_: World) -> Failure:
    """Entries that do not fit: a few are a cut file, more are a false count."""
    module, errors = imported("decode.avro.container"), imported("errors")
    for raw, code, at in (
        (b"", "bad-magic", 0), (b"O", "truncated", 0), (b"Obj", "truncated", 0), (b"Obx\1", "bad-magic", 0),
        (b"Obj\2", "bad-magic", 0), (b"Obj\1", "truncated", 4), (b"Obj\1" + _zigzag(64), "truncated", 4),
        (b"Obj\1" + _zigzag(65), "count-too-large", 4), (b"Obj\1" + _zigzag(-64) + b"\0", "truncated", 4),
        (b"Obj\1" + _zigzag(-65) + b"\0", "count-too-large", 4), (b"Obj\1\2\1\0", "length-mismatch", 5),
        (b"Obj\1\2\0\0\0" + bytes(15), "truncated", 8), (b"Obj\1\0" + bytes(16), "bad-schema", 4),
    ):  # fmt: skip
        try:
            module.decode_container(raw, _OFS)
        except errors.Reject as error:
            if (error.code, error.at) != (code, _OFS + at):
                return f"{raw.hex()}: {error.code} at {error.at}"
        else:
            return f"{raw.hex()} is taken"
    return None
