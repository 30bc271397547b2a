# SPDX-License-Identifier: Apache-2.0
"""File groups of a writer: rows of the base file, and changes in later log files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.encode.table.plan import EVENT_TIME

NUM_GROUPS = 2
"""Number of file groups over which the rows of a partition are distributed."""
Row = dict[str, Any]


@dataclass(slots=True)
class LogFile:
    """A log file: its path, the write that created it, and its rows by key; None for a delete."""

    path: str
    time: str
    says: Mapping[str, Row | None]


@dataclass(slots=True)
class Slice:
    """A base file, or none, and the log files on it. `time`: base instant of the slice."""

    time: str
    base: str | None
    rows: dict[str, Row] = field(default_factory=dict)
    logs: list[LogFile] = field(default_factory=list)

    def files(self) -> list[str]:
        """Paths of all files."""
        return [*([self.base] if self.base else []), *(log.path for log in self.logs)]


@dataclass(slots=True)
class Group:
    """A file group, its slices in order of time. `slot`: which keys of the partition it receives."""

    partition: str
    file_id: str
    number: int
    slot: int
    slices: list[Slice] = field(default_factory=list)

    @property
    def newest(self) -> Slice:
        """The slice that is written to."""
        return self.slices[-1]

    @property
    def time_of_base(self) -> str | None:
        """Instant of the newest base file, None if there is none yet."""
        return next((item.time for item in reversed(self.slices) if item.base), None)

    def merged_slices(self) -> list[Slice]:
        """Files of a snapshot: the newest slice with a base file, and that of a planned compaction."""
        return self.slices[max((at for at, item in enumerate(self.slices) if item.base), default=0) :]

    def path(self, name: str) -> str:
        """Path of a file of this group in the table."""
        return f"{self.partition}/{name}" if self.partition else name

    def rows(self, merge_mode: str, until: str | None = None) -> dict[str, Row]:
        """Merged rows by key, with log files up to an instant if one is given."""
        slices = self.merged_slices()
        newest: dict[str, Row | None] = {}
        for log in (log for item in slices for log in item.logs):
            if until is not None and log.time > until:
                continue
            for key, row in log.says.items():
                if key not in newest or is_newer(row, newest[key], merge_mode):
                    newest[key] = row
        rows = dict(slices[0].rows)
        for key, row in newest.items():
            if key in rows and not is_newer(row, rows[key], merge_mode):
                continue
            rows.pop(key, None)
            if row is not None:
                rows[key] = row
        return rows


def is_newer(new: Row | None, old: Row | None, merge_mode: str) -> bool:
    """Whether a version replaces an earlier one; deletes here have no ordering value."""
    if merge_mode != EVENT_TIME or new is None or old is None:
        return True
    return bool(new["ord"] >= old["ord"])


def place_of(key: str) -> int:
    """Group of a key among those of a partition."""
    return sum(key.encode()) % NUM_GROUPS
