# SPDX-License-Identifier: Apache-2.0
"""Kernels for lookups of many rows in one block of an HFile."""

# ruff: noqa: PLR0917 - kernels take what they need one by one

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import Table, kernel, load_i32_be, load_u8
from hudi_conformance.decode.bulk.hfile_kernel import (
    SUM_FAMILY,
    SUM_QUALIFIER,
    SUM_ROW,
    SUM_TAGS,
    SUM_VALUE,
)
from hudi_conformance.decode.bulk.hfile_order_kernel import LEN_KEY_MIN, find_row


@kernel
def find_rows(base: int, cells: Table, num: int, rows: int, spans: Table, places: Table, found: Table) -> int:
    """Find the cells of some rows among the sorted cells of a block; their number, however many fit.

    Args:
        base: address that `cells` count from.
        cells: offsets of the cells.
        num: their number.
        rows: address of the rows, one after the other.
        spans: offsets of the rows, and the end of the last.
        places: numbers of the rows to look for.
        found: receives the address of each cell and the number of its row, as far as there is room.
    """
    count = 0
    for index in range(places.shape[0]):
        place = places[index]
        begin, end = find_row(base, cells, num, rows + spans[place], spans[place + 1] - spans[place])
        for cell in range(begin, end):
            if count < found.shape[1]:
                found[0, count] = base + cells[cell]
                found[1, count] = place
            count += 1
    return count


@kernel
def add_lengths(cells: Table, has_tags: int, sums: Table) -> None:
    """Add up the lengths of the parts of cells at addresses, which `find_cells` has checked."""
    for index in range(cells.shape[0]):
        at = cells[index]
        len_key = load_i32_be(at)
        len_value = load_i32_be(at + 4)
        len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
        len_family = load_u8(at + 10 + len_row)
        sums[SUM_ROW] += len_row
        sums[SUM_FAMILY] += len_family
        sums[SUM_QUALIFIER] += len_key - LEN_KEY_MIN - len_row - len_family
        sums[SUM_VALUE] += len_value
        if has_tags:
            after = at + 8 + len_key + len_value
            sums[SUM_TAGS] += load_u8(after) << 8 | load_u8(after + 1)
