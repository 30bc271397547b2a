# SPDX-License-Identifier: Apache-2.0
"""All records of a large base file of a metadata table by the kernels: those of `base_records`, or none.

Record index and statistics have very many small records, lists of files few with very many entries. Irregular
files are left to the checked reader, so records and rejections are always those of that reader.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.file_lists import QuickList, quick_lists
from hudi_conformance.decode.bulk.gc_pause import no_collections
from hudi_conformance.decode.bulk.locations import SCHEMA, base_batches
from hudi_conformance.decode.bulk.statistics import COUNTS, stat_batches
from hudi_conformance.decode.metadata.groups import COLUMN_STATS, FILES, PARTITION_STATS, RECORD_INDEX
from hudi_conformance.model.metadata import (
    Bound,
    ColumnStats,
    FileEntry,
    FileList,
    LocatedRow,
    Location,
    MetadataRecord,
    RecordType,
    ValueType,
)

MIN_BYTES = 1 << 18  # loading the kernels takes longer than reading a smaller file
MIN_BYTES_LOADED = 1 << 14  # where they are loaded


def quick_records(
    path: Path, partition: str, keys: Collection[str] | None = None
) -> list[MetadataRecord] | None:
    """Records of a base file in its order; None if it must take the checked path.

    Args:
        path: the file.
        partition: of the metadata table; only those of lists, locations and statistics have a fast path.
        keys: keys whose records are needed, others of locations and statistics are skipped; None = all.

    Raises:
        OSError: the file cannot be read.
    """
    if partition not in {FILES, RECORD_INDEX, COLUMN_STATS, PARTITION_STATS} or _is_small(path):
        return None
    if partition == FILES:
        lists = quick_lists(path)
        return None if lists is None else list(map(_list, lists))
    chosen = None if keys is None else list(keys)
    with no_collections():
        if partition == RECORD_INDEX:
            batches = base_batches(path, chosen)
            return None if batches is None else [record for batch in batches for record in _locations(batch)]
        batches = stat_batches(path, chosen)
        if batches is None:
            return None
        # Batches are sorted by types of bounds; rows of the file ascend, which the kernels have checked.
        return sorted((record for batch in batches for record in _stats(batch)), key=attrgetter("key"))


def quick_located(path: Path, keys: Sequence[str]) -> list[LocatedRow] | None:
    """Rows of requested keys of a base file of the record index, in their order; None as `quick_records`.

    Raises:
        OSError: the file cannot be read.
    """
    batches = None if _is_small(path) else base_batches(path, keys)
    if batches is None:
        return None
    columns, requested = pa.Table.from_batches(batches, SCHEMA).combine_chunks(), pa.array(keys, pa.string())
    if not columns["key"].equals(pa.chunked_array([requested])):
        numbers = pc.index_in(requested.unique(), value_set=columns["key"])
        columns = columns.take(numbers.drop_null()).combine_chunks()
    with no_collections():
        names, *values = [list(_values(column.combine_chunks())) for column in columns.columns]
        locations = map(partial(tuple.__new__, Location), zip(*values, strict=True))
        return list(map(partial(tuple.__new__, LocatedRow), zip(names, names, locations, strict=True)))


def quick_listing(path: Path) -> dict[str, dict[str, int]] | None:
    """Sizes of live entries by the key of their list in a base file; None if it must take the checked path.

    Raises:
        OSError: the file cannot be read.
    """
    lists = None if _is_small(path) else quick_lists(path)
    return None if lists is None else {listing.key: _live(listing) for listing in lists}


def _is_small(path: Path) -> bool:
    return path.stat().st_size < (MIN_BYTES_LOADED if "numba" in sys.modules else MIN_BYTES)


def _live(listing: QuickList) -> dict[str, int]:
    if not any(listing.deleted):
        return dict(zip(listing.names, listing.sizes, strict=True))
    entries = zip(listing.names, zip(listing.sizes, listing.deleted, strict=True), strict=True)
    return {name: size for name, (size, is_deleted) in dict(entries).items() if not is_deleted}


def _list(listing: QuickList) -> MetadataRecord:
    entries = dict(zip(listing.names, map(FileEntry, listing.sizes, listing.deleted), strict=True))
    return MetadataRecord(listing.key, listing.type, FileList(entries))


def _locations(batch: pa.RecordBatch) -> Iterator[MetadataRecord]:
    keys, *columns = map(_values, batch.columns)
    return map(MetadataRecord, keys, repeat(RecordType.RECORD_INDEX), map(Location, *columns))


def _stats(batch: pa.RecordBatch) -> Iterator[MetadataRecord]:
    names = ("key", "record_type", "column", "file", "type", "min", "max", "is_deleted", "is_tight")
    keys, kinds, columns, files, types, *sides, deleted, tight = (
        list(_values(batch[name])) for name in names
    )
    lows, highs = (
        [None if value is None else Bound(kind, value) for kind, value in zip(types, side, strict=True)]
        for side in sides
    )
    ordinals, infos = _values(batch["ordinal"]), _values(batch["info"])
    value_types = (
        None if key is None else ValueType(key, info) for key, info in zip(ordinals, infos, strict=True)
    )
    counts = [_values(batch[name]) for name in COUNTS]
    stats = map(ColumnStats, columns, files, lows, highs, *counts, deleted, tight, value_types)
    return map(MetadataRecord, keys, map(cache(RecordType), kinds), stats)


def _values(column: pa.Array) -> Iterable[Any]:
    """Values of a column as objects, by numpy where it keeps them: several times as fast."""
    if column.null_count == len(column):
        return repeat(None, len(column))
    is_exact = not column.null_count or pa.types.is_string(column.type) or pa.types.is_binary(column.type)
    values: list[Any] = column.to_numpy(zero_copy_only=False).tolist() if is_exact else column.to_pylist()
    return values
