# SPDX-License-Identifier: Apache-2.0
"""Rows of a view as Arrow batches, processed by columns in simple cases.

Rows of a base file that no log file changes pass unchanged. Log files are also read as columns, and their
versions merged by columns; a rule runs only for keys that need it (`column_merge`). Complex cases (damage, a
type without a column, rules that combine two rows) are processed row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.decode.parquet.rows import rows_of_batch
from hudi_conformance.errors import Reject
from hudi_conformance.model.meta_fields import COMMIT_TIME, RECORD_KEY
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.merger import slice_merger
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId
from hudi_conformance.table.base_columns import BaseColumns
from hudi_conformance.table.cdc import cdc_schema
from hudi_conformance.table.changes import is_snapshot, keeper, slice_of_changes
from hudi_conformance.table.column_merge import ColumnLog, column_log
from hudi_conformance.table.column_rules import deciding
from hudi_conformance.table.corrupt import SkippedBlock, skipped_blocks
from hudi_conformance.table.log_columns import ByRows, read_versions
from hudi_conformance.table.logs import SliceRules, fields_of, merge_logs
from hudi_conformance.table.reader import stored_rows
from hudi_conformance.table.slice_rows import merged_rows
from hudi_conformance.table.stored import open_stored, rows_of_base
from hudi_conformance.table.tolerant import to_first_error
from hudi_conformance.table.view import Table, View, at_view
from hudi_conformance.table.view_files import state_slice

_ROW_BATCH = 8192  # rows that are Python objects at a time
_IRREGULAR_BASE = "base file"


def rows_schema(table: Table, view: View) -> AvroSchema:
    """Avro schema of a view's rows.

    Raises:
        Reject: bad-schema.
    """
    return cdc_schema(table) if view.kind == "cdc" else at_view(table, view).row_schema


def view_schema(table: Table, view: View) -> pa.Schema:
    """Arrow schema of a view's rows; columns that Arrow cannot hold are canonical JSON.

    Raises:
        Reject: bad-schema.
    """
    return _shape_of(rows_schema(table, view)).arrow_schema


@lru_cache(maxsize=8)
def _shape_of(schema: AvroSchema) -> RowShape:
    """Columns of a view's rows, shared by all its file groups."""
    return row_shape(schema.tree)


def group_batches(
    table: Table, group: GroupId, view: View, counts: MergeCounts | None = None, *, parallel: bool = False
) -> Iterator[pa.RecordBatch]:
    """Batches of one file group in `view_schema`; `counts` receives how its slice was merged.

    `parallel`: threads of Arrow decode columns of base files in parallel. Damage is treated as by
    `reader.read_view`.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded, or versions that cannot be merged.
    """
    table = at_view(table, view)
    batches = to_first_error(table, group, view, _stored(table, group, view, counts, parallel=parallel))
    columns = table.partition_columns
    yield from batches if columns is None else (columns.batch(group[0], batch) for batch in batches)


def _stored(
    table: Table, group: GroupId, view: View, counts: MergeCounts | None, *, parallel: bool
) -> Iterator[pa.RecordBatch]:
    """Batches of one file group with the columns that files store."""
    if view.kind == "cdc" or not table.key.has_meta_fields:
        schema = cdc_schema(table) if view.kind == "cdc" else table.schema
        yield from _rows(schema, _shape_of(schema), list(stored_rows(table, group, view)))
        return
    shape = _shape_of(table.schema)
    if view.kind == "incremental":
        if not is_snapshot(table, view):
            yield from _changes(table, shape, group, view, counts or MergeCounts(), parallel=parallel)
            return
        view = View()
    latest = view.as_of or table.facts.latest
    item = state_slice(table, group, view)
    if item is None or latest is None:
        return
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
    yield from _Slice(table, shape, item, limits, counts or MergeCounts(), parallel=parallel).batches()


def _changes(
    table: Table, shape: RowShape, group: GroupId, view: View, counts: MergeCounts, *, parallel: bool
) -> Iterator[pa.RecordBatch]:
    """Rows of a file group that commits of a range wrote."""
    index = shape.arrow_schema.get_field_index(COMMIT_TIME)
    if index < 0 or shape.arrow_schema.field(index).type != pa.string():
        yield from _rows(table.schema, shape, list(stored_rows(table, group, view)))
        return
    selected = slice_of_changes(table, group, view)
    if selected is None:
        return
    item, latest = selected
    keeps = keeper(table, view)
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
    for batch in _Slice(table, shape, item, limits, counts, parallel=parallel).batches():
        # A file has few times, usually one: each is checked once.
        column = batch.column(index)
        times = column.unique()
        keep = [keeps(time or "") for time in times.to_pylist()]
        if all(keep):
            yield batch
        elif any(keep):
            yield batch.filter(pc.is_in(column, value_set=times.filter(pa.array(keep, pa.bool_()))))


@dataclass(slots=True)
class MergeCounts:
    """How file slices with log files were merged.

    Attributes:
        by_columns: slices merged by columns.
        num_keys: keys and rows among these that the rule of a single key decided.
        by_rows: slices merged, and base files read, row by row, by reason.
    """

    by_columns: int = 0
    num_keys: int = 0
    by_rows: Counter[str] = field(default_factory=Counter)

    def add(self, other: MergeCounts) -> None:
        """Add those of other slices."""
        self.by_columns += other.by_columns
        self.num_keys += other.num_keys
        self.by_rows += other.by_rows

    def document(self) -> dict[str, object]:
        """As a JSON object."""
        return {
            "by_columns": self.by_columns, "keys_by_rule": self.num_keys, "by_rows": dict(self.by_rows)
        }  # fmt: skip


