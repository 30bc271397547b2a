# SPDX-License-Identifier: Apache-2.0
"""Avro schemas of every type and shape, with values of them in canonical JSON."""

from __future__ import annotations

import itertools
from typing import Any

from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hypothesis import strategies as st

TEXT = st.text(st.characters(codec="utf-8"), max_size=70)
INT32 = st.integers(-(2**31), 2**31 - 1)
LONG = st.integers(-(2**63), 2**63 - 1).map(str)
FLOAT = st.floats(width=32).map(canonical_float32)
DOUBLE = st.floats().map(canonical_float64)
HEX = st.binary(max_size=20).map(bytes.hex)


def decimals(digits: int, scale: int) -> st.SearchStrategy[str]:
    def text(number: int) -> str:
        sign, plain = "-" if number < 0 else "", str(abs(number)).rjust(scale + 1, "0")
        return sign + (f"{plain[:-scale]}.{plain[-scale:]}" if scale else plain)

    return st.integers(-(10**digits) + 1, 10**digits - 1).map(text)


_NUMBERS = itertools.count()


def named(kind: str, **members: Any) -> dict[str, Any]:
    """A named type; no two types of a schema have one name."""
    return {"type": kind, "name": f"n{next(_NUMBERS)}", **members}


@st.composite
def types(draw: st.DrawFn, depth: int = 0) -> tuple[Any, st.SearchStrategy[Any]]:
    """An Avro type and rows of it."""
    simple: list[tuple[Any, st.SearchStrategy[Any]]] = [
        ("boolean", st.booleans()),
        ("int", INT32),
        ("long", LONG),
        ("float", FLOAT),
        ("double", DOUBLE),
        ("bytes", HEX),
        ("string", TEXT),
        ({"type": "long", "logicalType": "timestamp-micros"}, LONG),
        ({"type": "int", "logicalType": "date"}, INT32),
        ({"type": "int", "logicalType": "time-millis"}, st.integers(0, 86_399_999)),
        ({"type": "long", "logicalType": "time-micros"}, st.integers(0, 86_399_999_999).map(str)),
        ({"type": "long", "logicalType": "timestamp-millis"}, LONG),
        ({"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 3}, decimals(9, 3)),
        (named("fixed", size=5), st.binary(min_size=5, max_size=5).map(bytes.hex)),
        (named("fixed", size=0), st.just("")),
        (named("enum", symbols=["A", "B", "C"]), st.sampled_from(["A", "B", "C"])),
        (named("fixed", size=8, logicalType="decimal", precision=18, scale=2), decimals(18, 2)),
    ]
    kinds = ["simple", "simple", "simple", "null"]
    if depth <= 2:
        kinds = ["simple", "null", "array", "map", "union", "record"]
    kind = draw(st.sampled_from(kinds))
    if kind == "simple":
        return draw(st.sampled_from(simple))
    if kind == "union":
        wide = {"int": INT32, "string": TEXT, "bytes": HEX}
        rows = [values.map(lambda value, name=name: {name: value}) for name, values in wide.items()]
        return ["null", *wide], st.none() | st.one_of(rows)
    if kind == "record":
        members = [draw(types(depth + 1)) for _ in range(draw(st.integers(0, 3)))]
        rows = {f"m{i}": values for i, (_, values) in enumerate(members)}
        fields = [{"name": f"m{i}", "type": member} for i, (member, _) in enumerate(members)]
        return named("record", fields=fields), st.fixed_dictionaries(rows)
    inner, rows_of_inner = draw(types(depth + 1))
    if kind == "array":
        return {"type": "array", "items": inner}, st.lists(rows_of_inner, max_size=3)
    if kind == "map":
        return {"type": "map", "values": inner}, st.dictionaries(TEXT, rows_of_inner, max_size=3)
    if isinstance(inner, list):
        return inner, rows_of_inner
    return draw(st.sampled_from([["null", inner], [inner, "null"]])), st.none() | rows_of_inner
