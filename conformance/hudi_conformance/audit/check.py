# SPDX-License-Identifier: Apache-2.0
"""Tasks and what becomes of them: the function that engines call, on this machine or any other.

A task without a surface is stage 1: one file, all its surfaces. One with a surface is stage 2: a part of a
file. A row of the result is a `finding`, a `part` that is left to check, or `done` with what was done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from hudi_conformance.audit.findings import FINDING_SCHEMA, NAMES, UNREADABLE, FindingRow
from hudi_conformance.audit.registry import surface_named, surfaces_of
from hudi_conformance.audit.surface import PART_SIZE, Context, Part
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, close_buffer, open_ranged

TASK_SCHEMA = pa.schema(
    [
        pa.field("path", pa.string(), nullable=False),
        pa.field("size", pa.int64(), nullable=False),
        pa.field("mtime_ns", pa.int64(), nullable=False),
        pa.field("surface", pa.string()),
        pa.field("ofs", pa.int64()),
        pa.field("len", pa.int64()),
        pa.field("extra", pa.string()),
        pa.field("table_version", pa.int32()),
        pa.field("initial_version", pa.int32()),
        pa.field("since", pa.string()),
        pa.field("weight", pa.int64(), nullable=False),
    ]
)
FINDING, PART, DONE = "finding", "part", "done"
RESULT_SCHEMA = pa.schema(
    [
        pa.field("row", pa.string(), nullable=False),
        *(FINDING_SCHEMA.field(name).with_nullable(True) for name in NAMES),
        pa.field("extra", pa.string()),
        pa.field("num_blocks", pa.int64()),
        pa.field("num_bytes", pa.int64()),
    ]
)
_MOST_ROWS = 4096
_OPEN_COST = 64 << 10
_WALK_SHARE = 16  # a walk over frames costs this part of a check


@dataclass(frozen=True, slots=True)
class Task:
    """A file, or a part of one; fields as the columns of `TASK_SCHEMA`."""

    ref: FileRef
    context: Context
    surface: str | None = None
    part: Part | None = None

    @property
    def weight(self) -> int:
        """About how many bytes it takes to read."""
        if self.part is not None:
            return _OPEN_COST + self.part.len
        size = self.ref.size
        if size > PART_SIZE and any(surface.cuts for surface in surfaces_of(self.ref.path)):
            size = PART_SIZE + (size - PART_SIZE) // _WALK_SHARE
        return _OPEN_COST + size

    @property
    def key(self) -> tuple[str, int, int, str, int]:
        """What tells a task from all others, also in a later run."""
        ofs = -1 if self.part is None else self.part.ofs
        return self.ref.path, self.ref.size, self.ref.mtime_ns, self.surface or "", ofs


def to_table(tasks: Sequence[Task]) -> pa.Table:
    """Tasks as a table of `TASK_SCHEMA`."""
    rows = [
        {
            "path": task.ref.path, "size": task.ref.size, "mtime_ns": task.ref.mtime_ns,
            "surface": task.surface,
            "ofs": None if task.part is None else task.part.ofs,
            "len": None if task.part is None else task.part.len,
            "extra": None if task.part is None else task.part.extra,
            "table_version": task.context.table_version, "initial_version": task.context.initial_version,
            "since": task.context.since, "weight": task.weight,
        }
        for task in tasks
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, TASK_SCHEMA)


def from_table(table: pa.Table | pa.RecordBatch) -> list[Task]:
    """Tasks of a table."""
    return [
        Task(
            FileRef(row["path"], row["size"], row["mtime_ns"]),
            Context(row["table_version"], row["initial_version"], row["since"]),
            row["surface"],
            None if row["ofs"] is None else Part(row["ofs"], row["len"], row["extra"] or ""),
        )
        for row in table.to_pylist()
    ]


def check_batch(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Do the tasks of batches of `TASK_SCHEMA`; yield batches of `RESULT_SCHEMA`."""
    rows: list[dict[str, object]] = []
    for batch in batches:
        for task in from_table(batch):
            for row in run_task(task):
                rows.append(row)
                if len(rows) >= _MOST_ROWS:
                    yield pa.RecordBatch.from_pylist(rows, RESULT_SCHEMA)
                    rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, RESULT_SCHEMA)


def run_task(task: Task) -> Iterator[dict[str, object]]:
    """Do one task; whatever is raised becomes a finding."""
    num_blocks = 0
    try:
        buffer = open_ranged(task.ref)
    except Exception as error:
        yield _finding(unreadable(task.ref, task.surface, error))
        yield _done(task, 0)
        return
    try:
        surfaces = surfaces_of(task.ref.path) if task.surface is None else [surface_named(task.surface)]
        for surface in surfaces:
            try:
                if task.part is not None:
                    for found in surface.check(task.ref, buffer, task.part, task.context):
                        yield _finding(found)
                    continue
                plan = surface.plan(task.ref, buffer, task.context)
                num_blocks += plan.num_blocks
                yield from map(_finding, plan.findings)
                if len(plan.parts) == 1:
                    for found in surface.check(task.ref, buffer, plan.parts[0], task.context):
                        yield _finding(found)
                else:
                    yield from (_part(task, surface.name, part) for part in plan.parts)
            except Exception as error:
                yield _finding(unreadable(task.ref, surface.name, error))
    finally:
        close_buffer(buffer)
    yield _done(task, num_blocks)


def unreadable(ref: FileRef, surface: str | None, error: BaseException | str) -> FindingRow:
    """The finding of a file whose check ended early."""
    if isinstance(error, Reject):
        message, code = error.message, error.code
    elif isinstance(error, str):
        message, code = error, "lost"
    elif isinstance(error, OSError):
        message, code = str(error), "io"
    elif isinstance(error, LimitExceeded | UnsupportedInput):
        message, code = str(error), "limit" if isinstance(error, LimitExceeded) else "unsupported"
    else:
        message, code = f"{type(error).__name__}: {error}", "internal"
    if surface is None:
        surface = next((one.name for one in reversed(surfaces_of(ref.path))), "file")
    return FindingRow(ref.path, surface, UNREADABLE, code, message[:500], len=ref.size)


def lost(tasks: pa.Table, reason: str) -> list[pa.RecordBatch]:
    """Result of a task that ended every worker that it met, or raised."""
    rows = []
    for task in from_table(tasks):
        rows += [_finding(unreadable(task.ref, task.surface, reason)), _done(task, 0)]
    return [pa.RecordBatch.from_pylist(rows, RESULT_SCHEMA)]


def _finding(found: FindingRow) -> dict[str, object]:
    return {"row": FINDING, **{name: getattr(found, name) for name in NAMES}}


def _part(task: Task, surface: str, part: Part) -> dict[str, object]:
    return {
        "row": PART, "path": task.ref.path, "surface": surface, "ofs": part.ofs, "len": part.len,
        "extra": part.extra,
    }  # fmt: skip


def _done(task: Task, num_blocks: int) -> dict[str, object]:
    num_bytes = task.ref.size if task.part is None else 0
    return {"row": DONE, "path": task.ref.path, "num_blocks": num_blocks, "num_bytes": num_bytes}
