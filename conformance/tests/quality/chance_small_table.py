# SPDX-License-Identifier: Apache-2.0
"""The small table of `chance_small`: two partitions, a base file in each, and a log file in the first.

It is a description that is changed before it is written: properties, instants, files by path.
"""

from __future__ import annotations

import importlib
import io
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import imported

T1, T2, T3 = (f"2026010100{minute:02d}00000" for minute in (1, 2, 3))
GROUPS = tuple(f"0000000{number}-1111-4222-8333-444444444444-0" for number in range(2))
LOG = "1_0-1-1"
PROPERTIES = ".hoodie/hoodie.properties"
_RECORDS = {"clean": "HoodieCleanMetadata", "rollback": "HoodieRollbackMetadata"}
_LONGS = (
    "numWrites", "numDeletes", "numUpdateWrites", "numInserts", "totalWriteBytes", "fileSizeInBytes",
    "totalWriteErrors",
)  # fmt: skip


def base_name(number: int) -> str:
    """Path of the base file of a file group."""
    return f"p={number + 1}/{GROUPS[number]}_{number}-0-0_{T1}.parquet"


@cache
def _support() -> Any:
    return importlib.import_module("history_tables")


@cache
def base_file(
    path: str, time: str, num_rows: int = 3, *, has_keys: bool = True, has_bounds: bool = True
) -> bytes:
    """A Parquet file whose meta columns are those of its path and time, perhaps without a record key."""
    folder, _, name = path.rpartition("/")
    rows = [
        {
            "_hoodie_commit_time": time, "_hoodie_commit_seqno": f"{time}_0_{at}",
            "_hoodie_record_key": f"k{at}", "_hoodie_partition_path": folder, "_hoodie_file_name": name,
            "id": f"k{at}", "ord": at, "val": "x",
        }
        for at in range(num_rows)
    ]  # fmt: skip
    out = io.BytesIO()
    if not has_keys:
        rows = [row | {"_hoodie_record_key": None} for row in rows]
    table = pa.Table.from_pylist(rows, _support().ARROW_SCHEMA)
    pq.write_table(table, out, write_statistics=has_bounds)
    return out.getvalue()


@cache
def log_file(time: str) -> bytes:
    """A log file with one record of p=1."""
    row = {
        "_hoodie_commit_time": time, "_hoodie_commit_seqno": f"{time}_0_0", "_hoodie_record_key": "k0",
        "_hoodie_partition_path": "p=1", "_hoodie_file_name": GROUPS[0], "id": "k0", "ord": "9", "val": "y",
    }  # fmt: skip
    header = {"INSTANT_TIME": time, "SCHEMA": _support().STORED_SCHEMA}
    block = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [row]}
    data: bytes = imported("encode").encode_log({"blocks": [block]}).data
    return data


