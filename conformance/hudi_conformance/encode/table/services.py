# SPDX-License-Identifier: Apache-2.0
"""Table services: compaction, clustering, cleaning, rollback, savepoint, restore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.table.columns import VALUES
from hudi_conformance.encode.table.contents import commit_of, rollback_log
from hudi_conformance.encode.table.groups import Group, LogFile, Row, Slice
from hudi_conformance.encode.table.instants import rollback_of, rollback_plan
from hudi_conformance.encode.table.state import Before, State
from hudi_conformance.encode.timeline.table import COMPLETED_AS

_CLEAN_POLICY = "KEEP_LATEST_COMMITS"


# --- compaction ---------------------------------------------------------------------------------------


def schedule_compaction(state: State) -> None:
    """Plan to compact the log files of every group that has any [table.write.compaction-plan]."""
    if not state.table.is_mor or state.plan is not None:
        raise VALUES.bad(
            "schedule_compaction", "a merge-on-read table without a planned compaction", "neither"
        )
    groups = [group for group in state.live() if group.newest.logs]
    if not groups:
        return
    operations: list[dict[str, Any]] = [
        {
            "baseInstantTime": group.newest.time,
            "deltaFilePaths": [log.path.rpartition("/")[2] for log in group.newest.logs],
            "dataFilePath": group.newest.base and group.newest.base.rpartition("/")[2],
            "fileId": group.file_id,
            "partitionPath": group.partition,
            "metrics": {},
        }
        for group in groups
    ]
    time = state.instants.time()
    plan = state.instants.plan("compaction", "HoodieCompactionPlan", {"operations": operations, "version": 2})
    instant = state.instants.begin(time, "compaction", inflight=False, requested=plan)
    for group in groups:
        group.slices.append(Slice(time, None))
    state.plan = instant | {"instant": instant, "groups": [group.file_id for group in groups]}
    state.undo.clear()  # a plan is based on the writes before it


def compact(state: State) -> None:
    """Execute the planned compaction [table.write.compaction-rows]."""
    if state.plan is None:
        return
    time, instant = str(state.plan["time"]), state.plan["instant"]
    stats = []
    for file_id in state.plan["groups"]:
        group = state.groups[file_id]
        rows = group.rows(state.table.merge_mode, until=time)
        stats.append(state.put_base(group, time, rows))
    state.plan = None
    content = commit_of(state.table, state.columns, "COMPACT", stats, None)
    state.instants.complete(instant, content)
    state.undo.clear()


# --- clustering ---------------------------------------------------------------------------------------


def cluster(state: State) -> None:
    """Rewrite the groups of every partition as one group each [table.write.clustering]."""
    partitions = sorted({group.partition for group in state.live() if group.slices})
    time = state.instants.time()
    inputs, replaced = [], {}
    for partition in partitions:
        groups = [group for group in state.live(partition) if group.slices]
        replaced[partition] = [group.file_id for group in groups]
        inputs.append({"slices": [_input(group) for group in groups], "numOutputFileGroups": 1})
    strategy = {
        "strategyClassName": "org.apache.hudi.client.clustering.run.strategy.JavaSortAndSizeExecutionStrategy"
    }
    cluster_plan = {"inputGroups": inputs, "strategy": strategy, "preserveHoodieMetadata": True}
    plan = state.instants.plan(
        "clustering",
        "HoodieRequestedReplaceMetadata",
        {"operationType": "CLUSTER", "clusteringPlan": cluster_plan},
    )
    action = "clustering" if state.table.version >= since.LAYOUT_2 else "replacecommit"
    instant = state.instants.begin(time, action, requested=plan)
    before = state.before()
    stats = []
    for partition, ids in replaced.items():
        rows: dict[str, Row] = {}
        for file_id in ids:
            rows |= state.groups[file_id].rows(state.table.merge_mode)
            state.replaced[file_id] = time
        group = state.new_group(partition, 0, time)
        stats.append(state.put_base(group, time, rows, num_inserts=len(rows)))
    content = commit_of(state.table, state.columns, "CLUSTER", stats, replaced)
    state.instants.complete(instant, content)
    state.undo.append((instant, before))


def _input(group: Group) -> dict[str, Any]:
    return {
        "dataFilePath": f"file:/table/{group.newest.base}" if group.newest.base else "",
        "deltaFilePaths": [f"file:/table/{log.path}" for log in group.newest.logs],
        "fileId": group.file_id,
        "partitionPath": group.partition,
        "bootstrapFilePath": "",
    }


# --- cleaning -----------------------------------------------------------------------------------------


def clean(state: State, retain: int) -> None:
    """Delete slices that no retained commit needs [table.write.clean-retains]."""
    writes = state.instants.completed()
    if len(writes) <= retain:
        return
    earliest = writes[-retain]
    groups = (group for _, before in state.saved for group in before.groups.values())
    saved = {path for group in groups for item in group.merged_slices() for path in item.files()}
    gone: dict[str, list[str]] = {}
    for group in list(state.groups.values()):
        for item in _unneeded(state, group, str(earliest["time"])):
            paths = [path for path in item.files() if path in state.files]
            if saved & set(paths):
                continue
            gone.setdefault(group.partition, []).extend(paths)
            group.slices.remove(item)
    if not any(gone.values()):
        return
    _run_clean(state, earliest, writes[-1], gone)
    state.undo.clear()


def _unneeded(state: State, group: Group, earliest: str) -> list[Slice]:
    """Slices with a successor that is not after the earliest commit retained; all of a replaced group."""
    if state.replaced.get(group.file_id, "9") < earliest:
        return list(group.slices)
    bases = [at for at, item in enumerate(group.slices) if item.base and item.time <= earliest]
    return group.slices[: bases[-1]] if bases else []


def _run_clean(
    state: State, earliest: Mapping[str, Any], last: Mapping[str, Any], gone: Mapping[str, Sequence[str]]
) -> None:
    time = state.instants.time()
    retained = {
        "timestamp": earliest["time"],
        "action": COMPLETED_AS.get(earliest["action"], earliest["action"]),
        "state": "COMPLETED",
    }
    plan = state.instants.plan(
        "clean",
        "HoodieCleanerPlan",
        {
            "earliestInstantToRetain": retained,
            "lastCompletedCommitTimestamp": last["time"],
            "policy": _CLEAN_POLICY,
            "filesToBeDeletedPerPartition": {},
            "version": 2,
            "filePathsToBeDeletedPerPartition": {
                partition: [
                    {"filePath": f"file:/table/{path}", "isBootstrapBaseFile": False} for path in paths
                ]
                for partition, paths in gone.items()
            },
            "partitionsToBeDeleted": [],
        },
    )
    instant = state.instants.begin(time, "clean", requested=plan)
    names = {partition: [path.rpartition("/")[2] for path in paths] for partition, paths in gone.items()}
    for path in (path for paths in gone.values() for path in paths):
        del state.files[path]
    content = {
        "startCleanTime": time,
        "timeTakenInMillis": "1",
        "totalFilesDeleted": sum(map(len, names.values())),
        "earliestCommitToRetain": earliest["time"],
        "lastCompletedCommitTimestamp": last["time"],
        "partitionMetadata": {
            partition: {
                "partitionPath": partition,
                "policy": _CLEAN_POLICY,
                "deletePathPatterns": deleted,
                "successDeleteFiles": deleted,
                "failedDeleteFiles": [],
            }
            for partition, deleted in names.items()
        },
        "bootstrapPartitionMetadata": {},
        "version": 2,
    }
    state.instants.complete(instant, content)


# --- undoing writes -------------------------------------------------------------------------------


def rollback(state: State) -> None:
    """Undo the newest write [table.write.rollback]."""
    if not state.undo:
        raise VALUES.bad("rollback", "a write since the last table service", "none")
    target, before = state.undo.pop()
    time = state.instants.time()
    gone, staying = _undone(state, before)
    action = COMPLETED_AS.get(target["action"], target["action"])
    plan = state.instants.plan("rollback", "HoodieRollbackPlan", rollback_plan(target, action, gone))
    instant = state.instants.begin(time, "rollback", requested=plan)
    for path in gone:
        del state.files[path]
    for group, log in staying:
        group.newest.logs.append(log)
    for group in [group for group, log in staying if log.time == target["time"]]:  # others are cancelled
        name, _ = state.log_name(group, time)
        state.files[group.path(name)] = rollback_log(time, str(target["time"]))
        group.newest.logs.append(LogFile(group.path(name), time, {}))
    state.instants.active.remove(target)
    state.instants.complete(instant, rollback_of(time, target, action, gone))


def _undone(state: State, before: Before) -> tuple[list[str], list[tuple[Group, LogFile]]]:
    """Restore the groups; return deleted files, and log files of layout 1, which stay without effect.

    Log files of a group that the write created are deleted with its base file.
    """
    new = set(state.files) - before.paths
    logs = [
        (group.file_id, log)
        for group in state.groups.values()
        for item in group.slices
        for log in item.logs
        if log.path in new
    ]
    staying = [(name, log) for name, log in logs if name in before.groups] if state.table.is_old else []
    stays = {log.path for _, log in staying} | {path for path in new if path.endswith("_partition_metadata")}
    state.groups, state.replaced = before.groups, before.replaced
    silent = [(state.groups[file_id], LogFile(log.path, log.time, {})) for file_id, log in staying]
    return sorted(new - stays), silent


def savepoint(state: State) -> None:
    """Save the newest write: its files stay until the savepoint is deleted [table.write.savepoint]."""
    writes = state.instants.completed()
    if not writes:
        raise VALUES.bad("savepoint", "a completed write", "none")
    last = writes[-1]
    if any(saved["time"] == last["time"] for saved, _ in state.saved):
        return  # a commit has one savepoint
    files: dict[str, list[str]] = {}
    for group in state.live():
        if group.slices:
            names = [path.rpartition("/")[2] for item in group.merged_slices() for path in item.files()]
            files.setdefault(group.partition, []).extend(names)
    instant = state.instants.begin(str(last["time"]), "savepoint")
    content = {
        "savepointedBy": "somebody",
        "savepointedAt": "1767225600000",
        "comments": "before the change",
        "partitionMetadata": {
            partition: {"partitionPath": partition, "savepointDataFile": names}
            for partition, names in files.items()
        },
    }
    state.instants.complete(instant, content)
    state.saved.append((last, state.before()))
    state.undo.clear()  # its files stay


def restore(state: State) -> None:
    """Undo every write after the newest savepoint [table.write.restore]."""
    if not state.saved:
        raise VALUES.bad("restore", "a savepoint", "none")
    saved, before = state.saved[-1]
    undone = [
        item
        for item in sorted(state.instants.active, key=lambda item: str(item["time"]), reverse=True)
        if item["time"] > saved["time"]
        and item["action"] not in {"clean", "rollback", "restore", "savepoint"}
    ]
    time = state.instants.time()
    infos = [
        {"commitTime": item["time"], "action": COMPLETED_AS.get(item["action"], item["action"])}
        for item in undone
    ]
    plan = state.instants.plan(
        "restore",
        "HoodieRestorePlan",
        {"instantsToRollback": infos, "savepointToRestoreTimestamp": saved["time"]},
    )
    instant = state.instants.begin(time, "restore", requested=plan)
    dead = {path for item in undone for path in state.dead.get(str(item["time"]), ())}
    written = sorted(
        path
        for path in (set(state.files) - before.paths) | (dead & set(state.files))
        if not path.endswith("_partition_metadata")
    )
    for path in written:
        del state.files[path]
    state.groups, state.replaced, state.plan = before.groups, before.replaced, None
    state.saved[-1] = (saved, state.before())
    metadata = {}
    for item, info in zip(undone, infos, strict=True):
        state.instants.active.remove(item)
        data = [path for path in written if not path.startswith(".hoodie/")]
        mine = [path for path in data if item["time"] in path.rpartition("/")[2]]
        metadata[item["time"]] = [rollback_of(time, item, info["action"], mine)]
    content = {
        "startRestoreTime": time,
        "timeTakenInMillis": "1",
        "instantsToRollback": [item["time"] for item in undone],
        "hoodieRestoreMetadata": metadata,
        "restoreInstantInfo": infos,
    }
    state.instants.complete(instant, content)
    state.undo.clear()
