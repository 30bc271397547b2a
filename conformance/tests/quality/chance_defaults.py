# SPDX-License-Identifier: Apache-2.0
"""Defaults of fields that older rows lack, for mutants drawn by chance.

drawn:defaults-N    a drawn type with a default, as a schema writes it, and the value that it stands for by
                    the Avro specification: bytes are text there, a union's default is of its first branch,
                    and members of a record that a default leaves out have their own
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from chance_asked import Asked, Failure, imported, numbered
from chance_avro import drawn_value, same

_NUM_QUESTIONS, _NUM_EACH = 4, 60
_SIMPLE = ("null", "boolean", "int", "long", "double", "bytes", "string", "fixed")
_GIVEN = {"int": 77, "long": 77, "string": "given"}  # in place of a member's own default
Defaulted = tuple[Any, Any, Any]
"""A type, a default of it as a schema writes it, and the value that it stands for."""


def default_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"defaults": _fault}, _NUM_QUESTIONS, _NUM_EACH)


def _fault(chance: random.Random) -> Failure:
    kind, text, value = _defaulted(chance, 0)
    old = {"type": "record", "name": "top", "fields": [{"name": "id", "type": "int"}]}
    new = {**old, "fields": [{"name": "added", "type": kind, "default": text}, *old["fields"]]}
    found = imported("semantics.merge.resolve").resolver(old, new)({"id": 7})
    if same(found, {"added": value, "id": 7}):
        return None
    return f"{text!r:.120} of {kind!r:.200} is {found!r:.120}"


def _defaulted(chance: random.Random, depth: int) -> Defaulted:
    kind = chance.choice((*_SIMPLE, "record", "array", "map", "union") if depth < 4 else _SIMPLE)
    num = chance.choice((0, 1, 2))
    match kind:
        case "record":
            return _record(chance, depth)
        case "array":
            inner, text, value = _defaulted(chance, depth + 1)
            return {"type": "array", "items": inner}, [text] * num, [value] * num
        case "map":
            inner, text, value = _defaulted(chance, depth + 1)
            keys = ("a", "\u00e9")[:num]
            return {"type": "map", "values": inner}, dict.fromkeys(keys, text), dict.fromkeys(keys, value)
        case "union":
            inner, text, value = _defaulted(chance, 4)
            return [inner] if inner == "null" else [inner, "null"], text, value
        case "fixed":
            data = bytes(range(0xFE, 0xFE + num))
            return {"type": "fixed", "name": _name(chance), "size": num}, data.decode("latin-1"), data
        case "bytes":
            return kind, "\u00ff\0a", b"\xff\0a"
    value = drawn_value(chance, kind, {})
    return kind, value, value


def _record(chance: random.Random, depth: int) -> Defaulted:
    fields, texts, values = [], {}, {}
    for name in ("m", "n", "o")[: chance.randrange(1, 4)]:
        kind, text, value = _defaulted(chance, depth + 1)
        field = {"name": name, "type": kind}
        if chance.random() < 0.5:
            field["default"] = text
        if "default" not in field or chance.random() < 0.5:
            if isinstance(kind, str) and kind in _GIVEN:
                text = value = _GIVEN[kind]
            texts[name] = text
        fields.append(field)
        values[name] = value
    return {"type": "record", "name": _name(chance), "fields": fields}, texts, values


def _name(chance: random.Random) -> str:
    return f"r{chance.getrandbits(40)}"
