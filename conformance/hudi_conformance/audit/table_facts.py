# SPDX-License-Identifier: Apache-2.0
"""Facts from the timeline of a table: files that it names, plans to read or deletes; states of instants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.timeline.archive_entries import (
    ArchiveBlock,
    archive_files,
    entry_instant,
    scan_archive,
)
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import read_history
from hudi_conformance.decode.timeline.listing import all_instants, inside, read_timeline
from hudi_conformance.decode.timeline.names import comparable_action
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import AvroValue
from hudi_conformance.views.timeline import Instant, State, Timeline

COMMITS = frozenset({"commit", "deltacommit", "replacecommit"})
_DELETING = frozenset({"clean", "rollback", "restore"})
# Members of rollback metadata that name files which still exist afterwards.
_KEPT = frozenset({"rollbackLogFiles", "logFilesFromFailedCommit"})


@dataclass(frozen=True, slots=True)
class Named:
    """A file that the metadata of a completed instant names."""

    size: int | None
    instant: Instant


@dataclass(slots=True)
class Facts:
    """Facts about the files and instants of a table.

    Attributes:
        named: files by path below the table, as active completed commits name them; the last one of each.
        planned: files by path that pending plans of compaction read, with the plan.
        deleted: names of files that some clean, rollback or restore names, active or archived.
        archived: archived instants as (time, comparable action, state).
        undone: times of instants that a rollback or restore names.
        unreadable: instants whose content cannot be decoded; the checks of the timeline report them.
    """

    timeline: Timeline
    instants: list[Instant]
    named: dict[str, Named] = field(default_factory=dict)
    planned: dict[str, Instant] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    archived: set[tuple[str, str, State]] = field(default_factory=set)
    undone: dict[str, Instant | None] = field(default_factory=dict)
    unreadable: list[Instant] = field(default_factory=list)

    @property
    def first_active(self) -> str | None:
        """Time of the first active write; readers take older instants as archived, and so as completed."""
        writes = (i.time for i in self.instants if comparable_action(i.action) in COMMITS)
        return min(writes, default=None)

    def completed_commits(self) -> dict[str, Instant]:
        """Completed active commits by time."""
        return {i.time: i for i in self.instants if i.state is State.COMPLETED and i.action in COMMITS}

    def known_times(self) -> set[str]:
        """Times of all instants, active and archived, and of those that were rolled back."""
        return (
            {instant.time for instant in self.instants}
            | {time for time, *_ in self.archived}
            | set(self.undone)
        )


def gather(table: Path) -> Facts:
    """Read timeline and archive of a table.

    Raises:
        OSError: a file cannot be read.
        Reject: the folder is no table, or its archive cannot be read.
    """
    timeline = read_timeline(table)
    folder = table / timeline.folder
    facts = Facts(timeline, all_instants(folder, timeline.layout))
    for instant in sorted(facts.instants, key=lambda instant: instant.time):
        try:
            value = decode_instant(read_file(folder / instant.name), instant.name, timeline.layout).value
        except Reject:
            facts.unreadable.append(instant)
            continue
        _add(facts, instant, value or {})
    for time, action, state, value in _archived(table, timeline):
        facts.archived.add((time, action, state))
        if action in _DELETING:
            _add_deletes(facts, value, None)
    return facts


def _archived(table: Path, timeline: Timeline) -> Iterator[tuple[str, str, State, AvroValue]]:
    if timeline.layout >= 2:
        for row in read_history(table).rows:
            values = [decode_one_record(data)[1] for data in (row.metadata, row.plan) if data]
            yield row.time, row.action, State.COMPLETED, values
        return
    folder = inside(table / ".hoodie", timeline.properties.get("hoodie.archivelog.folder") or "archived")
    for path in archive_files(folder):
        for block in scan_archive(path):
            if isinstance(block, ArchiveBlock):
                for entry in block.entries:
                    instant = entry_instant(entry)
                    yield instant.time, instant.action, instant.state, entry


def _add(facts: Facts, instant: Instant, value: Mapping[str, AvroValue]) -> None:
    if instant.action in _DELETING:
        _add_deletes(facts, value, instant)
    elif instant.state is State.COMPLETED and instant.action in COMMITS:
        stats = value.get("partitionToWriteStats")
        for stat in _elements(stats.values() if isinstance(stats, Mapping) else ()):
            path, size = stat.get("path"), stat.get("fileSizeInBytes")
            if isinstance(path, str) and path:
                facts.named[path] = Named(size if isinstance(size, int) and size > 0 else None, instant)
            cdc = stat.get("cdcStats")
            for name, length in cdc.items() if isinstance(cdc, Mapping) else ():
                facts.named[name] = Named(length if isinstance(length, int) else None, instant)
    elif instant.action in {"compaction", "logcompaction"} and instant.state is State.REQUESTED:
        is_completed = any(i.time == instant.time and i.state is State.COMPLETED for i in facts.instants)
        for operation in () if is_completed else _list(value.get("operations")):
            partition = operation.get("partitionPath") or ""
            for name in (operation.get("dataFilePath"), *_list(operation.get("deltaFilePaths"))):
                if isinstance(name, str) and name:
                    base = name.rpartition("/")[2]
                    facts.planned[f"{partition}/{base}" if partition else base] = instant


def _elements(groups: Iterable[AvroValue]) -> Iterator[Mapping[str, AvroValue]]:
    for group in groups:
        yield from (element for element in _list(group) if isinstance(element, Mapping))


def _list(value: AvroValue) -> list[AvroValue]:
    return value if isinstance(value, list) else []


def _add_deletes(facts: Facts, value: AvroValue, instant: Instant | None) -> None:
    """Every text of a clean, rollback or restore may be the path of a deleted file; its last part counts."""
    for key, text in _texts(value, ""):
        facts.deleted.add(text.rpartition("/")[2])
        if key in {"commitsRollback", "commitTime", "instantsToRollback"} and text.isdecimal():
            is_completed = instant is not None and instant.state is State.COMPLETED
            is_undone = is_completed and key != "instantsToRollback"
            facts.undone[text] = instant if is_undone else facts.undone.get(text)


def _texts(value: AvroValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            if name not in _KEPT:
                yield "", str(name)
                yield from _texts(item, str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key)
