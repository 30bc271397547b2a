# SPDX-License-Identifier: Apache-2.0
"""Lookups in an HFile through its index: a row, a prefix of rows, the cell before a row.

Only rows are compared [hudi.hfile.prefix]. A key between the key of an index entry and the first cell of
its block is not in the file [hfile.index.gap]; the cells of a row may be in several blocks
[hfile.index.same-row]. A lookup checks the blocks that its result depends on, and their boundaries
[hfile.lookup.proven]. If one of these is irregular, and always in small files, one pass over the file first
compares index, order and count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice

from hudi_conformance.decode.hfile import rules as hfile_rules
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader, SortKey, cell_sort_key
from hudi_conformance.decode.hfile.near import BlockCells, IrregularError, NearBlocks, Path
from hudi_conformance.decode.hfile.proof import PROVEN, BlockFacts, ProvenIndex, prove_blocks, prove_index
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell, IndexEntry

LEN_SMALL = 64 << 10  # bytes of a file that is compared completely: one block has this size


class Lookup:
    """Lookups in one file; no state is carried from one to the next [hudi.hfile.after-error].

    Args:
        file: the file.
        len_small: bytes up to which a file is compared completely before the first result; None for any size.

    Attributes:
        findings: violations that did not prevent reading, available after a lookup.
    """

    def __init__(self, file: HFile, len_small: int | None = LEN_SMALL) -> None:
        self.index = IndexReader(file)
        self._file = file
        self._is_near = len_small is not None and file.len > len_small
        self.findings: list[Finding] = []
        self._refused: frozenset[int] = frozenset()  # indexes of entries whose blocks cannot be read

    @cached_property
    def _cells(self) -> CellReader:
        return CellReader.of(self._file)

    @cached_property
    def proven(self) -> ProvenIndex:
        """The index, after it was compared with the file.

        Raises:
            Reject: they contradict each other.
            UnsupportedInput: as `HFile.codec`.
        """
        self._is_near = False
        self._file.expect_access(is_random=False)
        self.findings.clear()
        index = prove_index(self._file, self.index)
        rules = hfile_rules.FileRules(self._file, self._cells.layout, self.findings)
        self._refused = prove_blocks(self._file, index, lambda entry: self._facts(entry, rules))
        if not self._refused:
            for block in self._file.headers():
                rules.block(block)
            with suppress(LimitExceeded):  # a lookup does not use the Bloom filter
                rules.end()
        return index

    def _facts(self, entry: IndexEntry, rules: hfile_rules.FileRules) -> BlockFacts:
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
            Reject: the index or a block on the path is damaged.
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
        if self._is_near:
            with suppress(IrregularError, Reject, LimitExceeded):
                return self._near_before(row)
        entries = self.proven.entries
        for number in range(self._start(row), -1, -1):
            last = None
            for cell in self._block(number) if entries else ():
                if cell.row >= row:
                    break
                last = cell
            # None: the row sorts into the gap before the block; its predecessor is in the previous block.
            if last is not None:
                return last
        return None

    def _block(self, number: int) -> Iterable[HFileCell]:
        """Cells of a data block, in order.

        Raises:
            Reject: the block is damaged; no cell of it determines the following cells.
        """
        cells = self._cells.cells(self.index.data_block(self.proven.entries[number]))
        return list(cells) if number in self._refused else cells

    def _start(self, row: bytes) -> int:
        """Number of the first block that can hold cells at or after a row."""
        return max(bisect_left(self.proven.keys, (row,)) - 1, 0)

    def _from(self, row: bytes, *, is_prefix: bool) -> Iterator[HFileCell]:
        """Yield the cells from a row on, up to the end of a block that ends after the row or the prefix."""
        num = 0
        if self._is_near:
            with suppress(IrregularError, Reject, LimitExceeded):
                for cell in self._near_from(row, is_prefix=is_prefix):
                    yield cell
                    num += 1
                return
        yield from islice(self._proven_from(row, is_prefix=is_prefix), num, None)

    def _proven_from(self, row: bytes, *, is_prefix: bool) -> Iterator[HFileCell]:
        proven = self.proven
        start = self._start(row)
        for number in range(start, len(proven.entries)):
            key_row = proven.keys[number][0]
            if number > start and key_row > row and not (is_prefix and key_row.startswith(row)):
                return  # all cells of this block are after the requested range
            for cell in self._block(number):
                if cell.row >= row:
                    yield cell

    @cached_property
    def _near(self) -> NearBlocks:
        self._add(hfile_rules.file_findings(self._file, self._cells.layout))
        return NearBlocks(self._file, self.index, self._cells)

    def _near_from(self, row: bytes, *, is_prefix: bool) -> Iterator[HFileCell]:
        path: Path | None = self._near.find(row)
        while path is not None:
            cells = self._near.cells(path)
            for number in range(bisect_left(cells.rows, row), len(cells.rows)):
                next_row = cells.rows[number]
                if next_row != row and not (is_prefix and next_row.startswith(row)):
                    return
                yield self._returned(cells, number)
            path = self._near.step(path, 1)
            if path is not None and not _may_hold(path, row, is_prefix=is_prefix):
                return

    def _near_before(self, row: bytes) -> HFileCell | None:
        path: Path | None = self._near.find(row)
        while path is not None:
            cells = self._near.cells(path)
            number = bisect_left(cells.rows, row)
            if number:
                return self._returned(cells, number - 1)
            path = self._near.step(path, -1)
        return None

    def _returned(self, cells: BlockCells, number: int) -> HFileCell:
        """Return a cell after adding the errors of it and its block to the findings."""
        cell = cells.cell(number)
        self._add(cells.notes)
        self._add(hfile_rules.checksum_findings(self._file, cells.block))
        self._add(hfile_rules.CellRules(self._file, self._cells.layout).cell(cell, cells.block.ofs))
        return cell

    def _add(self, findings: Iterable[Finding]) -> None:
        """Add new findings, at most a few per rule."""
        for finding in findings:
            num = sum(known.requirement == finding.requirement for known in self.findings)
            if num < hfile_rules.MAX_FINDINGS and finding not in self.findings:
                self.findings.append(finding)


def _may_hold(path: Path, row: bytes, *, is_prefix: bool) -> bool:
    """Whether, by its index key, a block may contain cells of a row, or of rows with a prefix."""
    node, number = path[-1]
    first = node.rows[number]
    return first <= row or (is_prefix and first.startswith(row))
