# SPDX-License-Identifier: Apache-2.0
"""File groups and their slices, and the files that a view of the table reads [table.slice.*]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hudi_conformance.model.table_version import Feature, TableVersion

GroupId = tuple[str, str]  # partition path, file id


@dataclass(frozen=True, slots=True)
class BaseFile:
    """A base file, by its name."""

    partition: str
    file_id: str
    write_token: str
    instant: str
    name: str


@dataclass(frozen=True, slots=True)
class SliceLog:
    """A log file, by its name."""

    partition: str
    file_id: str
    instant: str
    version: int
    write_token: str | None
    suffix: str
    name: str

    @property
    def order(self) -> tuple[str, int, bool, str, str]:
        """Order inside a slice [name.log.order]."""
        token = self.write_token
        return (self.instant, self.version, token is not None, token or "", self.suffix)


@dataclass(frozen=True, slots=True)
class FileSlice:
    """A base file, if there is one, and the log files on top of it, in order."""

    partition: str
    file_id: str
    base_instant: str
    base_file: BaseFile | None
    log_files: tuple[SliceLog, ...]


# Cleans, rollbacks and savepoints are archived on their own: they may be older than the first write on it.


@dataclass(frozen=True, slots=True)
class TimelineFacts:
    """Facts of the timeline that decide which files are visible.

    Attributes:
        table_version: `hoodie.table.version`.
        completed: requested time of completed instants to their completion time (the requested time itself
            where the layout has none).
        first_active: first instant of the active timeline that is one of `WRITES`; older instants count as
            completed [table.slice.committed].
        pending: requested times of instants that did not complete.
        pending_compactions: file groups with a planned compaction, and its instant.
        pending_clusterings: instants of clusterings that did not complete.
        replaced: file groups that a completed replacecommit replaced, and its instant (the completion time
            decides from table version 8 on).
    """

    table_version: int
    completed: Mapping[str, str]
    first_active: str | None = None
    pending: frozenset[str] = frozenset()
    pending_compactions: Mapping[GroupId, str] = field(default_factory=dict)
    pending_clusterings: frozenset[str] = frozenset()
    replaced: Mapping[GroupId, str] = field(default_factory=dict)

    def is_committed(self, instant: str) -> bool:
        """Whether an instant counts as completed [table.slice.committed]."""
        if instant in self.completed:
            return True
        if instant in self.pending:
            return False
        return self.first_active is not None and instant < self.first_active

    @property
    def latest(self) -> str | None:
        """Requested time of the latest completed instant."""
        return max(self.completed, default=None)


def file_slices(
    base_files: Iterable[BaseFile], log_files: Iterable[SliceLog], facts: TimelineFacts
) -> dict[GroupId, list[FileSlice]]:
    """Slices of each file group, newest first; including files of uncommitted instants."""
    groups = by_group(base_files, log_files)
    return {group: _slices(group, *files, facts) for group, files in sorted(groups.items())}


def by_group(
    base_files: Iterable[BaseFile], log_files: Iterable[SliceLog]
) -> dict[GroupId, tuple[list[BaseFile], list[SliceLog]]]:
    """Base files and log files of each file group."""
    groups: dict[GroupId, tuple[list[BaseFile], list[SliceLog]]] = {}
    for base in base_files:
        groups.setdefault((base.partition, base.file_id), ([], []))[0].append(base)
    for log in log_files:
        groups.setdefault((log.partition, log.file_id), ([], []))[1].append(log)
    return groups


def _slices(
    group: GroupId, bases: Sequence[BaseFile], logs: Sequence[SliceLog], facts: TimelineFacts
) -> list[FileSlice]:
    by_instant: dict[str, BaseFile | None] = {}
    for base in sorted(bases, key=lambda b: (b.instant, b.write_token)):
        by_instant[base.instant] = base
    planned = facts.pending_compactions.get(group)
    if planned is not None:
        by_instant.setdefault(planned, None)
    members: dict[str, list[SliceLog]] = {instant: [] for instant in by_instant}
    has_instant_names = TableVersion(facts.table_version).has(Feature.INSTANT_NAMES)
    for log in sorted(logs, key=lambda log: log.order):
        base_instant = log.instant  # [table.slice.by-name]
        if has_instant_names:
            base_instant = _base_instant(log, members, facts)
        elif log.instant not in members and facts.is_committed(log.instant):  # [table.slice.downgraded]
            base_instant = newest_until((base.instant for base in bases), log.instant, log.instant)
        members.setdefault(base_instant, []).append(log)
        by_instant.setdefault(base_instant, None)
    return [
        FileSlice(*group, instant, by_instant[instant], tuple(members[instant]))
        for instant in sorted(members, reverse=True)
    ]


def _base_instant(log: SliceLog, slices: Iterable[str], facts: TimelineFacts) -> str:
    """Slice of a log file by the completion time of its delta commit [table.slice.by-completion]."""
    completed = facts.completed.get(log.instant)
    if completed is None and facts.is_committed(log.instant):
        completed = log.instant  # archived: its completion time is not in the active timeline
    if completed is None:
        return max(slices, default=log.instant)
    return newest_until(slices, completed, log.instant)


def newest_until(instants: Iterable[str], time: str, own: str) -> str:
    """The greatest base instant that is not after a time; the log file's own if all are later."""
    return max((instant for instant in instants if instant <= time), default=own)


