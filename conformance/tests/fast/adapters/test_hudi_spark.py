# SPDX-License-Identifier: Apache-2.0
"""Metadata tables and scenarios through Spark: what is done on this side of Spark."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hudi_conformance.adapters.hudi_spark import metadata as hudi_spark_metadata
from hudi_conformance.adapters.hudi_spark import writer as hudi_spark_writer
from hudi_conformance.errors import Reject, UnsupportedInput

READY = frozenset({"files", "column_stats", "record_index"})
NONE = {f"member{number}": None for number in range(13)}


class Row:
    """A row of Spark, as far as it is asked for."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def asDict(self, *, recursive: bool) -> dict[str, Any]:  # noqa: N802 - Spark's name
        assert recursive
        return self.fields


class Frame:
    """Rows of the function, filtered by their type as Spark does."""

    columns = ("key", "type")

    def __init__(self, *rows: Row) -> None:
        self.rows = rows

    def filter(self, condition: str) -> Frame:
        numbers = {int(text) for text in condition.removeprefix("type IN (").removesuffix(")").split(", ")}
        return Frame(*(row for row in self.rows if row.fields["type"] in numbers))

    def collect(self) -> list[Row]:
        return list(self.rows)


def listed(key: str, kind: int, **sizes: int | None) -> Row:
    files = {name: {"size": size or 0, "isDeleted": size is None} for name, size in sizes.items()}
    return Row(key=key, type=kind, filesystemMetadata=files)


def stats(file: str, column: str, low: dict[str, Any], **others: Any) -> Row:
    row = {"fileName": file, "columnName": column, "minValue": NONE | low, "maxValue": None}
    counts = {"valueCount": 3, "nullCount": None, "totalSize": 9, "totalUncompressedSize": 9}
    return Row(key="hash", type=3, ColumnStatsMetadata=row | counts | {"isDeleted": False} | others)


FRAME = Frame(
    listed("__all_partitions__", 1, p1=0, p2=None),
    listed("p1", 2, a=10, gone=None, b=20),
    listed("p2", 2, c=30),
    stats("a", "n", {"member2": {"value": -7}}),
    stats("b", "price", {"member8": {"value": Decimal("-1.500000000000000")}}),
    stats("c", "n", {"member2": {"value": 1}}),
    stats("a", "old", {"member1": {"value": 1}}, isDeleted=True),
    Row(
        key="k1",
        type=5,
        recordIndexMetadata={
            "partitionName": "p1",
            "fileIdHighBits": 0,
            "fileIdLowBits": 1,
            "fileIndex": 0,
            "fileId": "",
            "instantTime": 5,
            "fileIdEncoding": 0,
            "position": None,
        },
    ),
)


def ask(command: str, args: dict[str, Any], frame: Frame = FRAME, ready: frozenset[str] = READY) -> Any:
    return hudi_spark_metadata.answer(command, args, ready, lambda: frame)


def test_files_that_are_not_deleted_are_listed() -> None:
    files = [{"name": "a", "size": "10"}, {"name": "b", "size": "20"}]
    got = ask("metadata.files", {})
    assert got == {"available": True, "partitions": [{"partition": "p1", "files": files}]}
    got = ask("metadata.files", {"partitions": ["p2"]})
    assert got["partitions"] == [{"partition": "p2", "files": [{"name": "c", "size": "30"}]}]
    assert ask("metadata.files", {}, ready=frozenset()) == {"available": False, "partitions": []}


def test_statistics_are_those_of_listed_files() -> None:
    rows = ask("metadata.stats", {"index": "column_stats"})["rows"]
    assert [(row["column"], row["file"], row["min"]) for row in rows] == [
        ("n", "a", {"type": "long", "value": "-7"}),
        ("price", "b", {"type": "decimal", "value": "-1.500000000000000"}),
    ]
    rows = ask("metadata.stats", {"index": "column_stats", "columns": ["n"], "partitions": ["p2"]})["rows"]
    assert [row["file"] for row in rows] == ["c"]


def test_records_are_located() -> None:
    [row] = ask("metadata.locate", {"index": "record_index", "keys": ["k1", "k2"]})["rows"]
    assert (row["key"], row["partition"], row["instant_ms"]) == ("k1", "p1", "5")
    assert row["file_id"] == "00000000-0000-0000-0000-000000000001-0"
    assert ask("metadata.locate", {"index": "record_index", "keys": ["k2"]})["rows"] == []


@pytest.mark.parametrize(
    ("args", "ready"),
    [
        ({"index": "secondary_index_name"}, READY),
        ({"index": "column_stats"}, READY | {"expr_index_ts"}),
        ({}, READY),
    ],
)
def test_what_rows_do_not_tell_is_not_answered(args: dict[str, Any], ready: frozenset[str]) -> None:
    with pytest.raises(UnsupportedInput):
        ask("metadata.stats", args, ready=ready)


def test_a_function_without_columns_is_no_empty_table() -> None:
    empty = Frame()
    empty.columns = ()
    with pytest.raises(UnsupportedInput, match="no schema"):
        ask("metadata.files", {}, empty)


INSERT = {"op": "insert", "rows": [{"id": "a", "ord": 1}]}
TABLE = {"version": 6, "type": "COPY_ON_WRITE", "steps": []}


@pytest.mark.parametrize(
    ("scenario", "error"),
    [
        (TABLE | {"version": 10}, Reject),
        (TABLE | {"version": "6"}, Reject),
        (TABLE | {"version": 7}, UnsupportedInput),
        (TABLE | {"type": None}, Reject),
        ({"version": 6, "steps": []}, Reject),
        (TABLE | {"columns": {"v": "blob"}}, Reject),
        (TABLE | {"steps": [{"op": "concurrent", "steps": [INSERT, INSERT]}]}, UnsupportedInput),
        (TABLE | {"steps": [INSERT | {"crash": "requested"}]}, UnsupportedInput),
        (None, Reject),
    ],
)
def test_what_cannot_be_written_is_said_before_spark_is_asked(scenario: Any, error: type) -> None:
    with pytest.raises(error):
        hudi_spark_writer.write_table(None, "1.2.0", {"args": {"write": scenario}})


@pytest.mark.parametrize(
    ("release", "version", "option"),
    [
        ("0.15.0", 6, "hoodie.datasource.write.payload.class"),
        ("1.2.0", 6, "hoodie.datasource.write.payload.class"),
        ("1.0.2", 8, "hoodie.write.record.merge.mode"),
        ("1.2.0", 9, "hoodie.write.record.merge.mode"),
    ],
)
def test_the_merge_mode_is_said_by_the_option_that_creates_a_table(
    release: str, version: int, option: str
) -> None:
    scenario = TABLE | {"version": version, "merge_mode": "COMMIT_TIME_ORDERING"}
    settings = hudi_spark_writer._Writing(None, release, "", scenario)._settings()
    assert {name for name in settings if "merge.mode" in name or "write.payload" in name} == {option}
    assert "hoodie.record.merge.mode" not in settings
