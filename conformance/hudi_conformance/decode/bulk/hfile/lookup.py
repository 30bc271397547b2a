# SPDX-License-Identifier: Apache-2.0
"""Lookups of many rows at once in an HFile: the index is read once, and each block once.

As in the careful lookup, all blocks are read before a row is said to be absent [hfile.lookup.proven].
Irregular input is left to it, so that results and refusals are those of `hfile.lookup.Lookup.get`, but for
payloads of one kind, of which the module `hfile` tells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile.columns import column_lengths, column_values, kernel_layout
from hudi_conformance.decode.bulk.hfile.odd import Oddities
from hudi_conformance.decode.bulk.hfile.payloads import payload_of
from hudi_conformance.decode.bulk.hfile.scan import cell_table
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.proof import BlockFacts, ProvenIndex, prove_blocks, prove_index
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import Codec, HFileCell, IndexEntry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from hudi_conformance.decode.bulk.hfile.walk import Found, RowWalk

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
    """Lookups in the HFile at [`start`, `end`) of a buffer; `threads` as of `hfile.iter_cell_batches`.

    Raises:
        Reject: the trailer is refused.
    """

    def __init__(
        self, buffer: Memory, start: int = 0, end: int | None = None, *, threads: int | None = None
    ) -> None:
        self._threads = threads
        self._buffer = buffer
        self._start = start
        self._file = HFile(buffer, start, end)
        self._careful = Lookup(self._file)
        self._is_proven = False
        self._regular: RowWalk | None = None
        self._is_irregular = False

    def get(self, rows: Sequence[bytes]) -> list[Cells]:
        """Cells of each row, in the order of the rows.

        Raises:
            Reject, UnsupportedInput, LimitExceeded: as the careful lookup of the first row that fails.
        """
        found = self._find_regular(rows)
        if found is not None and not found.is_wide:
            return _cells_of(found, len(rows), is_plain=self._file.codec is Codec.NONE)
        results: list[list[HFileCell] | None] = [None] * len(rows)
        if has_kernels():
            with suppress(_IrregularError, Reject, LimitExceeded, UnsupportedInput):
                self._get_all(rows, results)
        return [
            tuple(self._careful.get(row) if cells is None else cells)
            for row, cells in zip(rows, results, strict=True)
        ]

    def get_table(self, rows: Sequence[bytes]) -> tuple[pa.Table, npt.NDArray[np.int64]]:
        """Cells of the rows as Arrow columns (`hfile.COLUMNS`), and for each the number of its row.

        Cells are in the order of the file, but where blocks are refused by row; `mvcc` as in
        `iter_cell_batches`.

        Raises:
            Reject, UnsupportedInput, LimitExceeded: as `get`.
        """
        import numpy as np

        regular = self._find_regular(rows)
        if regular is not None:
            return regular.cells, regular.rows
        found = [(place, cell) for place, cells in enumerate(self.get(rows)) for cell in cells]
        return cell_table([cell for _, cell in found]), np.array([place for place, _ in found], np.int64)

    def _find_regular(self, rows: Sequence[bytes]) -> Found | None:
        """Cells of rows in one walk forward, None where something on the way is not regular."""
        if not has_kernels() or self._is_irregular:
            return None
        from hudi_conformance.decode.bulk.hfile.walk import IrregularError, RowWalk

        with suppress(IrregularError, Reject, LimitExceeded, UnsupportedInput):
            if self._regular is None:
                reader = CellReader.of(self._file)
                self._regular = RowWalk(self._buffer, self._start, self._file, reader, self._threads)
            return self._regular.find(rows)
        self._is_irregular = True
        self._regular = None
        return None

    @property
    def findings(self) -> list[Finding]:
        """What breaks a rule and is returned all the same, once something has been looked up."""
        if self._regular is not None and not self._is_proven:
            # The walk looks at what a lookup relies on, and at nothing else.
            with suppress(_IrregularError, Reject, LimitExceeded, UnsupportedInput):
                self._get_all([], [])
        if self._is_proven and not self._oddities.are_none(self._reader.layout):
            # The careful lookup says what it is.
            with suppress(Reject, LimitExceeded, UnsupportedInput):
                _ = self._careful.proven
        return self._careful.findings

    @cached_property
    def _oddities(self) -> Oddities:
        return Oddities(self._file)

    @cached_property
    def _reader(self) -> CellReader:
        reader = CellReader.of(self._file)
        if reader.encoding is not None:
            raise _IrregularError
        return reader

    @cached_property
    def _index(self) -> ProvenIndex:
        """Entries to data blocks and their sort keys, compared with the headers of the file."""
        return prove_index(self._file, self._careful.index, has_headers=False)

    def _get_all(self, rows: Sequence[bytes], results: list[list[HFileCell] | None]) -> None:
        """Fill in the results of rows whose blocks are regular."""
        found: dict[int, list[HFileCell]] = {}
        failed = self._walk(rows, lambda block, places: self._find(block, places, rows, found))
        for place in range(len(rows)):
            if place not in failed:
                results[place] = found.get(place, [])

    def _walk(self, rows: Sequence[bytes], take: Callable[[_Block, Sequence[int]], None]) -> set[int]:
        """Give blocks, with the numbers of the rows that they can hold, to `take`; rows of blocks that fail.

        The first call reads all blocks of the file, in order, and compares them with index and trailer:
        rows are looked up on the way. Later calls read only blocks that can hold one of the rows.
        """
        index, reader = self._index, self._reader
        wanted: dict[int, list[int]] = {}
        for place, row in enumerate(rows):
            first = max(bisect_left(index.keys, (row,)) - 1, 0)
            for number in range(first, len(index.entries)):
                if number > first and index.keys[number][0] > row:
                    break
                wanted.setdefault(number, []).append(place)
        failed: set[int] = set()

        def facts(number: int) -> BlockFacts:
            try:
                block = self._load(index.entries[number], reader)
            except (Reject, LimitExceeded):
                failed.update(wanted.get(number, ()))
                raise
            take(block, wanted.get(number, ()))
            return BlockFacts(block.num, *self._oddities.bounds[index.entries[number].ofs])

        if self._is_proven:
            for number in sorted(wanted):
                with suppress(Reject, LimitExceeded):
                    facts(number)
        else:
            numbers = iter(range(len(index.entries)))
            prove_blocks(self._file, index, lambda _: facts(next(numbers)))
            self._is_proven = True
        return failed

    def _find(
        self,
        block: _Block,
        places: Sequence[int],
        rows: Sequence[bytes],
        found: dict[int, list[HFileCell]],
    ) -> None:
        """Add the cells of a block to those of the rows that are looked for in it."""
        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import order_kernel as krn

        with address_of(block.data) as base:
            for place in places:
                row = rows[place]
                with address_of(row) as at_row:
                    begin, end = krn.find_row(base, block.table, block.num, at_row, len(row))
                cells = [_cell(block, int(block.table[i]), self._reader) for i in range(begin, end)]
                found[place] = found[place] + cells if place in found else cells

    def _load(self, entry: IndexEntry, reader: CellReader) -> _Block:
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import kernel as krn
        from hudi_conformance.decode.bulk.hfile import order_kernel as order

        trailer = self._file.trailer
        header = np.empty((1, krn.NUM_COLUMNS), np.int64)
        with address_of(self._buffer) as base:
            num, end, _ = krn.walk_headers(
                base + self._start, entry.ofs, trailer.ofs, int(trailer.has_checksums), header
            )
        fields = header[0].tolist()
        if not num or not fields[krn.IS_DATA] or end != entry.ofs + entry.size:
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
            num, num_good = krn.find_cells(
                spans[:1],
                spans[1:],
                *kernel_layout(reader.layout),
                table,
                np.empty(krn.NUM_SUMS, np.int64),
            )
            if not num_good or not num:
                raise _IrregularError
            if not self._is_proven:
                self._oddities.cells(table, num, kernel_layout(reader.layout), {int(spans[0]): entry.ofs})
                if self._oddities.odd & order.ODD_ORDER:
                    raise _IrregularError
            # Addresses are valid for as long as the buffer is pinned; offsets stay valid.
            table[:num] -= base
        is_plain = payload is None
        return _Block(data, table, num, -self._start if is_plain else 0, None if is_plain else entry.ofs)


def _cells_of(found: Found, num_rows: int, *, is_plain: bool) -> list[Cells]:
    """Cells of each row as objects."""
    import numpy as np

    columns = found.cells.columns
    values = found.keys
    if is_plain:
        row, family, qualifier = map(column_lengths, columns[:3])
        values = values + 12 + row + family + qualifier
    fields = (*map(column_values, columns), found.keys.tolist(), values.tolist())
    # As `HFileCell(...)`, without a call of Python for each.
    cells: Iterator[HFileCell] = map(partial(tuple.__new__, HFileCell), zip(*fields, strict=True))
    rows = found.rows.tolist()
    if len(np.unique(found.rows)) == len(rows):
        alone: list[Cells] = [()] * num_rows
        for place, cell in zip(rows, cells, strict=True):
            alone[place] = (cell,)
        return alone
    results: list[list[HFileCell]] = [[] for _ in range(num_rows)]
    for place, cell in zip(rows, cells, strict=True):
        results[place].append(cell)
    return [tuple(cells) for cells in results]


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
