# SPDX-License-Identifier: Apache-2.0
"""Damages of what plans and savepoints name: files to read or protect, files that should be deleted."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator

import fastavro

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import Instant, Json, Rng, Table
from instruments.tables.timeline_kinds import COMMIT, completed_name, named

CLUSTERINGS = ("replacecommit", "clustering")
SAVEPOINT = {
    "type": "record", "name": "HoodieSavepointMetadata", "fields": [
        {"name": "savepointedBy", "type": "string"}, {"name": "savepointedAt", "type": "long"},
        {"name": "comments", "type": "string"},
        {"name": "partitionMetadata", "type": {"type": "map", "values": {
            "type": "record", "name": "HoodieSavepointPartitionMetadata", "fields": [
                {"name": "partitionPath", "type": "string"},
                {"name": "savepointDataFile", "type": {"type": "array", "items": "string"}}]}}},
        {"name": "version", "type": ["int", "null"]}],
}  # fmt: skip
CLUSTERING = {
    "type": "record", "name": "HoodieRequestedReplaceMetadata", "fields": [
        {"name": "operationType", "type": ["null", "string"]},
        {"name": "clusteringPlan", "type": ["null", {
            "type": "record", "name": "HoodieClusteringPlan", "fields": [
                {"name": "inputGroups", "type": ["null", {"type": "array", "items": {
                    "type": "record", "name": "HoodieClusteringGroup", "fields": [
                        {"name": "slices", "type": ["null", {"type": "array", "items": {
                            "type": "record", "name": "HoodieSliceInfo", "fields": [
                                {"name": "dataFilePath", "type": ["null", "string"]},
                                {"name": "deltaFilePaths",
                                 "type": ["null", {"type": "array", "items": "string"}]},
                                {"name": "fileId", "type": ["null", "string"]},
                                {"name": "partitionPath", "type": ["null", "string"]}]}}]}]}}]}]}]}],
}  # fmt: skip


def _container(schema: Json, record: Json) -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, schema, [record])
    return out.getvalue()


def _savepoint(table: Table, time: str, partition: str, file: str) -> str:
    """Write a savepoint of a commit that protects one file; its path."""
    place = f"{table.folder}/{completed_name(table, time, f'{time[:-1]}8', 'savepoint')}"
    names = {"partitionPath": partition, "savepointDataFile": [file]}
    record = {
        "savepointedBy": "a", "savepointedAt": 1, "comments": "", "partitionMetadata": {partition: names},
        "version": 1,
    }  # fmt: skip
    table.file(place).write_bytes(_container(SAVEPOINT, record))
    return place


@kind("table.check.savepoint-file")
def saved_file_gone(table: Table, rng: Rng) -> str | None:
    """A file that a savepoint names; where the table has none, that of a new one."""
    for instant in named(table, "savepoint"):
        parts = table.load(instant)["partitionMetadata"]
        paths = [f"{part}/{name}" for part, value in parts.items() for name in value["savepointDataFile"]]
        present = [path for path in paths if table.file(path).is_file()]
        if present:
            table.file(rng.choice(present)).unlink()
            return table.place(instant)
    stat = pick(rng, table.stats(lambda stat: not stat.is_log and table.file(stat.path).is_file()))
    if stat is None:
        return None
    table.file(stat.path).unlink()
    partition, _, file = stat.path.rpartition("/")
    return _savepoint(table, stat.instant.time, partition, file)


@kind("table.check.savepoint-file")
def savepoint_of_nothing(table: Table, rng: Rng) -> str | None:
    """A savepoint whose files never were."""
    commit = pick(rng, named(table, *COMMIT))
    file = "gone-0_0-0-0_20240101000000000.parquet"
    return None if commit is None else _savepoint(table, commit.time, "p", file)


@kind("table.check.planned-file")
def clustering_planned_file_gone(table: Table, rng: Rng) -> str | None:
    """A pending clustering of one base file, and the file is gone."""
    stat = pick(rng, table.stats(lambda stat: not stat.is_log and table.file(stat.path).is_file()))
    if stat is None:
        return None
    last = table.instants[-1].time
    time = f"{int(last) + 1:0{len(last)}}"
    action = "clustering" if table.layout == 2 else "replacecommit"
    item = {
        "dataFilePath": f"/tables/t/{stat.path}", "deltaFilePaths": [], "fileId": stat.values["fileId"],
        "partitionPath": stat.path.rpartition("/")[0],
    }  # fmt: skip
    plan = {"operationType": "CLUSTER", "clusteringPlan": {"inputGroups": [{"slices": [item]}]}}
    table.file(stat.path).unlink()
    place = f"{table.folder}/{time}.{action}.requested"
    table.file(place).write_bytes(_container(CLUSTERING, plan))
    return place


def _slices(plan: Json) -> Iterator[tuple[str, list[str]]]:
    """Partition, and names of the files, of each slice that a clustering is to read."""
    for group in ((plan or {}).get("clusteringPlan") or {}).get("inputGroups") or ():
        for item in group["slices"]:
            names = [item["dataFilePath"], *(item["deltaFilePaths"] or [])]
            yield item["partitionPath"] or "", [name.rpartition("/")[2] for name in names if name]


@kind("table.check.planned-file")
def clustering_of_completed_back(table: Table, rng: Rng) -> str | None:
    """A clustering loses its completed file, and then a file that it was to read."""
    plans = named(table, *CLUSTERINGS, state="requested")
    for instant in rng.sample(plans, len(plans)):
        for partition, names in _slices(table.load(instant)):
            paths = [f"{partition}/{name}".lstrip("/") for name in names]
            present = [path for path in paths if table.file(path).is_file()]
            if present:
                table.file(rng.choice(present)).unlink()
                table.drop(instant.time, "completed")
                return table.place(instant)
    return None


def _account(table: Table, instant: Instant) -> list[tuple[str, str]]:
    """Partition and name of each file that a completed clean or rollback lists as deleted."""
    parts: dict[str, Json] = (table.load(instant) or {}).get("partitionMetadata") or {}
    files = ((part, file) for part, value in parts.items() for file in value["successDeleteFiles"])
    return [(part, file.rpartition("/")[2]) for part, file in files]


def _failed(name: str, action: str) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        """A failed delete of the plan: the metadata states the failure, and the file exists."""
        instants = named(table, action)
        for instant in rng.sample(instants, len(instants)):
            plan = next(
                (i for i in table.instants if i.time == instant.time and i.state == "requested"), None
            )
            text = "" if plan is None else table.bytes_of(plan).decode("latin-1")
            for partition, file in _account(table, instant):
                path = f"{partition}/{file}".lstrip("/")
                model = pick(rng, table.bases or table.logs)
                if file not in text or model is None or table.file(path).exists():
                    continue
                value = table.load(instant)
                members = value["partitionMetadata"][partition]
                failed = [item for item in members["successDeleteFiles"] if item.rpartition("/")[2] == file]
                members["successDeleteFiles"] = [
                    item for item in members["successDeleteFiles"] if item not in failed
                ]
                key = "failedDeleteFiles" if "failedDeleteFiles" in members else "failedDeletedFiles"
                if key in members:
                    members[key] = (members[key] or []) + failed
                table.store(instant, value)
                table.file(path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(table.file(model), table.file(path))
                return path
        return None

    add(name, ["table.check.deleted-file-left"], apply)


_failed("clean_plan_file_left", "clean")
_failed("rollback_plan_file_left", "rollback")
