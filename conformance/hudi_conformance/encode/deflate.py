# SPDX-License-Identifier: Apache-2.0
"""A gzip member whose bytes do not depend on the installed zlib.

One deflate block with fixed Huffman codes and a greedy search for repeats; fixtures made with it can be
compared byte by byte on every machine.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_right

_HEADER = bytes.fromhex("1f8b08000000000000ff")  # no name, no time, unknown operating system
_MIN_MATCH, _MAX_MATCH, _WINDOW = 3, 258, 32768
_MAX_BUFFERED = 256  # bits
_BUFFERED = (1 << _MAX_BUFFERED) - 1
_LENGTH_BASE = (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
                131, 163, 195, 227, 258)  # fmt: skip
_LENGTH_EXTRA = (0,) * 8 + (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4 + (5,) * 4 + (0,)
_DISTANCE_BASE = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
                  2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577)  # fmt: skip


def _symbol_code(symbol: int) -> tuple[int, int]:
    """Fixed code of a literal or a length, in the order of its bits, and their number."""
    if symbol < 144:
        return _reversed(0x30 + symbol, 8), 8
    if symbol < 256:
        return _reversed(0x190 + symbol - 144, 9), 9
    if symbol < 280:
        return _reversed(symbol - 256, 7), 7
    return _reversed(0xC0 + symbol - 280, 8), 8


def _reversed(value: int, count: int) -> int:
    """Huffman codes start with the most significant bit, other values with the least significant bit."""
    return int(f"{value:0{count}b}"[::-1], 2)


def _length_code(length: int) -> tuple[int, int]:
    """All bits of the length of a repeat, and their number."""
    i = bisect_right(_LENGTH_BASE, length) - 1
    code, count = _SYMBOLS[257 + i]
    return code | (length - _LENGTH_BASE[i]) << count, count + _LENGTH_EXTRA[i]


# The writer of fixtures requests millions of codes.
_SYMBOLS = tuple(map(_symbol_code, range(288)))
_LENGTHS = tuple(_length_code(max(length, _MIN_MATCH)) for length in range(_MAX_MATCH + 1))
_DISTANCES = tuple(_reversed(i, 5) for i in range(len(_DISTANCE_BASE)))


def encode_gzip(data: bytes) -> bytes:
    """Compress to one gzip member (RFC 1952)."""
    return _HEADER + _deflate(data) + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def _deflate(data: bytes) -> bytes:
    """The block's bits, packed from the least significant one on."""
    out = bytearray()
    bits, count = 0b011, 3  # last block, fixed codes
    seen: dict[bytes, int] = {}
    pos = 0
    while pos < len(data):
        word = data[pos : pos + _MIN_MATCH]
        start = seen.get(word, -1)
        if start < 0 or pos - start > _WINDOW:
            code, num = _SYMBOLS[data[pos]]
            seen[word] = pos
            pos += 1
        else:
            end = _end_of_match(data, start, pos)
            code, num = _match_code(end - pos, pos - start)
            for i in range(pos, end):
                seen[data[i : i + _MIN_MATCH]] = i
            pos = end
        bits |= code << count
        count += num
        if count >= _MAX_BUFFERED:
            out += (bits & _BUFFERED).to_bytes(_MAX_BUFFERED >> 3, "little")
            bits >>= _MAX_BUFFERED
            count -= _MAX_BUFFERED
    code, num = _SYMBOLS[256]
    return bytes(out) + (bits | code << count).to_bytes((count + num + 7) >> 3, "little")


def _end_of_match(data: bytes, start: int, pos: int) -> int:
    """End of the repetition at `pos` of the bytes at `start`; its first three bytes are known to be equal."""
    offset = pos - start
    longest = min(pos + _MAX_MATCH, len(data))
    end = pos + _MIN_MATCH
    while end < longest and data[end - offset] == data[end]:
        end += 1
    return end


def _match_code(length: int, distance: int) -> tuple[int, int]:
    """All bits of a repeat, and their number."""
    code, num = _LENGTHS[length]
    i = bisect_right(_DISTANCE_BASE, distance) - 1
    extra = i // 2 - 1 if i > 1 else 0
    return code | (_DISTANCES[i] | (distance - _DISTANCE_BASE[i]) << 5) << num, num + 5 + extra
