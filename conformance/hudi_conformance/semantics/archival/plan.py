# SPDX-License-Identifier: Apache-2.0
"""Instants that an archiver archives, and the order in which it deletes [archive.plan.*].

A pure function from the active timeline, facts of the table and the configuration. Two release series differ:
0.15 on layout 1, 1.2 on layouts 1 and 2.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from hudi_conformance.errors import Reject
from hudi_conformance.model.actions import COMMITS, WRITES
from hudi_conformance.model.properties import options
from hudi_conformance.model.properties.key import Property
from hudi_conformance.model.properties.values import CleaningPolicy, CompactionTrigger
from hudi_conformance.model.timeline import LAYOUT_2
from hudi_conformance.semantics.archival.timeline import COMPLETED, InstantFile, highest_states

_COUNTED_STRATEGIES = {CompactionTrigger.NUM_COMMITS, CompactionTrigger.NUM_AND_TIME}
Passes = Callable[[str], bool]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ArchivalInput:
    """Input of an archiver.

    Attributes:
        is_1x: whether rules of 1.2 apply, otherwise those of 0.15.
        layout: timeline layout, 1 or 2.
        is_merge_on_read: type of the table.
        files: all files of the active timeline.
        config: configuration; absent options have Hudi's default.
        clean_plans: time of a clean to (earliest instant to retain, savepointed instants) of its plan.
        clean_metadata: time of a completed clean to its earliest commit to retain.
        metadata_compaction: latest completed compaction of the metadata table, if there is one.
        has_metadata_table: whether the table has one.
        data_files: active timeline of the data table, if this is a metadata table.
    """

    is_1x: bool
    layout: int
    is_merge_on_read: bool
    files: Sequence[InstantFile]
    config: Mapping[str, str]
    clean_plans: Mapping[str, tuple[str | None, tuple[str, ...]]]
    clean_metadata: Mapping[str, str]
    metadata_compaction: str | None
    has_metadata_table: bool
    data_files: Sequence[InstantFile] | None

    def value(self, option: Property[T]) -> T:
        """Value of an option; an empty text counts as absent."""
        text = option.stated(self.config)
        return option.default if text is None else option.parse(text)


@dataclass(frozen=True, slots=True)
class ArchivalPlan:
    """Files to archive, and files to delete.

    Attributes:
        keep_min: instants that stay, with those that the cleaner needs.
        keep_max: the archiver runs above this number.
        archive: files in the order in which they are written to the archive; completed ones only in layout 2.
        blocks: layout 1: entries of each block.
        history_file: layout 2: name of the file.
        delete_pending: files deleted first, sorted.
        delete_completed: files deleted then, in this order [archive.delete-order.*].
    """

    keep_min: int
    keep_max: int
    archive: tuple[str, ...] = ()
    blocks: tuple[int, ...] = ()
    history_file: str | None = None
    delete_pending: tuple[str, ...] = ()
    delete_completed: tuple[str, ...] = ()


def plan_archival(request: ArchivalInput) -> ArchivalPlan:
    """The plan of one run of the archiver.

    Raises:
        Reject: bad-value if the maximum of commits is not above the minimum [archive.plan.keep-order].
    """
    view = highest_states(request.files)
    completed = [item for item in view if item.state == COMPLETED]
    actions = COMMITS if request.is_merge_on_read else COMMITS - {"deltacommit"}
    commits = [item for item in completed if item.action in actions]
    keep_min, keep_max = _keep(request, view, commits)
    chosen: list[InstantFile] = []
    if len(commits) > keep_max:
        passing = [item for item in commits if all(p(item.time) for p in _filters(request, view, commits))]
        chosen = passing[: len(commits) - keep_min]
    if request.layout == LAYOUT_2:
        return _plan_history(request, completed, chosen, keep_min, keep_max)
    others: list[InstantFile] = []
    for action in ("rollback", "clean"):
        of_action = [item for item in completed if item.action == action]
        if len(of_action) > keep_max:
            others += of_action[: len(of_action) - keep_min]
    selected = [*others, *chosen]
    if request.is_1x:
        selected.sort(key=lambda item: item.key)  # [archive.plan.entry-order]
    selected = [item for item in selected if _is_left_by_tables(request, item)]
    limit = request.value(options.ARCHIVE_LIMIT) if request.is_1x else None
    if limit is not None:
        selected = selected[:limit]
    archived = [item for instant in selected for item in request.files if item.key == instant.key]
    batch = request.value(options.ARCHIVAL_BATCH)
    blocks = tuple(min(batch, len(archived) - start) for start in range(0, len(archived), batch))
    names = tuple(item.name for item in archived)
    return ArchivalPlan(keep_min, keep_max, names, blocks, None, *_deleted(request, selected))


def _plan_history(
    request: ArchivalInput,
    completed: Sequence[InstantFile],
    chosen: list[InstantFile],
    keep_min: int,
    keep_max: int,
) -> ArchivalPlan:
    if not chosen:
        return ArchivalPlan(keep_min, keep_max)
    last = chosen[-1].time
    others = [item for item in completed if item.action in {"clean", "rollback"} and item.time < last]
    selected = sorted([*chosen, *others], key=lambda item: item.key)  # [archive.plan.entry-order]
    name = f"{selected[0].time}_{selected[-1].time}_0.parquet"
    names = tuple(item.name for item in selected)
    return ArchivalPlan(keep_min, keep_max, names, (), name, *_deleted(request, selected))


def _deleted(
    request: ArchivalInput, selected: Sequence[InstantFile]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Pending files, sorted, and completed ones in order: the completed file of an instant is last."""
    keys = {item.key for item in selected}
    pending = sorted(item.name for item in request.files if item.key in keys and item.state != COMPLETED)
    return tuple(pending), tuple(item.name for item in selected)


