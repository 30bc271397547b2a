# SPDX-License-Identifier: Apache-2.0
"""Kernel of the framing scan: walks intact blocks and stops at the first irregular one."""

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import Table, inlined, kernel, load_i32_be, load_i64_be, load_u8
from hudi_conformance.model.block_type import BlockType

# Columns of a row: offsets and lengths in bytes. `LEN_BLOCK` counts all bytes on disk; `OFS_HEADER` and
# `OFS_FOOTER` are the offsets of the counts. The offset of an absent header value is -1; if a key occurs
# twice, the last value counts.
OFS_BLOCK = 0
LEN_BLOCK = 1
BLOCK_TYPE = 2
OFS_HEADER = 3
NUM_HEADER_ENTRIES = 4
OFS_CONTENT = 5
LEN_CONTENT = 6
OFS_FOOTER = 7
OFS_INSTANT = 8
LEN_INSTANT = 9
OFS_SCHEMA = 10
LEN_SCHEMA = 11
NUM_COLUMNS = 12

# Why the walk ended.
AT_END = 0
IS_FULL = 1
NOT_INTACT = 2

_MAGIC_HEAD = 0x23485544  # "#HUD"
_MAGIC_TAIL = 0x4923  # "I#"
_KEY_INSTANT = 0
_KEY_SCHEMA = 2
_LAST_KEY = 8
_AVRO_DATA = int(BlockType.AVRO_DATA_BLOCK)
_CDC_DATA = int(BlockType.CDC_DATA_BLOCK)
_CORRUPT_TYPE = int(BlockType.CORRUPT_BLOCK)
_LAST_TYPE = int(max(BlockType))


@inlined
def _is_magic(at: int) -> bool:
    return load_i32_be(at) == _MAGIC_HEAD and (load_u8(at + 4) << 8 | load_u8(at + 5)) == _MAGIC_TAIL


@inlined
def _entry_end(base: int, pos: int, end: int, last_key: int) -> int:
    """Offset after the header or footer entry at `pos`, -1 if it does not fit or its key is unknown."""
    if end - pos < 8:
        return -1
    key = load_i32_be(base + pos)
    if last_key >= 0 and (key < 0 or key > last_key):
        return -1
    len_value = load_i32_be(base + pos + 4)
    if len_value < 0 or len_value > end - pos - 8:
        return -1
    return pos + 8 + len_value


@inlined
def _walk_block(base: int, size: int, pos: int, row: Table) -> int:  # noqa: C901 - a kernel: all checks of a frame
    """Fill `row` from the block at `pos` and return the offset after it, -1 if it is not intact."""
    if size - pos < 14 or not _is_magic(base + pos):
        return -1
    len_block = load_i64_be(base + pos + 6)
    # 32 = version, type, empty header, content length, empty footer, trailing length.
    if len_block < 32 or len_block > size - pos - 14:
        return -1
    after = pos + 14 + len_block
    end = after - 8
    if load_i64_be(base + end) != len_block + 6:
        return -1
    if size - after >= 6 and not _is_magic(base + after):
        return -1
    if load_i32_be(base + pos + 14) != 1:
        return -1
    block_type = load_i32_be(base + pos + 18)
    if block_type < 0 or block_type > _LAST_TYPE or block_type == _CORRUPT_TYPE:
        return -1
    row[OFS_BLOCK] = pos
    row[LEN_BLOCK] = after - pos
    row[BLOCK_TYPE] = block_type
    row[OFS_HEADER] = pos + 22
    row[OFS_INSTANT] = -1
    row[LEN_INSTANT] = 0
    row[OFS_SCHEMA] = -1
    row[LEN_SCHEMA] = 0

    num_entries = load_i32_be(base + pos + 22)
    at = pos + 26
    if num_entries < 0 or num_entries > (end - at) // 8:
        return -1
    row[NUM_HEADER_ENTRIES] = num_entries
    for _ in range(num_entries):
        entry_end = _entry_end(base, at, end, _LAST_KEY)
        if entry_end < 0:
            return -1
        key = load_i32_be(base + at)
        if key == _KEY_INSTANT:
            row[OFS_INSTANT] = at + 8
            row[LEN_INSTANT] = entry_end - at - 8
        elif key == _KEY_SCHEMA:
            row[OFS_SCHEMA] = at + 8
            row[LEN_SCHEMA] = entry_end - at - 8
        at = entry_end

    if end - at < 8:
        return -1
    len_content = load_i64_be(base + at)
    at += 8
    if len_content < 0 or len_content > end - at:
        return -1
    row[OFS_CONTENT] = at
    row[LEN_CONTENT] = len_content
    at += len_content

    if end - at < 4:
        return -1
    row[OFS_FOOTER] = at
    num_entries = load_i32_be(base + at)
    at += 4
    if num_entries < 0 or num_entries > (end - at) // 8:
        return -1
    for _ in range(num_entries):
        at = _entry_end(base, at, end, -1)
        if at < 0:
            return -1
    return after if at == end else -1


@kernel
def walk_frames(base: int, size: int, pos: int, rows: Table) -> tuple[int, int, int]:
    """Fill `rows` (int64, shape n × NUM_COLUMNS) with the intact blocks from offset `pos` on.

    Returns:
        number of rows filled, offset of the first byte not walked, and the reason for stopping: AT_END,
            IS_FULL, NOT_INTACT.
    """
    num_rows = 0
    while True:
        if size - pos < 6:
            return num_rows, pos, AT_END
        if num_rows == rows.shape[0]:
            return num_rows, pos, IS_FULL
        after = _walk_block(base, size, pos, rows[num_rows])
        if after < 0:
            return num_rows, pos, NOT_INTACT
        num_rows += 1
        pos = after


@kernel
def same_schema_run(base: int, rows: Table, first: int) -> int:
    """Index after the last of the consecutive `rows` from `first` on that hold Avro datums of one schema.

    Returns `first` if it has no datums, or if its block lacks a required header.
    """
    index = first
    while index < rows.shape[0] and _is_same_schema(base, rows[first], rows[index]):
        index += 1
    return index


@inlined
def _is_same_schema(base: int, row: Table, other: Table) -> bool:
    if other[BLOCK_TYPE] != _AVRO_DATA and other[BLOCK_TYPE] != _CDC_DATA:
        return False
    if other[OFS_INSTANT] < 0 or other[OFS_SCHEMA] < 0 or other[LEN_SCHEMA] != row[LEN_SCHEMA]:
        return False
    left = base + row[OFS_SCHEMA]
    right = base + other[OFS_SCHEMA]
    end = left + row[LEN_SCHEMA]
    while left + 8 <= end:
        if load_i64_be(left) != load_i64_be(right):
            return False
        left += 8
        right += 8
    while left < end:
        if load_u8(left) != load_u8(right):
            return False
        left += 1
        right += 1
    return True
