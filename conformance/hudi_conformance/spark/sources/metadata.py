# SPDX-License-Identifier: Apache-2.0
"""`hudi_metadata`: merged records of a partition of a metadata table, one task per file group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.metadata import canonical_bound
from hudi_conformance.decode.folder import file_names
from hudi_conformance.decode.metadata.groups import (
    BLOOM_FILTERS,
    EXPRESSION_INDEX,
    FILES,
    RECORD_INDEX,
    SECONDARY_INDEX,
)
from hudi_conformance.decode.metadata.secondary import split_key
from hudi_conformance.errors import Reject
from hudi_conformance.model.metadata import (
    BloomRow,
    Bound,
    ColumnStats,
    FileList,
    Location,
    MetadataRecord,
    RecordType,
)
from hudi_conformance.model.properties.table import METADATA_PARTITIONS
from hudi_conformance.spark.sources import base
from hudi_conformance.spark.sources.typed import arrow_schema
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.metadata import FOLDER, MetadataTable, open_metadata, read_group
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_damages import view_damages

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

_COMMON = "file_group string, key string, type int, "
_STATS = (
    "column string, file string, min string, min_type string, max string, max_type string, "
    "value_count bigint, null_count bigint, size bigint, uncompressed_size bigint, is_tight boolean, "
    "is_deleted boolean, "
)
_COLUMNS = {
    FILES: "partition string, file string, size bigint, is_deleted boolean, ",
    BLOOM_FILTERS: "bloom_type string, instant string, bloom_filter binary, is_deleted boolean, ",
    RECORD_INDEX: "partition string, file_id string, instant timestamp, position bigint, ",
    SECONDARY_INDEX: "secondary_key string, record_key string, ",
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class MetadataGroup(InputPartition):  # type: ignore[misc] # not typed
    """One task: a file group of the metadata table, by position in the order of ids; damage rows."""

    def __init__(self, number: int, damages: Sequence[base.Row] = ()) -> None:
        super().__init__(None)
        self.number = number
        self.damages = list(damages)


class HudiMetadata(base.Source):
    """Options: `path` of the data table, `partition` of its metadata table (`files` unless given)."""

    NAME = "hudi_metadata"

    def schema(self) -> StructType | str:
        """Columns of the partition's records; users select some with their own schema."""
        return columns_of(_partition(self.options))

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        return _Reader(dict(self.options), schema)


def columns_of(partition: str) -> str:
    """Columns of the records of a partition, as DDL."""
    kind = next(
        (start for start in (SECONDARY_INDEX, EXPRESSION_INDEX) if partition.startswith(start)), partition
    )
    return _COMMON + _COLUMNS.get(kind, _STATS) + base.REFUSAL_COLUMNS


def _partition(options: Mapping[str, str]) -> str:
    return options.get("partition") or FILES


def _open(options: Mapping[str, str]) -> MetadataTable:
    path = options.get("path")
    if not path:
        raise ValueError("the option path names the folder of a table")
    table = open_metadata(Path(path.removeprefix("file://")))
    partition = _partition(options)
    if not table.ready:
        raise ValueError(
            f"the table has no metadata table that may be read: {METADATA_PARTITIONS} lists no partition"
        )
    if partition not in table.ready:
        ready = ", ".join(table.ready)
        raise ValueError(f"{partition!r:.60} is not a readable partition; readable are: {ready}")
    return table


