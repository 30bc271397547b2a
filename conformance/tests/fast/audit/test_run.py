# SPDX-License-Identifier: Apache-2.0
"""Surfaces and the run of an audit, on the plain engine."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.audit import registry
from hudi_conformance.audit.check import RESULT_SCHEMA, Task, check_batch, from_table, to_table
from hudi_conformance.audit.finding_columns import COLUMNS, FINDING_SCHEMA, from_batches, to_batches
from hudi_conformance.audit.findings import FindingRow, severity_of
from hudi_conformance.audit.log_surface import LogSurface
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.audit.store import StateError
from hudi_conformance.audit.surface import Context, FilePlan, Part, Surface
from hudi_conformance.audit.table_lookup import Tables
from hudi_conformance.decode.source import Buffer
from hudi_conformance.engine import local
from hudi_conformance.lake.files import FileRef, list_files, open_ranged
from hudi_conformance.lake.filesystem import RangedBuffer

FIXTURES = resources.fixtures_dir()
LOGS = sorted((FIXTURES / "log").glob("*.log"))
THREE = FIXTURES / "log" / "three_avro.log"


def audit(path: Path, out: Path, **options: object) -> list[FindingRow]:
    outcome = run_audit(Options([str(path)], **options), out)
    return list(outcome.store.rows())


def check_all(surface: LogSurface, ref: FileRef, buffer: Buffer, context: Context) -> list[FindingRow]:
    plan = surface.plan(ref, buffer, context)
    rows = list(plan.findings)
    for part in plan.parts:
        rows += surface.check(ref, buffer, part, context)
    return rows


def damaged_logs() -> Iterator[tuple[str, bytes]]:
    rng = random.Random(7)
    for path in LOGS:
        data = path.read_bytes()
        if not 0 < len(data) <= 20_000:
            continue
        yield path.name, data
        for _ in range(6):
            made = bytearray(data)
            for _ in range(rng.randrange(1, 3)):
                made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
            yield path.name, bytes(made)
        yield path.name, data[: rng.randrange(len(data))]


@pytest.mark.own_job
def test_kernels_parts_and_ranges_find_what_the_careful_walk_finds(tmp_path: Path) -> None:
    num = 0
    context = Context(table_version=8)
    for number, (name, data) in enumerate(damaged_logs()):
        path = tmp_path / f"{number}.log"
        path.write_bytes(data)
        ref = FileRef(str(path), len(data))
        careful = check_all(LogSurface(quick=False), ref, data, context)
        num += len(careful)
        assert check_all(LogSurface(), ref, data, context) == careful, name
        assert sorted(check_all(LogSurface(300), ref, data, context), key=repr) == sorted(careful, key=repr)
        remote = RangedBuffer(pafs.LocalFileSystem().open_input_file(str(path)), page=256, max_pages=4)
        assert check_all(LogSurface(), ref, remote, context) == careful, name
    assert num > 300


def test_windows_of_remote_files_cut_between_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hudi_conformance.audit.log_surface.WINDOW", 400)
    data = THREE.read_bytes() * 5
    data = data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]
    path = tmp_path / "a.log"
    path.write_bytes(data)
    ref = FileRef(str(path), len(data))
    remote = RangedBuffer(pafs.LocalFileSystem().open_input_file(str(path)), page=128, max_pages=4)
    assert check_all(LogSurface(), ref, remote, Context()) == check_all(
        LogSurface(quick=False), ref, data, Context()
    )
    parts = LogSurface(500).plan(ref, data, Context()).parts
    assert len(parts) > 3
    assert [part.ofs for part in parts[1:]] == [part.ofs + part.len for part in parts[:-1]]
    assert parts[-1].ofs + parts[-1].len == len(data)


def test_ranged_buffer_is_like_bytes(tmp_path: Path) -> None:
    rng = random.Random(3)
    data = bytes(rng.randrange(4) for _ in range(5000))
    path = tmp_path / "x"
    path.write_bytes(data)
    buffer = RangedBuffer(pafs.LocalFileSystem().open_input_file(str(path)), page=64, max_pages=4)
    assert len(buffer) == len(data)
    assert buffer[-1] == data[-1]
    for _ in range(2000):
        start, size = rng.randrange(-10, 5100), rng.randrange(400)
        assert buffer[start : start + size] == data[start : start + size]
        sub = bytes(rng.randrange(4) for _ in range(rng.randrange(1, 9)))
        begin = rng.randrange(5000)
        assert buffer.find(sub, begin) == data.find(sub, begin)


def test_a_block_hidden_by_stray_bytes_is_salvageable(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(THREE.read_bytes() + b"\xaa" * 6)
    [row] = audit(tmp_path / "a.log", tmp_path / "out")
    assert (row.verdict, row.requirement, row.salvageable) == ("damage", "log.recovery.corrupt-check", True)
    assert (row.kind, row.block, row.ofs) == ("CORRUPT_BLOCK", 2, THREE.stat().st_size)


def test_blocks_behind_a_refused_one_are_noted(tmp_path: Path) -> None:
    data = THREE.read_bytes()
    (tmp_path / "a.log").write_bytes(b"#hUDI#" + data[6:])
    refused, note = audit(tmp_path / "a.log", tmp_path / "out")
    assert (refused.requirement, refused.ofs, refused.salvageable) == ("log.recovery.bad-magic", 0, False)
    assert (note.verdict, note.severity, note.ofs) == ("note", "info", data.index(b"#HUDI#", 6))


def test_a_text_file_called_log_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text("INFO started\n")
    assert audit(tmp_path, tmp_path / "out") == []


def test_names(tmp_path: Path) -> None:
    bad = tmp_path / ".f.1_20240101000000000.log.1_0-0-0"
    shutil.copy(THREE, bad)
    [row] = audit(tmp_path / bad.name, tmp_path / "out")
    assert (row.surface, row.requirement) == ("name", "name.log.file-id-characters")


@pytest.mark.parametrize(("initial", "expected"), [("", True), ("hoodie.table.initial.version=6\n", False)])
def test_files_from_before_an_upgrade_keep_their_names(tmp_path: Path, initial: str, expected: bool) -> None:
    hoodie = tmp_path / "table" / ".hoodie"
    hoodie.mkdir(parents=True)
    (hoodie / "hoodie.properties").write_text(f"#a comment\nhoodie.table.version=8\n{initial}")
    name = ".f1_20200101000000000.log.1_0-0-0"
    shutil.copy(THREE, tmp_path / "table" / name)
    found = {row.requirement for row in audit(tmp_path / "table", tmp_path / "out")}
    assert ("name.log.instant-tv8" in found) is expected
    # The table is found from one of its files, too.
    context = Tables().context(str(tmp_path / "table" / name))
    assert (context.table_version, context.initial_version) == (8, 6 if initial else None)


def test_since_leaves_out_older_blocks(tmp_path: Path) -> None:
    data = (FIXTURES / "log" / "three_avro.log").read_bytes()
    made = bytearray(data)
    at = data.index(b'{"type"')
    made[at] = ord("X")  # the schema of the first block
    (tmp_path / "a.log").write_bytes(made)
    [row] = audit(tmp_path / "a.log", tmp_path / "o1")
    assert row.requirement == "log.header.schema-json"
    assert row.instant is not None
    assert audit(tmp_path / "a.log", tmp_path / "o2", since=row.instant) == [row]
    assert audit(tmp_path / "a.log", tmp_path / "o3", since=row.instant + "1") == []


def test_base_files(tmp_path: Path) -> None:
    good = tmp_path / "f_0-0-0_20240101000000000.parquet"
    pq.write_table(pa.table({"a": list(range(1000))}), good)
    assert audit(tmp_path, tmp_path.parent / "o1") == []
    data = good.read_bytes()
    good.write_bytes(data[:-30])
    [row] = audit(good, tmp_path.parent / "o2")
    assert (row.surface, row.code, row.ofs, row.kind) == (
        "base-file",
        "truncated",
        len(data) - 34,
        "base-file",
    )
    assert row.instant == "20240101000000000"


def test_rows_and_tasks_travel_as_arrow() -> None:
    row = FindingRow(
        "p", "log", "damage", "truncated", "m", "log.block.size", "error", 1, 2, 3, "k", "i", True
    )
    [batch] = to_batches([row], "r")
    assert batch.schema == FINDING_SCHEMA
    assert list(from_batches([batch])) == [row]
    assert set(COLUMNS) | {"run_id"} == set(FINDING_SCHEMA.names)
    tasks = [
        Task(FileRef("p", 1, 2), Context(8, 6, "2024"), "log", Part(3, 4, "x")),
        Task(FileRef("q", 0), Context()),
    ]
    assert from_table(to_table(tasks)) == tasks


def test_severity_is_that_of_the_level() -> None:
    assert severity_of("log.block.size") == "error"
    assert severity_of("log.header.block-identifier") == "warning"


class Broken:
    name = "broken"
    splits = False

    def matches(self, path: str) -> bool:
        return path.endswith(".broken")

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        return FilePlan(parts=[Part(0, 1)])

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:
        yield FindingRow(ref.path, self.name, "violation", "bad-value", "before")
        raise RuntimeError("a defect")


def test_whatever_a_surface_raises_is_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surfaces: list[Surface] = [*registry.SURFACES, Broken()]
    monkeypatch.setattr(registry, "SURFACES", surfaces)
    (tmp_path / "a.broken").write_bytes(b"x")
    (tmp_path / "b.log").write_bytes(THREE.read_bytes() + b"\xaa" * 6)
    rows = audit(tmp_path, tmp_path.parent / "out-raise")
    assert sorted((row.surface, row.code) for row in rows) == [
        ("broken", "bad-value"),
        ("broken", "internal"),
        ("log", "bad-magic"),
    ]


def test_a_file_that_is_gone_is_unreadable_and_others_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(THREE.read_bytes() + b"\xaa" * 6)
    (tmp_path / "b.log").symlink_to(tmp_path / "nowhere")
    rows = audit(tmp_path, tmp_path.parent / "out-gone")
    assert [(row.path[-5:], row.verdict, row.code) for row in rows] == [
        ("a.log", "damage", "bad-magic"),
        ("b.log", "unreadable", "io"),
    ]


def test_names_that_are_no_text(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.log")).write_bytes(THREE.read_bytes() + b"\xaa" * 6)
    [ref] = list_files([tmp_path])
    assert len(open_ranged(ref)) == ref.size
    [row] = audit(tmp_path, tmp_path.parent / "out-bytes")
    assert row.path.endswith("/%FF.log")


def lake(folder: Path) -> Path:
    for number in range(12):
        data = THREE.read_bytes()
        (folder / f"f{number:02d}.log").write_bytes(data if number % 3 else data + b"\xaa" * (6 + number))
    return folder


def key(row: FindingRow) -> tuple[str, int, str]:
    return row.path, row.ofs or 0, row.requirement or ""


def test_resume_finds_what_an_uninterrupted_run_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hudi_conformance.audit.store.CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr(registry, "SURFACES", [registry.SURFACES[0], LogSurface(300), *registry.SURFACES[2:]])
    (tmp_path / "lake").mkdir()
    folder = lake(tmp_path / "lake")
    options = Options([str(folder)])
    whole = sorted(run_audit(options, tmp_path / "whole").store.rows(), key=key)
    assert len(whole) == 4
    for stop in (1, 5, 11, 14, 20):
        out = tmp_path / f"stop{stop}"
        with pytest.raises(KeyboardInterrupt):
            run_audit(options, out, engine=interrupted(stop))
        # What an ended run may leave behind: findings without a line, and half a line.
        [state] = (out / "state").glob("*.jsonl")
        run_id = state.stem
        pq.write_table(
            pa.Table.from_batches([], FINDING_SCHEMA), out / "findings" / f"{run_id}-99999.parquet"
        )
        with state.open("a") as file:
            file.write('{"findings": ')
        seen: list[int] = []
        outcome = run_audit(options, out, resume=True, engine=counting(seen))
        assert sorted(outcome.store.rows(), key=key) == whole
        assert pq.read_table(out / "findings").num_rows == len(whole)
        assert outcome.progress.files == 12
        assert len(seen) < 12 + 36


def interrupted(stop: int) -> object:
    done = 0

    def run(tasks: pa.Table, func: object, schema: pa.Schema, *, on_batch: object, on_lost: object) -> None:
        def count(*args: object) -> None:
            nonlocal done
            if done == stop:
                raise KeyboardInterrupt
            done += 1
            on_batch(*args)

        local.run_tasks(tasks, func, schema, on_batch=count, on_lost=on_lost)

    return run


def counting(seen: list[int]) -> object:
    def run(tasks: pa.Table, func: object, schema: pa.Schema, **rest: object) -> None:
        seen.extend(range(tasks.num_rows))
        local.run_tasks(tasks, func, schema, **rest)

    return run


def test_resume_checks_what_has_changed_again(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    folder = lake(tmp_path / "lake")
    options = Options([str(folder)])
    first = run_audit(options, tmp_path / "out")
    assert len(list(first.store.rows())) == 4
    (folder / "f00.log").write_bytes(THREE.read_bytes())
    (folder / "f03.log").unlink()
    second = run_audit(options, tmp_path / "out", resume=True)
    assert [row.path[-7:] for row in sorted(second.store.rows(), key=key)] == ["f06.log", "f09.log"]
    assert second.progress.files == 11
    with pytest.raises(StateError, match="other options"):
        run_audit(Options([str(folder)], since="2024"), tmp_path / "out", resume=True)
    with pytest.raises(StateError, match="no audit"):
        run_audit(options, tmp_path / "fresh", resume=True)


def test_runs_are_appended(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    folder = lake(tmp_path / "lake")
    outcomes: list[Outcome] = [run_audit(Options([str(folder)]), tmp_path / "out") for _ in range(2)]
    table = pq.read_table(tmp_path / "out" / "findings")
    assert table.schema.equals(FINDING_SCHEMA)
    assert {row["run_id"] for row in table.to_pylist()} == {one.store.run_id for one in outcomes}
    assert table.num_rows == 8


def test_a_sample_is_that_of_its_seed(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    folder = lake(tmp_path / "lake")

    def chosen(seed: int) -> list[str]:
        options = Options([str(folder)], sample=4, seed=seed)
        outcome = run_audit(options, tmp_path / f"out{seed}-{random.random()}")
        assert outcome.plan.num_left_out == 8
        return [task.ref.path for task in outcome.plan.tasks]

    assert chosen(1) == chosen(1)
    assert len({tuple(chosen(seed)) for seed in range(6)}) > 1


def test_a_task_that_raises_is_lost_and_reported() -> None:
    def func(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            if batch.column("path")[0].as_py() == "bad":
                raise MemoryError("too much")
            yield from check_batch(iter([batch]))

    seen: list[str] = []
    tasks = to_table([Task(FileRef("bad", 1), Context()), Task(FileRef(str(THREE), 1), Context())])
    local.run_tasks(
        tasks,
        func,
        RESULT_SCHEMA,
        on_batch=lambda task, _: seen.append(task.column("path")[0].as_py()),
        on_lost=lambda _, reason: seen.append(reason) or [],
    )
    assert seen == ["MemoryError: too much", "bad", str(THREE)]
