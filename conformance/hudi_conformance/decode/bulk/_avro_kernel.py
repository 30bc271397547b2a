# SPDX-License-Identifier: Apache-2.0
"""Kernel that decodes Avro datums into column buffers.

It decodes regular bytes only. At the first irregularity (a length that does not fit, a union index other
than 0 and 1, an integer that is too long, a run with a negative count, a decimal of more digits than
allowed) it stops and returns the number of the record, which the checked decoder then reads. Rows before
that record are complete.

A load of eight bytes may touch up to seven bytes after a datum: see `_values_kernel`.
"""

# Kernels take many positional arguments and compare integers directly. They take columns, not objects, and
# compare with `or`: a tuple would be built per byte.
# ruff: noqa: PLR0917, PLR1714, SIM109

from __future__ import annotations

from hudi_conformance.decode.bulk import program as prg
from hudi_conformance.decode.bulk._memory import (
    Table,
    inlined,
    kernel,
    load_i32,
    load_i64,
    load_u8,
    store_i32,
    store_i64,
    store_u8,
)
from hudi_conformance.decode.bulk._values_kernel import (
    append_bit,
    copy_bytes,
    copy_text,
    is_below,
    read_int,
    read_long,
)
from hudi_conformance.decode.bulk.shape import Kind

# Columns of the table of buffers, one row per column of the program. Addresses, and counts of values.
ADR_VALUES = 0  # values; of a string or bytes column the bytes
ADR_VALID = 1
ADR_OFFSETS = 2
COUNT = 3
USED = 4  # bytes of a string or bytes column, elements of an array or map column
ROOM = 5  # capacity for these
HIGH_BITS = 6  # all eight-byte words of a string column, or-ed
WIDTH = 7  # this and the next: as in `Program.layout`
PARENT = 8
NULLABLE = 9
BOUND = 10  # four words of a decimal column, as in `Program.bounds`
NUM_BUFFER_FIELDS = 16
LEN_BUFFER = 8 * NUM_BUFFER_FIELDS
LEN_OP = 8 * prg.NUM_OP_FIELDS

# Outcomes of a record; a positive number is 1 + the column that is full.
DONE = 0
IRREGULAR = -1

_RECORD = int(Kind.RECORD)
_ARRAY = int(Kind.ARRAY)
_MAP = int(Kind.MAP)
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
def decode_records(
    base: int,
    ofs_records: Table,
    len_records: Table,
    first: int,
    ops: int,
    absent: int,
    buffers: int,
    num_columns: int,
    counts: int,
) -> tuple[int, int]:
    """Decode the records from number `first` on into the buffers, which hold the `first` before them.

    `ops`, `absent`, `buffers` and `counts` are the addresses of tables. The word before `counts` is 1 when a
    record has bytes after its datum.

    Returns:
        outcome (DONE, IRREGULAR or 1 + the column that must grow), and the number of complete records.
    """
    _restore(buffers, num_columns, first)
    for record in range(first, ofs_records.shape[0]):
        start = base + ofs_records[record]
        outcome = _decode_record(start, start + len_records[record], ops, absent, buffers, counts)
        if outcome != DONE:
            return outcome, record
    return DONE, int(ofs_records.shape[0])


@inlined
def get_field(row: int, field: int) -> int:
    return load_i64(row + 8 * field)


@inlined
def set_field(row: int, field: int, value: int) -> None:
    store_i64(row + 8 * field, value)


@inlined
def _restore(buffers: int, num_columns: int, num_rows: int) -> None:
    """Reset the counts to those after `num_rows` rows; parents come before their children."""
    for column in range(num_columns):
        row = buffers + LEN_BUFFER * column
        parent = get_field(row, PARENT)
        count = num_rows if parent < 0 else get_field(buffers + LEN_BUFFER * parent, USED)
        set_field(row, COUNT, count)
        if get_field(row, WIDTH) == prg.WIDTH_OFFSETS:
            set_field(row, USED, load_i32(get_field(row, ADR_OFFSETS) + 4 * count))


@inlined
def _decode_record(  # noqa: C901 - a kernel: the loop of an interpreter
    pos: int, end: int, ops: int, absent: int, buffers: int, counts: int
) -> int:
    """Run the program over one datum of the bytes [pos, end) and return the outcome."""
    pc = ops
    while True:
        op = get_field(pc, prg.OP)
        if op == prg.OP_STOP:
            if pos != end:
                store_i64(counts - 8, 1)
            return DONE
        row = buffers + LEN_BUFFER * get_field(pc, prg.COLUMN)

        if op == prg.OP_END:
            num_left = counts + 8 * get_field(pc, prg.DEPTH)
            set_field(row, USED, get_field(row, USED) + 1)
            run = load_i64(num_left) - 1
            if run == 0:
                run, pos = read_long(pos, end)
                if pos < 0 or run < 0 or run > (end - pos) // get_field(pc, prg.SIZE):
                    return IRREGULAR
                if run == 0:
                    _close_elements(row)
                    pc += LEN_OP
                    continue
            store_i64(num_left, run)
            if get_field(row, USED) == get_field(row, ROOM):
                return 1 + get_field(pc, prg.COLUMN)
            pc = ops + LEN_OP * get_field(pc, prg.TARGET)
            continue

        null_branch = get_field(pc, prg.NULL_BRANCH)
        if null_branch >= 0:
            if pos >= end:
                return IRREGULAR
            branch = load_u8(pos)
            pos += 1
            if branch == 2 * null_branch:
                _append_empty(row)
                if op == _RECORD:
                    for index in range(get_field(pc, prg.ABSENT_FROM), get_field(pc, prg.ABSENT_TO)):
                        _append_empty(buffers + LEN_BUFFER * load_i64(absent + 8 * index))
                pc = ops + LEN_OP * get_field(pc, prg.TARGET)
                continue
            if branch != 2 - 2 * null_branch:
                return IRREGULAR
            append_bit(get_field(row, ADR_VALID), get_field(row, COUNT), 1)

        if op == _STRING or op == _BYTES:
            length, pos = read_long(pos, end)
            if pos < 0 or length < 0 or length > end - pos:
                return IRREGULAR
            # Eight more: the copy moves whole words.
            if length + 8 > get_field(row, ROOM) - get_field(row, USED):
                return 1 + get_field(pc, prg.COLUMN)
            _append_bytes(row, pos, length)
            pos += length
        elif op == _ARRAY or op == _MAP:
            run, pos = read_long(pos, end)
            if pos < 0 or run < 0 or run > (end - pos) // get_field(pc, prg.SIZE):
                return IRREGULAR
            if run == 0:
                _close_elements(row)
                pc = ops + LEN_OP * get_field(pc, prg.TARGET)
                continue
            if get_field(row, USED) == get_field(row, ROOM):
                return 1 + get_field(pc, prg.COLUMN)
            store_i64(counts + 8 * get_field(pc, prg.DEPTH), run)
        else:
            count = get_field(row, COUNT)
            pos = store_value(op, pos, end, get_field(pc, prg.SIZE), row, count)
            if pos < 0:
                return IRREGULAR
            set_field(row, COUNT, count + 1)
        pc += LEN_OP


