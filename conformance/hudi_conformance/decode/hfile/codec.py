# SPDX-License-Identifier: Apache-2.0
"""Decompression of HFile payloads, up to the stated length [hfile.codec.limits].

Output is bounded before anything is decompressed: by the stated length, and by a limit for one block that
depends on the file size (`max_inflated`). Fewer or more bytes than stated are a rejection. Bytes beyond the
bound raise `LimitExceeded`: a high ratio is not damage.
"""

from __future__ import annotations

import bz2
import zlib
from collections.abc import Callable

import cramjam

from hudi_conformance.decode import limits
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.hfile import Codec

# Bytes of one block: writers end them at 64 KiB or 1 MiB, except if one cell is larger. A payload, its cells
# and derived objects are in memory at once, so a quarter of the allowance keeps `limits.allocation`.
MIN_INFLATED = 6 << 20
MAX_ANNOUNCED = 2**31 - 1
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
SUPPORTED = frozenset({Codec.GZ, Codec.NONE, Codec.SNAPPY, Codec.LZ4, Codec.BZIP2, Codec.ZSTD})

Inflate = Callable[[bytes, int], bytes]


class _BrokenError(Exception):
    """Stored bytes that their codec cannot decode."""


def check_codec(code: int) -> Codec:
    """The codec, if it is supported.

    Raises:
        UnsupportedInput: with its name [hfile.codec.unsupported].
    """
    codec = Codec(code)
    if codec not in SUPPORTED:
        raise UnsupportedInput(f"HFile compressed by {codec.name}")
    return codec


def max_inflated(len_file: int) -> int:
    """Greatest decompressed size of a block, by the length of its file [limits.allocation].

    If the user has lifted the limits, the greatest number that a header can state.
    """
    if limits.is_lifted():
        return MAX_ANNOUNCED
    return MIN_INFLATED + len_file + len_file // 4


def inflate(
    codec: Codec, stored: bytes, len_inflated: int, at: int, at_length: int, *, bound: int = MIN_INFLATED
) -> bytes:
    """The payload of a block, of exactly `len_inflated` bytes [hfile.block.inflated-exact].

    Args:
        codec: one of `SUPPORTED`.
        stored: payload as stored in the file, without checksums [hfile.checksum.apart].
        len_inflated: length stated in the header.
        at: offset of the stored payload, for rejections.
        at_length: offset of the stated length, for rejections.
        bound: greatest size of the payload, `max_inflated`.

    Raises:
        Reject: `decompress`, or `length-mismatch` if the lengths differ.
        LimitExceeded: more than `bound`.
    """
    payload = inflate_all(codec, stored, at, bound=bound, room=min(len_inflated, bound))
    if len(payload) != len_inflated:
        actual = f"more than {len_inflated}" if len(payload) > len_inflated else str(len(payload))
        message = f"{len_inflated} bytes announced, {actual} there"
        raise Reject("length-mismatch", at_length, "hfile.block.inflated-exact", message)
    return payload


def inflate_all(codec: Codec, stored: bytes, at: int, *, bound: int, room: int | None = None) -> bytes:
    """The payload of a block, of any length up to `bound`.

    Args:
        codec: as for `inflate`.
        stored: as for `inflate`.
        at: as for `inflate`.
        bound: as for `inflate`.
        room: number of bytes after which at most one more is read, None for `bound`.

    Raises:
        Reject: `decompress`.
        LimitExceeded: more than `bound`.
    """
    try:
        # One additional byte shows that the data is longer.
        room = bound if room is None else room
        payload = stored if codec is Codec.NONE else _inflaters(codec, stored)(stored, room + 1)
    except (_BrokenError, zlib.error, OSError, ValueError, cramjam.DecompressionError) as error:
        raise Reject("decompress", at, f"hfile.codec.{_RULES[codec]}", f"{codec.name}: {error}") from None
    if codec is not Codec.NONE and len(payload) > bound:
        raise limits.exceeded(
            f"HFile block at {at} that inflates from {len(stored)} to more than {bound} bytes,"
            f" the limit for a file of its size"
        )
    return payload


