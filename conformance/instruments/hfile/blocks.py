# SPDX-License-Identifier: Apache-2.0
"""Damage to blocks: their order, their number, their headers, their stored payloads."""

from __future__ import annotations

import gzip
import random
from dataclasses import replace

from hudi_conformance.model.hfile import Codec

from instruments.hfile.cells import CONTENT, split
from instruments.hfile.kinds import kind
from instruments.hfile.parts import Entry, Part, Parts, build, compress

_HUGE = (0, -1, 1 << 30, (1 << 31) - 1, -(1 << 31))


def _data(parts: Parts, dice: random.Random, least: int = 1) -> list[Part] | None:
    data = parts.data
    dice.shuffle(data)
    return data if len(data) >= least else None


def _num_cells(part: Part, parts: Parts) -> int:
    return len(split(part.payload, parts)) if part.kind == "DATA" else 0


def _indexes(parts: Parts) -> Part:
    """The index block of the data entries, or a leaf of them."""
    return next((part for part in parts.parts if part.kind == "LEAF_INDEX"), parts.root)


def _without_entry(parts: Parts, number: int) -> Parts:
    for part in parts.parts:
        if part.form:
            parts = parts.put(replace(part, entries=tuple(e for e in part.entries if e.target != number)))
    return parts


@kind("blocks.swapped")
def swapped(parts: Parts, dice: random.Random) -> Parts | None:
    """Two data blocks exchanged in the file; the index follows them."""
    data = _data(parts, dice, 2)
    if data is None:
        return None
    one, two = data[:2]
    other = {one.number: two, two.number: one}
    return replace(parts, parts=tuple(other.get(part.number, part) for part in parts.parts))


@kind("blocks.payloads-swapped")
def payloads_swapped(parts: Parts, dice: random.Random) -> Parts | None:
    """Two data blocks exchanged, the index as before."""
    data = _data(parts, dice, 2)
    if data is None:
        return None
    one, two = data[:2]
    return parts.put(replace(one, payload=two.payload)).put(replace(two, payload=one.payload))


def _copy(parts: Parts, dice: random.Random) -> tuple[Part, Part] | None:
    data = _data(parts, dice)
    return (
        None if data is None else (data[0], replace(data[0], number=1 + max(p.number for p in parts.parts)))
    )


def _insert(parts: Parts, after: Part, part: Part) -> Parts:
    at = parts.parts.index(after) + 1
    return replace(parts, parts=(*parts.parts[:at], part, *parts.parts[at:]))


