# SPDX-License-Identifier: Apache-2.0
"""A gzip member whose bytes do not depend on the installed zlib.

One deflate block with fixed Huffman codes and a greedy search for repeats; fixtures made with it can be
compared byte by byte on every machine.
"""

from __future__ import annotations

import struct
import zlib

_HEADER = bytes.fromhex("1f8b08000000000000ff")  # no name, no time, unknown operating system
_MIN_MATCH, _MAX_MATCH, _WINDOW = 3, 258, 32768
_LENGTH_BASE = (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
                131, 163, 195, 227, 258)  # fmt: skip
_LENGTH_EXTRA = (0,) * 8 + (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4 + (5,) * 4 + (0,)
_DISTANCE_BASE = (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
                  2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577)  # fmt: skip


class _Bits:
    """Bits packed from the least significant one on."""

    def __init__(self) -> None:
        self.out = bytearray()
        self._buffer, self._count = 0, 0

    def put(self, value: int, count: int) -> None:
        self._buffer |= value << self._count
        self._count += count
        while self._count >= 8:
            self.out.append(self._buffer & 0xFF)
            self._buffer >>= 8
            self._count -= 8

    def code(self, value: int, count: int) -> None:
        """Huffman codes go most significant bit first."""
        self.put(int(f"{value:0{count}b}"[::-1], 2), count)

    def finish(self) -> bytes:
        if self._count:
            self.put(0, 8 - self._count)
        return bytes(self.out)


def encode_gzip(data: bytes) -> bytes:
    """Compress to one gzip member (RFC 1952)."""
    return _HEADER + _deflate(data) + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def _deflate(data: bytes) -> bytes:
    bits = _Bits()
    bits.put(0b011, 3)  # last block, fixed codes
    seen: dict[bytes, int] = {}
    pos = 0
    while pos < len(data):
        length, distance = _match(data, pos, seen)
        if length:
            _put_match(bits, length, distance)
        else:
            _put_symbol(bits, data[pos])
        for i in range(pos, pos + max(length, 1)):
            seen[data[i : i + _MIN_MATCH]] = i
        pos += max(length, 1)
    _put_symbol(bits, 256)
    return bits.finish()


def _match(data: bytes, pos: int, seen: dict[bytes, int]) -> tuple[int, int]:
    """Length and distance of the latest earlier repeat of the bytes at `pos`, or zeros."""
    start = seen.get(data[pos : pos + _MIN_MATCH], -1)
    if start < 0 or len(data) - pos < _MIN_MATCH or pos - start > _WINDOW:
        return 0, 0
    length = _MIN_MATCH
    while length < _MAX_MATCH and pos + length < len(data) and data[start + length] == data[pos + length]:
        length += 1
    return length, pos - start


def _put_symbol(bits: _Bits, symbol: int) -> None:
    if symbol < 144:
        bits.code(0x30 + symbol, 8)
    elif symbol < 256:
        bits.code(0x190 + symbol - 144, 9)
    elif symbol < 280:
        bits.code(symbol - 256, 7)
    else:
        bits.code(0xC0 + symbol - 280, 8)


def _put_match(bits: _Bits, length: int, distance: int) -> None:
    i = max(i for i, base in enumerate(_LENGTH_BASE) if base <= length)
    _put_symbol(bits, 257 + i)
    bits.put(length - _LENGTH_BASE[i], _LENGTH_EXTRA[i])
    i = max(i for i, base in enumerate(_DISTANCE_BASE) if base <= distance)
    bits.code(i, 5)
    bits.put(distance - _DISTANCE_BASE[i], max(0, i // 2 - 1))
