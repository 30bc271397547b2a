# SPDX-License-Identifier: Apache-2.0
"""Facts that an audit takes from a timeline, for mutants drawn by chance.

drawn:between-facts-NAME    what contents that were put together here say, part by part: by
                            `spec/timeline.md`
"""

from __future__ import annotations

import io
import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastavro
from chance_asked import Failure, imported
from chance_between import (
    DONE,
    INFLIGHT,
    REQUESTED,
    TIMES,
    Group,
    Sketch,
    container,
    different,
    instant,
    write_table,
)
from hudi_conformance.views.timeline import Instant, InstantContent, State

question = Group("between-facts")
between_fact_questions = question.questions
T = TIMES
_STATES = (REQUESTED, INFLIGHT, DONE)


def _module() -> Any:
    return imported("audit.table_facts")


def _facts(*instants: Instant) -> Any:
    return Sketch(list(instants)).subject().facts


def _added(by: Instant, value: Any, *, is_completed: bool = True, schema: Any = None) -> Any:
    """Facts of one file of a timeline."""
    module, facts = _module(), _facts(by)
    content = InstantContent(by, "json" if schema is None else "avro", schema, value)
    module._add(facts, by, content, {}, is_completed=is_completed)
    return facts


@question.each("records")
def _() -> Iterator[Failure]:
    """Names of records without namespaces, of files that hold one."""
    by = instant(T[1], "clean")
    for schema, name in (
        ({"name": "Plan", "namespace": "a.b"}, "Plan"), ({"name": "a.b.Plan"}, "Plan"),
        ({"name": "Plan"}, "Plan"),
        (["null"], None), ("string", None), (None, None),
    ):  # fmt: skip
        expected = {} if name is None else {by.name: name}
        yield different(schema, _added(by, {}, schema=schema), records=expected)
    content = InstantContent(by, "json", {"name": "Plan"}, {})
    facts = _facts(by)
    _module()._add(facts, by, content, {}, is_completed=True)
    yield different("JSON", facts, records={})


_STAT = {
    "path": "p=1/a", "fileId": "f", "partitionPath": "p=1", "prevCommit": "0", "numWrites": 1,
    "numDeletes": 2,
    "numUpdateWrites": 3, "numInserts": 4, "totalWriteBytes": 5, "fileSizeInBytes": 6, "logVersion": 7,
    "baseFile": "b", "logFiles": ["c"], "totalWriteErrors": 8,
}  # fmt: skip


@question.each("kinds")
def _() -> Iterator[Failure]:
    """Which contents say what: by action, by state, and by the state of the instant."""
    value = {
        "partitionToWriteStats": {"p=1": [_STAT]},
        "partitionMetadata": {"p=1": {"successDeleteFiles": ["q/gone"], "savepointDataFile": ["kept"],
                                      "rollbackLogFiles": {"x/.log": 5}}},
        "filePathsToBeDeletedPerPartition": {"p=1": [{"filePath": "p=1/planned"}, "p=1/old"]},
        "operations": [{"partitionPath": "p=1", "dataFilePath": "read", "deltaFilePaths": []}],
        "commitsRollback": [T[7]],
    }  # fmt: skip
    for action, state, is_completed in itertools.product(
        ("commit", "deltacommit", "replacecommit", "clean", "rollback", "restore", "savepoint", "compaction",
         "logcompaction", "indexing", "clustering"),
        _STATES, (False, True),
    ):  # fmt: skip
        by = instant(T[1], action, state)
        facts = _added(by, value, is_completed=is_completed)
        is_deleting = action in {"clean", "rollback", "restore"}
        is_commit = action in {"commit", "deltacommit", "replacecommit"} and state is DONE
        removed: dict[str, Instant] = {}
        if is_deleting and state is DONE:
            removed = {"gone": by}
        elif is_deleting and state is REQUESTED and is_completed:
            removed = {"planned": by, "old": by}
        is_plan = not is_deleting and state is REQUESTED and not is_completed
        yield different(
            (action, state, is_completed),
            facts,
            removed=removed,
            kept={".log"} if is_deleting and state is DONE else set(),
            saved={"p=1/kept": by} if action == "savepoint" and state is DONE else {},
            planned={"p=1/read": by} if is_plan else {},
            undone={T[7]: by if state is DONE else None} if is_deleting else {},
        )
        yield None if bool(facts.commits) is is_commit else f"a commit of {by}"
        yield None if bool(facts.named) is is_commit else f"files of {by}"
        yield None if ("gone" in facts.deleted) is is_deleting else f"{action} deletes"
    by = instant(T[1], "clean", REQUESTED)
    facts, first = _facts(by), instant(T[0], "clean")
    facts.removed["planned"] = first
    _module()._add(facts, by, InstantContent(by, "json", None, value), {}, is_completed=True)
    yield different("a plan after the metadata", facts, removed={"planned": first, "old": by})
    yield different("no content", _added(instant(T[1]), None), named={}, planned={})