@kind("blocks.doubled")
def doubled(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block twice in a row, the copy in no index."""
    both = _copy(parts, dice)
    return None if both is None else _insert(parts, *both)


@kind("blocks.doubled-apart")
def doubled_apart(parts: Parts, dice: random.Random) -> Parts | None:
    """A copy of a data block behind the last one."""
    both = _copy(parts, dice)
    return None if both is None else _insert(parts, parts.data[-1], both[1])


@kind("blocks.doubled-indexed")
def doubled_indexed(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block twice, index and count with it."""
    both = _copy(parts, dice)
    if both is None:
        return None
    one, two = both
    parts = _insert(parts, one, two)
    for part in parts.parts:
        entries: list[Entry] = []
        for entry in part.entries:
            entries.append(entry)
            if entry.target == one.number:
                entries.append(replace(entry, target=two.number))
        parts = parts.put(replace(part, entries=tuple(entries)))
    return replace(parts, num_cells=parts.num_cells + _num_cells(one, parts))


def _removed(parts: Parts, dice: random.Random) -> tuple[Part, Parts] | None:
    data = parts.data[1:-1]
    if not data:
        return None
    part = dice.choice(data)
    return part, replace(parts, parts=tuple(other for other in parts.parts if other != part))


@kind("blocks.removed")
def removed(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block and its index entry removed, the count as before."""
    both = _removed(parts, dice)
    return None if both is None else _without_entry(both[1], both[0].number)


@kind("blocks.removed.counted", blind=CONTENT)
def removed_counted(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block removed, with entry and count."""
    both = _removed(parts, dice)
    if both is None or both[0].kind != "DATA":
        return None
    part, rest = both
    return replace(_without_entry(rest, part.number), num_cells=rest.num_cells - _num_cells(part, parts))


@kind("blocks.removed-entry-kept")
def removed_entry_kept(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block removed, its entry as before."""
    both = _removed(parts, dice)
    return None if both is None else both[1]


@kind("blocks.emptied")
def emptied(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block without cells."""
    data = _data(parts, dice)
    return None if data is None else parts.put(replace(data[0], payload=data[0].payload[:0]))


@kind("blocks.other-kind")
def other_kind(parts: Parts, dice: random.Random) -> Parts | None:
    """A data block under the magic of another kind."""
    data = _data(parts, dice)
    kinds = ("META", "LEAF_INDEX", "BLOOM_CHUNK", "FILE_INFO", "ROOT_INDEX", "DATA", "ENCODED_DATA")
    return None if data is None else parts.put(replace(data[0], kind=dice.choice(kinds)))


@kind("blocks.merged", blind="the file holds the same cells in fewer blocks")
def merged(parts: Parts, dice: random.Random) -> Parts | None:
    """Two data blocks made one."""
    data = parts.data
    if len(data) < 2 or data[0].kind != "DATA":
        return None
    at = dice.randrange(len(data) - 1)
    one, two = data[at : at + 2]
    both = replace(one, payload=one.payload + two.payload)
    parts = replace(parts, parts=tuple(part for part in parts.parts if part != two)).put(both)
    return _without_entry(parts, two.number)


@kind("blocks.first-at-64", blind="the cells are the same; blocks begin behind 64 bytes that belong to none")
def first_at_64(parts: Parts, dice: random.Random) -> bytes | None:  # noqa: ARG001 - the form of a kind
    """64 bytes in front of the first block, all offsets with them."""
    if parts.codec is Codec.LZO or not parts.data:
        return None
    return build(parts, lead=bytes(64))


@kind("blocks.gap")
def gap(parts: Parts, dice: random.Random) -> bytes | None:
    """Bytes between two blocks."""
    if not parts.data:
        return None
    return build(
        parts, gap_before=dice.choice(parts.data).number, gap=dice.randbytes(dice.choice((1, 8, 64)))
    )


# --- headers -----------------------------------------------------------------------------------------


def _of_header(name: str, field: str, *, is_relative: bool = True) -> None:
    @kind(f"header.{name}")
    def damage(parts: Parts, dice: random.Random) -> Parts | None:
        data = _data(parts, dice)
        if data is None:
            return None
        size = len(data[0].payload)
        near = (size + 1, size - 1, size // 2, size + 100) if is_relative else ()
        value = dice.choice((*near, *_HUGE))
        return parts.put(replace(data[0], header={field: value}))


_of_header("on-disk", "on_disk")
_of_header("inflated", "inflated")
_of_header("with-header", "with_header")
_of_header("chunk", "chunk", is_relative=False)
_of_header("prev", "prev", is_relative=False)


@kind("header.checksum-type")
def checksum_type(parts: Parts, dice: random.Random) -> Parts | None:
    """A kind of checksum that is not known, or not the one of the words."""
    data = _data(parts, dice)
    if data is None:
        return None
    return parts.put(replace(data[0], header={"kind": dice.choice((0, 1, 2, 3, 9, 255))}))


@kind("header.checksum-off")
def checksum_off(parts: Parts, dice: random.Random) -> Parts | None:
    """A flipped bit of the payload, with checksums declared as type NULL and their words kept."""
    data = _data(parts, dice)
    if data is None or not data[0].payload or not data[0].checksum_type:
        return None
    part = data[0]
    stored = bytearray(compress(parts.codec, part.payload))
    stored[dice.randrange(len(stored))] ^= 1 << dice.randrange(8)
    return parts.put(replace(part, stored=bytes(stored), header={"kind": 0}))


# --- stored payloads -----------------------------------------------------------------------------------


@kind("stored.bit", blind="the codec has no checksum, and the inflated data is valid")
def stored_bit(parts: Parts, dice: random.Random) -> Parts | None:
    """A bit of a compressed payload, checksums made right again."""
    data = _data(parts, dice)
    if data is None or parts.codec is Codec.NONE:
        return None
    stored = bytearray(compress(parts.codec, data[0].payload))
    stored[dice.randrange(len(stored))] ^= 1 << dice.randrange(8)
    return parts.put(replace(data[0], stored=bytes(stored)))


@kind("stored.trailing")
def stored_trailing(parts: Parts, dice: random.Random) -> Parts | None:
    """Bytes behind a compressed payload: junk, or a second one."""
    data = _data(parts, dice)
    if data is None or parts.codec is Codec.NONE:
        return None
    stored = compress(parts.codec, data[0].payload)
    more = dice.choice((b"\0", b"junk", stored, gzip.compress(b"", mtime=0), bytes(4)))
    return parts.put(replace(data[0], stored=stored + more))


@kind("stored.plain")
def stored_plain(parts: Parts, dice: random.Random) -> Parts | None:
    """A payload stored as it is in a compressed file."""
    data = _data(parts, dice)
    if data is None or parts.codec is Codec.NONE:
        return None
    return parts.put(replace(data[0], stored=data[0].payload))


@kind("encoded.bit", blind=CONTENT)
def encoded_bit(parts: Parts, dice: random.Random) -> Parts | None:
    """A bit of an encoded payload."""
    data = [part for part in parts.data if part.kind == "ENCODED_DATA" and len(part.payload) > 8]
    if not data:
        return None
    part = dice.choice(data)
    payload = bytearray(part.payload)
    payload[dice.randrange(6, len(payload))] ^= 1 << dice.randrange(8)
    return parts.put(replace(part, payload=bytes(payload)))


@kind("encoded.id")
def encoded_id(parts: Parts, dice: random.Random) -> Parts | None:
    """Another encoding id in front of an encoded payload."""
    data = [part for part in parts.data if part.kind == "ENCODED_DATA" and len(part.payload) > 8]
    if not data:
        return None
    part = dice.choice(data)
    number = dice.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 65535))
    return parts.put(replace(part, payload=number.to_bytes(2, "big") + part.payload[2:]))


@kind("encoded.size")
def encoded_size(parts: Parts, dice: random.Random) -> Parts | None:
    """Another size of the plain cells."""
    data = [part for part in parts.data if part.kind == "ENCODED_DATA" and len(part.payload) > 8]
    if not data:
        return None
    part = dice.choice(data)
    size = dice.choice((0, 1, 0x7FFFFFFF, 0x80000000, int.from_bytes(part.payload[2:6], "big") + 1))
    return parts.put(replace(part, payload=part.payload[:2] + size.to_bytes(4, "big") + part.payload[6:]))
