# SPDX-License-Identifier: Apache-2.0
"""Kernels for HFiles: headers of blocks, boundaries of the cells of payloads, and copying of cells.

Each makes the checks of the checked decoder and stops before irregular bytes.
"""

# ruff: noqa: PLR0917 - kernels take many positional arguments

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import (
    Table,
    inlined,
    kernel,
    load_i32_be,
    load_i64,
    load_i64_be,
    load_u8,
    store_i32,
    store_i64,
    store_u8,
)
from hudi_conformance.model.hfile import DATA_TYPES, MAGICS

# Columns of a row of `walk_headers`.
OFS_BLOCK = 0
IS_DATA = 1
LEN_INFLATED = 2
CHECKSUM_TYPE = 3
LEN_CHUNK = 4
STORED_OFS = 5
STORED_LEN = 6
END = 7
NUM_COLUMNS = 8

# Why the walk ended.
AT_END = 0
IS_FULL = 1
NOT_INTACT = 2

# Sums of `find_cells`, in bytes.
SUM_ROW = 0
SUM_FAMILY = 1
SUM_QUALIFIER = 2
SUM_VALUE = 3
SUM_TAGS = 4
NUM_SUMS = 5

# Addresses that `gather_cells` writes to, 0 for columns not requested; offsets are followed by their bytes.
OUT_ROW = 0
OUT_FAMILY = 2
OUT_QUALIFIER = 4
OUT_VALUE = 6
OUT_TAGS = 8
OUT_TIMESTAMP = 10
OUT_TYPE = 11
OUT_MVCC = 12
NUM_OUTS = 13

# Values of `has_mvcc`: the file has no mvcc numbers, has them, or states that all are 0.
NO_MVCC = 0
MVCC = 1
MVCC_ZERO = 2

LEN_CELL_MIN = 20
_LEN_KEY_MIN = 12
_MAGIC_DATA = int.from_bytes(next(magic for magic, name in MAGICS.items() if name == "DATA"), "big")
# Encoded blocks are not included: the checked decoder reads them.
_OTHERS = tuple(int.from_bytes(magic, "big") for magic, name in MAGICS.items() if name not in DATA_TYPES)


