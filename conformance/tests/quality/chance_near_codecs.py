# SPDX-License-Identifier: Apache-2.0
"""What the writer's compressors make of bytes, taken apart here, for mutants drawn by chance.

    drawn:tokens-NAME    literals and repeats are those of a greedy search for the latest earlier repeat, and
                         each has its shortest form; libraries inflate them

Repeats at the bounds of lengths and distances of Snappy, LZ4, Zstandard and deflate (RFC 1951, 8878).
"""

from __future__ import annotations

import gzip
import random
import struct
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import cramjam
from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

Token = bytes | tuple[int, int]
"""Literals, or length and distance of a repeat."""


@cache
def _inputs() -> tuple[bytes, ...]:
    chance = random.Random("tokens")
    made = [b"", b"a", b"abcd" * 3, b"abcabcabcabc", bytes(range(256)) * 2, b"x" * 4000, b"ab" * 200 + b"c"]
    made += [
        chance.randbytes(length) for length in (3, 59, 60, 61, 62, 256, 257, 258, 4000, 65536, 65537, 65800)
    ]
    for length in (
        3,
        4,
        5,
        10,
        11,
        12,
        13,
        18,
        19,
        63,
        64,
        65,
        66,
        67,
        130,
        257,
        258,
        259,
        260,
        269,
        270,
        280,
        600,
    ):
        part = chance.randbytes(length)
        made.append(
            part + chance.randbytes(20) + part + chance.randbytes(chance.choice((0, 3, 5, 12, 13, 20)))
        )
    for distance in (4, 5, 255, 256, 2047, 2048, 2049, 4095, 32767, 32768, 32769, 65534, 65535, 65536, 65537):
        part = chance.randbytes(min(distance, 9))
        made.append(part + chance.randbytes(distance - len(part)) + part + chance.randbytes(30))
    for length in (4, 5, 12, 13, 17, 20):  # repeats near to the end
        for end in range(4, 14):
            part = chance.randbytes(length)
            made.append(part + chance.randbytes(7) + part + chance.randbytes(end))
    made += [
        bytes([chance.randrange(3)]) * num for num in (7, 8, 9, 255, 256, 131071, 131072, 131073, 262145)
    ]
    made += [chance.randbytes(5) + b"z" * num + chance.randbytes(5) for num in (6, 7, 8, 9, 40)]
    made += [bytes(chance.choices(b"ab", k=300)), bytes(chance.choices(b"abc\x8f\x90\xff", k=900))]
    return tuple(made)


def near_codec_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in (("snappy", _snappy), ("lz4", _lz4), ("zstd", _zstd), ("deflate", _deflate)):
        yield f"drawn:tokens-{name}", "", fault


def _search(data: bytes, most: int, end: int, last: int) -> list[Token]:
    """Repeats of four bytes or more that begin up to `last` and lie before `end`.

    Only places where a search began are known; the latest one counts.
    """
    tokens: list[Token] = []
    searched: dict[bytes, int] = {}
    pos = begin = 0
    while pos <= min(end - 4, last):
        start = searched.get(data[pos : pos + 4])
        searched[data[pos : pos + 4]] = pos
        if start is None or pos - start >= 1 << 16:
            pos += 1
            continue
        length = next((n for n in range(4, most) if pos + n >= end or data[start + n] != data[pos + n]), most)
        tokens += [data[begin:pos]] * (pos > begin) + [(length, pos - start)]
        begin = pos = pos + length
    return tokens + [data[begin:]] * (begin < len(data))


def _told(kind: str, data: bytes, found: Any, wanted: Any) -> Failure:
    if found == wanted:
        return None
    if not (isinstance(found, list) and isinstance(wanted, list)):
        return f"{kind} of {len(data)} bytes: {found!r:.100}"
    at = next((at for at, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), -1)
    return f"{kind} of {len(data)} bytes: token {at} is {found[at]!r:.80}, not {wanted[at]!r:.80}"


def _snappy_tokens(raw: bytes) -> list[Token] | str:
    tokens: list[Token] = []
    pos = 0
    while raw[pos] > 127:
        pos += 1
    pos += 1
    while pos < len(raw):
        tag, code = raw[pos] & 3, raw[pos] >> 2
        pos += 1
        if tag == 0:
            if code >= 60:
                width = code - 59
                code = int.from_bytes(raw[pos : pos + width], "little")
                pos += width
                if code < 60 or (width > 1 and code < 1 << 8 * (width - 1)):
                    return f"{code + 1} literals by {width} bytes"
            tokens.append(raw[pos : pos + code + 1])
            pos += code + 1
        elif tag == 1:
            tokens.append((4 + (code & 7), code >> 3 << 8 | raw[pos]))
            pos += 1
        else:
            (distance,) = struct.unpack_from("<H", raw, pos)
            if tag == 3 or (4 <= code + 1 < 12 and distance < 2048):
                return f"{code + 1} bytes from {distance} in a long form"
            tokens.append((code + 1, distance))
            pos += 2
    return tokens


def _snappy(_: World) -> Failure:
    encode = imported("encode.codecs").encode_snappy
    for data in _inputs():
        raw = encode(data)
        if data and bytes(cramjam.snappy.decompress_raw(raw)) != data:
            return f"{len(data)} bytes do not come back"
        if fault := _told("Snappy", data, _snappy_tokens(raw), _search(data, 64, len(data), len(data))):
            return fault
    return None


def _lz4_tokens(raw: bytes) -> list[Token]:
    tokens: list[Token] = []
    pos = 0

    def more(number: int) -> int:
        nonlocal pos
        byte = 255 if number == 15 else 0
        while byte == 255:
            byte = raw[pos]
            pos += 1
            number += byte
        return number

    while pos < len(raw):
        token = raw[pos]
        pos += 1
        num = more(token >> 4)
        tokens += [raw[pos : pos + num]] * (num > 0)
        pos += num
        if pos < len(raw):
            (distance,) = struct.unpack_from("<H", raw, pos)
            pos += 2
            tokens.append((4 + more(token & 15), distance))
    return tokens


