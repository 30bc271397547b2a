# SPDX-License-Identifier: Apache-2.0
"""Edited inputs of campaigns: which there are, that they are edits of manifests, and samples of them."""

from __future__ import annotations

import random
from collections import Counter

import suite_factory as factory
from hudi_conformance import edits
from hudi_conformance.campaign import generate
from hudi_conformance.suite import form
from hypothesis import given, settings
from hypothesis import strategies as st

SMALL = factory.block(b"\1\2", kind=5)


def test_numbers_reach_every_length_and_count() -> None:
    made = [generate.make(SMALL, "numbers", number) for number in range(generate.count(SMALL, "numbers"))]
    per_field = Counter(change.edits[0]["at"] for change, _ in made)
    assert set(per_field) >= {
        "blocks[0].len_block",
        "blocks[0].len_content",
        "blocks[0].len_trailing",
        "blocks[0].header.num_entries",
        "blocks[0].header.entries[0].len_value",
        "blocks[0].footer.num_entries",
    }
    assert min(per_field.values()) >= 10
    for change, data in made:
        assert edits.apply(SMALL, change.edits) == data != SMALL


def test_boundary_values_are_sixteen_and_fit() -> None:
    for width in (1, 2, 4, 8):
        values = generate.boundary_values(width, 5, 100)
        assert len(values) == 16
        assert all(-(1 << (8 * width - 1)) <= value < 1 << (8 * width - 1) for value in values)


def test_generated_edits_are_those_of_manifests() -> None:
    for kind in (*generate.EXHAUSTIVE, "random"):
        num = 300 if kind == "random" else generate.count(SMALL, kind)
        for number in range(0, num, max(1, num // 40)):
            change, data = generate.make(SMALL, kind, number, 7)
            assert all(list(form.check_edit(dict(edit))) == [] for edit in change.edits)
            assert edits.apply(SMALL, change.edits, change.recount, None, change.rechecksum) == data


@given(st.lists(st.integers(0, 30), max_size=6), st.integers(0, 200), st.integers(0, 2**32))
def test_samples_are_spread_over_all(sizes: list[int], num: int, seed: int) -> None:
    chosen = generate.sample(sizes, num, random.Random(seed))
    assert sum(map(len, chosen)) == min(num, sum(sizes))
    for size, numbers in zip(sizes, chosen, strict=True):
        assert numbers == sorted(set(numbers))
        assert all(0 <= number < size for number in numbers)


@given(st.binary(min_size=1, max_size=40), st.integers(0, 2**32))
@settings(max_examples=50)
def test_random_edits_of_anything(data: bytes, seed: int) -> None:
    made = [generate.make(data, "random", number, seed) for number in range(5)]
    assert data not in {edited for _, edited in made}
