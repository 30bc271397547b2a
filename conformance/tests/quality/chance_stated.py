# SPDX-License-Identifier: Apache-2.0
"""One row of column statistics against drawn values, by the values and by a footer, for mutants by chance.

    drawn:stated-columns  columns by a footer: pages, forms, and row groups that lack one
    drawn:stated-logs     columns of a log file: as large as its size allows for, read to its end
    drawn:stated-N        counts and bounds that a row states, right and wrong: what queries lose by it, how
                          many rows at most, and what cannot be told without the values

The judge knows the values that are drawn, and what the footer tells of them.
"""

from __future__ import annotations

import math
import random
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered, without_world
from chance_findings import Told, difference, gap, replaced

_RULE, _WHAT = "metadata-statistics", "rows of column statistics"
_PLACE, _SHOWN = "place", "p/f.parquet"
_PHYSICAL = {"int": "INT64", "float": "DOUBLE", "bytes": "BYTE_ARRAY", None: "INT96"}
_TYPES = {"int": "long", "float": "double", "bytes": "string", None: "long"}
_LONG = "b" * 64
_POOLS: dict[str | None, tuple[Any, ...]] = {
    "int": (2, 5, 9), "float": (0.0, 1.5, -2.0, math.nan), "bytes": ("a", "c", "b" * 63, _LONG), None: (1,)
}  # fmt: skip
_Expected = Iterator[tuple[Told, str]]


@dataclass
class _Drawn:
    """A column of a file, and a row about it.

    Attributes:
        stored: num_values and num_nulls, low and high of the row.
        counts, bounds: whether the footer has them.
        is_deep: whether values are read.
        len_plain: bytes of the pages.
    """

    form: str | None
    values: list[Any]
    stored: tuple[Any, Any, Any, Any]
    counts: bool
    bounds: bool
    is_deep: bool
    is_repeated: bool
    is_other_type: bool
    len_plain: int

    @property
    def there(self) -> list[Any]:
        """Values but nulls and NaNs."""
        return [one for one in self.values if one is not None and not _is_nan(one)]

    @property
    def num_nan(self) -> int:
        return sum(map(_is_nan, self.values))

    @property
    def reads(self) -> bool:
        """Whether values can be had."""
        return self.is_deep and not self.is_repeated

    @property
    def footer(self) -> tuple[Any, Any] | None:
        """Bounds by the footer."""
        if not self.bounds or not self.there or self.form is None:
            return None
        return min(self.there), max(self.there)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _draw(chance: random.Random) -> _Drawn:
    form = chance.choice(("int", "int", "float", "float", "bytes", "bytes", None))
    values = [chance.choice((None, *_POOLS[form])) for _ in range(chance.choice((0, 1, 2, 4)))]
    if chance.random() < 0.2:
        values = [None] * len(values)
    there = [one for one in values if one is not None and not _is_nan(one)]
    num_nulls = values.count(None)
    low, high = (min(there), max(there)) if there else (None, None)
    pool = [one for one in _POOLS[form] if not _is_nan(one)]
    low = chance.choice((low, low, low, None, chance.choice(pool)))
    high = chance.choice((high, high, high, None, chance.choice(pool)))
    if form == "float" and chance.random() < 0.4:
        low, high = 0.0, 0.0
    if low is not None and high is not None and high < low:
        low, high = high, low
    num = chance.choice((len(values), len(values), None, len(values) + 1, 1, 0))
    nulls = chance.choice((num_nulls, num_nulls, None, 0, num, num, num_nulls + 1, (num or 0) + 1))
    return _Drawn(
        form, values, (num, nulls, low, high), chance.random() < 0.5, chance.random() < 0.6,
        chance.random() < 0.5, chance.random() < 0.2, chance.random() < 0.1,
        chance.choice((0, 400, 401, 9999)),
    )  # fmt: skip


def _expected(drawn: _Drawn) -> _Expected:
    num, nulls, _, _ = drawn.stored
    yield from _of_counts(drawn)
    if drawn.form is None:
        yield gap(_WHAT, 1, "of the Parquet type INT96"), ""
    elif num != nulls:
        yield from _of_bounds(drawn)


def _finding(code: str, words: str, verdict: str = "damage", severity: str = "error") -> tuple[Told, str]:
    return (_PLACE, _RULE, code, verdict, severity), words


def _of_counts(drawn: _Drawn) -> _Expected:
    num, nulls, _, _ = drawn.stored
    actual = len(drawn.values)
    if num is not None and num != actual:
        yield _finding("bad-value", f"{num} values, the file has {actual}:", "violation", "warning")
    if nulls is None:
        return
    is_known = drawn.counts or (drawn.reads and drawn.form is not None)
    there = drawn.values.count(None)
    says_null = num is not None and num > 0 and nulls >= num
    if not is_known:
        if says_null and drawn.len_plain > 400:
            words = "the pages hold values: IS NOT NULL and every comparison skip the file and lose up to"
            yield _finding("missing-field", f"{words} {_rows(actual)}")
        else:
            yield gap(_WHAT, 1, "the footer does not count nulls; --deep reads them"), ""
    elif says_null and there < actual:
        code = "bad-value" if drawn.counts else "missing-field"
        yield _finding(code, f"but {_number(actual - there, 'value')} are there: ")
    elif nulls == 0 and there > 0:
        yield _finding("bad-value", f"0 nulls, the file has {there}: ")
    elif nulls != there:
        yield _finding("bad-value", f"{nulls} nulls, the file has {there}: ", "violation", "warning")


