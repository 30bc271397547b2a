# SPDX-License-Identifier: Apache-2.0
"""What plans name, against the files that are there: damages of real tables are found where they are."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.plans import files_to_delete, files_to_read
from hudi_conformance.audit.registry import TABLE_SURFACES
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.lake.files import list_files, open_ranged
from instruments.tables.every_kind import KINDS
from instruments.tables.table import Table

REAL = resources.fixtures_dir() / "real-rows"


def findings(folder: Path) -> set[tuple[str, str]]:
    """Path below the table and rule of every finding."""
    table = TableRef(str(folder), list_files([str(folder)]), Context())
    stream = (item for surface in TABLE_SURFACES for item in surface.check_table(table, open_ranged))
    rows = (item for item in stream if isinstance(item, FindingRow))
    return {(row.path[len(str(folder)) + 1 :], row.requirement or row.code) for row in rows}


@pytest.mark.parametrize(
    ("kind", "tables"),
    [
        ("clustering_planned_file_gone", ["0.15.0/cow_plain", "1.2.0/cow_plain", "1.2.0/mor_v8"]),
        ("clustering_of_completed_back", ["0.15.0/cow_cluster", "1.2.0/cow_cluster"]),
        ("clean_plan_file_left", ["0.15.0/cow_archive", "1.2.0/cow_archive"]),
        ("rollback_plan_file_left", ["0.15.0/cow_rollback_failed", "1.2.0/cow_rollback_failed"]),
        ("saved_file_gone", ["0.15.0/cow_part", "1.2.0/cow_part", "1.2.0/mor_v8"]),
        ("base_copied_to_partition", ["0.15.0/mor_part", "1.2.0/cow_part"]),
    ],
)
def test_a_plan_and_its_files(kind: str, tables: list[str], tmp_path: Path) -> None:
    for number, name in enumerate(tables):
        folder = unpacked(f"real-rows/{name}.zip", tmp_path / str(number))
        assert {rule for _, rule in findings(folder)} <= {"table.check.copied-columns"}
        expected = KINDS[kind].damage(Table(folder), random.Random(number))
        assert expected is not None, name
        assert {(path, rule) for path in expected.paths for rule in KINDS[kind].rules} <= findings(folder)


def test_a_copy_that_no_commit_tells_from_the_file_is_found_in_both_places(tmp_path: Path) -> None:
    folder = unpacked("real-rows/1.2.0/cow_part.zip", tmp_path)
    table = Table(folder)
    path = table.stats()[0].path
    commits = {stat.instant.time for stat in table.stats() if stat.values["fileId"] in path}
    for time in commits:
        table.drop(time)
    others = {base.rpartition("/")[0] for base in table.bases} - {path.rpartition("/")[0]}
    copy = f"{min(others)}/{Path(path).name}"
    (folder / copy).write_bytes((folder / path).read_bytes())
    places = {place for place, rule in findings(folder) if rule == "table.check.group-partitions"}
    assert {copy, path} <= places


def test_plans_of_any_form_are_read() -> None:
    odd = {"operations": [None, {"dataFilePath": 1, "deltaFilePaths": ["a/b.log", 2]}], "clusteringPlan": 3}
    assert list(files_to_read(odd)) == ["b.log"]
    assert (
        list(files_to_read({"clusteringPlan": {"inputGroups": [1, {"slices": [{"partitionPath": "p"}]}]}}))
        == []
    )
    clean = {
        "filePathsToBeDeletedPerPartition": {"p": [{"filePath": "/t/p/a"}, 1]},
        "RollbackRequests": [None],
    }
    assert list(files_to_delete(clean)) == ["/t/p/a"]
    old = {"filesToBeDeletedPerPartition": {"p": ["b"]}, "RollbackRequests": [{"filesToBeDeleted": ["c"]}]}
    assert list(files_to_delete(old)) == ["b", "c"]
