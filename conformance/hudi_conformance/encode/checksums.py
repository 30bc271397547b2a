# SPDX-License-Identifier: Apache-2.0
"""The checksum words of HFile blocks [hfile.checksum.type, hfile.checksum.coverage]."""

from __future__ import annotations

import struct
import zlib

KINDS = {"NULL": 0, "CRC32": 1, "CRC32C": 2}
_CASTAGNOLI = 0x82F63B78  # reflected polynomial


def _table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ (_CASTAGNOLI if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


_TABLE = _table()


def crc32c(data: bytes) -> int:
    """CRC-32C (Castagnoli) of bytes, as an unsigned 32-bit number."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def encode_words(kind: int, covered: bytes, len_chunk: int) -> bytes:
    """One big-endian word per `len_chunk` bytes of a block's header and stored payload.

    Kind 0 has as many words as the others, all of them zero.
    """
    checksums = bytearray()
    for ofs in range(0, len(covered), len_chunk):
        chunk = covered[ofs : ofs + len_chunk]
        checksum = 0 if kind == 0 else zlib.crc32(chunk) if kind == 1 else crc32c(chunk)
        checksums += struct.pack(">I", checksum)
    return bytes(checksums)
