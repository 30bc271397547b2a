# SPDX-License-Identifier: Apache-2.0
"""Histories of a merge-on-read table: drawn steps, the files that they leave, and the rows that they mean.

The files come from the reference writer. The rows come from `Group`, which knows nothing of files: it keeps
what every step said of a key, and folds it. Nothing of `decode`, `semantics` or `table` is used here.
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.timeline.table import encode_timeline
from hypothesis import strategies as st

KEYS = ("a", "b", "c", "d", "e", "f")
GROUPS = ("00000000-1111-4222-8333-444444444444-0", "00000001-1111-4222-8333-444444444444-0")
META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
OWN = [
    {"name": "id", "type": ["null", "string"], "default": None},
    {"name": "ord", "type": ["null", "long"], "default": None},
    {"name": "val", "type": ["null", "string"], "default": None},
]
TABLE_SCHEMA = json.dumps({"type": "record", "name": "row", "namespace": "t", "fields": OWN})
STORED_SCHEMA = json.dumps(
    {
        "type": "record",
        "name": "row",
        "namespace": "t",
        "fields": [
            *({"name": f"_hoodie_{name}", "type": ["null", "string"], "default": None} for name in META),
            *OWN,
        ],
    }
)
ARROW_SCHEMA = pa.schema(
    [
        *(pa.field(f"_hoodie_{name}", pa.string()) for name in META),
        ("id", pa.string()),
        ("ord", pa.int64()),
        ("val", pa.string()),
    ],
    metadata={"parquet.avro.schema": STORED_SCHEMA, "org.apache.hudi.bloomfilter.type": "none"},
)
PAYLOADS = {
    "EVENT_TIME_ORDERING": "DefaultHoodieRecordPayload",
    "COMMIT_TIME_ORDERING": "OverwriteWithLatestAvroPayload",
}
STRATEGIES = {
    "EVENT_TIME_ORDERING": "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5",
    "COMMIT_TIME_ORDERING": "ce9acb64-bde0-424c-9b91-f6ebba25356d",
}
START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)

Row = dict[str, Any]


@dataclass(frozen=True)
class Write:
    """One delta commit: key to (ordering value, text), or (ordering value, None) for a delete."""

    entries: dict[str, tuple[int, str | None]]
    is_completed: bool = True
    same_file: bool = False  # table version 6: append to the newest log file of the slice


@dataclass(frozen=True)
class Rollback:
    """Undo the newest delta commit, completed or not."""


@dataclass(frozen=True)
class Schedule:
    """Plan a compaction of all groups that have log files."""


@dataclass(frozen=True)
class Compact:
    """Carry the planned compaction out."""


Step = Write | Rollback | Schedule | Compact

_ENTRY = st.tuples(st.integers(1, 4), st.one_of(st.text("xyz", min_size=1, max_size=3), st.none()))
_ENTRIES = st.dictionaries(st.sampled_from(KEYS), _ENTRY, min_size=1, max_size=4)
_WRITE = st.builds(Write, _ENTRIES, st.sampled_from([True, True, True, False]), st.booleans())
_FIRST = st.builds(
    Write, st.fixed_dictionaries({key: st.tuples(st.integers(1, 3), st.just("0")) for key in KEYS})
)


@st.composite
def histories(draw: st.DrawFn) -> list[Step]:
    """A first write of all keys, then anything."""
    later = st.one_of(_WRITE, _WRITE, _WRITE, st.just(Rollback()), st.just(Schedule()), st.just(Compact()))
    return [draw(_FIRST), *draw(st.lists(later, max_size=9))]


@dataclass
class Version:
    """What one delta commit said of one key."""

    ordering: int
    row: Row | None


@dataclass
class Group:
    """Rows of a base file, and what delta commits said after it; a planned compaction ends at `split`."""

    base: dict[str, Row] = field(default_factory=dict)
    said: list[tuple[str, dict[str, Version]]] = field(default_factory=list)
    split: int | None = None

    def rows(self, mode: str, until: int | None = None) -> dict[str, Row]:
        """Rows now, or of the first `until` delta commits."""
        newest: dict[str, Version] = {}
        for _, versions in self.said[:until]:
            for key, version in versions.items():
                if wins(version, newest.get(key), mode):
                    newest[key] = version
        rows = dict(self.base)
        for key, version in newest.items():
            stored = self.base.get(key)
            if wins(version, None if stored is None else Version(stored["ord"], stored), mode):
                rows.pop(key, None)
                if version.row is not None:
                    rows[key] = version.row
        return rows


def wins(new: Version, old: Version | None, mode: str) -> bool:
    return old is None or mode == "COMMIT_TIME_ORDERING" or new.ordering >= old.ordering


def group_of(key: str) -> int:
    return KEYS.index(key) % len(GROUPS)


@dataclass
class LogFile:
    name: str
    base: str
    blocks: list[dict[str, Any]]


class History:
    """Carries steps out, on the model and on the files alike."""

    def __init__(self, mode: str, table_version: int) -> None:
        self.mode = mode
        self.version = table_version
        self.is_old = table_version < 8
        self.groups = [Group() for _ in GROUPS]
        self.instants: list[dict[str, Any]] = []
        self.bases: dict[str, list[Row]] = {}  # file name -> rows
        self.logs: list[list[LogFile]] = [[] for _ in GROUPS]
        self.slice = ["" for _ in GROUPS]  # instant of the slice that is written to
        self.plan: tuple[str, list[int]] | None = None
        self.last: tuple[str, list[tuple[int, LogFile]]] | None = (
            None  # newest delta commit that may be undone
        )
        self.done: dict[str, str] = {}  # compactions that were carried out: when
        self.clock = 0

    def run(self, steps: list[Step]) -> None:
        for step in steps:
            match step:
                case Write():
                    self._write(step)
                case Rollback():
                    self._rollback()
                case Schedule():
                    self._schedule()
                case Compact():
                    self._compact()

    def rows(self, *, until_plan: bool = False) -> list[Row]:
        """Rows of a snapshot as `table.read` shows them; or of what a planned compaction takes in."""
        rows = [
            row
            for group in self.groups
            for row in group.rows(self.mode, group.split if until_plan else None).values()
        ]
        return [{**row, "ord": str(row["ord"])} for row in rows]

    def _time(self) -> str:
        self.clock += 1
        return (START + datetime.timedelta(minutes=self.clock)).strftime("%Y%m%d%H%M%S") + "000"

    def _instant(self, time: str, action: str, states: tuple[str, ...], **contents: Any) -> None:
        completion = str(int(time) + 10_000) if not self.is_old and "COMPLETED" in states else None
        entry = {"time": time, "action": action, "states": list(states), **contents}
        self.instants.append(entry if completion is None else entry | {"completion_time": completion})

    def _write(self, step: Write) -> None:
        time = self._time()
        written: list[tuple[int, LogFile]] = []
        paths: dict[int, str] = {}
        for number in range(len(GROUPS)):
            mine = {key: entry for key, entry in step.entries.items() if group_of(key) == number}
            if not mine:
                continue
            if not self.slice[number]:
                paths[number] = self._first(number, time, mine)
                continue
            log = self._log(number, time, step.same_file)
            versions = {
                key: Version(ordering, None if text is None else self._row(time, key, (ordering, text)))
                for key, (ordering, text) in mine.items()
            }
            log.blocks += list(blocks(time, versions))
            written.append((number, log))
            paths[number] = log.name
            if step.is_completed:
                self.groups[number].said.append((time, versions))
        states = ("REQUESTED", "INFLIGHT", "COMPLETED") if step.is_completed else ("REQUESTED", "INFLIGHT")
        self._instant(
            time,
            "deltacommit",
            states,
            **({"completed": commit("UPSERT", paths)} if step.is_completed else {}),
        )
        self.last = (time, written) if self.clock > 1 else None

    def _first(self, number: int, time: str, mine: dict[str, tuple[int, str | None]]) -> str:
        name = f"{GROUPS[number]}_{number}-0-0_{time}.parquet"
        rows = {
            key: self._row(time, key, (ordering, text), name)
            for key, (ordering, text) in mine.items()
            if text is not None
        }
        self.bases[name] = list(rows.values())
        self.groups[number].base = rows
        self.slice[number] = time
        return name

    def _row(self, time: str, key: str, said: tuple[int, str], file: str = "") -> Row:
        number = group_of(key)
        seqno = f"{time}_{number}_{KEYS.index(key)}"
        meta = dict(
            zip(
                (f"_hoodie_{name}" for name in META),
                (time, seqno, key, "", file or GROUPS[number]),
                strict=True,
            )
        )
        return {**meta, "id": key, "ord": said[0], "val": said[1]}

    def _log(self, number: int, time: str, same_file: bool) -> LogFile:
        base = self.slice[number] if self.is_old else time
        mine = [log for log in self.logs[number] if log.base == base]
        if mine and same_file and self.is_old:
            return mine[-1]
        log = LogFile(f".{GROUPS[number]}_{base}.log.{len(mine) + 1}_{number}-{self.clock}-1", base, [])
        self.logs[number].append(log)
        return log

    def _rollback(self) -> None:
        if self.last is None:
            return
        target, written = self.last
        self.last = None
        time = self._time()
        self.instants = [instant for instant in self.instants if instant["time"] != target]
        for number, log in written:
            self.groups[number].said = [one for one in self.groups[number].said if one[0] != target]
            if self.is_old:
                header = {"INSTANT_TIME": time, "TARGET_INSTANT_TIME": target, "COMMAND_BLOCK_TYPE": "0"}
                log.blocks.append({"kind": "COMMAND_BLOCK", "header": header})
            else:
                self.logs[number].remove(log)
        metadata = {
            "startRollbackTime": time,
            "timeTakenInMillis": "1",
            "totalFilesDeleted": 0,
            "commitsRollback": [target],
            "partitionMetadata": {},
            "instantsRollback": [{"commitTime": target, "action": "deltacommit"}],
        }
        plan = {"instantToRollback": {"commitTime": target, "action": "deltacommit"}, "RollbackRequests": []}
        self._instant(
            time, "rollback", ("REQUESTED", "INFLIGHT", "COMPLETED"), requested=plan, completed=metadata
        )

    def _schedule(self) -> None:
        numbers = [number for number, group in enumerate(self.groups) if group.said]
        if self.plan is not None or not numbers:
            return
        time = self._time()
        operations = []
        for number in numbers:
            group = self.groups[number]
            group.split = len(group.said)
            times = {said for said, _ in group.said}
            names = [
                log.name
                for log in self.logs[number]
                if times & {block["header"]["INSTANT_TIME"] for block in log.blocks}
            ]
            operations.append(
                {
                    "baseInstantTime": self.slice[number],
                    "deltaFilePaths": names,
                    "dataFilePath": f"{GROUPS[number]}_{number}-0-0_{self.slice[number]}.parquet",
                    "fileId": GROUPS[number],
                    "partitionPath": "",
                    "metrics": {},
                }
            )
            self.slice[number] = time
        self._instant(time, "compaction", ("REQUESTED",), requested={"operations": operations, "version": 2})
        self.plan = (time, numbers)
        self.last = None

    def _compact(self) -> None:
        if self.plan is None:
            return
        time, numbers = self.plan
        self.plan = None
        paths = {}
        for number in numbers:
            group = self.groups[number]
            name = f"{GROUPS[number]}_{number}-0-0_{time}.parquet"
            rows = {
                key: row | {"_hoodie_file_name": name}
                for key, row in group.rows(self.mode, group.split).items()
            }
            self.bases[name] = list(rows.values())
            group.base, group.said, group.split = rows, group.said[group.split :], None
            paths[number] = name
        [planned] = [instant for instant in self.instants if instant["time"] == time]
        self.instants.remove(planned)
        # What completes later than a delta commit that began later: its completion time says so.
        self.clock += 1
        done = (START + datetime.timedelta(minutes=self.clock)).strftime("%Y%m%d%H%M%S") + "500"
        self.done[time] = done
        made = planned | {
            "states": ["REQUESTED", "INFLIGHT", "COMPLETED"],
            "completed": commit("COMPACT", paths),
        }
        self.instants.append(made if self.is_old else made | {"completion_time": done})

    def store(self, folder: Path) -> None:
        """Write the table."""
        properties = {
            "hoodie.table.name": "t",
            "hoodie.table.type": "MERGE_ON_READ",
            "hoodie.table.recordkey.fields": "id",
            "hoodie.table.precombine.field": "ord",
            "hoodie.table.base.file.format": "PARQUET",
            "hoodie.table.timeline.timezone": "UTC",
            "hoodie.populate.meta.fields": "true",
            "hoodie.table.keygenerator.class": "org.apache.hudi.keygen.NonpartitionedKeyGenerator",
            "hoodie.table.create.schema": TABLE_SCHEMA,
            "hoodie.compaction.payload.class": f"org.apache.hudi.common.model.{PAYLOADS[self.mode]}",
        }
        if self.is_old:
            properties["hoodie.archivelog.folder"] = "archived"
            properties["hoodie.compaction.record.merger.strategy"] = STRATEGIES[self.mode]
        else:
            properties |= {
                "hoodie.timeline.path": "timeline",
                "hoodie.timeline.history.path": "history",
                "hoodie.record.merge.mode": self.mode,
                "hoodie.record.merge.strategy.id": STRATEGIES[self.mode],
                "hoodie.table.ordering.fields": "ord",
                "hoodie.table.initial.version": str(self.version),
            }
        made = encode_timeline(
            {
                "release": "0.15.0" if self.is_old else "1.2.1",
                "table_version": self.version,
                "properties": properties,
                "instants": self.instants,
            }
        )
        for path, data in made.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            if self.is_old and target.suffix in {".commit", ".deltacommit"}:
                # Hudi 1.x takes the time of the file for the completion time that layout 1 has no place for.
                done = self.done.get(target.stem, target.stem)
                moment = datetime.datetime.strptime(done[:14] + "+0000", "%Y%m%d%H%M%S%z").timestamp() + 1
                os.utime(target, (moment, moment))
        hidden = folder / ".hoodie"
        (hidden / ("archived" if self.is_old else "timeline/history")).mkdir(exist_ok=True)
        (folder / ".hoodie_partition_metadata").write_text("commitTime=20260101000100000\npartitionDepth=0\n")
        for name, rows in self.bases.items():
            pq.write_table(pa.Table.from_pylist(rows, ARROW_SCHEMA), folder / name)
        for logs in self.logs:
            for log in logs:
                (folder / log.name).write_bytes(encode_log({"blocks": log.blocks}).data)


def blocks(time: str, versions: dict[str, Version]) -> Iterator[dict[str, Any]]:
    """A data block and a delete block, where there is anything to put into them."""
    header = {"INSTANT_TIME": time, "SCHEMA": STORED_SCHEMA}
    rows = [{**one.row, "ord": str(one.row["ord"])} for one in versions.values() if one.row is not None]
    if rows:
        yield {"kind": "AVRO_DATA_BLOCK", "header": header, "records": rows}
    deletes = [
        {"record_key": key, "partition_path": "", "ordering": {"type": "long", "value": str(one.ordering)}}
        for key, one in versions.items()
        if one.row is None
    ]
    if deletes:
        yield {"kind": "DELETE_BLOCK", "header": header, "deletes": deletes}


def commit(operation: str, paths: dict[int, str]) -> dict[str, Any]:
    """Metadata of a completed commit that wrote one file a group."""
    stats = [{"fileId": GROUPS[number], "path": path, "partitionPath": ""} for number, path in paths.items()]
    return {
        "partitionToWriteStats": {"": stats},
        "compacted": operation == "COMPACT",
        "extraMetadata": {"schema": TABLE_SCHEMA},
        "operationType": operation,
    }