def is_replaced(group: GroupId, facts: TimelineFacts, as_of: str | None = None) -> bool:
    """Whether a completed replacecommit hides the file group [table.view.replaced]."""
    instant = facts.replaced.get(group)
    return instant is not None and (as_of is None or instant <= as_of)


def visible_slices(slices: Sequence[FileSlice], facts: TimelineFacts, as_of: str | None) -> list[FileSlice]:
    """Slices of one group that a read at `as_of` may see, newest first, with committed files only."""
    planned = {facts.pending_compactions.get((s.partition, s.file_id)) for s in slices}
    visible = []
    for item in slices:
        if as_of is not None and item.base_instant > as_of:
            continue
        base = item.base_file
        if base is not None and (
            not facts.is_committed(base.instant)
            or base.instant in planned
            or base.instant in facts.pending_clusterings
        ):
            base = None
        logs = item.log_files
        if TableVersion(facts.table_version).has(Feature.INSTANT_NAMES):
            logs = tuple(log for log in logs if facts.is_committed(log.instant))
        if base is None and not logs:
            continue
        if base is None and item.base_instant not in planned and not facts.is_committed(item.base_instant):
            continue
        visible.append(FileSlice(item.partition, item.file_id, item.base_instant, base, logs))
    return visible


def merged_slice(
    slices: Sequence[FileSlice], facts: TimelineFacts, as_of: str | None = None
) -> FileSlice | None:
    """Slice that a snapshot reads of one file group; None if nothing is visible [table.view.snapshot].

    The slice of a planned compaction has no base file yet: it is read with the slice before it
    [table.view.pending-compaction].
    """
    visible = visible_slices(slices, facts, as_of)
    if not visible:
        return None
    logs: list[SliceLog] = []
    for item in visible:
        logs = [*item.log_files, *logs]
        is_planned = item.base_instant == facts.pending_compactions.get((item.partition, item.file_id))
        if item.base_file is not None or not is_planned:
            return FileSlice(item.partition, item.file_id, item.base_instant, item.base_file, tuple(logs))
    first = visible[-1]
    return FileSlice(first.partition, first.file_id, first.base_instant, None, tuple(logs))


def read_optimized_file(
    slices: Sequence[FileSlice], facts: TimelineFacts, as_of: str | None = None
) -> BaseFile | None:
    """The base file of one group that a read-optimised view reads [table.view.read-optimized]."""
    for item in visible_slices(slices, facts, as_of):
        if item.base_file is not None:
            return item.base_file
    return None
