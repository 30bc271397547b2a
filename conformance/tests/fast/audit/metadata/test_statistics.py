# SPDX-License-Identifier: Apache-2.0
"""Rows of column statistics against Parquet files: what is wrong with a row, by footer and by values."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.state import column_batches
from hudi_conformance.audit.metadata.statistics import FileStats
from hudi_conformance.decode.parquet.columns import base_facts, read_values
from hudi_conformance.model.metadata import Bound, ColumnStats, Scaled

TABLE = pa.table(
    {
        "n": pa.array([3, None, 1, 11], pa.int64()),
        "all": pa.array([None] * 4, pa.int64()),
        "d": pa.array([1.5, float("nan"), -2.0, None], pa.float64()),
        "t": pa.array(["b", "a", None, "c"], pa.string()),
        "long": pa.array(["x" * 80, "y" * 80, "y", "x"], pa.string()),
        "flag": pa.array([True, True, None, True], pa.bool_()),
        "dec": pa.array([Decimal("1.50"), Decimal("-2.25"), None, None], pa.decimal128(10, 2)),
        "list": pa.array([[1, 2], [3], None, []], pa.list_(pa.int32())),
    }
)
ROW = ColumnStats(
    "n",
    "f.parquet",
    Bound("long", 1),
    Bound("long", 11),
    4,
    1,
    10,
    20,
    is_deleted=False,
    is_tight=False,
    value_type=None,
)


def problems(folder: Path, row: ColumnStats, *, is_deep: bool) -> list[FindingRow | Gap]:
    path = folder / "f.parquet"
    pq.write_table(TABLE, path)
    values = partial(read_values, path) if is_deep else None
    return list(FileStats("place", "p/f.parquet", base_facts(path), row, values).check())


def test_columns_that_a_file_lacks_are_null(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "f.parquet")
    [batch] = column_batches(tmp_path / "f.parquet", ("t", "no", "n"))
    assert batch.to_pydict() == TABLE.select(["t", "n"]).to_pydict() | {"no": [None] * 4}


def summary(items: list[FindingRow | Gap]) -> list[tuple[str, str]]:
    """Verdict or `gap`, and the reason's beginning behind the name of the column."""
    found = []
    for item in items:
        if isinstance(item, Gap):
            found.append(("gap", item.why))
        else:
            assert (item.path, item.requirement) == ("place", "table.check.metadata-statistics")
            found.append((f"{item.verdict} {item.severity} {item.code}", item.message.partition(": ")[2]))
    return found


def stats(column: str, low: Bound | None, high: Bound | None, nulls: int = 1) -> ColumnStats:
    return replace(ROW, column=column, min=low, max=high, num_nulls=nulls)


def decimal(unscaled: int) -> Bound:
    return Bound("decimal", Scaled(unscaled.to_bytes(2, "big", signed=True), 2))


@pytest.mark.parametrize("is_deep", [False, True])
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(ROW, id="ints"),
        pytest.param(stats("t", Bound("string", "a"), Bound("string", "c")), id="texts"),
        pytest.param(stats("flag", Bound("boolean", True), Bound("boolean", True)), id="booleans"),
        pytest.param(stats("dec", decimal(-225), decimal(150), 2), id="decimals"),
        pytest.param(stats("all", None, None, 4), id="all-null"),
        pytest.param(stats("all", Bound("long", 0), Bound("long", 0), 4), id="all-null-with-zeros"),
        pytest.param(replace(ROW, num_values=None, num_nulls=None), id="no-counts"),
    ],
)
def test_true_rows_have_no_finding(row: ColumnStats, is_deep: bool, tmp_path: Path) -> None:
    assert problems(tmp_path, row, is_deep=is_deep) == []


BAD = "damage error bad-value"


@pytest.mark.parametrize("is_deep", [False, True])
@pytest.mark.parametrize(
    ("row", "verdict", "reason"),
    [
        pytest.param(
            replace(ROW, num_values=5), "violation warning bad-value", "5 values, the file has 4", id="count"
        ),
        pytest.param(replace(ROW, num_nulls=0), BAD, "0 nulls, the file has 1: IS NULL skips", id="no-nulls"),
        pytest.param(
            replace(ROW, num_nulls=2), "violation warning bad-value", "2 nulls, the file has 1", id="nulls"
        ),
        pytest.param(
            replace(ROW, num_nulls=4),
            BAD,
            "nullCount = valueCount = 4, but the file has 3 values",
            id="all-null",
        ),
        pytest.param(replace(ROW, min=None), BAD, "one bound of two", id="one-bound"),
        pytest.param(replace(ROW, min=None, max=None), BAD, "no bounds, and not only nulls", id="no-bounds"),
        pytest.param(
            replace(ROW, min=Bound("string", "1"), max=Bound("string", "2")),
            "damage error bad-type",
            "bounds of type string and string",
            id="type",
        ),
        pytest.param(
            replace(ROW, min=Bound("long", 2)), BAD, "from 2 to 11, the file has 1 to 11", id="low-too-high"
        ),
        pytest.param(
            replace(ROW, max=Bound("long", 10)), BAD, "from 1 to 10, the file has 1 to 11", id="high-too-low"
        ),
        pytest.param(
            replace(ROW, min=Bound("long", 0)),
            "violation info bad-value",
            "from 0 to 11, the file has 1 to 11: queries open the file needlessly",
            id="wide",
        ),
        pytest.param(stats("dec", decimal(-224), decimal(150), 2), BAD, "from -2.24 to 1.5", id="decimal"),
        pytest.param(
            stats("flag", Bound("boolean", False), Bound("boolean", False)),
            BAD,
            "from 0 to 0, the file has 1 to 1",
            id="boolean",
        ),
    ],
)
def test_a_wrong_row_is_one_finding(
    row: ColumnStats, verdict: str, reason: str, is_deep: bool, tmp_path: Path
) -> None:
    [(actual, why)] = summary(problems(tmp_path, row, is_deep=is_deep))
    assert actual == verdict
    assert why.startswith(reason)


