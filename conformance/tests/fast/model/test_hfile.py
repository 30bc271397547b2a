# SPDX-License-Identifier: Apache-2.0
"""Views of HFiles: equality of cells, and what a version says of trailer and blocks."""

from __future__ import annotations

import pytest
from hudi_conformance.model.hfile import HFileBlock, HFileCell, HFileTrailer

CELL = HFileCell(b"row", b"f", b"q", 7, 4, b"value", b"tags", 3, ofs_key=41, ofs_value=60)


def trailer(major: int, minor: int) -> HFileTrailer:
    return HFileTrailer(
        1000, major, minor, 212, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, "", 2, places={"entry_count": 1040}
    )


def test_cells_are_equal_wherever_they_lie() -> None:
    other = CELL._replace(ofs_key=1, ofs_value=2)
    assert other == CELL
    assert (other != CELL) is False
    assert hash(other) == hash(CELL)


@pytest.mark.parametrize("part", ["row", "family", "qualifier", "value", "tags"])
def test_cells_differ_in_their_bytes(part: str) -> None:
    other = CELL._replace(**{part: b"x"})
    assert other != CELL
    assert (other == CELL) is False


@pytest.mark.parametrize("number", ["timestamp", "type", "mvcc"])
def test_cells_differ_in_their_numbers(number: str) -> None:
    assert CELL._replace(**{number: 99}) != CELL


@pytest.mark.parametrize(
    ("major", "minor", "has_checksums", "has_message"),
    [
        (2, 0, False, False),
        (2, 1, True, False),
        (2, 2, True, True),
        (2, 3, True, True),
        (3, 0, True, True),
        (3, 3, True, True),
    ],
)
def test_a_version_says_what_headers_and_trailer_have(
    major: int, minor: int, has_checksums: bool, has_message: bool
) -> None:
    assert trailer(major, minor).has_checksums is has_checksums
    assert trailer(major, minor).has_message is has_message


def test_a_number_that_the_trailer_has_not_is_at_the_trailer() -> None:
    assert trailer(3, 3).place("entry_count") == 1040
    assert trailer(3, 3).place("meta_index_count") == 1000


def test_a_block_ends_behind_its_checksums() -> None:
    block = HFileBlock("DATA", 100, 29, 25, -1, 2, 16384, 58, stored_ofs=133, stored_len=25)
    assert (block.len_header, block.size, block.end) == (33, 62, 162)
