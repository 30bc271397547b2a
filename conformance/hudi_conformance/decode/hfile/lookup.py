# SPDX-License-Identifier: Apache-2.0
"""Lookups in an HFile through its index: a row, a prefix of rows, the cell before a row.

Rows alone are compared [hudi.hfile.prefix]. A key between the key of an index entry and the first cell of
its block is not in the file [hfile.index.gap]; the cells of a row may lie in several blocks
[hfile.index.same-row]. The first lookup proves index, order and count, in one pass over the file
[hfile.lookup.proven]: a row is said to be absent only where it cannot be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property

from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader, SortKey, cell_sort_key
from hudi_conformance.decode.hfile.proof import PROVEN, BlockFacts, ProvenIndex, prove_blocks, prove_index
from hudi_conformance.decode.hfile.rules import FileRules
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell, IndexEntry


class Lookup:
    """Lookups in one file; no state is carried from one to the next [hudi.hfile.after-error].

    Attributes:
        findings: what breaks a rule and is returned all the same, once something has been looked up.
    """

    def __init__(self, file: HFile) -> None:
        self.index = IndexReader(file)
        self._file = file
        self.findings: list[Finding] = []
        self._refused: frozenset[int] = frozenset()  # numbers of entries whose blocks cannot be read

    @cached_property
    def _cells(self) -> CellReader:
        return CellReader.of(self._file)

    @cached_property
    def proven(self) -> ProvenIndex:
        """The index, once file and index have been compared.

        Raises:
            Reject: they contradict each other.
            UnsupportedInput: as `HFile.codec`.
        """
        index = prove_index(self._file, self.index)
        rules = FileRules(self._file, self._cells.layout, self.findings)
        self._refused = prove_blocks(self._file, index, lambda entry: self._facts(entry, rules))
        if not self._refused:
            for block in self._file.headers():
                rules.block(block)
            with suppress(LimitExceeded):  # a lookup does not ask the Bloom filter
                rules.end()
        return index

    def _facts(self, entry: IndexEntry, rules: FileRules) -> BlockFacts:
        num = 0
        notes: list[Finding] = []
        first: SortKey | None = None
        last: SortKey | None = None
        for cell in self._cells.cells(self.index.data_block(entry), notes):
            rules.cell(cell, entry.ofs)
            rules.add(notes)
            notes.clear()
            key = cell_sort_key(cell)
            if last is not None and key < last:
                message = f"row {cell.row!r:.40} after {last[0]!r:.40}"
                raise Reject("bad-order", cell.ofs_key, PROVEN, message)
            num += 1
            first = key if first is None else first
            last = key
        return BlockFacts(num, first, last)

    def get(self, row: bytes) -> Iterator[HFileCell]:
        """Yield all cells of a row [hfile.lookup.row].

        Raises:
            Reject: index or blocks on the way are damaged.
        """
        for cell in self._from(row, is_prefix=False):
            if cell.row != row:
                return
            yield cell

    def prefix(self, prefix: bytes) -> Iterator[HFileCell]:
        """Yield all cells whose row begins with `prefix`."""
        for cell in self._from(prefix, is_prefix=True):
            if not cell.row.startswith(prefix):
                return
            yield cell

    def before(self, row: bytes) -> HFileCell | None:
        """The last cell of a smaller row [hfile.lookup.before]."""
        entries = self.proven.entries
        for number in range(self._start(row), -1, -1):
            last = None
            for cell in self._block(number) if entries else ():
                if cell.row >= row:
                    break
                last = cell
            # None: the row sorts into the gap before the block; its predecessor is in the one before.
            if last is not None:
                return last
        return None

    def _block(self, number: int) -> Iterable[HFileCell]:
        """Cells of a data block, in order.

        Raises:
            Reject: the block is damaged: none of its cells tells what is behind it in the block.
        """
        cells = self._cells.cells(self.index.data_block(self.proven.entries[number]))
        return list(cells) if number in self._refused else cells

    def _start(self, row: bytes) -> int:
        """Number of the first block that can hold cells at or after a row."""
        return max(bisect_left(self.proven.keys, (row,)) - 1, 0)

    def _from(self, row: bytes, *, is_prefix: bool) -> Iterator[HFileCell]:
        proven = self.proven
        start = self._start(row)
        for number in range(start, len(proven.entries)):
            key_row = proven.keys[number][0]
            if number > start and key_row > row and not (is_prefix and key_row.startswith(row)):
                return  # all cells of this block are beyond what is asked for
            for cell in self._block(number):
                if cell.row >= row:
                    yield cell
