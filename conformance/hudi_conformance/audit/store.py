# SPDX-License-Identifier: Apache-2.0
"""What an audit writes while it runs, so that it can be gone on with: findings, and which tasks are done.

`findings/` has one Parquet file a checkpoint; `state/RUN.jsonl` one line a checkpoint, which counts only once
it is complete. Findings that no line names were written by a run that ended in between: they are removed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.audit.check import DONE, FINDING, PART, Task
from hudi_conformance.audit.findings import FINDING_SCHEMA, FindingRow, from_batches, to_batches
from hudi_conformance.audit.surface import Context, Part
from hudi_conformance.lake.files import FileRef

CHECKPOINT_SECONDS = 5.0
CHECKPOINT_ROWS = 50_000
Key = tuple[str, int, int, str, int]


class StateError(Exception):
    """There is nothing to go on with, or it belongs to another audit."""


@dataclass(slots=True)
class Progress:
    """What is done so far."""

    files: int = 0
    bytes: int = 0
    blocks: int = 0
    findings: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Store:
    """Findings and state of one run below `out`."""

    out: Path
    run_id: str
    options: Mapping[str, Any]
    progress: Progress = field(default_factory=Progress)
    done: set[Key] = field(default_factory=set)
    parts: list[Task] = field(default_factory=list)
    _files: list[str] = field(default_factory=list)
    _batches: list[pa.RecordBatch] = field(default_factory=list)
    _new_done: list[Key] = field(default_factory=list)
    _new_parts: list[Task] = field(default_factory=list)
    _last: float = field(default_factory=time.monotonic)

    @classmethod
    def create(cls, out: Path, run_id: str, options: Mapping[str, Any]) -> Store:
        """A new run; findings of earlier ones stay beside its own."""
        store = cls(out, run_id, dict(options))
        (out / "findings").mkdir(parents=True, exist_ok=True)
        (out / "state").mkdir(exist_ok=True)
        store._append({"run": run_id, "options": store.options}, mode="w")
        return store

    @classmethod
    def resume(cls, out: Path, options: Mapping[str, Any]) -> Store:
        """The last run below `out`.

        Raises:
            StateError: there is none, or it was asked for something else.
        """
        states = sorted((out / "state").glob("*.jsonl"))
        if not states:
            raise StateError(f"{out} has no audit to go on with")
        lines = list(_lines(states[-1]))
        if not lines or "run" not in lines[0]:
            raise StateError(f"{states[-1]} says nothing of a run")
        store = cls(out, lines[0]["run"], lines[0]["options"])
        if dict(options) != dict(store.options):
            raise StateError(f"the audit below {out} was asked for something else: {dict(store.options)}")
        for line in lines[1:]:
            if line.get("finished"):
                continue
            store.done.update(tuple(key) for key in line["done"])
            store.parts += [_task(part) for part in line["parts"]]
            store._files += [line["findings"]] if line["findings"] else []
            store.progress = Progress(**line["progress"])
        for path in (out / "findings").glob(f"{store.run_id}-*.parquet"):
            if path.name not in store._files:
                path.unlink()
        # A line that a run has begun and not ended would swallow the next one.
        text = "".join(json.dumps(line) + "\n" for line in lines)
        _write_whole(out / "state" / f"{store.run_id}.jsonl", text)
        return store

    def forget(self, keep: set[tuple[str, int, int]]) -> None:
        """Forget files that are gone or have changed: all but those of path, size and time in `keep`."""
        stale = {key[0] for key in self.done if key[:3] not in keep and key[3] != "table"}
        if not stale:
            return
        self.done = {key for key in self.done if key[0] not in stale}
        self.parts = [part for part in self.parts if part.ref.path not in stale]
        rows = list(self.rows())
        for name in self._files:
            (self.out / "findings" / name).unlink()
        self._files = []
        kept = [row for row in rows if row.path not in stale]
        self.progress.findings = len(kept)
        files = {key[:3] for key in self.done if key[4] < 0 and key[3] != "table"}
        self.progress.files, self.progress.bytes = len(files), sum(key[1] for key in files)
        self._batches = list(to_batches(kept, self.run_id))
        self._new_done, self._new_parts = sorted(self.done), list(self.parts)
        _write_whole(
            self.out / "state" / f"{self.run_id}.jsonl",
            json.dumps({"run": self.run_id, "options": dict(self.options)}) + "\n",
        )
        self.checkpoint()

    def add(self, tasks: Sequence[Task], batches: Sequence[pa.RecordBatch], seconds: float) -> list[Task]:
        """Take the results of tasks that are done; the parts that they leave to check."""
        by_path = {task.ref.path: task for task in tasks}
        parts: list[Task] = []
        for batch in batches:
            kind = batch.column("row")
            found = batch.filter(pc.equal(kind, FINDING))
            if found.num_rows:
                self.progress.findings += found.num_rows
                self._batches.append(_with_run(found, self.run_id))
            for row in batch.filter(pc.equal(kind, PART)).to_pylist():
                task = by_path[row["path"]]
                part = Part(row["ofs"], row["len"], row["extra"] or "")
                parts.append(Task(task.ref, task.context, row["surface"], part))
            for row in batch.filter(pc.equal(kind, DONE)).to_pylist():
                self.progress.blocks += row["num_blocks"]
                self.progress.bytes += row["num_bytes"]
        self.progress.files += sum(task.part is None for task in tasks)
        self.progress.seconds = seconds
        self.done.update(task.key for task in tasks)
        self._new_done += [task.key for task in tasks]
        self._new_parts += parts
        self.parts += parts
        rows = sum(batch.num_rows for batch in self._batches)
        if rows >= CHECKPOINT_ROWS or time.monotonic() - self._last >= CHECKPOINT_SECONDS:
            self.checkpoint()
        return parts

    def add_rows(self, task: Task, rows: Sequence[FindingRow]) -> None:
        """Take the findings of something that no engine has done."""
        self.progress.findings += len(rows)
        self._batches += to_batches(rows, self.run_id)
        self.done.add(task.key)
        self._new_done.append(task.key)

    def checkpoint(self) -> None:
        """Write what has come since the last one."""
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
                "progress": {name: getattr(self.progress, name) for name in Progress.__slots__},
            }
        )
        self._batches, self._new_done, self._new_parts = [], [], []

    def finish(self) -> None:
        """Write what is left, and that nothing is."""
        self.checkpoint()
        self._append({"finished": True})

    def rows(self) -> Iterator[FindingRow]:
        """All findings of this run that were written."""
        for name in self._files:
            with pq.ParquetFile(self.out / "findings" / name) as file:
                yield from from_batches(file.iter_batches(4096))

    def _append(self, line: Mapping[str, Any], mode: str = "a") -> None:
        with (self.out / "state" / f"{self.run_id}.jsonl").open(mode, encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _with_run(batch: pa.RecordBatch, run_id: str) -> pa.RecordBatch:
    columns = [
        pa.repeat(pa.scalar(run_id, pa.string()), batch.num_rows)
        if field.name == "run_id"
        else batch.column(field.name)
        for field in FINDING_SCHEMA
    ]
    return pa.RecordBatch.from_arrays(columns, schema=FINDING_SCHEMA)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Lines that are complete."""
    for line in path.read_text("utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            return


def _write_whole(path: Path, text: str) -> None:
    fresh = path.with_suffix(".tmp")
    fresh.write_text(text, "utf-8")
    fresh.replace(path)


def _part_json(task: Task) -> list[Any]:
    assert task.part is not None
    ref, context, part = task.ref, task.context, task.part
    return [
        [ref.path, ref.size, ref.mtime_ns],
        [context.table_version, context.initial_version, context.since],
        task.surface,
        [part.ofs, part.len, part.extra],
    ]


def _task(values: Sequence[Any]) -> Task:
    ref, context, surface, part = values
    return Task(FileRef(*ref), Context(*context), surface, Part(*part))
