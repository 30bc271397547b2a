# SPDX-License-Identifier: Apache-2.0
"""The rows of a table's views by the reference semantics [table.view].

A reader reads group by group: nothing is held but the log entries of one file slice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hudi_conformance.decode.avro_schema import AvroSchema
from hudi_conformance.decode.log_content import ContentReader
from hudi_conformance.decode.log_scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import Reject
from hudi_conformance.semantics.log_merge import LogMerger
from hudi_conformance.semantics.log_scan import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.semantics.resolve import Resolve, resolver
from hudi_conformance.semantics.rows import RowField, Version, row_fields
from hudi_conformance.semantics.rules import Line, MergeRules
from hudi_conformance.semantics.slices import (
    FileSlice,
    GroupId,
    TimelineFacts,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.rows import KeyReader, base_rows
from hudi_conformance.views.log import BlockContent, BlockType, HeaderKey

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

    @property
    def fields(self) -> tuple[RowField, ...]:
        """Fields of the reader's schema."""
        return row_fields(self.schema.tree)


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
    """Rows of the group that commits in the range wrote [table.view.incremental]."""
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


@dataclass(slots=True)
class _SliceReader:
    """Reads the log files of one slice into a merger."""

    table: Table
    merger: LogMerger
    resolvers: dict[str | bytes, tuple[Resolve, bool]] = field(default_factory=dict)

    def take(self, content: BlockContent) -> None:
        if content.rejection is not None:
            why = content.rejection
            raise Reject(why.code, why.at, why.requirement, why.message)
        if content.block.type is BlockType.DELETE_BLOCK:
            for deleted in content.deletes or ():
                if deleted.record_key is None:
                    raise Reject("missing-field", None, "table.row.key", "a deleted key that is null")
                self.merger.delete(deleted.record_key, deleted.ordering)
            return
        resolve, is_partial = self._resolver(content)
        for row in content.records or ():
            key = self.table.key(row)
            resolved = resolve(row)
            ordering = self.merger.ordering(resolved)
            self.merger.add(key, Version(resolved, ordering), is_partial=is_partial)

    def _resolver(self, content: BlockContent) -> tuple[Resolve, bool]:
        header = content.block.header
        text = header[HeaderKey.SCHEMA]
        is_partial = str(header.get(HeaderKey.IS_PARTIAL, "")).lower() == "true"
        found = self.resolvers.get(text)
        if found is None:
            reader = self.table.schema.tree
            writer = content.schema
            if is_partial:
                written = {member["name"] for member in writer["fields"]}
                members = [member for member in reader["fields"] if member["name"] in written]
                reader = {**reader, "fields": members}
            found = (resolver(writer, reader), is_partial)
            self.resolvers[text] = found
        return found


def read_slice(table: Table, item: FileSlice, latest: str) -> Iterator[Row]:
    """Rows of one file slice: its base file with its log files on top [merge.log.base].

    Raises:
        Reject: a block that cannot be read: rows without it would be wrong.
    """
    merger = merge_logs(table, [table.path / log.partition / log.name for log in item.log_files], latest)
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


def merge_logs(
    table: Table, paths: Iterable[Path], latest: str, in_range: Callable[[str], bool] | None = None
) -> LogMerger:
    """The entries of the log files of a slice, one a key.

    Two passes: the framing of all files says which blocks are in effect, then their contents are read one
    block at a time.
    """
    files = list(paths)
    blocks: list[SliceBlock] = []
    for number, path in enumerate(files):
        with open_source(path) as buffer:
            blocks.extend(SliceBlock(number, block) for block in _blocks(buffer))
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed, in_range)
    merger = LogMerger(table.rules, table.fields)
    reader = _SliceReader(table, merger)
    for number, run in _runs(blocks_in_effect(blocks, limits)):
        with open_source(files[number]) as buffer:
            contents = ContentReader(buffer)
            for item in run:
                reader.take(contents.read(item.block))
    return merger


def _blocks(buffer: Any) -> Iterator[Any]:
    walk = walk_log(buffer)
    while True:
        try:
            yield next(walk)
        except StopIteration as stop:
            end = stop.value
            break
    if end.rejection is not None:
        why = end.rejection
        raise Reject(why.code, why.at, why.requirement, why.message)


def _runs(blocks: Iterable[SliceBlock]) -> Iterator[tuple[int, list[SliceBlock]]]:
    """Blocks in order, those next to each other of one file together: a file is opened once a run."""
    run: list[SliceBlock] = []
    for item in blocks:
        if run and run[-1].file != item.file:
            yield run[0].file, run
            run = []
        run.append(item)
    if run:
        yield run[0].file, run


def with_rules(table: Table, rules: MergeRules) -> Table:
    """The same table read by other rules."""
    return replace(table, rules=rules)
