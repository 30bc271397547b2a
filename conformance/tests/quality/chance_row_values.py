# SPDX-License-Identifier: Apache-2.0
"""Values of columns whose type changed, and rows as arguments, for mutants drawn by chance.

drawn:unit-value-NAME    what types alone tell is what trying values of both ends of a type tells; values
                         of canonical rows by hand, and what is none
"""

from __future__ import annotations

import itertools
import math
import random
from decimal import Decimal
from typing import Any

from chance_asked import Failure, imported
from chance_units import unit


def _decimal(precision: int, scale: int) -> dict[str, Any]:
    return {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}


def _fixed(name: str, size: int) -> dict[str, Any]:
    return {"type": "fixed", "name": name, "size": size}


def _logical(name: str, inner: str) -> dict[str, Any]:
    return {"type": inner, "logicalType": name}


_INT, _LONG = (-(2**31), 0, 2**31 - 1), (-(2**63), 0, 2**63 - 1)
_SAMPLES: list[tuple[Any, tuple[Any, ...]]] = [
    ("int", _INT),
    ("long", _LONG),
    ("float", (0.0, 1.5, -3e38, math.nan)),
    ("double", (0.0, 0.1, 1e300, math.inf)),
    ("string", ("x", "12", "2020-01-31", "1.25")),
    ("bytes", (b"\xff", b"12")),
    ("boolean", (True, False)),
    (_logical("date", "int"), _INT),
    (_logical("time-millis", "int"), (0, 86399999)),
    (_logical("time-micros", "long"), (0, 86399999999)),
    *(
        (_logical(f"{local}timestamp-{unit}", "long"), _LONG)
        for local in ("", "local-")
        for unit in ("millis", "micros", "nanos")
    ),
    *(
        (_decimal(*size), tuple(Decimal(sign * (10 ** size[0] - 1)).scaleb(-size[1]) for sign in (1, -1)))
        for size in ((4, 0), (4, 2), (5, 2), (10, 0), (11, 1), (12, 2), (19, 0), (20, 1), (21, 2), (25, 5))
    ),
    ({"type": "fixed", "name": "f", "size": 2}, (b"ab",)),
    ({"type": "fixed", "name": "f", "size": 3}, (b"abc",)),
    ({"type": "enum", "name": "e", "symbols": ["a", "b"]}, ("a", "b")),
]


def _within(
    chance: random.Random, writer: tuple[Any, tuple[Any, ...]], reader: Any
) -> tuple[Any, tuple[Any, ...], Any]:
    """Two types, or two that hold them in the same way, and values of the first."""
    node, values = writer
    match chance.randrange(6):
        case 0:
            return (
                {"type": "array", "items": node},
                tuple([value] for value in values),
                {"type": "array", "items": reader},
            )
        case 1:
            wrapped = tuple({"k": value} for value in values)
            return {"type": "map", "values": node}, wrapped, {"type": "map", "values": reader}
        case 2:
            records = [
                {"type": "record", "name": "r", "fields": [{"name": "a", "type": kind}]}
                for kind in (node, reader)
            ]
            return records[0], tuple({"a": value} for value in values), records[1]
        case _:
            return node, values, reader


def _nullable(chance: random.Random, node: Any) -> Any:
    return ["null", node] if chance.random() < 0.3 and not isinstance(node, list) else node


def _refuses(resolve: Any, value: Any) -> bool:
    try:
        resolve(value)
    except imported("errors").Reject:
        return True
    return False


def _pairs() -> Any:
    """Drawn pairs of types with values of the first, nulls too where it may be null."""
    chance = random.Random("types")
    pairs = list(itertools.product(_SAMPLES, repeat=2))
    for writer, (reader, _) in chance.sample(pairs, len(pairs)):
        node, values, other = _within(chance, writer, reader)
        node, other = _nullable(chance, node), _nullable(chance, other)
        values += (None,) if isinstance(node, list) else ()
        for _ in range(chance.randrange(2)):
            node, values, other = _within(chance, (node, values), other)
        yield node, values, other


