# SPDX-License-Identifier: Apache-2.0
"""Rules between the files of a table: timeline, archive, base and log files compared with each other.

The specification has rules for single files; contradictions between files have a code, and a requirement
where one defines how readers handle them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from hudi_conformance.audit.findings import (
    DAMAGE,
    INFO,
    MAX_MESSAGE,
    NOTE,
    UNREADABLE,
    VIOLATION,
    WARNING,
    FindingRow,
)
from hudi_conformance.audit.hfile_surface import instant_of
from hudi_conformance.audit.name_surface import is_log_name
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.table_facts import Facts, Named, gather
from hudi_conformance.audit.timeline_surface import HIDDEN, OpenFile, as_folder, below, is_complete
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.timeline.names import comparable_action
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, close_buffer
from hudi_conformance.views.log import HeaderKey
from hudi_conformance.views.timeline import Instant, State

_BASE_ENDINGS = (".parquet", ".hfile", ".orc")


def _damage(path: str, code: str, message: str, instant: str) -> FindingRow:
    return FindingRow(path, "table", DAMAGE, code, message, instant=instant)


class BetweenSurface:
    """Damage that only a comparison of two files shows."""

    name = "table"

    def check_table(self, table: TableRef, open_file: OpenFile) -> Iterator[FindingRow]:
        """Yield findings of a completely listed table; none where its timeline cannot be read."""
        if not is_complete(table):
            return
        present = {below(table, ref): ref for ref in table.files}
        with as_folder(table, open_file) as folder:
            try:
                facts = gather(folder)
            except Reject:  # the surfaces of timeline and archive report why
                return
        rows = chain(
            check_named(facts, present), check_plans(facts, present), check_base_files(facts, present),
            check_log_blocks(facts, present, open_file), check_rollbacks(facts), check_archived(facts),
        )  # fmt: skip
        for row in rows:
            if table.context.includes(row.instant):
                size = present[row.path].size if row.path in present else None
                path, message = f"{table.path}/{row.path}", row.message[:MAX_MESSAGE]
                yield replace(row, path=path, message=message, len=size, kind=self.name)


def _file(facts: Facts, instant: Instant) -> str:
    return f"{facts.timeline.folder}/{instant.name}"


def check_named(facts: Facts, present: dict[str, FileRef]) -> Iterator[FindingRow]:
    """Files that a completed commit names: whether they are there, and as large as it says."""
    for path, named in sorted(facts.named.items()):
        ref, instant = present.get(path), named.instant
        if ref is None:
            if path.rpartition("/")[2] not in facts.deleted:
                message = (
                    f"{instant.name} names {path}, which is not there, and no clean or rollback names it"
                )
                yield _damage(_file(facts, instant), "bad-reference", message, instant.time)
        elif named.size is not None and _is_size_wrong(path, named, ref.size):
            message = f"{ref.size} bytes, {instant.name} says {named.size}"
            yield _damage(path, "length-mismatch", message, instant.time)


def _is_size_wrong(path: str, named: Named, size: int) -> bool:
    """Log files of old tables grow after a commit; all others are written once."""
    assert named.size is not None
    name = path.rpartition("/")[2]
    if name.startswith("."):
        try:
            if decode_name(name).instant != named.instant.time:
                return size < named.size
        except Reject:
            return size < named.size
    return size != named.size


def check_plans(facts: Facts, present: dict[str, FileRef]) -> Iterator[FindingRow]:
    """Files that a pending compaction is to read."""
    for path, instant in sorted(facts.planned.items()):
        if path not in present:
            message = f"{instant.name} is to read {path}, which is not there"
            yield _damage(_file(facts, instant), "bad-reference", message, instant.time)


def check_base_files(facts: Facts, present: dict[str, FileRef]) -> Iterator[FindingRow]:
    """Base files that no reader uses, or that no instant names [table.slice.committed]."""
    known, first = facts.known_times(), facts.first_active
    completed = facts.completed_commits()
    unreadable = {instant.time for instant in facts.unreadable}
    active = {instant.time for instant in facts.instants}
    for path in sorted(present):
        name = path.rpartition("/")[2]
        instant = None if path.startswith(HIDDEN) else instant_of(name)
        if instant is None or not name.endswith(_BASE_ENDINGS):
            continue
        if instant in facts.undone and instant not in active:
            message = f"left of {instant}, which was rolled back"
        elif first is not None and instant >= first and instant not in known:
            message = f"no timeline has {instant}"
        elif instant in completed and instant not in unreadable and path not in facts.named:
            message = f"the commit {instant} does not name it"
        else:
            continue
        yield _orphan(path, message, instant)


def _orphan(
    path: str, message: str, instant: str, ofs: int | None = None, block: int | None = None
) -> FindingRow:
    return FindingRow(
        path, "table", VIOLATION, "bad-state", message, "table.slice.committed", WARNING, ofs, block=block,
        instant=instant,
    )  # fmt: skip


def check_log_blocks(facts: Facts, present: dict[str, FileRef], open_file: OpenFile) -> Iterator[FindingRow]:
    """Blocks of instants that no timeline has: no reader uses them."""
    known, first = facts.known_times(), facts.first_active
    for path, ref in sorted(present.items()):
        name = path.rpartition("/")[2]
        if path.startswith(HIDDEN) or not is_log_name(name) or ".archive." in name:
            continue
        try:
            buffer = open_file(ref)
        except OSError:  # a file that no longer exists; the log surface reports it
            continue
        try:
            for number, block in enumerate(walk_log(buffer)):
                instant = block.header.get(HeaderKey.INSTANT_TIME)
                if not isinstance(instant, str) or instant in known:
                    continue
                if first is None or instant >= first:
                    message = f"a block of {instant}, which no timeline has"
                    yield _orphan(path, message, instant, block.span.ofs, number)
        except (LimitExceeded, UnsupportedInput) as error:
            yield FindingRow(path, "table", UNREADABLE, "limit", str(error))
        finally:
            close_buffer(buffer)


def check_rollbacks(facts: Facts) -> Iterator[FindingRow]:
    """Commits that were rolled back and are still in the timeline."""
    completed = facts.completed_commits()
    for time, instant in sorted(facts.undone.items()):
        if instant is not None and time in completed:
            message = f"{instant.name} has rolled back {time}, and {completed[time].name} is there"
            yield _damage(_file(facts, completed[time]), "bad-state", message, time)


def check_archived(facts: Facts) -> Iterator[FindingRow]:
    """Instants that are archived and active, or archived without having been completed."""
    active = {
        (instant.time, comparable_action(instant.action)): instant
        for instant in facts.instants
        if instant.state is State.COMPLETED
    }
    archived: dict[tuple[str, str], set[State]] = {}
    for time, action, state in facts.archived:
        archived.setdefault((time, comparable_action(action)), set()).add(state)
    for key, states in sorted(archived.items()):
        if State.COMPLETED in states and key in active:
            message = f"{key[0]} {key[1]} is archived and active: an archival that was cut short"
            yield FindingRow(
                _file(facts, active[key]), "table", NOTE, "duplicate", message, "archive.recovery.union",
                INFO, instant=key[0],
            )  # fmt: skip
        elif State.COMPLETED not in states and key not in active:
            message = f"{key[0]} {key[1]} is archived as {', '.join(sorted(states))} only"
            yield FindingRow(
                f"{HIDDEN}hoodie.properties", "table", VIOLATION, "bad-state", message,
                "archive.plan.all-states", WARNING, instant=key[0],
            )  # fmt: skip
