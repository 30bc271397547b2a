# SPDX-License-Identifier: Apache-2.0
"""Histories of a merge-on-read table: drawn steps, and the rows that they mean.

The rows come from `Group`, which knows nothing of files: it keeps what steps said of a key, and folds it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

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