class _Reader(DataSourceReader):  # type: ignore[misc] # not typed
    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        self._options = options
        self._index = _partition(options)
        self._schema: pa.Schema = arrow_schema(schema)
        known = base.column_names(columns_of(self._index))
        unknown = [name for name in self._schema.names if name not in known]
        if unknown:
            raise ValueError(f"hudi_metadata has no column {', '.join(unknown)}; it has {', '.join(known)}")

    def partitions(self) -> list[InputPartition]:
        """One per file group; one without records if there is none. The first has rows about damage."""
        table = _open(self._options)
        num = len(table.slices.get(self._index, ()))
        first = MetadataGroup(0, list(damage_rows(table.path / FOLDER, self._index)))
        return [first, *(MetadataGroup(number) for number in range(1, num))]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Batches of a file group; one that cannot be read is a row with the reason."""
        if partition.damages:
            yield pa.RecordBatch.from_pylist(partition.damages, self._schema)
        table = _open(self._options)
        groups = table.slices.get(self._index, ())
        if partition.number >= len(groups):
            return
        group = groups[partition.number]
        rows: list[base.Row] = []
        try:
            for record in read_group(table, self._index, group).values():
                rows += ({"file_group": group.file_id, **row} for row in rows_of(record))
                if len(rows) >= base.BATCH_ROWS:
                    yield pa.RecordBatch.from_pylist(rows, self._schema)
                    rows = []
        except base.READ_ERRORS as error:
            rows.append({"file_group": group.file_id, **base.refusal(error)})
        if rows:
            yield pa.RecordBatch.from_pylist(rows, self._schema)


def damage_rows(folder: Path, partition: str) -> Iterator[base.Row]:
    """Rows about damaged files of a partition, without which records are missing or stale [table.damage.*].

    Args:
        folder: that of the metadata table.
        partition: the partition.
    """
    # The properties of a metadata table name no partition fields: a listing by them has no files.
    listed = data_files_of(f"{partition}/{name}" for name in file_names(folder / partition))
    for damage in view_damages(open_table(folder, files=listed), View()):
        if damage.path.startswith(f"{partition}/") and damage.requirement.startswith("table.damage."):
            files = data_files_of([damage.path])
            group = {*(file.file_id for file in files.base_files), *(log.file_id for log in files.log_files)}
            row = {name: value for name, value in damage.document().items() if name != "path"}
            yield {**row, "file_group": min(group), "message": f"{damage.path}: {damage.message}"}


def rows_of(record: MetadataRecord) -> Iterator[base.Row]:
    """Rows of a record: one, or one for each entry of a list.

    A list without entries has one row without file. An invalid key of a secondary index is a rejection.
    """
    row: base.Row = {"key": record.key, "type": int(record.type)}
    match record.payload:
        case FileList() as listed:
            yield from _entries(row, record.type, listed)
        case ColumnStats() as stats:
            yield {**row, **_stats(stats)}
        case BloomRow() as bloom:
            yield {
                **row, "bloom_type": bloom.type, "instant": bloom.timestamp, "bloom_filter": bloom.filter,
                "is_deleted": bloom.is_deleted,
            }  # fmt: skip
        case Location() as where:
            yield {
                **row, "partition": where.partition, "file_id": where.file_id, "position": where.position,
                **_instant(where.instant_ms),
            }  # fmt: skip
        case _:
            try:
                secondary, key = split_key(record.key)
                yield {**row, "secondary_key": secondary, "record_key": key}
            except Reject as error:
                yield {**row, **base.refusal(error)}


def _entries(row: base.Row, kind: RecordType, listed: FileList) -> Iterator[base.Row]:
    is_list_of_partitions = kind is RecordType.PARTITIONS
    for name, entry in listed.entries.items():
        location = {"partition": name} if is_list_of_partitions else {"partition": row["key"], "file": name}
        yield {**row, **location, "size": entry.size, "is_deleted": entry.is_deleted}
    if not listed.entries:
        yield {**row, "partition": None if is_list_of_partitions else row["key"]}


def _stats(stats: ColumnStats) -> base.Row:
    return {
        "column": stats.column, "file": stats.file, "min": _value(stats.min), "min_type": _type(stats.min),
        "max": _value(stats.max), "max_type": _type(stats.max), "value_count": stats.num_values,
        "null_count": stats.num_nulls, "size": stats.size, "uncompressed_size": stats.uncompressed_size,
        "is_tight": stats.is_tight, "is_deleted": stats.is_deleted,
    }  # fmt: skip


def _value(bound: Bound | None) -> str | None:
    """The value of a bound: text unchanged, other values as canonical JSON."""
    canonical = canonical_bound(bound)
    if not isinstance(canonical, dict):
        return None
    value = canonical["value"]
    return value if isinstance(value, str) else dumps(value)


def _type(bound: Bound | None) -> str | None:
    return None if bound is None else bound.type


def _instant(milliseconds: int) -> base.Row:
    try:
        return {"instant": _EPOCH + timedelta(milliseconds=milliseconds)}
    except OverflowError:
        message = f"instant at {milliseconds} milliseconds, which no date has"
        return base.refusal(Reject("bad-value", None, "metadata.record.payload", message))
