# SPDX-License-Identifier: Apache-2.0
"""The codecs of HFile blocks, by hand, so that equal input gives equal bytes with every release of a library.

SNAPPY and LZ4 are Hadoop block streams of raw blocks; ZSTD occurs bare and in such a stream
[hfile.codec.block-stream, hfile.codec.zstd].
"""

from __future__ import annotations

import bz2
import struct
from collections.abc import Callable, Iterator

from hudi_conformance.encode.deflate import encode_gzip
from hudi_conformance.encode.numbers import encode_uvarint

CODES = {"LZO": 0, "GZ": 1, "NONE": 2, "SNAPPY": 3, "LZ4": 4, "BZIP2": 5, "ZSTD": 6, "LZMA": 7, "BROTLI": 8}
WRITABLE = ("NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2")
# Input of one chunk: Hadoop's buffer of 256 KiB minus the greatest overhead of a codec.
MAX_CHUNK = 218422
MAX_CHUNK_ZSTD = 261120
_ZSTD_MAX_BLOCK = 128 * 1024
_STRIDE = 4096

Compress = Callable[[bytes], bytes]


def compressor(name: str, zstd_framing: str = "block", len_chunk: int | None = None) -> Compress:
    """The function that turns a payload into stored bytes; `name` is one of `WRITABLE`."""
    match name:
        case "GZ":
            return encode_gzip
        case "BZIP2":
            return bz2.compress
        case "SNAPPY":
            return lambda data: block_stream(data, encode_snappy, len_chunk or MAX_CHUNK)
        case "LZ4":
            return lambda data: block_stream(data, encode_lz4, len_chunk or MAX_CHUNK)
        case "ZSTD" if zstd_framing == "bare":
            return encode_zstd
        case "ZSTD":
            return lambda data: block_stream(data, encode_zstd, len_chunk or MAX_CHUNK_ZSTD)
    return bytes


def block_stream(data: bytes, compress: Compress, len_chunk: int) -> bytes:
    """Hadoop block stream: i32 length of the group, then i32 length and bytes of each chunk.

    A payload of more than one chunk is one group, and an empty group follows [hfile.codec.groups].
    """
    parts = [struct.pack(">i", len(data))]
    for ofs in range(0, len(data), len_chunk):
        chunk = compress(data[ofs : ofs + len_chunk])
        parts.append(struct.pack(">i", len(chunk)) + chunk)
    if len(data) > len_chunk:
        parts.append(struct.pack(">i", 0))
    return b"".join(parts)


def _repeats(data: bytes, len_max: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Greedy search for matches.

    Yields (position, length, distance); matches of at least 4 bytes begin before `end` and do not reach past
    it.
    """
    seen: dict[bytes, int] = {}
    pos = 0
    while pos + 4 <= end:
        key = data[pos : pos + 4]
        start = seen.get(key, -1)
        seen[key] = pos
        if start < 0 or pos - start > 0xFFFF:
            pos += 1
            continue
        length = 4
        while length < len_max and pos + length < end and data[start + length] == data[pos + length]:
            length += 1
        yield pos, length, pos - start
        pos += length


def encode_snappy(data: bytes) -> bytes:
    """One raw Snappy block."""
    out = bytearray(encode_uvarint(len(data)))
    end = 0
    for pos, length, distance in _repeats(data, 64, len(data)):
        _snappy_literal(out, data[end:pos])
        if length < 12 and distance < 2048:
            out += bytes([distance >> 8 << 5 | (length - 4) << 2 | 1, distance & 0xFF])
        else:
            out += bytes([(length - 1) << 2 | 2]) + struct.pack("<H", distance)
        end = pos + length
    _snappy_literal(out, data[end:])
    return bytes(out)


def _snappy_literal(out: bytearray, data: bytes) -> None:
    if not data:
        return
    less = len(data) - 1
    if less < 60:
        out.append(less << 2)
    else:
        width = (less.bit_length() + 7) // 8
        out.append((59 + width) << 2)
        out += less.to_bytes(width, "little")
    out += data


def encode_lz4(data: bytes) -> bytes:
    """One raw LZ4 block: the last five bytes are literals, and no match begins in the last twelve."""
    out = bytearray()
    end = 0
    for pos, length, distance in _repeats(data, 1 << 16, len(data) - 5):
        if pos > len(data) - 12:
            break
        _lz4_literals(out, data[end:pos], length - 4)
        out += struct.pack("<H", distance) + _lz4_more(length - 4)
        end = pos + length
    _lz4_literals(out, data[end:], 0)
    return bytes(out)


def _lz4_literals(out: bytearray, data: bytes, len_match: int) -> None:
    out.append(min(len(data), 15) << 4 | min(len_match, 15))
    out += _lz4_more(len(data)) + data


def _lz4_more(length: int) -> bytes:
    """The part of a length beyond the four bits of the token."""
    if length < 15:
        return b""
    return b"\xff" * ((length - 15) // 255) + bytes([(length - 15) % 255])


def encode_zstd(data: bytes) -> bytes:
    """One zstd frame with the content size, built from raw and repeated-byte blocks."""
    out = bytearray(b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)))  # single segment, size of 4 bytes
    runs = list(_zstd_blocks(data)) or [(0, 0, b"")]
    for i, (kind, size, content) in enumerate(runs):
        last = i == len(runs) - 1
        out += struct.pack("<I", size << 3 | kind << 1 | last)[:3] + content
    return bytes(out)


def _zstd_blocks(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield type (0 raw, 1 one byte repeated), size and content."""
    pos = start = 0
    while pos < len(data):
        end = pos + 1
        stride = data[pos : pos + 1] * _STRIDE
        while data[end : end + _STRIDE] == stride:
            end += _STRIDE
        while end < len(data) and data[end] == data[pos]:
            end += 1
        if end - pos >= 8:
            yield from _zstd_raw(data[start:pos])
            for ofs in range(pos, end, _ZSTD_MAX_BLOCK):
                yield 1, min(_ZSTD_MAX_BLOCK, end - ofs), data[pos : pos + 1]
            start = end
        pos = end
    yield from _zstd_raw(data[start:])


def _zstd_raw(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    for ofs in range(0, len(data), _ZSTD_MAX_BLOCK):
        part = data[ofs : ofs + _ZSTD_MAX_BLOCK]
        yield 0, len(part), part