@question.each("commits")
def _() -> Iterator[Failure]:
    """Write stats, sizes, changes, replaced groups, operation and schema of a commit."""
    by = instant(T[1], "replacecommit")
    for operation, schema, replaced in itertools.product(
        ("UPSERT", None, 5), ("text", "", None, 5), (None, {}, {"p=1": ["f", 7], "p=2": "x", "p=3": []}, 5)
    ):
        value: dict[str, Any] = {"operationType": operation, "extraMetadata": {"schema": schema}}
        if replaced is not None:
            value["partitionToReplaceFileIds"] = replaced
        facts = _added(by, value)
        [commit] = facts.commits
        shown = commit.instant, commit.operation, commit.has_replaced, commit.schema, commit.stats
        expected = (
            by, operation if operation == "UPSERT" else None, replaced is not None,
            "text" if schema == "text" else None, (),
        )  # fmt: skip
        yield None if shown == expected else f"{value}: {shown}, expected {expected}"
        groups = {("p=1", "f"): T[1], ("p=1", "7"): T[1]} if isinstance(replaced, dict) and replaced else {}
        yield different(value, facts, replaced=groups)
    for extra in (None, 5, "schema", ["schema"]):
        [commit] = _added(by, {"extraMetadata": extra}).commits
        yield None if commit.schema is None else f"a schema in {extra}"
    for size, is_size in ((5, True), (1, True), (0, False), (-1, False), (None, False), ("5", False)):
        for path, is_path in (("p=1/a", True), ("", False), (None, False), (5, False)):
            stats = {"p=1": [{"path": path, "fileSizeInBytes": size, "cdcStats": {"p=1/c": size}}, 5], "q": 7}
            facts = _added(by, {"partitionToWriteStats": stats})
            own = {path: _module().Named(size if is_size else None, by)} if is_path else {}
            own["p=1/c"] = _module().Named(size if isinstance(size, int) else None, by)
            yield different((path, size), facts, named=own)
            yield None if len(facts.commits[0].stats) == 1 else f"{len(facts.commits[0].stats)} stats of one"
    for stats in (None, 5, [], {"p": None}):
        yield different(stats, _added(by, {"partitionToWriteStats": stats}), named={})
    facts = _added(by, {"partitionToWriteStats": {"p=1": [_STAT, {"path": "q", "cdcStats": 5}]}})
    [(partition, first), (_, second)] = facts.commits[0].stats
    yield None if partition == "p=1" else f"partition {partition}"
    for name, member in _STAT.items():
        yield None if first.get(name) == member else f"{name} is {first.get(name)}"
        yield None if second.get(name) == ("q" if name == "path" else None) else f"{name} of nothing"


@question.each("shared")
def _() -> Iterator[Failure]:
    """Texts that stats repeat are one object: a large table has many stats."""
    module, by, texts = _module(), instant(T[1]), {}
    facts = _facts(by)
    stat = json.dumps({"path": "a", "fileId": "some file", "logFiles": []})
    for _ in range(2):
        value = {
            "partitionToWriteStats": {"p=" + str(1): [json.loads(stat)]},
            "extraMetadata": {"schema": "".join(["te", "xt"])},
        }
        module._add_commit(facts, value, by, texts)
    first, second = (one.stats[0] for one in facts.commits)
    yield None if first[0] is second[0] else "partitions are kept twice"
    yield None if first[1].get("fileId") is second[1].get("fileId") else "file ids are kept twice"
    yield None if facts.commits[0].schema is facts.commits[1].schema else "schemas are kept twice"