def _of_bounds(drawn: _Drawn) -> _Expected:
    num, nulls, low, high = drawn.stored
    if low is None or high is None:
        if num:
            which = "no bounds" if low is high is None else "one bound of two"
            words = f"{which}, and not only nulls: comparisons by it skip the file and lose up to"
            yield _finding("bad-value", f"{words} {_rows(num - (nulls or 0))}")
    elif drawn.is_other_type:
        yield _finding("bad-type", "bounds of type ")
    elif drawn.reads:
        outside = sum(one < low or one > high for one in drawn.there)
        if drawn.num_nan and low == high == 0:
            words = f"{_number(drawn.num_nan, 'NaN')} among the values: queries by it skip the file and lose"
            yield _finding("bad-state", f"{words} {_rows(outside + drawn.num_nan)}")
        elif outside:
            yield _finding("bad-value", f"skip the file and lose {_rows(outside)}")
        elif drawn.there:
            yield from _of_wide(low, high, drawn)
    elif drawn.footer is None:
        if drawn.form == "float" and low == high == 0:
            yield _finding("bad-state", "no bounds of, as with a NaN")
        else:
            yield gap(_WHAT, 1, "the footer has no bounds; --deep reads values"), ""
    elif min(drawn.there) < low or max(drawn.there) > high:
        if _LONG in drawn.footer:
            yield gap(_WHAT, 1, "bounds of the footer may be cut; --deep reads values"), ""
        else:
            yield _finding("bad-value", f"lose some of {_rows(7)}")
    else:
        yield from _of_wide(low, high, drawn)


def _of_wide(low: Any, high: Any, drawn: _Drawn) -> _Expected:
    bounds = min(drawn.there), max(drawn.there)
    if (low, high) != bounds and _LONG not in bounds:
        yield _finding("bad-value", "open the file in vain", "violation", "info")


