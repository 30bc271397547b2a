# SPDX-License-Identifier: Apache-2.0
"""`hudi_reference`: rows of a table's view by the reference semantics, one task per file group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition

from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.spark.sources.base import Source, arrow_schema
from hudi_conformance.spark.sources.typed import columns_ddl, to_spark
from hudi_conformance.table.arrow import group_batches, rows_schema
from hudi_conformance.table.listing import FOLDERS, LISTINGS, open_listed
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.view import Table, View, checked_view

if TYPE_CHECKING:
    from pyspark.sql.types import StructType


class Group(InputPartition):  # type: ignore[misc] # not typed
    """One task: a file group."""

    def __init__(self, group: GroupId) -> None:
        super().__init__(None)
        self.group = group


class HudiReference(Source):
    """Options: `path` of the table, `view`, `line` (its version's), `listing`, and those of views."""

    NAME = "hudi_reference"

    def schema(self) -> StructType | str:
        """Columns of the view's rows."""
        schema = rows_schema(open_from(self.options), view_from(self.options))
        return columns_ddl(row_shape(schema.tree), set())

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of all columns."""
        return _Reader(dict(self.options), schema)


def open_from(options: Mapping[str, str]) -> Table:
    """The table that the options name."""
    path = options.get("path")
    if not path:
        raise ValueError("the option path names the folder of a table")
    line = options.get("line")
    listing = options.get("listing", FOLDERS)
    if listing not in LISTINGS:
        raise ValueError(f"option listing is {listing!r:.40}, expected one of {', '.join(LISTINGS)}")
    return open_listed(Path(path.removeprefix("file://")), None if line is None else Line(line), listing)


def view_from(options: Mapping[str, str]) -> View:
    """The view that the options select.

    Raises:
        ValueError: options that are of no view.
    """
    kind = options.get("view", "snapshot")
    return checked_view(kind, options.get("as_of"), options.get("begin"), options.get("end"))


class _Reader(DataSourceReader):  # type: ignore[misc] # not typed
    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        self._options = options
        self._schema: pa.Schema = arrow_schema(schema)
        self._view = view_from(options)

    def partitions(self) -> list[InputPartition]:
        """One per file group; one without rows where there is none."""
        table = open_from(self._options)
        return [Group(group) for group in view_groups(table, self._view)] or [Group(("", ""))]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Batches of a file group."""
        table = open_from(self._options)
        if partition.group not in view_groups(table, self._view):
            return
        for batch in group_batches(table, partition.group, self._view):
            columns = zip(batch.columns, self._schema, strict=True)
            arrays = [to_spark(column, field.type) for column, field in columns]
            yield pa.RecordBatch.from_arrays(arrays, schema=self._schema)