@question.each("removed")
def _() -> Iterator[Failure]:
    """Files that a clean or rollback has deleted, and log files that it wrote; savepoints."""
    by = instant(T[1], "rollback")
    for partitions, removed, kept in (
        (None, [], []), (5, [], []), ({"p": 5}, [], []), ({"p": {}}, [], []),
        ({"p": {"successDeleteFiles": ["a/b", "c", 5]}}, ["b", "c"], []),
        ({"p": {"successDeleteFiles": "x", "rollbackLogFiles": {"a/.l": 1, ".m": 2}}}, [], [".l", ".m"]),
        ({"p": {"rollbackLogFiles": ["x"]}, "q": {"successDeleteFiles": ["z"]}}, ["z"], []),
    ):  # fmt: skip
        facts = _added(by, {"partitionMetadata": partitions})
        yield different(partitions, facts, removed=dict.fromkeys(removed, by), kept=set(kept))
    by = instant(T[1], "savepoint")
    for partitions, saved in (
        (None, []), (5, []), ({"p": 5}, []), ({"p": {}}, []),
        ({"p": {"savepointDataFile": ["a", 5]}}, ["p/a"]),
        ({"": {"savepointDataFile": ["a"]}, "q/r": {"savepointDataFile": ["b"]}}, ["a", "q/r/b"]),
    ):  # fmt: skip
        facts = _added(by, {"partitionMetadata": partitions})
        yield different(partitions, facts, saved=dict.fromkeys(saved, by))


@question.each("deleted")
def _() -> Iterator[Failure]:
    """Every text of what deletes files may be one of them, but what is left; times under some names."""
    for value, deleted in (
        ("a/b", {"b"}), (["a", ["b"]], {"a", "b"}), ({"k/l": "m"}, {"l", "m"}), (5, set()), (None, set()),
        ({"rollbackLogFiles": {"x": 1}, "logFilesFromFailedCommit": ["y"], "other": ["z"]}, {"other", "z"}),
        ({"a": {"b": [{"c": "d/e"}]}}, {"a", "b", "c", "e"}),
    ):  # fmt: skip
        facts = _facts()
        _module()._add_deletes(facts, value, None)
        yield different(value, facts, deleted=deleted, undone={})
    keys = ("commitsRollback", "commitTime", "instantsToRollback", "startRollback", "other")
    for key, text, state, old in itertools.product(
        keys, (T[7], "x", f"{T[7]}x"), (None, *_STATES), (None, "other", "none")
    ):
        by = None if state is None else instant(T[1], "rollback", state)
        facts, other = _facts(), instant(T[0], "restore")
        if old is not None:
            facts.undone[text] = other if old == "other" else None
        before = dict(facts.undone)
        _module()._add_deletes(facts, {key: [{"x": text}, text]}, by)
        expected = dict(before)
        if key in keys[:3] and text.isdigit():
            expected[text] = by if state is DONE and key != "instantsToRollback" else before.get(text)
        yield different((key, text, state, old), facts, undone=expected)


@question.each("sizes")
def _() -> Iterator[Failure]:
    """Sizes of base files in archived commits: the metadata itself, or one member that holds it."""
    for path, size in itertools.product(
        ("p=1/a", "a", "p=1/.log", ".log", None, 5), (5, 1, 0, -1, None, "5")
    ):
        metadata = {"partitionToWriteStats": {"p=1": [{"path": path, "fileSizeInBytes": size}, 7], "q": 5}}
        is_one = isinstance(path, str) and not path.rpartition("/")[2].startswith(".")
        is_one = is_one and isinstance(size, int) and size > 0
        for value in (metadata, {"metadata": metadata, "x": 5}, [metadata], [5, {"x": metadata}]):
            facts = _facts()
            _module()._add_sizes(facts, value, T[1])
            expected = {path: (T[1], size)} if is_one else {}
            yield different((path, size, value), facts, archived_sizes=expected)
    for value in (None, 5, [], {}, {"partitionToWriteStats": 5}, "x", {"x": {"partitionToWriteStats": None}}):
        facts = _facts()
        _module()._add_sizes(facts, value, T[1])
        yield different(value, facts, archived_sizes={})