@unit("value-types")
def _() -> Failure:
    """Types alone tell that some value will be refused just where one of the ends of the type is."""
    resolver, types = imported("semantics.merge.resolve").resolver, imported("semantics.merge.column_types")
    for node, values, other in _pairs():
        try:
            resolve = resolver(node, other)
        except imported("errors").Reject:
            continue
        refused = [value for value in values if _refuses(resolve, value)]
        if types.hangs_on_values(node, other) is not bool(refused):
            return f"{node} as {other}: of {values} {refused} are refused"
    return None


@unit("value-columns")
def _() -> Failure:
    """Columns that are refused, hang on values or on nulls alone; of what is given nothing is told."""
    resolver, types = imported("semantics.merge.resolve").resolver, imported("semantics.merge.column_types")
    chance, pairs = random.Random("columns"), list(_pairs())
    for turn in range(150):
        chosen = {f"c{number}": pair for number, pair in enumerate(chance.sample(pairs, 5))}
        absent = {name for name in chosen if chance.random() < 0.2}
        given = {name for name in chosen if chance.random() < 0.2}
        with_default = {name for name in chosen if chance.random() < 0.5}
        writer = {
            "fields": [
                {"name": name, "type": node} for name, (node, _, _) in chosen.items() if name not in absent
            ]
        }
        members = []
        for name, (_, _, other) in chosen.items():
            default = {"default": None} if name in with_default and isinstance(other, list) else {}
            members.append({"name": name, "type": other, **default})
        found = types.compare_columns(writer, {"fields": members}, given)
        refused, by_value, by_null = [], [], []
        for name, (node, values, other) in chosen.items():
            if name in absent:
                if name not in given and not isinstance(other, list):
                    refused.append(name)
                continue
            try:
                resolve = resolver(node, other)
            except imported("errors").Reject:
                refused.append(name)
                continue
            wrong = [value for value in values if _refuses(resolve, value)]
            if wrong == [None]:
                by_null.append(name)
            elif wrong:
                by_value.append(name)
        names = [name for name, _ in found.refused], list(found.by_value), list(found.by_null)
        if names != (refused, by_value, by_null):
            return (
                f"{turn}: {writer} as {members} given {given}: {names}, expected {refused, by_value, by_null}"
            )
    return None


