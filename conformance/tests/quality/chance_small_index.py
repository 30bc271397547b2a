# SPDX-License-Identifier: Apache-2.0
"""What indexes of a metadata table say wrongly of a small file or partition, for mutants drawn by chance.

    drawn:index-statistics-NAME  one row of column statistics against a Parquet file of three values
    drawn:index-partitions-NAME  one row of partition statistics against those of two files
    drawn:index-keys             keys that two sides tell differently
    drawn:index-sums             hashes as Java has them, sums of sides, gaps of one kind
    drawn:index-listing-NAME     a list of files against a folder

What is to be found follows from `spec/table_files.md`: whoever loses rows by a row of an index has damage,
whoever reads in vain a violation.
"""

from __future__ import annotations

import importlib
import io
import math
import tempfile
from collections.abc import Iterator
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported
from chance_files import rows_of
from chance_small import VERSIONS, _clean, _rollback
from chance_small_table import T1, T2

if TYPE_CHECKING:
    from chance_questions import World

Told = tuple[str, str, str]
"""Verdict, code and severity."""
_LOST, _KIND = ("damage", "bad-value", "error"), ("damage", "bad-type", "error")
_UNCOUNTED, _NAN = ("damage", "missing-field", "error"), ("damage", "bad-state", "error")
_IN_VAIN, _WIDE = ("violation", "bad-value", "warning"), ("violation", "bad-value", "info")
_GAP = ("gap", "", "")
_LONG = pa.int64()

# --- statistics of columns -------------------------------------------------------------------------------


@cache
def _file(kind: str, values: tuple[Any, ...], has_bounds: bool) -> bytes:
    out = io.BytesIO()
    types = {
        "decimal": pa.decimal128(5, 0),
        "tenths": pa.decimal128(5, 1),
        "long": _LONG,
        "string": pa.string(),
        "double": pa.float64(),
        "list": pa.list_(_LONG),
    }
    table = pa.table({"c": pa.array(values, types[kind])})
    pq.write_table(table, out, write_statistics=has_bounds)
    return out.getvalue()


def _row(file: str, low: Any, high: Any, num_nulls: Any, num_values: Any, **more: Any) -> Any:
    views = imported("views.metadata")

    def bound(value: Any) -> Any:
        return views.Bound(*value) if value is not None else None

    members = {"is_deleted": False, "is_tight": False, "value_type": None, "column": "c", **more}
    return views.ColumnStats(
        file=file, min=bound(low), max=bound(high), num_values=num_values, num_nulls=num_nulls, size=9,
        uncompressed_size=9, **members,
    )  # fmt: skip


# Kind, values of the file, bounds, nulls and values of the row; what is told by values, and by the footer.
def _decimal(unscaled: int, scale: int) -> tuple[str, Any]:
    return "decimal", imported("views.metadata").Scaled(unscaled.to_bytes(2, "big", signed=True), scale)


