# SPDX-License-Identifier: Apache-2.0
"""Drawn schemas, values of them, and later forms of them, with an Avro library as the judge."""

from __future__ import annotations

import io
import json
import random
import struct
from typing import Any

import fastavro
from chance_asked import Failure, imported


def drawn_schema(chance: random.Random, depth: int, names: list[str]) -> Any:
    """A drawn schema; named types are numbered, and used again by their name."""
    simple = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")
    kind = chance.choice((*simple, "record", "array", "map", "enum", "fixed", "union", "name"))
    if depth == 0:
        kind = "record"
    if depth > 3 and kind not in simple:
        return chance.choice(simple)
    match kind:
        case "record":
            name = f"r{len(names)}"
            names.append("")  # not inside itself
            number = len(names) - 1
            fields = [
                {"name": f"f{at}", "type": drawn_schema(chance, depth + 1, names)}
                for at in range(chance.randrange(6))
            ]
            names[number] = name
            return {"type": "record", "name": name, "fields": fields}
        case "array":
            return {"type": "array", "items": drawn_schema(chance, depth + 1, names)}
        case "map":
            return {"type": "map", "values": drawn_schema(chance, depth + 1, names)}
        case "enum":
            names.append(name := f"e{len(names)}")
            return {
                "type": "enum",
                "name": name,
                "symbols": [f"s{at}" for at in range(chance.randrange(1, 70))],
            }
        case "fixed":
            names.append(name := f"x{len(names)}")
            return {"type": "fixed", "name": name, "size": chance.choice((0, 1, 2, 16))}
        case "union":
            return chance.sample(simple, chance.randrange(1, 4))
        case "name":
            known = [name for name in names if name]
            return chance.choice(known) if known else "long"
    return kind


_LONGS = (0, -1, 1, 63, 64, -64, -65, 8191, 8192, 2**31 - 1, -(2**31), 2**32, 2**62, 2**63 - 1, -(2**63))
_TEXTS = ("", "a", "\u00fc", "\u20ac\u20ac", "\U0001f600", "x" * 63, "x" * 64, "\0", "line\nline")
_FLOATS = (0.0, -0.0, 1.5, -2.25, 2.0**100, float("inf"), float("-inf"), 2.0**-149)


def drawn_value(chance: random.Random, schema: Any, known: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        branch = chance.choice(schema)
        value = drawn_value(chance, branch, known)
        return (branch, value) if value is not None and len(schema) - ("null" in schema) > 1 else value
    if isinstance(schema, str) and schema in known:
        return drawn_value(chance, known[schema], known)
    kind = schema if isinstance(schema, str) else schema["type"]
    num = chance.choice((0, 1, 2, 5))
    match kind:
        case "null":
            return None
        case "boolean":
            return chance.random() < 0.5
        case "int":
            return chance.choice([number for number in _LONGS if -(2**31) <= number < 2**31])
        case "long":
            return chance.choice((*_LONGS, chance.getrandbits(63)))
        case "float" | "double":
            return chance.choice(_FLOATS)
        case "bytes":
            return chance.randbytes(chance.choice((0, 1, 63, 64, 200)))
        case "string":
            return chance.choice(_TEXTS)
        case "fixed":
            return chance.randbytes(schema["size"])
        case "enum":
            return chance.choice(schema["symbols"])
        case "array":
            return [drawn_value(chance, schema["items"], known) for _ in range(num)]
        case "map":
            return {
                f"k{at}{chance.choice(_TEXTS)}": drawn_value(chance, schema["values"], known)
                for at in range(num)
            }
    return {field["name"]: drawn_value(chance, field["type"], known) for field in schema["fields"]}


def named(schema: Any) -> dict[str, Any]:
    """Named types of a schema by name."""
    found: dict[str, Any] = {}
    for part in schema if isinstance(schema, list) else [schema]:
        if isinstance(part, dict):
            found |= {part["name"]: part} if "name" in part and "type" in part else {}
            inner = [part[key] for key in ("items", "values") if key in part]
            for one in (*inner, *(field["type"] for field in part.get("fields", ()))):
                found |= named(one)
    return found


def plain(value: Any) -> Any:
    """A value without the branches that `_value` has chosen."""
    if isinstance(value, tuple):
        return plain(value[1])
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def same(left: Any, right: Any) -> bool:
    """Equality that tells -0.0 from 0.0, and a float from an int; members have no order."""
    return repr(_ordered(left)) == repr(_ordered(right))


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list) else value


