# SPDX-License-Identifier: Apache-2.0
"""The truth of filters, compared with SQLite's, and what SQL leaves open about floats."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hudi_conformance.adapters.filters import Dialect, Query, doubled
from hudi_conformance.adapters.kaitai.filtered import selected
from hudi_conformance.canonical.filters import COMPARISONS, FloatOrder, filtered, parse_filter
from hypothesis import given
from hypothesis import strategies as st

INTEGERS = st.integers(-3, 3)
TEXTS = st.text("ab'%_é\U0001f40c\uff5e", max_size=3)
SQLITE = Dialect(
    '"', {"int": "INTEGER", "string": "TEXT"}, doubled, prefix="substr({0}, 1, length({1})) = {1}"
)
ROWS = st.lists(
    st.fixed_dictionaries({"i": st.none() | INTEGERS, "s": st.none() | TEXTS}), min_size=1, max_size=8
)


def predicates() -> st.SearchStrategy[dict[str, Any]]:
    def of(column: str, kind: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
        literals = values | st.just({"null": True})
        numbers = [
            (st.sampled_from(sorted(COMPARISONS)), 1, 1),
            (st.just("between"), 2, 2),
            (st.just("in"), 1, 3),
        ]
        shaped = [
            st.builds(
                lambda op, values: {"op": op, "column": column, "type": kind, "values": values},
                op,
                st.lists(literals, min_size=least, max_size=most),
            )
            for op, least, most in numbers
        ]
        nulls = st.sampled_from(["is_null", "is_not_null"]).map(lambda op: {"op": op, "column": column})
        return st.one_of(*shaped, nulls)

    begins = TEXTS.map(lambda text: {"op": "starts_with", "column": "s", "type": "string", "values": [text]})
    return of("i", "int", INTEGERS) | of("s", "string", TEXTS) | begins


FILTERS = st.recursive(
    predicates(),
    lambda parts: st.builds(
        lambda op, args: {"op": op, "args": args[:1] if op == "not" else args},
        st.sampled_from(["and", "or", "not"]),
        st.lists(parts, min_size=1, max_size=3),
    ),
    max_leaves=5,
)


@given(ROWS, FILTERS)
def test_rows_are_those_of_sqlite_and_of_arrow(rows: list[dict[str, Any]], tree: dict[str, Any]) -> None:
    numbered = [{"n": number, **row} for number, row in enumerate(rows)]
    query = Query(parse_filter(tree), ("n",))
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (n INTEGER, i INTEGER, s TEXT)")
        connection.executemany("INSERT INTO t VALUES (:n, :i, :s)", numbered)
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
    "tree",
    [
        {"op": "not", "args": [{"op": "is_null", "column": "a"}] * 2},
        {"op": "=", "column": "a", "type": "int", "values": [True]},
        {"op": "=", "column": "a", "type": "decimal", "values": ["x"]},
        {"op": "in", "column": "a", "type": "int", "values": []},
        {"op": "starts_with", "column": "a", "type": "bytes", "values": ["61"]},
        {"op": "like", "column": "a", "type": "string", "values": ["a%"]},
    ],
    ids=["not-of-two", "boolean-as-int", "no-decimal", "empty-list", "prefix-of-bytes", "unknown-operator"],
)
def test_an_invalid_filter_is_refused(tree: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not has|expected|wrong number|compares|unknown"):
        parse_filter(tree)
