# SPDX-License-Identifier: Apache-2.0
"""Types of columns and their defaults, as merging takes them, for mutants drawn by chance.

drawn:unit-merge-NAME    types are drawn with all that is asked about them: kind, scale, default in a
                         schema and default as a value
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from chance_asked import Failure, imported
from chance_units import unit


@dataclass(frozen=True, slots=True)
class Drawn:
    """A type with what is known of it: a default as a schema has it, the same as a value, kind, scale.

    `kind` is what ordering knows it by, `exact` what decides how a value of it is read as another type.
    """

    node: Any
    default: Any
    value: Any
    kind: str
    exact: str
    scale: int = 0


_TEXTS = ("", "x", "ä", "\xff\x00")


def _plain(chance: random.Random) -> Drawn:
    match chance.randrange(8):
        case 0:
            number = chance.choice([0, 1, -5, 2**31 - 1])
            kind = chance.choice(["int", "long"])
            return Drawn(kind, number, number, kind, kind)
        case 1:
            number = chance.choice([0.0, 1.5, -2.25])
            kind = chance.choice(["float", "double"])
            return Drawn(kind, number, number, kind, kind)
        case 2:
            text = chance.choice(_TEXTS)
            return Drawn("string", text, text, "string", "string")
        case 3:
            text = chance.choice(_TEXTS)
            return Drawn("bytes", text, text.encode("latin-1"), "bytes", "bytes")
        case 4:
            value = chance.random() < 0.5
            return Drawn("boolean", value, value, "boolean", "boolean")
        case 5:
            node = {"type": "fixed", "name": "f", "size": 2}
            return Drawn(node, "\xff\x01", b"\xff\x01", "fixed", "fixed")
        case 6:
            node = {"type": "enum", "name": "e", "symbols": ["a", "b"]}
            return Drawn(node, "b", "b", "enum", "enum")
        case _:
            return _logical(chance)


def _logical(chance: random.Random) -> Drawn:
    name, inner, kind = chance.choice(
        [
            ("date", "int", "date"),
            ("time-millis", "int", "int"),
            ("time-micros", "long", "time-micros"),
            ("timestamp-micros", "long", "timestamp-micros"),
            ("timestamp-millis", "long", "long"),
            ("local-timestamp-nanos", "long", "long"),
            ("decimal", "bytes", "decimal"),
            ("uuid", "string", "string"),
            ("date", "long", "date"),
        ]
    )
    node: dict[str, Any] = {"type": inner, "logicalType": name}
    if name == "decimal":
        scale = chance.choice([None, 0, 2, 9])
        node |= {"precision": 12} | ({} if scale is None else {"scale": scale})
        return Drawn(node, "\x01", b"\x01", "decimal", "decimal", scale or 0)
    if inner == "string":
        return Drawn(node, "u", "u", "string", "string")
    exact = inner if (name, inner) == ("date", "long") else name
    return Drawn(node, 7, 7, kind, exact)


def drawn_type(chance: random.Random, depth: int = 3) -> Drawn:
    """A type of any shape."""
    match chance.randrange(7) if depth else 0:
        case 1:
            items = [drawn_type(chance, depth - 1)] * chance.randrange(3)
            inner = items[0] if items else drawn_type(chance, depth - 1)
            node: Any = {"type": "array", "items": inner.node}
            return Drawn(node, [one.default for one in items], [one.value for one in items], "array", "array")
        case 2:
            inner = drawn_type(chance, depth - 1)
            keys = ["k", "l"][: chance.randrange(3)]
            node = {"type": "map", "values": inner.node}
            return Drawn(
                node, dict.fromkeys(keys, inner.default), dict.fromkeys(keys, inner.value), "map", "map"
            )
        case 3:
            return _record(chance, depth)
        case 4:
            inner = drawn_type(chance, depth - 1)
            if isinstance(inner.node, list):
                return inner
            branches = [inner.node, "null"]
            return Drawn(branches, inner.default, inner.value, inner.kind, inner.exact, inner.scale)
        case 5:
            inner = drawn_type(chance, depth - 1)
            if isinstance(inner.node, list):
                return inner
            return Drawn(["null", inner.node], None, None, inner.kind, inner.exact, inner.scale)
        case _:
            return _plain(chance)


def _record(chance: random.Random, depth: int) -> Drawn:
    members = {name: drawn_type(chance, depth - 1) for name in "abc"[: chance.randrange(1, 4)]}
    fields, default, value = [], {}, {}
    for name, one in members.items():
        is_given = chance.random() < 0.6
        fields.append({"name": name, "type": one.node} | ({} if is_given else {"default": one.default}))
        if is_given:
            default[name] = one.default
        value[name] = one.value
    return Drawn({"type": "record", "name": "r", "fields": fields}, default, value, "record", "record")


@unit("merge-defaults")
def _() -> Failure:
    """A field that rows lack has the default of its type, however deep, as rows hold values."""
    resolver, chance = imported("semantics.merge.resolve").resolver, random.Random("defaults")
    empty = {"type": "record", "name": "row", "fields": []}
    for turn in range(400):
        one = drawn_type(chance, 4)
        member = {"name": "x", "type": one.node, "default": one.default}
        found = resolver(empty, {"type": "record", "name": "row", "fields": [member]})({})
        if found != {"x": one.value} or repr(found["x"]) != repr(one.value):
            return f"{turn}: {member}: {found}, expected {one.value!r}"
    return None


@unit("merge-kinds")
def _() -> Failure:
    """Kind and scale of a type, whether it may be null and what it is else."""
    module, rows = imported("semantics.merge.resolve"), imported("semantics.merge.rows")
    chance = random.Random("kinds")
    for turn in range(400):
        one = drawn_type(chance, 2)
        is_nullable = isinstance(one.node, list)
        inner = next(branch for branch in one.node if branch != "null") if is_nullable else one.node
        if module.without_null(one.node) != (is_nullable, inner):
            return f"{turn}: {one.node} without null: {module.without_null(one.node)}"
        if module.kind_of(inner) != one.exact:
            return f"{turn}: {inner} is {module.kind_of(inner)}"
        [field] = rows.row_fields({"fields": [{"name": "x", "type": one.node}]})
        if (field.name, field.kind, field.scale) != (
            "x",
            one.kind,
            one.scale,
        ) or field.default is not rows.NO_DEFAULT:
            return f"{turn}: {one.node}: {field}"
    for node, found in (
        ("null", (True, "null")),
        (["null"], (True, [])),
        (["int", "string"], (False, ["int", "string"])),
        (["null", "int", "string"], (True, ["int", "string"])),
        (["int"], (False, "int")),
    ):
        if module.without_null(node) != found:
            return f"{node} without null: {module.without_null(node)}"
    for node, kind in (
        ({"type": "fixed", "logicalType": "decimal", "precision": 4, "size": 2}, "decimal"),
        ({"type": "long", "logicalType": "time-millis"}, "long"),
        ({"type": "int", "logicalType": "time-micros"}, "int"),
        ({"type": "string", "logicalType": "date"}, "string"),
    ):
        if module.kind_of(node) != kind:
            return f"{node} is {module.kind_of(node)}"
    union = rows.row_fields({"fields": [{"name": "x", "type": ["int", "string"]}]})[0]
    empty = rows.row_fields({"fields": [{"name": "x", "type": ["null"]}]})[0]
    if (union.kind, union.scale, empty.kind, empty.scale) != ("union", 0, "union", 0):
        return f"{union}, {empty}"
    return None


@unit("merge-field-defaults")
def _() -> Failure:
    """Defaults of fields as rows hold them: bytes and numbers with a point; what equals one, and what not."""
    rows = imported("semantics.merge.rows")
    decimal = {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 1}
    fixed = {"type": "fixed", "name": "f", "size": 1}
    for node, default, value in (
        ("int", 5, 5), ("string", "\xff", "\xff"), ("bytes", "\xff", b"\xff"), (fixed, "\x01", b"\x01"),
        (decimal, "\x01", b"\x01"), (["bytes", "null"], "a", b"a"), (["null", "bytes"], None, None),
        ("float", 1, 1.0), ("double", 2, 2.0), (["null", "double"], None, None), ("long", 1, 1),
        ("boolean", True, True),
    ):  # fmt: skip
        [field] = rows.row_fields({"fields": [{"name": "x", "type": node, "default": default}]})
        if repr(field.default) != repr(value):
            return f"{node} {default!r}: {field.default!r}"
        for other, is_equal in (
            (value, True), ("other", False), (b"other", False), (77, False),
            (None, value is None), (not value if isinstance(value, bool) else True, False),
        ):  # fmt: skip
            if rows.equals_default(field, other) is not is_equal:
                return f"{other!r} and the default {value!r}"
    for default, value, is_equal in (
        (1, True, False), (True, 1, False), (0, False, False), (False, 0, False), (True, True, True),
        (0, 0.0, True), (1.0, 1, True),
        (rows.NO_DEFAULT, None, False), (rows.NO_DEFAULT, rows.NO_DEFAULT, False),
    ):  # fmt: skip
        if rows.equals_default(rows.RowField("x", "int", default), value) is not is_equal:
            return f"{value!r} and the default {default!r}"
    return None
