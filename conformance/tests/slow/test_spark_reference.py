# SPDX-License-Identifier: Apache-2.0
"""Rows of tables through Spark, one task a file group: those of the plain reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance.cli import run_cli
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

TABLES = [("0.15.0", "mor_part", "0.15"), ("1.2.0", "mor_event_time", "1.2"), ("1.2.0", "cow_cluster", "1.2")]


@pytest.mark.parametrize("which", TABLES, ids=str)
@pytest.mark.parametrize("view", ["snapshot", "read_optimized"])
def test_rows_are_those_of_the_plain_reader(
    spark: Any, tmp_path: Path, which: tuple[str, str, str], view: str
) -> None:
    from hudi_conformance.spark import register

    register(spark)
    release, name, line = which
    folder = unpacked(f"real-rows/{release}/{name}.zip", tmp_path / "t")
    frame = spark.read.format("hudi_reference").options(path=str(folder), line=line, view=view).load()
    table = open_table(folder, ReadOptions(Line(line)))
    expected = [(row["_hoodie_record_key"], row["ord"]) for row in read_view(table, View(view))]
    assert expected
    assert sorted((row["_hoodie_record_key"], row["ord"]) for row in frame.collect()) == sorted(expected)
    groups = sum(1 for _ in table.slices)
    assert frame.rdd.getNumPartitions() == groups


def test_a_view_of_sql(spark: Any, tmp_path: Path) -> None:
    from hudi_conformance.spark import register

    register(spark)
    folder = unpacked("real-rows/1.2.0/mor_event_time.zip", tmp_path / "t")
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW t USING hudi_reference OPTIONS (path '{folder}')")
    assert spark.sql("SELECT count(*) FROM t WHERE ord IS NOT NULL").collect()[0][0] == 7


@pytest.mark.own_job
def test_snapshot_and_diff_from_the_command_line(spark: Any, tmp_path: Path, capsys: Any) -> None:
    folder = unpacked("real-rows/1.2.0/mor_event_time.zip", tmp_path / "t")
    assert run_cli(["snapshot", str(folder), "--engine", "spark", "--out", str(tmp_path / "rows")]) == 0
    assert run_cli(["diff", str(folder), "--engine", f"parquet:{tmp_path / 'rows'}"]) == 0
    capsys.readouterr()
    printed = []
    for engine in ("plain", "spark"):
        assert run_cli(["snapshot", str(folder), "--engine", engine, "--json"]) == 0
        printed.append(sorted(capsys.readouterr().out.splitlines()))
    assert printed[0] == printed[1]
    assert len(printed[0]) == 7
    stale = tmp_path / "stale.parquet"
    assert run_cli(["snapshot", str(folder), "--view", "read_optimized", "--out", str(stale)]) == 0
    capsys.readouterr()
    assert run_cli(["diff", str(folder), "--engine", f"parquet:{stale}", "--json"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = {row["key"]: (row["kind"], row["rule"]) for row in rows}
    assert kinds["k005"] == ("only-engine", "merge.mode.default-ordering")
    assert kinds["k000"] == ("differs", "merge.mode.event-time")


@pytest.mark.own_job
@pytest.mark.parametrize("kind", ["missing", "corrupt"])
def test_a_damaged_table_is_read_only_if_that_is_allowed(
    spark: Any, kind: str, tmp_path: Path, capsys: Any
) -> None:
    from hudi_conformance.spark import register

    register(spark)
    folder = unpacked("real-rows/1.2.0/mor_event_time.zip", tmp_path / "t")
    log = min(folder.glob(".*.log.*"))
    data = log.read_bytes()
    log.unlink()
    if kind == "corrupt":  # a task reports it, the driver the others
        log.write_bytes(data[:-1] + b"\xff")
    reader = spark.read.format("hudi_reference").option("path", str(folder))
    with pytest.raises(Exception, match=log.name):
        reader.load().collect()
    rows = reader.option("on_damage", "ignore").load().collect()
    command = ["snapshot", str(folder), "--engine", "spark", "--json"]
    capsys.readouterr()
    assert run_cli(command) == 3
    assert log.name in capsys.readouterr().err
    assert run_cli([*command, "--allow-damaged"]) == 0
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == len(rows) > 0
    assert log.name in printed.err