@dataclass
class Small:
    """A table that is changed before it is written."""

    version: int
    properties: dict[str, str] = field(init=False)
    instants: list[dict[str, Any]] = field(init=False, default_factory=list)
    files: dict[str, bytes] = field(init=False, default_factory=dict)
    archived: list[dict[str, Any]] = field(init=False, default_factory=list)
    # Files that are written last; None is a copy of the properties.
    others: dict[str, bytes | None] = field(init=False, default_factory=dict)
    is_history_cut: bool = field(init=False, default=False)
    raw: dict[str, bytes] = field(init=False, default_factory=dict)  # instead of what was completed at a time

    def __post_init__(self) -> None:
        support = _support()
        self.properties = support.properties_of("COMMIT_TIME_ORDERING", self.version) | {
            "hoodie.table.partition.fields": "val",
            "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.SimpleKeyGenerator",
        }
        for number in range(len(GROUPS)):
            self.files[f"p={number + 1}/.hoodie_partition_metadata"] = (
                f"commitTime={T1}\npartitionDepth=1\n".encode()
            )
            self.add_base(base_name(number), T1)
        self.files[self.log_path()] = self.log_of(T2)
        stats = [
            support.stat_of(
                GROUPS[number], base_name(number), len(self.files[base_name(number)]),
                partition=f"p={number + 1}", num_inserts=3,
            )
            for number in range(len(GROUPS))
        ]  # fmt: skip
        self.instant(T1, "deltacommit", completed=support.commit("UPSERT", stats, 6))
        path = self.log_path()
        stat = support.stat_of(
            GROUPS[0], path, len(self.files[path]), partition="p=1", previous=T1, num_updates=1, log_version=1
        )
        stat["logFiles"] = [path.rpartition("/")[2]]
        self.instant(T2, "deltacommit", completed=support.commit("UPSERT", [stat], 6))

    def add_base(self, path: str, time: str) -> None:
        """A base file that no commit names yet."""
        self.files[path] = base_file(path, time)

    def log_of(self, time: str) -> bytes:
        """Bytes of a log file whose block is of an instant."""
        return log_file(time)

    def log_path(self, number: int = 1, version: int | None = None, token: str = "0-1-1") -> str:
        """Path of a log file of the first group."""
        return (
            f"p=1/.{GROUPS[0]}_{T1 if self.version < 8 else T2}.log."
            f"{number if version is None else version}_{token}"
        )

    def instant(self, time: str, action: str, **entry: Any) -> None:
        """An instant, completed unless states are given."""
        states = entry.setdefault("states", ["REQUESTED", "INFLIGHT", "COMPLETED"])
        if self.version >= 8 and "COMPLETED" in states:
            entry["completion_time"] = str(int(time) + 10_000)
        self.instants.append({"time": time, "action": action, **entry})

    def entry(self, time: str) -> dict[str, Any]:
        """The instant of a time."""
        return next(one for one in self.instants if one["time"] == time)

    def completed(self, time: str) -> Any:
        """Metadata of the commit of a time."""
        return self.entry(time)["completed"]

    def stat(self, number: int, time: str = T1) -> Any:
        """The write stat of a file group in a commit."""
        [stat] = self.completed(time)["partitionToWriteStats"][f"p={number + 1}"]
        return stat

    def resolve(self, path: str) -> str:
        """A path as findings name it: `completed:TIME` is the file of an instant, `log:1` the log file."""
        kind, colon, rest = path.partition(":")
        if path == "timeline":
            return ".hoodie" if self.version < 8 else ".hoodie/timeline"
        if not colon:
            return path
        if kind == "log":
            return {
                "1": self.log_path(), "2": self.log_path(1, 2), "token": self.log_path(token="9-9-9"),
            }[rest]  # fmt: skip
        actions = {"savepoint", "clean", "deltacommit"} & {kind}
        instant = next(
            one
            for one in self.instants
            if one["time"] == rest and one["action"] in (actions or {one["action"]})
        )
        folder = ".hoodie" if self.version < 8 else ".hoodie/timeline"
        if kind in {"requested", "inflight"}:
            return f"{folder}/{rest}.{instant['action']}.{kind}"
        done = f"_{instant['completion_time']}" if self.version >= 8 else ""
        return f"{folder}/{rest}{done}.{instant['action']}"

    def write(self, folder: Path) -> None:
        """Write all files."""
        raw = {self.resolve(f"completed:{time}"): data for time, data in self.raw.items()}
        for path, data in {**self.files, **self._timeline(self.instants, self.archived), **raw}.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        for path, other in self.others.items():
            (folder / path).write_bytes((folder / PROPERTIES).read_bytes() if other is None else other)
        hidden = folder / ".hoodie"
        for path in hidden.glob(
            "timeline/history/manifest_*" if self.version >= 8 else "archived/.commits_*"
        ):
            if self.is_history_cut:
                path.write_bytes(path.read_bytes()[:-1])
        (hidden / ("archived" if self.version < 8 else "timeline/history")).mkdir(parents=True, exist_ok=True)

    def content_of(self, time: str, action: str) -> bytes:
        """The completed file of an instant as another action writes it."""
        instant = self.entry(time)
        names = {
            key: value for key, value in instant.items() if key in {"time", "completion_time", "completed"}
        }
        made = self._timeline([names | {"action": action, "states": ["COMPLETED"]}])
        return next(data for path, data in made.items() if path.endswith(f".{action}"))

    def _timeline(
        self, instants: list[dict[str, Any]], archived: list[dict[str, Any]] | None = None
    ) -> dict[str, bytes]:
        """Files below `.hoodie`."""
        description = {
            "release": _support().RELEASES[self.version], "table_version": self.version,
            "properties": self.properties, "instants": [self._with_texts(one) for one in instants],
            **(self._archive(archived) if archived else {}),
        }  # fmt: skip
        files: dict[str, bytes] = imported("encode.timeline.table").encode_timeline(description).files
        return files

    def _archive(self, instants: list[dict[str, Any]]) -> dict[str, Any]:
        """Instants of the archive; the history of layout 2 has completed ones only."""
        if self.version < 8:
            entries = [entry for one in instants for entry in _support().archived_entries(one)]
            return {"archive": {"files": [{"name": ".commits_.archive.1_1-0-1", "entries": entries}]}}
        rows = [
            {
                "time": one["time"], "completion_time": one["completion_time"], "action": one["action"],
                "record": _RECORDS.get(one["action"], "HoodieCommitMetadata"),
                "metadata": self._with_texts(one)["completed"],
            }
            for one in instants
        ]  # fmt: skip
        return {"history": {"files": [{"rows": rows}]}}

    def archive(self, time: str, action: str, **entry: Any) -> None:
        """An instant of the archive."""
        self.instant(time, action, **entry)
        self.archived.append(self.instants.pop())

    def _with_texts(self, instant: dict[str, Any]) -> dict[str, Any]:
        """The writer takes longs of Avro, which commits are since version 8, as text."""
        stats = (instant.get("completed") or {}).get("partitionToWriteStats")
        if self.version < 8 or stats is None:
            return instant
        texts = {
            partition: [
                one | {name: str(one[name]) for name in _LONGS if one.get(name) is not None} for one in group
            ]
            for partition, group in stats.items()
        }
        return {**instant, "completed": {**instant["completed"], "partitionToWriteStats": texts}}


def plan_of(table: Small, base: str) -> dict[str, Any]:
    """Plan of a compaction that reads a base file of the second group."""
    operation = {
        "baseInstantTime": T1, "deltaFilePaths": [], "dataFilePath": base, "fileId": GROUPS[1],
        "partitionPath": "p=2", "metrics": {},
    }  # fmt: skip
    return {"operations": [operation], "version": 2}
