# SPDX-License-Identifier: Apache-2.0
"""The truth of filters, compared with SQLite's, and what SQL leaves open about floats."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hudi_conformance.adapters.filters import Dialect, Query, doubled
from hudi_conformance.adapters.kaitai.filtered import selected
from hudi_conformance.canonical.filters import COMPARISONS, FloatOrder, filtered, parse_filter
from hypothesis import given, settings
from hypothesis import strategies as st

VALUES = {"int": st.integers(-3, 3), "string": st.text("ab'%_é\U0001f40c\uff5e", max_size=3)}
SQLITE = Dialect(
    '"', {"int": "INTEGER", "string": "TEXT"}, doubled, prefix="substr({0}, 1, length({1})) = {1}"
)
NUM_VALUES = {**dict.fromkeys(COMPARISONS, (1, 1)), "between": (2, 2), "in": (1, 3)}


@st.composite
def predicates(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(VALUES)))
    op = draw(st.sampled_from([*NUM_VALUES, "is_null", "is_not_null", "starts_with"]))
    if op.startswith("is_"):
        return {"op": op, "column": kind}
    if op == "starts_with":
        return {"op": op, "column": "string", "type": "string", "values": [draw(VALUES["string"])]}
    least, most = NUM_VALUES[op]
    literals = st.lists(VALUES[kind] | st.just({"null": True}), min_size=least, max_size=most)
    return {"op": op, "column": kind, "type": kind, "values": draw(literals)}


FILTERS = st.recursive(
    predicates(),
    lambda parts: (
        parts.map(lambda part: {"op": "not", "args": [part]})
        | st.fixed_dictionaries({"op": st.sampled_from(["and", "or"]), "args": st.lists(parts, min_size=1)})
    ),
    max_leaves=5,
)
ROWS = st.lists(
    st.fixed_dictionaries({kind: st.none() | values for kind, values in VALUES.items()}), min_size=1
)


@settings(max_examples=40)
@given(ROWS, FILTERS)
def test_rows_are_those_of_sqlite_and_of_arrow(rows: list[dict[str, Any]], tree: dict[str, Any]) -> None:
    numbered = [{"n": f"{number:02}", **row} for number, row in enumerate(rows)]
    query = Query(parse_filter(tree), ("n",))
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (n TEXT, int INTEGER, string TEXT)")
        connection.executemany("INSERT INTO t VALUES (:n, :int, :string)", numbered)
        expected = [{"n": n} for (n,) in connection.execute(SQLITE.select("t", query) + " ORDER BY n")]
    assert filtered(numbered, tree, ["n"], FloatOrder.IEEE) == expected
    assert selected(numbered, query) == expected


@pytest.mark.parametrize(
    ("op", "value", "rows"),
    [
        ("=", "NaN", {"ieee": "", "nan-greatest": "NaN", "total": "NaN"}),
        ("!=", "NaN", {"ieee": "-0.0 0.0 NaN", "nan-greatest": "-0.0 0.0", "total": "-0.0 0.0"}),
        (">", "0.0", {"ieee": "", "nan-greatest": "NaN", "total": "NaN"}),
        ("<", "0.0", {"ieee": "", "nan-greatest": "", "total": "-0.0"}),
        ("=", "0.0", {"ieee": "-0.0 0.0", "nan-greatest": "-0.0 0.0", "total": "0.0"}),
    ],
)
def test_floats_have_three_orders(op: str, value: str, rows: dict[str, str]) -> None:
    tree = {"op": op, "column": "f.x", "type": "double", "values": [value]}
    stored: list[dict[str, Any]] = [{"f": {"x": text}, "k": text} for text in ("-0.0", "0.0", "NaN")]
    found = {order.value: filtered([*stored, {"f": None}], tree, ["k"], order) for order in FloatOrder}
    assert {name: " ".join(row["k"] for row in some) for name, some in found.items()} == rows


@pytest.mark.parametrize(
    ("op", "kind", "values"),
    [("=", "int", [True]), ("=", "decimal", ["x"]), ("in", "int", []), ("starts_with", "bytes", ["61"])],
)
def test_an_invalid_predicate_is_refused(op: str, kind: str, values: list[Any]) -> None:
    with pytest.raises(ValueError, match=r"expected|wrong number|compares"):
        parse_filter({"op": op, "column": "a", "type": kind, "values": values})
