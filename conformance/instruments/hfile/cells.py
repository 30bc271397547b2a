# SPDX-License-Identifier: Apache-2.0
"""Damage to the cells of plain data blocks, with checksums and lengths of the blocks right again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from instruments.hfile.kinds import kind
from instruments.hfile.parts import Part, Parts

CONTENT = (
    "the file is one that a writer makes of the changed cells: each count, sum, key and checksum is theirs"
)


SAME_KEYS = "cells with equal keys have no order"


@dataclass(frozen=True)
class RawCell:
    """A cell as its bytes: key, value, and tags and mvcc together; `lengths` replaces the two lengths."""

    key: bytes
    value: bytes
    tags: bytes
    mvcc: bytes
    lengths: bytes = b""

    @property
    def raw(self) -> bytes:
        """All bytes."""
        lengths = self.lengths or len(self.key).to_bytes(4, "big") + len(self.value).to_bytes(4, "big")
        return lengths + self.key + self.value + self.tags + self.mvcc

    @property
    def row(self) -> bytes:
        """The row."""
        return self.key[2 : 2 + int.from_bytes(self.key[:2], "big")]

    @property
    def rest(self) -> bytes:
        """The key after the row."""
        return self.key[2 + len(self.row) :]

    def with_row(self, row: bytes) -> RawCell:
        """The cell under another row."""
        return replace(self, key=len(row).to_bytes(2, "big") + row + self.rest)


def split(payload: bytes, parts: Parts) -> list[RawCell]:
    """Cells of a plain payload."""
    cells = []
    pos = 0
    while pos < len(payload):
        len_key, len_value = (int.from_bytes(payload[pos + i : pos + i + 4], "big") for i in (0, 4))
        key = pos + 8
        value = key + len_key
        tags = value + len_value
        mvcc = tags
        if parts.layout.has_tags:
            mvcc += 2 + int.from_bytes(payload[tags : tags + 2], "big")
        pos = mvcc
        if parts.layout.has_mvcc:
            first = payload[mvcc]
            pos += 1 if first < 128 or first >= 144 else 137 - first if first < 136 else 145 - first
        cells.append(RawCell(payload[key:value], payload[value:tags], payload[tags:mvcc], payload[mvcc:pos]))
    return cells


def join(cells: Sequence[RawCell]) -> bytes:
    """A plain payload of cells."""
    return b"".join(cell.raw for cell in cells)


def _pick(parts: Parts, dice: random.Random, least: int = 3) -> tuple[Part, list[RawCell]] | None:
    """A plain data block with at least so many cells."""
    blocks = [part for part in parts.data if part.kind == "DATA"]
    dice.shuffle(blocks)
    for part in blocks:
        cells = split(part.payload, parts)
        if len(cells) >= least:
            return part, cells
    return None


def _set(parts: Parts, part: Part, cells: Sequence[RawCell], num: int = 0) -> Parts:
    """The file with other cells in a block, `num` more of them counted."""
    return replace(parts.put(replace(part, payload=join(cells))), num_cells=parts.num_cells + num)


OnCell = Callable[[RawCell, random.Random], RawCell | None]


def _of_one_cell(name: str, change: OnCell, blind: str = "") -> None:
    """A kind that changes one cell that is neither the first nor the last of its block."""

    @kind(name, blind=blind)
    def damage(parts: Parts, dice: random.Random) -> Parts | None:
        picked = _pick(parts, dice)
        if picked is None:
            return None
        part, cells = picked
        index = dice.randrange(1, len(cells) - 1)
        changed = change(cells[index], dice)
        if changed is None or changed == cells[index]:
            return None
        return _set(parts, part, [*cells[:index], changed, *cells[index + 1 :]])


def _value_bit(cell: RawCell, dice: random.Random) -> RawCell | None:
    if not cell.value:
        return None
    at = dice.randrange(len(cell.value))
    return replace(
        cell, value=cell.value[:at] + bytes([cell.value[at] ^ 1 << dice.randrange(8)]) + cell.value[at + 1 :]
    )


def _row_bit(cell: RawCell, dice: random.Random) -> RawCell | None:
    if not cell.row:
        return None
    at = dice.randrange(len(cell.row))
    return cell.with_row(cell.row[:at] + bytes([cell.row[at] ^ 1 << dice.randrange(8)]) + cell.row[at + 1 :])


def _lengths(cell: RawCell, key: int, value: int) -> RawCell:
    return replace(
        cell, lengths=(key % (1 << 32)).to_bytes(4, "big") + (value % (1 << 32)).to_bytes(4, "big")
    )


def _key_length(cell: RawCell, dice: random.Random) -> RawCell:
    size = len(cell.key)
    return _lengths(cell, dice.choice((size - 1, size + 1, 11, 0, -1, 1 << 30, 2 * size)), len(cell.value))


def _value_length(cell: RawCell, dice: random.Random) -> RawCell:
    size = len(cell.value)
    wrong = dice.choice((size - 1, size + 1, -1, -len(cell.key) - 9, (1 << 31) - 1, size + len(cell.key)))
    return _lengths(cell, len(cell.key), wrong)


def _type(*types: int) -> OnCell:
    return lambda cell, dice: replace(cell, key=cell.key[:-1] + bytes([dice.choice(types)]))


def _timestamp(cell: RawCell, dice: random.Random) -> RawCell:
    return replace(cell, key=cell.key[:-9] + bytes([128 | dice.randrange(128)]) + cell.key[-8:])


def _family(cell: RawCell, dice: random.Random) -> RawCell:
    rest = cell.rest
    new = bytes([1]) + bytes([97 + dice.randrange(26)]) if rest[0] == 0 else rest[:1] + b"\xff" + rest[2:]
    return replace(
        cell, key=cell.key[: 2 + len(cell.row)] + new + rest[1 + (0 if rest[0] == 0 else rest[0]) :]
    )


def _row_length(cell: RawCell, dice: random.Random) -> RawCell:
    wrong = dice.choice((len(cell.row) - 1, len(cell.row) + 1, 0xFFFF, 0x8000, 0, len(cell.key)))
    return replace(cell, key=(wrong % 65536).to_bytes(2, "big") + cell.key[2:])


def _family_length(cell: RawCell, dice: random.Random) -> RawCell:
    at = 2 + len(cell.row)
    return replace(
        cell, key=cell.key[:at] + bytes([dice.choice((255, 128, cell.key[at] + 1))]) + cell.key[at + 1 :]
    )


def _mvcc(*values: bytes) -> OnCell:
    return lambda cell, dice: replace(cell, mvcc=dice.choice(values)) if cell.mvcc else None


def _tags(cell: RawCell, dice: random.Random) -> RawCell | None:
    if not cell.tags:
        return None
    tags = dice.choice((b"\xff\xff\x01", b"\x00\x00", b"\x00", b"\x00\x09\x01a"))
    return replace(cell, tags=len(tags).to_bytes(2, "big") + tags)


def _value_cut(cell: RawCell, dice: random.Random) -> RawCell | None:
    return replace(cell, value=cell.value[: dice.randrange(len(cell.value))]) if cell.value else None


_of_one_cell("cell.value-bit", _value_bit, CONTENT)
_of_one_cell("cell.value-shorter", _value_cut, CONTENT)
_of_one_cell("cell.row-bit", _row_bit, CONTENT)
_of_one_cell("cell.key-length", _key_length)
_of_one_cell("cell.value-length", _value_length)
_of_one_cell("cell.row-length", _row_length, CONTENT)
_of_one_cell("cell.family-length", _family_length, CONTENT)
_of_one_cell("cell.type-unknown", _type(3, 5, 100, 200, 254))
_of_one_cell("cell.type-bound", _type(0, 255))
_of_one_cell("cell.type-delete", _type(8, 12), CONTENT)
_of_one_cell("cell.timestamp-negative", _timestamp)
_of_one_cell("cell.family-other", _family, CONTENT)
_of_one_cell("cell.mvcc-negative", _mvcc(b"\x90", b"\x87\x70", b"\x80" + b"\xff" * 8))
_of_one_cell(
    "cell.mvcc-wide", _mvcc(b"\x8f\xc8", b"\x88\x7f" + b"\xff" * 7, b"\x8c\x01\x00\x00\x00"), CONTENT
)
_of_one_cell("cell.mvcc-missing", lambda cell, _: replace(cell, mvcc=b"") if cell.mvcc else None)
_of_one_cell("cell.tags-malformed", _tags)


@kind("cell.row-between", blind=CONTENT)
def row_between(parts: Parts, dice: random.Random) -> Parts | None:
    """A row replaced by one that sorts between its neighbours."""
    picked = _pick(parts, dice)
    if picked is None:
        return None
    part, cells = picked
    index = dice.randrange(1, len(cells) - 1)
    row = cells[index - 1].row + b"\0"
    if not cells[index - 1].row < row < cells[index + 1].row or row == cells[index].row:
        return None
    return _set(parts, part, [*cells[:index], cells[index].with_row(row), *cells[index + 1 :]])


@kind("cell.values-swapped", blind=CONTENT)
def values_swapped(parts: Parts, dice: random.Random) -> Parts | None:
    """The values of two cells exchanged."""
    picked = _pick(parts, dice)
    if picked is None:
        return None
    part, cells = picked
    first, second = dice.sample(range(len(cells)), 2)
    left, right = cells[first], cells[second]
    cells[first], cells[second] = replace(left, value=right.value), replace(right, value=left.value)
    return _set(parts, part, cells) if left.value != right.value else None


def _of_list(
    name: str, change: Callable[[list[RawCell], random.Random], list[RawCell]], blind: str = ""
) -> None:
    """A kind that changes which cells a block has; `.counted` makes the trailer's count right again."""

    def damage(parts: Parts, dice: random.Random, *, is_counted: bool) -> Parts | None:
        picked = _pick(parts, dice)
        if picked is None:
            return None
        part, cells = picked
        changed = change(list(cells), dice)
        if changed == cells:
            return None
        return _set(parts, part, changed, len(changed) - len(cells) if is_counted else 0)

    same = blind if blind == SAME_KEYS else ""
    kind(name, blind=same)(lambda parts, dice: damage(parts, dice, is_counted=False))
    if blind and not same:
        kind(f"{name}.counted", blind=blind)(lambda parts, dice: damage(parts, dice, is_counted=True))


