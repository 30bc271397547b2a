# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance audit`: what is not checked is not healthy, what a team knows is left out, and what a
writer does meanwhile is no finding."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit import run
from hudi_conformance.audit.baseline import BaselineError, read_baseline
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.run import Options, Plan, run_audit
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.cli import run_cli
from hudi_conformance.engine.tasks import Engine

Audit = Callable[..., tuple[int, dict[str, Any]]]
REAL = resources.fixtures_dir() / "real-rows"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    folder = tmp_path / "lake" / "table"
    return unpacked(REAL / "1.2.0" / "mor_part.zip", folder)


@pytest.fixture
def audit(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Audit:
    def command(*more: str, path: Path | None = None, out: str = "out") -> tuple[int, dict[str, Any]]:
        capsys.readouterr()
        where = ["audit", str(path or table), "--out", str(tmp_path / out), "--engine", "plain"]
        code = run_cli([*where, "--json", *more])
        text = capsys.readouterr().out
        return code, json.loads(text) if code in {0, 1, 3} else {}

    return command


def rules(report: dict[str, Any]) -> set[str]:
    return {one["id"] for one in report["findings"]["requirement"]}


def base_file(table: Path) -> Path:
    return min(path for path in table.rglob("*.parquet") if ".hoodie" not in path.parts)


def commit(table: Path) -> Path:
    return max(table.joinpath(".hoodie").glob("**/*.deltacommit"))


# --- nothing checked is not healthy -----------------------------------------------------------------------


def test_a_healthy_table_exits_with_0(audit: Audit) -> None:
    code, report = audit()
    assert (code, report["findings"]["total"]) == (0, 0)
    assert report["files"]["checked"] > 3


def test_a_table_without_properties(table: Path, audit: Audit) -> None:
    for path in table.glob(".hoodie/hoodie.properties*"):
        path.unlink()
    code, report = audit()
    assert code == 1
    assert "timeline.table.folder" in rules(report)
    assert [one["path"] for one in report["worst"]] == [str(table / ".hoodie" / "hoodie.properties")]


def test_a_table_without_its_hidden_folder(table: Path, audit: Audit) -> None:
    shutil.rmtree(table / ".hoodie")
    code, report = audit()
    assert code == 1
    assert "timeline.table.folder" in rules(report)


def test_a_table_without_timeline(table: Path, audit: Audit) -> None:
    shutil.rmtree(table / ".hoodie" / "timeline")
    code, report = audit()
    assert code == 1
    assert report["exit"] == 1
    assert "table.check.timeline-missing" in rules(report)


def test_an_empty_folder(tmp_path: Path, audit: Audit) -> None:
    (tmp_path / "empty").mkdir()
    code, report = audit(path=tmp_path / "empty")
    assert code == 3
    assert rules(report) == {"nothing-checked"}
    assert report["not_checked"]


def test_a_file_of_an_unknown_kind_in_a_commit_is_named(tmp_path: Path, audit: Audit) -> None:
    written = unpacked("views/changes-v6.zip", tmp_path / "t")
    path = written / ".hoodie/20260101000500000.commit"
    path.write_text(path.read_text().replace(".parquet", ".csv"))
    _, report = audit(path=written)
    assert "a commit wrote a file of an unknown format" in json.dumps(report["not_checked"])


def test_a_folder_that_cannot_be_listed(table: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = base_file(table).parent
    other = min(
        path
        for path in table.rglob("*.parquet")
        if refused not in path.parents and ".hoodie" not in path.parts
    )
    other.unlink()
    scandir, listdir = os.scandir, os.listdir

    def refuse(real: Callable[..., Any]) -> Callable[..., Any]:
        def function(path: Any = ".") -> Any:
            if os.fspath(path) == str(refused):
                raise PermissionError(13, "Permission denied", str(refused))
            return real(path)

        return function

    monkeypatch.setattr(os, "scandir", refuse(scandir))
    monkeypatch.setattr(os, "listdir", refuse(listdir))
    code, report = audit()
    assert code == 1
    paths = {one["path"] for one in report["worst"]}
    assert str(refused) in paths
    # Other checks go on: the file that is gone elsewhere is named.
    assert "table.check.named-file" in rules(report)
    assert "io" in rules(report)
    # A folder that cannot be listed is not a folder without files.
    rows = [
        row for row in findings(table.parent.parent / "out") if row["requirement"] == "table.check.named-file"
    ]
    assert not any(refused.name in row["message"] for row in rows)


def findings(out: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = (
        ds.dataset(sorted((out / "findings").glob("*.parquet"))).to_table().to_pylist()
    )
    return rows


# --- what a team knows ------------------------------------------------------------------------------------


def test_a_baseline_leaves_out_what_it_knows(table: Path, tmp_path: Path, audit: Audit) -> None:
    base_file(table).unlink()
    code, report = audit(out="first")
    assert code == 1
    known = report["findings"]["total"]
    baseline = tmp_path / "first" / "baseline.json"
    code, report = audit("--baseline", str(baseline), out="second")
    assert (code, report["findings"]["total"]) == (0, 0)
    assert report["suppressed"] == {"baseline": known}
    # What is new is reported, and nothing else.
    broken = base_file(table)
    broken.write_bytes(broken.read_bytes()[:-3])
    code, report = audit("--baseline", str(baseline), out="third")
    assert code == 1
    assert report["suppressed"] == {"baseline": known}
    assert str(broken) in {one["path"] for one in report["worst"]}
    assert (
        json.loads((tmp_path / "third" / "baseline.json").read_text())["findings"]
        != json.loads(baseline.read_text())["findings"]
    )
    # The same table elsewhere: paths of a baseline are relative.
    moved = table.rename(tmp_path / "moved")
    code, report = audit("--baseline", str(tmp_path / "third" / "baseline.json"), path=moved, out="fourth")
    assert (code, report["findings"]["total"]) == (0, 0)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"baseline": 99, "findings": []}', '{"baseline": 1, "findings": [1]}']
)
def test_no_baseline(tmp_path: Path, audit: Audit, text: str) -> None:
    (tmp_path / "no.json").write_text(text)
    assert audit("--baseline", str(tmp_path / "no.json"))[0] == 2
    for name in ("no.json", "absent.json"):
        with pytest.raises(BaselineError, match="baseline"):
            read_baseline(tmp_path / name)


def test_ignored_rules(table: Path, tmp_path: Path, audit: Audit, capsys: pytest.CaptureFixture[str]) -> None:
    base_file(table).unlink()
    assert audit()[0] == 1
    code, report = audit("--ignore", "table.check.named-file")
    assert code == 0
    assert report["suppressed"]["ignored"] >= 1
    assert "table.check.named-file" not in rules(report)
    assert audit("--ignore", "table.check.leftover")[0] == 1
    run_cli(
        ["audit", str(table), "--out", str(tmp_path / "x"), "--engine", "plain", "--ignore", "bad-reference"]
    )
    assert "excluded: " in capsys.readouterr().out


# --- a writer that works meanwhile ------------------------------------------------------------------------


def run_with(table: Path, out: Path, on_plan: Callable[[Plan], None]) -> list[FindingRow]:
    return list(run_audit(Options([str(table)]), out, on_plan=on_plan).store.rows())


def test_files_that_vanish_and_appear_between_listing_and_check(table: Path, tmp_path: Path) -> None:
    # At the listing: a commit without its file, and a damaged file. Then the writer goes on.
    file, broken = (
        base_file(table),
        max(path for path in table.rglob("*.parquet") if ".hoodie" not in path.parts),
    )
    data, whole = file.read_bytes(), broken.read_bytes()
    assert file != broken
    file.unlink()
    broken.write_bytes(whole[:-100])
    (table / "notes.log").write_bytes(b"#HUDI#" + bytes(20))

    def write(_: Plan) -> None:
        file.write_bytes(data)
        broken.write_bytes(whole)
        (table / "notes.log").unlink()

    rows = run_with(table, tmp_path / "out", write)
    assert [row for row in rows if row.severity != "info"] == []
    assert [(row.path, row.code) for row in rows] == [(str(table / "notes.log"), "gone")]


def test_a_file_that_vanishes_while_a_folder_is_listed(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary, marker = table / "a.log", table / ".hoodie" / ".temp" / "20990101000000000"
    temporary.write_bytes(b"")
    marker.mkdir(parents=True)
    walk = os.walk

    def slow(top: Any, **options: Any) -> Iterator[Any]:
        for folder, folders, names in walk(top, **options):
            temporary.unlink(missing_ok=True)
            if marker.exists() and marker.name in folders:
                marker.rmdir()
            yield folder, folders, names

    monkeypatch.setattr(os, "walk", slow)
    assert run_with(table, tmp_path / "out", lambda _: None) == []


def test_a_writer_that_never_stops(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The listing differs at every look: only what is true of each look is reported."""
    gone = base_file(table)
    gone.unlink()
    check, number = run._check_table, iter(range(100))
    extra: list[Path] = []

    def busy(subject: TableRef, engine: Engine) -> tuple[list[FindingRow], list[Gap]]:
        # What is true at a look only, as of a file that a cleaner deletes right after the listing.
        rows, gaps = check(subject, engine)
        path = table / f"{next(number)}.txt"
        path.write_text("x")
        extra.append(path)
        return [*rows, FindingRow(str(path), "table", "damage", "bad-state", "of this look only")], gaps

    monkeypatch.setattr(run, "_check_table", busy)
    rows = run_with(table, tmp_path / "out", lambda _: None)
    assert len(extra) == run._MAX_LOOKS + 1
    assert "table.check.named-file" in {row.requirement for row in rows}
    assert not [row for row in rows if row.message == "of this look only"]


def test_a_table_that_vanishes(table: Path, tmp_path: Path) -> None:
    rows = run_with(table, tmp_path / "out", lambda _: shutil.rmtree(table))
    assert {row.code for row in rows if row.surface == "file"} == {"gone"}


# --- snapshots --------------------------------------------------------------------------------------------


def test_a_snapshot_names_a_damaged_base_file(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in table.rglob("*.parquet"):
        if ".hoodie" not in path.parts:
            data = path.read_bytes()
            path.write_bytes(data[:4] + b"\xff" * 200 + data[204:])
    code = run_cli(["snapshot", str(table), "--out", str(tmp_path / "rows.parquet")])
    caught = capsys.readouterr()
    assert code in {1, 3}
    assert any(path.name in caught.out + caught.err for path in table.rglob("*.parquet"))


# --- counts -----------------------------------------------------------------------------------------------


def deltacommit_with_deletes(table: Path) -> tuple[Path, dict[str, Any], list[Any]]:
    """File of a commit, its value, and the write stats of its log files that have deletes."""
    for path in sorted(table.joinpath(".hoodie").glob("*.deltacommit")):
        value = json.loads(path.read_text("utf-8"))
        stats = [stat for group in value["partitionToWriteStats"].values() for stat in group]
        found = [stat for stat in stats if ".log." in stat["path"] and stat["numDeletes"]]
        if found:
            return path, value, found
    raise AssertionError("no commit has deletes in a log file")


@pytest.mark.parametrize(("errors", "code"), [(0, 1), (None, 0)])
def test_writes_that_count_deletes_are_of_hudi_rs(
    tmp_path: Path, audit: Audit, errors: int | None, code: int
) -> None:
    table = tmp_path / "lake" / "other"
    unpacked(REAL / "0.15.0" / "mor_event_time.zip", table)
    path, value, [stat, *_] = deltacommit_with_deletes(table)
    stat["numWrites"] += stat["numDeletes"]
    stat["totalWriteErrors"] = errors
    path.write_text(json.dumps(value), "utf-8")
    found, report = audit(path=table)
    assert found == code
    assert rules(report) == ({"table.check.stat-counts"} if code else set())


def test_deletes_that_are_null_count_as_none(tmp_path: Path, audit: Audit) -> None:
    table = tmp_path / "lake" / "other"
    unpacked(REAL / "0.15.0" / "mor_event_time.zip", table)
    path, value, [stat, *_] = deltacommit_with_deletes(table)
    stat["numDeletes"] = None
    path.write_text(json.dumps(value), "utf-8")
    code, report = audit(path=table)
    assert (code, rules(report)) == (1, {"table.check.stat-counts"})