def avro_fault(number: int) -> Failure:
    """How decoder or writer differ from the library about values of a drawn schema."""
    chance = random.Random(f"avro {number}")
    schema = drawn_schema(chance, 0, [])
    parsed: Any = fastavro.parse_schema(json.loads(json.dumps(schema)))
    values = [drawn_value(chance, schema, named(schema)) for _ in range(6)]
    text = json.dumps(schema)
    decoder = imported("decode.avro.schema").parse_schema(text)
    kind = imported("encode.avro.schema").parse_schema(text)
    mapper = imported("canonical.rows").RowMapper(schema)
    for value in values:
        buffer = io.BytesIO()
        fastavro.schemaless_writer(buffer, parsed, value)
        data = buffer.getvalue()
        datum = imported("decode.avro.datum").Datum(data)
        read = decoder.decode(datum, 0)
        if datum.pos != len(data) or not same(mapper(read), mapper(value)):
            return f"the decoder reads {read!r:.120} instead of {value!r:.120} of {text:.200}"
        row = mapper(read)
        written = imported("encode.avro.rows").encode_row(kind, row)
        back = fastavro.schemaless_reader(io.BytesIO(written.data), parsed, None)
        if not same(plain(back), plain(value)) or written.row != row:
            return f"the writer writes {back!r:.120} instead of {value!r:.120} of {text:.200}"
        for end in range(max(0, len(data) - 3), len(data)):
            cut = imported("decode.avro.datum").Datum(data[:end])
            try:
                decoder.decode(cut, 0)
            except imported("errors").Reject:
                continue
            return f"a datum of {len(data)} bytes is read of {end}"
    return None


def resolution_fault(number: int) -> Failure:
    """How a row of a drawn schema, read as a later form of it, differs from what the library makes of it.

    But for floats that became doubles, which Avro and Hudi read by different rules [table.schema.float].
    """
    chance = random.Random(f"resolution {number}")
    old, new = _evolved(chance, 0)
    if not isinstance(old, dict) or old["type"] != "record":
        old = {"type": "record", "name": "top", "fields": [{"name": "f", "type": old}]}
        new = {"type": "record", "name": "top", "fields": [{"name": "f", "type": new}]}
    writer: Any = fastavro.parse_schema(json.loads(json.dumps(old)))
    reader: Any = fastavro.parse_schema(json.loads(json.dumps(new)))
    try:
        resolve = imported("semantics.merge.resolve").resolver(old, new)
    except imported("errors").Reject as refusal:
        return f"{old} as {new}: {refusal}"
    for _ in range(6):
        value = plain(drawn_value(chance, old, {}))
        buffer = io.BytesIO()
        fastavro.schemaless_writer(buffer, writer, value)
        expected = _by_text(
            fastavro.schemaless_reader(io.BytesIO(buffer.getvalue()), writer, reader), old, new
        )
        stored = fastavro.schemaless_reader(io.BytesIO(buffer.getvalue()), writer, None)
        if not same(resolve(stored), expected):
            return f"{value!r:.100} of {old} as {new}: {resolve(stored)!r:.100} instead of {expected!r:.100}"
    return None


def _by_text(value: Any, old: Any, new: Any) -> Any:
    """A value of `new` in which each float of `old` that became a double is that of its shortest text."""
    olds, news = ([one for one in (kind if isinstance(kind, list) else [kind]) if one != "null"]
                  for kind in (old, new))  # fmt: skip
    if value is None or not olds:
        return value
    old, new = olds[0], news[0]
    if (old, new) == ("float", "double"):
        data = struct.pack(">f", value)
        texts = (f"{value:.{digits}g}" for digits in range(1, 10))
        return next(float(text) for text in texts if _packed(float(text)) == data)
    match new["type"] if isinstance(new, dict) else None:
        case "record":
            kinds = {field["name"]: field["type"] for field in old["fields"]}
            return {
                field["name"]: _by_text(value[field["name"]], kinds.get(field["name"], "null"), field["type"])
                for field in new["fields"]
            }
        case "array":
            return [_by_text(one, old["items"], new["items"]) for one in value]
        case "map":
            return {key: _by_text(one, old["values"], new["values"]) for key, one in value.items()}
    return value


