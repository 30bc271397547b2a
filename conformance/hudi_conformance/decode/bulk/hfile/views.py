# SPDX-License-Identifier: Apache-2.0
"""Cells of HFiles as Arrow columns that point into the payloads of their blocks: no bytes are copied.

Batches keep the buffers that they point into: for uncompressed blocks, a mapping of the file.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from hudi_conformance.decode.bulk.hfile import kernel as hfile_kernel
from hudi_conformance.decode.bulk.hfile import view_kernel as krn
from hudi_conformance.decode.bulk.hfile.odd import Oddities

Numbers = npt.NDArray[np.int64]
_ROOM = 64
_OUTS = {
    "row": (krn.OUT_ROW, 16),
    "family": (krn.OUT_FAMILY, 16),
    "qualifier": (krn.OUT_QUALIFIER, 16),
    "timestamp": (krn.OUT_TIMESTAMP, 8),
    "type": (krn.OUT_TYPE, 1),
    "value": (krn.OUT_VALUE, 16),
    "tags": (krn.OUT_TAGS, 16),
    "mvcc": (krn.OUT_MVCC, 8),
}
_ZERO_IN_LEAN = frozenset({"family", "qualifier", "tags", "mvcc"})


class ViewMaker:
    """Makes record batches of payloads.

    Args:
        schema: columns, those of bytes as `binary_view`.
        layout: `kernel_layout`.
        oddities: checks all cells, if given.
        whole: the buffer of the file.
    """

    def __init__(
        self, schema: pa.Schema, layout: tuple[int, int], oddities: Oddities | None, whole: pa.Buffer
    ) -> None:
        self._schema = schema
        self._layout = layout
        self.oddities = oddities
        self._whole = whole
        self._is_lean = oddities is None
        self._len_cell = 64  # of a cell, as an estimate
        self._zeros = pa.py_buffer(b"")

    def make(
        self, spans: Numbers, ofs_blocks: Sequence[int], held: pa.Buffer | None = None
    ) -> tuple[int, pa.RecordBatch | None]:
        """A batch of the cells of payloads, and the number of these payloads.

        Args:
            spans: their start and end addresses, all within 2 GiB.
            ofs_blocks: offsets of their blocks.
            held: their buffer, None for the file.
        """
        if held is None:
            first, last = int(spans[0, 0]), int(spans[-1, 1])
            held = self._whole.slice(first - self._whole.address, last - first)
        if self._is_lean:
            batch = self._lean(spans, held)
            if batch is not None:
                return len(spans), batch if batch.num_rows else None
            self._is_lean = False
        starts, ends = np.ascontiguousarray(spans[:, 0]), np.ascontiguousarray(spans[:, 1])
        cells: Numbers = np.empty(int((ends - starts).sum()) // hfile_kernel.LEN_CELL_MIN, np.int64)
        sums: Numbers = np.empty(hfile_kernel.NUM_SUMS, np.int64)
        num, num_payloads = hfile_kernel.find_cells(starts, ends, *self._layout, cells, sums)
        if not num:
            return num_payloads, None
        if self.oddities is not None:
            ofs_by_start = dict(zip(starts[:num_payloads].tolist(), ofs_blocks, strict=False))
            self.oddities.cells(cells, num, self._layout, ofs_by_start)
        outs, buffers = self._outputs(num, frozenset())
        krn.view_cells(cells, num, held.address, *self._layout, outs)
        return num_payloads, self._batch(num, buffers, held)

    def _lean(self, spans: Numbers, held: pa.Buffer) -> pa.RecordBatch | None:
        """A batch if all cells are lean, otherwise None."""
        num_bytes = int((spans[:, 1] - spans[:, 0]).sum())
        most = num_bytes // hfile_kernel.LEN_CELL_MIN
        room = min(num_bytes // self._len_cell + _ROOM, most)
        while True:
            outs, buffers = self._outputs(room, _ZERO_IN_LEAN)
            num, why = krn.view_lean_cells(spans, held.address, *self._layout, room, outs)
            if why == krn.NOT_LEAN:
                return None
            if why == krn.AT_END:
                break
            room = most
        if num:
            self._len_cell = max(num_bytes // num - 1, hfile_kernel.LEN_CELL_MIN)
        return self._batch(num, buffers, held)

    def _outputs(self, room: int, zeros: frozenset[str]) -> tuple[Numbers, list[pa.Buffer]]:
        """Addresses of the outputs, and the outputs."""
        outs: Numbers = np.zeros(krn.NUM_OUTS, np.int64)
        buffers = []
        if zeros and len(self._zeros) < 16 * room:
            self._zeros = pa.py_buffer(bytes(16 * room))
        for name in self._schema.names:
            column, width = _OUTS[name]
            if name in zeros:
                buffers.append(self._zeros)
                continue
            buffers.append(pa.allocate_buffer(width * room))
            outs[column] = buffers[-1].address
        return outs, buffers

    def _batch(self, num: int, buffers: list[pa.Buffer], held: pa.Buffer) -> pa.RecordBatch:
        arrays = []
        for field, data in zip(self._schema, buffers, strict=True):
            parts = [held] if field.type == pa.binary_view() and data is not self._zeros else []
            arrays.append(pa.Array.from_buffers(field.type, num, [None, data, *parts], 0))
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)
