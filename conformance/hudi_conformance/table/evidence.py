# SPDX-License-Identifier: Apache-2.0
"""Statements of completed commits of the active timeline about data files: existence, and sizes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.semantics.slices.changes import CommitFacts, WriteStat
from hudi_conformance.semantics.slices.files import SliceLog


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of one commit about a file.

    Attributes:
        instant: requested time of the commit.
        start: first byte that the commit wrote: 0, or the end of earlier appends to a log file.
        size: bytes by the write stat; 0 = unknown.
        is_writer: whether the commit wrote the file, rather than only listing it as part of a slice.
    """

    instant: str
    start: int = 0
    size: int = 0
    is_writer: bool = True

    @property
    def least_size(self) -> int:
        """Least size of the file.

        For an appended log file some releases count the bytes of the append, older ones those of the file:
        the lesser of the two is always valid.
        """
        return max(self.start, self.size)

    @property
    def end(self) -> int:
        """First byte after those that the commit may have written."""
        return self.start + self.size if self.size else sys.maxsize


Statements: TypeAlias = Mapping[str, tuple[Statement, ...]]


@dataclass(slots=True)
class Evidence:
    """Statements of the completed commits of the active timeline, by path below the table's folder.

    Attributes:
        commits: completed commits, oldest first.
        first_active: as in `TimelineFacts`.
        has_instant_names: whether a log file belongs to one commit, and is named by its instant.
    """

    commits: tuple[CommitFacts, ...] = ()
    first_active: str | None = None
    has_instant_names: bool = False
    _files: Statements | None = field(default=None, repr=False)
    _times: frozenset[str] | None = field(default=None, repr=False)

    def of(self, path: str, latest: str) -> tuple[Statement, ...]:
        """Statements about a file by commits up to an instant, oldest first."""
        return tuple(item for item in self._by_path().get(path, ()) if item.instant <= latest)

    def paths(self, latest: str) -> Iterator[str]:
        """Paths of all files that commits up to an instant name."""
        return (path for path, items in self._by_path().items() if items[0].instant <= latest)

    def is_written(self, log: SliceLog, path: str, block: LogBlock, latest: str) -> bool:
        """Whether a completed commit may have written bytes of a corrupt block.

        A failed append leaves a corrupt block, which readers skip correctly. Archived commits have no
        statements: a block that one of them may have written counts as written.
        """
        writes = [item for item in self.of(path, latest) if item.is_writer]
        span = block.span
        if any(item.start < span.end and span.ofs < item.end for item in writes):
            return True
        if self.has_instant_names:
            return not writes and log.instant <= latest and log.instant not in self._active()
        is_all_active = self.first_active is not None and log.instant >= self.first_active
        return not is_all_active and all(span.ofs < item.start for item in writes)

    def statements(self, paths: Iterable[str]) -> Statements:
        """Statements about some files."""
        files = self._by_path()
        return {path: files[path] for path in paths if path in files}

    def with_statements(self, files: Statements) -> Evidence:
        """This evidence without its commits, and with statements about some files."""
        return Evidence((), self.first_active, self.has_instant_names, files, self._active())

    def _active(self) -> frozenset[str]:
        if self._times is None:
            self._times = frozenset(commit.time for commit in self.commits)
        return self._times

    def _by_path(self) -> Statements:
        if self._files is None:
            files: dict[str, tuple[Statement, ...]] = {}
            for commit in self.commits:
                for stat in commit.stats:
                    for path, statement in _statements(commit.time, stat):
                        known = files.get(path)
                        if known is None:
                            files[path] = (statement,)
                        elif statement.is_writer:
                            files[path] = (*known, statement)
            self._files = files
        return self._files


def evidence_of(commits: tuple[CommitFacts, ...], table_version: int, first_active: str | None) -> Evidence:
    """The evidence of completed commits, which are sorted by their requested time."""
    return Evidence(commits, first_active, TableVersion(table_version).has(Feature.INSTANT_NAMES))


def _statements(time: str, stat: WriteStat) -> Iterator[tuple[str, Statement]]:
    path = stat.path.lstrip("/")
    if not path:
        return
    yield path, Statement(time, stat.log_offset, stat.size)
    folder, _, own = path.rpartition("/")
    for name in (stat.base_file, *stat.log_files):
        if name and name != own and "/" not in name:
            yield f"{folder}/{name}" if folder else name, Statement(time, is_writer=False)
