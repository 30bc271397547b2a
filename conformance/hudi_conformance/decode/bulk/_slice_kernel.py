# SPDX-License-Identifier: Apache-2.0
"""Kernel that finds the datums in the contents of Avro blocks."""

# ruff: noqa: PLR0917 - kernels take many positional arguments

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import AHEAD, Table, kernel, load_i32_be, prefetch

# Columns of the state of `slice_records`.
NEXT_BLOCK = 0
OFS_NEXT = 1  # offset of the next record's length in that block, 0 before its first
NUM_LEFT = 2  # records that it has left
NUM_RECORDS = 3
IS_IRREGULAR = 4
HAS_REST = 5  # a block has bytes after its last record
NUM_STATE_FIELDS = 6

_MIN_VERSION = 1
_MAX_VERSION = 3
_LEN_LINE = 64


@kernel
def slice_records(
    base: int,
    ofs_content: Table,
    len_content: Table,
    max_bytes: int,
    state: Table,
    ofs_records: Table,
    len_records: Table,
    block_of: Table,
) -> None:
    """Find the next records of a run of blocks, as many as fit, from `state` on.

    It stops early after the record that brings the sum of lengths to `max_bytes`, and before an irregular
    block or record; then IS_IRREGULAR is set and NEXT_BLOCK is that block.
    """
    num_records = 0
    num_bytes = 0
    block = state[NEXT_BLOCK]
    ofs_next = state[OFS_NEXT]
    num_left = state[NUM_LEFT]
    state[IS_IRREGULAR] = 0
    state[HAS_REST] = 0
    while block < ofs_content.shape[0]:
        end = ofs_content[block] + len_content[block]
        if ofs_next == 0:
            if len_content[block] < 8:
                state[IS_IRREGULAR] = 1
                break
            version = load_i32_be(base + ofs_content[block])
            num_left = load_i32_be(base + ofs_content[block] + 4)
            ofs_next = ofs_content[block] + 8
            if (
                not _MIN_VERSION <= version <= _MAX_VERSION
                or num_left < 0
                or num_left > (end - ofs_next) // 4
                or (num_left == 0 and ofs_next != end)  # the block has no row with this information
            ):
                state[IS_IRREGULAR] = 1
                break
        while num_left > 0 and num_records < ofs_records.shape[0] and num_bytes < max_bytes:
            for line in range(3):
                prefetch(base + ofs_next + AHEAD + _LEN_LINE * line)
            length = load_i32_be(base + ofs_next) if end - ofs_next >= 4 else -1
            if length < 0 or length > end - ofs_next - 4:
                state[IS_IRREGULAR] = 1
                break
            ofs_records[num_records] = ofs_next + 4
            len_records[num_records] = length
            block_of[num_records] = block
            num_records += 1
            num_bytes += length
            ofs_next += 4 + length
            num_left -= 1
        if num_left > 0:
            break
        if ofs_next != end:
            state[HAS_REST] = 1
        block += 1
        ofs_next = 0
    state[NEXT_BLOCK] = block
    state[OFS_NEXT] = ofs_next
    state[NUM_LEFT] = num_left
    state[NUM_RECORDS] = num_records
