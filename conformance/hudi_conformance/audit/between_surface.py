# SPDX-License-Identifier: Apache-2.0
"""Rules between the files of a table: timeline, archive, base and log files beside each other.

The specification has rules for single files; what is wrong between two of them has a code, and a requirement
where one tells what readers make of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hudi_conformance.audit.findings import (
    DAMAGE,
    ERROR,
    INFO,
    NOTE,
    UNREADABLE,
    VIOLATION,
    WARNING,
    FindingRow,
)
from hudi_conformance.audit.hfile_surface import instant_of
from hudi_conformance.audit.name_surface import is_log_name
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.table_facts import COMMITS, Facts, Named, gather
from hudi_conformance.audit.timeline_surface import HIDDEN, OpenFile, as_folder, below, is_whole
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.timeline.names import comparable_action
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, close_buffer
from hudi_conformance.views.log import HeaderKey
from hudi_conformance.views.timeline import Instant, State

_BASE_ENDINGS = (".parquet", ".hfile", ".orc")


@dataclass(frozen=True, slots=True)
class _Told:
    """A finding before it is a row: path below the table, and what is wrong there."""

    path: str
    code: str
    message: str
    instant: str | None
    severity: str = ERROR
    verdict: str = DAMAGE
    requirement: str | None = None
    ofs: int | None = None
    block: int | None = None


class BetweenSurface:
    """What only two files together show."""

    name = "table"

    def check_table(self, table: TableRef, open_file: OpenFile) -> Iterator[FindingRow]:
        """Yield findings of a table that was listed whole; none where its timeline cannot be read."""
        if not is_whole(table):
            return
        present = {below(table, ref): ref for ref in table.files}
        with as_folder(table, open_file) as folder:
            try:
                facts = gather(folder)
            except Reject:  # the surfaces of timeline and archive say why
                return
        since = table.context.since
        for told in _walk(facts, present, open_file):
            if since is None or told.instant is None or told.instant >= since:
                size = present[told.path].size if told.path in present else None
                yield FindingRow(
                    f"{table.path}/{told.path}", self.name, told.verdict, told.code, told.message[:500],
                    told.requirement, told.severity, told.ofs, size, told.block, "table", told.instant,
                )  # fmt: skip


def _walk(facts: Facts, present: dict[str, FileRef], open_file: OpenFile) -> Iterator[_Told]:
    yield from check_named(facts, present)
    yield from check_plans(facts, present)
    yield from check_base_files(facts, present)
    yield from check_log_blocks(facts, present, open_file)
    yield from check_rollbacks(facts)
    yield from check_archived(facts)


def _file(facts: Facts, instant: Instant) -> str:
    return f"{facts.timeline.folder}/{instant.name}"


def check_named(facts: Facts, present: dict[str, FileRef]) -> Iterator[_Told]:
    """Files that a completed commit names: whether they are there, and as large as it says."""
    for path, named in sorted(facts.named.items()):
        ref, instant = present.get(path), named.instant
        if ref is None:
            if path.rpartition("/")[2] not in facts.deleted:
                message = (
                    f"{instant.name} names {path}, which is not there, and no clean or rollback names it"
                )
                yield _Told(_file(facts, instant), "bad-reference", message, instant.time)
        elif named.size is not None and _is_size_wrong(path, named, ref.size):
            message = f"{ref.size} bytes, {instant.name} says {named.size}"
            yield _Told(path, "length-mismatch", message, instant.time)


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


def check_plans(facts: Facts, present: dict[str, FileRef]) -> Iterator[_Told]:
    """Files that a pending compaction is to read."""
    for path, instant in sorted(facts.planned.items()):
        if path not in present:
            message = f"{instant.name} is to read {path}, which is not there"
            yield _Told(_file(facts, instant), "bad-reference", message, instant.time)


def check_base_files(facts: Facts, present: dict[str, FileRef]) -> Iterator[_Told]:
    """Base files that no reader takes, or of which no instant knows [table.slice.committed]."""
    known, first = facts.known_times(), facts.first_active
    completed = {one.time for one in facts.instants if one.state is State.COMPLETED and one.action in COMMITS}
    unreadable = {one.time for one in facts.unreadable}
    active = {one.time for one in facts.instants}
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


def _orphan(path: str, message: str, instant: str, ofs: int | None = None, block: int | None = None) -> _Told:
    return _Told(path, "bad-state", message, instant, WARNING, VIOLATION, "table.slice.committed", ofs, block)


def check_log_blocks(facts: Facts, present: dict[str, FileRef], open_file: OpenFile) -> Iterator[_Told]:
    """Blocks of instants that no timeline has: no reader takes them."""
    known, first = facts.known_times(), facts.first_active
    for path, ref in sorted(present.items()):
        name = path.rpartition("/")[2]
        if path.startswith(HIDDEN) or not is_log_name(name) or ".archive." in name:
            continue
        try:
            buffer = open_file(ref)
        except OSError:  # a file that has gone; the log surface says so
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
            yield _Told(path, "limit", str(error), None, ERROR, UNREADABLE)
        finally:
            close_buffer(buffer)


def check_rollbacks(facts: Facts) -> Iterator[_Told]:
    """What was rolled back is gone from the timeline."""
    completed = {
        (one.time): one for one in facts.instants if one.state is State.COMPLETED and one.action in COMMITS
    }
    for time, instant in sorted(facts.undone.items()):
        if instant is not None and time in completed:
            message = f"{instant.name} has rolled back {time}, and {completed[time].name} is there"
            yield _Told(_file(facts, completed[time]), "bad-state", message, time)


def check_archived(facts: Facts) -> Iterator[_Told]:
    """Instants that are archived and active, or archived without having been completed."""
    done = {
        (one.time, comparable_action(one.action)): one
        for one in facts.instants
        if one.state is State.COMPLETED
    }
    states: dict[tuple[str, str], set[State]] = {}
    for time, action, state in facts.archived:
        states.setdefault((time, comparable_action(action)), set()).add(state)
    for key, found in sorted(states.items()):
        if State.COMPLETED in found and key in done:
            message = f"{key[0]} {key[1]} is archived and active: an archival that was cut short"
            yield _Told(
                _file(facts, done[key]), "duplicate", message, key[0], INFO, NOTE, "archive.recovery.union"
            )
        elif State.COMPLETED not in found and key not in done:
            message = f"{key[0]} {key[1]} is archived as {', '.join(sorted(found))} only"
            yield _Told(
                f"{HIDDEN}hoodie.properties", "bad-state", message, key[0], WARNING, VIOLATION,
                "archive.plan.all-states",
            )  # fmt: skip
