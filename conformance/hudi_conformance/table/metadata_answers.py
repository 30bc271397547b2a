# SPDX-License-Identifier: Apache-2.0
"""Contents of the metadata table: files, statistics, locations of records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.locations import base_batches, batch_of, by_group
from hudi_conformance.decode.bulk.statistics import stat_batches
from hudi_conformance.decode.metadata.groups import (
    COLUMN_STATS,
    EXPRESSION_INDEX,
    FILES,
    PARTITION_STATS,
    RECORD_INDEX,
    parse_group_id,
)
from hudi_conformance.decode.metadata.keys import (
    ALL_PARTITIONS,
    NOT_PARTITIONED,
    column_stats_key,
    expression_partition_key,
    partition_stats_key,
    route,
)
from hudi_conformance.decode.metadata.secondary import SEPARATOR, secondary_part, split_key
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.metadata import (
    ColumnStats,
    FileList,
    LocatedRow,
    Location,
    MetadataRecord,
    RecordType,
    StatsRow,
)
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.metadata import FOLDER, MetadataTable, read_group, read_records
from hudi_conformance.table.metadata_quick import quick_listing
from hudi_conformance.table.metadata_records import MAX_LOOKED_UP

Listing = dict[str, dict[str, int]]


def list_files(table: MetadataTable, partitions: Collection[str] | None = None) -> Listing:
    """Size of every live file by partition path and name; `.` is returned as the empty path.

    Args:
        table: the metadata table; one that is not available lists nothing.
        partitions: partition paths; None = those of the list of partitions.

    Raises:
        OSError: a file cannot be read.
        Reject: a file or record that cannot be decoded or merged.
    """
    if not table.is_available:
        return {}
    keys = None if partitions is None else [name or NOT_PARTITIONED for name in partitions]
    is_few = keys is not None and len(keys) <= MAX_LOOKED_UP
    lists = None if is_few else _quick_lists(table)
    if lists is None:
        lists = {record.key: live_entries(record) for record in read_records(table, FILES, keys=keys)}
    names = lists.get(ALL_PARTITIONS, {}) if partitions is None else partitions
    return {_shown(name): lists.get(name or NOT_PARTITIONED, {}) for name in names}


def _quick_lists(table: MetadataTable) -> Listing | None:
    """Live entries by key if one large base file has all of them; None if records must be merged."""
    groups = table.slices.get(FILES, ())
    base = groups[0].base_file if len(groups) == 1 and not groups[0].log_files else None
    return None if base is None else quick_listing(table.path / FOLDER / FILES / base.name)


def live_entries(record: MetadataRecord | None) -> dict[str, int]:
    """Sizes of the live entries of a list; none if there is no record [metadata.files.absent]."""
    if record is None or not isinstance(record.payload, FileList):
        return {}
    return {name: entry.size for name, entry in record.payload.entries.items() if not entry.is_deleted}


def _shown(partition: str) -> str:
    return "" if partition == NOT_PARTITIONED else partition


def statistics(
    table: MetadataTable,
    index: str,
    columns: Collection[str] | None = None,
    partitions: Collection[str] | None = None,
) -> Iterator[StatsRow]:
    """Yield rows of statistics of listed files and partitions.

    Deleted rows are skipped [metadata.stats.deleted].

    Raises:
        OSError, Reject: as `list_files`.
        UnsupportedInput: an index without statistics.
    """
    if index not in {COLUMN_STATS, PARTITION_STATS} and not index.startswith(EXPRESSION_INDEX):
        raise UnsupportedInput(f"{index!r:.60} is not a statistics index")
    listing = list_files(table, partitions)
    keys = None if columns is None or index != COLUMN_STATS else _stat_keys(columns, listing)
    rows = {
        record.key: record.payload
        for record in read_records(table, index, keys=keys)
        if isinstance(record.payload, ColumnStats) and not record.payload.is_deleted
    }
    known = {row.column or "" for row in rows.values()} if columns is None else set(columns)
    for column in sorted(known):
        for partition, files in listing.items():
            if index == PARTITION_STATS:
                keys = [partition_stats_key(column, partition)]
            elif index == COLUMN_STATS:
                keys = []
            else:
                keys = [expression_partition_key(column, partition)]
            yield from (StatsRow(partition, None, rows[key]) for key in keys if key in rows)
            if index != PARTITION_STATS:
                for file in files:
                    row = rows.get(column_stats_key(column, partition, file))
                    if row is not None:
                        yield StatsRow(partition, file, row)


def _stat_keys(columns: Collection[str], listing: Listing) -> list[str]:
    return [
        column_stats_key(column, partition, file)
        for column in columns
        for partition, files in listing.items()
        for file in files
    ]


def quick_statistics(
    table: MetadataTable, columns: Collection[str], listing: Mapping[str, Iterable[str]]
) -> list[pa.RecordBatch] | None:
    """Rows of column statistics that `statistics` yields, in no order, as in `stat_batches`.

    Partition and name of the file are those of the listing. None if a file group has logs, or a base file
    must take the checked path.

    Args:
        table: the metadata table.
        columns: names of columns.
        listing: names of files by partition path, such as from `list_files`.

    Raises:
        OSError: a file cannot be read.
    """
    places = [
        (column, partition, file)
        for column in columns
        for partition, files in listing.items()
        for file in files
    ]
    keys = [column_stats_key(*place) for place in places]
    found: list[pa.RecordBatch] = []
    for item in table.slices.get(COLUMN_STATS, ()):
        if item.log_files:
            return None
        if item.base_file is not None:
            batches = stat_batches(table.path / FOLDER / COLUMN_STATS / item.base_file.name, keys)
            if batches is None:
                return None
            found += batches
    seen = pa.chunked_array([batch["key"] for batch in found], pa.string())
    if len(pc.unique(seen)) < len(seen):
        return None  # one key in two file groups: one of its rows counts
    partitions, files = (pa.array([place[at] for place in places], pa.string()) for at in (1, 2))
    return [_placed(batch, pa.array(keys, pa.string()), partitions, files) for batch in found]


def _placed(batch: pa.RecordBatch, keys: pa.Array, partitions: pa.Array, files: pa.Array) -> pa.RecordBatch:
    """The batch with partition and name of each key's file, in place of the name in the row."""
    numbers = pc.index_in(batch["key"], value_set=keys)
    columns = {name: batch[name] for name in batch.schema.names}
    columns |= {"partition": partitions.take(numbers), "file": files.take(numbers)}
    return pa.RecordBatch.from_pydict(columns)


