# SPDX-License-Identifier: Apache-2.0
"""Tasks and their results: the function that engines call, on any machine.

A task without a surface is stage 1: one file, all its surfaces. One with a surface is stage 2: a part of a
file. A row of the result is a `finding`, a `part` that remains to be checked, or `done` with totals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from hudi_conformance.audit.finding_columns import COLUMNS, FINDING_SCHEMA, values_of
from hudi_conformance.audit.findings import INFO, MAX_MESSAGE, NOTE, UNREADABLE, FindingRow, chunks
from hudi_conformance.audit.known import explained
from hudi_conformance.audit.registry import SURFACES, surfaces_of
from hudi_conformance.audit.surface import PART_SIZE, Context, Part
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.ahead import opened_ahead
from hudi_conformance.lake.files import FileRef, look_again, opened
from hudi_conformance.model.base_file import HFILE, format_of

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
        pa.field("deep", pa.bool_(), nullable=False),
        pa.field("pages", pa.bool_(), nullable=False),
        pa.field("is_pending", pa.bool_(), nullable=False),
        pa.field("global_keys", pa.bool_(), nullable=False),
        pa.field("weight", pa.int64(), nullable=False),
    ]
)
FINDING, PART, DONE = "finding", "part", "done"
Row: TypeAlias = dict[str, object]
OpenFile: TypeAlias = Callable[[FileRef], AbstractContextManager[Buffer]]
RESULT_SCHEMA = pa.schema(
    [
        pa.field("row", pa.string(), nullable=False),
        *(FINDING_SCHEMA.field(name).with_nullable(True) for name in COLUMNS),
        pa.field("extra", pa.string()),
        pa.field("num_blocks", pa.int64()),
        pa.field("num_bare", pa.int64()),
        pa.field("num_bytes", pa.int64()),
    ]
)
_OPEN_COST = 64 << 10
_MAX_LOOKS = 3  # at a file that changes
_WALK_SHARE = 16  # a walk over frames costs this fraction of a check


@dataclass(frozen=True, slots=True)
class Task:
    """A file, or a part of one; fields are the columns of `TASK_SCHEMA`."""

    ref: FileRef
    context: Context
    surface: str | None = None
    part: Part | None = None

    @property
    def weight(self) -> int:
        """Approximate number of bytes to read."""
        if self.part is not None:
            return _OPEN_COST + self.part.len
        size, form = self.ref.size, format_of(self.ref.path)
        if form is not None and form is not HFILE and not (self.context.deep or self.context.pages):
            return _OPEN_COST  # only the footer is read
        if size > PART_SIZE and any(surface.splits for surface in surfaces_of(self.ref.path)):
            size = PART_SIZE + (size - PART_SIZE) // _WALK_SHARE
        return _OPEN_COST + size

    @property
    def key(self) -> tuple[str, int, int, str, int]:
        """Identity of a task, also in a later run."""
        ofs = -1 if self.part is None else self.part.ofs
        return self.ref.path, self.ref.size, self.ref.mtime_ns, self.surface or "", ofs


def to_table(tasks: Sequence[Task]) -> pa.Table:
    """Tasks as a table of `TASK_SCHEMA`."""
    parts = [task.part for task in tasks]
    # Column by column: a row as a dict is larger than the task.
    columns: dict[str, Iterator[object]] = {
        "path": (task.ref.path for task in tasks),
        "size": (task.ref.size for task in tasks),
        "mtime_ns": (task.ref.mtime_ns for task in tasks),
        "surface": (task.surface for task in tasks),
        "ofs": (None if part is None else part.ofs for part in parts),
        "len": (None if part is None else part.len for part in parts),
        "extra": (None if part is None else part.extra for part in parts),
        "table_version": (task.context.table_version for task in tasks),
        "initial_version": (task.context.initial_version for task in tasks),
        "since": (task.context.since for task in tasks),
        "deep": (task.context.deep for task in tasks),
        "pages": (task.context.pages for task in tasks),
        "is_pending": (task.context.is_pending for task in tasks),
        "global_keys": (task.context.global_keys for task in tasks),
        "weight": (task.weight for task in tasks),
    }
    arrays = [pa.array(columns[field.name], field.type, size=len(tasks)) for field in TASK_SCHEMA]
    return pa.Table.from_arrays(arrays, schema=TASK_SCHEMA)


def from_table(table: pa.Table | pa.RecordBatch) -> list[Task]:
    """Tasks of a table."""
    return [
        Task(
            FileRef(row["path"], row["size"], row["mtime_ns"]),
            Context(
                row["table_version"],
                row["initial_version"],
                row["since"],
                row["deep"],
                row["pages"],
                row["is_pending"],
                row["global_keys"],
            ),
            row["surface"],
            None if row["ofs"] is None else Part(row["ofs"], row["len"], row["extra"] or ""),
        )
        for row in table.to_pylist()
    ]


def check_batch(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Run the tasks of batches of `TASK_SCHEMA`; yield batches of `RESULT_SCHEMA`."""
    for chunk in chunks(row for batch in batches for row in _run_tasks(from_table(batch))):
        yield pa.RecordBatch.from_pylist(chunk, RESULT_SCHEMA)