# --- number of instants that stay --------------------------------------------------------------------


def _keep(
    request: ArchivalInput, view: Sequence[InstantFile], commits: Sequence[InstantFile]
) -> tuple[int, int]:
    keep_min, keep_max = request.value(options.KEEP_MIN_COMMITS), request.value(options.KEEP_MAX_COMMITS)
    if keep_max <= keep_min:
        message = f"at most {keep_max} commits kept, at least {keep_min}"
        raise Reject("bad-value", None, "archive.plan.keep-order", message)
    earliest = _earliest_to_retain(request, view)
    if earliest is not None:
        need = sum(item.time > earliest for item in commits) + 2
        if keep_min < need:
            keep_max, keep_min = need + keep_max - keep_min, need
    return keep_min, keep_max


def _earliest_to_retain(request: ArchivalInput, view: Sequence[InstantFile]) -> str | None:
    """The earliest commit that the cleaner keeps [archive.plan.keep-raised]."""
    writes = [item for item in view if item.action in {*COMMITS, "clustering"}]
    times = [item.time for item in writes if item.state == COMPLETED]
    policy = request.value(options.CLEANER_POLICY)
    if policy == CleaningPolicy.KEEP_LATEST_COMMITS:
        retained = request.value(options.CLEANER_COMMITS)
        if len(times) <= retained:
            return None
        earliest = times[len(times) - retained]
        pending = next((item.time for item in writes if item.state != COMPLETED), None)
        if pending is None or earliest <= pending:
            return earliest
        return max((time for time in times if time < pending), default=None)
    if policy == CleaningPolicy.KEEP_LATEST_BY_HOURS and times:
        hours = request.value(options.CLEANER_HOURS)
        edge = _hours_before(times[-1], hours)
        return next((time for time in times if time >= edge), None)
    return None


def _hours_before(time: str, hours: int) -> str:
    try:
        moment = datetime.datetime.strptime(time[:14], "%Y%m%d%H%M%S")  # noqa: DTZ007 - a table's own clock
    except ValueError:
        message = f"instant {time!r:.30} is not a valid time"
        raise Reject("bad-value", None, "timeline.instant.form", message) from None
    # without milliseconds the last millisecond of the second is used, so that an equal instant is before it
    millis = time[14:17] or "999"
    return (moment - datetime.timedelta(hours=hours)).strftime("%Y%m%d%H%M%S") + millis


# --- instants that may be archived -------------------------------------------------------------------


def _filters(
    request: ArchivalInput, view: Sequence[InstantFile], commits: Sequence[InstantFile]
) -> list[Passes]:
    bounds = [
        _before_pending(view, commits),
        _delta_commits(request, view),
        _clustering(request, view),
        _clean_ectr(request, view, commits),
    ]
    filters = [_before(bound) for bound in bounds]
    filters.append(_savepoints(request, view))
    if request.layout == LAYOUT_2:
        filters += [_before(_metadata_bound(request, commits)), _before(_data_bound(request))]
        if request.has_metadata_table and request.metadata_compaction is None:
            filters.append(lambda _: False)
    return filters


def _before(bound: str | None) -> Passes:
    return lambda time: bound is None or time < bound


