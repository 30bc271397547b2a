# SPDX-License-Identifier: Apache-2.0
"""Blocks of an archive with their entries as Arrow, for entries that the kernels validate.

A block without entries here may still be valid; `archive_entries` decides, and reports rejections.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from hudi_conformance.decode.bulk.avro_arrow import Writer, writer_of
from hudi_conformance.decode.bulk.framing import block_of, drop_pages, few_bytes, has_kernels, walk_frames
from hudi_conformance.decode.bulk.shape import RowShape
from hudi_conformance.decode.log.scan import ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.timeline import State

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk._memory import Table

_GROUP = 128  # blocks whose entries are in memory at once, of about ten entries each
BATCH_ROWS = 1024
_FIRST_ROWS = 16
_MAX_SCHEMAS = 16
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries of consecutive blocks.

    Attributes:
        records: columns of the writer's schema.
        numbers: for each entry the number of its block.
        shape: shape of the columns.
    """

    records: pa.RecordBatch
    numbers: Numbers
    shape: RowShape

    def instants(self) -> Sequence[tuple[str, str, State] | None]:
        """Time, action and state of each entry; None if the checked reader must report an error."""
        columns = []
        for name in ("commitTime", "actionType", "actionState"):
            index = self.records.schema.get_field_index(name)
            if index < 0:
                columns.append([None] * self.records.num_rows)
            elif self.records.schema.field(index).type == pa.string():
                columns.append(self.records.column(index).to_pylist())
            else:
                return [None] * self.records.num_rows
        states: dict[str | None, State] = {None: State.COMPLETED, **{state.value: state for state in State}}
        return [
            None if time is None or action is None or state not in states else (time, action, states[state])
            for time, action, state in zip(*columns, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Blocks:
    """Consecutive intact blocks, and the entries of the validated ones.

    Attributes:
        blocks: their frames.
        is_proven: which blocks have entries that all decode and fill the block.
        entries: of those blocks, and possibly of others, in order.
    """

    blocks: Sequence[LogBlock]
    is_proven: npt.NDArray[np.bool_]
    entries: Sequence[Entries]


def walk_entries(buffer: Memory) -> Generator[Blocks | LogBlock, None, ScanEnd]:
    """Yield the blocks of an archive in groups, corrupt ones singly; return how the scan ended.

    Without kernels, or if loading them does not pay off, every group is one block. Memory: `_GROUP` blocks.
    """
    with few_bytes(len(buffer)):
        is_quick = has_kernels()
    if not is_quick:
        return (yield from walk_log(buffer))
    from hudi_conformance.decode.bulk import runs

    writers: dict[bytes, Writer | None] = {}
    dropped = 0
    frames = walk_frames(buffer)
    while True:
        try:
            step = next(frames)
        except StopIteration as stop:
            end: ScanEnd = stop.value
            return end
        if isinstance(step, LogBlock):
            yield step
            continue
        rows = without_instants(step)
        first = 0
        while first < len(rows):
            last = min(max(runs.run_end(buffer, rows, first), first + 1), first + _GROUP)
            yield _read(buffer, rows[first:last], writers)
            dropped = drop_pages(buffer, dropped, int(rows[last - 1, 0]))
            first = last


def without_instants(rows: Table) -> Table:
    """A copy of frames whose blocks need no instant, as those of archives [archive.block.form]."""
    from hudi_conformance.decode.bulk import _framing_kernel as frm

    rows = rows.copy()
    is_absent = rows[:, frm.OFS_INSTANT] < 0
    rows[is_absent, frm.OFS_INSTANT] = rows[is_absent, frm.OFS_SCHEMA]
    rows[is_absent, frm.LEN_INSTANT] = 0
    return rows


def entry_writer(buffer: Buffer, rows: Table, text: bytes) -> Writer | None:
    """The writer of the schema `text` of these blocks, adapted to their entries.

    Entries are wide: by default space is reserved for fields that most of them lack.
    """
    writer = writer_of(text, BATCH_ROWS)
    if writer is not None and writer.runs is not None:
        for _ in islice(writer.runs.read(buffer, rows, _FIRST_ROWS), 1):
            pass
    return writer


def _read(buffer: Memory, rows: Table, writers: dict[bytes, Writer | None]) -> Blocks:
    """Blocks of one schema with their entries; none are validated if they are not Avro blocks."""
    from hudi_conformance.decode.bulk import _framing_kernel as frm
    from hudi_conformance.decode.bulk import runs

    blocks = [block_of(buffer, row) for row in rows.tolist()]
    inside = np.zeros(len(rows), np.bool_)
    wrong = rows[:, frm.BLOCK_TYPE] != int(BlockType.AVRO_DATA_BLOCK)  # a run may also have blocks of changes
    is_avro = rows[0, frm.BLOCK_TYPE] == int(BlockType.AVRO_DATA_BLOCK) and rows[0, frm.OFS_SCHEMA] >= 0
    writer = None
    if is_avro:
        text = runs.schema_text(buffer, rows[0])
        if text not in writers:
            if len(writers) >= _MAX_SCHEMAS:
                writers.clear()
            writers[text] = entry_writer(buffer, rows[:1], text)
        writer = writers[text]
    if writer is None or writer.runs is None:
        return Blocks(blocks, inside, ())
    entries = []
    for step in writer.runs.read(buffer, rows, writer.batch_rows):
        if isinstance(step, runs.Irregular):
            wrong[step.block] = True
            continue
        inside[step.blocks] = True
        if not step.is_exact:
            wrong[step.blocks] = True
        batch = pa.RecordBatch.from_arrays(step.columns, schema=writer.arrow_schema)
        entries.append(Entries(batch, step.blocks.copy(), writer.shape))
    return Blocks(blocks, inside & ~wrong, entries)
