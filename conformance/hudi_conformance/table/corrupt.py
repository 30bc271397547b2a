# SPDX-License-Identifier: Apache-2.0
"""Corrupt blocks of a slice's log files: readers skip them, and report those that contained rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from hudi_conformance.model.log import LogBlock
from hudi_conformance.semantics.slices.files import SliceLog
from hudi_conformance.table.damages import CORRUPT_BLOCK, Damage
from hudi_conformance.table.view import Table
from hudi_conformance.table.view_files import path_of

SkippedBlock: TypeAlias = Callable[[int, LogBlock], None]  # number of the file in the slice, and the block


def skipped_blocks(table: Table, logs: Sequence[SliceLog], latest: str) -> SkippedBlock:
    """Return the function that reports corrupt blocks of completed commits [table.damage.corrupt-block].

    Args:
        table: receives the damages.
        logs: log files of the slice, in order.
        latest: instant up to which the view reads.
    """

    def skipped(number: int, block: LogBlock) -> None:
        damage = block_damage(table, logs[number], block, latest)
        if damage is not None:
            table.damages.add(damage)

    return skipped


def block_damage(table: Table, log: SliceLog, block: LogBlock, latest: str) -> Damage | None:
    """The damage of a corrupt block of a log file; None if no completed commit wrote it."""
    path = path_of(log)
    if not table.evidence.is_written(log, path, block, latest):
        return None
    span, why = block.span, "" if block.why is None else f": {block.why.message}"
    message = f"a corrupt block of {span.len} bytes, whose rows and deletes are lost{why}"
    code = "truncated" if block.why is None else block.why.code
    return Damage(path, code, span.ofs, CORRUPT_BLOCK, message)