_L, _S, _D = (lambda n: ("long", n)), (lambda t: ("string", t)), (lambda d: ("double", d))
_NUMBERS, _WITH_NULL, _NULLS = (2, 5, 9), (2, None, 9), (None, None, None)
_STATISTICS: dict[str, tuple[str, tuple[Any, ...], Any, Any, Any, Any, tuple[Told, ...], Any]] = {
    "right": ("long", _NUMBERS, _L(2), _L(9), 0, 3, (), None),
    "right-nulls": ("long", _WITH_NULL, _L(2), _L(9), 1, 3, (), None),
    "all-null": ("long", _NULLS, None, None, 3, 3, (), None),
    "all-null-bounds": ("long", _NULLS, _L(7), _L(3), 3, 3, (), None),
    "low": ("long", _NUMBERS, _L(3), _L(9), 0, 3, (_LOST,), None),
    "high": ("long", _NUMBERS, _L(2), _L(8), 0, 3, (_LOST,), None),
    "both": ("long", _NUMBERS, _L(3), _L(8), 0, 3, (_LOST,), None),
    "wide-low": ("long", _NUMBERS, _L(1), _L(9), 0, 3, (_WIDE,), None),
    "wide-high": ("long", _NUMBERS, _L(2), _L(10), 0, 3, (_WIDE,), None),
    "no-low": ("long", _NUMBERS, None, _L(9), 0, 3, (_LOST,), None),
    "no-high": ("long", _NUMBERS, _L(2), None, 0, 3, (_LOST,), None),
    "no-bounds": ("long", _NUMBERS, None, None, 0, 3, (_LOST,), None),
    "no-bounds-no-values": ("long", _NUMBERS, None, None, 0, 0, (_IN_VAIN,), None),
    "more-values": ("long", _NUMBERS, _L(2), _L(9), 0, 4, (_IN_VAIN,), None),
    "fewer-values": ("long", _NUMBERS, _L(2), _L(9), 0, 2, (_IN_VAIN,), None),
    "values-untold": ("long", _NUMBERS, _L(2), _L(9), 0, None, (), None),
    "nulls-untold": ("long", _WITH_NULL, _L(2), _L(9), None, 3, (), None),
    "no-nulls": ("long", _WITH_NULL, _L(2), _L(9), 0, 3, (_LOST,), None),
    "more-nulls": ("long", _WITH_NULL, _L(2), _L(9), 2, 3, (_IN_VAIN,), None),
    "nulls-of-none": ("long", _NUMBERS, _L(2), _L(9), 1, 3, (_IN_VAIN,), None),
    "only-nulls": ("long", _WITH_NULL, _L(2), _L(9), 3, 3, (_LOST,), None),
    "beyond-nulls": ("long", _WITH_NULL, _L(2), _L(9), 4, 3, (_LOST,), None),
    "nulls-of-no-values": ("long", _WITH_NULL, _L(2), _L(9), 0, 0, (_LOST, _IN_VAIN), None),
    "other-type": ("long", _NUMBERS, _S("2"), _S("9"), 0, 3, (_KIND,), None),
    "other-type-low": ("long", _NUMBERS, _S("2"), _L(9), 0, 3, (_KIND,), None),
    "other-type-high": ("long", _NUMBERS, _L(2), _S("9"), 0, 3, (_KIND,), None),
    "text": ("string", ("a", "c"), _S("a"), _S("c"), 0, 2, (), None),
    "text-low": ("string", ("a", "c"), _S("b"), _S("c"), 0, 2, (_LOST,), None),
    "text-wide": ("string", ("a", "c"), _S("a"), _S("d"), 0, 2, (_WIDE,), None),
    "text-63": ("string", ("a", "b" * 63), _S("a"), _S("c"), 0, 2, (_WIDE,), None),
    "text-64": ("string", ("a", "b" * 64), _S("a"), _S("c"), 0, 2, (), None),
    "text-64-outside": ("string", ("a", "b" * 64), _S("a"), _S("b"), 0, 2, (_LOST,), (_GAP,)),
    "text-63-outside": ("string", ("a", "b" * 63), _S("a"), _S("b"), 0, 2, (_LOST,), None),
    # A footer leaves NaNs out of its bounds.
    "nan": ("double", (1.5, math.nan), _D(0.0), _D(0.0), 0, 2, (_NAN,), (_LOST,)),
    "nan-alone": ("double", (math.nan, math.nan), _D(0.0), _D(0.0), 0, 2, (_NAN,), None),
    "zeros": ("double", (0.0, 0.0), _D(0.0), _D(0.0), 0, 2, (), None),
    "nan-and-bounds": ("double", (1.5, math.nan), _D(1.5), _D(1.5), 0, 2, (), None),
    "nan-below": ("double", (1.5, math.nan), _D(2.0), _D(2.0), 0, 2, (_LOST,), None),
    "other-column": ("long", _NUMBERS, _L(2), _L(9), 0, 3, (_GAP,), None),
}  # fmt: skip