@question.each("times")
def _() -> Iterator[Failure]:
    """First write of the active timeline, its completed commits, all times that are known."""
    actions = {
        "commit": True, "deltacommit": True, "replacecommit": True, "compaction": True, "logcompaction": True,
        "clustering": True, "clean": False, "rollback": False, "savepoint": False, "indexing": False,
    }  # fmt: skip
    for (action, is_write), state in itertools.product(actions.items(), _STATES):
        one, other = instant(T[1], action, state), instant(T[2], "commit", DONE)
        facts = _facts(one, other)
        first = T[1] if is_write else T[2]
        yield None if facts.first_active == first else f"{action}: first {facts.first_active}"
        commits = {T[2]: other}
        if state is DONE and action in {"commit", "deltacommit", "replacecommit"}:
            commits[T[1]] = one
        yield None if facts.completed_commits() == commits else f"{facts.completed_commits()}"
    facts = _facts(instant(T[1], "clean"))
    yield None if facts.first_active is None else "a clean writes"
    facts.archived.add((T[2], "commit", REQUESTED))
    facts.undone[T[3]] = None
    yield None if facts.known_times() == {T[1], T[2], T[3]} else f"{facts.known_times()}"


@question.each("plans")
def _() -> Iterator[Failure]:
    """Files that plans read or delete: slices, groups of slices, paths, names; nothing of other forms."""
    module = imported("audit.plans")
    one = {"partitionPath": "p=1", "dataFilePath": "x/y/a", "deltaFilePaths": ["b", "c/d", "", 5, None]}
    for plan, paths in (
        ({}, []), ({"operations": None}, []), ({"operations": 5, "clusteringPlan": 5}, []),
        ({"operations": [one]}, ["p=1/a", "p=1/b", "p=1/d"]), ({"operations": [5, None, {}]}, []),
        ({"operations": [{"dataFilePath": "a"}]}, ["a"]), ({"operations": [{"dataFilePath": 5}]}, []),
        ({"operations": [{"partitionPath": "", "dataFilePath": "q/a"}]}, ["a"]),
        ({"operations": [{"partitionPath": "p", "dataFilePath": "", "deltaFilePaths": "x"}]}, []),
        ({"clusteringPlan": {"inputGroups": [{"slices": [one]}, 5, {"slices": 5}, {}]}}, ["p=1/a", "p=1/b",
        "p=1/d"]),
        ({"clusteringPlan": {"inputGroups": 5}}, []), ({"clusteringPlan": {}}, []),
        ({"operations": [{"dataFilePath": "a"}],
          "clusteringPlan": {"inputGroups": [{"slices": [{"dataFilePath": "b"}]}]}}, ["a", "b"]),
    ):  # fmt: skip
        found = list(module.files_to_read(plan))
        yield None if found == paths else f"{plan} reads {found}, expected {paths}"
    for plan, paths in (
        ({}, []), ({"filePathsToBeDeletedPerPartition": 5}, []),
        ({"filePathsToBeDeletedPerPartition": {"p": 5}}, []),
        ({"filePathsToBeDeletedPerPartition": {"p": [{"filePath": "p/a"}, {"filePath": ""}, {}, "b", "", 5,
        None]}},
         ["p/a", "b"]),
        ({"filesToBeDeletedPerPartition": {"p": ["a"], "q": ["b", {"filePath": "c"}]}}, ["a", "b", "c"]),
        ({"filesToBeDeletedPerPartition": {"p": ["a"]}, "filePathsToBeDeletedPerPartition": {"p": ["b"]}},
        ["b", "a"]),
        ({"RollbackRequests": [{"filesToBeDeleted": ["p/a", "", 5]}, 5, {}, {"filesToBeDeleted": "x"}]},
        ["p/a"]),
        ({"RollbackRequests": 5}, []), ({"RollbackRequests": [{"filesToBeDeleted": ["a"]}] * 2}, ["a", "a"]),
    ):  # fmt: skip
        found = list(module.files_to_delete(plan))
        yield None if found == paths else f"{plan} deletes {found}, expected {paths}"
    for value, items in (([], []), ([1], [1]), (None, []), ({}, []), ("ab", []), ((1,), [])):
        yield None if module.as_list(value) == items else f"{value} as a list"


