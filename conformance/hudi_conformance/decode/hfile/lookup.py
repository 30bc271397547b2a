# SPDX-License-Identifier: Apache-2.0
"""Lookups in an HFile through its index: a row, a prefix of rows, the cell before a row.

Rows alone are compared [hudi.hfile.prefix]. A key between the key of an index entry and the first cell of
its block is not in the file [hfile.index.gap]; the cells of a row may lie in several blocks
[hfile.index.same-row].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile

from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.views.hfile import HFileCell, IndexEntry


class Lookup:
    """Lookups in one file; no state is carried from one to the next [hudi.hfile.after-error]."""

    def __init__(self, file: HFile) -> None:
        self.index = IndexReader(file)
        self._file = file

    @cached_property
    def _cells(self) -> CellReader:
        return CellReader.of(self._file)

    def get(self, row: bytes) -> Iterator[HFileCell]:
        """Yield all cells of a row [hfile.lookup.row].

        Raises:
            Reject: index or blocks on the way are damaged.
        """
        for cell in self._from(row):
            if cell.row != row:
                return
            yield cell

    def prefix(self, prefix: bytes) -> Iterator[HFileCell]:
        """Yield all cells whose row begins with `prefix`."""
        for cell in self._from(prefix):
            if not cell.row.startswith(prefix):
                return
            yield cell

    def before(self, row: bytes) -> HFileCell | None:
        """The last cell of a smaller row [hfile.lookup.before]."""
        entries = self.index.data((row,))
        entry = next(entries, None)
        if entry is None:
            return None
        cell = self._last_below(entry, row)
        if cell is not None:
            return cell
        # The row sorts into the gap before the block: its predecessor is in the blocks before.
        before = list(takewhile(lambda other: other.ofs != entry.ofs, self.index.data()))
        cells = (self._last_below(other, row) for other in reversed(before))
        return next((cell for cell in cells if cell is not None), None)

    def _last_below(self, entry: IndexEntry, row: bytes) -> HFileCell | None:
        last = None
        for cell in self._cells.cells(self.index.data_block(entry)):
            if cell.row >= row:
                break
            last = cell
        return last

    def _from(self, row: bytes) -> Iterator[HFileCell]:
        for entry in self.index.data((row,)):
            for cell in self._cells.cells(self.index.data_block(entry)):
                if cell.row >= row:
                    yield cell