def _decimals(_: World) -> Failure:
    """Decimals compare by their values, whatever their scales."""
    statistics, columns = imported("audit.metadata.statistics"), imported("audit.metadata.columns")
    for kind, scale in (("decimal", 0), ("tenths", 1)):
        values = tuple(Decimal(number).scaleb(-scale) for number in (-7, 20, 300))
        for low, high, told in (
            (-7, 300, ()), (-6, 300, (_LOST,)), (-7, 299, (_LOST,)), (-8, 300, (_WIDE,)), (-7, 301, (_WIDE,)),
        ):  # fmt: skip
            for more in (0, 1):
                bounds = (_decimal(one * 10**more, scale + more) for one in (low, high))
                row = _row("f", *bounds, 0, 3)
                with tempfile.TemporaryDirectory() as place:
                    path = Path(place) / "f.parquet"
                    path.write_bytes(_file(kind, values, True))
                    facts = columns.base_facts(path)
                    for read in (partial(columns.read_values, path), None):
                        found = _kinds(statistics.FileStats("place", "p/f", facts, row, read).check())
                        if found != sorted(told):
                            return f"{kind} from {low} to {high}, {more}: {found}"
    return None


def _statistics(name: str, _: World) -> Failure:
    statistics, columns = imported("audit.metadata.statistics"), imported("audit.metadata.columns")
    kind, values, low, high, num_nulls, num_values, told, by_footer = _STATISTICS[name]
    row = _row("f", low, high, num_nulls, num_values, column="x" if name == "other-column" else "c")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "f.parquet"
        path.write_bytes(_file(kind, values, True))
        facts = columns.base_facts(path)
        for is_deep in (True, False):
            read = partial(columns.read_values, path) if is_deep else None
            found = _kinds(statistics.FileStats("place", "p/f", facts, row, read).check())
            expected = told if is_deep or by_footer is None else by_footer
            if found != sorted(expected):
                return f"deep {is_deep}: found {found}, expected {sorted(expected)}"
    return None


def _kinds(items: Iterator[Any]) -> list[Told]:
    return sorted(
        (item.verdict, item.code, item.severity) if hasattr(item, "verdict") else _GAP for item in items
    )


def _without_footer(_: World) -> Failure:
    """No statistics in the footer: nothing is known without values, but for pages that hold some."""
    statistics, columns = imported("audit.metadata.statistics"), imported("audit.metadata.columns")
    many = tuple(f"text {at:05d}" for at in range(2000))
    cases: list[tuple[str, tuple[Any, ...], Any, Any, int, int, tuple[Told, ...], tuple[Told, ...]]] = [
        ("long", _NUMBERS, _L(2), _L(9), 0, 3, (), (_GAP, _GAP)),
        ("long", _NULLS, None, None, 3, 3, (), (_GAP,)),
        ("string", many, None, None, 2000, 2000, (_UNCOUNTED,), (_UNCOUNTED,)),
        ("string", many, _S("a"), _S("b"), 5, 2000, (_IN_VAIN, _LOST), (_GAP, _GAP)),
        ("double", (1.5, 2.5), _D(0.0), _D(0.0), 0, 2, (_LOST,), (_GAP, _NAN)),
        ("double", (1.5, 2.5), _D(0.0), _D(1.0), 0, 2, (_LOST,), (_GAP, _GAP)),
    ]  # fmt: skip
    for kind, values, low, high, num_nulls, num_values, told, by_footer in cases:
        row = _row("f", low, high, num_nulls, num_values)
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "f.parquet"
            path.write_bytes(_file(kind, values, False))
            facts = columns.base_facts(path)
            for read, expected in ((partial(columns.read_values, path), told), (None, by_footer)):
                found = _kinds(statistics.FileStats("place", "p/f", facts, row, read).check())
                if found != sorted(expected):
                    return f"{kind} {values[:3]}, {low}, {num_nulls}: {found}, expected {sorted(expected)}"
    return None


# --- statistics of partitions ----------------------------------------------------------------------------

