# SPDX-License-Identifier: Apache-2.0
"""Which Avro blocks have nothing wrong with their contents, by the compiled kernels alone.

The answer errs on one side: a block that is not called sound may be so, and is for the careful decoder.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import numpy.typing as npt

from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.bulk import _framing_kernel as frm
from hudi_conformance.decode.bulk import runs
from hudi_conformance.decode.bulk.program import Table, compile_program
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.source import Buffer
from hudi_conformance.views.log import BlockType

BATCH_ROWS = 65536
_MAX_ROW_BYTES = 64 << 20  # of the columns of a batch of rows that are all absent values
_MAX_SCHEMAS = 16


class SoundBlocks:
    """Asks about the blocks of one buffer; what was made of a schema is kept."""

    def __init__(self) -> None:
        self._readers: OrderedDict[bytes, tuple[runs.RunReader, int] | None] = OrderedDict()

    def of(self, buffer: Buffer, rows: Table) -> npt.NDArray[np.bool_]:
        """Whether each row of a frame table (`framing.walk_frames`) is a sound Avro block.

        It has at least one record, all of them decode, each datum fills its record, and the records fill
        the content.
        """
        sound = np.zeros(len(rows), np.bool_)
        numbers = np.flatnonzero(rows[:, frm.BLOCK_TYPE] == int(BlockType.AVRO_DATA_BLOCK))
        data = np.ascontiguousarray(rows[numbers])
        first = 0
        while first < len(data):
            end = runs.run_end(buffer, data, first)
            known = self._reader(runs.schema_text(buffer, data[first])) if end > first else None
            if known is None:
                first += 1
                continue
            reader, batch_rows = known
            inside = np.zeros(end - first, np.bool_)
            wrong = np.zeros(end - first, np.bool_)
            for step in reader.read(buffer, data[first:end], batch_rows):
                if isinstance(step, runs.Irregular):
                    wrong[step.block] = True
                else:
                    inside[step.blocks] = True
                    if not step.is_exact:
                        wrong[step.blocks] = True
            sound[numbers[first:end]] = inside & ~wrong
            first = end
        return sound

    def _reader(self, text: bytes) -> tuple[runs.RunReader, int] | None:
        """How to read records of the schema `text`, None where the kernels cannot."""
        if text in self._readers:
            return self._readers[text]
        if len(self._readers) >= _MAX_SCHEMAS:
            self._readers.popitem(last=False)
        known = None
        try:
            shape = row_shape(parse_schema(text.decode("utf-8")).tree)
        except (SchemaError, UnicodeDecodeError):
            program = None
        else:
            program = compile_program(shape)
        if program is not None:
            width = sum(column.width for column in shape.columns)
            known = runs.RunReader(program), min(BATCH_ROWS, max(1, _MAX_ROW_BYTES // max(width, 1)))
        self._readers[text] = known
        return known
