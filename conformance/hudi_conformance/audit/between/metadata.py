# SPDX-License-Identifier: Apache-2.0
"""The timeline of a metadata table against that of its data table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path

from hudi_conformance.audit.between.subject import METADATA_TABLE, Subject, damage
from hudi_conformance.audit.findings import WARNING, FindingRow
from hudi_conformance.audit.table_facts import Facts, gather
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.lake.filesystem import local_path
from hudi_conformance.model.actions import COMMITS, comparable_action
from hudi_conformance.model.timeline import LEN_TIME, State


def check_metadata_timeline(subject: Subject) -> Iterator[FindingRow]:
    """Instants that only one of the two tables has; if both are copied, see `check_timelines`."""
    data = local_path(subject.table.path)
    if data is None or not subject.is_metadata_table:
        return
    try:
        facts = gather(Path(data[: -len(METADATA_TABLE)]))
    except READ_FAILURES:  # the data table has separate findings
        return
    yield from check_timelines(subject.facts, facts)


def check_timelines(own: Facts, data: Facts) -> Iterator[FindingRow]:
    """Instants that only a metadata table or only its data table has; paths are below the former."""
    yield from _check_ahead(own, data)
    yield from _check_behind(own, data)
    yield from _check_pending(own, data)


def _check_ahead(own: Facts, data: Facts) -> Iterator[FindingRow]:
    """Commits of the metadata table whose instant the data table does not have.

    A downgrade writes one whose single record names no partition; `metadata-block` reports other records.
    """
    known, first = data.known_times(), data.first_active
    single = {commit.instant.time for commit in own.commits if commit.num_writes == 1}
    done = sorted(
        {(i.time, i.action) for i in data.instants if i.state is State.COMPLETED}
        | {(time, action) for time, action, state in data.archived if state is State.COMPLETED}
    )
    for commit in own.completed_commits.values():
        time = commit.time[:LEN_TIME]
        if first is None or time.startswith("0000") or time < first or time in known:
            continue
        if commit.time in single or _is_of_restore(time, done):
            continue
        if commit.action == "deltacommit" and len(commit.time) <= LEN_TIME:
            message = f"the data table has no instant {time}: no reader treats its rows as committed"
            path = f"{own.timeline.folder}/{commit.name}"
            yield damage(path, "metadata-ahead", "bad-reference", message, time, severity=WARNING)


def _check_pending(own: Facts, data: Facts) -> Iterator[FindingRow]:
    """Pending commits of the data table that the metadata table has completed, before later commits.

    The metadata table completes first. A writer that stops between the two leaves such an instant, and the
    next one rolls it back before it commits, unless it leaves failed writes to the cleaner.
    """
    done = data.completed_commits
    last = max(done, default="")
    completed = own.completed_commits
    for instant in data.instants:
        is_write = instant.action in {"commit", "deltacommit"} and instant.state is State.INFLIGHT
        if is_write and instant.time in completed and instant.time not in done and instant.time < last:
            message = (
                f"{instant.name}: the metadata table has completed this commit, and later ones completed: "
                "the completed file is lost, or its writer failed"
            )
            path = f"{own.timeline.folder}/{completed[instant.time].name}"
            yield damage(path, "metadata-completed", "missing-field", message, instant.time, severity=WARNING)


def _is_of_restore(time: str, done: Sequence[tuple[str, str]]) -> bool:
    """Whether the last instant before a time is a restore, which the metadata table has under a new time.

    A rollback to a savepoint is also a restore [timeline.content.restore].
    """
    number = bisect_left(done, (time,))
    return number > 0 and done[number - 1][1] == "restore"


def _check_behind(own: Facts, data: Facts) -> Iterator[FindingRow]:
    """Completed commits of the data table that the metadata table lacks."""
    times = {i.time for i in own.instants if i.state is State.COMPLETED}
    times |= {time for time, *_ in own.archived}
    first = min((t for t in times if not t.startswith("0000")), default=None)
    if first is None or not own.instants:
        return
    for commit in data.completed_commits.values():
        if comparable_action(commit.action) in COMMITS and commit.time > first and commit.time not in times:
            message = (
                f"{commit.name} of the data table is not in the metadata table: readers that list files by"
                " it miss the files of the commit"
            )
            yield damage(own.timeline.folder, "metadata-behind", "missing-field", message, commit.time)
