# SPDX-License-Identifier: Apache-2.0
"""A table while it is written: its file groups, its files, and adding files to groups."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.encode.table.contents import base_file, log_file, partition_metadata, stat_of
from hudi_conformance.encode.table.groups import Group, LogFile, Row, Slice, is_newer
from hudi_conformance.encode.table.instants import Instants
from hudi_conformance.encode.table.plan import Table

Stat = dict[str, Any]


@dataclass(slots=True)
class Before:
    """State of the table before a write, to undo it: file groups and paths."""

    groups: dict[str, Group]
    replaced: dict[str, str]
    paths: frozenset[str]


@dataclass(slots=True)
class State:
    """A table while it is written.

    Attributes:
        groups: all file groups by file id.
        replaced: instant that hid a group, by file id.
        undo: writes that a rollback can undo, the newest last.
        saved: writes with a savepoint.
        plan: the planned compaction.
        dead: files of writes that never completed, by instant.
        num_logs: log files by file id and base instant of the name, rolled back ones included.
    """

    table: Table
    columns: dict[str, str]
    instants: Instants
    files: dict[str, bytes] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)
    undo: list[tuple[dict[str, Any], Before]] = field(default_factory=list)
    saved: list[tuple[dict[str, Any], Before]] = field(default_factory=list)
    plan: dict[str, Any] | None = None
    dead: dict[str, list[str]] = field(default_factory=dict)
    num_logs: dict[tuple[str, str], int] = field(default_factory=dict)
    _num_groups: int = 0

    def all_files(self) -> dict[str, bytes]:
        """Data files and `.hoodie`."""
        return {**self.files, **self.instants.files()}

    def live(self, partition: str | None = None) -> list[Group]:
        """Groups that no instant replaced."""
        return [
            group
            for file_id, group in self.groups.items()
            if file_id not in self.replaced and partition in {None, group.partition}
        ]

    def stays_from(self) -> str | None:
        """Oldest instant that must not be archived: a saved one, or one whose replaced files still exist."""
        saved = [str(instant["time"]) for instant, _ in self.saved]
        replacing = [
            time
            for file_id, time in self.replaced.items()
            if any(path in self.files for item in self.groups[file_id].slices for path in item.files())
        ]
        return min([*saved, *replacing], default=None)

    def before(self) -> Before:
        """The table as it is."""
        return Before(copy.deepcopy(self.groups), dict(self.replaced), frozenset(self.files))

    def new_group(self, partition: str, slot: int, time: str) -> Group:
        """A group without files; the first one of a partition adds its metafile."""
        number = self._num_groups  # equal scenarios give equal names
        file_id = f"{uuid.UUID(int=(number + 1) << 96 | 0x4444 << 48 | 0x8333 << 48 | 0x4_4444)}-0"
        group = Group(partition, file_id, number, slot)
        self._num_groups += 1
        self.groups[group.file_id] = group
        path = f"{partition}/.hoodie_partition_metadata" if partition else ".hoodie_partition_metadata"
        self.files.setdefault(path, partition_metadata(time, partition))
        return group

    def amend(self, group: Group, time: str, says: Mapping[str, Row | None]) -> Stat:
        """Write a step's rows of a group: to a base file, or to a log file on one."""
        if self.table.is_mor and group.slices:
            return self._append(group, time, says)
        merge_mode = self.table.merge_mode
        rows = group.rows(merge_mode) if group.slices else {}
        stored = dict(rows)
        counted = {
            key: row for key, row in says.items() if key not in rows or is_newer(row, rows[key], merge_mode)
        }
        for key, row in counted.items():
            rows.pop(key, None)
            if row is not None:
                rows[key] = row
        counts = {
            "num_inserts": len(set(rows) - set(stored)),
            "num_updates": sum(key in stored and row is not None for key, row in counted.items()),
            "num_deletes": len(set(stored) - set(rows)),
        }
        return self.put_base(group, time, rows, **counts)

    def put_base(self, group: Group, time: str, rows: Mapping[str, Row], **counts: int) -> Stat:
        """Write a base file; if a compaction was planned, it goes to its slice."""
        name = f"{group.file_id}_{group.number}-0-0_{time}.parquet"
        stored = {key: {**row, "_hoodie_file_name": name} for key, row in rows.items()}
        previous = group.time_of_base
        data = base_file(self.table, self.columns, list(stored.values()))
        path = group.path(name)
        self.files[path] = data
        planned = [item for item in group.slices if item.time == time]
        if planned:
            planned[0].base, planned[0].rows = path, stored
        else:
            group.slices.append(Slice(time, path, stored))
        return stat_of(
            group.file_id, path, len(data), partition=group.partition, previous=previous,
            num_writes=len(stored), **counts,
        )  # fmt: skip

    def _append(self, group: Group, time: str, says: Mapping[str, Row | None]) -> Stat:
        stored = group.rows(self.table.merge_mode)
        rows = [row for row in says.values() if row is not None]
        deletes = [(group.partition, key) for key, row in says.items() if row is None]
        data = log_file(self.table, self.columns, time, rows, deletes)
        name, version = self.log_name(group, time)
        path = group.path(name)
        self.files[path] = data
        group.newest.logs.append(LogFile(path, time, dict(says)))
        inserts = sum(row is not None and key not in stored for key, row in says.items())
        return stat_of(
            group.file_id, path, len(data), partition=group.partition, previous=group.newest.time,
            num_inserts=inserts, num_updates=len(rows) - inserts, num_deletes=len(deletes),
            log_version=version,
        )  # fmt: skip

    def log_name(self, group: Group, time: str) -> tuple[str, int]:
        """Name and version of the next log file of a write [table.write.log-name]."""
        base = group.newest.time if self.table.is_old else time
        version = self.num_logs.get((group.file_id, base), 0) + 1
        self.num_logs[group.file_id, base] = version
        return f".{group.file_id}_{base}.log.{version}_{group.number}-{version}-1", version