@unit("value-numbers")
def _() -> Failure:
    """Numbers, points in time, dates and decimals as values of another type."""
    resolver = imported("semantics.merge.resolve").resolver
    stamps = {unit: _logical(f"timestamp-{unit}", "long") for unit in ("millis", "micros", "nanos")}
    date = _logical("date", "int")
    for node, other, value, expected in (
        ("int", "long", 5, 5),
        ("float", "string", 0.0, "0.0"),
        ("float", "string", -0.0, "-0.0"),
        ("float", "string", 0.0, "0.0"),
        (_fixed("f", 2), _fixed("g", 2), b"ab", b"ab"),
        (_fixed("f", 2), _fixed("f", 3), b"ab", None),
        ("int", "double", 5, 5.0),
        ("long", "float", 5, 5.0),
        ("float", "double", 0.10000000149011612, 0.1),
        (stamps["millis"], stamps["micros"], 7, 7000),
        (stamps["millis"], stamps["nanos"], 7, 7_000_000),
        (stamps["micros"], stamps["nanos"], 7, 7000),
        (stamps["micros"], stamps["millis"], 7, 7),
        (stamps["nanos"], stamps["micros"], 7999, 7),
        (stamps["nanos"], stamps["millis"], -1, -1),
        (stamps["nanos"], stamps["millis"], 7_999_999, 7),
        (date, "long", 7, 7),
        (date, "string", 0, "1970-01-01"),
        (date, "string", -719162, "0001-01-01"),
        (date, "string", 2932896, "9999-12-31"),
        ("string", date, "1970-1-2", 1),
        ("string", date, "2000-02-29", 11016),
        ("int", "string", -5, "-5"),
        ("string", "bytes", "ä", "ä".encode()),
        ("int", _decimal(12, 2), 5, Decimal("5.00")),
        ("double", _decimal(12, 2), 0.25, Decimal("0.25")),
        ("string", _decimal(12, 2), "1.5", Decimal("1.50")),
        (_decimal(4, 1), _decimal(5, 2), Decimal("-1.5"), Decimal("-1.50")),
        (_decimal(4, 1), "string", b"\xff", "-0.1"),
        ("int", _decimal(4, 2), 99, Decimal("99.00")),
        ("string", _decimal(4, 2), "0", Decimal("0.00")),
        (_decimal(5, 2), _decimal(4, 1), Decimal("1.50"), Decimal("1.5")),
        ("double", "string", 0.001, "0.001"),
        ("double", "string", 0.00099, "9.9E-4"),
        ("double", "string", 1e7, "1.0E7"),
        ("double", "string", 9999999.0, "9999999.0"),
        ("double", "string", -0.0, "-0.0"),
        ("double", "string", 123456789.5, "1.234567895E8"),
        ("float", "string", 1.5, "1.5"),
        ("double", "string", 2e-323, "2.0E-323"),
        ("double", "string", 5e-324, "4.9E-324"),
        ("double", "string", math.inf, "Infinity"),
        ("boolean", "string", True, None),
        ("double", "float", 1.5, None),
        ("long", "int", 1, None),
        ("string", date, "2000-02-30", None),
        ("string", date, "x", None),
        ("string", date, "70-01-01", None),
        (date, "string", 2932897, None),
        (date, "string", -719163, None),
        ("int", _decimal(4, 2), 100, None),
        ("int", _decimal(4, 2), -100, None),
        ("string", _decimal(4, 2), "1.255", None),
        ("string", _decimal(4, 2), "NaN", None),
        ("bytes", "int", b"1", None),
        ("string", "int", "1", None),
        (["null", "int"], "int", None, None),
        ("double", _decimal(12, 2), math.nan, None),
        (_decimal(5, 2), _decimal(4, 1), Decimal("1.55"), None),
    ):
        try:
            found = resolver(node, other)(value)
        except imported("errors").Reject:
            found = None
        is_same = found == expected and type(found) is type(expected) and str(found) == str(expected)
        if not is_same and not (found == "Infinity" and expected == "Infinity"):
            return f"{value!r} of {node} as {other}: {found!r}, expected {expected!r}"
    return None


@unit("value-depths")
def _() -> Failure:
    """Types are resolved, and values taken, to 64 levels and no further."""
    resolver, errors = imported("semantics.merge.resolve").resolver, imported("errors")
    physical, hangs = (
        imported("semantics.merge.values").physical_value,
        imported("semantics.merge.column_types"),
    )
    for depth, is_taken in ((1, True), (63, True), (64, True), (65, False), (200, False)):
        nodes: list[Any] = ["int", "long", "date"]
        value: Any = 5
        for _ in range(depth):
            nodes, value = [{"type": "array", "items": node} for node in nodes], [value]
        for is_resolved in (True, False):
            try:
                found = resolver(nodes[0], nodes[1])(value) if is_resolved else physical(value, nodes[0])
            except errors.Reject as error:
                if is_taken or error.code not in {"bad-schema", "schema-mismatch"}:
                    return f"{depth} levels: {error}"
                continue
            if not is_taken or found != value:
                return f"{depth} levels: not refused"
        told = hangs.compare_columns(
            {"fields": [{"name": "a", "type": nodes[0]}]}, {"fields": [{"name": "a", "type": nodes[1]}]}
        )
        # the record around the column is a level of its own
        if told.refused or told.by_null or bool(told.by_value) is (depth < 64):
            return f"{depth} levels: {told}"
    return None


_RECORD = {
    "type": "record",
    "name": "r",
    "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": ["null", "string"]}],
}


