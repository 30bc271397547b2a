# SPDX-License-Identifier: Apache-2.0
"""Files that macOS and other systems leave in a table: reported once, and checked as no file of the table."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import open_table
from hudi_conformance.audit.cause_text import explain
from hudi_conformance.audit.causes import find_causes
from strategies.damage import audit

TABLES = ["real-rows/0.15.0/mor_pending_compaction", "real-rows/1.2.0/mor_left_over"]
APPLE_DOUBLE = b"\0\5\x16\7\0\2\0\0Mac OS X        \0\2".ljust(82, b"\0")


@pytest.mark.parametrize("name", TABLES)
def test_files_of_macos_are_a_warning_and_its_advice_removes_them(name: str, tmp_path: Path) -> None:
    table = unpacked(f"{name}.zip", tmp_path / "a table")
    before, rows = audit(table), list(open_table(table).rows())
    for file in [path for path in table.rglob("*") if path.is_file()]:
        file.with_name(f"._{file.name}").write_bytes(APPLE_DOUBLE)
    foreign = [row for row in audit(table) if row not in before]
    assert [(row.requirement, row.severity) for row in foreign] == [("table.foreign.ignored", "warning")]
    assert list(open_table(table).rows()) == rows
    [cause] = find_causes(lambda: foreign, lambda _: str(table))
    subprocess.run(shlex.split(explain(cause).steps[0].run), check=True)
    assert audit(table) == before


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "_SUCCESS", "p_$folder$"])
def test_files_of_other_systems_are_no_damage(name: str, tmp_path: Path) -> None:
    table = unpacked("real-tables/1.2.0/cow_archive.zip", tmp_path)
    before = [row for row in audit(table) if row.severity != "info"]
    for folder in [path for path in table.rglob("*") if path.is_dir()]:
        (folder / name).write_bytes(b"\0\0\0\1Bud1")
    assert [row for row in audit(table) if row.severity != "info"] == before
