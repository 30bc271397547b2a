# SPDX-License-Identifier: Apache-2.0
"""Timelines and archives as tables of Spark: rows are those of the decoders, damage is a row."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

from archives import unpacked
from hudi_conformance.decode.timeline.archive_entries import archive_files, list_archived
from hudi_conformance.decode.timeline.history import history_folder, read_history
from hudi_conformance.decode.timeline.listing import all_instants, read_timeline
from hudi_conformance.spark import register

pytestmark = pytest.mark.own_job

TABLES = (
    "0.15.0/mor_archive_nomerge",
    "0.15.0/mor_rollback_twice",
    "1.2.0/cow_archive",
    "1.2.0/mor_part",
    "1.2.0/cow_cluster",
)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lake")
    for name in TABLES:
        unpacked(f"real-rows/{name}.zip", folder / name)
    return folder


@pytest.fixture(scope="module", autouse=True)
def registered(spark: Any) -> None:
    register(spark)


def rows(spark: Any, name: str, path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = spark.read.format(name).load(str(path)).toArrow().to_pylist()
    return found


def test_rows_of_a_timeline_are_its_files(spark: Any, lake: Path) -> None:
    found = rows(spark, "hudi_timeline", lake)
    assert {row["table"] for row in found} == {str(lake / name) for name in TABLES}
    assert [row for row in found if row["code"] is not None] == []
    for name in TABLES:
        table = lake / name
        view = read_timeline(table)
        instants = all_instants(table / view.folder, view.layout)
        mine = [row for row in found if row["table"] == str(table)]
        assert {(row["time"], row["action"], row["state"], row["completion_time"]) for row in mine} == {
            (one.time, one.action, one.state.value, one.completion_time) for one in instants
        }
        assert len(mine) == len(instants)
        assert {row["layout"] for row in mine} == {view.layout}
    told = Counter(row["format"] for row in found)
    assert set(told) == {"json", "avro", "empty"}
    done = [row for row in found if row["state"] == "COMPLETED" and row["action"] == "deltacommit"]
    assert all("partitionToWriteStats" in json.loads(row["content"]) for row in done)


def test_rows_of_archives_are_what_is_archived(spark: Any, lake: Path) -> None:
    found = rows(spark, "hudi_archive", lake)
    assert [row for row in found if row["code"] is not None] == []
    old = lake / TABLES[0]
    mine = {(row["time"], row["action"], row["state"]) for row in found if row["table"] == str(old)}
    expected = list_archived(archive_files(old / ".hoodie" / "archived"))
    assert mine == {(one.time, one.action, one.state.value) for one in expected}
    assert mine
    new = lake / TABLES[2]
    history = [row for row in found if row["table"] == str(new)]
    view = read_history(new)
    assert sorted((row["time"], row["action"], row["completion_time"]) for row in history) == [
        (row.time, row.action, row.completion_time) for row in view.rows
    ]
    assert all(json.loads(row["content"])["metadata"] for row in history)


def test_files_of_the_history_that_are_not_in_force_are_left_out(spark: Any, lake: Path) -> None:
    folder = history_folder(lake / TABLES[2])
    some = next(folder.glob("*.parquet"))
    stray = folder / "10000101000000000_10000101000000001_0.parquet"
    stray.write_bytes(some.read_bytes())
    try:
        found = rows(spark, "hudi_archive", lake / TABLES[2])
    finally:
        stray.unlink()
    assert len(found) == len(read_history(lake / TABLES[2]).rows)


def test_damage_is_a_row(spark: Any, lake: Path, tmp_path: Path) -> None:
    unpacked(f"real-rows/{TABLES[0]}.zip", tmp_path)
    hidden = tmp_path / ".hoodie"
    commit = next(path for path in sorted(hidden.glob("*.deltacommit")))
    commit.write_bytes(commit.read_bytes()[:40])
    file = archive_files(hidden / "archived")[0]
    file.write_bytes(file.read_bytes()[:-9])
    (row,) = [row for row in rows(spark, "hudi_timeline", tmp_path) if row["code"] is not None]
    assert (row["path"], row["code"], row["requirement"]) == (
        str(commit),
        "truncated",
        "timeline.content.json-cut",
    )
    refused = [row for row in rows(spark, "hudi_archive", tmp_path) if row["code"] is not None]
    assert {row["path"] for row in refused} == {str(file)}
    assert {row["requirement"] for row in refused} == {"log.recovery.corrupt-check"}
