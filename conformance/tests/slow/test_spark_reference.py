# SPDX-License-Identifier: Apache-2.0
"""Rows of tables through Spark, one task a file group: those of the plain reader."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.cli import run_cli
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

ROWS = resources.fixtures_dir() / "real-rows"
TABLES = [("0.15.0", "mor_part", "0.15"), ("1.2.0", "mor_event_time", "1.2"), ("1.2.0", "cow_cluster", "1.2")]


def unpack(release: str, name: str, folder: Path) -> Path:
    table = folder / name
    with zipfile.ZipFile(ROWS / release / f"{name}.zip") as archive:
        archive.extractall(table)
    return table


@pytest.mark.parametrize("which", TABLES, ids=str)
@pytest.mark.parametrize("view", ["snapshot", "read_optimized"])
def test_rows_are_those_of_the_plain_reader(
    spark: Any, tmp_path: Path, which: tuple[str, str, str], view: str
) -> None:
    from hudi_conformance.spark import register

    register(spark)
    release, name, line = which
    folder = unpack(release, name, tmp_path)
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
    folder = unpack("1.2.0", "mor_event_time", tmp_path)
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW t USING hudi_reference OPTIONS (path '{folder}')")
    assert spark.sql("SELECT count(*) FROM t WHERE ord IS NOT NULL").collect()[0][0] == 7


def test_snapshot_and_diff_from_the_command_line(spark: Any, tmp_path: Path, capsys: Any) -> None:
    folder = unpack("1.2.0", "mor_event_time", tmp_path)
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
    assert kinds["k005"] == ("only-engine", "merge.mode.delete")
    assert kinds["k000"] == ("differs", "merge.mode.event-time")
