# SPDX-License-Identifier: Apache-2.0
"""Sums and extremes over the cells of an HFile, against plain Python over the same cells."""

from __future__ import annotations

from dataclasses import astuple

from hudi_conformance.decode.hfile.sums import CellSums, encode_key
from hudi_conformance.model.hfile import HFileCell
from hypothesis import given
from hypothesis import strategies as st

CELLS = st.builds(
    HFileCell,
    row=st.binary(max_size=5),
    family=st.binary(max_size=2),
    qualifier=st.binary(max_size=3),
    timestamp=st.integers(-(2**63), 2**63 - 1),
    type=st.sampled_from([4, 8, 10, 12, 14]),
    value=st.binary(max_size=6),
    tags=st.sampled_from([b"", b"\0\1\7", b"\0\2\7\7"]),
)


def sums_of(cells: list[HFileCell]) -> CellSums:
    sums = CellSums()
    for cell in cells:
        sums.add(cell)
    return sums


def len_key(cell: HFileCell) -> int:
    return 2 + len(cell.row) + 1 + len(cell.family) + len(cell.qualifier) + 8 + 1


def len_stored(cell: HFileCell) -> int:
    """Bytes of a cell with its lengths, as HBase counts the biggest one."""
    return 4 + 4 + 4 + len_key(cell) + len(cell.value) + (2 + len(cell.tags) if cell.tags else 0)


@given(st.lists(CELLS))
def test_sums_are_those_of_the_cells(cells: list[HFileCell]) -> None:
    sums = sums_of(cells)
    puts = [cell.timestamp for cell in cells if cell.type == 4]
    assert sums.num == len(cells)
    assert sums.len_keys == sum(len_key(cell) for cell in cells)
    assert sums.len_rows == sum(len(cell.row) for cell in cells)
    assert sums.len_values == sum(len(cell.value) for cell in cells)
    assert sums.max_tags == max((len(cell.tags) for cell in cells), default=0)
    assert sums.earliest == min(puts, default=None)
    assert sums.num_deletes == sum(cell.type in {10, 14} for cell in cells)
    assert sums.len_biggest == max(map(len_stored, cells), default=0)
    first = next((cell for cell in cells if len_stored(cell) == sums.len_biggest), None)
    assert sums.biggest == (b"" if first is None else encode_key(first))


@given(st.lists(CELLS), st.lists(CELLS))
def test_merged_sums_are_those_of_all_cells(cells: list[HFileCell], others: list[HFileCell]) -> None:
    sums = sums_of(cells)
    sums.merge(sums_of(others))
    assert astuple(sums) == astuple(sums_of(cells + others))


def test_a_key_is_encoded_as_the_format_says() -> None:
    cell = HFileCell(b"row", b"f", b"qq", timestamp=-2, type=8)
    assert encode_key(cell).hex(" ") == "00 03 72 6f 77 01 66 71 71 ff ff ff ff ff ff ff fe 08"


def test_lengths_that_do_not_fit_are_cut() -> None:
    key = encode_key(HFileCell(bytes(0x10001), bytes(0x102), type=0x104))
    assert key[:2] == b"\0\1"
    assert key[2 + 0x10001] == 2
    assert key[-1] == 4
