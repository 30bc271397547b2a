# SPDX-License-Identifier: Apache-2.0
"""The rows of a table's views by the reference semantics [table.view.*].

A reader reads group by group: nothing is held but the log entries of one file slice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.semantics.merge.rules import Line, MergeRules
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.semantics.slices.files import (
    FileSlice,
    GroupId,
    TimelineFacts,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.logs import SliceRules, merge_logs
from hudi_conformance.table.rows import KeyReader, base_rows

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CommitFacts:
    """What of a completed commit an incremental read asks for."""

    time: str
    completion_time: str
    action: str
    operation: str | None
    groups: frozenset[GroupId]


@dataclass(frozen=True, slots=True)
class Table:
    """A table as its folder, its properties and its timeline tell.

    Attributes:
        path: its folder.
        is_merge_on_read: whether log files belong to its rows.
        rules: how versions merge.
        facts: what the timeline says of visibility.
        commits: completed commits of the active timeline, oldest first.
        schema: reader's schema, meta fields included where rows have them.
        key: record key of a row.
        slices: slices of each file group, newest first.
    """

    path: Path
    is_merge_on_read: bool
    rules: MergeRules
    facts: TimelineFacts
    commits: tuple[CommitFacts, ...]
    schema: AvroSchema
    key: KeyReader
    slices: Mapping[GroupId, list[FileSlice]]


@dataclass(frozen=True, slots=True)
class View:
    """What is asked of a table.

    Attributes:
        kind: `snapshot`, `read_optimized` or `incremental`.
        as_of: requested time up to which a snapshot looks; None = the latest completed.
        begin: incremental: rows of commits after this time; None = from the start.
        end: incremental: rows of commits up to this time; None = the latest.
    """

    kind: str = "snapshot"
    as_of: str | None = None
    begin: str | None = None
    end: str | None = None


def read_view(table: Table, view: View) -> Iterator[Row]:
    """Rows of a view, group by group; physical values by the table's schema.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded, or versions that cannot be merged.
    """
    for group in table.slices:
        yield from read_group(table, group, view)


def read_group(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Rows of one file group."""
    latest = view.as_of or table.facts.latest
    if latest is None:
        return
    facts, slices = table.facts, table.slices[group]
    if view.kind == "incremental":
        yield from _read_changes(table, group, view)
        return
    if is_replaced(group, facts, view.as_of):
        return
    if view.kind == "read_optimized" or not table.is_merge_on_read:
        base = read_optimized_file(slices, facts, view.as_of)
        if base is not None:
            yield from base_rows(table.path / base.partition / base.name, table.schema)
        return
    item = merged_slice(slices, facts, view.as_of)
    if item is not None:
        yield from read_slice(table, item, latest)


def _read_changes(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Rows of the group that commits in the range wrote.

    By instant time or by completion time [table.view.incremental-0x], [table.view.incremental-1x].
    """
    by_completion = table.rules.line is Line.V1_2

    def is_inside(commit: CommitFacts) -> bool:
        at = commit.completion_time if by_completion else commit.time
        return (view.begin is None or at > view.begin) and (view.end is None or at <= view.end)

    commits = [commit for commit in table.commits if is_inside(commit)]
    if by_completion and view.begin is None and view.end is None:
        yield from read_group(table, group, View())  # from the earliest on: the snapshot, archived or not
        return
    if not any(group in commit.groups for commit in commits):
        return
    times = {commit.time for commit in commits}
    first, last = min(times), max(times)
    if is_replaced(group, table.facts, last):
        return
    for row in read_group(table, group, View(as_of=last)):
        written = row.get("_hoodie_commit_time") or ""
        if by_completion:
            is_asked = written in times
        elif table.is_merge_on_read:
            is_asked = (view.begin is None or written > view.begin) and written <= last
        else:
            is_asked = first <= written <= last
        if is_asked:
            yield row


def read_slice(table: Table, item: FileSlice, latest: str) -> Iterator[Row]:
    """Rows of one file slice: its base file with its log files on top [table.view.snapshot].

    Raises:
        Reject: a block that cannot be read: rows without it would be wrong.
    """
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
    files = [table.path / log.partition / log.name for log in item.log_files]
    merger = merge_logs(files, SliceRules(table.rules, table.schema, table.key, limits))
    seen: set[str] = set()
    if item.base_file is not None:
        path = table.path / item.base_file.partition / item.base_file.name
        for row in base_rows(path, table.schema):
            if not merger.entries:
                yield row
                continue
            key = table.key(row)
            if key in merger.entries:
                seen.add(key)
                shown = merger.over(key, row)
                if shown is not None:
                    yield dict(shown)
            else:
                yield row
    for key in merger.entries:
        if key not in seen:
            alone = merger.alone(key)
            if alone is not None:
                yield dict(alone)


def slice_entries(
    table: Table, view: View, keys: set[str]
) -> Iterator[tuple[bool, dict[str, bool], set[str]]]:
    """Yield what each slice of a snapshot says of some keys.

    Each time: whether there is a base file; for keys with an entry in the logs, whether it is a row and no
    delete; which of the keys the base file holds.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded.
    """
    latest = view.as_of or table.facts.latest
    for slices in table.slices.values():
        item = merged_slice(slices, table.facts, view.as_of)
        if item is None or latest is None:
            continue
        limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
        files = [table.path / log.partition / log.name for log in item.log_files]
        merger = merge_logs(files, SliceRules(table.rules, table.schema, table.key, limits))
        entries = {key: merger.alone(key) is not None for key in keys if key in merger.entries}
        stored: set[str] = set()
        if item.base_file is not None:
            path = table.path / item.base_file.partition / item.base_file.name
            stored = {key for row in base_rows(path, table.schema) if (key := table.key(row)) in keys}
        yield item.base_file is not None, entries, stored
