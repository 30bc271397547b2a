# SPDX-License-Identifier: Apache-2.0
"""Kernels that find the datums of Avro blocks and decode them into column buffers.

They know only bytes that are as they should be. At the first thing that is not (a length that does not
fit, a union index other than 0 and 1, an integer that is too long, a run with a negative count, a decimal
of more digits than it may have) they stop and say at which record: what that means is for the careful
decoder to say. Rows before that record are complete.

A load of eight bytes may touch up to seven bytes after a string. They are there: footer and trailing
length follow the content of every intact block.
"""

from __future__ import annotations

from typing import Any

from hudi_conformance.decode.bulk import program as prg
from hudi_conformance.decode.bulk._memory import (
    inlined, kernel, load_i32, load_i32_be, load_i64, load_u8, store_i32, store_i64, store_u8,
)  # fmt: skip
from hudi_conformance.decode.bulk.shape import Kind

# Columns of the table of buffers, one row a column of the program. Addresses, and counts of values.
ADR_VALUES = 0  # values; of a string or bytes column the bytes
ADR_VALID = 1
ADR_OFFSETS = 2
COUNT = 3
USED = 4  # bytes of a string or bytes column, elements of an array or map column
ROOM = 5  # how many of these there is room for
HIGH_BITS = 6  # all eight-byte words of a string column, or-ed
NUM_BUFFER_FIELDS = 7

# What became of a record; a positive number is 1 + the column that has too little room.
DONE = 0
IRREGULAR = -1

# Columns of the state of `slice_records`.
NEXT_BLOCK = 0
OFS_NEXT = 1  # offset of the next record's length in that block, 0 before its first
NUM_LEFT = 2  # records that it has left
NUM_RECORDS = 3
IS_IRREGULAR = 4
NUM_STATE_FIELDS = 5

_MIN_VERSION = 1
_MAX_VERSION = 3
_LOW_63 = 0x7FFF_FFFF_FFFF_FFFF
_SIGN = -0x8000_0000_0000_0000
_RECORD = int(Kind.RECORD)
_ARRAY = int(Kind.ARRAY)
_MAP = int(Kind.MAP)
_NULL = int(Kind.NULL)
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


@kernel
def slice_records(
    base: int,
    ofs_content: Any,
    len_content: Any,
    max_bytes: int,
    state: Any,
    ofs_records: Any,
    len_records: Any,
    block_of: Any,
) -> None:
    """Find the next records of a run of blocks, as many as there is room for, from `state` on.

    Stops early after the record that brings the sum of lengths to `max_bytes`, and in front of a block
    or record that is not as it should be; then IS_IRREGULAR is set and NEXT_BLOCK is that block.
    """
    num_records = 0
    num_bytes = 0
    block = state[NEXT_BLOCK]
    ofs_next = state[OFS_NEXT]
    num_left = state[NUM_LEFT]
    state[IS_IRREGULAR] = 0
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
            ):
                state[IS_IRREGULAR] = 1
                break
        while num_left > 0 and num_records < ofs_records.shape[0] and num_bytes < max_bytes:
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
        block += 1
        ofs_next = 0
    state[NEXT_BLOCK] = block
    state[OFS_NEXT] = ofs_next
    state[NUM_LEFT] = num_left
    state[NUM_RECORDS] = num_records


@kernel
def decode_records(
    base: int,
    ofs_records: Any,
    len_records: Any,
    first: int,
    ops: Any,
    layout: Any,
    absent: Any,
    bounds: Any,
    buffers: Any,
    left: Any,
) -> tuple[int, int]:
    """Decode the records from number `first` on into the `buffers`, which hold the `first` before them.

    Returns:
        how it ended (DONE, IRREGULAR or 1 + the column that must grow), and how many records are complete.
    """
    _restore(layout, buffers, first)
    for record in range(first, ofs_records.shape[0]):
        start = base + ofs_records[record]
        end = start + len_records[record]
        outcome = _decode_record(start, end, ops, layout, absent, bounds, buffers, left)
        if outcome != DONE:
            return outcome, record
    return DONE, ofs_records.shape[0]


@inlined
def _restore(layout: Any, buffers: Any, num_rows: int) -> None:
    """Set the counts to what they were after `num_rows` rows; parents come before what is inside of them."""
    for column in range(layout.shape[0]):
        parent = layout[column, prg.PARENT]
        count = num_rows if parent < 0 else buffers[parent, USED]
        buffers[column, COUNT] = count
        if layout[column, prg.WIDTH] == prg.WIDTH_OFFSETS:
            buffers[column, USED] = load_i32(buffers[column, ADR_OFFSETS] + 4 * count)


