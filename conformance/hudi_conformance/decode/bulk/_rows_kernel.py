# SPDX-License-Identifier: Apache-2.0
"""Kernels for lookups of many rows in an HFile: its index, and one walk forward through its blocks.

The walk proves what a lookup relies on [hfile.lookup.proven] while it looks for the rows. Each kernel makes
the checks of the careful lookup and stops in front of what does not pass them.
"""

# ruff: noqa: PLR0917 - kernels take what they need one by one

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import (
    AHEAD,
    Table,
    inlined,
    kernel,
    load_i32_be,
    load_i64_be,
    load_u8,
    prefetch,
)
from hudi_conformance.decode.bulk.hfile.kernel import (
    SUM_FAMILY,
    SUM_QUALIFIER,
    SUM_ROW,
    SUM_TAGS,
    SUM_VALUE,
    cell_end,
    len_vlong,
    load_vlong,
)
from hudi_conformance.decode.bulk.hfile.order_kernel import LEN_KEY_MIN, compare_bytes, compare_keys

# Columns of a table of index entries; a bare key is that of a row alone.
ENTRY_OFS = 0
ENTRY_SIZE = 1
ENTRY_KEY = 2
ENTRY_LEN_KEY = 3
ENTRY_IS_BARE = 4
NUM_ENTRY = 5

# State of a walk.
LAST_CELL = 0  # address of the last cell, 0 before the first
LAST_NUMBER = 1  # of its block
NEXT_ROW = 2  # place in the order of the rows
NUM_CELLS = 3
NUM_FOUND = 4
IS_WIDE = 5  # a cell that was found has an mvcc number that may exceed 63 bits
NUM_STATE = 6

# Columns of what was found.
FOUND_CELL = 0
FOUND_ROW = 1
FOUND_BLOCK = 2
NUM_COLUMNS = 3

# Why a walk ended.
AT_END = 0
IS_FULL = 1
IS_IRREGULAR = 2

_LEN_ENTRY = 12
_VLONG_NEGATIVE = 136  # first bytes below it, from 128 on, and from 144 on


@inlined
def _is_bare(key: int, length: int) -> int:
    """1 for the key of a row alone, 0 for that of a cell, -1 for neither."""
    if length < 2:
        return -1
    len_row = load_u8(key) << 8 | load_u8(key + 1)
    if len_row == length - 2:
        return 1
    if length < LEN_KEY_MIN or len_row > length - LEN_KEY_MIN:
        return -1
    return -1 if load_u8(key + 2 + len_row) > length - LEN_KEY_MIN - len_row else 0


@inlined
def _compare_row(left: int, right: int) -> int:
    len_left = load_u8(left) << 8 | load_u8(left + 1)
    len_right = load_u8(right) << 8 | load_u8(right + 1)
    return compare_bytes(left + 2, len_left, right + 2, len_right)


@kernel
def find_entries(at: int, end: int, limit: int, entries: Table) -> int:
    """Read the entries of a root index that fill [`at`, `end`); return how many are sound.

    Sound are entries in order, of blocks in order that end at `limit` or before.
    """
    least = 0
    for number in range(entries.shape[0]):
        if end - at < _LEN_ENTRY + 1:
            return number
        ofs = load_i64_be(at)
        size = load_i32_be(at + 8)
        at += _LEN_ENTRY
        first = load_u8(at)
        if first >= 128 and (first < _VLONG_NEGATIVE or first >= 144):
            return number
        if len_vlong(first) > end - at:
            return number
        length = load_vlong(at)
        at += len_vlong(first)
        if length < 0 or length > end - at:
            return number
        bare = _is_bare(at, length)
        # No sum of two numbers of the file before each is known to be small.
        if bare < 0 or ofs < least or ofs > limit or size < 0 or size > limit - ofs:
            return number
        if number and _is_after(entries, number - 1, at, length, bare):
            return number
        entries[number, ENTRY_OFS] = ofs
        entries[number, ENTRY_SIZE] = size
        entries[number, ENTRY_KEY] = at
        entries[number, ENTRY_LEN_KEY] = length
        entries[number, ENTRY_IS_BARE] = bare
        least = ofs + size
        at += length
    return entries.shape[0] if at == end else -1


@inlined
def _is_after(entries: Table, number: int, key: int, length: int, is_bare: int) -> bool:
    """Whether the key of an entry is behind another; a bare row is before all its cells."""
    own = entries[number, ENTRY_KEY]
    if entries[number, ENTRY_IS_BARE] or is_bare:
        difference = _compare_row(own, key)
        return difference > 0 or (difference == 0 and is_bare > entries[number, ENTRY_IS_BARE])
    return compare_keys(own, entries[number, ENTRY_LEN_KEY], key, length) > 0


