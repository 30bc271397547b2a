# SPDX-License-Identifier: Apache-2.0
"""Histories of a merge-on-read table: the files that drawn steps leave.

The files come from the reference writer, the rows from `history_model`. Nothing of `decode`, `semantics` or
`table` is used here.
"""

from __future__ import annotations

import datetime
import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from history_model import (
    GROUPS,
    KEYS,
    Compact,
    Group,
    Rollback,
    Row,
    Schedule,
    Step,
    Version,
    Write,
    group_of,
)
from history_tables import (
    ARROW_SCHEMA,
    META,
    RELEASES,
    archived_entries,
    blocks,
    commit,
    history_row,
    properties_of,
    stat_of,
)
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.timeline.table import encode_timeline

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


@dataclass
class LogFile:
    name: str
    base: str
    number: int  # version in the name
    blocks: list[dict[str, Any]]


@dataclass
class Writing:
    """What a commit did to one file group, as a write stat tells it; sizes are known at the end."""

    number: int  # of the group
    previous: str | None  # instant of the slice that was there
    file: str | LogFile  # base file by name
    entries: dict[str, tuple[int, str | None]]
    inserts: set[str]
    ofs: int = 0  # of the first block in the log file
    num_blocks: int = 0  # in the log file after the write


class History:
    """Carries steps out, on the model and on the files alike."""

    def __init__(self, mode: str, table_version: int) -> None:
        self.mode = mode
        self.version = table_version
        self.is_old = table_version < 8
        self.groups = [Group() for _ in GROUPS]
        self.instants: list[dict[str, Any]] = []
        self.written: dict[str, tuple[str, list[Writing]]] = {}  # completed commit -> operation, groups
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
        writings: list[Writing] = []
        for number in range(len(GROUPS)):
            mine = {key: entry for key, entry in step.entries.items() if group_of(key) == number}
            if not mine:
                continue
            if not self.slice[number]:
                writings.append(Writing(number, None, self._first(number, time, mine), mine, set(mine)))
                continue
            stored = self.groups[number].rows(self.mode)
            log = self._log(number, time, step.same_file)
            versions = {
                key: Version(ordering, None if text is None else self._row(time, key, (ordering, text)))
                for key, (ordering, text) in mine.items()
            }
            log.blocks += list(blocks(time, versions))
            written.append((number, log))
            inserts = {key for key, (_, text) in mine.items() if text is not None and key not in stored}
            writings.append(
                Writing(number, self.slice[number], log, mine, inserts, num_blocks=len(log.blocks))
            )
            if step.is_completed:
                self.groups[number].said.append((time, versions))
        states = ("REQUESTED", "INFLIGHT", "COMPLETED") if step.is_completed else ("REQUESTED", "INFLIGHT")
        self._instant(time, "deltacommit", states)
        if step.is_completed:
            self.written[time] = "UPSERT", writings
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
        version = len(mine) + 1
        name = f".{GROUPS[number]}_{base}.log.{version}_{number}-{self.clock}-1"
        log = LogFile(name, base, version, [])
        self.logs[number].append(log)
        return log

    def _rollback(self) -> None:
        if self.last is None:
            return
        target, written = self.last
        self.last = None
        time = self._time()
        self.instants = [instant for instant in self.instants if instant["time"] != target]
        self.written.pop(target, None)
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
        if self.version < 3:  # no release of these versions plans rollbacks
            self._instant(time, "rollback", ("INFLIGHT", "COMPLETED"), completed=metadata)
        else:
            states = ("REQUESTED", "INFLIGHT", "COMPLETED")
            self._instant(time, "rollback", states, requested=plan, completed=metadata)

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
        writings = []
        [planned] = [instant for instant in self.instants if instant["time"] == time]
        for number, operation in zip(numbers, planned["requested"]["operations"], strict=True):
            group = self.groups[number]
            name = f"{GROUPS[number]}_{number}-0-0_{time}.parquet"
            rows = {
                key: row | {"_hoodie_file_name": name}
                for key, row in group.rows(self.mode, group.split).items()
            }
            self.bases[name] = list(rows.values())
            group.base, group.said, group.split = rows, group.said[group.split :], None
            writings.append(Writing(number, operation["baseInstantTime"], name, {}, set()))
        self.written[time] = "COMPACT", writings
        self.instants.remove(planned)
        # What completes later than a delta commit that began later: its completion time says so.
        self.clock += 1
        done = (START + datetime.timedelta(minutes=self.clock)).strftime("%Y%m%d%H%M%S") + "500"
        self.done[time] = done
        made = planned | {"states": ["REQUESTED", "INFLIGHT", "COMPLETED"]}
        self.instants.append(made if self.is_old else made | {"completion_time": done})

    def store(self, folder: Path, num_archived: int = 0) -> None:
        """Write the table; its first completed instants, up to the last write, may be archived."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in self.bases.items():
            pq.write_table(pa.Table.from_pylist(rows, ARROW_SCHEMA), folder / name)
        for logs in self.logs:
            for log in logs:
                (folder / log.name).write_bytes(encode_log({"blocks": log.blocks}).data)
        for instant in self.instants:
            if instant["time"] in self.written:
                operation, writings = self.written[instant["time"]]
                stats = [self._stat(folder, writing) for writing in writings]
                instant["completed"] = commit(operation, stats, self.version)
            elif "COMPLETED" not in instant["states"]:
                markers = folder / ".hoodie" / ".temp" / instant["time"]
                markers.mkdir(parents=True)
                (markers / "file.parquet.marker.APPEND").touch()
        made = encode_timeline(
            {
                "release": RELEASES.get(self.version, "1.2.1"),
                "table_version": self.version,
                "properties": properties_of(self.mode, self.version),
                **self._parts_of_timeline(num_archived),
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

    def _parts_of_timeline(self, num_archived: int) -> dict[str, Any]:
        """Active instants, and an archive or history of those before them."""
        ordered = sorted(self.instants, key=lambda instant: instant["time"])
        completed = list(itertools.takewhile(lambda instant: "COMPLETED" in instant["states"], ordered))
        # The active timeline keeps a write: without one, no file of the table counts as committed.
        last = max((at for at, one in enumerate(ordered) if one["time"] in self.written), default=0)
        archived = completed[: min(num_archived, last)]
        active: dict[str, Any] = {"instants": ordered[len(archived) :]}
        if not archived:
            return active
        if self.is_old:
            entries = [entry for instant in archived for entry in archived_entries(instant)]
            file = {"name": ".commits_.archive.1_1-0-1", "entries": entries}
            return active | {"archive": {"files": [file]}}
        rows = [history_row(instant) for instant in archived]
        return active | {"history": {"files": [{"rows": rows}]}}

    def _stat(self, folder: Path, writing: Writing) -> dict[str, Any]:
        """The write stat of one group; a log file that grew later had its size of then."""
        entries, file, file_id = writing.entries, writing.file, GROUPS[writing.number]
        num_deletes = sum(text is None for _, text in entries.values())
        if isinstance(file, LogFile):
            size = len(encode_log({"blocks": file.blocks[: writing.num_blocks]}).data)
            return stat_of(
                file_id,
                file.name,
                size,
                previous=writing.previous,
                num_inserts=len(writing.inserts),
                num_updates=len(entries) - num_deletes - len(writing.inserts),
                num_deletes=num_deletes,
                log_version=file.number,
            )
        size, num_rows = (folder / file).stat().st_size, len(self.bases[file])
        inserts = num_rows if writing.previous is None else 0
        return stat_of(
            file_id, file, size, previous=writing.previous, num_inserts=inserts, num_writes=num_rows
        )