def locate(
    table: MetadataTable, index: str, keys: Sequence[str | None] | None = None, partition: str | None = None
) -> Iterator[LocatedRow]:
    """Yield rows of the record index, or of a secondary index with the locations of their record keys.

    Args:
        table: the metadata table.
        index: `record_index` or `secondary_index_NAME`.
        keys: record keys; of a secondary index secondary keys, None for null. None = every row.
        partition: partition path of data, for a partitioned record index.

    Raises:
        OSError, Reject: as `list_files`.
    """
    if index == RECORD_INDEX:
        wanted = None if keys is None else [key for key in keys if key is not None]
        for record in _index_records(table, wanted, partition):
            if isinstance(record.payload, Location):
                yield LocatedRow(record.key, record.key, record.payload)
        return
    pairs = list(_secondary_pairs(table, index, keys))
    locations: dict[str, list[Location]] = {}
    for record in _index_records(table, sorted({key for _, key in pairs}), partition):
        if isinstance(record.payload, Location):
            locations.setdefault(record.key, []).append(record.payload)
    for secondary, key in pairs:
        for location in locations.get(key, [None]):
            yield LocatedRow(secondary, key, location)


def locate_batches(table: MetadataTable, keys: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
    """Yield the rows of the record index that `locate` yields, in no order: batches of `locations.SCHEMA`.

    Raises:
        OSError, Reject: as `list_files`; ArrowInvalid for a key that is not well-formed UTF-8.
    """
    for item, wanted in _routed(table, keys, None):
        if item.base_file is not None and not item.log_files:
            path = table.path / FOLDER / RECORD_INDEX / item.base_file.name
            batches = base_batches(path, wanted)
            if batches is not None:
                yield from batches
                continue
        yield batch_of(_wanted_records(table, item, wanted))


def _index_records(
    table: MetadataTable, keys: Sequence[str] | None, partition: str | None
) -> Iterator[MetadataRecord]:
    """Records of the record index: by key only from the file group that the key is routed to."""
    for item, wanted in _routed(table, keys, partition):
        yield from _wanted_records(table, item, wanted)


def _wanted_records(table: MetadataTable, item: FileSlice, wanted: list[str] | None) -> list[MetadataRecord]:
    """Records of a file group of the record index: all, or those of the requested keys in their order."""
    records = read_group(table, RECORD_INDEX, item, wanted)
    chosen = records if wanted is None else dict.fromkeys(wanted)
    return [records[key] for key in chosen if key in records]


def _routed(
    table: MetadataTable, keys: Sequence[str] | None, partition: str | None
) -> Iterator[tuple[FileSlice, list[str] | None]]:
    """File groups of the record index with the keys that are routed to them; None = all keys."""
    items = table.slices.get(RECORD_INDEX, ())
    for groups in _group_sets(table, partition):
        if keys is None:
            yield from ((items[number], None) for number in groups)
        else:
            routed = by_group(keys, len(groups))
            yield from ((items[groups[number]], wanted) for number, wanted in sorted(routed.items()))


def _group_sets(table: MetadataTable, partition: str | None) -> list[list[int]]:
    """File groups among which keys are routed: all of them, or those of each data partition."""
    definition = table.definitions.get(RECORD_INDEX)
    is_partitioned = definition is not None and definition.options.get("isPartitioned") == "true"
    sets: dict[str | None, list[int]] = {}
    for number, item in enumerate(table.slices.get(RECORD_INDEX, ())):
        owner = parse_group_id(RECORD_INDEX, item.file_id)[1] if is_partitioned else None
        sets.setdefault(owner, []).append(number)
    if is_partitioned and partition is not None:
        return [sets[partition]] if partition in sets else []
    return list(sets.values())


def _secondary_pairs(
    table: MetadataTable, index: str, keys: Sequence[str | None] | None
) -> Iterator[tuple[str | None, str]]:
    for item, wanted in _secondary_routes(table, index, keys):
        for record in read_group(table, index, item).values():
            if record.type is not RecordType.SECONDARY_INDEX:
                continue
            secondary, key = split_key(record.key)
            if wanted is None or secondary in wanted:
                yield secondary, key


def _secondary_routes(
    table: MetadataTable, index: str, keys: Sequence[str | None] | None
) -> Iterator[tuple[FileSlice, set[str | None] | None]]:
    """File groups of a secondary index with their keys; None = all [metadata.group.route-secondary]."""
    items = table.slices.get(index, ())
    definition = table.definitions.get(index)
    if keys is None or not items or definition is None or definition.version != "V2":
        yield from ((item, None if keys is None else set(keys)) for item in items)
        return
    routed: dict[int, set[str | None]] = {}
    for key in keys:
        routed.setdefault(route(secondary_part(key) + SEPARATOR, len(items)), set()).add(key)
    yield from ((items[number], wanted) for number, wanted in sorted(routed.items()))