@inlined
def _is_between(entries: Table, number: int, last: int, first: int, is_exact: int) -> bool:
    """Whether an entry stands between two cells by their addresses, 0 where there is none before it.

    `is_exact`: its row must be that of the second cell [hudi.hfile.index-rows].
    """
    key = entries[number, ENTRY_KEY]
    if is_exact and _compare_row(key, first + 8) != 0:
        return False
    if entries[number, ENTRY_IS_BARE]:
        return _compare_row(key, first + 8) <= 0 and (last == 0 or _compare_row(last + 8, key) <= 0)
    length = entries[number, ENTRY_LEN_KEY]
    if compare_keys(key, length, first + 8, load_i32_be(first)) > 0:
        return False
    return last == 0 or compare_keys(last + 8, load_i32_be(last), key, length) < 0


@kernel
def walk_rows(
    spans: Table,
    numbers: Table,
    start: int,
    entries: Table,
    has_tags: int,
    has_mvcc: int,
    is_exact: int,
    rows: int,
    row_spans: Table,
    order: Table,
    state: Table,
    found: Table,
) -> tuple[int, int]:
    """Walk through the cells of blocks and note those of the rows; the number of the next block, and why.

    A block whose walk does not end leaves no trace in `state`.

    Args:
        spans: addresses of the payload of each block, and of its end.
        numbers: of the blocks in the index, ascending.
        start: the first of these blocks to walk through.
        entries: the index.
        has_tags: as `kernel_layout`.
        has_mvcc: as `kernel_layout`.
        is_exact: whether index keys are first rows.
        rows: address of the rows, one after the other.
        row_spans: offsets of the rows, and the end of the last.
        order: places of the rows in ascending order.
        state: carried from call to call.
        found: receives address of the cell, place of the row and number of the block.
    """
    for index in range(start, spans.shape[0]):
        at = spans[index, 0]
        end = spans[index, 1]
        number = numbers[index]
        last = state[LAST_CELL] if state[LAST_NUMBER] == number - 1 else 0
        want = state[NEXT_ROW]
        num_found = state[NUM_FOUND]
        is_wide = 0
        num = 0
        if at >= end:
            return index, IS_IRREGULAR
        while at < end:
            prefetch(at + AHEAD)
            after = cell_end(at, end, has_tags, has_mvcc)
            if after == 0:
                return index, IS_IRREGULAR
            key = at + 8
            if last and compare_keys(last + 8, load_i32_be(last), key, load_i32_be(at)) > 0:
                return index, IS_IRREGULAR
            if num == 0 and not _is_between(entries, number, last, at, is_exact):
                return index, IS_IRREGULAR
            len_row = load_u8(key) << 8 | load_u8(key + 1)
            while want < order.shape[0]:
                place = order[want]
                ofs_row = row_spans[place]
                len_wanted = row_spans[place + 1] - ofs_row
                difference = compare_bytes(key + 2, len_row, rows + ofs_row, len_wanted)
                if difference > 0:
                    want += 1
                    continue
                again = want
                while difference == 0:
                    if num_found == found.shape[1]:
                        return index, IS_FULL
                    found[FOUND_CELL, num_found] = at
                    found[FOUND_ROW, num_found] = order[again]
                    found[FOUND_BLOCK, num_found] = number
                    num_found += 1
                    if has_mvcc:
                        is_wide |= _has_wide_mvcc(at, has_tags)
                    again += 1
                    if again == order.shape[0]:
                        break
                    place = order[again]
                    ofs_row = row_spans[place]
                    len_wanted = row_spans[place + 1] - ofs_row
                    difference = compare_bytes(key + 2, len_row, rows + ofs_row, len_wanted)
                break
            last = at
            num += 1
            at = after
        state[LAST_CELL] = last
        state[LAST_NUMBER] = number
        state[NEXT_ROW] = want
        state[NUM_CELLS] += num
        state[NUM_FOUND] = num_found
        state[IS_WIDE] |= is_wide
    return spans.shape[0], AT_END


@inlined
def _has_wide_mvcc(at: int, has_tags: int) -> int:
    after = at + 8 + load_i32_be(at) + load_i32_be(at + 4)
    if has_tags:
        after += 2 + (load_u8(after) << 8 | load_u8(after + 1))
    first = load_u8(after)
    return 1 if first == 128 or first == 136 else 0  # noqa: PLR1714 - kernels have no sets


@kernel
def mark_blocks(entries: Table, rows: int, row_spans: Table, order: Table, marks: Table) -> None:
    """Mark the blocks that can hold one of the rows: as `Lookup` chooses them, for rows in their order."""
    first = 0
    for index in range(order.shape[0]):
        place = order[index]
        row = rows + row_spans[place]
        length = row_spans[place + 1] - row_spans[place]
        # The last block whose key is before the row: a bare key equal to the row is not.
        while first + 1 < entries.shape[0] and _compare_entry(entries, first + 1, row, length) < 0:
            first += 1
        number = first
        while number < entries.shape[0]:
            if number > first and _compare_entry(entries, number, row, length) > 0:
                break
            marks[number] = 1
            number += 1


@inlined
def _compare_entry(entries: Table, number: int, row: int, length: int) -> int:
    key = entries[number, ENTRY_KEY]
    return compare_bytes(key + 2, load_u8(key) << 8 | load_u8(key + 1), row, length)


@kernel
def add_lengths(cells: Table, has_tags: int, sums: Table) -> None:
    """Add up the lengths of the parts of cells at addresses that `walk_rows` has noted."""
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
