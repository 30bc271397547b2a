# SPDX-License-Identifier: Apache-2.0
"""Metadata tables as tables of Spark: rows are what the reader without Spark answers, damage is a row."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

from archives import unpacked
from hudi_conformance.spark import register
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, locate, statistics

pytestmark = pytest.mark.own_job

REAL = ("0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/cow_types")


@pytest.fixture(scope="module", autouse=True)
def registered(spark: Any) -> None:
    register(spark)


def rows(spark: Any, path: Path, partition: str) -> list[dict[str, Any]]:
    reader = spark.read.format("hudi_metadata").option("partition", partition)
    found: list[dict[str, Any]] = reader.load(str(path)).toArrow().to_pylist()
    return found


@pytest.mark.parametrize("name", REAL)
def test_rows_of_real_tables(spark: Any, tmp_path: Path, name: str) -> None:
    folder = unpacked(f"real-metadata/{name}.zip", tmp_path)
    table = open_metadata(folder)
    files = rows(spark, folder, "files")
    assert not [row for row in files if row["code"] is not None]
    assert {(row["partition"], row["file"], row["size"]) for row in files if row["type"] == 2} == {
        (partition, file, size)
        for partition, names in list_files(table).items()
        for file, size in names.items()
    }
    stats = rows(spark, folder, "column_stats")
    asked = [row.stats for row in statistics(table, "column_stats")]
    counted = {(row["column"], row["file"]): (row["value_count"], row["null_count"]) for row in stats}
    assert len(asked) > 10
    assert all(counted[row.column, row.file] == (row.num_values, row.num_nulls) for row in asked)
    places = {row["key"]: (row["partition"], row["file_id"]) for row in rows(spark, folder, "record_index")}
    assert places == {
        row.key: (row.location.partition, row.location.file_id)
        for row in locate(table, "record_index")
        if row.location is not None
    }
    max((folder / ".hoodie/metadata/files").glob(".*.log.*")).unlink()
    assert "table.damage.file-missing" in {row["requirement"] for row in rows(spark, folder, "files")}


def test_rows_of_a_secondary_index(spark: Any, tmp_path: Path) -> None:
    folder = unpacked("metadata/groups_v9.zip", tmp_path)
    found = rows(spark, folder, "secondary_index_idx_name")
    assert {(row["secondary_key"], row["record_key"]) for row in found} == {
        (row.key, row.record_key) for row in locate(open_metadata(folder), "secondary_index_idx_name")
    }
    assert len({row["file_group"] for row in found}) > 1


def test_a_damaged_file_group_is_a_row(spark: Any, tmp_path: Path) -> None:
    folder = unpacked("metadata/damaged.zip", tmp_path)
    found = rows(spark, folder, "record_index")
    refused = [row for row in found if row["code"] is not None]
    assert {row["requirement"] for row in refused} >= {"metadata.record.type", "metadata.record.payload"}
    assert any(row["key"] == "good5" for row in found)


@pytest.mark.parametrize(
    ("archive", "message"),
    [
        ("metadata/not_partitioned", "readable are: column_stats, files"),
        ("real-rows/0.15.0/cow_plain", "no metadata table"),
    ],
)
def test_what_is_not_there_is_named(spark: Any, tmp_path: Path, archive: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        rows(spark, unpacked(f"{archive}.zip", tmp_path), "record_index")


def test_rows_of_a_table_by_its_metadata_table(spark: Any, tmp_path: Path) -> None:
    """A base file that the metadata table does not name is not read by its listing."""
    folder = unpacked("real-metadata/1.2.0/cow_uncommitted.zip", tmp_path)
    (seen,) = folder.glob("part=c/*_0-176-366_*.parquet")
    shutil.copy(
        seen, seen.with_name(f"{'0' * 8}-0000-4000-8000-{'0' * 12}-0_0-176-366_{seen.stem[-17:]}.parquet")
    )
    frames = {
        listing: spark.read.format("hudi_reference").options(path=str(folder), listing=listing).load()
        for listing in ("files", "metadata")
    }
    keys = {
        listing: sorted(row["_hoodie_record_key"] for row in frame.collect())
        for listing, frame in frames.items()
    }
    assert len(keys["metadata"]) == 9
    assert len(keys["files"]) > 9
    assert set(keys["files"]) == set(keys["metadata"])
