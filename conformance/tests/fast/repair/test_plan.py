# SPDX-License-Identifier: Apache-2.0
"""Plans of repairs, executed on damaged copies of real tables: every row is back, and nothing is reported."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from drawn_damage.judge import differences, read_rows
from hudi_conformance import resources
from hudi_conformance.cli import run_cli
from instruments.tables.table import Table
from repaired_tables import DAMAGES, base_file_moved, open_copy, run_script

TABLES = ("real-rows/1.2.0/mor_part", "real-rows/1.2.0/mor_v8", "real-metadata/1.2.0/cow_rli_partitioned")


def table_of(name: str, folder: Path) -> Table:
    return open_copy(resources.fixtures_dir() / f"{name}.zip", folder)


def sizes(table: Table) -> dict[Path, int]:
    return {path: path.stat().st_size for path in table.path.rglob("*") if path.is_file()}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_plan_brings_every_row_back(damage: Callable[[Table], None], name: str, tmp_path: Path) -> None:
    table = table_of(name, tmp_path / "table")
    rows = read_rows(table.path, table.version)
    try:
        damage(table)
    except (IndexError, StopIteration):
        pytest.skip("the table has nothing of the kind")
    damaged, script = sizes(table), tmp_path / "plan.sh"
    assert run_cli(["audit", str(table.path), "--out", str(tmp_path / "out"), "--plan", str(script)]) == 1
    run_script(script)
    assert sizes(table) == damaged
    run_script(script, APPLY="1")
    assert differences(rows, read_rows(table.path, table.version)) == ""
    assert run_cli(["audit", str(table.path), "--out", str(tmp_path / "again")]) == 0


def test_a_changed_file_stops_the_script(tmp_path: Path) -> None:
    table = table_of("real-rows/1.2.0/mor_part", tmp_path / "table")
    base_file_moved(table)
    script = tmp_path / "plan.sh"
    run_cli(["audit", str(table.path), "--out", str(tmp_path / "out"), "--plan", str(script)])
    [stray] = table.path.glob("*.parquet")
    stray.write_bytes(stray.read_bytes() + b"x")
    with pytest.raises(subprocess.CalledProcessError):
        run_script(script, APPLY="1")
    assert stray.is_file()


def test_a_magic_in_a_torn_block_is_not_the_torn_block(tmp_path: Path) -> None:
    """Its content may hold the magic of a block: truncation there would leave a torn block."""
    table = table_of("real-rows/1.2.0/mor_v8", tmp_path / "table")
    log = sorted(table.path.glob(".*.log.*"))[0]
    log.write_bytes(log.read_bytes()[:-30])
    assert log.read_bytes().count(b"#HUDI#") > 1
    script = tmp_path / "plan.sh"
    assert run_cli(["audit", str(table.path), "--out", str(tmp_path / "out"), "--plan", str(script)]) == 1
    assert not script.exists() or "Truncate" not in script.read_text(encoding="utf-8")
