# SPDX-License-Identifier: Apache-2.0
"""Small written tables with one thing wrong in their metadata table: the finding, by rule, path and code."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.encode.metadata.table import encode_metadata
from instruments.tables.metadata_table import set_properties

TIME, LATER = "20240101000001000", "20240101000002000"
METADATA, PROPERTIES = ".hoodie/metadata", ".hoodie/hoodie.properties"
OWN_PROPERTIES, DEFINITIONS = f"{METADATA}/{PROPERTIES}", ".hoodie/.index_defs/index.json"
DAMAGES = tomllib.loads(Path(__file__).with_name("test_written_tables.toml").read_text(encoding="utf-8"))
UUID = "15e68e17-642b-4761-91f4-fc0fafc5c10d-0"
COLUMNS = [{"name": "id", "type": "string"}, {"name": "s", "type": "string"}]
DESCRIPTION: dict[str, Any] = {
    "table_version": 9,
    "name": "t",
    "properties": {
        "hoodie.table.create.schema": json.dumps({"type": "record", "name": "t", "fields": COLUMNS})
    },
    "indexes": {"files": {}, "record_index": {"groups": 3}, "secondary_index_s": {"source_fields": ["s"]}},
    "instants": [{"time": TIME, "completion_time": "20240101000001500", "action": "commit"}],
    "commits": [
        {"time": TIME, "completion_time": "20240101000001400", "rows": {"files": [{"partitions": {}}]}}
    ],
}
Change = Callable[[dict[str, Any]], None]


def write(folder: Path, description: Mapping[str, Any]) -> Path:
    for path, content in encode_metadata(description).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def findings(table: Path, out: Path) -> list[FindingRow]:
    """Those about the metadata table, with paths below the table."""
    outcome = run_audit(Options([str(table)], deep=True), out)
    rows = (row for row in outcome.store.rows() if row.surface == "metadata")
    return [replace(row, path=row.path.removeprefix(f"{table}/")) for row in rows]


def summary(rows: list[FindingRow]) -> list[tuple[str, str, str, str]]:
    return [
        (str(row.requirement).removeprefix("table.check."), row.path, row.verdict, row.code) for row in rows
    ]


def rows_in(index: str, *entries: Mapping[str, Any]) -> Change:
    """Further rows of the first commit."""

    def change(description: dict[str, Any]) -> None:
        description["commits"][0]["rows"][index] = list(entries)

    return change


def test_the_table_without_damage_has_no_finding(tmp_path: Path) -> None:
    description = deepcopy(DESCRIPTION)
    description["indexes"]["expr_index_e"] = {"source_fields": ["s"]}
    low, high = ({"type": "string", "value": text} for text in "ab")
    stats = {"column": "s", "partition": "p", "file": "f", "min": low, "max": high, "values": 2, "nulls": 0}
    rows_in("expr_index_e", stats)(description)
    assert findings(write(tmp_path / "t", description), tmp_path / "out") == []


@pytest.mark.parametrize(
    ("has_folder", "states", "expected"),
    [
        pytest.param(True, None, ("p/f.txt", "bad-reference", "its rows are lost"), id="empty-folder"),
        pytest.param(True, [], ("p/f.txt", "bad-reference", "its rows are lost"), id="completed-clean"),
        pytest.param(True, ["REQUESTED", "INFLIGHT"], ("p/f.txt", "bad-reference", "its rows"), id="pending"),
        pytest.param(
            False, None, (f"{METADATA}/files", "bad-reference", "'p' is listed with 1 file"), id="no-folder"
        ),
        pytest.param(
            False, [], (f"{METADATA}/files", "bad-reference", "'p' is listed with 1 file"), id="gone"
        ),
        pytest.param(False, ["REQUESTED", "INFLIGHT"], None, id="being-cleaned"),
    ],
)
def test_files_that_are_listed_and_gone(
    has_folder: bool, states: list[str] | None, expected: tuple[str, str, str] | None, tmp_path: Path
) -> None:
    description = deepcopy(DESCRIPTION)
    rows_in("files", {"partitions": {"p": True}}, {"partition": "p", "files": {"f.txt": 5}})(description)
    if states is not None:
        state = {"states": states} if states else {"completion_time": "20240101000002500"}
        description["instants"].append({"time": LATER, "action": "clean", **state})
    table = write(tmp_path / "t", description)
    if has_folder:
        (table / "p").mkdir()
    rows = findings(table, tmp_path / "out")
    assert [(row.path, row.code) for row in rows] == ([] if expected is None else [expected[:2]])
    assert expected is None or expected[2] in rows[0].message


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_files(name: str, tmp_path: Path) -> None:
    table, damage = write(tmp_path / "t", DESCRIPTION), DAMAGES[name]
    set_properties(table / PROPERTIES, damage.get("properties", {}))
    before, after = damage.get("renamed", ("none", ""))
    for path in (table / METADATA / "record_index").glob(f"*{before}_*"):
        path.rename(path.with_name(path.name.replace(before, after)))
    pattern, text = damage.get("definitions", ("none", ""))
    definitions = table / DEFINITIONS
    definitions.write_text(re.sub(pattern, text, definitions.read_text(), flags=re.DOTALL))
    assert tuple(damage["finding"]) in summary(findings(table, tmp_path / "out"))


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("table.type", "COPY_ON_WRITE", "bad-value"),
        ("table.base.file.format", "PARQUET", "bad-value"),
        ("populate.meta.fields", "true", "bad-value"),
        ("table.version", "8", "bad-state"),
    ],
)
def test_damaged_properties_of_the_metadata_table(name: str, value: str, code: str, tmp_path: Path) -> None:
    table = write(tmp_path / "t", DESCRIPTION)
    set_properties(table / OWN_PROPERTIES, {f"hoodie.{name}": value})
    expected = ("metadata-properties", OWN_PROPERTIES, "damage", code)
    assert expected in summary(findings(table, tmp_path / "out"))


@pytest.mark.parametrize("is_renamed", [True, False])
def test_another_name_is_damage_if_no_instant_is_that_of_the_table(is_renamed: bool, tmp_path: Path) -> None:
    table = write(tmp_path / "t", DESCRIPTION)
    set_properties(table / OWN_PROPERTIES, {"hoodie.table.name": "other_metadata"})
    for file in [] if is_renamed else (table / ".hoodie/metadata").rglob(f"{TIME}*.*commit*"):
        file.rename(file.with_name(file.name.replace(TIME, "20250101000000000")))
    rules = {row[0] for row in summary(findings(table, tmp_path / "out"))}
    assert ("metadata-properties" in rules) is not is_renamed


LOG = f"{TIME}.log.1_0-1-0"


FILTER = {"partition": "p", "file": "f", "bloom": "A", "timestamp": "1"}
LOCATION = {"key": "k", "partition": "p", "file_id": UUID, "instant_ms": 1, "group": 0}
NO_SEPARATOR = {"key": "a", "record": {"type": 7, "SecondaryIndexMetadata": {"isDeleted": False}}}


@pytest.mark.parametrize(
    ("change", "path", "code", "message"),
    [
        pytest.param(
            rows_in("files", {"partitions": {}}, FILTER),
            f"files/.files-0000-0_{LOG}",
            "bad-type",
            "records of other types than those of files",
            id="type",
        ),
        pytest.param(
            rows_in("record_index", LOCATION),
            f"record_index/.record-index-0000-0_{LOG}",
            "bad-reference",
            "1 key of another of the 3 file groups: 'k'",
            id="route",
        ),
        pytest.param(
            rows_in("secondary_index_s", NO_SEPARATOR),
            f"secondary_index_s/.secondary-index-s-0000-0_{LOG}",
            "missing-field",
            "queries by the index lose its row",
            id="separator",
        ),
    ],
)
def test_rows_in_wrong_places(change: Change, path: str, code: str, message: str, tmp_path: Path) -> None:
    description = deepcopy(DESCRIPTION)
    change(description)
    rows = findings(write(tmp_path / "t", description), tmp_path / "out")
    [row] = [row for row in rows if row.requirement == "table.check.metadata-key"]
    assert (row.path, row.code) == (f"{METADATA}/{path}", code)
    assert message in row.message


def test_a_key_that_is_not_the_hash_of_its_column(tmp_path: Path) -> None:
    description = deepcopy(DESCRIPTION)
    description["indexes"]["column_stats"] = {}
    stats = {
        "fileName": "f",
        "columnName": "c",
        "minValue": None,
        "maxValue": None,
        "valueCount": None,
        "nullCount": None,
        "totalSize": None,
        "totalUncompressedSize": None,
        "isDeleted": False,
        "isTightBound": False,
        "valueType": None,
    }
    rows_in("column_stats", {"key": "other", "record": {"type": 3, "ColumnStatsMetadata": stats}})(
        description
    )
    rows = findings(write(tmp_path / "t", description), tmp_path / "out")
    [row] = [row for row in rows if row.requirement == "table.check.metadata-key"]
    assert row.message.startswith("1 record under keys that do not match the hash of their content")
    assert (row.path, row.code) == (f"{METADATA}/column_stats/.col-stats-0000-0_{LOG}", "bad-value")


@pytest.mark.parametrize(("is_pending", "num_findings"), [(True, 1), (False, 0)])
def test_a_compaction_must_not_take_in_a_pending_instant(
    is_pending: bool, num_findings: int, tmp_path: Path
) -> None:
    description = deepcopy(DESCRIPTION)
    instant = {"time": LATER, "action": "commit"}
    state = {"states": ["REQUESTED", "INFLIGHT"]} if is_pending else {"completion_time": "20240101000002500"}
    description["instants"].append(instant | state)
    description["commits"] += [
        {"time": LATER, "completion_time": "20240101000002400", "rows": {}},
        {
            "time": "20240101000003000",
            "completion_time": "20240101000003500",
            "action": "compaction",
            "rows": {"files": [{"partitions": {}}]},
        },
    ]
    rows = findings(write(tmp_path / "t", description), tmp_path / "out")
    found = [row for row in rows if row.requirement == "table.check.metadata-pending"]
    assert len(found) == num_findings
    assert all(LATER in row.message and row.code == "bad-state" for row in found)
