# SPDX-License-Identifier: Apache-2.0
"""Integers of variable width: Hadoop's vlong, protobuf's varint, and protobuf fields built from them."""

from __future__ import annotations

_MASK64 = 0xFFFFFFFFFFFFFFFF


def encode_vlong(value: int) -> bytes:
    """Hadoop's minimal vlong: one byte from -112 to 127, otherwise a length byte and a big-endian number."""
    if -112 <= value <= 127:
        return bytes([value & 0xFF])
    magnitude, mark = (value, -112) if value >= 0 else (~value, -120)
    body = magnitude.to_bytes((magnitude.bit_length() + 7) // 8 or 1, "big")
    return bytes([(mark - len(body)) & 0xFF]) + body


def encode_uvarint(value: int) -> bytes:
    """Base-128 varint, least significant group first; negative numbers as 64-bit two's complement."""
    value &= _MASK64
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def proto_bytes(number: int, value: bytes) -> bytes:
    """Protobuf field of wire type 2."""
    return encode_uvarint(number << 3 | 2) + encode_uvarint(len(value)) + value
