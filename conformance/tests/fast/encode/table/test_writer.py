# SPDX-License-Identifier: Apache-2.0
"""Files of the reference writer's tables: instants of writes that die or overlap, archives, merged rows."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hudi_conformance.encode.table.contents import archived_entries, is_archived_whole, stat_of
from hudi_conformance.encode.table.groups import Group, LogFile, Slice
from hudi_conformance.encode.table.instants import rollback_of
from hudi_conformance.encode.table.plan import COMMIT_TIME, EVENT_TIME
from hudi_conformance.encode.table.writer import encode_table

INSERT = {"op": "insert", "rows": [{"id": "a", "ord": 1, "val": "one"}]}


def upsert(key: str = "a", number: int = 2, **more: Any) -> dict[str, Any]:
    return {"op": "upsert", "rows": [{"id": key, "ord": number, "val": str(number), **more}]}


def files(*steps: dict[str, Any], version: int = 9, kind: str = "COPY_ON_WRITE", **more: Any) -> list[str]:
    return sorted(encode_table({"version": version, "type": kind, "steps": list(steps), **more}).files)


def states(paths: list[str]) -> list[str]:
    """Action and state of each instant, in order of their times; `done` for completed ones."""
    found = [re.match(r"\.hoodie/(?:timeline/)?(\d+)(_\d+)?\.(.+)$", path) for path in paths]
    return [
        f"{match[3]}{'' if 'requested' in match[3] or 'inflight' in match[3] else ' done'}"
        for match in found
        if match
    ]


@pytest.mark.parametrize("version", [6, 9])
@pytest.mark.parametrize(
    ("crash", "expected"),
    [
        pytest.param("requested", ["commit.requested"], id="requested"),
        pytest.param("inflight", ["commit.requested", "inflight"], id="inflight"),
        pytest.param("files", ["commit.requested", "inflight"], id="files"),
        pytest.param(None, ["commit done", "commit.requested", "inflight"], id="none"),
    ],
)
def test_a_write_that_dies_leaves_its_instant_as_far_as_it_came(
    crash: str | None, expected: list[str], version: int
) -> None:
    step = upsert() | ({"crash": crash} if crash else {})
    before, after = files(INSERT, version=version), files(INSERT, step, version=version)
    assert sorted(states([path for path in after if path not in before])) == sorted(expected)
    data = [path for path in set(after) - set(before) if not path.startswith(".hoodie")]
    markers = [path for path in set(after) - set(before) if ".temp/" in path]
    assert (len(data), len(markers)) == (int(crash in {None, "files"}), int(crash == "files"))
    assert not markers or markers[0].endswith(f"/{data[0]}.marker.CREATE")


@pytest.mark.parametrize("is_reversed", [False, True])
def test_writes_that_overlap_complete_in_their_order_or_in_reverse(is_reversed: bool) -> None:
    both = [
        {**step, "rows": [{**step["rows"][0], "part": part}]}
        for step, part in ((upsert(), "p"), (upsert(), "q"))
    ]
    step = {"op": "concurrent", "steps": both, "reverse": is_reversed}
    made = files(
        {"op": "insert", "rows": [row for one in both for row in one["rows"]]}, step, partitioned=True
    )
    pairs = [
        match.groups()
        for path in made
        if (match := re.match(r"\.hoodie/timeline/(\d+)_(\d+)\.commit$", path))
    ]
    times, completions = zip(*sorted(pairs)[1:], strict=True)
    assert list(times) == sorted(times)
    assert list(completions) == sorted(completions, reverse=is_reversed)
    assert min(completions) > max(times)


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


@pytest.mark.parametrize("version", [6, 9])
@pytest.mark.parametrize("undo", ["rollback", "restore"])
def test_what_is_undone_is_named_and_metafiles_of_partitions_stay(undo: str, version: int) -> None:
    first, second = (
        {"op": "insert", "rows": [{"id": name, "ord": 1, "val": "v", "part": name}]} for name in "ab"
    )
    steps = [first, {"op": "savepoint"}, second, {"op": undo}]
    table = {"version": version, "type": "COPY_ON_WRITE", "partitioned": True}
    made = encode_table({**table, "steps": steps}).files
    assert any(b"file:/table/b/" in data for path, data in made.items() if path.endswith(f".{undo}"))
    assert sum(path.endswith("_partition_metadata") for path in made) == 2
    assert [path for path in made if path.startswith("b/")] == ["b/.hoodie_partition_metadata"]


def test_rollbacks_name_what_they_deleted_and_stats_of_base_files_no_log_version() -> None:
    undone = rollback_of("3", {"time": "2"}, "commit", ["p/x", "p/y", "z"])
    deleted = {path: entry["successDeleteFiles"] for path, entry in undone["partitionMetadata"].items()}
    assert deleted == {"p": ["file:/table/p/x", "file:/table/p/y"], "": ["file:/table/z"]}
    assert (undone["totalFilesDeleted"], undone["commitsRollback"]) == (3, ["2"])
    assert not {"logVersion", "logFiles"} & set(stat_of("f", "p/x", 5))
