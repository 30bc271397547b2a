# SPDX-License-Identifier: Apache-2.0
"""Cells that lookups found, gathered into Arrow columns while their blocks are in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from hudi_conformance.decode.bulk import _rows_kernel as krn
from hudi_conformance.decode.bulk.hfile import CELL_SCHEMA, gather_columns
from hudi_conformance.decode.bulk.hfile_kernel import NUM_SUMS
from hudi_conformance.decode.source import Buffer

Numbers = npt.NDArray[np.int64]
_MAX_HELD = 32 << 20  # bytes of decompressed blocks
_MAX_BYTES = (1 << 31) - 1  # of one column of a batch
_ROOM = 16


class TooLong(ValueError):  # noqa: N818 - a property of the cells
    """Cells of one batch of blocks exceed what an Arrow column holds."""


class Answers:
    """Cells of rows, block by block; `base` is the address of the buffer that plain blocks lie in."""

    def __init__(self, rows: Sequence[bytes], base: int, layout: tuple[int, int]) -> None:
        self._rows = pa.py_buffer(b"".join(rows))
        self._spans: Numbers = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(row) for row in rows], out=self._spans[1:])
        self._base = base
        self._layout = layout
        self._held: list[pa.Buffer] = []
        self._len_held = 0
        self._parts: list[Numbers] = []
        self._done: list[tuple[pa.RecordBatch, Numbers]] = []

    def take(self, block: Buffer | None, table: Numbers, places: Sequence[int]) -> None:
        """Take the cells of rows from a block.

        Args:
            block: its payload; None where it lies plain in the buffer.
            table: offsets of its cells, in the payload or the buffer.
            places: numbers of the rows.
        """
        if not places:
            return
        base = self._base
        if block is not None:
            held = pa.py_buffer(block)
            self._held.append(held)
            self._len_held += held.size
            base = held.address
        wanted = np.array(places, np.int64)
        found = np.empty((2, len(places) + _ROOM), np.int64)
        while True:
            num = krn.find_rows(base, table, len(table), self._rows.address, self._spans, wanted, found)
            if num <= found.shape[1]:
                break
            found = np.empty((2, num), np.int64)
        self._parts.append(found[:, :num])
        if self._len_held > _MAX_HELD:
            self._gather()

    def _gather(self) -> None:
        if self._parts:
            found = np.concatenate(self._parts, axis=1)
            cells = np.ascontiguousarray(found[0])
            sums = np.zeros(NUM_SUMS, np.int64)
            krn.add_lengths(cells, self._layout[0], sums)
            if sums.max() > _MAX_BYTES:
                raise TooLong(f"{sums.max()} bytes of one column")
            self._done.append((gather_columns(cells, CELL_SCHEMA, self._layout, sums), found[1]))
        self._held, self._len_held, self._parts = [], 0, []

    def table(self) -> tuple[pa.Table, Numbers]:
        """All cells, and the number of the row of each."""
        self._gather()
        batches = [batch for batch, _ in self._done]
        numbers = [found for _, found in self._done]
        return pa.Table.from_batches(batches, CELL_SCHEMA), np.concatenate([np.empty(0, np.int64), *numbers])