@unit("value-canonical")
def _() -> Failure:
    """Canonical values as physical ones by their type; anything else is refused."""
    module, errors = imported("semantics.merge.values"), imported("errors")
    taken: tuple[tuple[Any, Any, Any], ...] = (
        ("null", None, None),
        ("boolean", True, True),
        ("boolean", False, False),
        ("int", 5, 5),
        ("long", "5", 5),
        ("long", "-9223372036854775808", -(2**63)),
        ("float", 1.5, 1.5),
        ("double", "Infinity", math.inf),
        ("bytes", "0aff", b"\x0a\xff"),
        ("string", "5", "5"),
        ({"type": "fixed", "name": "f", "size": 1}, "ff", b"\xff"),
        ({"type": "enum", "name": "e", "symbols": ["a"]}, "a", "a"),
        (_decimal(4, 1), "1.5", Decimal("1.5")),
        (_logical("date", "int"), 5, 5),
        (_logical("timestamp-micros", "long"), "5", 5),
        (["null", "int"], None, None),
        (["null", "int"], 5, 5),
        (["int", "null"], 5, 5),
        (["int", "string"], {"string": "x"}, ("string", "x")),
        (["null", "int", "long"], {"long": "7"}, ("long", 7)),
        (["null", "int", "long"], None, None),
        ({"type": "array", "items": "long"}, ["1", "2"], [1, 2]),
        ({"type": "map", "values": "long"}, {"k": "1"}, {"k": 1}),
        (_RECORD, {"a": 1, "b": "x"}, {"a": 1, "b": "x"}),
        (_RECORD, {"a": 1}, {"a": 1, "b": None}),
    )
    for schema, value, expected in taken:
        found = module.physical_value(value, schema)
        if found != expected or type(found) is not type(expected):
            return f"{value!r} of {schema}: {found!r}"
    for schema, values in (
        ("null", (0, False, "", [])),
        ("boolean", (0, 1, "true", None)),
        ("int", (True, "5", None, 1.5)),
        ("long", (5, True, None, "x", 1.5)),
        ("double", ("x", None, [])),
        ("bytes", ("f", "zz", None, 5)),
        ("string", (5, None, True, [])),
        (_decimal(4, 1), ("x", None)),
        (["int", "string"], (5, None, {"long": "1"}, {})),
        (["null", "int"], ("5",)),
        ({"type": "array", "items": "int"}, (5, None, ["x"])),
        ({"type": "map", "values": "int"}, ([], None, {"k": "x"})),
        (_RECORD, ({}, {"a": 1, "c": 2}, {"b": "x"}, None, {"a": 1, "b": 2})),
    ):
        for value in values:
            try:
                found = module.physical_value(value, schema)
            except errors.Reject as error:
                if error.code != "schema-mismatch":
                    return f"{value!r} of {schema}: {error}"
                continue
            return f"{value!r} of {schema} is {found!r}"
    return _canonical_orderings(module, errors)


def _canonical_orderings(module: Any, errors: Any) -> Failure:
    view = imported("views.log").OrderingValue
    for kind, value, expected in (
        ("int", 5, 5),
        ("date", 5, 5),
        ("long", "5", 5),
        ("time-micros", "5", 5),
        ("timestamp-micros", "5", 5),
        ("timestamp-millis", "5", 5),
        ("float", 1.5, 1.5),
        ("double", "1.5", 1.5),
        ("decimal", "1.5", Decimal("1.5")),
        ("bytes", "ff", b"\xff"),
        ("string", "x", "x"),
        ("boolean", True, True),
    ):
        found = module.physical_ordering({"type": kind, "value": value})
        if found != view(kind, expected) or type(found.value) is not type(expected):
            return f"{kind} {value!r}: {found}"
    several = {"type": "array", "value": [{"type": "long", "value": "5"}, {"type": "string", "value": "x"}]}
    if module.physical_ordering(several) != view("array", (view("long", 5), view("string", "x"))):
        return f"{module.physical_ordering(several)}"
    if module.physical_ordering(None) is not None:
        return "no ordering value is one"
    for wrong in (
        {},
        {"type": "int"},
        {"type": "int", "value": "x"},
        {"type": "bytes", "value": "z"},
        5,
        {"type": "decimal", "value": "x"},
    ):
        try:
            module.physical_ordering(wrong)
        except errors.Reject as error:
            if error.code == "schema-mismatch":
                continue
        return f"{wrong} is an ordering value"
    return None
