# SPDX-License-Identifier: Apache-2.0
"""Contents of rollbacks, cleans, savepoints, compactions, clusterings and restores, from a few words each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Spec = Mapping[str, Any]
Contents = dict[str, Any]
TIME = "20260101000300000"


def rollback(spec: Spec) -> Contents:
    """`of` is undone; `files` and `blocks` of logs are to be deleted, `deleted` were, `logs` were written."""
    target = {"commitTime": spec["of"], "action": "deltacommit"}
    request = {
        "partitionPath": "p=1",
        "fileId": "",
        "latestBaseInstant": "",
        "filesToBeDeleted": spec.get("files", []),
        "logBlocksToBeDeleted": dict.fromkeys(spec.get("blocks", []), "7"),
    }
    part = {
        "partitionPath": "p=1",
        "successDeleteFiles": spec.get("deleted", []),
        "failedDeleteFiles": [],
        "rollbackLogFiles": dict.fromkeys(spec.get("logs", []), "7"),
        "logFilesFromFailedCommit": {},
    }
    return {
        "requested": {"instantToRollback": target, "RollbackRequests": [request]},
        "completed": {
            "startRollbackTime": TIME,
            "timeTakenInMillis": "1",
            "totalFilesDeleted": 0,
            "commitsRollback": [spec["of"]],
            "instantsRollback": [target],
            "partitionMetadata": {"p=1": part},
        },
    }


def restore(spec: Spec) -> Contents:
    """A restore that undid one instant; its plan names those of `also` as well."""
    undone = rollback(spec)["completed"]
    others = [{"commitTime": time, "action": "deltacommit"} for time in spec.get("also", ())]
    return {
        "requested": {"instantsToRollback": undone["instantsRollback"] + others},
        "completed": {
            "startRestoreTime": TIME,
            "timeTakenInMillis": "1",
            "instantsToRollback": [spec["of"]],
            "hoodieRestoreMetadata": {spec["of"]: [undone]},
            "restoreInstantInfo": undone["instantsRollback"],
        },
    }


def clean(spec: Spec) -> Contents:
    """`path` is planned to be deleted, and was unless `deleted` is false; `old`: the plan has names only."""
    partition, _, name = spec["path"].rpartition("/")
    part = {
        "partitionPath": partition,
        "policy": "KEEP_LATEST_COMMITS",
        "deletePathPatterns": [name],
        "successDeleteFiles": [name] if spec.get("deleted", True) else [],
        "failedDeleteFiles": [],
    }
    paths = {partition: [{"filePath": f"file:/t/{spec['path']}", "isBootstrapBaseFile": False}]}
    plan: Contents = {"policy": "KEEP_LATEST_COMMITS", "version": 2}
    if spec.get("old", False):
        plan |= {"version": 1, "filesToBeDeletedPerPartition": {partition: [name]}}
    else:
        plan["filePathsToBeDeletedPerPartition"] = paths
    return {
        "requested": plan,
        "completed": {
            "startCleanTime": TIME,
            "timeTakenInMillis": "1",
            "totalFilesDeleted": 1,
            "earliestCommitToRetain": TIME,
            "lastCompletedCommitTimestamp": spec.get("last", ""),
            "partitionMetadata": {partition: part},
            "version": 2,
        },
    }


def savepoint(spec: Spec) -> Contents:
    """`files` of a partition are protected."""
    parts = {spec["partition"]: {"partitionPath": spec["partition"], "savepointDataFile": spec["files"]}}
    return {
        "completed": {"savepointedBy": "a", "savepointedAt": "1", "comments": "", "partitionMetadata": parts}
    }


def compaction(spec: Spec) -> Contents:
    """A plan that reads a base file and log files of a partition."""
    operation = {
        "baseInstantTime": spec.get("of", TIME),
        "deltaFilePaths": spec.get("logs", []),
        "dataFilePath": spec.get("base"),
        "fileId": spec.get("id", "x"),
        "partitionPath": spec["partition"],
        "metrics": {},
    }
    return {"requested": {"operations": [operation], "version": 2}}


def clustering(spec: Spec) -> Contents:
    """A plan that reads one file slice."""
    piece = {
        "dataFilePath": spec["base"],
        "deltaFilePaths": spec.get("logs", []),
        "fileId": "x",
        "partitionPath": spec["partition"],
        "bootstrapFilePath": "",
        "version": 1,
    }
    group = {"slices": [piece], "metrics": {}, "numOutputFileGroups": 1, "extraMetadata": {}, "version": 1}
    plan = {
        "inputGroups": [group],
        "strategy": None,
        "extraMetadata": {},
        "version": 1,
        "preserveHoodieMetadata": True,
    }
    plan = {"operationType": "CLUSTER", "clusteringPlan": plan, "extraMetadata": {}, "version": 1}
    return {"requested": plan}


CONTENTS: Mapping[str, Callable[[Spec], Contents]] = {
    "rollback": rollback,
    "restore": restore,
    "clean": clean,
    "savepoint": savepoint,
    "compaction": compaction,
    "clustering": clustering,
}
