# SPDX-License-Identifier: Apache-2.0
"""`audit.table_facts`: what the timeline and the archive of a small table say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.audit.table_facts import Facts, gather
from hudi_conformance.model.timeline import State
from strategies import small_table
from strategies.small_table import IDS, REMOVED, TIMES

T0, T1, T15, T2, T3 = (TIMES[name] for name in ("T0", "T1", "T15", "T2", "T3"))
VERSIONS = pytest.mark.parametrize("version", [6, 9])
BASE1 = f"p=1/{IDS['A']}_0-0-0_{T1}.parquet"
BASE2 = f"p=2/{IDS['B']}_1-0-0_{T1}.parquet"


def facts_of(folder: Path, version: int, **changes: Any) -> Facts:
    table = small_table.patched(small_table.description(version), changes)
    small_table.write(table, folder)
    return gather(folder)


def facts_of_commit(folder: Path, value: Any, action: str = "deltacommit") -> Facts:
    """Facts of a table of version 6 whose last commit is this JSON, and that has no other instant."""
    instant = {"time": "$T2", "action": action, "operation": "UPSERT", "stats": [], "raw": json.dumps(value)}
    if action == "replacecommit":
        instant["replaced"] = {}
    return facts_of(folder, 6, instants={"T1": REMOVED, "T2": REMOVED, "X": instant})


# --- commits ----------------------------------------------------------------------------------------------


@VERSIONS
def test_commits_of_the_small_table(version: int, tmp_path: Path) -> None:
    facts = facts_of(tmp_path, version)
    first, second = facts.commits
    assert (first.instant.time, first.operation, first.has_replaced) == (T1, "UPSERT", False)
    assert first.schema == second.schema == small_table.SCHEMA
    assert [(partition, stat.get("path")) for partition, stat in first.stats] == [
        ("p=1", BASE1),
        ("p=2", BASE2),
    ]
    assert [stat.get("numWrites") for _, stat in (*first.stats, *second.stats)] == [3, 3, 1]
    named = {path: (item.size, item.instant.time) for path, item in facts.named.items()}
    sizes = {path: (tmp_path / path).stat().st_size for path in named}
    assert named == {path: (size, T2 if ".log." in path else T1) for path, size in sizes.items()}
    assert (facts.unreadable, facts.problems, facts.deleted, facts.undone) == ([], [], set(), {})


@pytest.mark.parametrize(
    ("stat", "named"),
    [
        ({"path": "p/a", "fileSizeInBytes": 5}, {"p/a": 5}),
        ({"path": "p/a", "fileSizeInBytes": 1}, {"p/a": 1}),
        ({"path": "p/a", "fileSizeInBytes": 0}, {"p/a": None}),
        ({"path": "p/a", "fileSizeInBytes": -1}, {"p/a": None}),
        ({"path": "p/a", "fileSizeInBytes": "5"}, {"p/a": None}),
        ({"path": "p/a"}, {"p/a": None}),
        ({"path": "", "fileSizeInBytes": 5}, {}),
        ({"path": None, "fileSizeInBytes": 5}, {}),
        ({"path": 5, "fileSizeInBytes": 5}, {}),
        ({"cdcStats": {"p/.a.cdc": 7, "p/.b.cdc": None}}, {"p/.a.cdc": 7, "p/.b.cdc": None}),
        ({"path": "p/a", "fileSizeInBytes": 5, "cdcStats": {"p/.a.cdc": 0}}, {"p/a": 5, "p/.a.cdc": 0}),
        ({"cdcStats": 5}, {}),
    ],
    ids=str,
)
def test_files_that_a_write_stat_names(stat: dict[str, Any], named: dict[str, Any], tmp_path: Path) -> None:
    facts = facts_of_commit(tmp_path, {"partitionToWriteStats": {"p": [stat]}})
    assert {path: item.size for path, item in facts.named.items()} == named
    assert len(facts.commits[0].stats) == 1


@pytest.mark.parametrize("stats", [None, 5, [], {"p": None}, {"p": 5}, {"p": [5, None]}, {}], ids=str)
def test_write_stats_of_another_form(stats: Any, tmp_path: Path) -> None:
    [commit] = facts_of_commit(tmp_path, {"partitionToWriteStats": stats}).commits
    assert commit.stats == ()


@pytest.mark.parametrize(
    ("extra", "schema"),
    [
        ({"schema": "x"}, "x"),
        ({"schema": ""}, None),
        ({"schema": 5}, None),
        ({}, None),
        (None, None),
        (5, None),
    ],
    ids=str,
)
def test_schema_of_a_commit(extra: Any, schema: str | None, tmp_path: Path) -> None:
    assert facts_of_commit(tmp_path, {"extraMetadata": extra}).commits[0].schema == schema


@pytest.mark.parametrize(
    ("replaced", "groups"),
    [
        pytest.param({"p": ["a", "b"], "q": ["a"]}, {("p", "a"), ("p", "b"), ("q", "a")}, id="two"),
        pytest.param({}, set(), id="none"),
        pytest.param(None, set(), id="null"),
        pytest.param(5, set(), id="number"),
        pytest.param({"p": None}, set(), id="null-in-a-partition"),
        pytest.param({"p": 5}, set(), id="number-in-a-partition"),
    ],
)
def test_replaced_file_groups(replaced: Any, groups: set[tuple[str, str]], tmp_path: Path) -> None:
    facts = facts_of_commit(tmp_path, {"partitionToReplaceFileIds": replaced}, "replacecommit")
    assert facts.replaced == dict.fromkeys(groups, T2)
    assert facts.commits[0].has_replaced


@pytest.mark.parametrize(("operation", "expected"), [("INSERT", "INSERT"), (None, None), (5, None)])
def test_operation_of_a_commit(operation: Any, expected: str | None, tmp_path: Path) -> None:
    assert facts_of_commit(tmp_path, {"operationType": operation}).commits[0].operation == expected


def test_commit_that_cannot_be_read(tmp_path: Path) -> None:
    instant = {"time": "$T3", "action": "deltacommit", "raw": "{"}
    facts = facts_of(tmp_path, 6, instants={"T3": instant})
    assert [item.time for item in facts.unreadable] == [T3]
    assert [commit.instant.time for commit in facts.commits] == [T1, T2]


# --- what deletes -----------------------------------------------------------------------------------------


@VERSIONS
def test_files_of_a_clean(version: int, tmp_path: Path) -> None:
    clean = {"time": "$T3", "action": "clean", "clean": {"path": "p=1/a.parquet"}}
    facts = facts_of(tmp_path, version, instants={"T3": clean})
    assert {"a.parquet"} <= facts.deleted
    assert [(name, item.time, item.state) for name, item in facts.removed.items()] == [
        ("a.parquet", T3, State.COMPLETED)
    ]


@VERSIONS
@pytest.mark.parametrize(("states", "num"), [(["REQUESTED"], 0), (["REQUESTED", "INFLIGHT", "COMPLETED"], 1)])
def test_plan_counts_once_it_is_completed(version: int, states: list[str], num: int, tmp_path: Path) -> None:
    clean = {"time": "$T3", "action": "clean", "states": states, "clean": {"path": "p/a", "deleted": False}}
    facts = facts_of(tmp_path, version, instants={"T3": clean})
    assert [(name, item.state) for name, item in facts.removed.items()] == [("a", State.REQUESTED)] * num
    assert "a" in facts.deleted


@VERSIONS
def test_files_of_a_rollback(version: int, tmp_path: Path) -> None:
    spec = {
        "of": "$T15",
        "files": ["p/planned"],
        "deleted": ["file:/t/p/gone"],
        "logs": ["file:/t/p/.written"],
    }
    facts = facts_of(
        tmp_path, version, instants={"T3": {"time": "$T3", "action": "rollback", "rollback": spec}}
    )
    assert set(facts.removed) == {"gone", "planned"}
    assert facts.rollback_logs == {".written"}
    assert {"gone", "planned"} <= facts.deleted
    assert ".written" not in facts.deleted
    assert {time: by and (by.time, by.state) for time, by in facts.undone.items()} == {
        T15: (T3, State.COMPLETED)
    }


@VERSIONS
def test_instant_that_is_being_undone_is_undone_by_nothing_yet(version: int, tmp_path: Path) -> None:
    undo = {"time": "$T3", "action": "rollback", "states": ["REQUESTED"], "rollback": {"of": "$T15"}}
    assert facts_of(tmp_path, version, instants={"T3": undo}).undone == {T15: None}


@VERSIONS
def test_log_file_whose_blocks_a_rollback_deletes_is_named_by_it(version: int, tmp_path: Path) -> None:
    undo = {"time": "$T3", "action": "rollback", "rollback": {"of": "$T15", "blocks": ["file:/t/p/.log"]}}
    facts = facts_of(tmp_path, version, instants={"T3": undo})
    assert ".log" in facts.deleted
    assert facts.removed == {}


@VERSIONS
def test_rollback_of_no_time_undoes_nothing(version: int, tmp_path: Path) -> None:
    undo = {"time": "$T3", "action": "rollback", "rollback": {"of": "x"}}
    assert facts_of(tmp_path, version, instants={"T3": undo}).undone == {}


@VERSIONS
def test_files_of_a_savepoint(version: int, tmp_path: Path) -> None:
    spec = {"partition": "p=1/q=2", "files": ["a", "b"]}
    instant = {"time": "$T2", "action": "savepoint", "states": ["INFLIGHT", "COMPLETED"], "savepoint": spec}
    facts = facts_of(tmp_path, version, instants={"S": instant})
    assert {path: item.action for path, item in facts.saved.items()} == {
        "p=1/q=2/a": "savepoint",
        "p=1/q=2/b": "savepoint",
    }


@VERSIONS
@pytest.mark.parametrize("partition", ["p", ""])
def test_files_of_a_plan(version: int, partition: str, tmp_path: Path) -> None:
    spec = {"partition": partition, "base": "x/a", "logs": ["b", "", "y/c"]}
    instant = {"time": "$T3", "action": "compaction", "states": ["REQUESTED"], "compaction": spec}
    facts = facts_of(tmp_path, version, instants={"T3": instant})
    below = f"{partition}/" if partition else ""
    assert set(facts.planned) == {f"{below}a", f"{below}b", f"{below}c"}


@VERSIONS
def test_files_of_a_completed_plan_are_no_longer_planned(version: int, tmp_path: Path) -> None:
    spec = {"partition": "p", "base": "a"}
    instant = {"time": "$T3", "action": "compaction", "compaction": spec, "operation": "COMPACT", "stats": []}
    assert facts_of(tmp_path, version, instants={"T3": instant}).planned == {}


# --- records, times, archive ------------------------------------------------------------------------------


def test_records_of_instants(tmp_path: Path) -> None:
    clean = {"time": "$T3", "action": "clean", "clean": {"path": "p/a"}}
    facts = facts_of(tmp_path, 9, instants={"T3": clean})
    assert sorted(facts.records.values()) == [
        "HoodieCleanMetadata",
        "HoodieCleanerPlan",
        "HoodieCommitMetadata",
        "HoodieCommitMetadata",
    ]


@VERSIONS
@pytest.mark.parametrize(
    ("action", "contents", "is_write"),
    [
        ("commit", {"operation": "COMPACT", "stats": []}, True),
        ("replacecommit", {"operation": "CLUSTER", "stats": [], "replaced": {}}, True),
        ("clean", {"clean": {"path": "p/a"}}, False),
        ("rollback", {"rollback": {"of": "$T15"}}, False),
    ],
)
def test_first_active_write(
    version: int, action: str, contents: dict[str, Any], is_write: bool, tmp_path: Path
) -> None:
    """A clean or rollback before the first commit does not begin the active timeline."""
    facts = facts_of(tmp_path, version, instants={"X": {"time": "$T0", "action": action, **contents}})
    assert facts.first_active == (T0 if is_write else T1)
    assert set(facts.completed_commits) == ({T0, T1, T2} if is_write else {T1, T2})


@VERSIONS
def test_archived_instants(version: int, tmp_path: Path) -> None:
    stat = {
        "fileId": "$A",
        "path": "p=1/old.parquet",
        "partitionPath": "p=1",
        "fileSizeInBytes": 5,
        "totalWriteBytes": 5,
    }
    log = stat | {"path": "p=1/.old.log.1_0-0-0"}
    archived = {
        "C": {"time": "$T0", "action": "deltacommit", "operation": "UPSERT", "stats": ["old", "log"]},
        "R": {"time": "20250101000100000", "action": "rollback", "rollback": {"of": "$T15"}},
        "D": {"time": "20250101000200000", "action": "clean", "clean": {"path": "p=1/cleaned.parquet"}},
    }
    facts = facts_of(tmp_path, version, stats={"old": stat, "log": log}, archived=archived)
    completed = {(time, action) for time, action, state in facts.archived if state is State.COMPLETED}
    assert completed == {
        (T0, "deltacommit"),
        ("20250101000100000", "rollback"),
        ("20250101000200000", "clean"),
    }
    assert facts.archived_sizes == {"p=1/old.parquet": (T0, 5)}
    assert "cleaned.parquet" in facts.deleted
    assert facts.removed == {}
    assert facts.undone == {T15: None}
    assert facts.known_times() == {T0, T1, T15, T2, "20250101000100000", "20250101000200000"}
    assert len(facts.archived) == (9 if version < 8 else 3)


@pytest.mark.parametrize("size", [1, 0])
def test_size_of_the_last_archived_commit_counts(size: int, tmp_path: Path) -> None:
    stat = {"fileId": "$A", "path": "p/a.parquet", "partitionPath": "p", "totalWriteBytes": 5}
    stats = {"one": stat | {"fileSizeInBytes": 5}, "two": stat | {"fileSizeInBytes": size or "zero"}}
    archived = {
        "C": {"time": "$T0", "action": "deltacommit", "operation": "UPSERT", "stats": ["one"]},
        "D": {"time": "20250101000100000", "action": "deltacommit", "operation": "UPSERT", "stats": ["two"]},
    }
    facts = facts_of(tmp_path, 6, stats=stats, archived=archived)
    expected = ("20250101000100000", 1) if size else (T0, 5)
    assert facts.archived_sizes == {"p/a.parquet": expected}