def _lz4(_: World) -> Failure:
    encode = imported("encode.codecs").encode_lz4
    for data in _inputs():
        raw = encode(data)
        if data and bytes(cramjam.lz4.decompress_block(raw, output_len=len(data))) != data:
            return f"{len(data)} bytes do not come back"
        wanted = _search(data, 1 << 16, len(data) - 5, len(data) - 12)
        if fault := _told("LZ4", data, _lz4_tokens(raw), wanted):
            return fault
        if wanted and not isinstance(wanted[-1], bytes):
            return "a block without literals at its end"
    return None


def _zstd(_: World) -> Failure:
    """Runs of eight bytes and more, in blocks of 128 KiB; all else as it is."""
    encode, most = imported("encode.codecs").encode_zstd, 1 << 17
    for data in _inputs():
        raw = encode(data)
        if bytes(cramjam.zstd.decompress(raw)) != data:
            return f"{len(data)} bytes do not come back"
        if raw[:9] != b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)):
            return f"head {raw[:9].hex()}"
        found, pos = [], 9
        while pos < len(raw):
            head = int.from_bytes(raw[pos : pos + 3], "little")
            kind, size, is_last = head >> 1 & 3, head >> 3, head & 1
            length = 1 if kind == 1 else size
            found.append((kind, size, raw[pos + 3 : pos + 3 + length]))
            pos += 3 + length
            if bool(is_last) is not (pos == len(raw)):
                return "the last block is not said to be it"
        wanted: list[tuple[int, int, bytes]] = []
        begin = at = 0

        def plain(part: bytes, wanted: list[tuple[int, int, bytes]] = wanted) -> None:
            parts = [part[start : start + most] for start in range(0, len(part), most)]
            wanted.extend((0, len(one), one) for one in parts)

        while at < len(data):
            end = (
                len(data) - len(data[at:].lstrip(data[at : at + 1]))
                if data[at : at + 8] == data[at : at + 1] * 8
                else at
            )
            if end - at >= 8:
                plain(data[begin:at])
                wanted += [(1, min(most, end - start), data[at : at + 1]) for start in range(at, end, most)]
                begin = at = end
            else:
                at += 1
        plain(data[begin:])
        if found != (wanted or [(0, 0, b"")]):
            return f"{len(data)} bytes in blocks {[one[:2] for one in found][:9]}"
    return None


def _length_codes() -> list[tuple[int, int]]:
    """Base and extra bits of the codes from 257 on [RFC 1951, 3.2.5]."""
    codes, base = [], 3
    for code in range(28):
        extra = max(0, (code - 4) >> 2)
        codes.append((base, extra))
        base += 1 << extra
    return [*codes, (258, 0)]


def _distance_codes() -> list[tuple[int, int]]:
    codes, base = [], 1
    for code in range(30):
        extra = max(0, (code >> 1) - 1)
        codes.append((base, extra))
        base += 1 << extra
    return codes


def _deflate_tokens(raw: bytes) -> list[Token] | str:
    """Tokens of one block with fixed codes."""
    stream, pos = int.from_bytes(raw, "little"), 0

    def bits(num: int) -> int:
        nonlocal pos
        value = stream >> pos & (1 << num) - 1
        pos += num
        return value

    def code(num: int) -> int:
        return int(f"{bits(num):0{num}b}"[::-1], 2)

    if bits(3) != 0b011:
        return "no block with fixed codes"
    lengths, distances, tokens = _length_codes(), _distance_codes(), []
    literals = bytearray()
    while True:
        value = code(7)
        if value < 24:
            symbol = 256 + value
        else:
            value = value << 1 | bits(1)
            if value < 192:
                symbol = value - 48
            elif value < 200:
                symbol = 280 + value - 192
            else:
                symbol = 144 + (value << 1 | bits(1)) - 400
        if symbol < 256:
            literals.append(symbol)
            continue
        tokens += [bytes(literals)] * bool(literals)
        literals.clear()
        if symbol == 256:
            return tokens if len(raw) == (pos + 7) // 8 else "bytes behind the block"
        base, extra = lengths[symbol - 257]
        length = base + bits(extra)
        base, extra = distances[code(5)]
        tokens.append((length, base + bits(extra)))


def _deflate(_: World) -> Failure:
    encode = imported("encode.deflate").encode_gzip
    for data in _inputs():
        if len(data) > 5000 and not 32000 < len(data) < 33500:
            continue
        raw = encode(data)
        if gzip.decompress(raw) != data or raw[:10] != bytes.fromhex("1f8b08000000000000ff"):
            return f"{len(data)} bytes do not come back"
        wanted: list[Token] = []
        latest: dict[bytes, int] = {}
        pos = begin = 0
        while pos < len(data):
            start = latest.get(data[pos : pos + 3], -1) if len(data) - pos >= 3 else -1
            length = 0
            if start >= 0 and pos - start <= 32768:
                most = min(258, len(data) - pos)
                length = next((n for n in range(3, most) if data[start + n] != data[pos + n]), most)
                wanted += [data[begin:pos]] * (pos > begin) + [(length, pos - start)]
            for place in range(pos, pos + max(length, 1)):
                latest[data[place : place + 3]] = place
            pos += max(length, 1)
            begin = pos if length else begin
        wanted += [data[begin:]] * (begin < len(data))
        if fault := _told("deflate", data, _deflate_tokens(raw[10:-8]), wanted):
            return fault
    return None