_FILES = ((_L(2), _L(5), 1, 4), (_L(3), _L(9), 0, 2))
_EMPTY = (None, None, 3, 3)
# Files, bounds, nulls and values of the row, whether it is tight, whether all files have rows; what is told.
_PARTITIONS: dict[str, tuple[tuple[Any, ...], Any, Any, Any, Any, bool, bool, tuple[Told, ...]]] = {
    "right": (_FILES, _L(2), _L(9), 1, 6, True, True, ()),
    "low": (_FILES, _L(3), _L(9), 1, 6, True, True, (_LOST,)),
    "high": (_FILES, _L(2), _L(8), 1, 6, True, True, (_LOST,)),
    "high-loose": (_FILES, _L(2), _L(8), 1, 6, False, True, (_LOST,)),
    "wide-low": (_FILES, _L(1), _L(9), 1, 6, True, True, (_WIDE,)),
    "wide-high": (_FILES, _L(2), _L(10), 1, 6, True, True, (_WIDE,)),
    "wide-loose": (_FILES, _L(1), _L(10), 1, 6, False, True, ()),
    "wide-of-some": (_FILES, _L(1), _L(10), 1, 6, True, False, ()),
    "only-nulls": (_FILES, _L(2), _L(9), 6, 6, True, True, (_LOST,)),
    "beyond-nulls": (_FILES, None, None, 7, 6, False, True, (_LOST,)),
    "only-nulls-rightly": ((_EMPTY,), None, None, 3, 3, True, True, ()),
    "no-nulls": (_FILES, _L(2), _L(9), 0, 6, True, True, (_LOST,)),
    "no-nulls-loose": (_FILES, _L(2), _L(9), 0, 6, False, False, (_LOST,)),
    "no-nulls-rightly": (_FILES[1:], _L(3), _L(9), 0, 2, True, True, ()),
    "more-nulls": (_FILES, _L(2), _L(9), 2, 6, True, True, (_IN_VAIN,)),
    "more-nulls-loose": (_FILES, _L(2), _L(9), 2, 6, False, True, ()),
    "more-nulls-of-some": (_FILES, _L(2), _L(9), 2, 6, True, False, ()),
    "more-values": (_FILES, _L(2), _L(9), 1, 7, True, True, (_IN_VAIN,)),
    "only-null": (((_L(2), _L(2), 0, 1),), None, None, 1, 1, False, True, (_LOST,)),
    "only-nulls-and-bounds": (_FILES, _L(3), _L(8), 6, 6, True, True, (_LOST,)),
    "no-high": (_FILES, _L(2), None, 1, 6, True, True, ()),
    "no-low": (_FILES, None, _L(9), 1, 6, True, True, ()),
    "files-without-low": (((None, _L(5), 0, 1),), _L(2), _L(5), 0, 1, True, True, ()),
    "files-without-high": (((_L(2), None, 0, 1),), _L(2), _L(5), 0, 1, True, True, ()),
    "no-values": (_FILES, _L(2), _L(9), 1, 0, False, True, ()),
    "untold": (_FILES, _L(2), _L(9), None, None, False, True, ()),
    "other-type": (_FILES, _S("2"), _S("9"), 1, 6, True, True, (_KIND,)),
    "no-bounds": (_FILES, None, None, 1, 6, True, True, ()),
    "with-an-empty-file": ((*_FILES, _EMPTY), _L(2), _L(9), 4, 9, True, True, ()),
    "bounds-of-the-empty": (
        (_FILES[0], (_L(0), _L(99), 3, 3)), _L(2), _L(5), 4, 7, True, True, ()),
    "file-without-high": (((_L(2), None, 1, 4), _FILES[1]), _L(2), _L(9), 1, 6, False, True, ()),
    "file-without-low": (((None, _L(5), 1, 4), _FILES[1]), _L(3), _L(9), 1, 6, False, True, ()),
    "uncounted-file": (((_L(0), _L(1), None, None), _FILES[0]), _L(2), _L(5), 1, 4, False, True, (_LOST,)),
}  # fmt: skip


def _partitions(name: str, _: World) -> Failure:
    index, groups = imported("audit.metadata.statistics_index"), imported("semantics.slices.files")
    files, low, high, num_nulls, num_values, is_tight, is_all, told = _PARTITIONS[name]
    rows = [_row(f"f{at}", *members) for at, members in enumerate(files)]
    row = _row("p", low, high, num_nulls, num_values, is_tight=is_tight)
    item = groups.FileSlice("partition_stats", "partition-stats-0000-0", T1, None, ())
    state = SimpleNamespace(metadata=SimpleNamespace(slices={"partition_stats": [item]}))
    found = list(index._check_partition(state, "key", row, rows, is_all))
    rules = {one.requirement for one in found} - {"table.check.metadata-partition-statistics"}
    if rules or _kinds(iter(found)) != sorted(told):
        return f"found {_kinds(iter(found))} under {rules}, expected {sorted(told)}"
    return None


