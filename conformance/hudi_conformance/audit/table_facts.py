# SPDX-License-Identifier: Apache-2.0
"""What the timeline of a table says about its files: named, planned, deleted; and what became of instants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
from hudi_conformance.views.timeline import Instant, State, Timeline

COMMITS = frozenset({"commit", "deltacommit", "replacecommit"})
_DELETING = frozenset({"clean", "rollback", "restore"})
# Members of rollback metadata that name files which are there afterwards.
_KEPT = frozenset({"rollbackLogFiles", "logFilesFromFailedCommit"})


@dataclass(frozen=True, slots=True)
class Named:
    """A file that the metadata of a completed instant names."""

    size: int | None
    instant: Instant


@dataclass(slots=True)
class Facts:
    """What is known of a table.

    Attributes:
        named: files by path below the table, as active completed commits name them; the last one of each.
        planned: files by path that pending plans of compaction read, with the plan.
        deleted: names of files that some clean, rollback or restore names, active or archived.
        archived: times of archived instants by (time, comparable action, state) as the archive tells them.
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
        """Time of the first active write; readers take what is older as archived, and so as completed."""
        writes = (one.time for one in self.instants if comparable_action(one.action) in COMMITS)
        return min(writes, default=None)

    def known_times(self) -> set[str]:
        """Times of all instants, active and archived, and of those that were rolled back."""
        return {one.time for one in self.instants} | {time for time, *_ in self.archived} | set(self.undone)


def gather(table: Path) -> Facts:
    """Read timeline and archive of a table.

    Raises:
        OSError: a file cannot be read.
        Reject: the folder is no table, or its archive cannot be read.
    """
    timeline = read_timeline(table)
    folder = table / timeline.folder
    facts = Facts(timeline, all_instants(folder, timeline.layout))
    for instant in sorted(facts.instants, key=lambda one: one.time):
        try:
            value = decode_instant(read_file(folder / instant.name), instant.name, timeline.layout).value
        except Reject:
            facts.unreadable.append(instant)
            continue
        _take(facts, instant, value or {})
    for time, action, state, value in _archived(table, timeline):
        facts.archived.add((time, action, state))
        if action in _DELETING:
            _take_deletes(facts, value, None)
    return facts


def _archived(table: Path, timeline: Timeline) -> Iterator[tuple[str, str, State, Any]]:
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
                    found = entry_instant(entry)
                    yield found.time, found.action, found.state, entry


def _take(facts: Facts, instant: Instant, value: Mapping[str, Any]) -> None:
    if instant.action in _DELETING:
        _take_deletes(facts, value, instant)
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
        is_done = any(one.time == instant.time and one.state is State.COMPLETED for one in facts.instants)
        for operation in () if is_done else _list(value.get("operations")):
            partition = operation.get("partitionPath") or ""
            for name in (operation.get("dataFilePath"), *_list(operation.get("deltaFilePaths"))):
                if isinstance(name, str) and name:
                    base = name.rpartition("/")[2]
                    facts.planned[f"{partition}/{base}" if partition else base] = instant


def _elements(groups: Any) -> Iterator[Mapping[str, Any]]:
    for group in groups:
        yield from (one for one in _list(group) if isinstance(one, Mapping))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _take_deletes(facts: Facts, value: Any, instant: Instant | None) -> None:
    """Every text of a clean, rollback or restore may be the path of a file that is gone, by its last part."""
    for key, text in _texts(value, ""):
        facts.deleted.add(text.rpartition("/")[2])
        if key in {"commitsRollback", "commitTime", "instantsToRollback"} and text.isdecimal():
            is_done = instant is not None and instant.state is State.COMPLETED and key != "instantsToRollback"
            facts.undone[text] = instant if is_done else facts.undone.get(text)


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
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
