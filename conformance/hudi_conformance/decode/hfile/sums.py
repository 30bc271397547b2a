# SPDX-License-Identifier: Apache-2.0
"""Sums and extremes over all cells of an HFile, which its file info repeats [hfile.info.cells]."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import PUT, HFileCell

_LEN_KEY_LENGTHS = 12  # of a key: length of the row, that of the family, timestamp and type
_LEN_LENGTHS = 4 + 8  # of the biggest cell: a length before it, those of key and value
DELETE_FAMILIES = frozenset({10, 14})
EARLIEST, NUM_DELETES = b"EARLIEST_PUT_TS", b"DELETE_FAMILY_COUNT"


@dataclass(slots=True)
class CellSums:
    """Sums over cells in file order.

    Attributes:
        num: cells.
        len_keys: bytes of their keys.
        len_rows: bytes of their rows.
        len_values: bytes of their values.
        max_tags: greatest size of the tags of one cell.
        len_biggest: greatest size of one cell, without its mvcc number and with a four-byte length.
        biggest: key of the first cell of that length.
        earliest: least timestamp of a put, None if there is none.
        num_deletes: deletes of a family, or of one version of it.
    """

    num: int = 0
    len_keys: int = 0
    len_rows: int = 0
    len_values: int = 0
    max_tags: int = 0
    len_biggest: int = 0
    biggest: bytes = b""
    earliest: int | None = None
    num_deletes: int = 0

    def add(self, cell: HFileCell) -> None:
        """Count a cell."""
        len_row, len_value, len_tags = len(cell.row), len(cell.value), len(cell.tags)
        len_key = _LEN_KEY_LENGTHS + len_row + len(cell.family) + len(cell.qualifier)
        size = _LEN_LENGTHS + len_key + len_value + (2 + len_tags if len_tags else 0)
        self.num += 1
        self.len_keys += len_key
        self.len_rows += len_row
        self.len_values += len_value
        self.max_tags = max(self.max_tags, len_tags)
        if size > self.len_biggest:
            self.len_biggest, self.biggest = size, encode_key(cell)
        if cell.type == PUT:
            self.earliest = cell.timestamp if self.earliest is None else min(self.earliest, cell.timestamp)
        elif cell.type in DELETE_FAMILIES:
            self.num_deletes += 1

    def merge(self, other: CellSums) -> None:
        """Add the sums of the following cells."""
        self.num += other.num
        self.len_keys += other.len_keys
        self.len_rows += other.len_rows
        self.len_values += other.len_values
        self.max_tags = max(self.max_tags, other.max_tags)
        if other.len_biggest > self.len_biggest:
            self.len_biggest, self.biggest = other.len_biggest, other.biggest
        if other.earliest is not None:
            self.earliest = other.earliest if self.earliest is None else min(self.earliest, other.earliest)
        self.num_deletes += other.num_deletes


def encode_key(cell: HFileCell) -> bytes:
    """Bytes of the key of a cell; lengths and type are truncated to their widths."""
    lengths = struct.pack(">HB", len(cell.row) & 0xFFFF, len(cell.family) & 0xFF)
    end = struct.pack(">qB", cell.timestamp, cell.type & 0xFF)
    return lengths[:2] + cell.row + lengths[2:] + cell.family + cell.qualifier + end


def is_last_key(file: HFile, cell: HFileCell) -> bool:
    """Whether the last key of the file info is that of the cell, its row, or absent."""
    stored, key = file.info.get(b"hfile.LASTKEY", b""), encode_key(cell)
    return not stored or stored in {key, key[: 2 + len(cell.row)]}


def sum_findings(file: HFile, sums: CellSums, *, is_hudi: bool) -> Iterator[Finding]:
    """Yield false statements of the file info on cells; Hudi's mean key length may be that of rows."""
    if not sums.num:
        return
    at, info = file.load_on_open[2].ofs, file.info
    means = {sums.len_keys // sums.num, *([sums.len_rows // sums.num] if is_hudi else [])}
    expected: dict[bytes, set[int]] = {
        b"hfile.AVG_KEY_LEN": means,
        b"hfile.AVG_VALUE_LEN": {sums.len_values // sums.num},
        b"hfile.MAX_TAGS_LEN": {sums.max_tags},
        b"hfile.LEN_OF_BIGGEST_CELL": {sums.len_biggest},
        NUM_DELETES: {sums.num_deletes},
    }
    if sums.earliest is not None:
        expected[EARLIEST] = {sums.earliest}
    for name, values in expected.items():
        stored = info.get(name)
        if stored is not None and int.from_bytes(stored, "big", signed=True) not in values:
            message = f"{name.decode()} {stored.hex()[:32]}, {sorted(values)[0]} by the cells"
            yield Finding("hfile.info.cells", "bad-value", at, message)
    key = info.get(b"hfile.KEY_OF_BIGGEST_CELL")
    if key is not None and key != sums.biggest:
        message = (
            f"hfile.KEY_OF_BIGGEST_CELL {key!r:.60}, {sums.biggest!r:.60} is longer or the first as long"
        )
        yield Finding("hfile.info.cells", "bad-value", at, message)
