# SPDX-License-Identifier: Apache-2.0
"""Files of the reference writer's tables: instants of writes that die or overlap, archives, merged rows."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.encode.table.contents import archived_entries, is_archived_whole
from hudi_conformance.encode.table.groups import Group, LogFile, Slice
from hudi_conformance.encode.table.plan import COMMIT_TIME, EVENT_TIME
from hudi_conformance.encode.table.writer import encode_table

INSERT = {"op": "insert", "rows": [{"id": "a", "ord": 1, "val": "one"}]}


def upsert(key: str = "a", number: int = 2, **more: Any) -> dict[str, Any]:
    return {"op": "upsert", "rows": [{"id": key, "ord": number, "val": str(number), **more}]}


def files(*steps: dict[str, Any], version: int = 9, kind: str = "COPY_ON_WRITE", **more: Any) -> list[str]:
    return sorted(encode_table({"version": version, "type": kind, "steps": list(steps), **more}).files)


def test_what_follows_a_savepoint_or_a_pending_write_is_not_archived() -> None:
    writes = [upsert(number=number) for number in range(2, 7)]
    kept = files(INSERT, *writes, {"op": "archive", "keep": 2})
    saved = files(INSERT, writes[0], {"op": "savepoint"}, *writes[1:], {"op": "archive", "keep": 2})
    dead = files(INSERT, writes[0] | {"crash": "files"}, *writes[1:], {"op": "archive", "keep": 2})
    num_commits = [sum(path.endswith(".commit") for path in made) for made in (kept, saved, dead)]
    assert num_commits == [2, 5, 4]


def test_replaced_files_that_are_there_keep_their_instant_out_of_the_archive() -> None:
    writes = [upsert(number=number) for number in range(2, 7)]
    overwrite = {"op": "insert_overwrite_table", "rows": INSERT["rows"]}
    made = files(INSERT, overwrite, *writes, {"op": "archive", "keep": 2})
    assert sum(path.endswith(".replacecommit") for path in made) == 1
    cleaned = files(INSERT, overwrite, *writes, {"op": "clean", "retain": 1}, {"op": "archive", "keep": 2})
    assert sum(path.endswith(".replacecommit") for path in cleaned) == 0


def row(number: int, value: str) -> dict[str, Any]:
    return {"id": "a", "ord": number, "val": value}


@pytest.mark.parametrize(
    ("mode", "until", "expected"),
    [
        pytest.param(EVENT_TIME, None, {"a": "late", "b": "stored", "c": "log"}, id="event-time"),
        pytest.param(COMMIT_TIME, None, {"a": "early", "b": "earlier", "c": "log"}, id="commit-time"),
        pytest.param(EVENT_TIME, "2", {"a": "stored", "b": "stored", "c": "log", "d": "stored"}, id="until"),
        pytest.param(
            EVENT_TIME, "1", {"a": "stored", "b": "stored", "d": "stored"}, id="until-the-base-file"
        ),
    ],
)
def test_merged_rows_of_a_group(mode: str, until: str | None, expected: dict[str, str]) -> None:
    stored = {key: row(2, "stored") for key in "abd"}
    logs = [
        LogFile("log3", "3", {"a": row(3, "late"), "b": row(1, "early"), "d": None}),
        LogFile("log2", "2", {"b": row(1, "earlier"), "c": row(1, "log")}),
        LogFile("log4", "4", {"a": row(1, "early")}),
    ]
    group = Group("p", "f", 0, 0, [Slice("0", "old", {"z": row(9, "old")}), Slice("1", "base", stored, logs)])
    assert {key: found["val"] for key, found in group.rows(mode, until).items()} == expected
    assert (group.time_of_base, group.path("x"), Group("", "f", 0, 0).path("x")) == ("1", "p/x", "x")
    assert Group("", "f", 0, 0).time_of_base is None
    assert group.newest.files() == ["base", "log3", "log2", "log4"]


def test_a_planned_slice_is_merged_onto_the_one_before() -> None:
    first = Slice("1", "base", {"a": row(2, "stored")}, [LogFile("log1", "1", {"a": row(3, "one")})])
    planned = Slice("2", None, {}, [LogFile("log2", "3", {"b": row(1, "two")})])
    group = Group("p", "f", 0, 0, [first, planned])
    assert group.merged_slices() == [first, planned]
    assert {key: found["val"] for key, found in group.rows(EVENT_TIME).items()} == {"a": "one", "b": "two"}
    assert planned.files() == ["log2"]


def test_archived_entries_have_the_action_of_their_state() -> None:
    instant = {"time": "1", "action": "compaction", "states": ["REQUESTED", "INFLIGHT", "COMPLETED"]}
    instant["completed"] = {"partitionToWriteStats": {}, "compacted": True}
    for version, members in ((6, ["partitionToWriteStats"]), (8, ["compacted", "partitionToWriteStats"])):
        made = archived_entries(instant, {"compaction": "commit"}, is_whole=is_archived_whole(version))
        assert [entry["action"] for entry in made] == ["compaction", "compaction", "commit"]
        assert [sorted(entry["content"] or ()) for entry in made] == [[], [], members]
