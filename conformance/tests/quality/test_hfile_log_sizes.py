# SPDX-License-Identifier: Apache-2.0
"""HFile blocks of logs in which a size lies: a salvage keeps all other records, each once, and tells."""

from __future__ import annotations

from collections import Counter

import pytest
from hfile_log_sizes import FOLDERS, KINDS, good_blocks, lies, measure
from hudi_conformance.decode.log.content import read_contents
from instruments.deep import Piece


@pytest.fixture(scope="module")
def pieces() -> list[Piece]:
    return good_blocks(FOLDERS)


def test_salvage_keeps_all_records_but_those_that_a_lie_covers(pieces: list[Piece]) -> None:
    assert len(pieces) >= 10
    num_kept: Counter[str] = Counter()
    for drawn in lies(pieces, seed=5, each=4):
        kept = measure(drawn)
        assert not kept.is_failure, (drawn.kind, kept)
        assert kept.is_told or kept.num_kept == kept.num, drawn.kind
        num_kept[drawn.kind] += kept.num_kept
    assert set(num_kept) == set(KINDS)


def test_readers_refuse_most_of_the_lies(pieces: list[Piece]) -> None:
    """The damage is real: the careful reader does not return these files whole."""
    num = num_whole = 0
    for drawn in lies(pieces, seed=6, each=4):
        contents, end = read_contents(drawn.data)
        num += 1
        num_whole += end.rejection is None and all(
            content.rejection is None and not content.findings and content.records for content in contents
        )
    assert num == 4 * len(KINDS)
    assert num_whole < num / 5
