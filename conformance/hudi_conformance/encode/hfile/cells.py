# SPDX-License-Identifier: Apache-2.0
"""Cells: their keys, their order, their plain layout [hfile.cell.layout, hfile.cell.order]."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.numbers import encode_vlong
from hudi_conformance.model.hfile import HFileCell

LATEST = 2**63 - 1
MAXIMUM = 255
TYPES = (4, 8, 10, 12, 14)  # put, delete, delete family version, delete column, delete family
# Rules that wrong order and rows that are too long violate.
HBASE_RULES = ("hfile.cell.order", "hfile.cell.row-length")
HUDI_RULES = ("hudi.hfile.order", "hudi.hfile.key-length")
MAX_ROW, MAX_FAMILY, MAX_TAGS = 32767, 127, 65535
MAJOR_OF_TAGS, LEN_TAG_LENGTH = 3, 2


class Cell(HFileCell):
    """One cell; `tags` is the stored region of tags, without its length."""

    __slots__ = ()

    @property
    def key(self) -> bytes:
        """KeyValue key: u16 row length, row, u8 family length, family, qualifier, i64 timestamp, u8 type."""
        return encode_key(self.row, self.family, self.qualifier, self.timestamp, self.type)

    @property
    def rank(self) -> tuple[bytes, bytes, bytes, int, int]:
        """Cells ascend by this: later timestamps and greater types come first."""
        return (self.row, self.family, self.qualifier, -self.timestamp, -self.type)


def encode_key(row: bytes, family: bytes, qualifier: bytes, timestamp: int, kind: int) -> bytes:
    """Encode a KeyValue key; for a row above 65,535 bytes the length is truncated to 16 bits."""
    head = struct.pack(">HB", len(row) & 0xFFFF, len(family))
    return head[:2] + row + head[2:] + family + qualifier + struct.pack(">qB", timestamp, kind)


@dataclass(frozen=True, slots=True)
class CellLayout:
    """The parts after the value in every cell of the file."""

    tags: bool
    mvcc: bool

    def plain(self, cell: Cell) -> bytes:
        """Encode a cell for unencoded blocks."""
        key = cell.key
        parts = [struct.pack(">ii", len(key), len(cell.value)), key, cell.value]
        if self.tags:
            parts += [struct.pack(">H", len(cell.tags)), cell.tags]
        if self.mvcc:
            parts.append(encode_vlong(cell.mvcc))
        return b"".join(parts)


def check_cells(
    cells: Sequence[Cell], layout: CellLayout, rules: tuple[str, str], unsorted: bool, long_rows: bool
) -> None:
    """Reject cells that the plain layout cannot store, that are out of order, or of unknown type.

    `unsorted`: any order and type is accepted. `long_rows`: rows of any length are accepted.

    Raises:
        EncodeError: a part that is too long, tags or mvcc in a file without them, a key below the last.
    """
    order, row_length = rules
    before: Cell | None = None
    for i, cell in enumerate(cells):
        where = f"cells[{i}]"
        for name, length, most, requirement in (
            ("row", 0 if long_rows else len(cell.row), MAX_ROW, row_length),
            ("family", len(cell.family), MAX_FAMILY, "hfile.cell.lengths"),
            ("tags", len(cell.tags), MAX_TAGS if layout.tags else 0, "hfile.cell.tags"),
        ):
            if length > most:
                raise EncodeError(
                    "bad-value", requirement, f"{where}.{name}", f"at most {most} bytes", length
                )
        if cell.mvcc and not layout.mvcc:
            raise EncodeError("bad-value", "hfile.cell.mvcc", f"{where}.mvcc", "0 without mvcc", cell.mvcc)
        if unsorted:
            continue
        if cell.type not in TYPES:
            raise EncodeError("bad-type", "hfile.cell.type", f"{where}.type", f"one of {TYPES}", cell.type)
        if before is not None and cell.rank < before.rank:
            raise EncodeError("bad-order", order, f"key of {where}", f"none below {before.key!r}", cell.key)
        before = cell


def check_tags(cells: Sequence[Cell], major: int, *, has_tags: bool) -> None:
    """Reject a tags part in a file of version 2, and tags that do not fill their part.

    Raises:
        EncodeError: `hfile.cell.tags` or `hfile.cell.tags-form`.
    """
    if has_tags and major < MAJOR_OF_TAGS:
        expected = f"a file of version {MAJOR_OF_TAGS}"
        raise EncodeError("bad-version", "hfile.cell.tags", "version of a file with tags", expected, major)
    for i, cell in enumerate(cells):
        tags, ofs = cell.tags, 0
        while ofs < len(tags):
            length = int.from_bytes(tags[ofs : ofs + LEN_TAG_LENGTH], "big")
            remaining = len(tags) - ofs - LEN_TAG_LENGTH
            if remaining < 1 or not 1 <= length <= remaining:
                where = f"cells[{i}].tags at {ofs}"
                expected = f"a length of 1 to {max(remaining, 0)} and as many bytes"
                raise EncodeError("bad-value", "hfile.cell.tags-form", where, expected, tags[ofs:])
            ofs += LEN_TAG_LENGTH + length


def fake_key(last: Cell, first: Cell) -> bytes:
    """A short key above the last one of a block and not above the first one of the next [hfile.index.key].

    The first part in which the two differ is shortened; equal keys leave nothing to shorten.
    """
    if last.row != first.row:
        return encode_key(_between(last.row, first.row), b"", b"", LATEST, MAXIMUM)
    if last.family != first.family:
        return encode_key(first.row, _between(last.family, first.family), b"", LATEST, MAXIMUM)
    if last.qualifier != first.qualifier:
        qualifier = _between(last.qualifier, first.qualifier)
        return encode_key(first.row, first.family, qualifier, LATEST, MAXIMUM)
    return first.key


def _between(low: bytes, high: bytes) -> bytes:
    """The shortest bytes above `low` and not above `high`."""
    common = len_common(low, high)
    if common == len(low):
        return low + b"\x00"
    return low[:common] + bytes([low[common] + 1])


def len_common(left: bytes, right: bytes) -> int:
    """Number of leading bytes that two strings share."""
    most = min(len(left), len(right))
    return next((i for i in range(most) if left[i] != right[i]), most)
