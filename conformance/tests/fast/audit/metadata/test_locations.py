# SPDX-License-Identifier: Apache-2.0
"""Rows of an index of records against the rows of the data: differences, against a model of sets."""

from __future__ import annotations

import pytest
from hudi_conformance.audit.metadata.locations import ELSEWHERE, EXTRA, MISSING, TWICE, compare
from hudi_conformance.audit.metadata.routes import Sums, add_rows, bucket_of, digest_of, groups_of, seed_of
from hypothesis import given
from hypothesis import strategies as st
from strategies.metadata import texts

PLACES = st.tuples(st.sampled_from("abc"), st.sampled_from("pq"), st.sampled_from("fg"))


@given(st.lists(PLACES, unique=True, max_size=6), st.lists(PLACES, unique=True, max_size=6), st.booleans())
def test_every_difference_of_both_sides_is_named(
    data: list[tuple[str, str, str]], index: list[tuple[str, str, str]], is_by_partition: bool
) -> None:
    def ident(row: tuple[str, str, str]) -> tuple[str, str]:
        return row[0], row[1] if is_by_partition else ""

    last = {ident(row): row[1:] for row in index}  # a later row of the index replaces an earlier one
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for row in data:
        groups.setdefault(ident(row), []).append((row[1], row[2]))
    expected = {(EXTRA, key, place, None) for (key, part), place in last.items() if (key, part) not in groups}
    for (key, part), there in groups.items():
        place = last.get((key, part))
        if len(there) > 1:
            expected.add((TWICE, key, there[1], there[0]))
        if place is None:
            expected.add((MISSING, key, there[0], None))
        elif place not in there:
            expected.add((ELSEWHERE, key, there[0], place))
    found = compare(data, index, is_by_partition=is_by_partition)
    assert {(item.kind, key, item.group, item.other) for item in found for key in item.keys} == expected


@given(st.lists(texts(), max_size=8), st.sampled_from([1, 4]), st.integers(1, 3))
def test_sums_of_equal_rows_are_equal_in_any_order(
    keys: list[str], num_buckets: int, num_groups: int
) -> None:
    sums, again = Sums(), Sums()
    seed = seed_of("p", "f")
    add_rows(sums, keys, groups_of(keys, num_groups), seed, num_buckets)
    for key in reversed(keys):
        [group] = groups_of([key], num_groups).tolist()
        again.add((group, bucket_of(key, num_buckets)), 1, digest_of(key, seed))
    assert sums.differences(again) == []
    copy = Sums()
    copy.add_json(sums.to_json())
    assert copy == sums
    assert sum(count for count, _ in sums.cells.values()) == len(keys)


@pytest.mark.parametrize("other", [("p", "g"), ("q", "f"), ("pf", "")])
def test_rows_of_another_file_group_have_another_sum(other: tuple[str, str]) -> None:
    sums, others = Sums(), Sums()
    for item, seed in ((sums, seed_of("p", "f")), (others, seed_of(*other))):
        add_rows(item, ["k"], groups_of(["k"], 2), seed, 1)
    assert sums.differences(others) == [(groups_of(["k"], 2)[0], 0)]


def test_differences_are_in_order_of_their_kind_and_file_group() -> None:
    data = [("z", "q", "f"), ("y", "p", "f"), ("x", "p", "g"), ("w", "p", "f")]
    index = [("x", "p", "f"), ("a", "q", "g"), ("b", "p", "g")]
    found = compare(data, index, is_by_partition=False)
    assert [(item.kind, item.group, item.keys) for item in found] == [
        (ELSEWHERE, ("p", "g"), ("x",)),
        (EXTRA, ("p", "g"), ("b",)),
        (EXTRA, ("q", "g"), ("a",)),
        (MISSING, ("p", "f"), ("y", "w")),
        (MISSING, ("q", "f"), ("z",)),
    ]
