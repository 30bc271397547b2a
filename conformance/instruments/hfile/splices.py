# SPDX-License-Identifier: Apache-2.0
"""Damage to the bytes of a file, and files made of two."""

from __future__ import annotations

import random
from dataclasses import replace

from hudi_conformance.decode.hfile.file import HFile

from instruments.hfile.kinds import kind
from instruments.hfile.parts import Part, Parts, build

_SECTOR = 512


def _body(parts: Parts) -> tuple[bytes, int]:
    data = build(parts)
    return data, HFile(data).trailer.ofs


@kind("bytes.bit", blind="no checksum covers the bit: the file has none, and it is one of a value")
def bit(parts: Parts, dice: random.Random) -> bytes:
    """One bit in front of the trailer."""
    data, end = _body(parts)
    at = dice.randrange(end)
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


@kind("bytes.trailer-bit")
def trailer_bit(parts: Parts, dice: random.Random) -> bytes:
    """One bit of the first 120 bytes of the trailer."""
    data, start = _body(parts)
    at = start + dice.randrange(120)
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


@kind("bytes.zeros")
def zeros(parts: Parts, dice: random.Random) -> bytes:
    """A sector of zeros."""
    data, end = _body(parts)
    at = dice.randrange(max(end - _SECTOR, 1))
    return data[:at] + bytes(min(_SECTOR, end - at)) + data[min(at + _SECTOR, end) :]


@kind("bytes.sectors-swapped")
def sectors_swapped(parts: Parts, dice: random.Random) -> bytes | None:
    """Two sectors exchanged."""
    data, end = _body(parts)
    if end < 3 * _SECTOR:
        return None
    first, second = sorted(dice.sample(range(end // _SECTOR), 2))
    sectors = [data[at : at + _SECTOR] for at in range(0, len(data), _SECTOR)]
    sectors[first], sectors[second] = sectors[second], sectors[first]
    return b"".join(sectors)


@kind("bytes.cut")
def cut(parts: Parts, dice: random.Random) -> bytes:
    """A run missing."""
    data, end = _body(parts)
    at = dice.randrange(end)
    return data[:at] + data[at + dice.choice((1, 4, 33, 300)) :]


@kind("bytes.truncated")
def truncated(parts: Parts, dice: random.Random) -> bytes:
    """The end missing."""
    data, _ = _body(parts)
    return data[: dice.randrange(len(data))]


@kind("bytes.front")
def front(parts: Parts, dice: random.Random) -> bytes:
    """Bytes in front of the file."""
    data, _ = _body(parts)
    return dice.randbytes(dice.choice((1, 16, 100))) + data


@kind("bytes.behind")
def behind(parts: Parts, dice: random.Random) -> bytes:
    """Bytes behind the file."""
    data, _ = _body(parts)
    return data + dice.choice((b"\0", bytes(16), dice.randbytes(100)))


@kind("splice.twice")
def twice(parts: Parts, _: random.Random) -> bytes:
    """The file, and the file again: offsets are those of the first one."""
    data, _end = _body(parts)
    return data + data


@kind("splice.blocks")
def blocks(parts: Parts, dice: random.Random) -> Parts | None:
    """Data blocks of another file, its rows changed, among those of this one."""
    data = parts.data
    if len(data) < 2:
        return None
    part = dice.choice(data)
    alien = replace(part, number=1 + max(other.number for other in parts.parts))
    payload = alien.payload.replace(b"row", b"RAW").replace(b"key", b"KEY")
    alien = replace(alien, payload=payload if payload != alien.payload else part.payload[::1])
    at = parts.parts.index(dice.choice(data))
    return replace(parts, parts=(*parts.parts[:at], alien, *parts.parts[at:]))


@kind("splice.half")
def half(parts: Parts, dice: random.Random) -> Parts | None:
    """The first data blocks of this file, the rest of one whose values were updated: another generation."""
    data = parts.data
    if len(data) < 2 or any(part.kind != "DATA" for part in data):
        return None
    removed = {part.number for part in data[dice.randrange(1, len(data)) :]}
    retained: list[Part] = []
    for part in parts.parts:
        if part.number in removed and dice.random() < 0.5:
            continue
        retained.append(part)
    return replace(parts, parts=tuple(retained)) if len(retained) < len(parts.parts) else None


@kind("splice.indexes")
def indexes(parts: Parts, dice: random.Random) -> Parts | None:
    """The root of another generation: all offsets moved by the size of a block."""
    root = parts.root
    data = parts.data
    if len(data) < 3:
        return None
    numbers = [entry.target for entry in root.entries]
    by = dice.choice((1, -1))
    moved = numbers[by:] + numbers[:by]
    entries = tuple(replace(entry, target=number) for entry, number in zip(root.entries, moved, strict=True))
    return None if entries == root.entries else parts.put(replace(root, entries=entries))