def test_values_outside_of_bounds_are_counted(tmp_path: Path) -> None:
    row = replace(ROW, min=Bound("long", 2), max=Bound("long", 10))
    [(_, deep)] = summary(problems(tmp_path, row, is_deep=True))
    [(_, shallow)] = summary(problems(tmp_path, row, is_deep=False))
    assert deep.endswith("lose 2 rows")
    assert shallow.endswith("lose some of 4 rows")
    decimals = stats("dec", decimal(-224), decimal(149), 2)
    [(_, deep)] = summary(problems(tmp_path, decimals, is_deep=True))
    assert deep == f"from -2.24 to 1.49, the file has -2.25 to 1.5: {SKIPPED} 2 rows"


def test_a_column_with_a_nan_has_bounds_of_its_values(tmp_path: Path) -> None:
    row = stats("d", Bound("double", -2.0), Bound("double", 1.5))
    assert problems(tmp_path, row, is_deep=True) == []
    zeros = stats("d", Bound("double", 0.0), Bound("double", 0.0))
    [(verdict, reason)] = summary(problems(tmp_path, zeros, is_deep=True))
    assert verdict == "damage error bad-state"
    assert reason.endswith("1 NaN among the values: queries by it skip the file and lose 3 rows")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        pytest.param(
            stats("other", None, None),
            "of a column that the data file does not have under this name",
            id="no-column",
        ),
        pytest.param(
            stats("long", Bound("string", "x"), Bound("string", "x" * 80), 0),
            "bounds of the footer may be truncated; --deep reads values",
            id="long-texts",
        ),
    ],
)
def test_what_a_footer_does_not_show_is_a_gap(row: ColumnStats, why: str, tmp_path: Path) -> None:
    assert summary(problems(tmp_path, row, is_deep=False)) == [("gap", why)]


def test_a_repeated_column_is_checked_by_its_footer(tmp_path: Path) -> None:
    row = replace(stats("list.list.element", Bound("int", 1), Bound("int", 3), 2), num_values=5)
    shallow = summary(problems(tmp_path, row, is_deep=False))
    assert shallow == summary(problems(tmp_path, row, is_deep=True))


MANY = pa.table(
    {
        "n": pa.array([*range(999), None], pa.int64()),
        "all": pa.array([None] * 1000, pa.int64()),
        "d": pa.array([*map(float, range(999)), None], pa.float64()),
        "i96": pa.array([0] * 1000, pa.timestamp("ns")),
    }
)
UNCOUNTED = ("gap", "the footer has no null count; --deep reads the pages")
NO_BOUNDS = ("gap", "the footer has no bounds; --deep reads values")
NO_ORDER = ("gap", "of the Parquet type INT96")
LOST = "IS NOT NULL and every comparison skip the file and lose up to"
SKIPPED = "queries by it skip the file and lose"
PAGES = f"but the footer has no null count, and the pages contain values: {LOST} 1,000 rows"
NAN = f"from 0.0 to 0.0, for which the footer has no bounds, as with a NaN: {SKIPPED} its rows"
FILLED = "damage error missing-field"


def many(column: str, low: Bound | None, high: Bound | None, nulls: int | None = 1) -> ColumnStats:
    return replace(stats(column, low, high), num_nulls=nulls, num_values=1000)


@pytest.mark.parametrize(
    ("row", "shallow", "deep"),
    [
        pytest.param(many("n", Bound("long", 0), Bound("long", 998)), [UNCOUNTED, NO_BOUNDS], [], id="true"),
        pytest.param(many("all", None, None, 1000), [UNCOUNTED], [], id="nulls-alone"),
        pytest.param(
            many("n", None, None, 1000),
            [(FILLED, f"nullCount = valueCount = 1,000, {PAGES}")],
            [(FILLED, f"nullCount = valueCount = 1,000, but the file has 999 values: {LOST} 999 rows")],
            id="said-to-be-null",
        ),
        pytest.param(
            many("n", Bound("long", 0), Bound("long", 998), 0),
            [UNCOUNTED, NO_BOUNDS],
            [(BAD, "0 nulls, the file has 1: IS NULL skips the file and loses 1 row")],
            id="said-to-have-none",
        ),
        pytest.param(
            many("d", Bound("double", 0.0), Bound("double", 0.0)),
            [UNCOUNTED, ("damage error bad-state", NAN)],
            [(BAD, f"from 0.0 to 0.0, the file has 0.0 to 998.0: {SKIPPED} 998 rows")],
            id="zeros",
        ),
        pytest.param(
            many("i96", Bound("long", 0), Bound("long", 0), 0),
            [UNCOUNTED, NO_ORDER],
            [UNCOUNTED, NO_ORDER],
            id="type-of-no-known-order",
        ),
    ],
)
def test_a_footer_without_statistics(
    row: ColumnStats, shallow: list[tuple[str, str]], deep: list[tuple[str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "f.parquet"
    pq.write_table(MANY, path, write_statistics=False, use_deprecated_int96_timestamps=True)
    facts = base_facts(path)
    for values, expected in ((None, shallow), (partial(read_values, path), deep)):
        assert summary(list(FileStats("place", "p/f.parquet", facts, row, values).check())) == expected


def test_bounds_beside_one_that_a_writer_may_have_cut_are_not_called_wide(tmp_path: Path) -> None:
    row = stats("long", Bound("string", "w"), Bound("string", "z"), 0)
    assert problems(tmp_path, row, is_deep=True) == []
