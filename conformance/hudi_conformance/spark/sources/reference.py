# SPDX-License-Identifier: Apache-2.0
"""`hudi_reference`: rows of a table's view by the reference semantics, one task per file group.

All tasks read the planned state of the table, without commits that end later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition

from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.spark.frames import view_ddl
from hudi_conformance.spark.sources.base import Source
from hudi_conformance.spark.sources.typed import arrow_schema, spark_batch
from hudi_conformance.table.damages import OnDamage
from hudi_conformance.table.listing import open_listed
from hudi_conformance.table.options import FOLDERS, LISTINGS, ReadOptions
from hudi_conformance.table.parts import GroupPart, plan_parts
from hudi_conformance.table.view import Table, View, checked_view

if TYPE_CHECKING:
    from pyspark.sql.types import StructType


class Group(InputPartition):  # type: ignore[misc] # not typed
    """One task: a planned file group, None for a view without any."""

    def __init__(self, part: GroupPart | None) -> None:
        super().__init__(None)
        self.part = part


class HudiReference(Source):
    """Options: `path` of the table, `view`, `line`, `listing`, `by_id`, `bootstrap_base`, those of views.

    `on_damage` is `raise` by default: a query of a view with damaged files fails, and names them. With
    `warn` and `ignore` it returns the other rows; warnings about corrupt blocks are in logs of executors.
    """

    NAME = "hudi_reference"

    def schema(self) -> StructType | str:
        """Columns of the view's rows."""
        return view_ddl(open_from(self.options), view_from(self.options))

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
    by_id = options.get("by_id", "true").lower()
    if by_id not in {"true", "false"}:
        raise ValueError(f"option by_id is {by_id!r:.40}, expected true or false")
    base = options.get("bootstrap_base")
    on_damage = options.get("on_damage", OnDamage.RAISE).lower()
    if on_damage not in set(OnDamage):
        raise ValueError(f"option on_damage is {on_damage!r:.40}, expected one of {', '.join(OnDamage)}")
    read = ReadOptions(
        None if line is None else Line(line),
        listing,
        by_id=by_id == "true",
        bootstrap_base=None if not base else Path(base.removeprefix("file://")),
        on_damage=OnDamage(on_damage),
    )
    return open_listed(Path(path.removeprefix("file://")), read)


def view_from(options: Mapping[str, str]) -> View:
    """The view that the options select.

    Raises:
        ValueError: options that do not apply to the view.
    """
    kind = options.get("view", "snapshot")
    return checked_view(kind, options.get("as_of"), options.get("begin"), options.get("end"))


class _Reader(DataSourceReader):  # type: ignore[misc] # not typed
    """Plans the view when it is created; tasks receive the data shared by all file groups, and their own."""

    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        self._schema: pa.Schema = arrow_schema(schema)
        self._shared, self._parts = plan_parts(open_from(options), view_from(options))

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_parts": ()}

    def partitions(self) -> list[InputPartition]:
        """One per file group; one without rows if there is none."""
        return [Group(part) for part in self._parts] or [Group(None)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Batches of a file group."""
        if partition.part is None:
            return
        for batch in self._shared.batches(partition.part):
            yield spark_batch(batch, self._schema)
