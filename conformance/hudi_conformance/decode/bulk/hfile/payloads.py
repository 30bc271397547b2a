# SPDX-License-Identifier: Apache-2.0
"""Payloads of HFile blocks by the headers that a kernel has walked, and a buffer for many of them."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import google_crc32c
import pyarrow as pa

from hudi_conformance.decode.hfile.codec import inflate, max_inflated
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Memory
from hudi_conformance.model.hfile import ChecksumType, Codec

isal_zlib: Any
try:
    from isal import isal_zlib
except ImportError:  # installed by the extra `fast`
    isal_zlib = None

_MAX_QUICK = 1 << 20  # size up to which a gzip member is inflated without the bounds of `inflate`


class Arena:
    """Consecutive payloads in one buffer.

    Many objects of 64 KiB would be returned to the system on release and allocated again as new pages.

    Attributes:
        buffer: the bytes.
        used: number of used bytes; reset to 0 to reuse the buffer.
    """

    def __init__(self, size: int) -> None:
        self.buffer = pa.allocate_buffer(size)
        self.used = 0

    def add(self, payload: bytes) -> int | None:
        """Store a copy; return its offset, None if the buffer is full."""
        ofs = self.used
        if len(payload) > self.buffer.size - ofs:
            return None
        ctypes.memmove(self.buffer.address + ofs, payload, len(payload))
        self.used += len(payload)
        return ofs


def _quick_gunzip(stored: memoryview, len_inflated: int) -> bytes | None:
    """One gzip member of exactly `len_inflated` bytes, or None: then `inflate` reports the rejection.

    The library is laxer than zlib about flags and the trailing length, so both are checked here.
    """
    if bytes(stored[:4]) != b"\x1f\x8b\x08\x00" or bytes(stored[-4:]) != len_inflated.to_bytes(4, "little"):
        return None
    try:
        inflater = isal_zlib.decompressobj(wbits=31)
        payload: bytes = inflater.decompress(stored, len_inflated + 1)
    except (isal_zlib.error, EOFError, ValueError):
        return None
    is_complete = inflater.eof and not inflater.unused_data and len(payload) == len_inflated
    return payload if is_complete else None


def length_ahead(file: HFile) -> Callable[[Sequence[int]], int]:
    """Size of a block's payload, by its row of `walk_headers`: 0 if it needs no processing."""
    is_plain = file.codec is Codec.NONE

    def length(row: Sequence[int]) -> int:
        _, _, len_inflated, kind, *_ = row
        return 0 if is_plain and kind == ChecksumType.NULL else len_inflated

    return length


def payload_of(
    file: HFile, buffer: Memory, start: int, row: Sequence[int], *, strictly: bool = False
) -> bytes | None:
    """Verified payload of the block of a row of `walk_headers`; None if it is uncompressed in the file.

    If `strictly`, only the library of the checked decoder inflates it: the faster one accepts incomplete
    Huffman codes, which no writer creates.

    Raises:
        ValueError: a wrong checksum; the checked decoder reports the rejection.
        Reject, LimitExceeded: as `inflate`.
    """
    ofs, _, len_inflated, kind, len_chunk, stored_ofs, stored_len, _ = row
    end = stored_ofs + stored_len
    if kind != ChecksumType.NULL:
        checksum = zlib.crc32 if kind == ChecksumType.CRC32 else google_crc32c.value
        at = start + end
        for begin in range(start + ofs, at, len_chunk):
            covered = buffer[begin : min(begin + len_chunk, start + end)]
            word = buffer[at : at + 4]
            if checksum(bytes(covered)) != int.from_bytes(word, "big"):
                raise ValueError("checksum")
            at += 4
    if file.codec is Codec.NONE:
        if stored_len != len_inflated:
            raise ValueError("length")
        return None
    is_quick = isal_zlib is not None and not strictly
    if is_quick and file.codec is Codec.GZ and len_inflated <= _MAX_QUICK:
        # Views of a mapping are released here: it cannot be closed before.
        with memoryview(buffer) as whole, whole[start + stored_ofs : start + end] as part:
            quick = _quick_gunzip(part, len_inflated)
        if quick is not None:
            return quick
    stored = bytes(buffer[start + stored_ofs : start + end])
    return inflate(file.codec, stored, len_inflated, stored_ofs, ofs + 12, bound=max_inflated(file.len))
