# SPDX-License-Identifier: Apache-2.0
"""Detect Avro blocks with intact contents, with compiled kernels only.

A block that is not reported as intact may still be; the checked decoder decides.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import numpy.typing as npt

from hudi_conformance.decode.bulk import _framing_kernel as frm
from hudi_conformance.decode.bulk import archive_records, runs
from hudi_conformance.decode.bulk._memory import Table
from hudi_conformance.decode.bulk.avro_arrow import Writer, writer_of
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.block_type import BlockType

BATCH_ROWS = 65536
_MAX_SCHEMAS = 16


class SoundBlocks:
    """Finds the intact blocks of one buffer; readers of schemas are cached."""

    def __init__(self) -> None:
        self._writers: OrderedDict[bytes, Writer | None] = OrderedDict()

    def of(self, buffer: Buffer, rows: Table) -> npt.NDArray[np.bool_]:
        """Whether each row of a frame table (`framing.walk_frames`) is an intact Avro block.

        It has at least one record, all of them decode, each datum fills its record, and the records fill
        the content.
        """
        sound = np.zeros(len(rows), np.bool_)
        numbers = np.flatnonzero(rows[:, frm.BLOCK_TYPE] == int(BlockType.AVRO_DATA_BLOCK))
        is_archive = rows[numbers, frm.OFS_INSTANT] < 0
        data = archive_records.without_instants(
            rows[numbers]
        )  # missing header keys do not concern the content
        first = 0
        while first < len(data):
            end = runs.run_end(buffer, data, first)
            row = data[first : first + 1]
            writer = self._writer(buffer, row, is_archive=is_archive[first]) if end > first else None
            if writer is None or writer.runs is None:
                first += 1
                continue
            inside = np.zeros(end - first, np.bool_)
            wrong = np.zeros(end - first, np.bool_)
            for step in writer.runs.read(buffer, data[first:end], writer.batch_rows):
                if isinstance(step, runs.Irregular):
                    wrong[step.block] = True
                else:
                    inside[step.blocks] = True
                    if not step.is_exact:
                        wrong[step.blocks] = True
            sound[numbers[first:end]] = inside & ~wrong
            first = end
        return sound

    def _writer(self, buffer: Buffer, row: Table, *, is_archive: bool) -> Writer | None:
        text = runs.schema_text(buffer, row[0])
        if text not in self._writers:
            if len(self._writers) >= _MAX_SCHEMAS:
                self._writers.popitem(last=False)
            is_wide = is_archive
            writer = archive_records.entry_writer(buffer, row, text) if is_wide else None
            self._writers[text] = writer or writer_of(text, BATCH_ROWS)
        return self._writers[text]
