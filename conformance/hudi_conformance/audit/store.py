# SPDX-License-Identifier: Apache-2.0
"""Findings and finished tasks of an audit, written while it runs so that it can be resumed.

`findings/` has one Parquet file per checkpoint; `state/RUN.jsonl` one line per checkpoint, which counts only
once it is complete. Findings that no line names were written by an interrupted run: they are removed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.audit.check import DONE, FINDING, PART, Task
from hudi_conformance.audit.finding_columns import FINDING_SCHEMA, from_batches, to_batches
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.surface import Context, Part
from hudi_conformance.lake.files import FileRef
from hudi_conformance.model.common import JsonValue

CHECKPOINT_SECONDS = 5.0
CHECKPOINT_ROWS = 50_000
Key = tuple[str, int, int, str, int]


class StateError(Exception):
    """There is nothing to resume, or it belongs to another audit."""


@dataclass(slots=True)
class Progress:
    """Totals so far."""

    files: int = 0
    bytes: int = 0
    blocks: int = 0
    findings: int = 0
    bare: int = 0  # pages without a checksum that were not decoded
    seconds: float = 0.0


@dataclass(slots=True)
class Store:
    """Findings and state of one run below `out`."""

    out: Path
    run_id: str
    options: Mapping[str, JsonValue]
    progress: Progress = field(default_factory=Progress)
    done: set[Key] = field(default_factory=set)
    parts: list[Task] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    _files: list[str] = field(default_factory=list)
    _batches: list[pa.RecordBatch] = field(default_factory=list)
    _new_done: list[Key] = field(default_factory=list)
    _new_parts: list[Task] = field(default_factory=list)
    _last: float = field(default_factory=time.monotonic)

    @classmethod
    def create(cls, out: Path, run_id: str, options: Mapping[str, JsonValue]) -> Store:
        """Start a new run; findings of earlier runs are kept."""
        store = cls(out, run_id, dict(options))
        (out / "findings").mkdir(parents=True, exist_ok=True)
        (out / "state").mkdir(exist_ok=True)
        store._append({"run": run_id, "options": store.options}, mode="w")
        return store

    @classmethod
    def resume(cls, out: Path, options: Mapping[str, JsonValue]) -> Store:
        """The last run below `out`.

        Raises:
            StateError: there is none, or its options differ.
        """
        states = sorted((out / "state").glob("*.jsonl"))
        if not states:
            raise StateError(f"{out} contains no audit to resume")
        lines = list(_lines(states[-1]))
        if not lines or "run" not in lines[0]:
            raise StateError(f"{states[-1]} does not describe a run")
        store = cls(out, lines[0]["run"], lines[0]["options"])
        if dict(options) != dict(store.options):
            raise StateError(f"the audit below {out} has other options: {dict(store.options)}")
        for line in lines[1:]:
            if line.get("finished"):
                continue
            store.done.update(tuple(key) for key in line["done"])
            store.parts += [
                Task(FileRef(*ref), Context(*context), surface, Part(*part))
                for ref, context, surface, part in line["parts"]
            ]
            store._files += [line["findings"]] if line["findings"] else []
            store.progress = Progress(**line["progress"])
            store.gaps = [Gap(**gap) for gap in line.get("gaps", ())]
        for path in (out / "findings").glob(f"{store.run_id}-*.parquet"):
            if path.name not in store._files:
                path.unlink()
        # The next line would be appended to an incomplete last line.
        store._rewrite(lines)
        return store

    def forget(self, keep: set[tuple[str, int, int]]) -> None:
        """Drop deleted and changed files: all but those with path, size and time in `keep`."""
        stale = {key[0] for key in self.done if key[:3] not in keep and key[3] != "table"}
        if not stale:
            return
        self.done = {key for key in self.done if key[0] not in stale}
        self.parts = [part for part in self.parts if part.ref.path not in stale]
        rows = list(self.rows())
        for name in self._files:
            (self.out / "findings" / name).unlink()
        self._files = []
        rows = [row for row in rows if row.path not in stale]
        self.progress.findings = len(rows)
        files = {key[:3] for key in self.done if key[4] < 0 and key[3] != "table"}
        self.progress.files, self.progress.bytes = len(files), sum(key[1] for key in files)
        self._batches = list(to_batches(rows, self.run_id))
        self._new_done, self._new_parts = sorted(self.done), list(self.parts)
        self._rewrite([{"run": self.run_id, "options": dict(self.options)}])
        self.checkpoint()

    def add(self, tasks: Sequence[Task], batches: Sequence[pa.RecordBatch], seconds: float) -> None:
        """Add the results of finished tasks."""
        by_path = {task.ref.path: task for task in tasks}
        parts: list[Task] = []
        for batch in batches:
            kinds = batch.column("row").to_pylist()
            blocks, bare, sizes = (batch.column(name) for name in ("num_blocks", "num_bare", "num_bytes"))
            if FINDING in kinds:
                findings = batch.filter(pc.equal(batch.column("row"), FINDING))
                self.progress.findings += findings.num_rows
                self._batches.append(_with_run(findings, self.run_id))
            # Most batches are the end of one small file: their other columns are not read.
            for number, kind in enumerate(kinds):
                if kind == PART:
                    row = batch.slice(number, 1).to_pylist()[0]
                    task = by_path[row["path"]]
                    part = Part(row["ofs"], row["len"], row["extra"] or "")
                    parts.append(Task(task.ref, task.context, row["surface"], part))
                elif kind == DONE:
                    self.progress.blocks += blocks[number].as_py()
                    self.progress.bare += bare[number].as_py()
                    self.progress.bytes += sizes[number].as_py()
        self.progress.files += sum(task.part is None for task in tasks)
        self.progress.seconds = seconds
        keys = [task.key for task in tasks]
        self.done.update(keys)
        self._new_done += keys
        self._new_parts += parts
        self.parts += parts
        rows = sum(batch.num_rows for batch in self._batches)
        if rows >= CHECKPOINT_ROWS or time.monotonic() - self._last >= CHECKPOINT_SECONDS:
            self.checkpoint()

    def add_rows(self, task: Task, rows: Sequence[FindingRow], gaps: Sequence[Gap] = ()) -> None:
        """Add the findings and gaps of a task on an entire table."""
        self.gaps += gaps
        self.progress.findings += len(rows)
        self._batches += to_batches(rows, self.run_id)
        self.done.add(task.key)
        self._new_done.append(task.key)

    def checkpoint(self) -> None:
        """Write everything added since the last one."""
        self._last = time.monotonic()
        if not self._new_done and not self._batches:
            return
        name = None
        if self._batches:
            name = f"{self.run_id}-{len(self._files):05d}.parquet"
            path = self.out / "findings" / name
            table = pa.Table.from_batches(self._batches, FINDING_SCHEMA)
            pq.write_table(table, path.with_suffix(".tmp"), compression="zstd")
            path.with_suffix(".tmp").replace(path)
            self._files.append(name)
        self._append(
            {
                "findings": name,
                "done": self._new_done,
                "parts": [_part_json(task) for task in self._new_parts],
                "progress": asdict(self.progress),
                "gaps": [asdict(gap) for gap in self.gaps],
            }
        )
        self._batches, self._new_done, self._new_parts = [], [], []

    def finish(self) -> None:
        """Write the last checkpoint, and that the run is finished."""
        self.checkpoint()
        self._append({"finished": True})

    def rows(self) -> Iterator[FindingRow]:
        """All findings of this run in files."""
        for name in self._files:
            with pq.ParquetFile(self.out / "findings" / name) as file:
                # each thread of Arrow keeps a separate heap [limits.allocation]
                yield from from_batches(file.iter_batches(4096, use_threads=False))

    @property
    def _state(self) -> Path:
        return self.out / "state" / f"{self.run_id}.jsonl"

    def _append(self, line: Mapping[str, JsonValue], mode: str = "a") -> None:
        with self._state.open(mode, encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _rewrite(self, lines: Iterable[Mapping[str, JsonValue]]) -> None:
        fresh = self._state.with_suffix(".tmp")
        fresh.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        fresh.replace(self._state)


def _with_run(batch: pa.RecordBatch, run_id: str) -> pa.RecordBatch:
    run_ids = pa.repeat(pa.scalar(run_id, pa.string()), batch.num_rows)
    columns = [batch.column(name) for name in FINDING_SCHEMA.names[1:]]
    return pa.RecordBatch.from_arrays([run_ids, *columns], schema=FINDING_SCHEMA)


def _lines(path: Path) -> Iterator[dict[str, JsonValue]]:
    """Complete lines."""
    for line in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return


def _part_json(task: Task) -> list[JsonValue]:
    assert task.part is not None
    ref, context, part = task.ref, task.context, task.part
    return [
        [ref.path, ref.size, ref.mtime_ns],
        list(astuple(context)),
        task.surface,
        [part.ofs, part.len, part.extra],
    ]
