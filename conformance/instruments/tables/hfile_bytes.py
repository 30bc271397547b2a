# SPDX-License-Identifier: Apache-2.0
"""Damages of HFiles of version 3.

The layout is read again here, in a few lines, as the specification defines it: neither the decoder nor the
audit determines where a damage goes, or which rule it violates. A function takes bytes, the offset and a
random generator, and returns damaged bytes with (rule, offset), or with None if the specification permits the
result; or None if it cannot be applied.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from instruments.tables.log_bytes import HUGE, Made, int_at, put


def varint(data: bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, pos


def trailer_places(data: bytes) -> dict[int, int]:
    """Offsets of the numbers of the trailer's message, by field number."""
    pos = len(data) - 4096 + 8
    size, pos = varint(data, pos)
    end, places = pos + size, {}
    while pos < end:
        key, pos = varint(data, pos)
        if key & 7 == 0:
            places[key >> 3] = pos
            _, pos = varint(data, pos)
        else:
            size, pos = varint(data, pos)
            pos += size
    return places


def hfile_blocks(data: bytes) -> list[tuple[int, int]]:
    """Start and end of each block."""
    found, pos = [], 0
    while pos < len(data) - 4096:
        end = pos + 33 + int_at(data, pos + 8)
        found.append((pos, end))
        pos = end
    return found


HFile = tuple[list[tuple[int, int]], dict[int, int]]


def flip(data: bytes, at: int, mask: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


def hfile_magic(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    return flip(data, ofs + rng.randrange(6)), ("hfile.block.magic", ofs)


def hfile_size(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    return put(data, ofs + 8, rng.choice([HUGE, -1])), ("hfile.block.sizes-bounds", ofs + 8)


def hfile_checksum(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    checked = [(ofs, end) for ofs, end in hfile[0] if data[ofs + 24] in {1, 2} and end - ofs > 41]
    if not checked:
        return None
    ofs, _ = rng.choice(checked)
    len_data = int_at(data, ofs + 29)  # header and payload
    at = ofs + rng.randrange(33, len_data)
    return flip(data, at, 1 << rng.randrange(8)), ("hfile.checksum.mismatch", ofs)


def hfile_prev(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    """The checksum covers the header, too."""
    checked = [ofs for ofs, _ in hfile[0] if data[ofs + 24] in {1, 2}]
    if not checked:
        return None
    ofs = rng.choice(checked)
    return flip(data, ofs + 16 + rng.randrange(8)), ("hfile.checksum.mismatch", ofs)


def hfile_checksum_type(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs, _ = rng.choice(hfile[0])
    made = data[: ofs + 24] + bytes([rng.randrange(3, 256)]) + data[ofs + 25 :]
    return made, ("hfile.checksum.unknown-type", ofs + 24)


def hfile_trailer_magic(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    ofs = len(data) - 4096
    return flip(data, ofs + rng.randrange(8)), ("hfile.trailer.magic", ofs)


def hfile_major(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = len(data) - 1
    return data[:at] + bytes([rng.choice([0, 4, 77])]), ("hfile.trailer.major", len(data) - 4)


def hfile_entries(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = hfile[1].get(7)
    return None if at is None else (flip(data, at), ("hfile.trailer.entry-count", at))


def hfile_first_block(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    at = hfile[1].get(9)
    has_data = any(data[ofs : ofs + 4] == b"DATA" for ofs, _ in hfile[0])
    rule = "hfile.trailer.first-last-data" if has_data else "hfile.file.empty"
    return None if at is None else (flip(data, at), (rule, at))


def hfile_truncation(data: bytes, hfile: HFile, rng: random.Random) -> Made:
    """The bytes at the end are not a version."""
    cut = rng.randrange(5000, len(data) - 1) if len(data) > 5100 else len(data) - rng.randrange(1, 900)
    if int.from_bytes(data[cut - 3 : cut], "big") in {1, 2, 3}:
        return None
    return data[:cut], ("hfile.trailer.major", cut - 4)


HFILE_KINDS: tuple[Callable[[bytes, HFile, random.Random], Made], ...] = (
    hfile_magic, hfile_size, hfile_checksum, hfile_prev, hfile_checksum_type, hfile_trailer_magic,
    hfile_major, hfile_entries, hfile_first_block, hfile_truncation,
)  # fmt: skip