def _number(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _rows(number: int) -> str:
    return _number(number, "row")


def _raw(form: str | None, value: Any) -> bytes:
    """A bound as a footer stores it."""
    if form == "bytes":
        return bytes(value, "utf-8")
    return struct.pack("<d" if form == "float" else "<q", value)


def _checked(drawn: _Drawn) -> list[Any]:
    """What the audit says."""
    columns, views = imported("audit.metadata.columns"), imported("views.metadata")
    chunk_of, span = imported("decode.parquet.footer").ColumnChunk, imported("views.common").Span
    nulls = drawn.values.count(None)
    low, high = (None, None) if drawn.footer is None else (_raw(drawn.form, one) for one in drawn.footer)
    chunk = chunk_of(
        "c", span(4, 9), len(drawn.values), low, high, drawn.counts, nulls if drawn.counts else None,
        drawn.len_plain,
    )  # fmt: skip
    column = columns.Column("c", _PHYSICAL[drawn.form], drawn.form, 0, drawn.is_repeated, (chunk,))

    def read(_: Any, low: Any, high: Any) -> Any:
        there = [one.encode() if drawn.form == "bytes" else one for one in drawn.there]
        outside = sum(one < low or one > high for one in there) if low is not None else 0
        bounds = (min(there), max(there)) if there else None
        return columns.Values(nulls, drawn.num_nan, bounds, outside)

    num_values, num_nulls, *bounds = drawn.stored
    kind = "boolean" if drawn.is_other_type else _TYPES[drawn.form]
    stored = (None if one is None else views.Bound(kind, one) for one in bounds)
    row = views.ColumnStats("c", "f", *stored, num_values, num_nulls, 9, 9, False, False, None)
    facts = columns.BaseFacts(7, {"c": column}, {})
    module = imported("audit.metadata.statistics")
    return list(module.FileStats(_PLACE, _SHOWN, facts, row, read if drawn.is_deep else None).check())


def stated_fault(chance: random.Random) -> Failure:
    """A drawn row; a column without pages has no bounds either."""
    drawn = _draw(chance)
    found, expected = _checked(drawn), list(_expected(drawn))
    texts = [one.message for one in found if hasattr(one, "message")]
    if fault := difference(found, [(one, [words] if words else []) for one, words in expected]):
        return f"{drawn}: {fault}"
    is_named = all(text.startswith(f"c of {_SHOWN}: ") for text in texts)
    return None if is_named else f"{texts}"


# --- columns ---------------------------------------------------------------------------------------------


def _columns() -> Failure:
    """Columns by a footer: their pages, their forms, and what no bound can be compared with."""
    columns, views = imported("audit.metadata.columns"), imported("views.metadata")
    chunk_of, span = imported("decode.parquet.footer").ColumnChunk, imported("views.common").Span
    # Pages of nulls alone take 200 bytes of each thousand values, and 400 more, in each row group.
    for sizes, num, has_values in (
        ((401,), 999, True), ((400,), 999, False), ((None, 800), 3, False), ((None, 801), 3, True),
        ((800, None), 3, False), ((401, 400), 3, True), ((), 3, False),
    ):  # fmt: skip
        chunks = tuple(chunk_of("c", span(4, 9), num, len_plain=size) for size in sizes)
        if columns.Column("c", "INT64", "int", 0, False, chunks).has_values is not has_values:
            return f"pages of {sizes} bytes of {num} values"
    for physical, converted, logical, scale, expected in (
        ("INT32", "DECIMAL", "NONE", 2, ("decimal", 2)), ("INT64", "NONE", "DECIMAL", -1, ("decimal", 0)),
        ("INT64", "NONE", "NONE", -1, ("int", 0)), ("DOUBLE", "NONE", "NONE", 3, ("float", 0)),
        ("INT96", "NONE", "NONE", 0, (None, 0)), ("BYTE_ARRAY", "UTF8", "STRING", 0, ("bytes", 0)),
        ("FIXED_LEN_BYTE_ARRAY", "DECIMAL", "DECIMAL", 0, ("decimal", 0)),
        ("BOOLEAN", "NONE", "NONE", 0, ("bool", 0)),
    ):  # fmt: skip
        kind = SimpleNamespace(type=logical)
        leaf = SimpleNamespace(
            physical_type=physical, converted_type=converted, logical_type=kind, scale=scale
        )  # fmt: skip
        if columns._form(leaf) != expected:
            return f"{physical} as {converted}: {columns._form(leaf)}"
    array = views.Bound("array", (views.Bound("int", 1),))
    if columns.comparable(array, "int") is not None:
        return "an array is compared with numbers"
    numbers = pa.array([2**63 + 5, 7], pa.uint64())  # as they are stored: of 64 bits with a sign
    column = columns.Column("c", "INT64", "int", 0, False, ())
    found = columns.sum_values(iter([numbers]), column, 0, 9)
    if (found.bounds, found.num_outside) != ((5 - 2**63, 7), 1):
        return f"unsigned numbers: {found}"
    return _files(columns, chunk_of, span)


def _files(columns: Any, chunk_of: Any, span: Any) -> Failure:
    """A file whose row groups lack a column, and one that announces too much."""
    errors = imported("errors")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "f.parquet"
        pq.write_table(pa.table({"a": [1, 2], "b": [3, 4]}), path, row_group_size=1)
        groups = [[chunk_of("a", span(4, 9), 1)], [chunk_of(name, span(4, 9), 1) for name in "ab"]]
        with replaced(columns, row_groups=lambda _: groups):
            facts = columns.base_facts(path)
        found = {name: len(column.chunks) for name, column in facts.columns.items()}
        if found != {"a": 2, "b": 1} or facts.num_rows != 2:
            return f"chunks by column: {found}"

        def check(*_: Any) -> None:
            raise errors.LimitExceeded("x")

        with replaced(columns, check_values=check):
            try:
                columns.read_values(path, facts.columns["a"], None, None)
            except errors.LimitExceeded:
                return None
    return "a file that announces too much is read"


@dataclass
class _Cut:
    """A walk through a log file that ends at a block that cannot be read."""

    blocks: Any

    @property
    def end(self) -> Any:
        return SimpleNamespace(rejection="cut")

    def __iter__(self) -> Iterator[Any]:
        return iter(self.blocks)


def _logs() -> Failure:
    """Columns of a log file: as many bytes as its size allows for, and of one that is read to its end."""
    module, errors = imported("audit.metadata.log_columns"), imported("errors")
    schema = '{"type":"record","name":"r","fields":[{"name":"a","type":"long"}]}'
    header = {"INSTANT_TIME": "1", "SCHEMA": schema}
    block = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"a": "5"}, {"a": "7"}]}
    data = imported("encode").encode_log({"blocks": [block, block]}).data
    facts = SimpleNamespace(completed={"1"})
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "x.log"
        path.write_bytes(data)
        size = sum(batch.nbytes for batch in module.iter_record_batches(path))
        for most, is_read in ((size, True), (size + 1, True), (size - 1, False), (0, False)):
            with replaced(module, allowance=lambda _, most=most: most):
                try:
                    found = module.read_log_columns(path, facts).facts.num_rows
                except errors.LimitExceeded:
                    found = None
            if found != (4 if is_read else None):
                return f"{found} rows of {size} bytes, where {most} are allowed for"
        with replaced(module, Walk=_Cut):
            try:
                module.read_log_columns(path, facts)
            except errors.UnsupportedInput:
                return None
    return "a file is read that has no end"


def stated_questions() -> Iterator[Asked]:
    """All of them."""
    yield from numbered({"stated": stated_fault}, 4, 150)
    yield "drawn:stated-logs", "", without_world(_logs)
    yield "drawn:stated-columns", "", without_world(_columns)
