# SPDX-License-Identifier: Apache-2.0
"""Kernel that decodes Avro datums without arrays, maps and optional records: one value a column and row.

What `_avro_kernel.decode_records` does for all datums, with the same tables, checks and outcomes, at two
thirds of its cost for these: the number of the record is the number of the value, validity is written for
nulls only, and text and numbers are moved by words without a loop where they are short.

A load of eight bytes may touch up to seven bytes after a datum, as there.
"""

# Kernels take what they need one by one, and comparisons of integers stay comparisons of integers.
# Kernels take columns, not objects, and compare with `or`: a tuple would be built per byte.
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
    copy_bytes,
    get_field,
    read_int,
    read_long,
    set_field,
    store_decimal,
)
from hudi_conformance.decode.bulk._memory import (
    Table,
    count_trailing_zeros,
    inlined,
    kernel,
    load_i32,
    load_i64,
    load_u8,
    store_i32,
    store_i64,
    store_u8,
)
from hudi_conformance.decode.bulk.shape import Kind

_BOOLEAN = int(Kind.BOOLEAN)
_INT = int(Kind.INT)
_LONG = int(Kind.LONG)
_FLOAT = int(Kind.FLOAT)
_DOUBLE = int(Kind.DOUBLE)
_STRING = int(Kind.STRING)
_BYTES = int(Kind.BYTES)
_FIXED = int(Kind.FIXED)
_ENUM = int(Kind.ENUM)
_DECIMAL_BYTES = int(Kind.DECIMAL_BYTES)
_DECIMAL_FIXED = int(Kind.DECIMAL_FIXED)

