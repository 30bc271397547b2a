# SPDX-License-Identifier: Apache-2.0
"""Commits, files and rows of a view of changes, by release [table.view.incremental-files].

Releases select changes by the time at which commits began or ended, and include or exclude the begin itself.
They also differ if the range starts in the archive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.slices.files import GroupId


@dataclass(frozen=True, slots=True)
class WriteStat:
    """Statement of a commit about one file that it wrote; absent counts are 0.

    Attributes:
        group: file group.
        path: path of the file below the table's folder, `/` between folders.
        prev_commit: instant of the previous base file.
        num_writes: rows in the file.
        num_updates: updated rows among these.
        num_inserts: new rows among these.
        num_deletes: rows that the commit removed.
        cdc_files: paths of its CDC files.
        base_file: name of the base file under a log file.
        log_files: names of the log files of the slice, this one included.
        size: bytes, of the file or of the append; 0 = not stated.
        log_offset: offset of the append to a log file.
    """

    group: GroupId
    path: str
    prev_commit: str | None
    num_writes: int
    num_updates: int
    num_inserts: int
    num_deletes: int
    cdc_files: tuple[str, ...]
    base_file: str | None
    log_files: tuple[str, ...]
    size: int
    log_offset: int


@dataclass(frozen=True, slots=True)
class CommitFacts:
    """Data of a completed commit for a view of changes.

    Attributes:
        time: requested time.
        completion_time: completion time; the requested time if the layout has none.
        action: `commit`, `deltacommit` or `replacecommit`.
        operation: `operationType`.
        stats: files that it wrote.
        replaced: file groups that it replaced.
    """

    time: str
    completion_time: str
    action: str
    operation: str | None
    stats: tuple[WriteStat, ...]
    replaced: tuple[GroupId, ...]


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """How a release series selects changes of a table.

    Attributes:
        by_completion: whether the range consists of completion times; then archived commits count, and the
            latest snapshot replaces deleted files [table.view.incremental-archive].
        has_begin: whether a commit at the begin itself is in the range.
        is_carried: whether, for tables of either type, a begin before the active timeline returns rows that
            files of the range carry over from archived commits.
    """

    by_completion: bool
    has_begin: bool = False
    is_carried: bool = False


def change_rules(line: Line, table_version: int) -> ChangeRules:
    """Rules of a release series for a table version [table.view.incremental-1x]."""
    if not line.has_modes or not TableVersion(table_version).has(Feature.INSTANT_NAMES):
        return ChangeRules(by_completion=False, is_carried=line is Line.V1_2)
    return ChangeRules(by_completion=True, has_begin=line is Line.V1_0)


@dataclass(frozen=True, slots=True)
class Range:
    """Begin and end of the requested changes; None = from the earliest, to the latest."""

    begin: str | None = None
    end: str | None = None

    def holds(self, time: str, *, has_begin: bool = False) -> bool:
        """Whether a time is after the begin, or equal to it if that counts, and not after the end."""
        is_late = self.begin is None or time > self.begin or (has_begin and time == self.begin)
        return is_late and (self.end is None or time <= self.end)


@dataclass(frozen=True, slots=True)
class Changes:
    """The selected changes.

    Attributes:
        commits: commits of the active timeline in the range, by requested time.
        is_archived: whether archived commits are also in the range.
        times: requested times whose rows are kept; None if `bounds` decides.
        bounds: range of requested times whose rows are kept, its begin included if `has_low`.
        has_low: see `bounds`.
    """

    commits: tuple[CommitFacts, ...]
    is_archived: bool = False
    times: frozenset[str] | None = None
    bounds: Range = field(default_factory=Range)
    has_low: bool = True

    @property
    def last(self) -> str | None:
        """Requested time of the last commit; None if there is none."""
        return max((commit.time for commit in self.commits), default=None)

    def keeps(self, commit_time: str) -> bool:
        """Whether rows of a commit are returned, by their `_hoodie_commit_time`."""
        if self.times is not None:
            return commit_time in self.times
        return self.bounds.holds(commit_time, has_begin=self.has_low)


def select_changes(
    commits: Sequence[CommitFacts],
    archived: Mapping[str, str],
    requested: Range,
    rules: ChangeRules,
    *,
    is_merge_on_read: bool,
) -> Changes:
    """The changes of a range.

    Args:
        commits: completed commits of the active timeline, by requested time.
        archived: requested time of archived commits to their completion time.
        requested: the range.
        rules: of the release series and the table version.
        is_merge_on_read: table type; up to 0.15 the types treat an archived begin differently.
    """
    if rules.by_completion:
        return _by_completion(commits, archived, requested, rules)
    return _by_request(commits, requested, is_carried=is_merge_on_read or rules.is_carried)


def _by_completion(
    commits: Sequence[CommitFacts], archived: Mapping[str, str], requested: Range, rules: ChangeRules
) -> Changes:
    chosen = tuple(c for c in commits if requested.holds(c.completion_time, has_begin=rules.has_begin))
    earlier = frozenset(t for t, at in archived.items() if requested.holds(at, has_begin=rules.has_begin))
    return Changes(chosen, bool(earlier), frozenset(c.time for c in chosen) | earlier)


def _by_request(commits: Sequence[CommitFacts], requested: Range, *, is_carried: bool) -> Changes:
    chosen = tuple(commit for commit in commits if requested.holds(commit.time))
    if not chosen:
        return Changes(())
    is_begin_old = requested.begin is None or requested.begin < commits[0].time
    has_low = not (is_carried and is_begin_old)
    low = chosen[0].time if has_low else requested.begin
    return Changes(chosen, bounds=Range(low, chosen[-1].time), has_low=has_low)
