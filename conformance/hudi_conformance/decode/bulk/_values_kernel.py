# SPDX-License-Identifier: Apache-2.0
"""Reading and writing of single values in the kernels for Avro datums: numbers, bits, texts.

A load of eight bytes may touch up to seven bytes after a datum. These bytes exist: footer and trailing length
follow the content of every intact block.
"""

from __future__ import annotations

from hudi_conformance.decode.bulk._memory import (
    count_trailing_zeros,
    inlined,
    load_i64,
    load_u8,
    store_i64,
    store_u8,
)

_LOW_63 = 0x7FFF_FFFF_FFFF_FFFF
_HIGH = -0x7F7F_7F7F_7F7F_7F80  # 0x80 in every byte
_SEVENS = 0x7F7F_7F7F_7F7F_7F7F
_LOW_7 = 0x007F_007F_007F_007F
_LOW_14 = 0x0000_3FFF_0000_3FFF
_LOW_28 = 0x0000_0000_0FFF_FFFF
_SIGN = -0x8000_0000_0000_0000


@inlined
def read_long(pos: int, end: int) -> tuple[int, int]:
    """ZigZag integer of 64 bits and the position after it, -1 if it is too long or does not end.

    Loop-free for up to eight bytes.
    """
    if pos >= end:
        return 0, -1
    word = load_i64(pos)
    if word & 0x80 == 0:
        number = word & 0x7F
        return (number >> 1) ^ -(number & 1), pos + 1
    last = ~word & _HIGH
    if last == 0:
        return _read_long_number(pos, end)
    num_bits = count_trailing_zeros(last) + 1
    after = pos + (num_bits >> 3)
    if after > end:
        return 0, -1
    # Join the seven bits of each byte: two bytes, then four, then eight.
    word &= _SEVENS & ((_LOW_63 >> (63 - num_bits)) if num_bits < 64 else -1)
    word = (word & _LOW_7) | ((word >> 1) & (_LOW_7 << 7))
    word = (word & _LOW_14) | ((word >> 2) & (_LOW_14 << 14))
    word = (word & _LOW_28) | ((word >> 4) & (_LOW_28 << 28))
    return ((word >> 1) & _LOW_63) ^ -(word & 1), after


@inlined
def _read_long_number(pos: int, end: int) -> tuple[int, int]:
    """As `read_long`, byte by byte."""
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
def read_int(pos: int, end: int) -> tuple[int, int]:
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
def append_bit(address: int, index: int, bit: int) -> None:
    """Set bit `index`; if it is the first of its byte, the others are cleared."""
    at = address + (index >> 3)
    shift = index & 7
    if shift == 0:
        store_u8(at, bit)
    elif bit:
        store_u8(at, load_u8(at) | 1 << shift)


@inlined
def copy_text(target: int, source: int, length: int) -> int:
    """Copy a text, by words if it is short; return its words or-ed."""
    if length < 8:
        word = load_i64(source) & ((1 << 8 * length) - 1)
        store_i64(target, word)
        return word
    # The last word overlaps the one before it: no byte outside the text is read.
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


@inlined
def copy_bytes(target: int, source: int, length: int) -> None:
    at = 0
    while at + 8 <= length:
        store_i64(target + at, load_i64(source + at))
        at += 8
    while at < length:
        store_u8(target + at, load_u8(source + at))
        at += 1


@inlined
def is_below(high: int, low: int, other_high: int, other_low: int) -> bool:
    """Whether one 128-bit integer is less than another; low words are compared as unsigned."""
    return high < other_high or (high == other_high and (low ^ _SIGN) < (other_low ^ _SIGN))
