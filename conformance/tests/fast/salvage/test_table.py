# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance salvage` of tables: rows of the snapshot with marks, and what is missing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from hudi_conformance.cli import run_cli
from hudi_conformance.salvage.table import salvage_table
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches

TABLES = (
    "0.12.3/mor_rollback", "0.15.0/cow_archive", "0.15.0/mor_ids_flat", "1.2.0/mor_part", "1.2.0/mor_partial_blocks",
)  # fmt: skip


def table_of(name: str, folder: Path) -> Path:
    return unpacked(f"real-rows/{name}.zip", folder / "t")


def rows_of(rows: pa.Table) -> Counter[str]:
    return Counter(map(repr, rows.to_pylist()))


def salvaged(table: Path, out: Path, *options: str) -> tuple[int, dict[str, int], set[str]]:
    """Exit code, rows by mark, causes."""
    code = run_cli(["salvage", str(table), "--out", str(out), *options])
    report = json.loads((out / "report.json").read_text())
    return code, {mark: num for mark, num in report["rows"].items() if num}, set(report["causes"])


@pytest.mark.parametrize("name", TABLES)
def test_an_intact_table_is_its_snapshot(name: str, tmp_path: Path) -> None:
    table = table_of(name, tmp_path)
    snapshot = pa.Table.from_batches(list(view_batches(open_table(table), View())))
    assert salvage_table(table, tmp_path / "out").exit_code == 0
    rows = pq.read_table(tmp_path / "out" / "rows")
    assert set(rows["_hudi_salvage"].to_pylist()) == {"ok"}
    assert rows_of(rows.select(snapshot.column_names)) == rows_of(snapshot)


def test_partial_updates_without_their_base_file(tmp_path: Path) -> None:
    table = table_of("1.2.0/mor_partial_blocks", tmp_path)
    next(table.glob("*.parquet")).unlink()
    assert salvaged(table, tmp_path / "out") == (1, {"partial": 3}, {"suspect"})
    assert not (tmp_path / "out" / "rows").exists()
    known = pq.read_table(tmp_path / "out" / "partial")["_hudi_salvage_columns"].to_pylist()
    assert all("id" not in columns for columns in known)


def test_a_log_file_that_is_cut_and_an_older_base_file(tmp_path: Path) -> None:
    table = table_of("1.2.0/mor_part", tmp_path)
    log = min(path for path in table.rglob(".*.log.*") if ".hoodie" not in path.parts)
    log.write_bytes(log.read_bytes()[:-9])
    code, rows, causes = salvaged(table, tmp_path / "out")
    assert (code, causes, set(rows)) == (1, {"suspect", "log-blocks"}, {"ok", "maybe-stale"})
    assert run_cli(["audit", str(table), "--out", str(tmp_path / "audit"), "--engine", "plain"]) == 1
    audit = ["--from-audit", str(tmp_path / "audit")]
    assert run_cli(["salvage", *audit, "--out", str(tmp_path / "part")]) == 1
    part = json.loads((tmp_path / "part" / "report.json").read_text())
    assert part["rows"] == {"ok": 0, "maybe-stale": rows["maybe-stale"], "partial": 0}
    assert run_cli(["salvage", str(log), *audit, "--out", str(tmp_path / "x")]) == 2
    assert run_cli(["salvage", "--from-audit", str(table), "--out", str(tmp_path / "x")]) == 2


@pytest.mark.parametrize(("lost", "reason"), [("*", "no file of it is left"), ("commit", "names it")])
def test_a_lost_instant_counts_if_the_table_proves_it(lost: str, reason: str, tmp_path: Path) -> None:
    table = table_of("0.15.0/cow_archive", tmp_path)
    before = open_table(table)
    time = before.commits[-2 if lost == "commit" else -1].time
    for path in (table / ".hoodie").glob(f"{time}.{lost}"):
        path.unlink()
    result = salvage_table(table, tmp_path / "out")
    num_rows = sum(batch.num_rows for batch in view_batches(before, View()))
    assert (result.exit_code, result.report["rows"]["maybe-stale"]) == (1, num_rows)
    assert reason in result.report["instants"][time]
