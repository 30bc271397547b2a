# SPDX-License-Identifier: Apache-2.0
"""A metadata table in a folder: index definitions, names of partitions, answers without columns or keys."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastavro
import pytest
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.metadata import IndexDefinition
from hudi_conformance.model.properties.table import METADATA_INFLIGHT
from hudi_conformance.table.metadata import (
    FOLDER,
    announced,
    open_metadata,
    read_definitions,
    read_records,
)
from hudi_conformance.table.metadata_answers import list_files, locate, statistics

TIME = "20240101000001000"
INT = {"type": "int", "value": 1}
ROWS: dict[str, Any] = {
    "files": [
        {"partitions": {"p=1": True}},
        {"partition": "p=1", "files": {"a.parquet": 10, "b.parquet": 5}},
    ],
    "column_stats": [
        {"column": "x", "partition": "p=1", "file": "a.parquet", "min": INT, "max": INT},
        {"column": "y", "partition": "p=1", "file": "b.parquet", "min": INT, "max": INT},
        {"column": "y", "partition": "p=1", "file": "gone.parquet", "min": INT, "max": INT},
        {"column": "z", "partition": "p=1", "file": "a.parquet", "deleted": True},
    ],
    "record_index": [{"key": "k", "partition": "p=1", "file_id": "f", "instant_ms": 1}],
}


def write(folder: Path, **changes: object) -> Path:
    description = {
        "table_version": 9,
        "indexes": {"files": {}, "column_stats": {}, "record_index": {"groups": 2}},
        "instants": [{"time": TIME, "completion_time": "20240101000001500", "action": "commit"}],
        "commits": [{"time": TIME, "completion_time": "20240101000001400", "rows": ROWS}],
        **changes,
    }
    for path, content in encode_metadata(description).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_without_columns_every_column_of_a_listed_file_has_rows(tmp_path: Path) -> None:
    table = open_metadata(write(tmp_path))
    rows = [(row.stats.column, row.partition, row.file) for row in statistics(table, "column_stats")]
    assert rows == [("x", "p=1", "a.parquet"), ("y", "p=1", "b.parquet")]
    assert list(statistics(table, "column_stats", partitions=["p=2"])) == []


@pytest.mark.parametrize("index", ["files", "record_index", "bloom_filters", "expr_index"])
def test_other_indexes_have_no_statistics(index: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedInput, match="is not a statistics index"):
        list(statistics(open_metadata(write(tmp_path)), index))


def test_an_index_that_is_skipped_has_no_records(tmp_path: Path) -> None:
    table = open_metadata(write(tmp_path), {"record_index"})
    assert list(locate(table, "record_index")) == []
    assert list(read_records(table, "record_index")) == []
    assert list_files(table) == {"p=1": {"a.parquet": 10, "b.parquet": 5}}


def test_without_the_partition_files_nothing_is_listed(tmp_path: Path) -> None:
    table = open_metadata(write(tmp_path, indexes={"files": {"state": "absent"}}, commits=[]))
    assert (table.is_available, table.timeline, list_files(table)) == (False, None, {})


@pytest.mark.parametrize("name", ["a/b", "..", ".", "a\0b"])
def test_names_of_partitions_stay_in_the_folder(name: str, tmp_path: Path) -> None:
    write(tmp_path, properties={"hoodie.table.metadata.partitions": f"files,{name}"})
    with pytest.raises(Reject) as error:
        open_metadata(tmp_path)
    assert (error.value.code, error.value.requirement) == ("bad-value", "metadata.place.ready")


def test_announced_names_are_sorted_and_stripped() -> None:
    properties = {"hoodie.table.metadata.partitions": " b ,a,, a", METADATA_INFLIGHT.name: "c"}
    assert announced(properties) == ("a", "b")
    assert announced(properties, METADATA_INFLIGHT) == ("c",)
    assert announced({}) == ()


def definitions(folder: Path, content: Mapping[str, Any], **properties: str) -> dict[str, IndexDefinition]:
    path = folder / ".hoodie/.index_defs/index.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"indexDefinitions": content}))
    return read_definitions(folder, {name.replace("_", "."): value for name, value in properties.items()})


def test_fields_of_a_definition(tmp_path: Path) -> None:
    entry = {
        "indexType": "column_stats",
        "indexFunction": "year",
        "sourceFields": ["ts", "x"],
        "indexOptions": {"expr": "year"},
        "version": "V2",
    }
    assert definitions(tmp_path, {"expr_index_a": entry, "other": 5}) == {
        "expr_index_a": IndexDefinition(
            "expr_index_a", "column_stats", "year", ("ts", "x"), {"expr": "year"}, "V2"
        )
    }
    assert definitions(tmp_path, {"a": {}})["a"] == IndexDefinition("a", "", "", (), {}, "V1")


@pytest.mark.parametrize(
    ("name", "table_version", "expected"),
    [
        ("secondary_index_a", "9", "V2"),
        ("secondary_index_a", "8", "V1"),
        ("secondary_index_a", "x", "V1"),
        ("record_index", "9", "V1"),
        ("expr_index_a", "10", "V1"),
    ],
)
def test_the_version_of_a_definition_without_one(
    name: str, table_version: str, expected: str, tmp_path: Path
) -> None:
    found = definitions(tmp_path, {name: {}}, hoodie_table_version=table_version)
    assert found[name].version == expected


@pytest.mark.parametrize("path", ["../index.json", "a/../../index.json", "/index.json", "a\0b"])
def test_the_path_of_definitions_stays_in_the_table(path: str, tmp_path: Path) -> None:
    with pytest.raises(Reject) as error:
        read_definitions(tmp_path, {"hoodie.table.index.defs.path": path})
    assert (error.value.code, error.value.requirement) == ("bad-value", "metadata.index.definitions")


@pytest.mark.parametrize("path", ["", "./.hoodie//.index_defs/index.json"])
def test_paths_of_definitions_are_relative(path: str, tmp_path: Path) -> None:
    definitions(tmp_path, {"a": {}})
    assert list(read_definitions(tmp_path, {"hoodie.table.index.defs.path": path})) == ["a"]
    assert read_definitions(tmp_path, {"hoodie.table.index.defs.path": "absent.json"}) == {}


def test_a_partition_without_a_folder_has_no_file_group(tmp_path: Path) -> None:
    write(tmp_path, properties={"hoodie.table.metadata.partitions": "files,bloom_filters"})
    assert not (tmp_path / FOLDER / "bloom_filters").exists()
    assert open_metadata(tmp_path).slices["bloom_filters"] == ()


TEXTS = {"type": "array", "items": "string"}
PART = {"type": "record", "name": "part", "fields": [{"name": "commitsRollback", "type": TEXTS}]}
PLAN = {"type": "record", "name": "plan", "fields": [{"name": "commitTime", "type": "string"}]}
UNDONE = [  # field of a rollback or of its plan, its schema and value; the instants that it undid
    ("instantToRollback", PLAN, {"commitTime": "5"}, {"5"}),
    ("instantToRollback", "int", 5, set()),
    ("", "", None, set()),
    ("commitsRollback", "int", 5, set()),
    ("commitsRollback", {**TEXTS, "items": "bytes"}, [b"\xff"], set()),
    ("commitsRollback", TEXTS, ["5", "6"], {"5", "6"}),
    ("hoodieRestoreMetadata", {"type": "map", "values": PART}, {"5": {"commitsRollback": ["5"]}}, set()),
    (
        "hoodieRestoreMetadata",
        {"type": "map", "values": {"type": "array", "items": PART}},
        {"5": [{"commitsRollback": ["5"]}], "6": []},
        {"5"},
    ),
    ("hoodieRestoreMetadata", "int", 5, set()),
]


@pytest.mark.parametrize(("field", "kind", "value", "undone"), UNDONE)
def test_instants_that_a_rollback_undid_are_valid(
    field: str, kind: Any, value: Any, undone: set[str], tmp_path: Path
) -> None:
    write(tmp_path)
    before, late = open_metadata(tmp_path).valid, "20240101000009000"
    completed, sink = tmp_path / f".hoodie/timeline/{late}_{late}.rollback", io.BytesIO()
    if field:
        schema = {"type": "record", "name": "r", "fields": [{"name": field, "type": kind}]}
        fastavro.writer(sink, schema, [{field: value}])
    is_plan = field == "instantToRollback"
    completed.write_bytes(b"" if is_plan else sink.getvalue())
    if is_plan:
        completed.with_name(f"{late}.rollback.requested").write_bytes(sink.getvalue())
    assert open_metadata(tmp_path).valid - before == {late, *undone}