@inlined
def _decode_record(
    pos: int, end: int, ops: Any, layout: Any, absent: Any, bounds: Any, buffers: Any, left: Any
) -> int:
    """Run the program over one datum of the bytes [pos, end) and return what became of it."""
    pc = 0
    while True:
        op = ops[pc, prg.OP]
        if op == prg.OP_STOP:
            return DONE
        column = ops[pc, prg.COLUMN]

        if op == prg.OP_END:
            depth = ops[pc, prg.DEPTH]
            buffers[column, USED] += 1
            left[depth] -= 1
            if left[depth] == 0:
                run, pos = _read_long(pos, end)
                if pos < 0 or run < 0 or run > (end - pos) // ops[pc, prg.SIZE]:
                    return IRREGULAR
                if run == 0:
                    _close_elements(buffers, column)
                    pc += 1
                    continue
                left[depth] = run
            if buffers[column, USED] == buffers[column, ROOM]:
                return 1 + column
            pc = ops[pc, prg.TARGET]
            continue

        null_branch = ops[pc, prg.NULL_BRANCH]
        if null_branch >= 0:
            if pos >= end:
                return IRREGULAR
            branch = load_u8(pos)
            pos += 1
            if branch == 2 * null_branch:
                _append_empty(layout, buffers, column)
                if op == _RECORD:
                    for index in range(ops[pc, prg.ABSENT_FROM], ops[pc, prg.ABSENT_TO]):
                        _append_empty(layout, buffers, absent[index])
                    pc = ops[pc, prg.TARGET]
                elif op == _ARRAY or op == _MAP:
                    pc = ops[pc, prg.TARGET]
                else:
                    pc += 1
                continue
            if branch != 2 - 2 * null_branch:
                return IRREGULAR
            _append_bit(buffers[column, ADR_VALID], buffers[column, COUNT], 1)

        if op == _ARRAY or op == _MAP:
            run, pos = _read_long(pos, end)
            if pos < 0 or run < 0 or run > (end - pos) // ops[pc, prg.SIZE]:
                return IRREGULAR
            if run == 0:
                _close_elements(buffers, column)
                pc = ops[pc, prg.TARGET]
                continue
            if buffers[column, USED] == buffers[column, ROOM]:
                return 1 + column
            left[ops[pc, prg.DEPTH]] = run
            pc += 1
            continue

        if op == _STRING or op == _BYTES:
            length, pos = _read_long(pos, end)
            if pos < 0 or length < 0 or length > end - pos:
                return IRREGULAR
            # Eight more: the copy moves whole words.
            if length + 8 > buffers[column, ROOM] - buffers[column, USED]:
                return 1 + column
            _append_bytes(buffers, column, pos, length)
            pos += length
        else:
            pos = _append_value(op, pos, end, ops[pc, prg.SIZE], bounds[column], buffers[column])
            if pos < 0:
                return IRREGULAR
        pc += 1


@inlined
def _append_value(op: int, pos: int, end: int, size: int, bound: Any, buffer: Any) -> int:
    """Append a value of fixed width, or just count it; return the position after it, -1 if irregular."""
    count = buffer[COUNT]
    if op == _LONG:
        value, pos = _read_long(pos, end)
        store_i64(buffer[ADR_VALUES] + 8 * count, value)
    elif op == _INT or op == _ENUM:
        value, pos = _read_int(pos, end)
        if op == _ENUM and not 0 <= value < size:
            return -1
        store_i32(buffer[ADR_VALUES] + 4 * count, value)
    elif op == _DOUBLE:
        if end - pos < 8:
            return -1
        store_i64(buffer[ADR_VALUES] + 8 * count, load_i64(pos))
        pos += 8
    elif op == _FLOAT:
        if end - pos < 4:
            return -1
        store_i32(buffer[ADR_VALUES] + 4 * count, load_i32(pos))
        pos += 4
    elif op == _BOOLEAN:
        if pos >= end or load_u8(pos) > 1:
            return -1
        _append_bit(buffer[ADR_VALUES], count, load_u8(pos))
        pos += 1
    elif op == _FIXED:
        if size > end - pos:
            return -1
        _copy(buffer[ADR_VALUES] + size * count, pos, size)
        pos += size
    elif op == _DECIMAL_FIXED:
        if size > end - pos or not _store_decimal(buffer[ADR_VALUES] + 16 * count, pos, size, bound):
            return -1
        pos += size
    elif op == _DECIMAL_BYTES:
        length, pos = _read_long(pos, end)
        if pos < 0 or length < 1 or length > 16 or length > end - pos:
            return -1
        if not _store_decimal(buffer[ADR_VALUES] + 16 * count, pos, length, bound):
            return -1
        pos += length
    # A null and a record that is there have no value of their own.
    buffer[COUNT] = count + 1
    return pos


