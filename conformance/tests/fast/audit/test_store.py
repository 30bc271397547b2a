# SPDX-License-Identifier: Apache-2.0
"""`audit.store`: an audit that is resumed repeats nothing, and forgets what has changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance.audit.check import PART, RESULT_SCHEMA, Task
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.audit.store import StateError, Store
from hudi_conformance.audit.surface import Context
from hudi_conformance.lake.files import FileRef
from strategies import small_table

DAMAGED = {
    "stats": {"base2": {"numWrites": 4}},
    "files": {"log1": {"blocks": [{"time": "$T2", "records": 2}]}},
}


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """A table with two findings between its files."""
    folder = tmp_path / "lake" / "t"
    small_table.write(small_table.patched(small_table.description(9), DAMAGED), folder)
    return folder


def size_of(folder: Path) -> int:
    """Bytes of data files, which are what tasks read."""
    names = ("*.parquet", ".*.log.*")
    return sum(path.stat().st_size for name in names for path in folder.rglob(name))


def test_resumed_audit_repeats_nothing(lake: Path, tmp_path: Path) -> None:
    first = run_audit(Options([str(lake)], pages=True), tmp_path / "out")
    rows = list(first.store.rows())
    assert len(rows) == first.progress.findings == 2
    again = run_audit(Options([str(lake)], pages=True), tmp_path / "out", resume=True)
    assert list(again.store.rows()) == rows
    assert replace(again.progress, seconds=0) == replace(first.progress, seconds=0)
    assert again.store.gaps == first.store.gaps
    assert (again.progress.files, again.progress.bytes) == (3, size_of(lake))
    assert again.progress.bare > 0


def test_changed_file_is_checked_again(lake: Path, tmp_path: Path) -> None:
    run_audit(Options([str(lake)]), tmp_path / "out")
    path = next((lake / "p=2").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    again = run_audit(Options([str(lake)]), tmp_path / "out", resume=True)
    rows = list(again.store.rows())
    assert [row.requirement for row in rows if row.path == str(path)] == ["table.base-file.form"]
    assert again.progress.findings == len(rows) == 3
    assert (again.progress.files, again.progress.bytes) == (3, size_of(lake))
    assert pq.read_table(tmp_path / "out" / "findings").num_rows == 3


def test_findings_of_a_file_that_is_gone_are_forgotten(lake: Path, tmp_path: Path) -> None:
    path = next((lake / "p=2").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1])
    run_audit(Options([str(lake)]), tmp_path / "out")
    path.unlink()
    again = run_audit(Options([str(lake)]), tmp_path / "out", resume=True)
    assert [row for row in again.store.rows() if row.path == str(path)] == []
    assert (again.progress.files, again.progress.bytes) == (2, size_of(lake))


def test_state_of_another_audit(lake: Path, tmp_path: Path) -> None:
    with pytest.raises(StateError, match="contains no audit to resume"):
        run_audit(Options([str(lake)]), tmp_path / "none", resume=True)
    run_audit(Options([str(lake)]), tmp_path / "out")
    for options in (Options([str(lake)], deep=True), Options([str(lake)], since="2024"), Options([])):
        with pytest.raises(StateError, match="other options"):
            run_audit(options, tmp_path / "out", resume=True)


@pytest.mark.parametrize("text", ["", "{", '{"options": {}}\n', "\n"])
def test_state_that_describes_no_run(text: str, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "a.jsonl").write_text(text)
    with pytest.raises(StateError, match="does not describe a run"):
        Store.resume(tmp_path, {})


def test_last_run_is_resumed_and_others_are_kept(lake: Path, tmp_path: Path) -> None:
    options = Options([str(lake)])
    first, second = (run_audit(options, tmp_path / "out").store.run_id for _ in range(2))
    assert first < second
    assert run_audit(options, tmp_path / "out", resume=True).store.run_id == second
    assert set(pq.read_table(tmp_path / "out" / "findings")["run_id"].to_pylist()) == {first, second}


def test_gaps_are_stored_with_the_checkpoint(tmp_path: Path) -> None:
    store = Store.create(tmp_path, "r", {"a": 1})
    store.add_rows(Task(FileRef("t", 0), Context(), "table"), [], [Gap("files", 3, "why")])
    store.checkpoint()
    again = Store.resume(tmp_path, {"a": 1})
    assert (again.gaps, again.done) == ([Gap("files", 3, "why")], {("t", 0, 0, "table", -1)})
    assert json.loads((tmp_path / "state" / "r.jsonl").read_text().splitlines()[0]) == {
        "run": "r",
        "options": {"a": 1},
    }


def test_context_of_a_part_is_stored(tmp_path: Path) -> None:
    file = Task(
        FileRef("f", 9, 1), Context(9, 6, "2024", deep=True, pages=True, is_pending=True, global_keys=True)
    )
    part = {"row": PART, "path": "f", "surface": "log", "ofs": 0, "len": 9}
    store = Store.create(tmp_path, "r", {})
    store.add([file], [pa.RecordBatch.from_pylist([part], RESULT_SCHEMA)], 0)
    store.checkpoint()
    assert [task.context for task in Store.resume(tmp_path, {}).parts] == [file.context]
