# SPDX-License-Identifier: Apache-2.0
"""Archives of the reference writer's tables, and rows of slices with a planned compaction."""

from __future__ import annotations

from typing import Any

from hudi_conformance.encode.table.contents import archived_entries, is_archived_whole
from hudi_conformance.encode.table.groups import Group, LogFile, Slice
from hudi_conformance.encode.table.plan import EVENT_TIME
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
