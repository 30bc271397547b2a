# SPDX-License-Identifier: Apache-2.0
"""Locate the datums of one-record containers in a column of bytes."""

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import Table, kernel, load_i32, load_i64, load_u8

LEN_SYNC = 16
LEN_REST = 2 * LEN_SYNC + 2  # after the head, at least: two markers, a count, a length
_ONE = 2  # a count of one as a varint
_MAX_SHIFT = 28


@kernel
def find_datums(  # noqa: PLR0917 - kernels take no keywords
    data: int, offsets: int, first: int, num: int, head: int, len_head: int, spans: Table
) -> int:
    """Fill offsets and lengths of the datums of rows [first, num); return the first row that is not plain.

    Plain: the head is that of `head`, one block of one record follows, both markers are the same, and the
    last one ends the row.

    Args:
        data: address of the column's bytes.
        offsets: address of its offsets, starting with row 0; they ascend and lie within the bytes.
        first: the first row.
        num: number of rows.
        head: address of a container's head, up to its sync marker.
        len_head: its length.
        spans: receives offset from `data` and length in rows 0 and 1, by row of the column.
    """
    for row in range(first, num):
        at = data + load_i32(offsets + 4 * row)
        end = data + load_i32(offsets + 4 * row + 4)
        if end - at < len_head + LEN_REST:
            return row
        for i in range(0, len_head - 7, 8):
            if load_i64(at + i) != load_i64(head + i):
                return row
        for i in range(len_head & -8, len_head):
            if load_u8(at + i) != load_u8(head + i):
                return row
        sync = at + len_head
        pos = sync + LEN_SYNC
        if load_u8(pos) != _ONE:
            return row
        pos += 1
        size = 0
        shift = 0
        byte = 128
        while byte >= 128 and shift <= _MAX_SHIFT:
            byte = load_u8(pos)
            pos += 1
            size |= (byte & 127) << shift
            shift += 7
        if byte >= 128 or size & 1:
            return row
        size >>= 1
        if end - pos < LEN_SYNC or pos + size + LEN_SYNC != end:
            return row
        if load_i64(pos + size) != load_i64(sync) or load_i64(pos + size + 8) != load_i64(sync + 8):
            return row
        spans[0, row] = pos - data
        spans[1, row] = size
    return num
