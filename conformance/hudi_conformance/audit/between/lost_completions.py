# SPDX-License-Identifier: Apache-2.0
"""Writes that count as pending although the table shows that they were completed.

No query shows the rows of such a write, and the next writer rolls it back: it deletes its files.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hudi_conformance.audit.between.files import other_files
from hudi_conformance.audit.between.subject import LogName, Subject, damage, log_name, violation
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.look.text import counted
from hudi_conformance.model.actions import COMPARABLE, WRITES
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.table_version import Feature
from hudi_conformance.model.timeline import Instant, State

RULE = "completion-lost"
_BASE_INSTANT = HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS
_MARKERS = ".hoodie/.temp/"


def check_lost_completions(subject: Subject) -> Iterator[FindingRow]:
    """Pending writes that another file treats as completed, or whose writer has deleted its markers."""
    if subject.is_metadata_table:
        return
    pending = _pending(subject)
    reasons = dict(_statements(subject)) if pending else {}
    markers = (path.split("/") for path in subject.present if path.startswith(_MARKERS))
    with_markers = {parts[2] for parts in markers if len(parts) > 3}
    for time, num in _numbers_of_files(subject, pending).items():
        if time not in with_markers:
            files = counted(num, "data file")
            reasons[time] = f"it has {files} and no markers, which a writer deletes after its completion"
    for time, instant in sorted(pending.items()):
        if time in reasons:
            message = f"{time} is pending, and {reasons[time]}: no query returns its rows"
            message += other_files(subject, time)
            yield damage(subject.instant_file(instant), RULE, "bad-state", message, time)


def _statements(subject: Subject) -> Iterator[tuple[str, str]]:
    """Times of commits, with the evidence that they were completed."""
    facts = subject.facts
    for time, clean in facts.stated_completed.items():
        yield time, f"{clean.name} states it as completed"
    plans = {instant.time for instant in facts.instants if instant.action in COMPARABLE}
    for time, instant in facts.based_on.items():
        # Up to version 6, log files after a planned compaction name the plan as the commit before them.
        if time not in plans:
            yield time, f"{instant.name} is based on it"
    for path in subject.data_files():
        for block in subject.blocks_of(path) or ():
            for key, time in block.header:
                if key is _BASE_INSTANT:
                    yield time, f"{path} has positions of rows in its base file"


def _pending(subject: Subject) -> dict[str, Instant]:
    """The most advanced file of each pending write, by time."""
    completed = subject.facts.completed_times
    pending: dict[str, Instant] = {}
    for instant in sorted(subject.facts.instants, key=lambda instant: instant.state is State.INFLIGHT):
        if instant.action in WRITES and instant.time not in completed:
            pending[instant.time] = instant
    return pending


def _numbers_of_files(subject: Subject, pending: Mapping[str, Instant]) -> dict[str, int]:
    """Numbers of data files that pending writes have written, by time."""
    numbers: dict[str, int] = {}
    is_own = subject.version.has(Feature.INSTANT_NAMES)
    for path in subject.data_files() if pending else ():
        base, log = BaseFileName.of_path(path), log_name(path.rpartition("/")[2])
        times = {base.instant} if base is not None else set()
        if log is not None:
            times = {log.instant} if is_own else set(_block_times(subject, path))
        for time in times & pending.keys():
            numbers[time] = numbers.get(time, 0) + 1
    return numbers


def _block_times(subject: Subject, path: str) -> Iterator[str]:
    for block in subject.blocks_of(path) or ():
        yield from (time for key, time in block.header if key is HeaderKey.INSTANT_TIME)


def check_first_instants(subject: Subject) -> Iterator[FindingRow]:
    """Files of instants that are older than the timeline and not archived, as one finding."""
    facts, known = subject.facts, subject.known_times
    first = facts.first_active
    if first is None or facts.problems or facts.unreadable or subject.is_metadata_table:
        return
    files: dict[str, str] = {}
    for path in subject.data_files():
        base = BaseFileName.of_path(path)
        times = _block_times(subject, path) if base is None else (base.instant,)
        files.update((time, path) for time in times if time < first and time not in known)
    if files:
        time = max(files)
        message = (
            f"{counted(len(files), 'instant')} of data files, such as {time} of {files[time]}, are older"
            " than the timeline, and not archived: their files are lost, or the archive was deleted"
        )
        yield violation(facts.timeline.folder, "timeline-missing", "bad-order", message, time)


def check_log_versions(subject: Subject) -> Iterator[FindingRow]:
    """Versions of log files that a slice lacks: up to table version 6 each append uses the next version."""
    facts = subject.facts
    if subject.version.has(Feature.INSTANT_NAMES) or subject.is_metadata_table:
        return
    slices: dict[tuple[str, LogName], dict[int, str]] = defaultdict(dict)
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        name = log_name(file)
        if name is not None:
            slices[folder, _slice_of(name)][name.version] = path
    restores = [instant.time for instant in facts.instants if instant.action == "restore"]
    last = max(restores, default="")  # some delete log files silently
    deleted: dict[LogName, set[int]] = defaultdict(set)
    for other in filter(None, map(log_name, facts.deleted | facts.rollback_logs)):
        deleted[_slice_of(other)].add(other.version)
    for (_, name), versions in slices.items():
        numbers = range(1, max(versions) if name.instant > last else 1)
        lost = next((n for n in numbers if n not in versions and n not in deleted[name]), None)
        if lost is not None:
            message = f"its slice has no log file of version {lost}, and no action deleted it"
            path = versions[max(versions)]
            yield violation(path, "log-versions", "missing-field", message, name.instant)


def _slice_of(name: LogName) -> LogName:
    return replace(name, version=0, token=None)
