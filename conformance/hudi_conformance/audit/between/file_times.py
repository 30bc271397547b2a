# SPDX-License-Identifier: Apache-2.0
"""Log files that releases since 1.0 merge into other slices than their names state [table.slice.file-times].

Up to table version 7, these releases use the modification times of timeline files, in their own time zone, as
completion times; an upgrade writes them into names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from hudi_conformance.audit.between.subject import Subject, damage
from hudi_conformance.audit.findings import INFO, WARNING, FindingRow
from hudi_conformance.look.text import counted
from hudi_conformance.model.table_version import Feature
from hudi_conformance.model.timeline import LEN_TIME
from hudi_conformance.semantics.slices.files import SliceLog, by_group, newest_until
from hudi_conformance.table.files import data_files_of

_STEP, _FARTHEST = timedelta(minutes=15), timedelta(hours=14)  # of time zones
_SLACK = timedelta(hours=1)  # daylight saving time


def check_file_times(subject: Subject) -> Iterator[FindingRow]:
    """Yield a finding if log files belong to other slices even in the time zone of the writer."""
    is_old, commits = not subject.version.has(Feature.INSTANT_NAMES), subject.facts.completed_commits
    if subject.is_metadata_table or not (is_old or subject.was_upgraded):
        return
    completions: dict[str, Sequence[str]] = (
        _modified(subject)
        if is_old
        else {time: [i.completion_time] for time, i in commits.items() if i.completion_time}
    )
    moved: list[tuple[bool, SliceLog, str]] = []
    for _, in_folder in subject.data_folders():
        files = data_files_of(in_folder)
        for bases, logs in by_group(files.base_files, files.log_files).values():
            instants = sorted({base.instant for base in bases if base.instant in commits})
            for log in logs:
                if log.instant in instants and log.instant in completions:
                    own = log.instant
                    slices = [newest_until(instants, time, own) for time in completions[own]]
                    if own not in slices:
                        later = [commits[i] for i in instants if own < i <= slices[0]]
                        # Compactions, in `commit`, write the rows of the log file, too.
                        is_rewritten = bool(later) and all(i.action == "commit" for i in later)
                        moved.append((is_rewritten, log, slices[0]))
    if not moved:
        return
    is_rewritten, log, other = min(moved, key=lambda item: item[0])
    path = f"{log.partition}/{log.name}" if log.partition else log.name
    instant = commits[log.instant]
    message = (
        f"by the {'modification' if is_old else 'completion'} time of {instant.name}, {path} belongs to the "
        f"slice of {other}, and {counted(len(moved) - 1, 'other log file')} to another than that in the name"
    )
    severity = INFO if is_rewritten else WARNING
    yield damage(subject.instant_file(instant), "file-times", "bad-state", message, severity=severity)


def _modified(subject: Subject) -> dict[str, Sequence[str]]:
    """The earliest and the latest completion time of completed commits, in the zone of the writer."""
    times = {}
    for time, instant in subject.facts.completed_commits.items():
        ref = subject.present.get(subject.instant_file(instant))
        if ref is not None and ref.mtime_ns > 0 and len(time) == LEN_TIME:
            with suppress(ValueError):
                stated = datetime.strptime(time, "%Y%m%d%H%M%S%f")  # noqa: DTZ007 - a table's own clock
                times[time] = stated, datetime.fromtimestamp(ref.mtime_ns / 1e9, UTC).replace(tzinfo=None)
    shift = min((modified - stated for stated, modified in times.values()), default=timedelta())
    zone = round(shift / _STEP) * _STEP if abs(shift) <= _FARTHEST else timedelta()
    return {
        time: [_text(modified - zone - _SLACK), _text(modified - zone + _SLACK)]
        for time, (_, modified) in times.items()
    }


def _text(time: datetime) -> str:
    return f"{time:%Y%m%d%H%M%S}{time.microsecond // 1000:03}"
