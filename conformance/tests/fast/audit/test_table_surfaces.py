# SPDX-License-Identifier: Apache-2.0
"""Surfaces of whole tables: wherever a table is, and whatever its timeline holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.registry import TABLE_SURFACES
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.audit.table_facts import gather
from hudi_conformance.audit.timeline_surface import copied
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef, list_files, open_ranged

REAL = resources.fixtures_dir() / "real-rows"
ELSEWHERE = "store://bucket/table"


def table_of(folder: Path) -> TableRef:
    return TableRef(str(folder), list_files([str(folder)]), Context())


def findings(table: TableRef, root: Path | None = None) -> list[FindingRow]:
    def open_file(ref: FileRef) -> Buffer:
        return open_ranged(ref if root is None else replace(ref, path=ref.path.replace(ELSEWHERE, str(root))))

    stream = (item for surface in TABLE_SURFACES for item in surface.check_table(table, open_file))
    return [item for item in stream if isinstance(item, FindingRow)]


def moved(table: TableRef) -> TableRef:
    """The same table, as if it were in a store that this machine has no path for."""
    refs = [replace(ref, path=ref.path.replace(table.path, ELSEWHERE)) for ref in table.files]
    return TableRef(ELSEWHERE, refs, table.context)


@pytest.mark.parametrize("name", ["0.15.0/mor_archive_nomerge", "1.2.0/cow_archive", "1.2.0/mor_part"])
def test_a_table_elsewhere_has_the_same_findings(name: str, tmp_path: Path):
    table = table_of(unpacked(f"real-rows/{name}.zip", tmp_path))
    assert findings(table) == findings(moved(table), tmp_path) == []
    commit = next(path for path in sorted(tmp_path.rglob("*commit")) if path.stat().st_size)
    commit.write_bytes(commit.read_bytes()[:50])
    next(tmp_path.glob("**/*.parquet")).unlink()
    table = table_of(tmp_path)
    here, there = findings(table), findings(moved(table), tmp_path)
    assert here
    assert [replace(row, path=row.path.replace(str(tmp_path), ELSEWHERE)) for row in here] == there


@pytest.mark.parametrize("error", [OSError, ValueError, pa.ArrowKeyError])
def test_a_timeline_that_cannot_be_copied_is_left_in_its_store(error: type[Exception], tmp_path: Path):
    def broken(ref: FileRef) -> Buffer:
        raise error(ref.path)

    table = moved(table_of(unpacked("real-rows/1.2.0/mor_part.zip", tmp_path)))
    with copied(table, broken) as near:
        assert near == table


def test_some_files_of_a_table_are_no_table(tmp_path: Path):
    table = table_of(unpacked("real-rows/1.2.0/mor_part.zip", tmp_path))
    some = [ref for ref in table.files if not ref.path.endswith("hoodie.properties")]
    next(tmp_path.glob("**/*.parquet")).unlink()
    assert findings(TableRef(table.path, some, Context())) == []


def test_a_table_that_is_none_is_one_finding(tmp_path: Path):
    unpacked("real-rows/1.2.0/mor_part.zip", tmp_path)
    (tmp_path / ".hoodie" / "hoodie.properties").write_bytes(b"hoodie.table.version=77\n")
    found = findings(table_of(tmp_path))
    assert {(row.surface, row.path) for row in found} == {
        ("timeline", str(tmp_path / ".hoodie" / "hoodie.properties"))
    }
    assert {row.verdict for row in found} == {"damage"}


def test_a_torn_archive_leaves_what_is_readable(tmp_path: Path):
    table = unpacked("real-rows/0.15.0/mor_archive_nomerge.zip", tmp_path)
    whole = gather(table)
    archive = sorted((table / ".hoodie" / "archived").iterdir())[-1]
    archive.write_bytes(archive.read_bytes()[:-1])
    facts = gather(table)
    assert facts.archived < whole.archived
    assert [path for path, _ in facts.problems] == [archive.relative_to(table).as_posix()]
    commit = next(named.instant for path, named in facts.named.items() if (table / path).is_file())
    path = next(path for path, named in facts.named.items() if named.instant == commit)
    (table / path).unlink()
    found = {row.requirement: row.severity for row in findings(table_of(table)) if row.surface == "table"}
    assert found["table.check.archive-unreadable"] == found["table.check.named-file"] == "warning"


def test_facts_of_a_table(tmp_path: Path):
    facts = gather(unpacked("real-rows/0.15.0/mor_archive_nomerge.zip", tmp_path))
    assert len(facts.archived) == 30
    assert facts.first_active is not None
    assert all(time < facts.first_active for time, action, _ in facts.archived if action != "clean")
    assert facts.unreadable == []
    on_disk = {path.name for path in tmp_path.iterdir() if path.is_file()}
    named = {path.rpartition("/")[2] for path in facts.named}
    assert named - on_disk <= facts.deleted
    assert named & on_disk