# --- keys ------------------------------------------------------------------------------------------------

_G, _H = ("p", "g"), ("q", "h")


def _keys(_: World) -> Failure:
    locations = imported("audit.metadata.locations")
    missing, extra, elsewhere, twice = "missing", "extra", "elsewhere", "twice"
    a, b = ("a", *_G), ("b", *_G)
    cases: list[tuple[Any, Any, bool, list[tuple[Any, ...]]]] = [
        ([a], [a], False, []),
        ([a, b], [a], False, [(missing, _G, None, ("b",))]),
        ([a], [a, b], False, [(extra, _G, None, ("b",))]),
        ([a], [("a", *_H)], False, [(elsewhere, _G, _H, ("a",))]),
        ([a, ("a", *_H)], [a], False, [(twice, _H, _G, ("a",))]),
        ([a, ("a", *_H)], [("a", *_H)], False, [(twice, _H, _G, ("a",))]),
        ([a, ("a", *_H)], [], False, [(missing, _G, None, ("a",)), (twice, _H, _G, ("a",))]),
        ([a, ("a", *_H)], [a, ("a", *_H)], True, []),
        ([a], [("a", *_H)], True, [(extra, _H, None, ("a",)), (missing, _G, None, ("a",))]),
        ([a, b], [], False, [(missing, _G, None, ("a", "b"))]),
        ([a, ("b", *_H)], [], False, [(missing, _G, None, ("a",)), (missing, _H, None, ("b",))]),
        ([a, ("a", "p", "h")], [a], True, [(twice, ("p", "h"), _G, ("a",))]),
    ]
    for data, index, is_by_partition, expected in cases:
        made = locations.compare(data, index, is_by_partition=is_by_partition)
        found = sorted(((one.what, one.group, one.other, one.keys) for one in made), key=str)
        if found != sorted(expected, key=str):
            return f"{data} and {index}: {found}"
    return None


def _java_hash(text: str) -> int:
    """`String.hashCode`, over units of UTF-16."""
    number = 0
    raw = text.encode("utf-16-be", "surrogatepass")
    for at in range(0, len(raw), 2):
        number = (31 * number + int.from_bytes(raw[at : at + 2], "big")) & 0xFFFFFFFF
    return number - (number >> 31 << 32)


