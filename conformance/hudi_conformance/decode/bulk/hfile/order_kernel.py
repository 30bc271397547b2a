# SPDX-License-Identifier: Apache-2.0
"""Kernels for the keys of HFiles: their order, and violations in cells."""

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import (
    Table,
    inlined,
    kernel,
    load_i32_be,
    load_i64,
    load_i64_be,
    load_u8,
)
from hudi_conformance.decode.bulk.hfile.kernel import MVCC, load_vlong
from hudi_conformance.decode.hfile.rules import MAX_ROW, TYPES
from hudi_conformance.model.hfile import LATEST_TIMESTAMP, PUT

LEN_KEY_MIN = 12
_TYPES = tuple(TYPES)

# Bits of `odd_cells`: reasons to run the checked reader.
ODD_ORDER = 1
ODD_TYPE = 2
ODD_TIMESTAMP = 4
ODD_ROW = 8
ODD_MVCC = 16
ODD_HUDI = 32
ODD_TAGS = 64
ODD_EQUAL = 128  # within a block, where it is allowed
ODD_EQUAL_BLOCKS = 256

# Numbers of `odd_cells`: sums, maxima, and the address of the first of the longest cells.
LEN_KEYS = 0
LEN_ROWS = 1
LEN_VALUES = 2
MAX_TAGS = 3
LEN_BIGGEST = 4
AT_BIGGEST = 5
NUM_SUMS = 6


@inlined
def compare_bytes(left: int, len_left: int, right: int, len_right: int) -> int:
    """Compare two strings of bytes by their addresses, eight bytes at a time as long as they are equal."""
    least = min(len_left, len_right)
    index = 0
    while index + 8 <= least:
        if load_i64(left + index) != load_i64(right + index):
            break
        index += 8
    while index < least:
        difference = load_u8(left + index) - load_u8(right + index)
        if difference:
            return difference
        index += 1
    return len_left - len_right


@inlined
def _compare_rows(left: int, right: int) -> int:
    """Compare the rows of two keys by their addresses."""
    len_left = load_u8(left) << 8 | load_u8(left + 1)
    len_right = load_u8(right) << 8 | load_u8(right + 1)
    return compare_bytes(left + 2, len_left, right + 2, len_right)


@inlined
def compare_keys(left: int, len_left: int, right: int, len_right: int) -> int:
    """Compare two keys of cells [hfile.cell.order]."""
    difference = _compare_rows(left, right)
    if difference:
        return difference
    at_left = left + 2 + (load_u8(left) << 8 | load_u8(left + 1))
    at_right = right + 2 + (load_u8(right) << 8 | load_u8(right + 1))
    family_left = load_u8(at_left)
    family_right = load_u8(at_right)
    difference = compare_bytes(at_left + 1, family_left, at_right + 1, family_right)
    if difference:
        return difference
    at_left += 1 + family_left
    at_right += 1 + family_right
    end_left = left + len_left - 9
    end_right = right + len_right - 9
    difference = compare_bytes(at_left, end_left - at_left, at_right, end_right - at_right)
    if difference:
        return difference
    newer = load_i64_be(end_left)
    older = load_i64_be(end_right)
    if newer != older:
        return -1 if newer > older else 1
    return load_u8(end_right + 8) - load_u8(end_left + 8)


@inlined
def _is_type(number: int) -> bool:
    """Whether a cell of a type is read; nearly all are puts."""
    is_known = False
    for known in _TYPES:
        is_known |= number == known
    return is_known


@inlined
def _are_tags(at: int, end: int) -> bool:
    """Whether tags fill their part."""
    while at < end:
        if end - at < 2:
            return False
        length = load_u8(at) << 8 | load_u8(at + 1)
        if length < 1 or length > end - at - 2:
            return False
        at += 2 + length
    return True


@kernel
def odd_cells(  # noqa: PLR0917 - kernels take positional arguments
    cells: Table, num: int, has_tags: int, has_mvcc: int, is_hudi: int, sums: Table
) -> tuple[int, int]:
    """Bits for violations in cells that `find_cells` has checked, and their greatest mvcc.

    Numbers over the cells are added to `sums`, whose maxima cover this call and the previous ones.
    """
    odd = 0
    len_keys = 0
    len_rows = 0
    len_values = 0
    max_mvcc = 0
    for index in range(num):
        at = cells[index]
        len_key = load_i32_be(at)
        key = at + 8
        end = key + len_key
        if index:
            before = cells[index - 1]
            order = compare_keys(before + 8, load_i32_be(before), key, len_key)
            if order >= 0:
                odd |= ODD_ORDER if order else ODD_EQUAL
        kind = load_u8(end - 1)
        if kind != PUT and not _is_type(kind):
            odd |= ODD_TYPE
        timestamp = load_i64_be(end - 9)
        if timestamp < 0:
            odd |= ODD_TIMESTAMP
        len_row = load_u8(key) << 8 | load_u8(key + 1)
        if len_row > MAX_ROW:
            odd |= ODD_ROW
        mvcc = 0
        len_value = load_i32_be(at + 4)
        len_keys += len_key
        len_rows += len_row
        len_values += len_value
        size = 12 + len_key + len_value
        if has_tags or has_mvcc == MVCC:
            after = end + len_value
            if has_tags:
                len_tags = load_u8(after) << 8 | load_u8(after + 1)
                if len_tags:
                    size += 2 + len_tags
                    sums[MAX_TAGS] = max(sums[MAX_TAGS], len_tags)
                    odd |= ODD_HUDI if is_hudi else 0
                    if not _are_tags(after + 2, after + 2 + len_tags):
                        odd |= ODD_TAGS
                after += 2 + len_tags
            if has_mvcc == MVCC:
                mvcc = load_vlong(after)
                first = load_u8(after)
                # Nine bytes may hold more than 64 bits: the checked reader decides.
                if mvcc < 0 or first == 128 or first == 136:  # noqa: PLR1714 - kernels have no sets
                    odd |= ODD_MVCC
                max_mvcc = max(max_mvcc, mvcc)
        if size > sums[LEN_BIGGEST]:
            sums[LEN_BIGGEST] = size
            sums[AT_BIGGEST] = at
        if is_hudi and (
            len_key != len_row + LEN_KEY_MIN or timestamp != LATEST_TIMESTAMP or kind != PUT or mvcc
        ):
            odd |= ODD_HUDI
    sums[LEN_KEYS] += len_keys
    sums[LEN_ROWS] += len_rows
    sums[LEN_VALUES] += len_values
    return odd, max_mvcc