@inlined
def store_value(  # noqa: C901 - a kernel: one branch per operation
    op: int, pos: int, end: int, size: int, row: int, count: int
) -> int:
    """Store fixed-width value number `count`, if present; return the position after it, -1 if irregular."""
    values = get_field(row, ADR_VALUES)
    if op == _LONG:
        value, pos = read_long(pos, end)
        store_i64(values + 8 * count, value)
    elif op == _INT or op == _ENUM:
        value, pos = read_int(pos, end)
        if op == _ENUM and not 0 <= value < size:
            return -1
        store_i32(values + 4 * count, value)
    elif op == _DOUBLE:
        if end - pos < 8:
            return -1
        store_i64(values + 8 * count, load_i64(pos))
        pos += 8
    elif op == _FLOAT:
        if end - pos < 4:
            return -1
        store_i32(values + 4 * count, load_i32(pos))
        pos += 4
    elif op == _BOOLEAN:
        if pos >= end or load_u8(pos) > 1:
            return -1
        append_bit(values, count, load_u8(pos))
        pos += 1
    elif op == _FIXED:
        if size > end - pos:
            return -1
        copy_bytes(values + size * count, pos, size)
        pos += size
    elif op == _DECIMAL_FIXED:
        if size > end - pos or not _store_decimal(values + 16 * count, pos, size, row):
            return -1
        pos += size
    elif op == _DECIMAL_BYTES:
        length, pos = read_long(pos, end)
        if pos < 0 or length < 1 or length > 16 or length > end - pos:
            return -1
        if not _store_decimal(values + 16 * count, pos, length, row):
            return -1
        pos += length
    # Neither a null nor a present record has a value.
    return pos


@inlined
def _append_bytes(row: int, pos: int, length: int) -> None:
    """Append the string of `length` bytes at `pos`; the buffer has room for it and seven more bytes."""
    used = get_field(row, USED)
    count = get_field(row, COUNT)
    high_bits = copy_text(get_field(row, ADR_VALUES) + used, pos, length)
    set_field(row, HIGH_BITS, get_field(row, HIGH_BITS) | high_bits)
    set_field(row, USED, used + length)
    set_field(row, COUNT, count + 1)
    store_i32(get_field(row, ADR_OFFSETS) + 4 * (count + 1), used + length)


@inlined
def _close_elements(row: int) -> None:
    """End an array or map: the elements so far belong to it."""
    count = get_field(row, COUNT) + 1
    set_field(row, COUNT, count)
    store_i32(get_field(row, ADR_OFFSETS) + 4 * count, get_field(row, USED))


@inlined
def store_empty(row: int, count: int) -> None:
    """Store a placeholder as value number `count`; validity is stored separately."""
    width = get_field(row, WIDTH)
    values = get_field(row, ADR_VALUES)
    if width == prg.WIDTH_OFFSETS:
        store_i32(get_field(row, ADR_OFFSETS) + 4 * (count + 1), get_field(row, USED))
    elif width == 8:
        store_i64(values + 8 * count, 0)
    elif width == 4:
        store_i32(values + 4 * count, 0)
    elif width == 0:
        append_bit(values, count, 0)
    elif width > 0:
        for at in range(values + width * count, values + width * (count + 1)):
            store_u8(at, 0)


@inlined
def _append_empty(row: int) -> None:
    """Append a null, or the placeholder of a value inside an absent record."""
    count = get_field(row, COUNT)
    if get_field(row, NULLABLE):
        append_bit(get_field(row, ADR_VALID), count, 0)
    store_empty(row, count)
    set_field(row, COUNT, count + 1)


@inlined
def _store_decimal(target: int, source: int, length: int, row: int) -> bool:
    """Store big-endian two's complement of 1 to 16 bytes as 128 bits; False if it has too many digits."""
    high = -1 if load_u8(source) >= 0x80 else 0
    low = high
    for at in range(source, source + length):
        high = (high << 8) | ((low >> 56) & 0xFF)
        low = (low << 8) | load_u8(at)
    if not is_below(high, low, get_field(row, BOUND), get_field(row, BOUND + 1)):
        return False
    if not is_below(get_field(row, BOUND + 2), get_field(row, BOUND + 3), high, low):
        return False
    store_i64(target, low)
    store_i64(target + 8, high)
    return True