def _sums(_: World) -> Failure:
    routes = imported("audit.metadata.routes")
    texts = ["", "a", "ab", "polygenelubricants", "ü", "😀", "x" * 255, "x" * 256, "x" * 257, "\0", "a\0"]
    for some in (texts, texts[:1], texts[4:6], texts[::-1], []):
        if routes.java_hashes(some).tolist() != [_java_hash(text) for text in some]:
            return f"hashes of {[text[:9] for text in some]}"
        for num in (1, 3, 7):
            expected = [abs(_java_hash(text)) % num for text in some]
            if routes.groups_of(some, num).tolist() != expected:
                return f"groups among {num}"
        if routes.groups_of(some, 0).tolist() != [0] * len(some):
            return "groups among none"
    sums = [routes.Sums() for _ in range(3)]
    for one, rows in zip(sums, (((1, 2), (3, 4)), ((3, 4), (1, 2)), ((1, 2), (3, 5))), strict=True):
        for group, total in rows:
            one.add((group, 0), 1, total)
        one.add((9, 0), 2, (1 << 64) - 1)
        one.add((9, 0), 1, 3)
    other = routes.Sums()
    other.add_json(sums[0].to_json())
    if sums[0].differences(sums[1]) or sums[0].differences(other) or other.cells[9, 0] != (3, 2):
        return f"equal sums differ: {sums[0].to_json()}, {other.to_json()}"
    if sums[0].differences(sums[2]) != [(3, 0)] or sums[0].differences(routes.Sums()) != [
        (1, 0),
        (3, 0),
        (9, 0),
    ]:
        return "sums that differ"
    for size in (1, 2, 3, 4):
        lists = list(routes.batches(iter([(at,) for at in range(3)]), size))
        if [len(one) for one in lists] != [size] * (3 // size) + [3 % size] * (3 % size > 0):
            return f"batches of {size}: {lists}"
    of_gaps = imported("audit.gaps")
    gaps = [
        of_gaps.Gap("w", 1, "y"),
        of_gaps.Gap("v", 2, "y"),
        of_gaps.Gap("w", 3, "y"),
        of_gaps.Gap("w", 0, "z"),
    ]
    if of_gaps.sum_gaps(gaps) != [of_gaps.Gap("v", 2, "y"), of_gaps.Gap("w", 4, "y")]:
        return f"gaps: {of_gaps.sum_gaps(gaps)}"
    return None


# --- lists of files --------------------------------------------------------------------------------------

_A, _B = "f1-0_0-1-0_20260101000100000.parquet", "f2-0_0-1-0_20260101000100000.parquet"
_SIZE = "metadata-size"
_LISTED = "metadata-listing"
_PLACE = ".hoodie/metadata/files"
# Files listed by partition, files there; whether a clean is pending; path, rule and code of what is found.
_LISTS: dict[str, tuple[dict[str, dict[str, int]], dict[str, int], tuple[tuple[str, str, str], ...]]] = {
    "right": ({"p=1": {_A: 7}}, {f"p=1/{_A}": 7}, ()),
    "gone": ({"p=1": {_A: 7, _B: 7}}, {f"p=1/{_A}": 7}, ((f"p=1/{_B}", _LISTED, "bad-reference"),)),
    "folder-gone": ({"p=1": {_A: 7}, "p=2": {_B: 7}}, {f"p=1/{_A}": 7},
    ((_PLACE, _LISTED, "bad-reference"),)),
    "empty-folder-gone": ({"p=1": {_A: 7}, "p=2": {}}, {f"p=1/{_A}": 7}, ()),
    "smaller": ({"p=1": {_A: 8}}, {f"p=1/{_A}": 7}, ((f"p=1/{_A}", _SIZE, "length-mismatch"),)),
    "larger": ({"p=1": {_A: 6}}, {f"p=1/{_A}": 7}, ((f"p=1/{_A}", _SIZE, "length-mismatch"),)),
    "one-byte": ({"p=1": {_A: 1}}, {f"p=1/{_A}": 1}, ()),
    "path": ({"p=1": {_A: 7, f"x/{_B}": 7}}, {f"p=1/{_A}": 7}, ((_PLACE, _LISTED, "bad-value"),)),
    "dots": ({"p=1": {_A: 7, "..": 7}}, {f"p=1/{_A}": 7}, ((_PLACE, _LISTED, "bad-value"),)),
    "dot": ({"p=1": {_A: 7, ".": 7}}, {f"p=1/{_A}": 7}, ((_PLACE, _LISTED, "bad-value"),)),
    "no-data-file": (
        {"p=1": {_A: 7, "x.parquet": 7}}, {f"p=1/{_A}": 7, "p=1/x.parquet": 7},
        (("p=1/x.parquet", _LISTED, "bad-value"),),
    ),
    "not-listed-of-nobody": ({"p=1": {_A: 7}}, {f"p=1/{_A}": 7, f"p=1/{_B}": 7}, ()),
    "partition-of-nobody": ({"p=1": {_A: 7}}, {f"p=1/{_A}": 7, f"p=2/{_B}": 7}, ()),
}  # fmt: skip


def _listing(name: str, version: int, _: World) -> Failure:
    listed, there, expected = _LISTS[name]
    instants = [{"time": T1, "action": "commit", "completion_time": str(int(T1) + 500)}]
    found = _found(version, listed, there, instants)
    return None if found == sorted(expected) else f"found {found}, expected {expected}"


_PENDING = ["REQUESTED", "INFLIGHT"]


def _found(
    version: int,
    listed: dict[str, dict[str, int]],
    there: dict[str, int],
    instants: list[dict[str, Any]],
    more: dict[str, bytes] | None = None,
) -> list[tuple[str, str, str]]:
    """What an audit finds of a list of files and of their sizes: path, rule, code."""
    rows = [{"partitions": dict.fromkeys(listed, True)}]
    rows += [{"partition": partition, "files": files} for partition, files in listed.items() if files]
    files: dict[str, bytes] = imported("encode.metadata.table").encode_metadata({
        "table_version": version, "name": "t", "partition_field": "p", "indexes": {"files": {}},
        "instants": instants,
        "commits": [{"time": T1, "completion_time": str(int(T1) + 400), "rows": {"files": rows}}],
    })  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        for path, data in {
            **files,
            **{path: bytes(size) for path, size in there.items()},
            **(more or {}),
        }.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        found = [
            (row.path[len(str(folder)) + 1 :], row.requirement.removeprefix("table.check."), row.code)
            for row in rows_of(folder)
            if row.requirement in {f"table.check.{_LISTED}", f"table.check.{_SIZE}"}
        ]
    return sorted((path if not path.startswith(_PLACE) else _PLACE, rule, code) for path, rule, code in found)


def _committed(version: int, _: World) -> Failure:
    """Files of a completed commit are listed, unless something has deleted them since."""
    support: Any = importlib.import_module("history_tables")
    cleaned, undone = _clean(f"p=1/{_B}"), _rollback(T1)
    at: dict[str, tuple[str, str, str]] = {
        "p=1": (f"p=1/{_B}", _LISTED, "missing-field"),
        "p=2": ("p=2/.hoodie_partition_metadata", _LISTED, "missing-field"),
    }
    for partition, expected in at.items():
        path = f"{partition}/{_B}"
        stat = support.stat_of("f2-0", path, 7, partition=partition, num_inserts=1)
        commit = {"time": T1, "action": "commit", "completed": support.commit("INSERT", [stat], version)}
        for name, later, wanted in (
            ("named", None, [expected]),
            ("cleaned", {"action": "clean", **cleaned}, []),
            ("to be cleaned", {"action": "clean", "requested": cleaned["requested"], "states": _PENDING}, []),
            ("undone", {"action": "rollback", **undone}, []),
        ):
            instants = [commit, *([{"time": T2, **later}] if later is not None else [])]
            if version >= 8:
                instants = [
                    {**one, "completion_time": str(int(one["time"]) + 500)} if "states" not in one else one
                    for one in instants
                ]
            found = _found(version, {"p=1": {_A: 7}}, {f"p=1/{_A}": 7, path: 7}, instants)
            if found != wanted:
                return f"{path}, {name}: found {found}, expected {wanted}"
    return None


def _archived(version: int, _: World) -> Failure:
    """Of files older than the active timeline those that a snapshot reads were committed, and are listed."""
    old = "f3-0_0-1-0_20250101000000000.parquet"
    metafile = f"commitTime={T1}\npartitionDepth=1\n".encode()
    instants = [{"time": T1, "action": "commit", "completion_time": str(int(T1) + 500)}]
    for more, expected in (
        ({"p=1/.hoodie_partition_metadata": metafile}, [(f"p=1/{old}", _LISTED, "missing-field")]), ({}, []),
    ):  # fmt: skip
        found = _found(version, {"p=1": {_A: 7}}, {f"p=1/{_A}": 7, f"p=1/{old}": 7}, instants, more)
        if found != expected:
            return f"with {list(more)}: {found}"
    return None


def small_index_questions() -> Iterator[Asked]:
    """All of them."""
    for name, case in _STATISTICS.items():
        yield f"drawn:index-statistics-{name}", f"{case}", partial(_statistics, name)
    yield "drawn:index-statistics-untold", "", _without_footer
    yield "drawn:index-statistics-decimals", "", _decimals
    for name, row in _PARTITIONS.items():
        yield f"drawn:index-partitions-{name}", f"{row}", partial(_partitions, name)
    yield "drawn:index-keys", "", _keys
    yield "drawn:index-sums", "", _sums
    for name, list_ in _LISTS.items():
        for version in VERSIONS:
            yield f"drawn:index-listing-{name}-{version}", f"{list_}", partial(_listing, name, version)
    for version in VERSIONS:
        yield f"drawn:index-listing-committed-{version}", "", partial(_committed, version)
        yield f"drawn:index-listing-archived-{version}", "", partial(_archived, version)
