# SPDX-License-Identifier: Apache-2.0
"""Histories of a merge-on-read table: their steps, and the rows that result.

The rows come from `Group`, which knows nothing of files: it keeps what steps said of a key, and folds it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

KEYS = ("a", "b", "c", "d", "e", "f")
GROUPS = ("00000000-1111-4222-8333-444444444444-0", "00000001-1111-4222-8333-444444444444-0")

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
