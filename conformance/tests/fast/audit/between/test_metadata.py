# SPDX-License-Identifier: Apache-2.0
"""`audit.between.metadata`: the timeline of a metadata table against that of its data table."""

from __future__ import annotations

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
BEHIND = "damage error table.check.metadata-behind missing-field $timeline @$T3"
LATER = "20260101000400000"
PENDING = {"states": ["REQUESTED", "INFLIGHT"]}


def delta(time: str, **members: Any) -> dict[str, Any]:
    return {
        "time": time,
        "action": "deltacommit",
        "operation": "UPSERT",
        "stats": [],
        "schema": NULL,
    } | members


def restore(time: str) -> dict[str, Any]:
    return {"time": time, "action": "restore", "restore": {"of": "$T15"}}


def write_both(folder: Path, version: int, own: dict[str, Any], data: dict[str, Any]) -> None:
    """A data table and, below it, its metadata table; both have the instants T1 and T2, and no files."""
    for path, instants in ((folder, data), (folder / ".hoodie" / "metadata", own)):
        table = small_table.patched(small_table.description(version), NO_FILES)
        small_table.write(small_table.patched(table, {"instants": instants}), path)


def findings_between(folder: Path) -> list[str]:
    rules = {f"table.check.metadata-{name}" for name in ("ahead", "behind", "completed")}
    rows = [row for row in audit(folder) if row.requirement in rules or row.code == "internal"]
    return lines(rows, folder / ".hoodie" / "metadata")


def ahead(name: str) -> str:
    return f"damage warning table.check.metadata-ahead bad-reference $done_{name} @$T3"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("own", "data", "expected"),
    [
        pytest.param({}, {}, [], id="equal"),
        pytest.param({"T3": delta("$T3")}, {}, [ahead("T3")], id="delta-commit-of-no-instant"),
        pytest.param({"T3": delta("$T3")}, {"T3": delta("$T3", **PENDING)}, [], id="of-a-pending-instant"),
        pytest.param(
            {"T3": delta("$T3"), "T4": delta(LATER)},
            {"T3": delta("$T3", **PENDING), "T4": delta(LATER)},
            ["damage warning table.check.metadata-completed missing-field $done_T3 @$T3"],
            id="of-a-pending-instant-before-a-commit",
        ),
        pytest.param({"T3": delta("$T3")}, {"R": restore("20260101000259000")}, [], id="of-a-restore"),
        pytest.param(
            {"T3": delta("$T3")}, {"R": restore(LATER)}, [ahead("T3")], id="delta-commit-before-a-restore"
        ),
        pytest.param({"T3": delta("$T3", **PENDING)}, {}, [], id="pending-delta-commit"),
        pytest.param({"T3": delta("$T3", action="commit")}, {}, [], id="compaction-of-its-own"),
        pytest.param({"T3": delta("${T3}001")}, {}, [], id="delta-commit-of-its-own"),
        pytest.param({"T0": delta("$T0")}, {}, [], id="before-the-timeline-of-the-data"),
        pytest.param({"T0": delta("00000000000000000")}, {}, [], id="delta-commit-that-builds-an-index"),
        pytest.param({}, {"T3": delta("$T3")}, [BEHIND], id="commit-that-is-not-taken"),
        pytest.param({}, {"T3": delta("$T3", action="commit")}, [BEHIND], id="compaction-that-is-not-taken"),
        pytest.param({}, {"T3": delta("$T3", **PENDING)}, [], id="pending-commit-that-is-not-taken"),
        pytest.param(
            {},
            {"T3": {"time": "$T3", "action": "clean", "clean": {"path": "p=1/x.parquet"}}},
            [],
            id="clean-that-is-not-taken",
        ),
        pytest.param({"T3": delta("$T3", **PENDING)}, {"T3": delta("$T3")}, [BEHIND], id="taken-and-pending"),
        pytest.param({"T1": REMOVED}, {}, [], id="commit-before-the-metadata-table"),
        pytest.param({"T1": REMOVED, "T2": REMOVED}, {}, [], id="metadata-table-without-instants"),
        pytest.param({"T1": {"time": "00000000000000000"}, "T2": REMOVED}, {}, [], id="only-built"),
        pytest.param({"T3": delta(LATER)}, {"T3": delta(LATER)}, [], id="later-on-both-sides"),
    ],
)
def test_instants_of_one_table_alone(
    version: int, own: dict[str, Any], data: dict[str, Any], expected: list[str], tmp_path: Path
) -> None:
    write_both(tmp_path, version, own, data)
    table = small_table.patched(small_table.description(version), {"instants": own})
    texts = small_table.names(table)
    assert findings_between(tmp_path) == [small_table.filled(line, texts) for line in expected]


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
