# SPDX-License-Identifier: Apache-2.0
"""Kernel that decodes Avro datums without arrays, maps and optional records: one value per column and row.

It is a simpler `_avro_kernel.decode_records`, with the same tables, checks and outcomes: the number of the
record is the number of the value, and validity is written only for nulls.

A load of eight bytes may touch up to seven bytes after a datum: see `_values_kernel`.
"""

# Kernels take many positional arguments and compare integers directly. They take columns, not objects, and
# compare with `or`: a tuple would be built per byte.
# ruff: noqa: PLR0917, PLR1714, SIM109

from __future__ import annotations

from hudi_conformance.decode.bulk import program as prg
from hudi_conformance.decode.bulk._avro_kernel import (
    ADR_OFFSETS,
    ADR_VALID,
    ADR_VALUES,
    DONE,
    HIGH_BITS,
    IRREGULAR,
    LEN_BUFFER,
    LEN_OP,
    NULLABLE,
    ROOM,
    USED,
    WIDTH,
    get_field,
    set_field,
    store_empty,
    store_value,
)
from hudi_conformance.decode.bulk._memory import (
    Table,
    inlined,
    kernel,
    load_i32,
    load_u8,
    store_i32,
    store_i64,
    store_u8,
)
from hudi_conformance.decode.bulk._values_kernel import copy_text, read_long
from hudi_conformance.decode.bulk.shape import Kind

_STRING = int(Kind.STRING)
_BYTES = int(Kind.BYTES)


@kernel
def decode_flat_records(
    base: int,
    ofs_records: Table,
    len_records: Table,
    first: int,
    ops: int,
    buffers: int,
    num_columns: int,
    left: int,
) -> tuple[int, int]:
    """Decode the records from number `first` on, as `_avro_kernel.decode_records` does.

    Operation i fills column i.
    """
    num_records = ofs_records.shape[0]
    for column in range(num_columns):
        row = buffers + LEN_BUFFER * column
        if first == 0:
            _prepare(row, num_records)
        if get_field(row, WIDTH) == prg.WIDTH_OFFSETS:
            set_field(row, USED, load_i32(get_field(row, ADR_OFFSETS) + 4 * first))
    for record in range(first, num_records):
        start = base + ofs_records[record]
        end = start + len_records[record]
        pos, column = _decode_record(start, end, record, ops, buffers, num_columns)
        if pos < 0:
            return (IRREGULAR if column < 0 else 1 + column), record
        if pos != end:
            store_i64(left - 8, 1)
    return DONE, num_records


@inlined
def _prepare(row: int, num_rows: int) -> None:
    """All values are valid; nulls are marked as they occur."""
    if get_field(row, NULLABLE):
        valid = get_field(row, ADR_VALID)
        for at in range(valid, valid + (num_rows + 7) // 8):
            store_u8(at, 0xFF)


@inlined
def _decode_record(
    pos: int, end: int, record: int, ops: int, buffers: int, num_columns: int
) -> tuple[int, int]:
    """Position after one datum, or -1 and the full column, or -1 and -1 for an irregular datum."""
    for column in range(num_columns):
        pc = ops + LEN_OP * column
        row = buffers + LEN_BUFFER * column
        op = get_field(pc, prg.OP)
        null_branch = get_field(pc, prg.NULL_BRANCH)
        if null_branch >= 0:
            if pos >= end:
                return -1, -1
            branch = load_u8(pos)
            pos += 1
            if branch == 2 * null_branch:
                _store_null(row, record)
                continue
            if branch != 2 - 2 * null_branch:
                return -1, -1
        if op == _STRING or op == _BYTES:
            length, pos = read_long(pos, end)
            if pos < 0 or length < 0 or length > end - pos:
                return -1, -1
            used = get_field(row, USED)
            # Eight more: a short text is moved as a whole word.
            if length + 8 > get_field(row, ROOM) - used:
                return -1, column
            high_bits = copy_text(get_field(row, ADR_VALUES) + used, pos, length)
            set_field(row, HIGH_BITS, get_field(row, HIGH_BITS) | high_bits)
            set_field(row, USED, used + length)
            store_i32(get_field(row, ADR_OFFSETS) + 4 * record + 4, used + length)
            pos += length
        else:
            pos = store_value(op, pos, end, get_field(pc, prg.SIZE), row, record)
            if pos < 0:
                return -1, -1
    return pos, 0


@inlined
def _store_null(row: int, record: int) -> None:
    valid = get_field(row, ADR_VALID) + (record >> 3)
    store_u8(valid, load_u8(valid) & ~(1 << (record & 7)))
    store_empty(row, record)