@inlined
def _read_long(pos: int, end: int) -> tuple[int, int]:
    """ZigZag integer of 64 bits and the position after it, -1 if it is too long or does not end."""
    number = 0
    shift = 0
    while pos < end:
        byte = load_u8(pos)
        pos += 1
        if byte < 0x80:
            if shift == 63 and byte > 1:
                return 0, -1
            number |= byte << shift
            return ((number >> 1) & _LOW_63) ^ -(number & 1), pos
        number |= (byte & 0x7F) << shift
        shift += 7
        if shift > 63:
            return 0, -1
    return 0, -1


@inlined
def _read_int(pos: int, end: int) -> tuple[int, int]:
    """ZigZag integer of 32 bits and the position after it, -1 if it is too long or does not end."""
    number = 0
    shift = 0
    while pos < end:
        byte = load_u8(pos)
        pos += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            if number >> 32:
                return 0, -1
            return (number >> 1) ^ -(number & 1), pos
        shift += 7
        if shift > 28:
            return 0, -1
    return 0, -1


@inlined
def _append_bit(address: int, index: int, bit: int) -> None:
    """Set bit `index`; those after it in its byte are cleared when it is the first of them."""
    at = address + (index >> 3)
    shift = index & 7
    if shift == 0:
        store_u8(at, bit)
    elif bit:
        store_u8(at, load_u8(at) | 1 << shift)


@inlined
def _append_bytes(buffers: Any, column: int, pos: int, length: int) -> None:
    """Append the string of `length` bytes at `pos`; there is room for it and seven bytes more."""
    used = buffers[column, USED]
    count = buffers[column, COUNT]
    target = buffers[column, ADR_VALUES] + used
    high_bits = 0
    at = 0
    while at + 8 <= length:
        word = load_i64(pos + at)
        high_bits |= word
        store_i64(target + at, word)
        at += 8
    if at < length:
        word = load_i64(pos + at) & ((1 << 8 * (length - at)) - 1)
        high_bits |= word
        store_i64(target + at, word)
    buffers[column, HIGH_BITS] |= high_bits
    buffers[column, USED] = used + length
    buffers[column, COUNT] = count + 1
    store_i32(buffers[column, ADR_OFFSETS] + 4 * (count + 1), used + length)


@inlined
def _copy(target: int, source: int, length: int) -> None:
    at = 0
    while at + 8 <= length:
        store_i64(target + at, load_i64(source + at))
        at += 8
    while at < length:
        store_u8(target + at, load_u8(source + at))
        at += 1


@inlined
def _close_elements(buffers: Any, column: int) -> None:
    """End an array or map: the elements up to here are its own."""
    count = buffers[column, COUNT] + 1
    buffers[column, COUNT] = count
    store_i32(buffers[column, ADR_OFFSETS] + 4 * count, buffers[column, USED])


@inlined
def _append_empty(layout: Any, buffers: Any, column: int) -> None:
    """Append a null, or what stands for a value inside of an absent record."""
    width = layout[column, prg.WIDTH]
    count = buffers[column, COUNT]
    if layout[column, prg.NULLABLE]:
        _append_bit(buffers[column, ADR_VALID], count, 0)
    if width == prg.WIDTH_OFFSETS:
        store_i32(buffers[column, ADR_OFFSETS] + 4 * (count + 1), buffers[column, USED])
    elif width == 8:
        store_i64(buffers[column, ADR_VALUES] + 8 * count, 0)
    elif width == 4:
        store_i32(buffers[column, ADR_VALUES] + 4 * count, 0)
    elif width == 0:
        _append_bit(buffers[column, ADR_VALUES], count, 0)
    elif width > 0:
        for at in range(
            buffers[column, ADR_VALUES] + width * count, buffers[column, ADR_VALUES] + width * (count + 1)
        ):
            store_u8(at, 0)
    buffers[column, COUNT] = count + 1


@inlined
def _store_decimal(target: int, source: int, length: int, bound: Any) -> bool:
    """Store big-endian two's complement of 1 to 16 bytes as 128 bits; False if it has too many digits."""
    high = -1 if load_u8(source) >= 0x80 else 0
    low = high
    for at in range(source, source + length):
        high = (high << 8) | ((low >> 56) & 0xFF)
        low = (low << 8) | load_u8(at)
    if not _is_below(high, low, bound[0], bound[1]) or not _is_below(bound[2], bound[3], high, low):
        return False
    store_i64(target, low)
    store_i64(target + 8, high)
    return True


@inlined
def _is_below(high: int, low: int, other_high: int, other_low: int) -> bool:
    """Whether one 128-bit integer is less than another; low words are compared without sign."""
    return high < other_high or (high == other_high and (low ^ _SIGN) < (other_low ^ _SIGN))
