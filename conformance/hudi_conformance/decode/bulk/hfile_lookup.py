# SPDX-License-Identifier: Apache-2.0
"""Lookups of many rows at once in an HFile: the index is read once, and each block at most once.

Irregular input is left to the careful lookup, row by row, so that results and refusals are those of
`hfile.lookup.Lookup.get`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile import payload_of
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import SortKey, entry_sort_key
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.views.hfile import Codec, HFileCell, IndexEntry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Cells = tuple[HFileCell, ...]


class _IrregularError(Exception):
    """Input that is left to the careful lookup."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Cells of one data block. `starts` are offsets into `data`, `shift` makes them offsets of the file."""

    data: Buffer
    table: npt.NDArray[np.int64]
    num: int
    shift: int
    at: int | None  # offset reported for every cell, None where they lie plain in the file


class BulkLookup:
    """Lookups in the HFile at [`start`, `end`) of a buffer.

    Raises:
        Reject: the trailer is refused.
    """

    def __init__(self, buffer: Buffer, start: int = 0, end: int | None = None) -> None:
        self._buffer = buffer
        self._start = start
        self._file = HFile(buffer, start, end)
        self._careful = Lookup(self._file)

    def get(self, rows: Sequence[bytes]) -> list[Cells]:
        """Cells of each row, in the order of the rows.

        Raises:
            Reject, UnsupportedInput, LimitExceeded: as the careful lookup of the first row that fails.
        """
        results: list[Cells | None] = [None] * len(rows)
        if has_kernels() and self._index is not None:
            blocks: dict[int, _Block] = {}
            # In ascending order, one block after the other is needed, and none twice.
            for place in sorted(range(len(rows)), key=rows.__getitem__):
                with suppress(_IrregularError, Reject, LimitExceeded, UnsupportedInput):
                    results[place] = self._get(rows[place], blocks)
        return [
            tuple(self._careful.get(row)) if cells is None else cells
            for row, cells in zip(rows, results, strict=True)
        ]

    @cached_property
    def _index(self) -> tuple[Sequence[IndexEntry], Sequence[SortKey], CellReader] | None:
        """Entries to data blocks and their sort keys, ascending; None where they are irregular."""
        try:
            entries = list(self._careful.index.data())
            keys = [entry_sort_key(entry) for entry in entries]
            self._check_levels(entries)
            reader = CellReader.of(self._file)
            codec = self._file.codec
        except (_IrregularError, Reject, LimitExceeded, UnsupportedInput):
            return None
        is_ascending = all(left < right for left, right in pairwise(keys))
        return (entries, keys, reader) if is_ascending and codec in Codec else None

    def _check_levels(self, entries: Sequence[IndexEntry]) -> None:
        """Check that a search from the root ends at the same entry as a search among all of them."""
        index = self._careful.index
        above = list(index.root)
        for levels in range(self._file.trailer.num_data_index_levels, 1, -1):
            level: list[IndexEntry] = []
            for entry in above:
                below = index.children(entry, levels)
                if not below or below[0].key != entry.key:
                    raise _IrregularError
                level += below
            above = level
        if len(above) != len(entries):
            raise _IrregularError

    def _get(self, row: bytes, blocks: dict[int, _Block]) -> Cells:
        from hudi_conformance.decode.bulk import hfile_kernel as krn
        from hudi_conformance.decode.bulk._memory import address_of

        if self._index is None:
            raise _IrregularError
        entries, keys, reader = self._index
        cells: list[HFileCell] = []
        first = max(bisect_left(keys, (row,)) - 1, 0)
        for place in range(first, len(entries)):
            entry = entries[place]
            block = blocks.get(entry.ofs)
            if block is None:
                block = self._load(entry, reader)
                while len(blocks) > 1:
                    del blocks[next(iter(blocks))]
                blocks[entry.ofs] = block
            with address_of(block.data) as base, address_of(row) as at_row:
                begin, end = krn.find_row(base, block.table, block.num, at_row, len(row))
            cells += [_cell(block, int(block.table[i]), reader) for i in range(begin, end)]
            if end < block.num:
                break
        return tuple(cells)

    def _load(self, entry: IndexEntry, reader: CellReader) -> _Block:
        import numpy as np

        from hudi_conformance.decode.bulk import hfile_kernel as krn
        from hudi_conformance.decode.bulk._memory import address_of

        trailer = self._file.trailer
        header = np.empty((1, krn.NUM_COLUMNS), np.int64)
        with address_of(self._buffer) as base:
            num, end, _ = krn.walk_headers(
                base + self._start, entry.ofs, trailer.ofs, int(trailer.has_checksums), header
            )
        fields = header[0].tolist()
        if not num or not fields[krn.IS_DATA] or end != entry.ofs + entry.size or reader.encoding is not None:
            raise _IrregularError
        try:
            payload = payload_of(self._file, self._buffer, self._start, fields)
        except ValueError:
            raise _IrregularError from None
        length, stored = fields[krn.LEN_INFLATED], fields[krn.STORED_OFS]
        table = np.empty(length // krn.LEN_CELL_MIN, np.int64)
        data: Buffer = self._buffer if payload is None else payload
        begin = self._start + stored if payload is None else 0
        with address_of(data) as base:
            spans = np.array([base + begin, base + begin + length], np.int64)
            layout = reader.layout
            num, num_good = krn.find_cells(
                spans[:1],
                spans[1:],
                int(layout.has_tags),
                int(layout.has_mvcc),
                table,
                np.empty(krn.NUM_SUMS, np.int64),
            )
            if not num_good or not krn.are_sorted(table, num):
                raise _IrregularError
            # Addresses are valid for as long as the buffer is pinned; offsets stay valid.
            table[:num] -= base
        is_plain = payload is None
        return _Block(data, table, num, -self._start if is_plain else 0, None if is_plain else entry.ofs)


def _cell(block: _Block, pos: int, reader: CellReader) -> HFileCell:
    """The cell at an offset found by the kernel."""
    data = block.data
    len_key = int.from_bytes(data[pos : pos + 4], "big")
    len_value = int.from_bytes(data[pos + 4 : pos + 8], "big")
    key = bytes(data[pos + 8 : pos + 8 + len_key])
    family = 2 + int.from_bytes(key[:2], "big")
    qualifier = family + 1 + key[family]
    value = pos + 8 + len_key
    after = value + len_value
    tags = b""
    if reader.layout.has_tags:
        len_tags = int.from_bytes(data[after : after + 2], "big")
        tags = bytes(data[after + 2 : after + 2 + len_tags])
        after += 2 + len_tags
    mvcc = _vlong(bytes(data[after : after + 9])) if reader.layout.has_mvcc else 0
    return HFileCell(
        row=key[2:family],
        family=key[family + 1 : qualifier],
        qualifier=key[qualifier:-9],
        timestamp=int.from_bytes(key[-9:-1], "big", signed=True),
        type=key[-1],
        value=bytes(data[value : value + len_value]),
        tags=tags,
        mvcc=mvcc,
        ofs_key=pos + 8 + block.shift if block.at is None else block.at,
        ofs_value=value + block.shift if block.at is None else block.at,
    )


def _vlong(data: bytes) -> int:
    first = data[0]
    if first < 128:
        return first
    if first >= 144:
        return first - 256
    if first >= 136:
        return int.from_bytes(data[1 : 145 - first], "big")
    return -int.from_bytes(data[1 : 137 - first], "big") - 1
