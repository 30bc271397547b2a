# SPDX-License-Identifier: Apache-2.0
"""Damaged log files from good ones, by a seeded random generator: anywhere, or only inside of blocks."""

from __future__ import annotations

import base64
import binascii
import random
import struct
from collections.abc import Sequence

from hudi_conformance.decode.log.scan import scan_log

# Bytes that mean something somewhere: magics, extreme integers, varints that are long or never end.
WORDS = (
    b"#HUDI#",
    bytes(4),
    b"\xff" * 4,
    b"\x7f\xff\xff\xff",
    b"\x80" * 9 + b"\x01",
    b"\xff" * 9 + b"\x01",
    b"\x80" * 12,
    b"\x00",
    b"\x01",
    b"\x02",
    b"\x80",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xc3",
)

Part = tuple[int, list[tuple[int, bytes]], bytes]  # block type, header entries, content


def mutate(data: bytes, rng: random.Random, pool: Sequence[bytes]) -> bytes:
    """Change `data` at one to three places."""
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        size = len(changed)
        pos = rng.randrange(size + 1)
        match rng.randrange(8):
            case 0 if size:
                changed[pos % size] ^= 1 << rng.randrange(8)
            case 1 if size:
                changed[pos % size] = rng.randrange(256)
            case 2:
                del changed[pos : pos + rng.randrange(1, 20)]
            case 3:
                changed[pos:pos] = rng.choice(WORDS)
            case 4:
                word = rng.choice(WORDS)
                changed[pos : pos + len(word)] = word
            case 5:
                del changed[pos:]
            case 6 if size:
                changed[pos % size] = (changed[pos % size] + rng.choice([1, -1, 2, -2])) & 255
            case 7 if pool:
                other = rng.choice(pool)
                start = rng.randrange(len(other) + 1)
                changed[pos:pos] = other[start : start + rng.randrange(64)]
    return bytes(changed)


def reframe(data: bytes) -> bytes:
    """Make one block of the whole file again, so that damage reaches its inside."""
    if data[:6] != b"#HUDI#" or len(data) < 46:
        return data
    size = len(data) - 14
    return data[:6] + struct.pack(">q", size) + data[14:-8] + struct.pack(">q", size + 6)


def take_apart(data: bytes) -> list[Part]:
    """Parts of the intact blocks of a file."""
    parts: list[Part] = []
    for block in scan_log(data).blocks:
        if block.format_version is None:
            continue
        pos = block.span.ofs + 22
        (count,) = struct.unpack_from(">i", data, pos)
        pos += 4
        entries = []
        for _ in range(count):
            key, length = struct.unpack_from(">ii", data, pos)
            entries.append((key, data[pos + 8 : pos + 8 + length]))
            pos += 8 + length
        parts.append((int(block.type), entries, data[block.content.ofs : block.content.end]))
    return parts


def put_together(parts: Sequence[Part]) -> bytes:
    """File of blocks whose lengths are all right."""
    whole = b""
    for kind, entries, content in parts:
        header = b"".join(struct.pack(">ii", key, len(value)) + value for key, value in entries)
        body = struct.pack(">iii", 1, kind, len(entries)) + header
        body += struct.pack(">q", len(content)) + content + bytes(4)
        whole += b"#HUDI#" + struct.pack(">q", len(body) + 8) + body + struct.pack(">q", len(body) + 14)
    return whole


def mutate_inside(part: Part, rng: random.Random, pool: Sequence[bytes], schemas: Sequence[bytes]) -> Part:
    """Change one thing inside of a block whose own lengths stay right."""
    kind, entries, content = part
    what = rng.random()
    if what < 0.55 and content:
        return kind, entries, _mutate_content(kind, content, rng, pool)
    if what < 0.9 and entries:
        index = rng.randrange(len(entries))
        key, value = entries[index]
        changed = list(entries)
        changed[index] = (key, _mutate_value(key, value, rng, pool, schemas))
        return kind, changed, content
    return rng.choice([0, 1, 3, 6]), entries, content


def _mutate_content(kind: int, content: bytes, rng: random.Random, pool: Sequence[bytes]) -> bytes:
    if kind in {3, 6} and len(content) > 12 and rng.random() < 0.7:
        datums = []
        pos = 8
        while pos + 4 <= len(content):
            (length,) = struct.unpack_from(">i", content, pos)
            if not 0 <= length <= len(content) - pos - 4:
                break
            datums.append(content[pos + 4 : pos + 4 + length])
            pos += 4 + length
        if datums:
            index = rng.randrange(len(datums))
            datums[index] = mutate(datums[index], rng, pool)
            return content[:8] + b"".join(struct.pack(">i", len(datum)) + datum for datum in datums)
    if kind == 1 and len(content) > 8 and rng.random() < 0.8:
        payload = mutate(content[8:], rng, pool)
        return content[:4] + struct.pack(">i", len(payload)) + payload
    return mutate(content, rng, pool)


def _mutate_value(
    key: int, value: bytes, rng: random.Random, pool: Sequence[bytes], schemas: Sequence[bytes]
) -> bytes:
    if key == 5 and rng.random() < 0.8:
        try:
            return base64.b64encode(mutate(base64.b64decode(value), rng, pool))
        except binascii.Error:
            return mutate(value, rng, pool)
    if key == 2 and schemas and rng.random() < 0.3:
        return rng.choice(schemas)
    return mutate(value, rng, schemas)
