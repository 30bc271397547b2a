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


@pytest.mark.parametrize(
    "name", ["0.12.3/mor_rollback", "0.15.0/cow_archive", "0.15.0/mor_ids_flat", "1.2.0/mor_part"]
)
def test_an_intact_table_is_its_snapshot(name: str, tmp_path: Path) -> None:
    table = unpacked(f"real-rows/{name}.zip", tmp_path / "t")
    snapshot = pa.Table.from_batches(list(view_batches(open_table(table), View())))
    assert salvage_table(table, tmp_path / "out").exit_code == 0
    rows = pq.read_table(tmp_path / "out" / "rows")
    assert set(rows["_hudi_salvage"].to_pylist()) == {"ok"}
    saved, wanted = (t.select(snapshot.column_names).to_pylist() for t in (rows, snapshot))
    assert Counter(map(repr, saved)) == Counter(map(repr, wanted))


def test_partial_updates_without_their_base_file(tmp_path: Path) -> None:
    table = unpacked("real-rows/1.2.0/mor_partial_blocks.zip", tmp_path / "t")
    next(table.glob("*.parquet")).unlink()
    result = salvage_table(table, tmp_path / "out")
    assert (result.exit_code, result.report["rows"]) == (1, {"ok": 0, "maybe-stale": 0, "partial": 3})
    known = pq.read_table(tmp_path / "out" / "partial")["_hudi_salvage_columns"].to_pylist()
    assert all(columns and "id" not in columns for columns in known)


def test_a_log_file_that_is_cut_with_and_without_an_audit(tmp_path: Path) -> None:
    table = unpacked("real-rows/1.2.0/mor_part.zip", tmp_path / "t")
    log = min(path for path in table.rglob(".*.log.*") if ".hoodie" not in path.parts)
    log.write_bytes(log.read_bytes()[:-9])
    assert run_cli(["salvage", str(table), "--out", str(tmp_path / "all")]) == 1
    assert run_cli(["audit", str(table), "--out", str(tmp_path / "audit"), "--engine", "plain"]) == 1
    audit = ["--from-audit", str(tmp_path / "audit")]
    assert run_cli(["salvage", *audit, "--out", str(tmp_path / "part")]) == 1
    whole, part = (json.loads((tmp_path / n / "report.json").read_text()) for n in ("all", "part"))
    assert whole["causes"].keys() == {"suspect", "log-blocks"}
    assert whole["rows"]["ok"] > 0
    assert part["rows"] == {**whole["rows"], "ok": 0}
    assert run_cli(["salvage", str(log), *audit, "--out", str(tmp_path / "x")]) == 2
    assert run_cli(["salvage", "--from-audit", str(table), "--out", str(tmp_path / "x")]) == 2


@pytest.mark.parametrize(("lost", "reason"), [("*", "timeline has no file of it"), ("commit", "names it")])
def test_a_lost_instant_counts_if_the_table_proves_it(lost: str, reason: str, tmp_path: Path) -> None:
    table = unpacked("real-rows/0.15.0/cow_archive.zip", tmp_path / "t")
    before = open_table(table)
    time = before.commits[-2 if lost == "commit" else -1].time
    for path in (table / ".hoodie").glob(f"{time}.{lost}"):
        path.unlink()
    result = salvage_table(table, tmp_path / "out")
    num_rows = sum(batch.num_rows for batch in view_batches(before, View()))
    assert (result.exit_code, result.report["rows"]["maybe-stale"]) == (1, num_rows)
    assert reason in result.report["instants"][time]