@kernel
def walk_headers(base: int, pos: int, end: int, has_checksums: int, rows: Table) -> tuple[int, int, int]:
    """Walk blocks from `pos` to `end`; return their number, the end offset and the reason for stopping.

    Payloads are not read. Offsets count from `base`.
    """
    num = 0
    len_header = 33 if has_checksums else 24
    while pos < end:
        if num == rows.shape[0]:
            return num, pos, IS_FULL
        at = base + pos
        if end - pos < len_header:
            return num, pos, NOT_INTACT
        magic = load_i64_be(at)
        if magic != _MAGIC_DATA:
            is_known = False
            for other in _OTHERS:
                is_known |= magic == other
            if not is_known:
                return num, pos, NOT_INTACT
        on_disk = load_i32_be(at + 8)
        inflated = load_i32_be(at + 12)
        if on_disk < 0 or on_disk > end - pos - len_header or inflated < 0:
            return num, pos, NOT_INTACT
        checksum_type = 0
        chunk = 1
        stored = on_disk
        if has_checksums:
            checksum_type = load_u8(at + 24)
            chunk = load_i32_be(at + 25)
            with_header = load_i32_be(at + 29)
            stored = with_header - 33
            if checksum_type > 2 or chunk < 1 or stored < 0 or stored > on_disk:
                return num, pos, NOT_INTACT
            if on_disk - stored != ((with_header - 1) // chunk + 1) * 4:
                return num, pos, NOT_INTACT
        rows[num, OFS_BLOCK] = pos
        rows[num, IS_DATA] = 1 if magic == _MAGIC_DATA else 0
        rows[num, LEN_INFLATED] = inflated
        rows[num, CHECKSUM_TYPE] = checksum_type
        rows[num, LEN_CHUNK] = chunk
        rows[num, STORED_OFS] = pos + len_header
        rows[num, STORED_LEN] = stored
        pos += len_header + on_disk
        rows[num, END] = pos
        num += 1
    return num, pos, AT_END


@inlined
def len_vlong(first: int) -> int:
    """Bytes of a vlong by its first one, unsigned."""
    if first < 128 or first >= 144:  # 144: -112
        return 1
    return 137 - first if first < 136 else 145 - first


@inlined
def load_vlong(at: int) -> int:
    """The vlong at an address, modulo 2^64."""
    first = load_u8(at)
    length = len_vlong(first)
    if length == 1:
        return first if first < 128 else first - 256
    value = 0
    for index in range(1, length):
        value = value << 8 | load_u8(at + index)
    return ~value if first < 136 else value


@inlined
def cell_end(at: int, end: int, has_tags: int, has_mvcc: int) -> int:
    """Address after the cell at an address, which ends at `end` or before; 0 if it does not fit."""
    if end - at < LEN_CELL_MIN:
        return 0
    len_key = load_i32_be(at)
    len_value = load_i32_be(at + 4)
    if len_key < _LEN_KEY_MIN or len_value < 0 or len_key + len_value > end - at - 8:
        return 0
    len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
    if len_row > len_key - _LEN_KEY_MIN:
        return 0
    if load_u8(at + 10 + len_row) > len_key - _LEN_KEY_MIN - len_row:
        return 0
    at += 8 + len_key + len_value
    if has_tags:
        if end - at < 2:
            return 0
        len_tags = load_u8(at) << 8 | load_u8(at + 1)
        if len_tags > end - at - 2:
            return 0
        at += 2 + len_tags
    if has_mvcc:
        if at >= end:
            return 0
        first = load_u8(at)
        if first and has_mvcc == MVCC_ZERO:
            return 0
        at += len_vlong(first)
    return 0 if at > end else at


@kernel
def find_cells(
    starts: Table, ends: Table, has_tags: int, has_mvcc: int, cells: Table, sums: Table
) -> tuple[int, int]:
    """Find the cells of payloads, given by start and end addresses; return the numbers of cells and payloads.

    If it returns fewer payloads than given, the next one has a cell that does not fit. `cells` receives the
    address of each cell and has room for all; `sums` receives the total lengths of their parts.
    """
    num = 0
    sums[:] = 0
    for payload in range(starts.shape[0]):
        at = starts[payload]
        end = ends[payload]
        num_before = num
        rows = families = qualifiers = values = tags = 0
        while at < end:
            after = cell_end(at, end, has_tags, has_mvcc)
            if after == 0:
                return num_before, payload
            len_key = load_i32_be(at)
            len_value = load_i32_be(at + 4)
            len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
            len_family = load_u8(at + 10 + len_row)
            cells[num] = at
            num += 1
            rows += len_row
            families += len_family
            qualifiers += len_key - _LEN_KEY_MIN - len_row - len_family
            values += len_value
            if has_tags:
                at += 8 + len_key + len_value
                tags += load_u8(at) << 8 | load_u8(at + 1)
            at = after
        sums[SUM_ROW] += rows
        sums[SUM_FAMILY] += families
        sums[SUM_QUALIFIER] += qualifiers
        sums[SUM_VALUE] += values
        sums[SUM_TAGS] += tags
    return num, starts.shape[0]


@inlined
def _copy(source: int, target: int, length: int) -> None:
    if length < 8:
        for index in range(length):
            store_u8(target + index, load_u8(source + index))
        return
    for index in range(0, length - 7, 8):
        store_i64(target + index, load_i64(source + index))
    # The last word overlaps the previous one rather than the following bytes.
    store_i64(target + length - 8, load_i64(source + length - 8))


@kernel
def gather_cells(cells: Table, num: int, has_tags: int, has_mvcc: int, outs: Table) -> None:
    """Copy the parts of cells that `find_cells` has checked into the buffers of Arrow columns."""
    row = family = qualifier = value = tags = 0
    for index in range(num):
        at = cells[index]
        len_key = load_i32_be(at)
        len_value = load_i32_be(at + 4)
        len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
        at_family = at + 10 + len_row
        len_family = load_u8(at_family)
        len_qualifier = len_key - _LEN_KEY_MIN - len_row - len_family
        at_value = at + 8 + len_key
        if outs[OUT_ROW]:
            store_i32(outs[OUT_ROW] + 4 * index, row)
            _copy(at + 10, outs[OUT_ROW + 1] + row, len_row)
            row += len_row
        if outs[OUT_FAMILY]:
            store_i32(outs[OUT_FAMILY] + 4 * index, family)
            _copy(at_family + 1, outs[OUT_FAMILY + 1] + family, len_family)
            family += len_family
        if outs[OUT_QUALIFIER]:
            store_i32(outs[OUT_QUALIFIER] + 4 * index, qualifier)
            _copy(at_family + 1 + len_family, outs[OUT_QUALIFIER + 1] + qualifier, len_qualifier)
            qualifier += len_qualifier
        if outs[OUT_TIMESTAMP]:
            store_i64(outs[OUT_TIMESTAMP] + 8 * index, load_i64_be(at_value - 9))
        if outs[OUT_TYPE]:
            store_u8(outs[OUT_TYPE] + index, load_u8(at_value - 1))
        if outs[OUT_VALUE]:
            store_i32(outs[OUT_VALUE] + 4 * index, value)
            _copy(at_value, outs[OUT_VALUE + 1] + value, len_value)
            value += len_value
        after = at_value + len_value
        len_tags = 0
        if has_tags:
            len_tags = load_u8(after) << 8 | load_u8(after + 1)
            after += 2 + len_tags
        if outs[OUT_TAGS]:
            store_i32(outs[OUT_TAGS] + 4 * index, tags)
            _copy(after - len_tags, outs[OUT_TAGS + 1] + tags, len_tags)
            tags += len_tags
        if outs[OUT_MVCC]:
            store_i64(outs[OUT_MVCC] + 8 * index, load_vlong(after) if has_mvcc else 0)
    # Each column of bytes has one offset more than rows.
    for column, end in (
        (OUT_ROW, row),
        (OUT_FAMILY, family),
        (OUT_QUALIFIER, qualifier),
        (OUT_VALUE, value),
        (OUT_TAGS, tags),
    ):
        if outs[column]:
            store_i32(outs[column] + 4 * num, end)
