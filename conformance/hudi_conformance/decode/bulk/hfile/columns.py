# SPDX-License-Identifier: Apache-2.0
"""Cells of HFiles as Arrow columns that own copies of the bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.decode.bulk.hfile.odd import Oddities
from hudi_conformance.decode.hfile.encodings import Layout

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


_MAX_SHARED = 1 << 22


def kernel_layout(layout: Layout) -> tuple[int, int]:
    """`has_tags` and `has_mvcc` in the encoding of the kernels."""
    return int(layout.has_tags), 2 if layout.is_mvcc_zero else int(layout.has_mvcc)


class CopyMaker:
    """Makes record batches of payloads; buffers of intermediate results are reused."""

    def __init__(self, schema: pa.Schema, layout: tuple[int, int], oddities: Oddities | None) -> None:
        import numpy as np

        self._schema = schema
        self._layout = layout
        self.oddities = oddities
        self._cells: npt.NDArray[np.int64] = np.empty(0, np.int64)

    def make(
        self, spans: npt.NDArray[np.int64], ofs_blocks: Sequence[int], _held: pa.Buffer | None = None
    ) -> tuple[int, pa.RecordBatch | None]:
        """A batch of the cells of payloads, and the number of these payloads."""
        import numpy as np

        from hudi_conformance.decode.bulk.hfile import kernel as krn

        most = int((spans[:, 1] - spans[:, 0]).sum()) // krn.LEN_CELL_MIN
        if len(self._cells) < most:
            self._cells = np.empty(most, np.int64)
        sums = np.empty(krn.NUM_SUMS, np.int64)
        num, num_payloads = krn.find_cells(
            np.ascontiguousarray(spans[:, 0]),
            np.ascontiguousarray(spans[:, 1]),
            *self._layout,
            self._cells,
            sums,
        )
        if not num:
            return num_payloads, None
        if self.oddities is not None:
            starts = dict(zip(spans[:num_payloads, 0].tolist(), ofs_blocks, strict=False))
            self.oddities.cells(self._cells, num, self._layout, starts)
        return num_payloads, gather_columns(self._cells[:num], self._schema, self._layout, sums)


def gather_columns(
    cells: npt.NDArray[np.int64], schema: pa.Schema, layout: tuple[int, int], sums: npt.NDArray[np.int64]
) -> pa.RecordBatch:
    """Columns of cells at addresses that `find_cells` has checked.

    Args:
        cells: their addresses.
        schema: columns of `COLUMNS`.
        layout: as of `kernel_layout`.
        sums: bytes of the parts of all cells.
    """
    import numpy as np

    from hudi_conformance.decode.bulk.hfile import kernel as krn

    num = len(cells)
    outs = np.zeros(krn.NUM_OUTS, np.int64)
    buffers: list[list[pa.Buffer | None]] = []
    for field in schema:
        if field.type == pa.binary():
            column, which = _BINARY[field.name]
            if not sums[which]:
                buffers.append([None, zeros(4 * num + 4), zeros(0)])
                continue
            offsets, data = pa.allocate_buffer(4 * num + 4), pa.allocate_buffer(int(sums[which]))
            outs[column], outs[column + 1] = offsets.address, data.address
            buffers.append([None, offsets, data])
        else:
            column, width = _FIXED[field.name]
            if field.name == "mvcc" and layout[1] != krn.MVCC:
                buffers.append([None, zeros(width * num)])
                continue
            data = pa.allocate_buffer(width * num)
            outs[column] = data.address
            buffers.append([None, data])
    krn.gather_cells(cells, num, *layout, outs)
    arrays = [
        pa.Array.from_buffers(field.type, num, parts, 0) for field, parts in zip(schema, buffers, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def zeros(size: int) -> pa.Buffer:
    """At least `size` zero bytes, shared by all columns without other values."""
    return _zeros(max(size - 1, 0).bit_length()) if size <= _MAX_SHARED else pa.py_buffer(bytes(size))


@lru_cache(32)
def _zeros(num_bits: int) -> pa.Buffer:
    return pa.py_buffer(bytes(1 << num_bits))


# Columns of the kernel's sums and outputs, which cannot be imported without numba.
_BINARY = {"row": (0, 0), "family": (2, 1), "qualifier": (4, 2), "value": (6, 3), "tags": (8, 4)}
_FIXED = {"timestamp": (10, 8), "type": (11, 1), "mvcc": (12, 8)}
