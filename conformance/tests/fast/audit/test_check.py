# SPDX-License-Identifier: Apache-2.0
"""`audit.check`: rows of tasks whose files stay, change, vanish or cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.audit.check import (
    DONE,
    FINDING,
    PART,
    RESULT_SCHEMA,
    Task,
    check_batch,
    from_table,
    lost,
    to_table,
    unreadable,
)
from hudi_conformance.audit.surface import PART_SIZE, Context, Part
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.small_table import log_file

TIME = "20240101000000000"
LOG = log_file(f'[{{"time": "{TIME}", "records": 2}}]', "p=1")
TEXTS = st.none() | st.text(max_size=5)
SIZES = st.integers(0, 2**62)
TASKS = st.builds(
    Task,
    st.builds(FileRef, st.text(min_size=1, max_size=9), SIZES, SIZES),
    st.builds(
        Context,
        st.none() | st.integers(0, 99),
        st.none() | st.integers(0, 99),
        TEXTS,
        st.booleans(),
        st.booleans(),
    ),
    TEXTS,
    st.none() | st.builds(Part, SIZES, SIZES, st.text(max_size=5)),
)


def rows_of(*tasks: Task) -> list[dict[str, Any]]:
    batches = list(check_batch(iter(to_table(tasks).to_batches())))
    assert all(batch.schema == RESULT_SCHEMA for batch in batches)
    return [row for batch in batches for row in batch.to_pylist()]


def ref_of(path: Path) -> FileRef:
    status = path.stat()
    return FileRef(str(path), status.st_size, status.st_mtime_ns)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / f".f1_{TIME}.log.1_0-0-0"
    path.write_bytes(LOG)
    return path


@settings(max_examples=50)
@given(st.lists(TASKS, max_size=4))
def test_tasks_travel_as_a_table(tasks: list[Task]) -> None:
    assert from_table(to_table(tasks)) == tasks


def test_intact_file_is_one_row(log: Path) -> None:
    [row] = rows_of(Task(ref_of(log), Context()))
    assert (row["row"], row["path"]) == (DONE, str(log))
    assert (row["num_blocks"], row["num_bare"], row["num_bytes"]) == (1, 0, len(LOG))


def test_rows_of_each_task_end_with_its_totals(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "x.hfile"
    other.write_bytes(b"none")
    rows = rows_of(Task(ref_of(log), Context()), Task(ref_of(other), Context()))
    assert [(row["row"], row["path"]) for row in rows] == [
        (DONE, str(log)),
        (FINDING, str(other)),
        (DONE, str(other)),
    ]
    assert rows[-1]["num_bytes"] == 4


@pytest.mark.parametrize("change", [-1, 1, 100])
def test_file_that_was_listed_with_another_size_is_checked_as_it_is(change: int, log: Path) -> None:
    listed = FileRef(str(log), len(LOG) + change, 1)
    [row] = rows_of(Task(listed, Context()))
    assert (row["row"], row["num_blocks"]) == (DONE, 1)


def test_damaged_file_that_has_changed_is_checked_again(log: Path) -> None:
    log.write_bytes(LOG[:-9])
    rows = rows_of(Task(FileRef(str(log), 1, 1), Context()))
    assert rows[-1].pop("num_bytes") == 1
    assert [row["row"] for row in rows] == [FINDING, DONE]
    expected = rows_of(Task(ref_of(log), Context()))
    assert expected[-1].pop("num_bytes") == len(LOG) - 9
    assert rows == expected


@pytest.mark.parametrize("name", ["\0.hfile", "x.hfile"])
def test_file_that_cannot_be_listed_again_is_a_finding(name: str, log: Path) -> None:
    finding, done = rows_of(Task(FileRef(f"{log}/{name}", 1, 1), Context()))
    assert (finding["row"], finding["verdict"], done["row"]) == (FINDING, "unreadable", DONE)


def test_file_that_vanished_is_a_note(log: Path) -> None:
    ref = ref_of(log)
    log.unlink()
    note, done = rows_of(Task(ref, Context()))
    assert (note["verdict"], note["code"], note["severity"], note["path"]) == (
        "note",
        "gone",
        "info",
        str(log),
    )
    assert (done["row"], done["num_blocks"]) == (DONE, 0)


def test_part_of_a_file_counts_no_bytes(log: Path) -> None:
    log.write_bytes(LOG[:-1] + b"\xff" + LOG)
    [row] = rows_of(Task(ref_of(log), Context(), "log", Part(len(LOG), len(LOG), '{"first": 1}')))
    assert (row["row"], row["num_bytes"], row["num_blocks"]) == (DONE, 0, 0)


def test_large_log_file_is_split(log: Path) -> None:
    """Parts end behind the block that makes them large enough; each is a task of its own."""
    many = PART_SIZE // len(LOG) + 1
    log.write_bytes(LOG * (many + 2))
    first, second, done = rows_of(Task(ref_of(log), Context()))
    assert [(row["row"], row["surface"], row["ofs"], row["len"]) for row in (first, second)] == [
        (PART, "log", 0, many * len(LOG)),
        (PART, "log", many * len(LOG), 2 * len(LOG)),
    ]
    assert second["extra"] == f'{{"first": {many}}}'
    assert done["num_blocks"] == many + 2


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (Reject("bad-magic", 3, "log.block.magic", "text"), "bad-magic", "text"),
        (OSError(5, "no disk"), "io", "[Errno 5] no disk"),
        (LimitExceeded("too much"), "limit", "too much"),
        (UnsupportedInput("new"), "unsupported", "new"),
        (ValueError("a defect"), "internal", "ValueError: a defect"),
        ("worker died", "lost", "worker died"),
        (OSError("x" * 600), "io", "x" * 500),
    ],
    ids=lambda value: str(value)[:20],
)
def test_file_whose_check_ended_early(error: Exception | str, code: str, message: str) -> None:
    row = unreadable(FileRef("a/b.parquet", 7), None, error)
    assert (row.verdict, row.severity, row.code, row.message) == ("unreadable", "error", code, message)
    assert (row.path, row.surface, row.len) == ("a/b.parquet", "base-file", 7)


@pytest.mark.parametrize(
    ("path", "surface"),
    [("a.hfile", "hfile"), (f".f1_{TIME}.log.1_0-0-0", "log"), ("a.txt", "file"), ("a.log", "log")],
)
def test_surface_of_a_file_whose_check_ended_early(path: str, surface: str) -> None:
    assert unreadable(FileRef(path, 0), None, "text").surface == surface
    assert unreadable(FileRef(path, 0), "name", "text").surface == "name"


def test_lost_tasks_are_unreadable_and_done() -> None:
    tasks = to_table(
        [Task(FileRef("a.log", 5), Context()), Task(FileRef("b.log", 6), Context(), "log", Part(0, 6))]
    )
    [batch] = lost(tasks, "OutOfMemory")
    rows = batch.to_pylist()
    assert [(row["row"], row["path"], row["code"], row["num_bytes"]) for row in rows] == [
        (FINDING, "a.log", "lost", None),
        (DONE, "a.log", None, 5),
        (FINDING, "b.log", "lost", None),
        (DONE, "b.log", None, 0),
    ]
    assert {row["message"] for row in rows} == {"OutOfMemory", None}
    assert isinstance(batch, pa.RecordBatch)


@pytest.mark.parametrize(
    ("path", "size", "part", "more"),
    [
        ("a.log", 1000, None, 1000),
        ("a.log", PART_SIZE, None, PART_SIZE),
        ("a.log", PART_SIZE + 1600, None, PART_SIZE + 100),
        ("a.parquet", PART_SIZE + 1600, None, 0),
        ("a.hfile", PART_SIZE + 1600, None, PART_SIZE + 1600),
        ("a.log", PART_SIZE * 9, Part(5, 300), 300),
    ],
)
def test_weight_of_a_task(path: str, size: int, part: Part | None, more: int) -> None:
    """What a task reads, and the same for each opening: frames of large files that are split, or a footer."""
    opening = Task(FileRef("a.log", 0), Context()).weight
    assert opening > 0
    assert Task(FileRef(path, size), Context(), None, part).weight == opening + more
    if path == "a.parquet":
        assert Task(FileRef(path, size), Context(deep=True)).weight == opening + size


def test_identity_of_a_task() -> None:
    ref = FileRef("a.log", 5, 6)
    assert Task(ref, Context(9)).key == Task(ref, Context(6)).key == ("a.log", 5, 6, "", -1)
    assert Task(ref, Context(), "log", Part(3, 2)).key == ("a.log", 5, 6, "log", 3)
