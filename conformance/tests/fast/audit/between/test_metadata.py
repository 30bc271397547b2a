# SPDX-License-Identifier: Apache-2.0
"""`audit.between.metadata`: the timeline of a metadata table against that of its data table."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from strategies import small_table
from strategies.damage import audit, lines
from strategies.small_table import NULL, REMOVED

VERSIONS = (6, 9)
NO_FILES = {
    "files": dict.fromkeys(("base1", "base2", "log1", "meta1", "meta2"), REMOVED),
    "properties": {
        "hoodie.table.partition.fields": REMOVED,
        "hoodie.table.keygenerator.class": REMOVED,
        "hoodie.table.create.schema": REMOVED,
    },
    "instants": {"T1": {"stats": [], "schema": NULL}, "T2": {"stats": [], "schema": NULL}},
}
FILE = Path(__file__).parents[1] / "metadata_instants.toml"
INSTANTS = tomllib.loads(FILE.read_text("utf-8"))["instants"]


def delta(delta: str, **members: Any) -> dict[str, Any]:
    """A delta commit of a time, without files and schema."""
    commit = {"time": delta, "action": "deltacommit", "operation": "UPSERT"}
    return {**commit, "stats": [], "schema": NULL, **members}


def write_both(folder: Path, version: int, own: dict[str, Any], data: dict[str, Any]) -> None:
    """A data table and, below it, its metadata table; both have the instants T1 and T2, and no files."""
    for path, instants in ((folder, data), (folder / ".hoodie" / "metadata", own)):
        table = small_table.patched(small_table.description(version), NO_FILES)
        small_table.write(small_table.patched(table, {"instants": instants}), path)


def findings_between(folder: Path) -> list[str]:
    rules = {f"table.check.metadata-{name}" for name in ("ahead", "behind", "completed")}
    rows = [row for row in audit(folder) if row.requirement in rules or row.code == "internal"]
    return lines(rows, folder / ".hoodie" / "metadata")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["id"]) for entry in INSTANTS])
def test_instants_of_one_table_alone(version: int, entry: dict[str, Any], tmp_path: Path) -> None:
    own, data = (
        {key: delta(**value) if "delta" in value else value for key, value in entry.get(name, {}).items()}
        for name in ("own", "data")
    )
    write_both(tmp_path, version, own, data)
    table = small_table.patched(small_table.description(version), {"instants": own})
    assert findings_between(tmp_path) == small_table.filled(entry["expect"], small_table.names(table))


@pytest.mark.parametrize("version", VERSIONS)
def test_commit_that_the_archive_of_the_metadata_table_has(version: int, tmp_path: Path) -> None:
    write_both(tmp_path, version, {}, {"T3": delta("$T3")})
    table = small_table.patched(small_table.description(version), NO_FILES)
    archived = {"C": delta("$T3", schema=small_table.SCHEMA)}
    small_table.write(small_table.patched(table, {"archived": archived}), tmp_path / ".hoodie" / "metadata")
    assert findings_between(tmp_path) == []


def test_no_comparison_with_a_data_table_whose_timeline_cannot_be_read(tmp_path: Path) -> None:
    write_both(tmp_path, 9, {"T3": delta("$T3")}, {})
    (tmp_path / ".hoodie" / "hoodie.properties").write_text("hoodie.table.version=77\n")
    assert findings_between(tmp_path) == []


@pytest.mark.parametrize(("completion", "num"), [("20260101000309999", 1), ("20260101000310000", 0)])
def test_instant_of_a_metadata_table_is_written_again_after_its_rollback(
    completion: str, num: int, tmp_path: Path
) -> None:
    """The rollback is completed at 00:03:10; a commit of the same time is there because it came later."""
    undo = {"time": "$T3", "action": "rollback", "rollback": {"of": "$T2"}}
    table = small_table.patched(small_table.description(9), NO_FILES)
    table = small_table.patched(table, {"instants": {"T2": {"completion": completion}, "T3": undo}})
    small_table.write(table, tmp_path / ".hoodie" / "metadata")
    rules = [row.requirement for row in audit(tmp_path / ".hoodie" / "metadata")]
    assert rules.count("table.check.undone-commit") == num


@pytest.mark.parametrize(("sibling", "num"), [("p=2/other_0-0-0_$T1.hfile", 1), ("p=3/x", 0)])
def test_index_that_was_dropped_has_no_file_at_all(sibling: str, num: int, tmp_path: Path) -> None:
    """A missing file of a metadata table is not reported if nothing else is in its folder."""
    own = {"base2": REMOVED, "meta2": REMOVED, "other": {"path": sibling, "kind": "text", "text": ""}}
    table = small_table.patched(small_table.description(9), {"files": own})
    small_table.write(table, tmp_path / ".hoodie" / "metadata")
    rules = [row.requirement for row in audit(tmp_path / ".hoodie" / "metadata")]
    assert rules.count("table.check.named-file") == num
