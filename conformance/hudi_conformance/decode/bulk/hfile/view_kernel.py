# SPDX-License-Identifier: Apache-2.0
"""Kernels for the columns of cells as Arrow views: 16 bytes that locate the bytes of a part.

A view contains a part of up to 12 bytes; otherwise its length, its first four bytes, the number of the
buffer, which is 0 here, and the offset in it.
"""

# ruff: noqa: PLR0917 - kernels take many positional arguments

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import (
    AHEAD,
    Table,
    inlined,
    kernel,
    load_i32,
    load_i32_be,
    load_i64_be,
    load_u8,
    prefetch,
    store_i64,
    store_u8,
)
from hudi_conformance.decode.bulk.hfile.kernel import LEN_CELL_MIN, load_vlong

# Addresses that the kernels write to, 0 for columns not requested.
OUT_ROW = 0
OUT_FAMILY = 1
OUT_QUALIFIER = 2
OUT_VALUE = 3
OUT_TAGS = 4
OUT_TIMESTAMP = 5
OUT_TYPE = 6
OUT_MVCC = 7
NUM_OUTS = 8

# Why `view_lean_cells` ended.
AT_END = 0
IS_FULL = 1
NOT_LEAN = 2

_LEN_KEY_MIN = 12
_MAX_INLINE = 12


@inlined
def _store_view(out: int, at: int, length: int, base: int) -> None:
    if length > _MAX_INLINE:
        store_i64(out, length | load_i32(at) << 32)
        store_i64(out + 8, (at - base) << 32)
        return
    store_i64(out, length)
    store_i64(out + 8, 0)
    for index in range(length):
        store_u8(out + 4 + index, load_u8(at + index))


@kernel
def view_lean_cells(
    spans: Table, base: int, has_tags: int, has_mvcc: int, room: int, outs: Table
) -> tuple[int, int]:
    """Columns of the cells of payloads in one pass; return the number of cells, and the reason for stopping.

    Lean cells, which Hudi writes, have no family, qualifier or tags, and mvcc 0. The checks are those of
    `hfile_kernel.cell_end`; a cell that is not lean, or does not fit, ends the pass.

    Args:
        spans: start and end addresses of payloads.
        base: address of their buffer.
        has_tags: whether cells have a length of tags.
        has_mvcc: as for `hfile_kernel.find_cells`.
        room: number of cells that fit in the outputs.
        outs: addresses of row, value, timestamp and type; others are ignored.
    """
    num = 0
    row, value = outs[OUT_ROW], outs[OUT_VALUE]
    timestamp, kind = outs[OUT_TIMESTAMP], outs[OUT_TYPE]
    len_tail = (2 if has_tags else 0) + (1 if has_mvcc else 0)
    for place in range(spans.shape[0]):
        at = spans[place, 0]
        end = spans[place, 1]
        while at < end:
            if num == room:
                return num, IS_FULL
            if end - at < LEN_CELL_MIN:
                return num, NOT_LEAN
            prefetch(at + AHEAD)
            len_key = load_i32_be(at)
            len_value = load_i32_be(at + 4)
            len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
            if len_key != _LEN_KEY_MIN + len_row or len_value < 0:
                return num, NOT_LEAN
            at_value = at + 8 + len_key
            after = at_value + len_value
            # The length of the family is in the key, which is in the payload by the first comparison.
            if after + len_tail > end or load_u8(at + 10 + len_row):
                return num, NOT_LEAN
            for index in range(len_tail):
                if load_u8(after + index):
                    return num, NOT_LEAN
            if row:
                _store_view(row + 16 * num, at + 10, len_row, base)
            if value:
                _store_view(value + 16 * num, at_value, len_value, base)
            if timestamp:
                store_i64(timestamp + 8 * num, load_i64_be(at_value - 9))
            if kind:
                store_u8(kind + num, load_u8(at_value - 1))
            num += 1
            at = after + len_tail
    return num, AT_END


@kernel
def view_cells(cells: Table, num: int, base: int, has_tags: int, has_mvcc: int, outs: Table) -> None:
    """Columns of cells at addresses that `hfile_kernel.find_cells` has found in the buffer at `base`."""
    for index in range(num):
        at = cells[index]
        len_key = load_i32_be(at)
        len_value = load_i32_be(at + 4)
        len_row = load_u8(at + 8) << 8 | load_u8(at + 9)
        at_family = at + 10 + len_row
        len_family = load_u8(at_family)
        len_qualifier = len_key - _LEN_KEY_MIN - len_row - len_family
        at_value = at + 8 + len_key
        after = at_value + len_value
        len_tags = 0
        if has_tags:
            len_tags = load_u8(after) << 8 | load_u8(after + 1)
            after += 2 + len_tags
        if outs[OUT_ROW]:
            _store_view(outs[OUT_ROW] + 16 * index, at + 10, len_row, base)
        if outs[OUT_FAMILY]:
            _store_view(outs[OUT_FAMILY] + 16 * index, at_family + 1, len_family, base)
        if outs[OUT_QUALIFIER]:
            at_qualifier = at_family + 1 + len_family
            _store_view(outs[OUT_QUALIFIER] + 16 * index, at_qualifier, len_qualifier, base)
        if outs[OUT_VALUE]:
            _store_view(outs[OUT_VALUE] + 16 * index, at_value, len_value, base)
        if outs[OUT_TAGS]:
            _store_view(outs[OUT_TAGS] + 16 * index, after - len_tags, len_tags, base)
        if outs[OUT_TIMESTAMP]:
            store_i64(outs[OUT_TIMESTAMP] + 8 * index, load_i64_be(at_value - 9))
        if outs[OUT_TYPE]:
            store_u8(outs[OUT_TYPE] + index, load_u8(at_value - 1))
        if outs[OUT_MVCC]:
            store_i64(outs[OUT_MVCC] + 8 * index, load_vlong(after) if has_mvcc else 0)
