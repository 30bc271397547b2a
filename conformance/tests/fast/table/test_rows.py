# SPDX-License-Identifier: Apache-2.0
"""Rows of real tables: as Arrow batches, and beside rows of an engine that is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_batches import view_batches
from hudi_conformance.table.view_damages import view_damages

ROWS = resources.fixtures_dir() / "real-rows"
TABLES = sorted(ROWS.glob("*/*.zip"))


def views_of(table: Table, name: str) -> Iterator[View]:
    """Views of the state and of changes, with limits at commits and without."""
    yield from map(View, ["snapshot", "read_optimized"])
    if not table.key.has_meta_fields:
        return
    times = [commit.completion_time for commit in table.commits]
    ranges = [(None, None), ("000", None), (None, times[0]), (times[-1], None), (times[0], times[-1])]
    for begin, end in [*ranges, *[(time, None) for time in times[1:-1]][:2]]:
        yield View("incremental", begin=begin, end=end)
    if "cdc" in name:
        yield View("cdc")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("archive", TABLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_batches_hold_the_rows_of_the_careful_reader(archive: Path, tmp_path: Path) -> None:
    line = Line.V0_15 if archive.parent.name == "0.15.0" else Line.V1_2
    table = open_table(unpacked(archive, tmp_path), ReadOptions(line))
    for view in views_of(table, archive.stem):
        _check_batches(table, view)


def _check_batches(table: Table, view: View) -> None:
    """Batches hold the rows of the careful reader, or are refused as it refuses them."""
    shape, show = (make(rows_schema(table, view).tree) for make in (row_shape, RowMapper))
    refusal = ""
    try:
        careful = sorted(dumps(show(row)) for row in read_view(table, view))
    except Reject as error:
        refusal = error.message
    except ValueError as error:  # canonical rows have all fields; that of a partial update may not
        refusal = "which has no default" if "lacks field" in str(error) else "not expected"
    if refusal:
        with pytest.raises(Reject, match=re.escape(refusal)):
            list(view_batches(table, view))
        return
    batches = list(view_batches(table, view))
    assert view_damages(table, view) == []
    assert all(batch.num_rows for batch in batches)
    assert sorted(dumps(row) for batch in batches for row in canonical_rows(batch, shape)) == careful


def test_diff_with_hudi_rs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("hudi", reason="needs the extra `hudi-rs`")
    folder = unpacked(ROWS / "1.2.0" / "mor_event_time.zip", tmp_path / "t")
    for view in ("snapshot", "read_optimized"):
        assert run_cli(["diff", str(folder), "--engine", "hudi-rs", "--view", view]) == 0
        assert "all equal" in capsys.readouterr().out


def test_snapshot_prints_the_first_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = unpacked(ROWS / "0.15.0" / "cow_plain.zip", tmp_path / "t")
    assert run_cli(["snapshot", str(folder), "--line", "0.15", "--json"]) == 0
    num_rows = len(capsys.readouterr().out.splitlines())
    assert run_cli(["snapshot", str(folder), "--line", "0.15"]) == 0
    head, *rows, count = capsys.readouterr().out.splitlines()
    assert "_hoodie" not in head
    assert len(rows) == min(num_rows, 20)
    assert count.startswith(f"{num_rows} rows")
    assert ("--json prints all" in count) == (num_rows > 20)


def test_a_folder_that_is_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["snapshot", str(tmp_path)]) == 3
    assert "timeline.table.folder" in capsys.readouterr().err


WRONG = {
    "as_of is 'hello'": ["--as-of", "hello"],
    "begin is 'x'": ["--view", "cdc", "--begin", "x"],
    "begin and end apply to views of changes": ["--begin", "20261121005807000"],
    "as_of does not apply to view incremental": ["--view", "incremental", "--as-of", "20261121005807000"],
    "not one of '0.9', '0.15', '1.0', '1.2'": ["--line", "2"],
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_usage_of_snapshot(message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = unpacked(ROWS / "0.15.0" / "cow_plain.zip", tmp_path / "t")
    assert run_cli(["snapshot", str(folder), *WRONG[message]]) == 2
    assert message in capsys.readouterr().err


def test_changes_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = unpacked(ROWS / "1.2.0" / "mor_cdc_data_before.zip", tmp_path / "t")
    out = tmp_path / "changes.parquet"
    assert run_cli(["snapshot", str(folder), "--view", "cdc", "--out", str(out)]) == 0
    changes = pq.read_table(out)
    assert changes.column_names == ["op", "ts_ms", "before", "after"]
    assert changes.num_rows == 26
    capsys.readouterr()
    assert (
        run_cli(["snapshot", str(unpacked(ROWS / "1.2.0" / "mor_v8.zip", tmp_path / "u")), "--view", "cdc"])
        == 3
    )
    assert "table.view.cdc-enabled" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "rows"), [(None, 8), ("1.0", 8), ("1.2", 0)])
def test_the_line_is_that_of_the_tables_version(line: str | None, rows: int, tmp_path: Path) -> None:
    folder = unpacked(ROWS / "1.2.0" / "mor_v8.zip", tmp_path / "t")
    view = View("incremental", begin="20261121015719822")  # the completion time of a commit
    assert len(list(read_view(open_table(folder, ReadOptions(line and Line(line))), view))) == rows


def test_paths_of_write_stats_stay_in_the_table(tmp_path: Path) -> None:
    folder = unpacked(ROWS / "0.15.0" / "cow_plain.zip", tmp_path / "t")
    for path in (folder / ".hoodie").glob("*.commit"):
        text = path.read_text("utf-8")
        name = next(iter((folder).glob("*.parquet"))).name
        stem = name.split("_")[0]
        path.write_text(text.replace(f'"path" : "{stem}', f'"path" : "../t/{stem}'), "utf-8")
        assert "../t/" in path.read_text("utf-8")
    with pytest.raises(Reject, match="is outside the table"):
        list(read_view(open_table(folder, ReadOptions(Line.V0_15)), View("incremental", begin="000")))


@pytest.mark.parametrize(
    "change",
    [
        {"operationType": [1]},
        {"operationType": {"a": 1}},
        {"partitionToReplaceFileIds": {"": [[], {}, 7]}},
        {"compacted": 7, "extraMetadata": []},
    ],
)
def test_members_of_a_commit_of_another_type_say_nothing(change: dict[str, object], tmp_path: Path) -> None:
    unpacked("real-rows/0.15.0/cow_plain.zip", tmp_path)
    before = table_read(tmp_path, {"view": "snapshot"})
    commit = tmp_path / ".hoodie" / "20261121005637932.commit"
    commit.write_text(json.dumps({**json.loads(commit.read_text()), **change}))
    assert table_read(tmp_path, {"view": "snapshot"}) == before
    stats = json.loads(commit.read_text())["partitionToWriteStats"]
    stats[""][0] |= {"logFiles": [True, 7], "prevCommit": 7, "baseFile": {}}
    commit.write_text(json.dumps({**json.loads(commit.read_text()), "partitionToWriteStats": stats}))
    assert table_read(tmp_path, {"view": "snapshot"}) == before


def test_a_log_file_that_is_no_text_is_a_finding(tmp_path: Path) -> None:
    unpacked("real-rows/0.15.0/mor_parquet_log.zip", tmp_path / "t")
    commit = tmp_path / "t/.hoodie/20261121010224913.deltacommit"
    content = json.loads(commit.read_text())
    content["partitionToWriteStats"][""][0]["logFiles"][0] = True
    commit.write_text(json.dumps(content))
    outcome = run_audit(Options([str(tmp_path / "t")], deep=True), tmp_path / "out")
    assert [row.requirement for row in outcome.store.rows()] == ["table.check.stat-log"]