def _inflaters(codec: Codec, stored: bytes) -> Inflate:
    match codec:
        case Codec.GZ:
            return lambda data, room: _stream(zlib.decompressobj(wbits=31), data, room, "gzip member")
        case Codec.SNAPPY:
            return lambda data, room: _block_stream(data, room, _snappy)
        case Codec.LZ4:
            return lambda data, room: _block_stream(data, room, _lz4)
    # Code 5 was ZSTD in two releases [hfile.codec.code-5]; ZSTD comes bare and framed [hfile.codec.zstd].
    if stored[:4] == ZSTD_MAGIC:
        return _zstd
    if codec is Codec.BZIP2 and stored[:3] == b"BZh":
        return lambda data, room: _stream(bz2.BZ2Decompressor(), data, room, "bzip2 stream")
    # One additional byte shows that a chunk is longer than its group.
    return lambda data, room: _block_stream(data, room, lambda chunk, left: _zstd(chunk, left + 1))


_RULES = {
    Codec.GZ: "gz",
    Codec.NONE: "one",
    Codec.SNAPPY: "block-stream",
    Codec.LZ4: "block-stream",
    Codec.BZIP2: "code-5",
    Codec.ZSTD: "zstd",
}


def _stream(inflater: zlib._Decompress | bz2.BZ2Decompressor, data: bytes, room: int, name: str) -> bytes:
    payload = inflater.decompress(data, room)
    if not inflater.eof and len(payload) < room:
        raise _BrokenError(f"the {name} does not end")
    if inflater.unused_data:
        raise _BrokenError(f"{len(inflater.unused_data)} bytes after the {name}")
    return payload


def _zstd(data: bytes, room: int) -> bytes:
    output = bytearray(room)
    try:
        num = cramjam.zstd.decompress_into(data, output)
    except cramjam.DecompressionError as error:
        if "whole buffer" in str(error):
            return bytes(output)  # the data is longer than allowed
        raise
    return _cut(output, num)


def _cut(output: bytearray, num: int) -> bytes:
    del output[num:]  # not a slice, which would be another copy
    return bytes(output)


def _lz4(data: bytes, room: int) -> bytes:
    output = bytearray(room)
    num = cramjam.lz4.decompress_block_into(data, output, output_len=room)
    return _cut(output, num)


def _snappy(data: bytes, room: int) -> bytes:
    size = cramjam.snappy.decompress_raw_len(data)
    if size > room:
        raise _BrokenError(f"a Snappy block of {size} bytes where {room} remain")
    output = bytearray(size)
    if size:
        cramjam.snappy.decompress_raw_into(data, output)
    return bytes(output)


def _block_stream(data: bytes, room: int, inflate_chunk: Inflate) -> bytes:
    """Hadoop's groups of chunks, up to `room` bytes [hfile.codec.block-stream, hfile.codec.groups]."""
    parts: list[bytes] = []
    pos = 0
    while pos < len(data) and room:
        left, pos = _length(data, pos, "group")
        is_cut = left > room
        left = min(left, room)
        while left:
            size, pos = _length(data, pos, "chunk")
            if size > len(data) - pos:
                raise _BrokenError(f"a chunk of {size} bytes with {len(data) - pos} left")
            part = _chunk(inflate_chunk, data[pos : pos + size], left, is_cut=is_cut)
            if not part:
                raise _BrokenError("an empty chunk in a group that is not complete")
            if len(part) > left:
                raise _BrokenError("chunks exceed their group")
            pos += size
            left -= len(part)
            room -= len(part)
            parts.append(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _chunk(inflate_chunk: Inflate, data: bytes, left: int, *, is_cut: bool) -> bytes:
    """One chunk; if the group is longer than stated, at most the remaining bytes."""
    if not is_cut:
        return inflate_chunk(data, left)
    try:
        return inflate_chunk(data, left)[:left]
    except (_BrokenError, cramjam.DecompressionError):
        return bytes(left)  # only the length counts: it is rejected as too long


def _length(data: bytes, pos: int, name: str) -> tuple[int, int]:
    if len(data) - pos < 4:
        raise _BrokenError(f"{len(data) - pos} bytes where the length of a {name} has 4")
    length = int.from_bytes(data[pos : pos + 4], "big", signed=True)
    if length < 0:
        raise _BrokenError(f"a {name} of {length} bytes")
    return length, pos + 4
