# SPDX-License-Identifier: Apache-2.0
"""The check of one metadata table: checks of the driver, then tasks, then evaluation of their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from hudi_conformance.audit.between.metadata import check_timelines
from hudi_conformance.audit.between.record_keys import MAX_KEYS, may_repeat_keys
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap, sum_gaps
from hudi_conformance.audit.known import explained
from hudi_conformance.audit.metadata import place, tasks
from hudi_conformance.audit.metadata.groups import is_partitioned
from hudi_conformance.audit.metadata.listing import Listing, read_disk
from hudi_conformance.audit.metadata.locations import (
    ALL,
    ELSEWHERE,
    EXTRA,
    MISSING,
    TWICE,
    Difference,
    compare,
)
from hudi_conformance.audit.metadata.remote import Copied, copy_table
from hudi_conformance.audit.metadata.report import damage, group_path, note, shown, unchecked
from hudi_conformance.audit.metadata.routes import Cell, Sums
from hudi_conformance.audit.metadata.state import State, absent_partitions, open_state, slice_values
from hudi_conformance.audit.metadata.tasks import MetadataTask, Results, Target
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.table_facts import gather
from hudi_conformance.decode.base_file import num_rows_of
from hudi_conformance.decode.metadata.groups import (
    BLOOM_FILTERS,
    COLUMN_STATS,
    EXPRESSION_INDEX,
    FILES,
    PARTITION_STATS,
    RECORD_INDEX,
    SECONDARY_INDEX,
)
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.engine import local
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.lake.filesystem import local_path
from hudi_conformance.look.text import counted
from hudi_conformance.model.properties.table import METADATA_INFLIGHT
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.metadata import FOLDER, announced

RULE = {RECORD_INDEX: "metadata-record-index"}
SECONDARY_RULE = "metadata-secondary-index"
FILES_OF_A_TASK = 2048
GROUPS_OF_A_TASK = 16
ROWS_AT_ONCE = 50_000  # rows of differing file groups that are fetched without narrowing them down
_BUCKET_ROWS = 500
_MAX_CELLS = 256


@dataclass(slots=True)
class Result:
    """Findings with paths below the lake, and checks that were not made."""

    findings: list[FindingRow] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)


def check_metadata(table: TableRef, token: str, engine: Engine) -> Result:
    """Findings of the metadata table of `table`; none if none is announced.

    `token` differs for each check of the table.
    """
    result = Result()
    folder = local_path(table.path) or table.copy
    if folder is None:
        result.gaps.append(Gap("metadata tables", 1, "the timeline of the table cannot be copied"))
        return result
    if local_path(table.path) is None and getattr(engine, "func", engine) is not local.run_tasks:
        engine = local.run_tasks  # the copy is on this machine
    try:
        for item in _check(Path(folder), table, token, engine):
            if isinstance(item, Gap):
                result.gaps.append(item)
            else:
                # Files that explain a finding are read from the same folder.
                near = (
                    explained(replace(item, path=f"{folder}/{item.path}")) if folder == table.copy else item
                )
                result.findings.append(replace(near, path=f"{table.path}/{item.path}"))
    except Exception as error:
        result.findings.append(replace(unchecked(FOLDER, error), path=f"{table.path}/{FOLDER}"))
    result.findings = [row for row in result.findings if table.context.includes(row.instant)]
    result.gaps = sum_gaps(result.gaps)
    return result


def _check(path: Path, table: TableRef, token: str, engine: Engine) -> Iterator[FindingRow | Gap]:
    try:
        data = read_timeline(path)
    except Reject:  # the check of the timeline reports the reason
        return
    if not announced(data.properties) and not announced(data.properties, METADATA_INFLIGHT):
        yield from place.check_forgotten(path, data)
        return
    near = Copied(frozenset(), table.context.deep, ())
    if local_path(table.path) is None:
        try:
            near = copy_table(table, path)
        except READ_FAILURES as error:
            yield from place.check_own_properties(path, data.properties)
            yield unchecked(FOLDER, error)
            return
        yield from near.gaps
        yield from _check_copied_timelines(path)
    absent = absent_partitions(path)
    yield from place.check_announced(path, data, absent)
    if FILES in absent or FILES not in announced(data.properties) or FILES in near.skipped:
        return
    yield from place.check_own_properties(path, data.properties)
    target = Target(str(path), token, near.is_deep, tuple(sorted(near.skipped)))
    try:
        state = open_state(target.table, target.token, is_deep=target.is_deep, skip=target.skip)
        facts = gather(path)
    except READ_FAILURES as error:
        yield unchecked(FOLDER, error)
        return
    yield from place.check_definitions(state)
    yield from place.check_groups(state.metadata)
    yield from place.check_compactions(state.metadata)
    yield from Listing(state, facts, read_disk(path)).check()
    yield from _Run(state, target, engine).check()


def _check_copied_timelines(path: Path) -> Iterator[FindingRow]:
    """Checks that the surface of tables cannot make in a store: it has one timeline at a time."""
    try:
        own, data = gather(path / FOLDER), gather(path)
    except READ_FAILURES:  # the tables have separate findings
        return
    for row in check_timelines(own, data):
        file = path / FOLDER / row.path
        size = file.stat().st_size if file.is_file() else None
        yield replace(row, path=f"{FOLDER}/{row.path}", kind=row.surface, len=size)


@dataclass(frozen=True)
class _Run:
    state: State
    target: Target
    engine: Engine

    def check(self) -> Iterator[FindingRow | Gap]:
        first = list(self._first_tasks())
        results = self._run(first)
        yield from results.findings
        yield from results.gaps
        metadata = self.state.metadata
        for name in metadata.inflight:
            yield Gap("indexes that are being built", 1, f"{name} is not yet read")
        for index in metadata.ready:
            if index == RECORD_INDEX or index.startswith(SECONDARY_INDEX):
                yield from self._index(index, results)
            elif index.startswith(EXPRESSION_INDEX):
                yield Gap(
                    "expression indexes",
                    1,
                    f"only keys of {index}: values of its expression are not computed",
                )

    def _run(self, pending: Sequence[MetadataTask]) -> Results:
        results = Results()
        if pending:
            table = tasks.to_table(self.target, pending)
            self.engine(
                table, tasks.check_batch, tasks.RESULT_SCHEMA, on_batch=results.add, on_lost=tasks.lost
            )
        return results

    def _first_tasks(self) -> Iterator[MetadataTask]:
        state, ready = self.state, self.state.metadata.ready
        files = [(partition, name) for partition, names in state.listing.items() for name in sorted(names)]
        for index in ready:
            for number, item in enumerate(state.metadata.slices.get(index, ())):
                where = {"index": index, "number": number, "place": group_path(index, item)}
                yield MetadataTask(tasks.GROUP, where)
                if index == RECORD_INDEX or (index.startswith(SECONDARY_INDEX) and self.target.is_deep):
                    yield MetadataTask(tasks.INDEX_SUMS, where)
        for index, kind in ((COLUMN_STATS, tasks.FILES), (BLOOM_FILTERS, tasks.BLOOMS)):
            if state.metadata.slices.get(index):
                for start in range(0, len(files), FILES_OF_A_TASK):
                    chosen = files[start : start + FILES_OF_A_TASK]
                    yield MetadataTask(kind, {"files": chosen, "place": f"{FOLDER}/{index}"}, len(chosen))
        if state.metadata.slices.get(PARTITION_STATS):
            yield MetadataTask(tasks.PARTITIONS, {"place": f"{FOLDER}/{PARTITION_STATS}"})
        if self.target.is_deep and state.table.key.has_meta_fields:
            for index in ready:
                if index == RECORD_INDEX or index.startswith(SECONDARY_INDEX):
                    yield from self._data_tasks(tasks.DATA_SUMS, {"index": index})

    def _data_tasks(self, kind: str, scope: Mapping[str, Any]) -> Iterator[MetadataTask]:
        groups = list(self.state.slices)
        for start in range(0, len(groups), GROUPS_OF_A_TASK):
            chosen = groups[start : start + GROUPS_OF_A_TASK]
            where = {**scope, "groups": chosen, "place": f"{FOLDER}/{scope['index']}"}
            yield MetadataTask(kind, where, len(chosen))

    def _index(self, index: str, results: Results) -> Iterator[FindingRow | Gap]:
        """Check an index of records by its sums, or without `--deep` the record index by its counts."""
        if not self.state.metadata.slices.get(index):
            return
        if not self.target.is_deep:
            if index == RECORD_INDEX:
                yield from self._counts(results)
            yield Gap("indexes of records", 1, f"keys of {index}; --deep reads them")
            return
        if not self.state.table.key.has_meta_fields:
            yield Gap("indexes of records", 1, f"{index}: rows without meta fields have no stored key")
            return
        unreadable = (row.path for row in results.findings if row.verdict == "unreadable")
        if any(gap.what == index for gap in results.gaps) or any(f"/{index}" in f"/{p}" for p in unreadable):
            return  # the rows of a side would seem to be absent
        sides = _sides(index, results)
        cells = sides["data"].differences(sides["index"])
        if cells:
            yield from self._rows(index, cells, sides)

    def _counts(self, results: Results) -> Iterator[FindingRow | Gap]:
        counts: Counter[GroupId] = Counter()
        for kind, rows in results.messages:
            if kind == tasks.COUNTS:
                for partition, file_id, number in rows:
                    counts[partition, file_id] += number
        where = f"{FOLDER}/{RECORD_INDEX}"
        for group, number in sorted(counts.items()):
            if group not in self.state.slices:
                yield damage(
                    where, RULE[RECORD_INDEX], "bad-reference", _no_group(group, counted(number, "key"))
                )
        num_rows: dict[GroupId, int] = {}
        for group, item in sorted(self.state.slices.items()):
            if item.log_files or item.base_file is None:
                yield Gap(
                    "data file groups", 1, "keys of log files against the record index; --deep reads them"
                )
                continue
            with suppress(*READ_FAILURES):  # the file's own check reports them
                num_rows[group] = num_rows_of(self.state.file(item.partition, item.base_file.name))
        has_excess = any(counts[group] > number for group, number in num_rows.items())
        for group, number in num_rows.items():
            if number > counts[group] and not has_excess and self._may_repeat_keys:
                if self._num_keys is None:
                    yield Gap("data file groups", 1, "more rows than keys in the index; --deep reads them")
                    continue
                if self._num_keys == sum(counts[each] for each in self.state.slices):
                    continue  # other groups, or other rows, have these keys
            if number != counts[group]:
                file = self.state.slices[group].base_file
                message = (
                    f"{file and file.name} has {counted(number, 'row')}, the index has {counts[group]:,} "
                    f"of them: " + _lost(number - counts[group])
                )
                yield damage(where, RULE[RECORD_INDEX], "bad-value", message)

    @cached_property
    def _num_keys(self) -> int | None:
        """Different keys of all rows; None if log files have some, or a file is remote."""
        keys: set[Any] = set()
        try:
            for item in self.state.slices.values():
                if item.log_files or len(keys) > MAX_KEYS:
                    return None
                keys.update(key for (key,) in slice_values(self.state, item, ()))
        except READ_FAILURES:
            return None
        return len(keys)

    @cached_property
    def _may_repeat_keys(self) -> bool:
        table = self.state.table
        operations = (commit.operation for commit in table.commits)
        return may_repeat_keys(operations, has_archived=bool(table.archived_commits))

    def _rows(
        self, index: str, cells: Sequence[Cell], sides: Mapping[str, Sums]
    ) -> Iterator[FindingRow | Gap]:
        total = sum(max(side.cells.get(cell, (0, 0))[0] for side in sides.values()) for cell in cells)
        scope: dict[str, Any] = {"index": index, "cells": [list(cell) for cell in cells]}
        if total > ROWS_AT_ONCE:
            scope = {"index": index, "buckets": max(total // len(cells) // _BUCKET_ROWS, 2),
                    "cells": [[group, ALL] for group, _ in cells]}  # fmt: skip
            narrow = self._run(
                [*self._index_tasks(tasks.INDEX_SUMS, scope), *self._data_tasks(tasks.DATA_SUMS, scope)]
            )
            yield from narrow.findings
            sides = _sides(index, narrow)
            differing = sides["data"].differences(sides["index"])
            if len(differing) > _MAX_CELLS:
                yield Gap(
                    "keys", len(differing) - _MAX_CELLS, f"buckets of {index} that differ beyond {_MAX_CELLS}"
                )
            scope["cells"] = [list(cell) for cell in differing[:_MAX_CELLS]]
        results = self._run(
            [*self._index_tasks(tasks.INDEX_ROWS, scope), *self._data_tasks(tasks.DATA_ROWS, scope)]
        )
        yield from results.findings
        rows: dict[str, list[tuple[str, str, str]]] = {"data": [], "index": []}
        for kind, value in results.messages:
            if kind == tasks.ROWS:
                rows[value[0]] += [tuple(row) for row in value[2]]
        is_by_partition = index == RECORD_INDEX and is_partitioned(self.state)
        differences = compare(rows["data"], rows["index"], is_by_partition=is_by_partition)
        for difference in differences:
            yield self._finding(index, difference)

    def _index_tasks(self, kind: str, scope: Mapping[str, Any]) -> Iterator[MetadataTask]:
        groups = {group for group, _ in scope["cells"]}
        for number, item in enumerate(self.state.metadata.slices[index := scope["index"]]):
            if number in groups:
                yield MetadataTask(kind, {**scope, "number": number, "place": group_path(index, item)})

    def _finding(self, index: str, item: Difference) -> FindingRow:
        where, keys = f"{FOLDER}/{index}", counted(len(item.keys), "key")
        if index != RECORD_INDEX:
            lost = {
                MISSING: "is not in the index: lookups by the column lose the rows",
                EXTRA: "is in the index but in no row: lookups by the column find missing rows, or extra"
                " ones",
                TWICE: "belongs to two rows",
            }.get(item.kind, "differs")
            return damage(where, SECONDARY_RULE, "bad-value", f"{keys} of rows ({shown(item.keys)}) {lost}")
        code = {ELSEWHERE: "bad-reference", TWICE: "duplicate"}.get(item.kind, "missing-field")
        if item.kind == EXTRA and item.group not in self.state.slices:
            message = _no_group(item.group, f"{keys} ({shown(item.keys)})")
        else:
            message = _MESSAGES[item.kind].format(
                keys=keys, shown=shown(item.keys), group=_name(item.group), other=_name(item.other)
            )
        report = note if item.kind == TWICE and self._may_repeat_keys else damage
        return report(where, RULE[RECORD_INDEX], code, message)


_MESSAGES = {
    MISSING: "{keys} of {group} ({shown}) not in the index: lookups lose the rows, an upsert inserts them a"
    " second time",
    EXTRA: "{keys} in the index, at {group} ({shown}), without a row: an upsert there updates a missing row,"
    " and is lost or treats the key as existing",
    ELSEWHERE: "{keys} of {group} ({shown}) located at {other}: lookups lose the rows, an upsert writes them"
    " a second time",
    TWICE: "{keys} ({shown}) in two rows, of {other} and {group}: queries return both rows, those by key and"
    " upserts may find one of them",
}


def _name(group: GroupId | None) -> str:
    return "" if group is None else f"{group[0]}/{group[1]}" if group[0] else group[1]


def _no_group(group: GroupId, keys: str) -> str:
    return (
        f"{keys} located at {_name(group)}, a file group that no query reads: lookups lose the rows, and an"
        " upsert of them is written there and lost"
    )


def _lost(number: int) -> str:
    if number > 0:
        return f"lookups lose {counted(number, 'row')}, an upsert inserts them a second time"
    return f"{counted(-number, 'key')} too many: upserts of them go to missing rows"


def _sides(index: str, results: Results) -> dict[str, Sums]:
    sides = {"data": Sums(), "index": Sums()}
    for kind, value in results.messages:
        if kind == tasks.SUMS and value[1] == index:
            sides[value[0]].add_json(value[2])
    return sides
