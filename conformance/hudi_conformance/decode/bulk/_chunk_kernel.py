# SPDX-License-Identifier: Apache-2.0
"""Kernel for the footer of a Parquet file: the column chunks of its row groups.

It reads footers as writers of Hudi's files make them. For any other form, of which a decoder without a kernel
decides, it returns nothing.
"""

# ruff: noqa: PLR0917 - kernels take what they need one by one

from __future__ import annotations

import numpy as np

from hudi_conformance.decode.bulk._footer_kernel import (
    BINARY,
    CHUNK,
    COLUMN,
    FOOTER,
    I64,
    LIST,
    OTHER,
    ROW_GROUP,
    STOP,
    STRUCT,
    after_header,
    after_list_header,
    after_value,
    after_varint,
    count_of,
    number_of,
    varint,
)
from hudi_conformance.decode.bulk._memory import Table, inlined, kernel, load_u8

# Columns of a row of `column_chunks`: numbers of fields, then address and length of the bounds in statistics.
GROUP = 0
PRESENT = 1  # bits of the fields that the chunk has
PATH_AT = 2
PATH_END = 3
NUM_VALUES = 4
LEN_PLAIN = 5
LEN_PAGES = 6
OFS_DATA = 7
OFS_DICTIONARY = 8
NULL_COUNT = 9
BOUNDS = 10  # field 1, 2, 5 and 6 of the statistics: an address and a length each
NUM_COLUMNS = 18
HAS_STATISTICS = 1 << 12
HAS_NULL_COUNT = 1 << 20
MAX_CHUNK_DEPTH = 12  # of values that are skipped: fewer than any other reader allows
_MAX_TEXT = 1 << 10
_NEEDED = 0b11110  # fields 1 to 4 of the footer


@inlined
def _zigzag(at: int) -> int:
    value = varint(at)
    return (value >> 1) ^ -(value & 1)


@inlined
def _next_field(at: int, end: int, number: int) -> tuple[int, int, int]:
    """Number, type and address of the field with a header at `at`; -1 unless it fits and numbers increase."""
    after = after_header(at, end)
    if after == 0:
        return -1, 0, 0
    kind = load_u8(at) & 15
    if kind == STOP:
        return 0, STOP, after
    following = number_of(at, number)
    return following if following > number else -1, kind, after


@inlined
def _statistics(at: int, end: int, row: Table, stack: Table) -> int:
    """Address after statistics, whose fields go into `row`; 0 unless their form is the usual."""
    number = 0
    while True:
        number, kind, at = _next_field(at, end, number)
        if number <= 0:
            return at if number == 0 else 0
        after = after_value(at, end, kind, OTHER, number, stack)
        if after == 0 or (number == 3 and kind != I64):
            return 0
        if number == 3:
            row[NULL_COUNT] = _zigzag(at)
            row[PRESENT] |= HAS_NULL_COUNT
        elif number <= 6 and number != 4:
            if kind != BINARY:
                return 0
            start = after_varint(at, end)
            slot = BOUNDS + 2 * (number - 1 if number < 3 else number - 3)
            if after - start <= _MAX_TEXT:
                row[slot] = start
                row[slot + 1] = after - start
        at = after


@inlined
def _column(at: int, end: int, row: Table, stack: Table) -> int:
    """Address after the metadata of a column chunk, which go into `row`; 0 unless their form is the usual."""
    number = 0
    while True:
        number, kind, at = _next_field(at, end, number)
        if number <= 0:
            return at if number == 0 else 0
        if number == 12 and kind == STRUCT:
            row[PRESENT] |= HAS_STATISTICS
            after = _statistics(at, end, row, stack)
        else:
            after = after_value(at, end, kind, COLUMN, number, stack)
        if after == 0 or (number == 12 and kind != STRUCT):
            return 0
        if number == 3:
            row[PATH_AT] = at
            row[PATH_END] = after
        elif 5 <= number <= 11 and number != 8 and number != 10:  # noqa: PLR1714 - kernels have no sets
            if kind != I64:
                return 0
            slot = number - 1 if number < 8 else (OFS_DATA if number == 9 else OFS_DICTIONARY)
            row[slot] = _zigzag(at)
        if number < 12:
            row[PRESENT] |= 1 << number
        at = after


@inlined
def _chunk(at: int, end: int, row: Table, stack: Table) -> int:
    """Address after a column chunk; 0 unless its form is the usual."""
    number = 0
    while True:
        number, kind, at = _next_field(at, end, number)
        if number <= 0:
            return at if number == 0 else 0
        if number == 3 and kind == STRUCT:
            at = _column(at, end, row, stack)
        else:
            at = 0 if number == 3 else after_value(at, end, kind, CHUNK, number, stack)
        if at == 0:
            return 0


@inlined
def _group(at: int, end: int, rows: Table, num: int, group: int, stack: Table) -> tuple[int, int]:
    """Address after a row group, and the number of rows with its chunks; 0 unless its form is the usual."""
    number = 0
    while True:
        number, kind, at = _next_field(at, end, number)
        if number <= 0:
            return at if number == 0 else 0, num
        if number != 1:
            at = after_value(at, end, kind, ROW_GROUP, number, stack)
            if at == 0:
                return 0, num
            continue
        after = after_list_header(at, end)
        if kind != LIST or after == 0 or load_u8(at) & 15 != STRUCT or count_of(at) > len(rows) - num:
            return 0, num
        count = count_of(at)
        at = after
        for _ in range(count):
            rows[num, :] = 0
            rows[num, GROUP] = group
            at = _chunk(at, end, rows[num], stack)
            num += 1
            if at == 0:
                return 0, num


@kernel
def column_chunks(at: int, end: int, rows: Table) -> tuple[int, int]:
    """Number of row groups and of chunks, each a row of `rows`; -1 where the footer has an unusual form.

    Args:
        at: address of the footer.
        end: address after it.
        rows: `NUM_COLUMNS` numbers per chunk; more chunks than rows are unusual.
    """
    stack = np.empty((MAX_CHUNK_DEPTH, 4), np.int64)
    number = num = num_groups = present = 0
    while True:
        number, kind, at = _next_field(at, end, number)
        if number <= 0:
            return (num_groups, num) if number == 0 and present & _NEEDED == _NEEDED else (-1, 0)
        present |= 1 << min(number, 30)
        if number != 4:
            # Metadata and orders of columns are lists of structs, as the sorting columns of a group.
            is_list = number == 5 or number == 7  # noqa: PLR1714 - kernels have no sets
            at = after_value(at, end, kind, ROW_GROUP if is_list else FOOTER, 4 if is_list else number, stack)
            if at == 0:
                return -1, 0
            continue
        after = after_list_header(at, end)
        if kind != LIST or after == 0 or load_u8(at) & 15 != STRUCT or count_of(at) > end - after:
            return -1, 0
        num_groups = count_of(at)
        at = after
        for group in range(num_groups):
            at, num = _group(at, end, rows, num, group, stack)
            if at == 0:
                return -1, 0
