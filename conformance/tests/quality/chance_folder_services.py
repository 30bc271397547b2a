# SPDX-License-Identifier: Apache-2.0
"""The same of table services, of what undoes writes, and of properties, for `chance_folders`."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from chance_folder_facts import Instant, Row, Slice, Wrong, complete, partition_of, schema_of
from chance_folder_steps import SERVICES, Step, avro_fields, completed_name, same

_PAYLOADS = {
    "EVENT_TIME_ORDERING": ("DefaultHoodieRecordPayload", "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5"),
    "COMMIT_TIME_ORDERING": ("OverwriteWithLatestAvroPayload", "ce9acb64-bde0-424c-9b91-f6ebba25356d"),
}
_ENTRIES = {  # field of an archived entry of layout 1 by action and state [archive.entry.one-field]
    ("commit", ""): "hoodieCommitMetadata",
    ("deltacommit", ""): "hoodieCommitMetadata",
    ("replacecommit", "requested"): "hoodieRequestedReplaceMetadata",
    ("replacecommit", "completed"): "hoodieReplaceCommitMetadata",
    ("clean", "requested"): "hoodieCleanerPlan",
    ("clean", "inflight"): "hoodieCleanerPlan",
    ("clean", "completed"): "hoodieCleanMetadata",
    ("rollback", "completed"): "hoodieRollbackMetadata",
    ("compaction", "requested"): "hoodieCompactionPlan",
}
_HISTORY = {
    "commit": "HoodieCommitMetadata",
    "deltacommit": "HoodieCommitMetadata",
    "clean": "HoodieCleanMetadata",
    "replacecommit": "HoodieReplaceCommitMetadata",
    "rollback": "HoodieRollbackMetadata",
}


def names(paths: Iterable[str]) -> list[str]:
    """Names of files."""
    return [path.rpartition("/")[2] for path in paths]


def slice_of(group: list[Slice]) -> list[Slice]:
    """Slices that the newest merged one is made of: a planned compaction adds one without a base file."""
    return group[max((at for at, one in enumerate(group) if one.base), default=0) :]


class ServiceStep(Step):
    """A step of any kind."""

    def _nothing(self) -> None:
        self.files([])

    # --- compaction and clustering --------------------------------------------------------------------

    def _plan(self) -> None:
        groups = {key: group for key, group in self.before.live().items() if group[-1].logs}
        if not groups:
            self.files([])
            return
        (one,) = self.began("compaction", states=["requested"])
        self.files([one])
        self.plan(one, groups)
        self.history.undo.clear()

    def plan(self, one: Instant, groups: Mapping[str, list[Slice]]) -> None:
        """A plan names the base file and the log files of each slice [table.write.compaction-plan]."""
        one.contents["requested"]["operations"].sort(key=lambda operation: operation["fileId"])
        operations = [
            {
                "baseInstantTime": group[-1].time,
                "deltaFilePaths": [log.name for log in group[-1].logs],
                "dataFilePath": group[-1].base and group[-1].base.name,
                "fileId": file_id,
                "partitionPath": partition_of(group),
                "metrics": {},
            }
            for file_id, group in sorted(groups.items())
        ]
        self.content(one, "HoodieCompactionPlan", {"operations": operations, "version": 2}, "requested")

    def _compact(self) -> None:
        pending = [
            one for one in self.before.instants.values() if one.action == "compaction" and not one.is_complete
        ]
        if pending:
            one = self.after.instants[pending[0].time, "commit"]
            same("states", set(one.contents), {"requested", "inflight", "completed"})
            self.is_later(one, 0)
            files = {operation["fileId"] for operation in one.contents["requested"]["operations"]}
            new = [
                Instant(one.time, one.action, paths={s: p for s, p in one.paths.items() if s != "requested"})
            ]
        else:
            groups = {key: group for key, group in self.before.live().items() if group[-1].logs}
            files = set(groups)
            if not groups:
                self.files([])
                return
            (one,) = new = self.began("compaction")
            self.plan(one, groups)
        same("inflight", one.contents["inflight"], None)
        parts = self.new_parts(one.time)
        same("file groups", {part.file_id for part in parts}, files)
        stats = []
        for part in parts:
            self.base(part, self.before.rows(part.file_id, until=one.time), {}, one.time)
            stats.append(self.stat(part, {"numWrites": len(part.rows)}, self.previous(part.file_id)))
        self.commit(one, "COMPACT", stats)
        self.files(new, [part.path for part in parts])
        self.history.undo.clear()

    def _cluster(self) -> None:
        (one,) = self.began("replacecommit" if self.after.is_old else "clustering")
        groups: dict[str, list[str]] = {}
        for file_id, group in self.before.live().items():
            groups.setdefault(partition_of(group), []).append(file_id)
        same("inflight", one.contents["inflight"], None)
        self.cluster_plan(one, groups)
        parts, stats = self.new_parts(one.time), []
        same("partitions", sorted(part.partition for part in parts), sorted(groups))
        for part in parts:
            if part.file_id in self.before.groups:
                raise Wrong(f"{part.path}: its group was there before")
            rows: dict[str, Row] = {}
            for file_id in groups[part.partition]:
                rows |= self.before.rows(file_id)
            self.base(part, rows, {}, one.time)
            stats.append(self.stat(part, {"numWrites": len(rows), "numInserts": len(rows)}, None))
        self.commit(one, "CLUSTER", stats, groups)
        self.files([one], [part.path for part in parts])
        self.history.undo.append(((one.time, "replacecommit"), self.before))

    def cluster_plan(self, one: Instant, groups: Mapping[str, list[str]]) -> None:
        """A plan names the slices of each partition."""
        found = one.contents["requested"]["clusteringPlan"]
        for group in found["inputGroups"]:
            group["slices"].sort(key=lambda one: one["fileId"])
        found["inputGroups"].sort(key=lambda group: group["slices"][0]["partitionPath"])
        inputs = []
        for partition, ids in sorted(groups.items()):
            slices = []
            for file_id in sorted(ids):
                newest = self.before.groups[file_id][-1]
                slices.append(
                    {
                        "dataFilePath": f"file:/table/{newest.base.path}" if newest.base else "",
                        "deltaFilePaths": [f"file:/table/{log.path}" for log in newest.logs],
                        "fileId": file_id,
                        "partitionPath": partition,
                        "bootstrapFilePath": "",
                    }
                )
            inputs.append({"slices": slices, "numOutputFileGroups": 1})
        name = "org.apache.hudi.client.clustering.run.strategy.JavaSortAndSizeExecutionStrategy"
        plan = {
            "inputGroups": inputs,
            "strategy": {"strategyClassName": name},
            "preserveHoodieMetadata": True,
        }
        row = {"operationType": "CLUSTER", "clusteringPlan": plan}
        self.content(one, "HoodieRequestedReplaceMetadata", row, "requested")

    # --- cleaning and archiving -----------------------------------------------------------------------

    def _clean(self) -> None:
        writes, retain = self.before.writes, self.step["retain"]
        gone = self.unneeded(writes[-retain].time) if len(writes) > retain else {}
        if not gone:
            self.files([])
            return
        (one,) = self.began("clean")
        earliest = {
            "timestamp": writes[-retain].time,
            "action": completed_name(writes[-retain].action),
            "state": "COMPLETED",
        }
        for plan in (one.contents["requested"], one.contents["inflight"]):
            for paths in plan["filePathsToBeDeletedPerPartition"].values():
                paths.sort(key=lambda path: path["filePath"])
        row = {
            "earliestInstantToRetain": earliest,
            "lastCompletedCommitTimestamp": writes[-1].time,
            "policy": "KEEP_LATEST_COMMITS",
            "filesToBeDeletedPerPartition": {},
            "version": 2,
            "filePathsToBeDeletedPerPartition": {
                partition: [
                    {"filePath": f"file:/table/{path}", "isBootstrapBaseFile": False} for path in paths
                ]
                for partition, paths in gone.items()
            },
            "partitionsToBeDeleted": [],
        }
        self.content(one, "HoodieCleanerPlan", row, "requested")
        self.content(one, "HoodieCleanerPlan", row, "inflight")
        for stat in one.contents["completed"]["partitionMetadata"].values():
            for member in ("deletePathPatterns", "successDeleteFiles"):
                stat[member].sort()
        self.content(
            one,
            "HoodieCleanMetadata",
            {
                "startCleanTime": one.time,
                "timeTakenInMillis": one.contents["completed"]["timeTakenInMillis"],
                "totalFilesDeleted": sum(map(len, gone.values())),
                "earliestCommitToRetain": writes[-retain].time,
                "lastCompletedCommitTimestamp": writes[-1].time,
                "bootstrapPartitionMetadata": {},
                "version": 2,
                "partitionMetadata": {
                    partition: {
                        "partitionPath": partition,
                        "policy": "KEEP_LATEST_COMMITS",
                        "deletePathPatterns": sorted(names(paths)),
                        "successDeleteFiles": sorted(names(paths)),
                        "failedDeleteFiles": [],
                    }
                    for partition, paths in gone.items()
                },
            },
        )
        self.files([one], gone=[path for paths in gone.values() for path in paths])
        self.history.undo.clear()

    def unneeded(self, earliest: str) -> dict[str, list[str]]:
        """Files by partition that nothing retained or saved reads [table.write.clean-retains]."""
        saved = {
            path
            for _, folder in self.history.saved
            for group in folder.groups.values()
            for one in slice_of(group)
            for path in one.paths
        }
        gone: dict[str, list[str]] = {}
        for file_id, group in self.before.groups.items():
            needed = [at for at, one in enumerate(group) if one.base and one.time <= earliest]
            end = needed[-1] if needed else 0
            slices = group if self.before.replaced.get(file_id, "9") < earliest else group[:end]
            for one in slices:
                if not saved & set(one.paths):
                    gone.setdefault(partition_of(group), []).extend(one.paths)
        return {partition: sorted(paths) for partition, paths in gone.items() if paths}

    def _archive(self) -> None:
        writes, keep = self.before.writes, self.step["keep"]
        there = [
            time
            for file_id, time in self.before.replaced.items()
            if any(one.paths for one in self.before.groups.get(file_id, []))
        ]
        limits = [*there, *(time for time, action in self.before.instants if action == "savepoint")]
        taken: list[Instant] = []
        if len(writes) > keep:
            limit = min([*limits, writes[-keep].time])
            for one in sorted(self.before.instants.values(), key=lambda one: one.time):
                if one.time >= limit or not one.is_complete:
                    break
                taken.append(one)
        self.gone = {path for path in self.gone if "/history/" not in path}
        same("files gone", self.gone, {path for one in taken for path in one.paths.values()})
        earlier, found = self.before.archived, self.after.archived
        same("entries before", found[: len(earlier)], earlier)
        if self.after.is_old:
            expected = [
                self.entry(one, state)
                for one in taken
                for state in ("requested", "inflight", "completed")
                if state in one.contents
            ]
            same("archived", found[len(earlier) :], expected)
        else:
            self.history_rows(found[len(earlier) :], taken)
        paths = {path for path in self.after.files if "/archived/" in path or "/history/" in path}
        times = sorted(row["instantTime"] for row in found) if not self.after.is_old else []
        history = {f".hoodie/timeline/history/{name}" for name in ("manifest_1", "_version_")}
        history |= {f".hoodie/timeline/history/{times[0]}_{times[-1]}_0.parquet"} if times else set()
        old = {".hoodie/archived/.commits_.archive.1_1-0-1"}
        same("archive", paths, (old if self.after.is_old else history) if found else set())
        if times:
            self.manifest(max(history))
        added = {path for path in self.added if path not in paths}
        same("files added", added, set())

    def manifest(self, path: str) -> None:
        """The manifest has the file with its length; the version file the number of the manifest."""
        files, home = self.after.files, ".hoodie/timeline/history/"
        path = next(one for one in files if one.startswith(home) and one.endswith(".parquet"))
        entry = {"fileName": path.removeprefix(home), "fileLen": len(files[path])}
        same("manifest", json.loads(files[f"{home}manifest_1"]), {"files": [entry]})
        same("version", files[f"{home}_version_"], b"1")

    def entry(self, one: Instant, state: str) -> Row:
        """An entry of an archive of layout 1."""
        action = completed_name(one.action) if state == "completed" else one.action
        row = {"commitTime": one.time, "actionType": action, "actionState": state.upper(), "version": None}
        content = one.contents[state]
        if content is not None and (action, state) != ("rollback", "requested"):
            row[_ENTRIES.get((action, state)) or _ENTRIES[action, ""]] = content
        schema = {
            field["name"] for field in schema_of("HoodieArchivedMetaEntry", self.after.version)["fields"]
        }
        assert set(row) <= schema
        return complete("HoodieArchivedMetaEntry", self.after.version, row)

    def history_rows(self, found: list[Row], taken: list[Instant]) -> None:
        """Rows of a history of layout 2 [history.row.form]."""
        same("archived", [row["instantTime"] for row in found], [one.time for one in taken])
        for row, one in zip(found, taken, strict=True):
            action = completed_name(one.action)
            same(
                f"row of {one.time}",
                [row["completionTime"], row["action"], row["version"]],
                [one.completion, action, 1],
            )
            content = self.after.content_of("metadata", row["metadata"], action, "completed")
            same(f"metadata of {one.time}", content, one.contents["completed"])
            is_planned = one.action in {"compaction", "clustering", "clean"}
            plan = row["plan"] and self.after.content_of("plan", row["plan"], one.action, "requested")
            same(f"plan of {one.time}", plan, one.contents["requested"] if is_planned else None)

    # --- what undoes writes ---------------------------------------------------------------------------

    def _savepoint(self) -> None:
        last = self.before.writes[-1].time
        if (last, "savepoint") in self.before.instants:
            self.files([])
            return
        (one,) = self.began("savepoint", states=["inflight", "completed"])
        same("time of the savepoint", [one.time, one.contents["inflight"]], [last, None])
        self.is_later(one, 0)
        paths: dict[str, list[str]] = {}
        for group in self.before.live().values():
            for part in slice_of(group):
                paths.setdefault(partition_of(group), []).extend(names(part.paths))
        found = one.contents["completed"]
        for partition in found["partitionMetadata"].values():
            partition["savepointDataFile"].sort()
        expected = {
            "partitionMetadata": {
                partition: {"partitionPath": partition, "savepointDataFile": sorted(files)}
                for partition, files in paths.items()
            }
        }
        self.content(one, "HoodieSavepointMetadata", found | expected)
        self.files([one])
        self.history.saved.append((last, self.after))
        self.history.undo.clear()

    def _rollback(self) -> None:
        (target, before), (one,) = (
            self.history.undo.pop(),
            self.began("rollback", states=self.planned("rollback", 3)),
        )
        instant = self.before.instants[target]
        made = {path: part for path, part in self.before.parts.items() if path not in before.files}
        stay = [
            part
            for part in made.values()
            if part.says and part.file_id in before.groups and self.before.is_old
        ]
        kept = [part for part in stay if part.says[0][0] == target[0]]
        gone = sorted(set(made) - {part.path for part in stay})
        requests = [
            {
                "partitionPath": path.rpartition("/")[0],
                "fileId": "",
                "latestBaseInstant": "",
                "filesToBeDeleted": [f"file:/table/{path}"],
                "logBlocksToBeDeleted": {},
            }
            for path in gone
        ]
        plan = {
            "instantToRollback": {"commitTime": target[0], "action": target[1]},
            "RollbackRequests": requests,
        }
        if "requested" in one.contents:
            self.content(one, "HoodieRollbackPlan", plan, "requested")
        same("inflight", one.contents["inflight"], None)
        found = one.contents["completed"]
        row = self.undone(one, target, gone, found["timeTakenInMillis"])
        self.content(one, "HoodieRollbackMetadata", row)
        parts = [part for path, part in self.after.parts.items() if path in self.added]
        same("rollback logs", sorted(part.file_id for part in parts), sorted(part.file_id for part in kept))
        for part in parts:
            self.name(part, one.time)
            self.schema(part)
            same(f"blocks of {part.path}", part.says, [(one.time, target[0])])
        self.files([one], [part.path for part in parts], {*gone, *instant.paths.values()})

    def undone(self, one: Instant, target: tuple[str, str], gone: Iterable[str], took: object) -> Row:
        """Metadata of a rollback."""
        partitions: dict[str, list[str]] = {}
        for path in gone:
            partitions.setdefault(path.rpartition("/")[0], []).append(f"file:/table/{path}")
        return {
            "startRollbackTime": one.time,
            "timeTakenInMillis": took,
            "totalFilesDeleted": sum(map(len, partitions.values())),
            "commitsRollback": [target[0]],
            "partitionMetadata": {
                path: {"partitionPath": path, "successDeleteFiles": files, "failedDeleteFiles": []}
                for path, files in partitions.items()
            },
            "instantsRollback": [{"commitTime": target[0], "action": target[1]}],
        }

    def _restore(self) -> None:
        (one,) = self.began("restore", states=self.planned("restore", 4))
        saved, folder = self.history.saved[-1]
        targets = sorted(
            (key for key in self.before.instants if key[0] > saved and key[1] not in SERVICES), reverse=True
        )
        kept = set(folder.files)
        gone = {
            path
            for path in self.before.files
            if path not in kept
            and not path.endswith("_partition_metadata")
            and (path in self.before.parts or path.startswith(".hoodie/.temp/"))
        }
        infos = [{"commitTime": time, "action": action} for time, action in targets]
        if "requested" in one.contents:
            row = {"instantsToRollback": infos, "savepointToRestoreTimestamp": saved}
            self.content(one, "HoodieRestorePlan", row, "requested")
        same("inflight", one.contents["inflight"], None)
        found = one.contents["completed"]
        metadata = {}
        for target in targets:
            mine = sorted(
                path
                for path in gone
                if path in self.before.parts and self.before.parts[path].time == target[0]
            )
            metadata[target[0]] = [
                complete("HoodieRollbackMetadata", self.after.version, self.undone(one, target, mine, 1))
            ]
        self.content(
            one,
            "HoodieRestoreMetadata",
            {
                "startRestoreTime": one.time,
                "timeTakenInMillis": found["timeTakenInMillis"],
                "instantsToRollback": [time for time, _ in targets],
                "hoodieRestoreMetadata": metadata,
                "restoreInstantInfo": infos,
            },
        )
        instants = {path for key in targets for path in self.before.instants[key].paths.values()}
        self.files([one], gone=gone | instants)
        self.history.undo.clear()
        self.history.saved[-1] = (saved, self.after)


def properties_fault(described: Mapping[str, Any], data: bytes) -> str | None:
    """What is wrong with the properties of a new table."""
    found = {}
    for line in data.decode("latin-1").splitlines():
        key, _, value = line.partition("=")
        if re.search(r"(?<!\\)[=:#!]", re.sub(r"\\\\", "", value)):
            return f"{line}: not escaped"
        found[key] = re.sub(r"\\(.)", r"\1", value)
    is_old, is_simple = described["version"] < 8, described["partitioned"]
    schema = json.loads(found.pop("hoodie.table.create.schema", "null"))
    fields = avro_fields(described, {"val": "string"}, with_meta=False)
    if schema != {"type": "record", "name": "row", "namespace": "t", "fields": fields}:
        return f"schema {schema}"
    generator = "Simple" if is_simple else "Nonpartitioned"
    payload, strategy = _PAYLOADS[described["merge_mode"]]
    expected = {
        "hoodie.table.name": "t",
        "hoodie.table.type": described["type"],
        "hoodie.table.recordkey.fields": "id",
        "hoodie.table.precombine.field": "ord",
        "hoodie.table.base.file.format": "PARQUET",
        "hoodie.table.timeline.timezone": "UTC",
        "hoodie.populate.meta.fields": "true",
        "hoodie.table.keygenerator.class": f"org.apache.hudi.keygen.{generator}KeyGenerator",
        "hoodie.datasource.write.hive_style_partitioning": "true" if described["hive_style"] else "false",
        "hoodie.compaction.payload.class": f"org.apache.hudi.common.model.{payload}",
        "hoodie.table.version": str(described["version"]),
        "hoodie.timeline.layout.version": "1" if is_old else "2",
        "hoodie.table.checksum": str(zlib.crc32(b".t")),
        **({"hoodie.table.partition.fields": "part"} if is_simple else {}),
        **(
            {"hoodie.archivelog.folder": "archived", "hoodie.compaction.record.merger.strategy": strategy}
            if is_old
            else {
                "hoodie.timeline.path": "timeline",
                "hoodie.timeline.history.path": "history",
                "hoodie.record.merge.mode": described["merge_mode"],
                "hoodie.record.merge.strategy.id": strategy,
                "hoodie.table.ordering.fields": "ord",
                "hoodie.table.initial.version": str(described["version"]),
            }
        ),
    }
    differing = {key for key in {*found, *expected} if found.get(key) != expected.get(key)}
    return f"properties {sorted(differing)}" if differing else None
