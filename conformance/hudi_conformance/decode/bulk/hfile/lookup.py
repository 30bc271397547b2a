# SPDX-License-Identifier: Apache-2.0
"""Lookups of many rows at once in an HFile: the index is read once, and each block once.

As in the careful lookup, all blocks are read before a row is said to be absent [hfile.lookup.proven].
Irregular input is left to it, so that results and refusals are those of `hfile.lookup.Lookup.get`, but for
payloads of one kind, of which the module `hfile` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.hfile.columns import column_lengths, column_values
from hudi_conformance.decode.bulk.hfile.scan import cell_table
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.source import Memory
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import Codec, HFileCell

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from hudi_conformance.decode.bulk.hfile.walk import Found, RowWalk

Cells = tuple[HFileCell, ...]


class BulkLookup:
    """Lookups in an HFile; `threads` as of `hfile.iter_cell_batches`.

    Raises:
        Reject: the trailer is refused.
    """

    def __init__(self, buffer: Memory, *, threads: int | None = None) -> None:
        self._threads = threads
        self._buffer = buffer
        self._file = HFile(buffer)
        self._careful = Lookup(self._file)
        self._regular: RowWalk | None = None
        self._is_irregular = False

    def get(self, rows: Sequence[bytes]) -> list[Cells]:
        """Cells of each row, in the order of the rows.

        Raises:
            Reject, UnsupportedInput, LimitExceeded: as the careful lookup of the first row that fails.
        """
        found = self._find_regular(rows)
        if found is None or found.is_wide:
            return [tuple(self._careful.get(row)) for row in rows]
        return _cells_of(found, len(rows), is_plain=self._file.codec is Codec.NONE)

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
                self._regular = RowWalk(self._buffer, 0, self._file, reader, self._threads)
            return self._regular.find(rows)
        self._is_irregular = True
        self._regular = None
        return None

    @property
    def findings(self) -> list[Finding]:
        """What breaks a rule and is returned all the same."""
        # The walk checks what a lookup relies on, and nothing else.
        with suppress(Reject, LimitExceeded, UnsupportedInput):
            _ = self._careful.proven
        return self._careful.findings


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
