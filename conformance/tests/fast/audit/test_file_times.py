# SPDX-License-Identifier: Apache-2.0
"""Times of other zones: modification times that move log files to other slices, and commits out of order."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance.audit.cause_text import explain
from hudi_conformance.audit.causes import find_causes
from strategies.damage import audit

HOUR = 3_600


def times_set(table: Path, *, of_copy: bool, zone: int) -> None:
    for file in (table / ".hoodie").glob("2*commit"):
        stated = "1130163113" if of_copy else file.name[4:14]
        subprocess.run(
            ["touch", "-d", f"2026-{stated[:2]}-{stated[2:4]} {stated[4:6]}:{stated[6:8]}Z", file], check=True
        )
        modified = file.stat().st_mtime + 60 + zone * HOUR
        os.utime(file, (modified, modified))


@pytest.mark.parametrize("zone", [-8, 0, 9])
def test_times_of_a_writer_in_another_zone_are_no_damage(zone: int, tmp_path: Path) -> None:
    table = unpacked("real-rows/0.15.0/mor_slices_v6.zip", tmp_path)
    times_set(table, of_copy=False, zone=zone)
    assert audit(table) == []


def test_the_times_of_a_copy_are_a_warning_and_its_advice_restores_them(tmp_path: Path) -> None:
    table = unpacked("real-rows/0.15.0/mor_slices_v6.zip", tmp_path)
    times_set(table, of_copy=True, zone=200)
    rows = audit(table)
    assert [(row.requirement, row.severity) for row in rows] == [("table.check.file-times", "warning")]
    [cause] = find_causes(lambda: rows, lambda _: str(table))
    subprocess.run(["bash", "-c", explain(cause).steps[0].run], check=True, env={**os.environ, "TZ": "UTC"})
    assert audit(table) == []


@pytest.mark.parametrize(("name", "num"), [("mor_slices_upgraded", 0), ("mor_slices_copied_upgraded", 1)])
def test_an_upgrade_of_a_copy_is_a_warning(name: str, num: int, tmp_path: Path) -> None:
    table = unpacked(f"real-rows/1.2.0/{name}.zip", tmp_path)
    assert [row.severity for row in audit(table) if row.requirement == "table.check.file-times"] == [
        "warning"
    ] * num


@pytest.mark.parametrize("name", ["0.15.0/mor_west_v6", "1.2.0/cow_west_v9"])
def test_a_commit_on_top_of_a_later_one_is_reported_with_the_file_of_its_rows(
    name: str, tmp_path: Path
) -> None:
    table = unpacked(f"real-rows/{name}.zip", tmp_path)
    rows = audit(table)
    assert {(row.requirement, row.severity) for row in rows} == {("table.check.stat-previous", "error")}
    [cause] = find_causes(lambda: rows, lambda _: str(table))
    [file] = table.glob("*_2026113009*.parquet")
    assert [str(file) in step.run for step in explain(cause).steps] == [False, False, True, False]
