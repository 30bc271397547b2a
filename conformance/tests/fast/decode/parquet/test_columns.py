# SPDX-License-Identifier: Apache-2.0
"""Columns of Parquet files: counts and bounds from the footer and from values, against the values written."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.decode.parquet.columns import (
    BaseFacts,
    Column,
    base_facts,
    comparable,
    footer_facts,
    sum_values,
    text_of,
)
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import Bound, Scaled
from hypothesis import given
from hypothesis import strategies as st

KINDS: dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]] = {
    "int": (pa.int32(), st.integers(-(1 << 31), (1 << 31) - 1)),
    "long": (pa.int64(), st.integers(-(1 << 63), (1 << 63) - 1)),
    "double": (pa.float64(), st.floats(allow_nan=False)),
    "boolean": (pa.bool_(), st.booleans()),
    "string": (pa.string(), st.text(max_size=5)),
    "decimal": (pa.decimal128(9, 2), st.decimals(-9999, 9999, places=2)),
}


def in_memory(table: pa.Table, **options: Any) -> BaseFacts:
    stream = io.BytesIO()
    pq.write_table(table, stream, **options)
    data = stream.getvalue()
    return footer_facts(data, pa.BufferReader(data), "f.parquet")


def plain(value: Any) -> Any:
    """A value as it compares: decimals exact, texts as UTF-8."""
    if isinstance(value, str):
        return value.encode()
    return value if isinstance(value, int | float) else Fraction(value)


@given(
    st.sampled_from(sorted(KINDS)).flatmap(
        lambda kind: st.tuples(st.just(kind), st.lists(st.none() | KINDS[kind][1], min_size=1, max_size=6))
    )
)
def test_a_footer_has_the_bounds_and_counts_of_its_values(drawn: tuple[str, list[Any]]) -> None:
    kind, values = drawn
    array = pa.array(values, KINDS[kind][0])
    column = in_memory(pa.table({"c": array}), row_group_size=2).columns["c"]
    present = [plain(value) for value in values if value is not None]
    assert column.num_values == len(values)
    assert column.num_nulls == len(values) - len(present)
    assert column.bounds() == ((min(present), max(present)) if present else None)
    read = sum_values(iter([array]), column, None, None)
    assert (read.num_nulls, read.num_nan, read.num_outside) == (column.num_nulls, 0, 0)
    assert read.bounds == column.bounds()


@given(
    st.lists(st.integers(-5, 5) | st.none(), min_size=1, max_size=8), st.integers(-6, 6), st.integers(-6, 6)
)
def test_values_outside_of_two_bounds_are_counted(values: list[int | None], low: int, high: int) -> None:
    array = pa.array(values, pa.int64())
    column = in_memory(pa.table({"c": array})).columns["c"]
    expected = sum(value is not None and not low <= value <= high for value in values)
    assert sum_values(iter([array]), column, low, high).num_outside == expected
    assert sum_values(iter([array]), column, -(1 << 70), 1 << 70).num_outside == 0


def test_nan_is_counted_and_has_no_bounds() -> None:
    array = pa.array([1.0, float("nan"), None, float("nan")])
    column = in_memory(pa.table({"c": array})).columns["c"]
    read = sum_values(iter([array]), column, 2.0, 3.0)
    assert (read.num_nulls, read.num_nan, read.bounds, read.num_outside) == (1, 2, (1.0, 1.0), 1)


@pytest.mark.parametrize(
    ("options", "bounds", "num_nulls"),
    [({"write_statistics": True}, (1, 2), 1), ({"write_statistics": False}, None, None)],
    ids=["with-statistics", "without-statistics"],
)
def test_a_footer_without_statistics_has_neither(
    options: dict[str, bool], bounds: tuple[int, int] | None, num_nulls: int | None
) -> None:
    column = in_memory(pa.table({"c": pa.array([1, None, 2])}), **options).columns["c"]
    assert (column.bounds(), column.num_nulls) == (bounds, num_nulls)
    assert not column.has_values


def test_leaves_of_structs_and_lists_have_their_paths() -> None:
    table = pa.table({"s": [{"a": 1, "b": "x"}], "l": [[1, 2, 3]]})
    columns = in_memory(table).columns
    assert sorted(columns) == ["l.list.element", "s.a", "s.b"]
    assert [columns[name].is_repeated for name in sorted(columns)] == [True, False, False]
    assert columns["l.list.element"].num_values == 3


def test_a_file_that_is_not_parquet_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    path.write_bytes(b"PAR1 and nothing else PAR1")
    with pytest.raises(Reject) as error:
        base_facts(path)
    assert error.value.requirement == "table.base-file.form"


@pytest.mark.parametrize(
    ("bound", "form", "expected"),
    [
        (Bound("long", 5), "int", 5),
        (Bound("timestamp-micros", 5), "int", 5),
        (Bound("boolean", True), "bool", 1),
        (Bound("string", "é"), "bytes", b"\xc3\xa9"),
        (Bound("double", 0.5), "float", 0.5),
        (Bound("decimal", Scaled(b"\xff\x24", 2)), "decimal", Fraction(-220, 100)),
        (Bound("decimal", Scaled(bytes(1025), 2)), "decimal", None),
        (Bound("long", 5), "float", None),
        (Bound("string", "5"), "int", None),
        (Bound("array", ()), "int", None),
    ],
    ids=str,
)
def test_bounds_compare_with_columns_of_their_form(bound: Bound, form: str, expected: object) -> None:
    assert comparable(bound, form) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (2.0, "2.0"),
        (2.5, "2.5"),
        (1e300, "1e+300"),
        (float("nan"), "nan"),
        (None, "None"),
        (Fraction(5, 4), "1.25"),
        (b"a\xff", r"'a\\xff'"),
        (b"x" * 50, "'" + "x" * 40 + "'"),
    ],
    ids=str,
)
def test_values_in_messages(value: Any, text: str) -> None:
    assert text_of(value) == text


def test_pages_larger_than_those_of_nulls_hold_values() -> None:
    large = in_memory(pa.table({"c": ["x" * 100] * 10}), use_dictionary=False, compression=None)
    assert large.columns["c"].has_values
    assert isinstance(large.columns["c"], Column)
    assert not in_memory(pa.table({"c": pa.array([None] * 10, pa.string())})).columns["c"].has_values
