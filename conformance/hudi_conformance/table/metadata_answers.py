# SPDX-License-Identifier: Apache-2.0
"""Contents of the metadata table: files, statistics, locations of records."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from hudi_conformance.decode.bulk.locations import by_group
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
from hudi_conformance.table.metadata_quick import quick_listing, quick_located
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
        lists = {record.key: live_entries(record) for record in read_records(table, FILES, keys)}
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
    key_of = cache(column_stats_key)
    keys = None
    if columns is not None and index == COLUMN_STATS:
        keys = [
            key_of(column, name, file) for column in columns for name in listing for file in listing[name]
        ]
    rows = {
        record.key: record.payload
        for record in read_records(table, index, keys)
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
                    row = rows.get(key_of(column, partition, file))
                    if row is not None:
                        yield StatsRow(partition, file, row)


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
        non_null = None if keys is None else [key for key in keys if key is not None]
        for item, group_keys in _routed(table, non_null, partition):
            yield from _located(table, item, group_keys)
        return
    pairs = list(_secondary_pairs(table, index, keys))
    locations: dict[str, list[Location | None]] = {}
    for item, group_keys in _routed(table, sorted({key for _, key in pairs}), partition):
        for row in _located(table, item, group_keys):
            locations.setdefault(row.record_key, []).append(row.location)
    for secondary, key in pairs:
        for location in locations.get(key, [None]):
            yield LocatedRow(secondary, key, location)


def _located(table: MetadataTable, item: FileSlice, keys: list[str] | None) -> Iterable[LocatedRow]:
    """Rows of a file group of the record index, of a key its only one."""
    if keys is not None and item.base_file is not None and not item.log_files and len(keys) > MAX_LOOKED_UP:
        rows = quick_located(table.path / FOLDER / RECORD_INDEX / item.base_file.name, keys)
        if rows is not None:
            return rows
    records = read_group(table, RECORD_INDEX, item, keys)
    chosen = (records[key] for key in (records if keys is None else dict.fromkeys(keys)) if key in records)
    return (
        LocatedRow(record.key, record.key, record.payload)
        for record in chosen
        if isinstance(record.payload, Location)
    )


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
            yield from ((items[groups[number]], group_keys) for number, group_keys in sorted(routed.items()))


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
    for item, group_keys in _secondary_routes(table, index, keys):
        for record in read_group(table, index, item).values():
            if record.type is not RecordType.SECONDARY_INDEX:
                continue
            secondary, key = split_key(record.key)
            if group_keys is None or secondary in group_keys:
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
    yield from ((items[number], group_keys) for number, group_keys in sorted(routed.items()))
