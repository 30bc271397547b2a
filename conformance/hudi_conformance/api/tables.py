# SPDX-License-Identifier: Apache-2.0
"""Tables: the rows of their views by the rules of the specification."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.api.decimals import decimals_of
from hudi_conformance.api.timelines import read_timeline
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.model.common import AvroSchema, JsonValue
from hudi_conformance.model.timeline import Timeline
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.similar import did_you_mean
from hudi_conformance.table.arrow import rows_schema, view_schema
from hudi_conformance.table.checked import Checked, checked_batches, checked_rows
from hudi_conformance.table.damages import Damage, OnDamage
from hudi_conformance.table.narrowed import filtered, narrowed
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.state import open_table as open_state
from hudi_conformance.table.view import View, at_view, checked_view
from hudi_conformance.table.view_damages import view_damages
from hudi_conformance.table.view_files import files_of, path_of, state_slice

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]  # its stubs are not installed

Predicate: TypeAlias = tuple[str, str, Any]
Filters: TypeAlias = Sequence[Predicate] | Sequence[Sequence[Predicate]]
Rows: TypeAlias = Checked[dict[str, Any]]
Batches: TypeAlias = Checked[pa.RecordBatch]


class TableReader:
    """A table, with the properties and timeline that it had when it was opened.

    Args:
        path: folder of the table.
        line: release series of Hudi whose rules apply: `0.9`, `0.15`, `1.0` or `1.2`; None = the series that
            writes tables of this version.
        by_id: match columns by id if the table has ids (schema on read); False = by name.
        bootstrap_base: folder with the source files of a bootstrapped table that was moved; None = the
            locations in its index.
        on_damage: how `rows` treats damaged files: `raise` an error, `warn` about each and continue, or
            `ignore` them; the list is `Rows.damages` in any case.

    Raises:
        OSError: a file or folder cannot be read; `FileNotFoundError` if `path` does not exist.
        Reject: the folder is not a table, or a completed instant cannot be decoded.
        ValueError: unknown release series, or value of `on_damage`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        line: str | None = None,
        *,
        by_id: bool = True,
        bootstrap_base: str | os.PathLike[str] | None = None,
        on_damage: str = OnDamage.RAISE,
    ) -> None:
        Path(path).stat()
        base = None if bootstrap_base is None else Path(bootstrap_base)
        release = None if line is None else Line(line)
        options = ReadOptions(release, by_id=by_id, bootstrap_base=base, on_damage=OnDamage(on_damage))
        self._table = open_state(Path(path), options)
        self._to_json: dict[str | None, RowMapper] = {}

    @property
    def line(self) -> str:
        """Release line whose rules apply."""
        return str(self._table.rules.line)

    @property
    def is_by_id(self) -> bool:
        """Whether columns of older files are matched by id; otherwise by name."""
        return self._table.ids is not None

    def schema_as_of(self, as_of: str) -> AvroSchema:
        """Avro schema of the rows as of an instant, which may have other columns than the newest rows."""
        return at_view(self._table, View(as_of=as_of)).row_schema.tree

    @property
    def schema(self) -> AvroSchema:
        """Avro schema of the rows, parsed JSON, including Hudi's meta fields if rows have them."""
        return self._table.row_schema.tree

    @property
    def latest(self) -> str | None:
        """Requested time of the latest completed instant, None if there is none."""
        return self._table.facts.latest

    def rows(
        self,
        view: str = "snapshot",
        *,
        as_of: str | None = None,
        begin: str | None = None,
        end: str | None = None,
    ) -> Rows:
        """Rows of a view, file group by file group.

        A file of the view is damaged if it is missing, shorter than its commit states, unreadable, or a log
        file with corrupt blocks: by default the iteration raises `DamagedFiles`, which names all of them.
        With `on_damage` of `warn` and `ignore` the other rows are returned; `Rows.damages` is the list.

        Rows of `cdc` are changes: `op` (`i`, `u`, `d`), `ts_ms` (the instant), and the rows `before` and
        `after`. Values have Avro's types: dates are days, timestamps are integers of their unit, decimals are
        `Decimal`.

        Args:
            view: member of `VIEWS`.
            as_of: the table as it was at an instant.
            begin: incremental, cdc: changes after this time; 1.0 includes a commit at it.
            end: incremental, cdc: changes up to this time.

        Raises:
            ValueError: unknown view, a time that is not an instant, a limit that the view does not support.
            OSError: a file cannot be read.
            DamagedFiles: a file is damaged, and `on_damage` is `raise`; a subclass of `Reject`.
            Reject: versions that cannot be merged, or a view that the table does not support.
        """
        chosen = checked_view(view, as_of, begin, end)
        rows = checked_rows(self._table, chosen)
        convert = decimals_of(rows_schema(self._table, chosen).tree)
        return rows if convert is None else rows.map(convert)

    def batches(
        self,
        view: str = "snapshot",
        *,
        columns: Iterable[str] | None = None,
        filters: Filters | None = None,
        as_of: str | None = None,
        begin: str | None = None,
        end: str | None = None,
    ) -> Batches:
        """Rows of a view as Arrow record batches, file group by file group.

        Memory is bounded by a row group, not by the table. Damages are treated as by `rows`. Of base files
        only the requested columns are decoded, and those that the filter and the merge rules of the table
        read. Row groups are skipped if their statistics exclude the filter, and log files do not change them.

        Args:
            view: member of `VIEWS`.
            columns: names of the columns to return, in this order; None = all.
            filters: predicates as in `pyarrow.parquet.read_table`: a list of (column, operator, value), which
                all hold, or a list of such lists, one of which holds; None = all rows.
            as_of: the table as it was at an instant.
            begin: incremental, cdc: changes after this time.
            end: incremental, cdc: changes up to this time.

        Raises:
            ValueError: as `rows`, for a column that the view does not have, and for a filter that is invalid
                or compares a column with a value of another type.
            OSError, DamagedFiles, Reject: as `rows`.
        """
        return self._batches(checked_view(view, as_of, begin, end), columns, filters)[0]

    def to_arrow(
        self,
        view: str = "snapshot",
        *,
        columns: Iterable[str] | None = None,
        filters: Filters | None = None,
        as_of: str | None = None,
        begin: str | None = None,
        end: str | None = None,
    ) -> pa.Table:
        """All rows of a view as an Arrow table; for arguments and errors see `batches`."""
        batches, schema = self._batches(checked_view(view, as_of, begin, end), columns, filters)
        return pa.Table.from_batches(batches, schema)

    def to_pandas(
        self, view: str = "snapshot", *, columns: Iterable[str] | None = None, as_of: str | None = None
    ) -> pd.DataFrame:
        """All rows of a view as a pandas data frame; for arguments and errors see `batches`."""
        return self.to_arrow(view, columns=columns, as_of=as_of).to_pandas()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Stream the snapshot to any library that reads the Arrow C stream interface."""
        batches, schema = self._batches(View(), None)
        reader = pa.RecordBatchReader.from_batches(schema, batches)
        return reader.__arrow_c_stream__(requested_schema)

    def _batches(
        self, view: View, columns: Iterable[str] | None, filters: Filters | None = None
    ) -> tuple[Batches, pa.Schema]:
        """Batches of a view, and their schema."""
        table, schema = self._table, view_schema(self._table, view)
        names, where, used = _known(columns, schema), *_condition(filters, schema)
        if names is not None:
            table = narrowed(table, view, {*names, *used})
        if where is not None:
            table = filtered(table, view, where, used)
        batches = checked_batches(table, view)
        if where is not None:
            batches = batches.map(lambda batch: batch.filter(where))
        if names is None:
            return batches, schema
        schema = pa.schema([schema.field(name) for name in names])
        return batches.map(lambda batch: batch.select(names)), schema

    @property
    def files(self) -> list[str]:
        """Paths of the base and log files that a snapshot reads, relative to the table, sorted."""
        return sorted(path_of(file) for _, file in self._files())

    @property
    def partitions(self) -> list[str]:
        """Paths of the partitions whose files a snapshot reads, sorted; `""` if the table has none."""
        return sorted({partition for partition, _ in self._files()})

    @property
    def timeline(self) -> Timeline:
        """Instants of the active timeline, as they are on disk now."""
        return read_timeline(self._table.path)

    def _files(self) -> Iterator[tuple[str, Any]]:
        for group in view_groups(self._table, View()):
            item = state_slice(self._table, group, View())
            if item is not None:
                yield from ((group[0], file) for file in files_of(item))

    def _facts(self) -> dict[str, object]:
        files = list(self._files())
        return {
            "path": self._table.path,
            "type": "merge on read" if self._table.is_merge_on_read else "copy on write",
            "table version": self._table.facts.table_version,
            "rules of": self.line,
            "latest instant": self.latest,
            "partitions": len({partition for partition, _ in files}),
            "files": len(files),
        }

    def __repr__(self) -> str:
        return f"<TableReader {', '.join(f'{name}: {value}' for name, value in self._facts().items())}>"

    def _repr_html_(self) -> str:
        rows = ((escape(name), escape(str(value))) for name, value in self._facts().items())
        return (
            f"<table>{''.join(f'<tr><th>{name}</th><td>{value}</td></tr>' for name, value in rows)}</table>"
        )

    def damages(
        self,
        view: str = "snapshot",
        *,
        as_of: str | None = None,
        begin: str | None = None,
        end: str | None = None,
    ) -> list[Damage]:
        """Damages of a view, by path and offset, without reading its rows; for arguments see `rows`.

        Base files are opened and log files are split into blocks; their contents are not decoded.

        Raises:
            ValueError, OSError, Reject: as `rows`, except for damaged files.
        """
        return view_damages(self._table, checked_view(view, as_of, begin, end))

    def key(self, row: dict[str, Any]) -> str:
        """Record key of a row."""
        return self._table.key(row)

    def row_to_json(self, row: dict[str, Any], *, as_of: str | None = None) -> JsonValue:
        """Canonical JSON of a row: 64-bit integers as text, bytes as hex, union branches resolved.

        Args:
            row: of a view of rows.
            as_of: instant of the view, if it has one.
        """
        if as_of not in self._to_json:
            self._to_json[as_of] = RowMapper(self.schema if as_of is None else self.schema_as_of(as_of))
        return self._to_json[as_of](row)


def _known(columns: Iterable[str] | None, schema: pa.Schema) -> list[str] | None:
    """The names as a list.

    Raises:
        ValueError: a name that is not in the schema.
    """
    names = None if columns is None else list(columns)
    for name in names or ():
        if name not in schema.names:
            raise ValueError(f"no column {name!r}{did_you_mean(name, schema.names)}")
    return names


def _condition(filters: Filters | None, schema: pa.Schema) -> tuple[pc.Expression | None, list[str]]:
    """The expression of a filter, and the columns that it compares.

    Raises:
        ValueError: an unknown column or operator, or a value of another type than the column.
    """
    if filters is None:
        return None, []
    try:
        parts: Any = [filters] if isinstance(filters[0][0], str) else filters
        used = _known((name for part in parts for name, _, _ in part), schema)
        where = pq.filters_to_expression(parts)
        schema.empty_table().filter(where)
    except (pa.ArrowException, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"filter {filters!r:.200}: {error}") from None
    return where, used or []


def open_table(
    path: str | os.PathLike[str],
    line: str | None = None,
    *,
    by_id: bool = True,
    bootstrap_base: str | os.PathLike[str] | None = None,
    on_damage: str = OnDamage.RAISE,
) -> TableReader:
    """Open a table; for arguments and errors see `TableReader`."""
    return TableReader(path, line, by_id=by_id, bootstrap_base=bootstrap_base, on_damage=on_damage)
