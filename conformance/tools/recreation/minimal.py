# SPDX-License-Identifier: Apache-2.0
"""A minimal table in the making: base files by pyarrow, timeline and logs by the reference writer."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.timeline.table import encode_timeline

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))

from history_tables import META, RELEASES, TABLE_SCHEMA, properties_of, texts

from recreation.parquet import parquet

T1, T2, T3, T4 = (f"2026010100{minute:02}00000" for minute in (1, 2, 3, 4))
A, B, C = (f"{letter * 8}-0000-4000-8000-000000000000-0" for letter in "abc")
PENDING, DONE = ("REQUESTED", "INFLIGHT"), ("REQUESTED", "INFLIGHT", "COMPLETED")
Row = dict[str, Any]
_STORED = json.loads(TABLE_SCHEMA)["fields"]


@dataclass(frozen=True)
class _Log:
    """A log file: the slice that it is of, its own commit, keys of its rows, how many deletes."""

    base: str
    time: str
    keys: tuple[str, ...]
    num_deletes: int


_AVRO_TYPES: dict[pa.DataType, Any] = {
    pa.int32(): "int",
    pa.int64(): "long",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.string(): "string",
    pa.binary(): "bytes",
    pa.date32(): {"type": "int", "logicalType": "date"},
    pa.timestamp("us", "UTC"): {"type": "long", "logicalType": "timestamp-micros"},
    pa.decimal128(8, 2): {"type": "bytes", "logicalType": "decimal", "precision": 8, "scale": 2},
}


@dataclass
class Table:
    """A table under construction.

    Attributes:
        version: table version, 6 or 9.
        kind: COPY_ON_WRITE or MERGE_ON_READ.
        properties: in addition to those of every table; None removes one.
    """

    version: int
    kind: str = "COPY_ON_WRITE"
    properties: dict[str, str | None] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    instants: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    extra: dict[str, pa.DataType] = field(default_factory=dict)
    _logs: dict[str, _Log] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """Action of a write to this type of table."""
        return "commit" if self.kind == "COPY_ON_WRITE" else "deltacommit"

    def base(
        self, group: str, time: str, values: dict[str, str], partition: str = "", *, meta: bool = True,
        columns: dict[str, Any] | None = None, carried: Sequence[Row] = (),
    ) -> list[Row]:  # fmt: skip
        """A base file with a row for each key, and rows of earlier ones that it carries over.

        Returns the rows as `table.read` shows them.
        """
        name = f"{group}_0-0-0_{time}.parquet"
        rows = [
            self.row(time, key, value, name, partition, meta=meta) | (columns or {})
            for key, value in values.items()
        ] + [row | {"_hoodie_file_name": name} for row in carried]
        names = [f"_hoodie_{part}" for part in META] if meta else []
        added = [(column, self.extra[column]) for column in (columns or {}) if column in self.extra]
        schema = pa.schema(
            [*((part, pa.string()) for part in names), ("id", pa.string()), ("ord", pa.int64()),
             ("val", pa.string()), *added],
            metadata={"org.apache.hudi.bloomfilter.type": "none"},
        )  # fmt: skip
        stored = [{**row, "ord": int(row["ord"])} for row in rows]
        self.files[f"{partition}/{name}".lstrip("/")] = parquet(pa.Table.from_pylist(stored, schema))
        return rows

    def row(
        self, time: str, key: str, value: str, file: str, partition: str = "", *, meta: bool = True
    ) -> Row:
        """A row as `table.read` shows it."""
        own = {"id": key, "ord": time[10:12].lstrip("0") or "0", "val": value}
        about = (time, f"{time}_0_{key}", key, partition, file)
        return (
            {f"_hoodie_{part}": text for part, text in zip(META, about, strict=True)} if meta else {}
        ) | own

    def log(
        self, group: str, base: str, time: str, rows: list[Row], deletes: tuple[str | None, ...] = (), *,
        meta: bool = True,
    ) -> list[Row]:  # fmt: skip
        """A log file with a block of rows, and one of deletes."""
        header = {"INSTANT_TIME": time, "SCHEMA": self.schema(meta=meta)}
        blocks: list[dict[str, Any]] = []
        if rows:
            blocks.append({"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows})
        if deletes:
            ordering = {"type": "long", "value": "9"}
            entries = [{"record_key": key, "partition_path": "", "ordering": ordering} for key in deletes]
            blocks.append({"kind": "DELETE_BLOCK", "header": header, "deletes": entries})
        name = self.log_name(group, base, time)
        self.files[name] = encode_log({"blocks": blocks}).data
        self._logs[name] = _Log(base, time, tuple(row["id"] for row in rows), len(deletes))
        return rows

    def log_name(self, group: str, base: str, time: str) -> str:
        """Up to version 6 by the instant of the slice, later by that of the log."""
        same = sum(name.startswith(f".{group}_{base}") for name in self.files) if self.version < 8 else 0
        return f".{group}_{base if self.version < 8 else time}.log.{same + 1}_0-0-0"

    def schema(self, *, meta: bool) -> str:
        """The Avro schema of rows."""
        names = [f"_hoodie_{part}" for part in META] if meta else []
        own = [{"name": name, "type": ["null", "string"], "default": None} for name in names]
        return json.dumps(
            {"type": "record", "name": "row", "namespace": "t", "fields": [*own, *self.fields()]}
        )

    def fields(self) -> list[dict[str, Any]]:
        """Fields of the table's own columns."""
        return _STORED + [
            {"name": name, "type": ["null", _AVRO_TYPES[kind]], "default": None}
            for name, kind in self.extra.items()
        ]

    def commit(
        self, time: str, groups: list[str], *, states: tuple[str, ...] = DONE, action: str = "",
        operation: str = "UPSERT", replaces: dict[str, list[str]] | None = None, partition: str = "",
        archived: bool = False,
    ) -> None:  # fmt: skip
        """An instant that wrote the files of its time in these groups."""
        action = action or self.action
        stats = [
            self._stat(name, group, time, partition)
            for group in groups
            for name in self.files
            if Path(name).name.startswith((f"{group}_", f".{group}_")) and self._time_of(name) == time
        ]
        content: dict[str, Any] = {
            "partitionToWriteStats": {partition: texts(stats) if self.version >= 8 else stats}
            if stats
            else {},
            "compacted": False,
            "extraMetadata": {"schema": self.schema(meta=False)},
            "operationType": operation,
        }
        if replaces is not None:
            content["partitionToReplaceFileIds"] = replaces
        instant = {"time": time, "action": action, "states": list(states)}
        if "COMPLETED" in states:
            instant["completed"] = content
            if self.version >= 8:
                instant["completion_time"] = str(int(time) + 10_000)
        if archived:
            record = "HoodieReplaceCommitMetadata" if replaces is not None else "HoodieCommitMetadata"
            self.history.append(
                {"time": time, "completion_time": instant["completion_time"], "action": action,
                 "record": record, "metadata": content}
            )  # fmt: skip
        else:
            self.instants.append(instant)

    def clean(self, time: str, earliest: str, *, states: tuple[str, ...] = DONE) -> None:
        """A clean that retained the snapshots from an instant on, without the files that it removed."""
        retained = {"timestamp": earliest, "action": self.action, "state": "COMPLETED"} if earliest else None
        plan = {
            "earliestInstantToRetain": retained, "lastCompletedCommitTimestamp": earliest,
            "policy": "KEEP_LATEST_COMMITS" if earliest else "KEEP_LATEST_FILE_VERSIONS",
            "filesToBeDeletedPerPartition": {}, "version": 2, "filePathsToBeDeletedPerPartition": {},
            "partitionsToBeDeleted": [],
        }  # fmt: skip
        instant = {"time": time, "action": "clean", "states": list(states)}
        instant |= {"requested": plan, "inflight": plan}
        if "COMPLETED" in states:
            instant["completed"] = {
                "startCleanTime": time, "timeTakenInMillis": "1", "totalFilesDeleted": 0,
                "earliestCommitToRetain": earliest, "lastCompletedCommitTimestamp": earliest,
                "partitionMetadata": {}, "bootstrapPartitionMetadata": {}, "version": 2,
            }  # fmt: skip
            if self.version >= 8:
                instant["completion_time"] = str(int(time) + 10_000)
        self.instants.append(instant)

    def rollback(self, time: str, target: str) -> None:
        """A completed rollback of a commit, whose own instant is gone."""
        about = {"commitTime": target, "action": self.action}
        done = {
            "startRollbackTime": time, "timeTakenInMillis": "1", "totalFilesDeleted": 0,
            "commitsRollback": [target], "partitionMetadata": {}, "instantsRollback": [about],
        }  # fmt: skip
        instant = {"time": time, "action": "rollback", "states": list(DONE), "completed": done,
                   "requested": {"instantToRollback": about, "RollbackRequests": []}}  # fmt: skip
        self.instants.append(
            instant if self.version < 8 else instant | {"completion_time": str(int(time) + 10_000)}
        )

    def plan(self, time: str, group: str, base: str) -> None:
        """A compaction of a group that is planned and no more."""
        logs = [name for name in self.files if name.startswith(f".{group}_")]
        [path] = [name for name in self.files if name.startswith(f"{group}_") and base in name]
        operation = {
            "baseInstantTime": base, "deltaFilePaths": logs, "dataFilePath": path, "fileId": group,
            "partitionPath": "", "metrics": {},
        }  # fmt: skip
        requested = {"operations": [operation], "version": 2}
        self.instants.append(
            {"time": time, "action": "compaction", "states": ["REQUESTED"], "requested": requested}
        )

    def _time_of(self, name: str) -> str:
        log = self._logs.get(name)
        return Path(name).stem.rpartition("_")[2] if log is None else log.time

    def _bases(self, group: str) -> list[str]:
        return [name for name in self.files if Path(name).name.startswith(f"{group}_")]

    def _column(self, name: str, column: str) -> list[str]:
        """Texts of a column of a base file; none if it has no such column."""
        [path] = [path for path in self.files if Path(path).name == Path(name).name]
        rows = pq.read_table(io.BytesIO(self.files[path]))
        if column == "id" and column not in rows.column_names:
            column = "_hoodie_record_key"  # of a skeleton, whose source has the columns
        return rows[column].to_pylist() if column in rows.column_names else []

    def _stat(self, name: str, group: str, time: str, partition: str) -> dict[str, Any]:
        """Write stat of a file in the commit of a time: the numbers are those of its rows."""
        size, log = len(self.files[name]), self._logs.get(name)
        before = max((at for at in map(self._time_of, self._bases(group)) if at < time), default=None)
        known = [] if before is None else self._column(f"{group}_0-0-0_{before}.parquet", "id")
        if log is None:
            keys = self._column(name, "id")
            times = self._column(name, "_hoodie_commit_time")
            num_writes, num_deletes = len(keys), len(set(known) - set(keys))
            num_inserts = len(set(keys) - set(known))
            num_updates = (times.count(time) if times else len(keys)) - num_inserts
            previous = before
        else:
            num_writes, num_deletes = len(log.keys), log.num_deletes
            num_updates = sum(key in known for key in log.keys)
            num_inserts = num_writes - num_updates
            previous = log.base if log.base != time else None
        stat = {
            "fileId": group, "path": name, "partitionPath": partition,
            "prevCommit": previous or "null",
            "numWrites": num_writes, "numDeletes": num_deletes, "numUpdateWrites": num_updates,
            "numInserts": num_inserts,
            "totalWriteBytes": size, "fileSizeInBytes": size, "totalWriteErrors": 0,
        }  # fmt: skip
        return stat if log is None else stat | {"logVersion": 1, "logFiles": [name]}

    def archive(self, partitions: tuple[str, ...] = ("",)) -> dict[str, bytes]:
        """All files of the table."""
        properties = properties_of("EVENT_TIME_ORDERING", self.version) | {"hoodie.table.type": self.kind}
        properties["hoodie.table.create.schema"] = self.schema(meta=False)
        properties |= {
            "hoodie.table.precombine.field": "ord",
            "hoodie.table.partition.fields": "",
            "hoodie.datasource.write.drop.partition.columns": "false",
            "hoodie.datasource.write.hive_style_partitioning": "false",
        }
        for name, text in self.properties.items():
            properties.pop(name, None)
            if text is not None:
                properties[name] = text
        recipe: dict[str, Any] = {
            "release": RELEASES[self.version], "table_version": self.version, "properties": properties,
            "instants": self.instants,
        }  # fmt: skip
        if self.history:
            recipe["history"] = {"files": [{"rows": self.history}]}
        made = dict(encode_timeline(recipe).files) | self.files
        for partition in partitions:
            depth = len(partition.split("/")) if partition else 0
            text = f"commitTime={T1}\npartitionDepth={depth}\n"
            made[f"{partition}/.hoodie_partition_metadata".lstrip("/")] = text.encode()
        return made
