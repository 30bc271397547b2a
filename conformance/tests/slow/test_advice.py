# SPDX-License-Identifier: Apache-2.0
"""Advice of an audit, followed on damaged copies of real tables, and read by Hudi 1.2.1."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.next_steps import next_step
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.suite.trees import Tree
from hudi_conformance.toolchain.registry import load_implementations
from instruments.tables import table as plain

ROWS = resources.fixtures_dir() / "real-rows"


@pytest.fixture(scope="module")
def hudi() -> Iterator[ProcessAdapter]:
    started = ProcessAdapter(load_implementations()["hudi-java-1.2.1"].command())
    yield started
    assert started.close() is None


@pytest.fixture(params=["0.15.0/cow_plain", "1.2.0/cow_plain"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(ROWS / f"{request.param}.zip", tmp_path / "table")


def read(hudi: ProcessAdapter, table: Path, **args: str) -> Any:
    """Rows as Hudi returns them, None where it does not."""
    files = {p.relative_to(table).as_posix(): p.read_bytes() for p in table.rglob("*") if p.is_file()}
    answer = hudi.ask("table.read", Tree(files), args, ms=60_000, mib=900)
    return answer.value["rows"] if answer.answer == "value" else None


def findings(table: Path) -> list[FindingRow]:
    out = table.with_name("out")
    shutil.rmtree(out, ignore_errors=True)
    return list(run_audit(Options([str(table)], deep=True), out).store.rows())


def commits(table: Path) -> list[Path]:
    hidden = table / ".hoodie"
    return sorted([*hidden.glob("*.commit"), *hidden.glob("timeline/*.commit")])


def instant_of(path: Path) -> str:
    return path.name.split(".")[0].split("_")[0]


def test_a_commit_that_cannot_be_read_is_withdrawn(hudi: ProcessAdapter, table: Path) -> None:
    *_, before, last = commits(table)
    rows = read(hudi, table, as_of=instant_of(before))
    assert rows
    assert rows != read(hudi, table)
    last.write_bytes(last.read_bytes()[:-9])
    assert read(hudi, table) is None
    texts = [next_step(row).text for row in findings(table) if row.path == str(last)]
    assert any(f"or set it aside: {instant_of(last)} is then pending" in t for t in texts)
    last.unlink()
    assert read(hudi, table) == rows
    # The files are there, and their writer has deleted its markers.
    assert {row.requirement for row in findings(table)} == {"table.check.completion-lost"}


def test_a_foreign_file_is_moved_out(hudi: ProcessAdapter, table: Path) -> None:
    rows = read(hudi, table)
    base = min(table.glob("*.parquet"))
    foreign = base.with_name("part-00000.parquet")
    shutil.copyfile(base, foreign)
    assert read(hudi, table) is None
    [found] = findings(table)
    assert (found.path, found.requirement) == (str(foreign), "table.check.foreign-file")
    assert "move it out of the table" in next_step(found).text
    foreign.unlink()
    assert read(hudi, table) == rows


def test_no_file_is_deleted_that_a_lost_commit_disowns(hudi: ProcessAdapter, table: Path) -> None:
    rows, lost = read(hudi, table), commits(table)[-1]
    data = lost.read_bytes()
    lost.unlink()
    pending = [path for path in lost.parent.glob(f"{instant_of(lost)}*") if path != lost]
    kept = {path: path.read_bytes() for path in pending}
    for path in pending:
        path.unlink()
    orphans = [row for row in findings(table) if row.requirement == "table.slice.committed"]
    assert orphans
    for row in orphans:
        assert "keep the data file" in next_step(row).text
    for path, content in (kept | {lost: data}).items():
        path.write_bytes(content)
    assert read(hudi, table) == rows


def with_type(table: Path, instant: plain.Instant, column: str, kind: str) -> None:
    """Write the schema of a commit with another type of a column."""
    value = plain.Table(table).load(instant)
    schema = json.loads(value["extraMetadata"]["schema"])
    [member] = [one for one in schema["fields"] if one["name"] == column]
    member["type"] = ["null", kind]
    value["extraMetadata"]["schema"] = json.dumps(schema)
    plain.Table(table).store(instant, value)


def test_a_later_schema_takes_what_a_narrow_one_refuses(hudi: ProcessAdapter, table: Path) -> None:
    rows = read(hudi, table)
    assert any(abs(int(row["l"])) >= 2**31 for row in rows if row["l"] is not None)
    *_, last = plain.Table(table).completed("commit")
    with_type(table, last, "l", "int")
    assert read(hudi, table) is None
    [found] = findings(table)
    assert (found.requirement, found.severity) == ("table.check.column-types", "error")
    assert "write a commit whose schema has a type for both old and new values" in next_step(found).text
    times = [str(int(time) + 60_000) for time in (last.time, last.completion or "") if time]
    path = table / plain.Table(table).place(last)
    later = path.with_name("_".join(times) + ".commit")
    shutil.copyfile(path, later)
    for suffix in ("commit.requested", "inflight"):
        shutil.copyfile(path.with_name(f"{last.time}.{suffix}"), path.with_name(f"{times[0]}.{suffix}"))
    *_, wide = plain.Table(table).completed("commit")
    value = plain.Table(table).load(wide)
    plain.Table(table).store(wide, value | {"partitionToWriteStats": {}})
    with_type(table, wide, "l", "long")
    assert read(hudi, table) == rows
    assert findings(table) == []