# --- folders ---------------------------------------------------------------------------------------------


@question.each("timelines")
def _() -> Iterator[Failure]:
    """Facts of a timeline: in the order of times, by the states of instants; what cannot be read."""
    for version in (6, 9):
        folder_of = ".hoodie" if version < 8 else ".hoodie/timeline"

        def name(time: str, action: str, state: State = DONE, version: int = version) -> str:
            return instant(time, action, state, T[9] if version > 8 and state is DONE else None).name

        commit = {"partitionToWriteStats": {"p=1": [{"path": "p=1/a", "fileSizeInBytes": 5}]}}
        data = json.dumps(commit).encode()
        files = {name(T[1], "deltacommit"): data, name(T[3], "commit"): b"{", name(T[2], "commit"): b""}
        if version > 8:
            files = {name(T[1], "deltacommit"): container("Commit", operationType="X"),
                     name(T[3], "commit"): b"Obj", name(T[2], "commit"): b""}  # fmt: skip
        files[name(T[4], "clean")] = container("Clean", files=["p=1/gone"])
        files[name(T[5], "rollback", REQUESTED)] = container("Plan", commitsRollback=[T[8]])
        files[name(T[6], "rollback", REQUESTED)] = container("Plan", commitsRollback=[T[7]])
        files[name(T[6], "rollback")] = container("Rollback", commitsRollback=[T[7]])
        with tempfile.TemporaryDirectory() as place:
            table = Path(place)
            write_table(table, version, {f"{folder_of}/{file}": content for file, content in files.items()})
            facts = _module().gather(table)
        names = sorted(one.name for one in facts.instants)
        yield None if names == sorted(files) else f"instants {names}"
        wrong = [one.name for one in facts.unreadable]
        yield None if wrong == [name(T[3], "commit")] else f"unreadable {wrong}"
        times = [one.instant.time for one in facts.commits]
        yield None if times == [T[1], T[2]] else f"commits {times}"
        done = {one.time: one for one in facts.instants if one.state is DONE}
        yield different(
            version, facts, undone={T[8]: None, T[7]: done[T[6]]}, problems=[],
            deleted={"files", "gone", "commitsRollback", T[7], T[8]},
            named={"p=1/a": _module().Named(5, done[T[1]])} if version < 8 else {},
        )  # fmt: skip
        records = {name(T[4], "clean"): "Clean", name(T[6], "rollback"): "Rollback"}
        records |= {name(at, "rollback", REQUESTED): "Plan" for at in (T[5], T[6])}
        records |= {name(T[1], "deltacommit"): "Commit"} if version > 8 else {}
        yield different(version, facts, records=records)


@question.each("pending-plans")
def _() -> Iterator[Failure]:
    """A plan counts as one while its instant is pending, and says what was to go once it is completed."""
    schema = {
        "type": "record", "name": "HoodieCompactionPlan", "fields": [
            {"name": "operations", "type": {"type": "array", "items": {
                "type": "record", "name": "o", "fields": [
                    {"name": name, "type": "string"} for name in ("partitionPath", "dataFilePath")]}}}],
    }  # fmt: skip
    out = io.BytesIO()
    fastavro.writer(out, schema, [{"operations": [{"partitionPath": "p=1", "dataFilePath": "x"}]}])
    for is_done in (False, True):
        files = {f".hoodie/{T[1]}.compaction.requested": out.getvalue()}
        if is_done:
            files[f".hoodie/{T[1]}.commit"] = b"{}"
        with tempfile.TemporaryDirectory() as place:
            write_table(Path(place), 6, files)
            facts = _module().gather(Path(place))
        yield None if list(facts.planned) == ([] if is_done else ["p=1/x"]) else f"planned {facts.planned}"