def _packed(value: float) -> bytes | None:
    """A number as a float; None where it is too large for one."""
    try:
        return struct.pack(">f", value)
    except OverflowError:
        return None


_PRIMITIVES = {"boolean": True, "int": 7, "long": 1 << 40, "float": 1.5, "double": -0.25, "bytes": b"a",
               "string": "a", "null": None}  # fmt: skip


def promotion_fault(number: int) -> Failure:
    """How a value of each primitive type is read as each other one, alone and where null is allowed."""
    source = list(_PRIMITIVES)[number]
    value = _PRIMITIVES[source]
    for target in _PRIMITIVES:
        if target == "null":
            continue
        pairs: list[tuple[Any, Any]] = [(source, target), (source, ["null", target])]
        if source != "null":
            pairs += [(["null", source], target), ([source, "null"], ["null", target])]
        for writer, reader in pairs:
            is_optional = isinstance(reader, list)
            expected = _promoted(source, target, value, is_optional)
            found = _resolved(writer, reader, value)
            if found != expected or type(found) is not type(expected):
                return f"{value!r} of {writer} as {reader} is {found!r}, not {expected!r}"
            if isinstance(writer, list) and expected is not ...:
                none = _resolved(writer, reader, None)
                if none is not (None if is_optional else ...):
                    return f"null of {writer} as {reader} is {none!r}"
    either = ["int", "string"]
    if _resolved(either, either, 5) != 5 or _resolved(["null", *either], [*either, "null"], 5) != 5:
        return "a union of two types"
    return None if _resolved(either, ["string", "long"], 5) is ... else "a union of other types"


def _promoted(source: str, target: str, value: Any, is_optional: bool) -> Any:
    """The value by the rules of Avro and what Hudi adds to them; `...` where there is none."""
    if source == "null":
        return None if is_optional else ...
    if (source, target) == ("string", "bytes"):
        return value.encode()
    if source == target or (source, target) == ("bytes", "string"):
        return value
    if source in {"int", "long", "float", "double"} and target == "string":
        return str(value)
    if target in _WIDER.get(source, ()):
        return float(value) if target in {"float", "double"} else value
    return ...


def _resolved(writer: Any, reader: Any, value: Any) -> Any:
    """A value as another type; `...` where that is refused."""
    try:
        return imported("semantics.merge.resolve").resolver(writer, reader)(value)
    except imported("errors").Reject:
        return ...


_WIDER = {
    "int": ("int", "long", "float", "double"), "long": ("long", "float", "double"),
    "float": ("float", "double"),
}  # fmt: skip


def _evolved(chance: random.Random, depth: int) -> tuple[Any, Any]:
    """A schema and one that its values can be read as."""
    simple = ("boolean", "int", "long", "float", "double", "bytes", "string")
    kind = (
        chance.choice((*simple, "record", "array", "map", "optional")) if depth < 4 else chance.choice(simple)
    )
    if depth == 0:
        kind = "record"
    match kind:
        case "record":
            old, new = [], []
            for number in range(chance.randrange(1, 6)):
                first, second = _evolved(chance, depth + 1)
                fate = chance.randrange(6)
                if fate != 0:
                    old.append({"name": f"f{number}", "type": first})
                if fate == 0:
                    new.append({"name": f"f{number}", "type": ["null", "long"], "default": None})
                elif fate != 1:
                    new.append({"name": f"f{number}", "type": second})
            chance.shuffle(new)
            name = f"r{chance.getrandbits(40)}"
            return (
                {"type": "record", "name": name, "fields": old},
                {"type": "record", "name": name, "fields": new},
            )
        case "array":
            first, second = _evolved(chance, depth + 1)
            return {"type": "array", "items": first}, {"type": "array", "items": second}
        case "map":
            first, second = _evolved(chance, depth + 1)
            return {"type": "map", "values": first}, {"type": "map", "values": second}
        case "optional":
            first, second = chance.choice(simple), ""
            second = chance.choice(_WIDER.get(first, (first,)))
            pairs = (
                (first, ["null", second]),
                (["null", first], ["null", second]),
                ([first, "null"], ["null", second]),
            )
            return chance.choice(pairs)
    return kind, chance.choice(_WIDER.get(kind, (kind,)))
