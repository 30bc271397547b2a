# SPDX-License-Identifier: Apache-2.0
"""Avro datums in an Arrow column as columns, by the kernel."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.bulk import _avro_kernel as krn
from hudi_conformance.decode.bulk.columns import Columns, NotUtf8, Sizes, TooLarge
from hudi_conformance.decode.bulk.program import compile_program
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.model.common import AvroSchema

_SLACK = 16  # bytes after the last datum that the kernel may touch


def decode_datums(
    datums: pa.BinaryArray, tree: AvroSchema, *, is_prefix: bool = False
) -> pa.RecordBatch | None:
    """Rows of datums of the Avro schema `tree`, as of `DatumDecoder`."""
    return DatumDecoder(tree).decode(datums, is_prefix=is_prefix)


class DatumDecoder:
    """Decodes datums of one Avro schema.

    Attributes:
        shape: columns of its rows.
    """

    def __init__(self, tree: AvroSchema) -> None:
        self.shape = row_shape(tree)
        self._program = compile_program(self.shape)
        self._sizes = None if self._program is None else Sizes(self._program)

    def decode(self, datums: pa.BinaryArray, *, is_prefix: bool = False) -> pa.RecordBatch | None:
        """Rows of datums; with `is_prefix` bytes may follow a datum.

        None if a datum is irregular, has bytes after it, or the schema has a type without an Arrow column;
        the checked decoder then reports the reason.
        """
        program, num = self._program, len(datums)
        if program is None or self._sizes is None or not num:
            return None
        offsets = np.frombuffer(datums.buffers()[1], np.int32)[datums.offset : datums.offset + num + 1]
        begin, end = int(offsets[0]), int(offsets[-1])
        data = np.empty(end - begin + _SLACK, np.uint8)
        data[: end - begin] = np.frombuffer(datums.buffers()[2], np.uint8)[begin:end]
        starts = offsets[:-1].astype(np.int64) - begin
        lengths = np.diff(offsets).astype(np.int64)
        left = np.zeros(program.depth + 2, np.int64)  # the first word: whether bytes follow a datum
        try:
            columns = Columns(program, num, len(data), self._sizes)
            num_good = 0
            while True:
                outcome, num_good = krn.decode_records(
                    data.ctypes.data, starts, lengths, num_good, program.ops.ctypes.data,
                    program.absent.ctypes.data, columns.table.ctypes.data, len(columns.table),
                    left.ctypes.data + left.itemsize,
                )  # fmt: skip
                if outcome <= krn.DONE:
                    break
                columns.grow(outcome - 1, int(lengths[num_good]))
            if outcome != krn.DONE or (left[0] and not is_prefix):
                return None
            return pa.RecordBatch.from_arrays(columns.arrays(num), schema=program.shape.arrow_schema)
        except (NotUtf8, TooLarge):
            return None