_HIGH = -0x7F7F_7F7F_7F7F_7F80  # 0x80 in every byte
_SEVENS = 0x7F7F_7F7F_7F7F_7F7F
_LOW_7 = 0x007F_007F_007F_007F
_LOW_14 = 0x0000_3FFF_0000_3FFF
_LOW_28 = 0x0000_0000_0FFF_FFFF
_LOW_63 = 0x7FFF_FFFF_FFFF_FFFF


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
    """All values valid, all Booleans false: what is otherwise is written where it occurs."""
    if get_field(row, NULLABLE):
        valid = get_field(row, ADR_VALID)
        for at in range(valid, valid + (num_rows + 7) // 8):
            store_u8(at, 0xFF)
    if get_field(row, WIDTH) == 0:
        values = get_field(row, ADR_VALUES)
        for at in range(values, values + (num_rows + 7) // 8):
            store_u8(at, 0)


@inlined
def _decode_record(
    pos: int, end: int, record: int, ops: int, buffers: int, num_columns: int
) -> tuple[int, int]:
    """Position after one datum, or -1 and the column that has too little room, -1 for an irregular one."""
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
            length, pos = _read_long(pos, end)
            if pos < 0 or length < 0 or length > end - pos:
                return -1, -1
            used = get_field(row, USED)
            # Eight more: a short text is moved as a whole word.
            if length + 8 > get_field(row, ROOM) - used:
                return -1, column
            high_bits = _copy_text(get_field(row, ADR_VALUES) + used, pos, length)
            set_field(row, HIGH_BITS, get_field(row, HIGH_BITS) | high_bits)
            set_field(row, USED, used + length)
            store_i32(get_field(row, ADR_OFFSETS) + 4 * record + 4, used + length)
            pos += length
        else:
            pos = _store_value(op, pos, end, get_field(pc, prg.SIZE), row, record)
            if pos < 0:
                return -1, -1
    return pos, 0


@inlined
def _store_null(row: int, record: int) -> None:
    valid = get_field(row, ADR_VALID) + (record >> 3)
    store_u8(valid, load_u8(valid) & ~(1 << (record & 7)))
    width = get_field(row, WIDTH)
    values = get_field(row, ADR_VALUES)
    if width == prg.WIDTH_OFFSETS:
        store_i32(get_field(row, ADR_OFFSETS) + 4 * record + 4, get_field(row, USED))
    elif width == 8:
        store_i64(values + 8 * record, 0)
    elif width == 4:
        store_i32(values + 4 * record, 0)
    elif width > 0:
        for at in range(values + width * record, values + width * (record + 1)):
            store_u8(at, 0)


@inlined
def _store_value(  # noqa: C901 - a kernel: one branch per operation
    op: int, pos: int, end: int, size: int, row: int, record: int
) -> int:
    """Store a value of fixed width; return the position after it, -1 if irregular."""
    values = get_field(row, ADR_VALUES)
    if op == _LONG:
        value, pos = _read_long(pos, end)
        store_i64(values + 8 * record, value)
    elif op == _INT or op == _ENUM:
        value, pos = read_int(pos, end)
        if op == _ENUM and not 0 <= value < size:
            return -1
        store_i32(values + 4 * record, value)
    elif op == _DOUBLE:
        if end - pos < 8:
            return -1
        store_i64(values + 8 * record, load_i64(pos))
        pos += 8
    elif op == _BOOLEAN:
        if pos >= end or load_u8(pos) > 1:
            return -1
        at = values + (record >> 3)
        store_u8(at, load_u8(at) | load_u8(pos) << (record & 7))
        pos += 1
    elif op == _FLOAT:
        if end - pos < 4:
            return -1
        store_i32(values + 4 * record, load_i32(pos))
        pos += 4
    elif op == _FIXED:
        if size > end - pos:
            return -1
        copy_bytes(values + size * record, pos, size)
        pos += size
    elif op == _DECIMAL_FIXED:
        if size > end - pos or not store_decimal(values + 16 * record, pos, size, row):
            return -1
        pos += size
    elif op == _DECIMAL_BYTES:
        length, pos = read_long(pos, end)
        if pos < 0 or length < 1 or length > 16 or length > end - pos:
            return -1
        if not store_decimal(values + 16 * record, pos, length, row):
            return -1
        pos += length
    return pos


@inlined
def _read_long(pos: int, end: int) -> tuple[int, int]:
    """`read_long`, without a loop for up to eight bytes."""
    if pos >= end:
        return 0, -1
    word = load_i64(pos)
    if word & 0x80 == 0:
        number = word & 0x7F
        return (number >> 1) ^ -(number & 1), pos + 1
    last = ~word & _HIGH
    if last == 0:
        return read_long(pos, end)
    num_bits = count_trailing_zeros(last) + 1
    after = pos + (num_bits >> 3)
    if after > end:
        return 0, -1
    # The seven bits of each byte close ranks: two bytes, then four, then eight.
    word &= _SEVENS & ((_LOW_63 >> (63 - num_bits)) if num_bits < 64 else -1)
    word = (word & _LOW_7) | ((word >> 1) & (_LOW_7 << 7))
    word = (word & _LOW_14) | ((word >> 2) & (_LOW_14 << 14))
    word = (word & _LOW_28) | ((word >> 4) & (_LOW_28 << 28))
    return ((word >> 1) & _LOW_63) ^ -(word & 1), after


@inlined
def _copy_text(target: int, source: int, length: int) -> int:
    """Copy a text, of a short one a whole word; return its words or-ed."""
    if length < 8:
        word = load_i64(source) & ((1 << 8 * length) - 1)
        store_i64(target, word)
        return word
    # The last word overlaps the one before it: no byte outside of the text is looked at.
    last = load_i64(source + length - 8)
    if length <= 16:
        word = load_i64(source)
        store_i64(target, word)
        store_i64(target + length - 8, last)
        return word | last
    high_bits = last
    at = 0
    while at + 16 <= length:
        one = load_i64(source + at)
        two = load_i64(source + at + 8)
        store_i64(target + at, one)
        store_i64(target + at + 8, two)
        high_bits |= one | two
        at += 16
    if at + 8 < length:
        one = load_i64(source + at)
        store_i64(target + at, one)
        high_bits |= one
    store_i64(target + length - 8, last)
    return high_bits