def _savepoints(request: ArchivalInput, view: Sequence[InstantFile]) -> Passes:
    saved = [item.time for item in view if item.action == "savepoint" and item.state == COMPLETED]
    if request.value(options.ARCHIVE_BEYOND_SAVEPOINT):
        return lambda time: time not in saved
    return _before(min(saved, default=None))


def _before_pending(view: Sequence[InstantFile], commits: Sequence[InstantFile]) -> str | None:
    """The greatest commit before the first pending write [archive.plan.before-pending]."""
    writes = WRITES
    pending = next((i.time for i in view if i.action in writes and i.state != COMPLETED), None)
    if pending is None:
        return None
    return max((item.time for item in commits if item.time < pending), default=pending)


def _delta_commits(request: ArchivalInput, view: Sequence[InstantFile]) -> str | None:
    """Keep instants that the next compaction still needs [archive.plan.delta-commits]."""
    strategy = request.value(options.COMPACT_TRIGGER)
    if not request.is_merge_on_read or strategy not in _COUNTED_STRATEGIES:
        return None
    most = request.value(options.COMPACT_DELTA_COMMITS)
    deltas = [item for item in view if item.action == "deltacommit"]
    last = max((i.time for i in view if i.action == "commit" and i.state == COMPLETED), default=None)
    if last is None:
        if not deltas:
            return None
        since, last = deltas, deltas[0].time
    elif request.is_1x:
        since = [item for item in deltas if item.is_modified_after(last)]
    else:
        since = [item for item in deltas if item.time > last]
    return last if len(since) < most else since[len(since) - most].time


def _clustering(request: ArchivalInput, view: Sequence[InstantFile]) -> str | None:
    """Replaced files that the cleaner has not removed yet [archive.plan.clustering].

    Hudi has two more conditions, neither of which changes a bound. It uses the savepoint of a clean only if a
    replacecommit lies between it and the earliest instant to retain [archive.plan.clustering-savepoint];
    without one, the first replacecommit after either time is the same. Up to 0.15 the last commit before an
    inflight replacecommit is also a bound [archive.plan.clustering-inflight], never before the pending one.
    """
    replaces = [item.time for item in view if item.comparable_action == "replacecommit"]
    clean = max((i.time for i in view if i.action == "clean" and i.state == COMPLETED), default=None)
    lower = ""
    if clean is not None:
        earliest, saved = request.clean_plans.get(clean, (None, ()))
        lower = earliest or clean
        is_by_versions = request.value(options.CLEANER_POLICY) == CleaningPolicy.KEEP_LATEST_FILE_VERSIONS
        if request.is_1x and earliest and not is_by_versions:
            lower = min((earliest, *saved))
    return next((time for time in replaces if time >= lower), None)


def _clean_ectr(
    request: ArchivalInput, view: Sequence[InstantFile], commits: Sequence[InstantFile]
) -> str | None:
    """Keep instants that the last clean retained, if the option requests it [archive.plan.options-1x]."""
    is_asked = request.is_1x and request.layout < LAYOUT_2
    if not is_asked or not request.value(options.ARCHIVE_BLOCK_ON_CLEAN):
        return None
    clean = max((i.time for i in view if i.action == "clean" and i.state == COMPLETED), default=None)
    earliest = request.clean_metadata.get(clean or "")
    if not earliest:
        return None
    return next((item.time for item in commits if item.time >= earliest), None)


def _metadata_bound(request: ArchivalInput, commits: Sequence[InstantFile]) -> str | None:
    """Layout 2: keep instants that the metadata table has not yet compacted [archive.plan.metadata-table]."""
    last = request.metadata_compaction
    if not request.has_metadata_table or last is None:
        return None
    return next((item.time for item in commits if item.is_modified_after(last)), None)


def _data_bound(request: ArchivalInput) -> str | None:
    """A metadata table keeps instants that its data table's timeline still has [archive.plan.data-table]."""
    if request.data_files is None:
        return None
    view = highest_states(request.data_files)
    saved: set[str] = set()
    if request.value(options.ARCHIVE_BEYOND_SAVEPOINT):
        saved = {item.time for item in view if item.action == "savepoint" and item.state == COMPLETED}
    first = next((i.time for i in view if i.comparable_action in COMMITS and i.time not in saved), None)
    pending = next((item.time for item in view if item.state != COMPLETED), None)
    return min((time for time in (first, pending) if time is not None), default=None)


def _is_left_by_tables(request: ArchivalInput, item: InstantFile) -> bool:
    """Layout 1: whether metadata table and data table permit archiving an instant, of any action."""
    if request.has_metadata_table:
        last = request.metadata_compaction
        if last is None or item.time >= last:
            return False
    return _before(_data_bound(request))(item.time)