def _run_tasks(tasks: Sequence[Task]) -> Iterator[Row]:
    with opened_ahead([task.ref for task in tasks if task.part is None]) as files:
        for task in tasks:
            yield from run_task(task, files.opened)


def run_task(task: Task, open_file: OpenFile = opened) -> Iterator[Row]:
    """Run one task on the file that `open_file` opens; every exception becomes a finding.

    A file that changed or vanished since it was listed is checked again: changes by a writer during the audit
    are not findings.
    """
    rows, ref = list(_run_once(task, open_file)), task.ref
    for _ in range(_MAX_LOOKS):
        if not any(row["row"] == FINDING for row in rows):
            break
        try:
            now = look_again(ref)
        except (OSError, ValueError):
            break
        if now == ref or (task.ref.size == 0 and task.ref.mtime_ns == 0):
            break
        if now is None:
            yield _finding(
                FindingRow(task.ref.path, "file", NOTE, "gone", "it was deleted during the audit", None, INFO)
            )
            yield _done(task, 0)
            return
        ref = now
        rows = list(_run_once(replace(task, ref=ref), opened))
        rows[-1] |= {"num_bytes": _num_bytes(task)}
    yield from rows


def _run_once(task: Task, open_file: OpenFile) -> Iterator[Row]:
    num_blocks = num_bare = 0
    try:
        with open_file(task.ref) as buffer:
            surfaces = [each for each in SURFACES if each.name == task.surface] or surfaces_of(task.ref.path)
            for surface in surfaces:
                try:
                    part = task.part
                    if part is None:
                        plan = surface.plan(task.ref, buffer, task.context)
                        num_blocks += plan.num_blocks
                        num_bare += plan.num_bare
                        yield from (_finding(explained(row, buffer)) for row in plan.findings)
                        if len(plan.parts) != 1:
                            yield from (_part(task, surface.name, part) for part in plan.parts)
                            continue
                        [part] = plan.parts
                    rows = surface.check(task.ref, buffer, part, task.context)
                    yield from (_finding(explained(row, buffer)) for row in rows)
                except Exception as error:
                    yield _finding(unreadable(task.ref, surface.name, error))
    except Exception as error:
        yield _finding(unreadable(task.ref, task.surface, error))
    yield _done(task, num_blocks, num_bare)


def unreadable(ref: FileRef, surface: str | None, error: BaseException | str) -> FindingRow:
    """The finding of a file whose check ended early."""
    if isinstance(error, Reject):
        message, code = error.message, error.code
    elif isinstance(error, str):
        message, code = error, "lost"
    elif isinstance(error, OSError):
        path, code = Path(ref.path), "io"
        is_dangling = path.is_symlink() and not path.exists()
        message = f"a symbolic link to {path.readlink()}, which does not exist" if is_dangling else str(error)
    elif isinstance(error, LimitExceeded | UnsupportedInput):
        message, code = str(error), error.code
    else:
        message, code = f"{type(error).__name__}: {error}", "internal"
    if surface is None:
        surface = next((candidate.name for candidate in reversed(surfaces_of(ref.path))), "file")
    return FindingRow(ref.path, surface, UNREADABLE, code, message[:MAX_MESSAGE], len=ref.size)


def lost(tasks: pa.Table, reason: str) -> list[pa.RecordBatch]:
    """Result of a task that raised, or killed every worker that ran it."""
    rows = []
    for task in from_table(tasks):
        rows += [_finding(unreadable(task.ref, task.surface, reason)), _done(task, 0)]
    return [pa.RecordBatch.from_pylist(rows, RESULT_SCHEMA)]


def _finding(finding: FindingRow) -> Row:
    return {"row": FINDING, **values_of(finding)}


def _part(task: Task, surface: str, part: Part) -> Row:
    return {
        "row": PART, "path": task.ref.path, "surface": surface, "ofs": part.ofs, "len": part.len,
        "extra": part.extra,
    }  # fmt: skip


def _done(task: Task, num_blocks: int, num_bare: int = 0) -> Row:
    return {
        "row": DONE, "path": task.ref.path, "num_blocks": num_blocks, "num_bare": num_bare,
        "num_bytes": _num_bytes(task),
    }  # fmt: skip


def _num_bytes(task: Task) -> int:
    """Bytes that a task counts: the size of the file for its first task, otherwise 0."""
    return task.ref.size if task.part is None else 0
