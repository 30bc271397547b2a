# SPDX-License-Identifier: Apache-2.0
"""Logs damaged below their frames: nothing is lost, nothing crashes, and careful and bulk reading agree.

The large run is `python conformance/measures/deep_damage.py --per-kind 50`.
"""

from __future__ import annotations

import pytest
from deep_damage import COMMANDS, FOLDERS, Truth, good_files, outcome
from instruments.deep import KINDS, damages

pytest.importorskip("numba", reason="needs the extra `fast`")
SEED = 7


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    return [data for data in good_files(FOLDERS) if len(data) < 8_000]


def test_every_kind_of_damage_reads_as_it_should(files: list[bytes]) -> None:
    truth = Truth(files)
    kinds = set()
    for damaged in damages(files, SEED):
        kinds.add(damaged.kind)
        found = {name: outcome(damaged, name, truth) for name in COMMANDS}
        bad = {name: got for name, got in found.items() if got[0] in {"lost", "crash", "hang"}}
        assert not bad, damaged.kind
        if found["records"][0] == "right":
            assert found["bulk"][0] == "right", damaged.kind
    assert kinds == set(KINDS)


def test_a_wrong_row_is_one_that_nothing_in_the_file_tells(files: list[bytes]) -> None:
    """Only damage inside of datums and deletes, which have no checksum, gives other rows without a word."""
    truth = Truth(files)
    untold = {
        damaged.kind
        for damaged in damages(files, SEED + 1)
        for name in ("records", "bulk", "salvage")
        if outcome(damaged, name, truth)[0] == "wrong"
    }
    framed = {
        "page-bit",
        "block-doubled",
        "block-left-out",
        "blocks-swapped",
        "splice",
        "mixed",
        "footer-entry",
    }
    assert not untold & framed


def test_there_are_files_to_damage(files: list[bytes]) -> None:
    assert len(files) > 50
    assert len(Truth(files).known) > 100