def _removed(cells: list[RawCell], dice: random.Random) -> list[RawCell]:
    del cells[dice.randrange(1, len(cells) - 1)]
    return cells


def _doubled(cells: list[RawCell], dice: random.Random) -> list[RawCell]:
    index = dice.randrange(1, len(cells) - 1)
    return [*cells[:index], cells[index], *cells[index:]]


def _swapped(cells: list[RawCell], dice: random.Random) -> list[RawCell]:
    index = dice.randrange(len(cells) - 1)
    cells[index], cells[index + 1] = cells[index + 1], cells[index]
    return cells


_of_list("cells.removed", _removed, CONTENT)
_of_list("cells.doubled", _doubled, CONTENT)
_of_list("cells.half-removed", lambda cells, _: cells[: len(cells) // 2 + 1], CONTENT)
_of_list("cells.swapped", _swapped, SAME_KEYS)
_of_list("cells.reversed", lambda cells, _: cells[::-1], SAME_KEYS)
_of_list("cells.first-last", lambda cells, _: [cells[-1], *cells[1:-1], cells[0]], SAME_KEYS)


@kind("cells.moved")
def moved(parts: Parts, dice: random.Random) -> Parts | None:
    """A cell of one block moved into another one."""
    blocks = [part for part in parts.data if part.kind == "DATA"]
    if len(blocks) < 2:
        return None
    source, target = dice.sample(blocks, 2)
    cells, target_cells = split(source.payload, parts), split(target.payload, parts)
    if len(cells) < 2:
        return None
    cell = cells.pop(dice.randrange(len(cells)))
    target_cells.insert(dice.randrange(len(target_cells) + 1), cell)
    return _set(_set(parts, source, cells), target, target_cells)


@kind("cells.trailing")
def trailing(parts: Parts, dice: random.Random) -> Parts | None:
    """Bytes behind the last cell of a block."""
    picked = _pick(parts, dice, 1)
    if picked is None:
        return None
    part, _ = picked
    return parts.put(replace(part, payload=part.payload + dice.randbytes(dice.randint(1, 40))))


@kind("cells.truncated")
def truncated(parts: Parts, dice: random.Random) -> Parts | None:
    """A block cut within its last cell."""
    picked = _pick(parts, dice, 1)
    if picked is None:
        return None
    part, _ = picked
    return parts.put(replace(part, payload=part.payload[: -dice.randint(1, 12)]))
