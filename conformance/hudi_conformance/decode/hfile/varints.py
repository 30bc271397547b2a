# SPDX-License-Identifier: Apache-2.0
"""Lengths and values of varints in bytes that the grammar has read."""

from __future__ import annotations

from hudi_conformance.decode.source import Buffer


def len_varint(buffer: Buffer, ofs: int) -> int:
    """Bytes of the varint at `ofs`."""
    width = 1
    while buffer[ofs + width - 1] & 0x80:
        width += 1
    return width


def read_varint(buffer: Buffer, ofs: int) -> int:
    """The unsigned varint at `ofs`."""
    return sum((buffer[ofs + i] & 0x7F) << 7 * i for i in range(len_varint(buffer, ofs)))
