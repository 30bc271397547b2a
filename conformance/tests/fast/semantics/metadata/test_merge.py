# SPDX-License-Identifier: Apache-2.0
"""Two versions of a record: lists and statistics against plain models, comparison against Python numbers."""

from __future__ import annotations

import math
import struct
import uuid
from fractions import Fraction

import pytest
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.metadata import (
    Bound,
    ColumnStats,
    FileList,
    MetadataRecord,
    RecordType,
    Scaled,
    SecondaryRow,
)
from hudi_conformance.semantics.metadata.merge import compare_bounds, merge_files, merge_records, merge_stats
from hypothesis import given
from hypothesis import strategies as st
from strategies.metadata import decimals, file_lists, int_rows


def sign(left: object, right: object) -> int:
    return int(left > right) - int(left < right)  # type: ignore[operator]  # of one type


def live(files: FileList) -> dict[str, int]:
    return {name: entry.size for name, entry in files.entries.items() if not entry.is_deleted}


@given(file_lists(), file_lists())
def test_a_merged_list_has_the_live_files_of_both(older: FileList, newer: FileList) -> None:
    expected = live(older)
    for name, entry in newer.entries.items():
        if entry.is_deleted:
            expected.pop(name, None)
        else:
            was_deleted = name in older.entries and older.entries[name].is_deleted
            sizes = [entry.size, older.entries[name].size] if was_deleted else [entry.size]
            expected[name] = max([*sizes, expected.get(name, 0)])
    assert live(merge_files(older, newer)) == expected


@given(file_lists(), file_lists())
def test_a_delete_stays_only_if_the_older_list_has_no_live_entry(older: FileList, newer: FileList) -> None:
    merged = merge_files(older, newer).entries
    for name, entry in newer.entries.items():
        if entry.is_deleted:
            assert (name in merged) == (name not in live(older))


@given(int_rows(), int_rows())
def test_merged_statistics_cover_both_rows(older: ColumnStats, newer: ColumnStats) -> None:
    merged = merge_stats(older, newer)
    if older.is_deleted or newer.is_deleted or newer.is_tight:
        assert merged == newer
        return
    lows = [row.min.value for row in (older, newer) if row.min is not None]
    highs = [row.max.value for row in (older, newer) if row.max is not None]
    assert merged.min == (Bound("int", min(lows)) if lows else None)
    assert merged.max == (Bound("int", max(highs)) if highs else None)
    for name in ("num_values", "num_nulls", "size", "uncompressed_size"):
        counts = [getattr(row, name) for row in (older, newer) if getattr(row, name) is not None]
        assert getattr(merged, name) == (sum(counts) if counts else None)


@given(decimals(), decimals())
def test_decimals_compare_by_value(first: Scaled, second: Scaled) -> None:
    left, right = (
        Fraction(int.from_bytes(item.unscaled, "big", signed=True), 10**item.scale)
        for item in (first, second)
    )
    assert compare_bounds(Bound("decimal", first), Bound("decimal", second)) == sign(left, right)


@given(st.binary(max_size=4), st.binary(max_size=4))
def test_bytes_compare_as_signed_numbers(first: bytes, second: bytes) -> None:
    left, right = (struct.unpack(f"{len(data)}b", data) for data in (first, second))
    for kind in ("bytes", "fixed"):
        assert compare_bounds(Bound(kind, first), Bound(kind, second)) == sign(left, right)


@given(st.text(max_size=4), st.text(max_size=4))
def test_texts_compare_by_utf16_units(first: str, second: str) -> None:
    left, right = (memoryview(text.encode("utf-16-be")).hex() for text in (first, second))
    assert compare_bounds(Bound("string", first), Bound("string", second)) == sign(left, right)


@given(st.uuids(), st.uuids())
def test_uuids_compare_as_two_signed_numbers(first: uuid.UUID, second: uuid.UUID) -> None:
    left, right = (struct.unpack(">qq", item.bytes) for item in (first, second))
    assert compare_bounds(Bound("uuid", str(first)), Bound("uuid", str(second))) == sign(left, right)


@given(st.floats(), st.floats())
def test_doubles_compare_with_signed_zeros_and_nan_last(first: float, second: float) -> None:
    def key(value: float) -> tuple[bool, float, float]:
        return (True, 0.0, 0.0) if math.isnan(value) else (False, value, math.copysign(1, value))

    expected = sign(key(first), key(second))
    assert compare_bounds(Bound("double", first), Bound("double", second)) == expected


def test_arrays_compare_member_by_member() -> None:
    def array(*bounds: Bound) -> Bound:
        return Bound("array", bounds)

    one, two, low, high = Bound("int", 1), Bound("int", 2), Bound("string", "a"), Bound("string", "b")
    assert compare_bounds(array(one, high), array(two, low)) == -1
    assert compare_bounds(array(one, high), array(one, low)) == 1
    assert compare_bounds(array(one), array(one, low)) == -1
    assert compare_bounds(array(), array()) == 0


def test_a_uuid_that_is_none_is_refused() -> None:
    with pytest.raises(Reject) as error:
        compare_bounds(Bound("uuid", "x"), Bound("uuid", str(uuid.UUID(int=1))))
    assert error.value.code == "bad-value"


@pytest.mark.parametrize(("length", "is_refused"), [(1024, False), (1025, True)])
def test_decimals_are_compared_up_to_a_length(length: int, is_refused: bool) -> None:
    long, short = (Bound("decimal", Scaled(bytes(number), 0)) for number in (length, 1))
    if is_refused:
        with pytest.raises(LimitExceeded):
            compare_bounds(long, short)
    else:
        assert compare_bounds(long, short) == 0


def row(kind: RecordType = RecordType.SECONDARY_INDEX) -> MetadataRecord:
    return MetadataRecord("k", kind, SecondaryRow(is_deleted=False))


def test_tombstones_replace_and_are_replaced() -> None:
    assert merge_records(row(), None) is None
    assert merge_records(None, row()) == row()
    assert merge_records(None, None) is None


def test_versions_of_two_types_are_refused() -> None:
    with pytest.raises(Reject) as error:
        merge_records(row(), row(RecordType.RECORD_INDEX))
    assert (error.value.code, error.value.requirement) == ("bad-state", "metadata.merge.type")


def test_bounds_of_two_types_are_refused() -> None:
    def stats(bound: Bound) -> ColumnStats:
        return ColumnStats(
            "c", "f", bound, bound, 1, 0, 1, 1, is_deleted=False, is_tight=False, value_type=None
        )

    with pytest.raises(Reject) as error:
        merge_stats(stats(Bound("int", 1)), stats(Bound("long", 1)))
    assert (error.value.code, error.value.requirement) == ("bad-state", "metadata.merge.type")
