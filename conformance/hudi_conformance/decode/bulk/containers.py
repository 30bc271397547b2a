# SPDX-License-Identifier: Apache-2.0
"""Columns of one-record Avro containers, decoded by the kernels if they accept them.

The head of a container, up to its sync marker, is learned from the checked decoder. A container with a known
head, one block of one record and two equal markers is decoded in place. `timeline.content.decode_one_record`
returns every accepted container without a rejection; it reads all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.avro.container import LEN_SYNC, decode_container
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.errors import Reject

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk.runs import RunReader

_MAX_READERS = 64
_BATCH_BYTES = 32 << 20  # of containers that are decoded at once; a longer one is a separate batch

Run = tuple[
    int, pa.RecordBatch, RowShape
]  # row of the first container of several consecutive ones; their records


class ContainerReader:
    """Reads columns of containers; it caches a few dozen learned heads."""

    def __init__(self) -> None:
        self._readers: dict[
            bytes, tuple[RowShape, RunReader] | None
        ] = {}  # None: the kernels have no program
        self._head = b""  # of the container that was read last, empty for one without a reader

    def runs(self, column: pa.BinaryArray) -> Iterator[Run]:
        """Yield the records of a column without nulls; rows outside all runs are for the checked decoder."""
        first = 0
        while first < len(column):
            made = self.run(column, first)
            if made is None:
                self.learn(column[first].as_py())
                made = self.run(column, first)
            if made is None:
                first += 1
                continue
            yield first, *made
            first += made[0].num_rows

    def learn(self, data: bytes) -> None:
        """Use the head of a container for the following ones; none if it is rejected."""
        for head, reader in self._readers.items():
            if data.startswith(head):
                self._head = b"" if reader is None else head
                return
        self._head = b""
        if not has_kernels():
            return
        from hudi_conformance.decode.bulk.program import compile_program
        from hudi_conformance.decode.bulk.runs import RunReader

        try:
            container = decode_container(data)
        except Reject:
            return
        shape = row_shape(container.schema.tree)
        program = compile_program(shape) if container.codec == "null" else None
        if len(self._readers) >= _MAX_READERS:
            self._readers.clear()
        head = data[: container.ofs_blocks - LEN_SYNC]
        self._readers[head] = None if program is None else (shape, RunReader(program))
        self._head = b"" if program is None else head

    def run(self, column: pa.BinaryArray, first: int) -> tuple[pa.RecordBatch, RowShape] | None:
        """Records from row `first` on with the learned head; None if the first row has another head."""
        known = self._readers.get(self._head)
        if known is None:
            return None
        from hudi_conformance.decode.bulk import _container_kernel as krn

        shape, reader = known
        _, offsets, data = column.buffers()
        ends = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
        num = max(first + 1, int(np.searchsorted(ends, int(ends[first]) + _BATCH_BYTES)))
        num = min(num, len(column))
        spans = np.zeros((3, num), np.int64)
        spans[2] = np.arange(num)
        head = pa.py_buffer(self._head)
        end = krn.find_datums(
            data.address, ends.ctypes.data, first, num, head.address, len(self._head), spans
        )
        columns = reader.read_spans(data.address, spans[:, first:end]) if end > first else []
        if not columns:
            return None
        return pa.RecordBatch.from_arrays(columns, schema=shape.arrow_schema), shape
