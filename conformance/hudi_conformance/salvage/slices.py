# SPDX-License-Identifier: Apache-2.0
"""Rows of a file slice of a damaged table, merged as in a snapshot, with the reliability of each."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice

import pyarrow as pa

from hudi_conformance import resources
from hudi_conformance.decode.avro.schema import AvroSchema, cached_schema
from hudi_conformance.decode.base_file import BaseFile as OpenBase
from hudi_conformance.decode.parquet.base import avro_schema
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.bootstrap import SKELETONS
from hudi_conformance.model.meta_fields import FILE_NAME
from hudi_conformance.model.properties.values import OVERWRITE_WITH_LATEST
from hudi_conformance.salvage.account import REFUSALS, Loss
from hudi_conformance.salvage.base import open_groups, row_groups
from hudi_conformance.salvage.slice_logs import standing_logs
from hudi_conformance.semantics.merge.rules import MergeRules, Mode
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId, visible_slices
from hudi_conformance.table.arrow import batches_of, group_batches
from hudi_conformance.table.damages import DamageList, OnDamage
from hudi_conformance.table.renamed import RenamedBase
from hudi_conformance.table.rows import base_rows
from hudi_conformance.table.slice_rows import merged_rows
from hudi_conformance.table.stored import open_stored, rows_of_base
from hudi_conformance.table.view import Row, Table, View
from hudi_conformance.table.view_files import files_of, path_of, state_slice

OK, MAYBE, PARTIAL = "ok", "maybe-stale", "partial"
KNOWN_COLUMNS = "_hudi_salvage_columns"  # of partial rows
CAUSES: dict[str, str] = resources.package_table("salvage/texts.toml")["causes"]
_IN_MEMORY = 16 << 20  # bytes of the files of a slice whose rows are in memory before they are written
_CHUNK = 8192
_UNFIT = (*REFUSALS, pa.ArrowException, OSError, ValueError, TypeError, KeyError)
# Payload classes that fill columns of the new row from the stored one.
_FILLING = (
    "OverwriteNonDefaultsWithLatestAvroPayload",
    "PartialUpdateAvroPayload",
    "MySqlDebeziumAvroPayload",
    "PostgresDebeziumAvroPayload",
)


@dataclass(slots=True)
class SliceReport:
    """Missing parts of a slice.

    Attributes:
        item: its files.
        losses: by cause of `CAUSES`, one text per loss.
        rows: number of rows by reliability.
    """

    item: FileSlice
    losses: dict[str, list[str]] = field(default_factory=dict)
    rows: Counter[str] = field(default_factory=Counter)

    def add(self, cause: str, *losses: str) -> None:
        """Add losses of a cause, if there are any."""
        if losses:
            self.losses.setdefault(cause, []).extend(losses)


Marked = Iterator[tuple[str, pa.RecordBatch]]


def salvaged_slice(
    table: Table, group: GroupId, suspicions: Iterable[str] = ()
) -> tuple[SliceReport, Marked] | None:
    """The readable part of a file group's snapshot; None if it is empty.

    Args:
        table: its table.
        group: the file group.
        suspicions: reasons why rows may be stale that reading does not show.

    Returns:
        The report, complete when the batches are read, and batches with the reliability of their rows. Those
        of `PARTIAL` have the columns of files and `KNOWN_COLUMNS`, others all columns of the table.
    """
    item = state_slice(table, group, View())
    if item is None or table.facts.latest is None:
        return None
    report = SliceReport(item)
    report.add("suspect", *suspicions)
    return report, _batches(table, group, report)


def _batches(table: Table, group: GroupId, report: SliceReport) -> Marked:
    for mark, batch in _intact(table, group, report) or _damaged(table, group, report):
        report.rows[mark] += batch.num_rows
        yield mark, batch


def _intact(table: Table, group: GroupId, report: SliceReport) -> Marked | None:
    """Batches of a slice that can be read completely; None for another."""
    base = report.item.base_file
    own = replace(table, damages=DamageList(), on_damage=OnDamage.IGNORE)
    batches: Iterable[pa.RecordBatch]
    try:
        size = sum((table.path / path_of(file)).stat().st_size for file in files_of(report.item))
        batches = deque(group_batches(own, group, View()), 0 if size > _IN_MEMORY else None)
        is_foreign = base is not None and report.losses and _is_foreign(base, rows_of_base(own, base))
    except _UNFIT:
        return None
    if len(own.damages) or is_foreign:
        return None
    mark = MAYBE if report.losses else OK
    return ((mark, batch) for batch in (batches or group_batches(own, group, View())))


def _damaged(table: Table, group: GroupId, report: SliceReport) -> Marked:
    columns = table.partition_columns
    for mark, rows in _merged(table, report):
        if mark != PARTIAL:
            for batch in _fitting(table.schema, rows, report):
                yield mark, batch if columns is None else columns.batch(group[0], batch)
            continue
        schema = _nullable(table.schema)
        names = [member["name"] for member in schema.tree["fields"]]
        for row in rows:
            for batch in _fitting(schema, iter([dict.fromkeys(names) | row]), report):
                known = pa.array([list(row)], pa.list_(pa.string()))
                yield mark, batch.append_column(KNOWN_COLUMNS, known)


def _merged(table: Table, report: SliceReport) -> Iterator[tuple[str, Iterator[Row]]]:
    """Rows of a damaged slice with their reliability."""
    base, item = _base_of(table, report)
    merger, lost = standing_logs(table, item, table.facts.latest or "")
    report.add("log-blocks", *lost)
    is_doubtful = not report.losses.keys().isdisjoint({"suspect", "older-slice", "log-blocks"})
    seen: set[str] = set()
    rows = _keyed(table, base, report) if merger.entries else base
    yield MAYBE if is_doubtful else OK, merged_rows(table, rows, merger, seen)
    is_missing = not report.losses.keys().isdisjoint({"base-file", "row-groups", "rows"})
    is_known = not is_doubtful and (not is_missing or _is_newest_whole(table.rules))
    mode, payload = table.rules.mode, table.rules.payload
    fills = table.rules.partial is not None or (mode is Mode.PAYLOAD and payload in _FILLING)
    alone: dict[str, list[Row]] = {}
    for key in merger.entries:
        is_partial = merger.is_partial(key)
        row = None if key in seen else merger.entries[key].row if is_partial else merger.alone(key)
        if row is not None:
            is_partial |= is_missing and fills
            mark = PARTIAL if is_partial else OK if is_known else MAYBE
            alone.setdefault(mark, []).append(dict(row))
    yield from ((mark, iter(selected)) for mark, selected in alone.items())


def _is_newest_whole(rules: MergeRules) -> bool:
    """Whether the newest version is the row, regardless of the stored one."""
    if rules.mode is Mode.PAYLOAD:
        return rules.payload == OVERWRITE_WITH_LATEST
    return rules.mode is Mode.COMMIT_TIME and rules.partial is None


def _base_of(table: Table, report: SliceReport) -> tuple[Iterator[Row], FileSlice]:
    """Rows of the base file, or of the newest older one that can be read, and the log files over it."""
    newest = report.item
    if newest.base_file is None:
        return iter(()), newest
    foreign: Iterator[Row] = iter(())
    older = visible_slices(table.slices[newest.partition, newest.file_id], table.facts, None)
    for item in (newest, *(item for item in older if item.base_instant < newest.base_instant)):
        if item.base_file is None:
            continue
        try:
            rows = _base_rows(table, item.base_file, report)
            first = list(islice(rows, 1))  # resolves the schema
        except _UNFIT as error:
            report.add("base-file", f"{path_of(item.base_file)}: {error}")
            continue
        if _is_foreign(item.base_file, first):
            report.add("base-file", f"{path_of(item.base_file)}: its rows are of {first[0][FILE_NAME]}")
            foreign = chain(foreign, first, rows)
            continue
        if item is not newest:
            report.add("older-slice", f"{item.base_file.name} in place of {newest.base_file.name}")
        logs = newest.log_files if item is newest else (*item.log_files, *newest.log_files)
        return chain(foreign, first, rows), replace(item, log_files=logs)
    return foreign, newest


def _is_foreign(base: BaseFile, rows: Iterable[Row]) -> bool:
    """Whether the first row of a base file is of another file group: the file was renamed."""
    name = next((row.get(FILE_NAME) for row in rows), None)
    return isinstance(name, str) and name.partition("_")[0] not in {base.file_id, ""}


def _base_rows(table: Table, base: BaseFile, report: SliceReport) -> Iterator[Row]:
    """Rows of a base file that can be read; raises what `_UNFIT` names if none can."""
    if format_of(base.name) is not PARQUET or base.instant == SKELETONS:
        file = open_stored(table, base)
        deque(file.batches(_CHUNK), 0)
        return base_rows(file, table.schema)
    file = _RowGroups((table.path / path_of(base)).read_bytes(), path_of(base), report)
    renaming = None if table.ids is None else table.ids.renaming(base.instant)
    return base_rows(file if renaming is None else RenamedBase(file, renaming), table.schema)


class _RowGroups(OpenBase):
    """The row groups of a Parquet file that can be read; others are added to a report."""

    def __init__(self, data: bytes, path: str, report: SliceReport) -> None:
        opened = open_groups(data)
        if isinstance(opened, Loss):
            raise Reject(opened.code, opened.at, opened.requirement, opened.message)
        self._data, self._path, self._report = data, path, report
        self._file, self._chunks = opened
        self.schema, self.num_rows = self._file.schema_arrow, self._file.metadata.num_rows

    @property
    def avro_schema(self) -> str | None:
        return avro_schema(self.schema, self._file.metadata)

    def check_values(self, len_file: int) -> None:
        """Values were checked when the file was opened."""

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        del columns, is_parallel
        for number, (num, readable, losses) in enumerate(row_groups(self._data, self._file, self._chunks)):
            if losses:
                [(name, loss), *_] = losses.items()
                message = f"{self._path}: row group {number} ({num} rows), column {name}: {loss.message}"
                self._report.add("row-groups", message)
            else:
                yield from pa.table(readable, schema=self.schema).to_batches(num_rows)


@lru_cache(maxsize=8)
def _nullable(schema: AvroSchema) -> AvroSchema:
    """The schema with columns that may all be null."""
    members = []
    for member in schema.tree["fields"]:
        branches = member["type"] if isinstance(member["type"], list) else [member["type"]]
        kinds = ["null", *(branch for branch in branches if branch != "null")]
        members.append({"name": member["name"], "type": kinds, "default": None})
    return cached_schema(json.dumps({**schema.tree, "fields": members}))


def _keyed(table: Table, rows: Iterator[Row], report: SliceReport) -> Iterator[Row]:
    for row in rows:
        try:
            table.key(row)
        except Reject as error:
            report.add("rows", error.message)
        else:
            yield row


def _fitting(schema: AvroSchema, rows: Iterator[Row], report: SliceReport) -> Iterator[pa.RecordBatch]:
    """Batches of rows; those that do not fit the schema are skipped."""
    while True:
        try:
            chunk = list(islice(rows, _CHUNK))
        except _UNFIT as error:
            report.add("rows", f"{report.item.file_id}, all further rows: {error}")
            return
        if not chunk:
            return
        try:
            yield from list(batches_of(schema, chunk))
        except _UNFIT:
            for row in chunk:
                try:
                    yield from list(batches_of(schema, [row]))
                except _UNFIT as error:
                    report.add("rows", f"{report.item.file_id}: {error}")
