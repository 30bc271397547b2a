# SPDX-License-Identifier: Apache-2.0
"""Archived instants by the kernels: entries as Arrow batches, and the list of instants.

Blocks of archives have no instant in their headers, the only difference from runs of a log file. Blocks that
the kernels do not accept take the checked path, so results are those of `archive_entries`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.decode.bulk.avro_arrow import LogReader, OnReject
from hudi_conformance.decode.grammar import reject_of
from hudi_conformance.decode.source import Input, open_source
from hudi_conformance.decode.timeline.archive_entries import ArchivedInstant, list_archived
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.timeline import STATE_ORDER, State

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk._memory import Table

BATCH_ROWS = 1024  # entries are wide: much space is reserved for fields that most of them lack
_NAMES = ("commitTime", "actionType", "actionState")
_NOT_PLAIN = 0  # not text: left to the checked decoder
_Times = set[tuple[str | int | None, ...]]  # time, action and state of entries
_NO_INSTANT = "log.header.instant-time"  # a rule of log files [archive.block.form]


def iter_archive_batches(source: Input, *, on_reject: OnReject | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the entries of an archive in file order; blocks of one schema together.

    Args:
        source: an archive.
        on_reject: as for `iter_record_batches`.

    Raises:
        Reject: see `on_reject`.
        OSError: the file cannot be opened.
    """

    def report(block: LogBlock | None, rejection: Rejection) -> None:
        if rejection.requirement == _NO_INSTANT:
            return
        if on_reject is None:
            raise reject_of(rejection)
        on_reject(block, rejection)

    with open_source(source) as buffer:
        yield from _ArchiveReader(buffer, BATCH_ROWS, False, report).batches()


class _ArchiveReader(LogReader):
    """Also uses the schema of a block as its instant, and reads only Avro blocks."""

    def table(self, rows: Table) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a table of intact blocks."""
        from hudi_conformance.decode.bulk import _framing_kernel as frm

        avro = rows[rows[:, frm.BLOCK_TYPE] == BlockType.AVRO_DATA_BLOCK].copy()
        is_absent = avro[:, frm.OFS_INSTANT] < 0
        avro[is_absent, frm.OFS_INSTANT] = avro[is_absent, frm.OFS_SCHEMA]
        avro[is_absent, frm.LEN_INSTANT] = 0
        yield from super().table(avro)

    def careful(self, block: LogBlock, num_done: int) -> Iterator[pa.RecordBatch]:
        """Yield the entries of a block; a block of another type has none."""
        if block.type is BlockType.AVRO_DATA_BLOCK:
            yield from super().careful(block, num_done)


def list_archived_fast(files: list[Path], unfinished: str | None = None) -> list[ArchivedInstant]:
    """The same as `archive_entries.list_archived`.

    Raises:
        OSError: a file cannot be read.
        Reject: as there.
    """
    instants: set[ArchivedInstant] = set()
    careful: list[Path] = []
    for path in files:
        rejections, times = _times(path)
        plain = {
            ArchivedInstant(time, action, State.COMPLETED if state is None else State(state))
            for time, action, state in times
            if isinstance(time, str)
            and isinstance(action, str)
            and (state is None or (isinstance(state, str) and state in State.__members__))
        }
        if rejections or len(plain) < len(times):
            careful.append(path)
        else:
            instants |= plain
    instants.update(list_archived(careful, unfinished))
    return sorted(instants, key=lambda item: (item.time, item.action, STATE_ORDER[item.state]))


def _times(path: Path) -> tuple[list[Rejection], _Times]:
    rejections: list[Rejection] = []
    times: _Times = set()
    for batch in iter_archive_batches(path, on_reject=lambda _, rejection: rejections.append(rejection)):
        times |= _rows(batch)
    return rejections, times


def _rows(batch: pa.RecordBatch) -> _Times:
    columns: list[list[str | int | None]] = []
    for name in _NAMES:
        index = batch.schema.get_field_index(name)
        if index < 0:
            columns.append([None] * batch.num_rows)
            continue
        field = batch.schema.field(index)
        is_plain = field.type == pa.string() and not field.metadata
        columns.append(batch.column(index).to_pylist() if is_plain else [_NOT_PLAIN] * batch.num_rows)
    return set(zip(*columns, strict=True))
