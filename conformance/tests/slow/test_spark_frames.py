# SPDX-License-Identifier: Apache-2.0
"""A view as a frame: rows are those of the plain reader, the names of their files included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.spark.frames import view_frame
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches

pytestmark = pytest.mark.own_job

ROWS = resources.fixtures_dir() / "real-rows"
TABLES = ("0.15.0/mor_part", "1.2.0/mor_event_time", "1.2.0/cow_cluster")
COLUMNS = ("_hoodie_commit_time", "_hoodie_record_key", "_hoodie_partition_path", "_hoodie_file_name", "ord")


def plain_rows(folder: Path, view: View) -> list[tuple[Any, ...]]:
    batches = view_batches(open_table(folder), view)
    rows = [zip(*(batch[name].to_pylist() for name in COLUMNS), strict=True) for batch in batches]
    return sorted(tuple(row) for batch in rows for row in batch)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("kind", ["snapshot", "read_optimized", "incremental"])
def test_rows_are_those_of_the_plain_reader(spark: Any, tmp_path: Path, name: str, kind: str) -> None:
    folder = unpacked(f"real-rows/{name}.zip", tmp_path)
    frame = view_frame(spark, folder, View(kind))
    expected = plain_rows(folder, View(kind))
    assert expected
    assert sorted(map(tuple, frame.select(*COLUMNS).collect())) == expected
    assert frame.count() == len(expected)


def test_a_frame_is_of_the_state_that_was_planned(spark: Any, tmp_path: Path) -> None:
    folder = unpacked("real-rows/1.2.0/mor_event_time.zip", tmp_path)
    frame = view_frame(spark, folder)
    expected = plain_rows(folder, View())
    commits = list(folder.rglob("*.deltacommit"))
    assert commits
    for path in commits:
        path.unlink()
    assert sorted(map(tuple, frame.select(*COLUMNS).collect())) == expected


def test_changes_have_columns_of_their_own(spark: Any, tmp_path: Path) -> None:
    folder = unpacked("real-rows/0.15.0/cow_cdc_op_key_only.zip", tmp_path)
    frame = view_frame(spark, folder, View("cdc"))
    assert frame.columns == ["op", "ts_ms", "before", "after"]
    rows = [row for batch in view_batches(open_table(folder), View("cdc")) for row in batch.to_pylist()]
    assert rows
    assert sorted((row["op"], row["ts_ms"]) for row in frame.collect()) == sorted(
        (row["op"], row["ts_ms"]) for row in rows
    )


def test_a_table_without_files_is_an_empty_frame(spark: Any, tmp_path: Path) -> None:
    folder = unpacked("real-rows/1.2.0/cow_cluster.zip", tmp_path)
    frame = view_frame(spark, folder, View("snapshot", as_of="19700101000000000"))
    assert frame.collect() == []
    assert "_hoodie_file_name" in frame.columns