@dataclass(slots=True)
class _Slice:
    """One file slice of a merge-on-read table."""

    table: Table
    shape: RowShape
    item: FileSlice
    limits: ScanLimits
    counts: MergeCounts
    parallel: bool

    def batches(self) -> Iterator[pa.RecordBatch]:
        base = self.item.base_file
        if not self.item.log_files and base is not None:
            yield from _base(self.table, self.shape, base, parallel=self.parallel)
            return
        try:
            log = self._columns()
        except ByRows as why:
            self.counts.by_rows[str(why)] += 1
            yield from self._by_rows()
            return
        self.counts.by_columns += 1
        if base is not None and len(log.keys) == 0:
            yield from _base(self.table, self.shape, base, parallel=self.parallel)
        elif base is not None:
            file = _columns(self.table, self.shape, base)
            where = self.table.where
            if where is not None:  # or a log file has a version of a row in the group
                bounds, key = pc.min_max(log.keys), pc.field(RECORD_KEY)
                where |= (key >= bounds["min"]) & (key <= bounds["max"])
            for rows in file.batches(RECORD_KEY, where, parallel=self.parallel):
                yield from filter(len, log.over(rows))
            if not file.is_done:
                self.counts.by_rows[_IRREGULAR_BASE] += 1
                yield from self._rest(self._merger(), file.num_rows, log.seen, base)
                return
        self.counts.num_keys += log.num_asked
        yield from filter(len, [log.alone()])

    @property
    def _files(self) -> list[Path]:
        return [self.table.path / log.partition / log.name for log in self.item.log_files]

    @property
    def _skipped(self) -> SkippedBlock:
        return skipped_blocks(self.table, self.item.log_files, self.limits.latest or "")

    def _columns(self) -> ColumnLog:
        table = self.table
        merger = LogMerger(table.rules, fields_of(table.schema))
        rule = deciding(slice_merger(table.rules, merger.fields), self.shape)
        return column_log(
            read_versions(
                self._files, table.schema.tree, self.shape, self.limits, table.ids, skipped=self._skipped
            ),
            rule,
            merger,
        )

    def _merger(self) -> LogMerger:
        table = self.table
        rules = SliceRules(table.rules, table.schema, table.key, self.limits, table.ids, self._skipped)
        return merge_logs(self._files, rules)

    def _by_rows(self) -> Iterator[pa.RecordBatch]:
        """Rows that the log files change one by one, the other rows of the base file as columns."""
        merger, base = self._merger(), self.item.base_file
        seen: set[str] = set()
        num_rows = 0
        if base is not None and merger.entries:
            file = _columns(self.table, self.shape, base)
            keys = pa.array(list(merger.entries), pa.string())
            for rows in file.batches(RECORD_KEY, parallel=self.parallel):
                touched = pc.is_in(rows.column(RECORD_KEY), value_set=keys)
                plain = rows.filter(pc.invert(touched))
                if plain.num_rows:
                    yield plain
                held = rows_of_batch(rows.filter(touched))
                yield from _rows(
                    self.table.schema, self.shape, list(merged_rows(self.table, held, merger, seen))
                )
            num_rows = file.num_rows
            if file.is_done:
                base = None
        yield from self._rest(merger, num_rows, seen, base)

    def _rest(
        self, merger: LogMerger, num_done: int, seen: set[str], base: BaseFile | None
    ) -> Iterator[pa.RecordBatch]:
        """Rows of the base file after the first `num_done`, then those that are only in log files."""
        table = self.table
        if base is not None:
            rest = islice(rows_of_base(table, base), num_done, None)
            yield from _rows(table.schema, self.shape, merged_rows(table, rest, merger, seen))
        alone = (merger.alone(key) for key in merger.entries if key not in seen)
        yield from _rows(table.schema, self.shape, [row for row in alone if row is not None])


def batches_of(schema: AvroSchema, rows: Iterable[Any]) -> Iterator[pa.RecordBatch]:
    """Batches of rows of a schema.

    Raises:
        Reject: schema-mismatch: a row that does not match the schema.
    """
    return _rows(schema, _shape_of(schema), rows)


def _rows(schema: AvroSchema, shape: RowShape, rows: Iterable[Any]) -> Iterator[pa.RecordBatch]:
    unread = iter(rows)
    while part := list(islice(unread, _ROW_BATCH)):
        try:
            batch = batch_of_rows(part, shape, schema.tree)
        except KeyError as error:  # of a partial update whose row is not in the range
            message = f"a row without {error}, which has no default"
            raise Reject("schema-mismatch", None, "table.schema.resolution", message) from None
        yield _as(batch, shape.arrow_schema)


def _as(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    if batch.schema == schema:
        return batch
    columns = []
    for index, target in enumerate(schema):
        column = batch.column(index)
        if column.type != target.type:
            message = f"values of column {target.name} do not fit its type {target.type}"
            raise Reject("schema-mismatch", None, "table.schema.resolution", message)
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _columns(table: Table, shape: RowShape, base: BaseFile) -> BaseColumns:
    return BaseColumns(open_stored(table, base, is_small_copied=True), table.schema, shape)


def _base(table: Table, shape: RowShape, base: BaseFile, *, parallel: bool) -> Iterator[pa.RecordBatch]:
    """Rows of only a base file."""
    file = _columns(table, shape, base)
    yield from file.batches(where=table.where, parallel=parallel)
    if not file.is_done:
        yield from _rows(table.schema, shape, islice(rows_of_base(table, base), file.num_rows, None))
