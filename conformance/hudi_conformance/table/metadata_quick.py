# SPDX-License-Identifier: Apache-2.0
"""All records of a large base file of a metadata table by the kernels: those of `base_records`, or none.

Record index and statistics have very many small records, lists of files few with very many entries. Irregular
files are left to the checked reader, so records and rejections are always those of that reader.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.bulk.file_lists import QuickList, quick_lists
from hudi_conformance.decode.bulk.gc_pause import no_collections
from hudi_conformance.decode.bulk.locations import base_batches
from hudi_conformance.decode.bulk.statistics import COUNTS, stat_batches
from hudi_conformance.decode.metadata.groups import COLUMN_STATS, FILES, PARTITION_STATS, RECORD_INDEX
from hudi_conformance.model.metadata import (
    Bound,
    ColumnStats,
    FileEntry,
    FileList,
    Location,
    MetadataRecord,
    RecordType,
    ValueType,
)

MIN_BYTES = 1 << 18  # loading the kernels takes longer than reading a smaller file


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
        batches = stat_batches(path, chosen, is_whole=True)
        if batches is None:
            return None
        # Batches are sorted by types of bounds; rows of the file ascend, which the kernels have checked.
        return sorted((record for batch in batches for record in _stats(batch)), key=attrgetter("key"))


def quick_listing(path: Path) -> dict[str, dict[str, int]] | None:
    """Sizes of live entries by the key of their list in a base file; None if it must take the checked path.

    Raises:
        OSError: the file cannot be read.
    """
    lists = None if _is_small(path) else quick_lists(path)
    return None if lists is None else {listing.key: _live(listing) for listing in lists}


def _is_small(path: Path) -> bool:
    return path.stat().st_size < MIN_BYTES


def _live(listing: QuickList) -> dict[str, int]:
    if not any(listing.deleted):
        return dict(zip(listing.names, listing.sizes, strict=True))
    entries = zip(listing.names, zip(listing.sizes, listing.deleted, strict=True), strict=True)
    return {name: size for name, (size, is_deleted) in dict(entries).items() if not is_deleted}


def _list(listing: QuickList) -> MetadataRecord:
    entries = dict(zip(listing.names, map(FileEntry, listing.sizes, listing.deleted), strict=True))
    return MetadataRecord(listing.key, listing.type, FileList(entries))


def _locations(batch: pa.RecordBatch) -> Iterator[MetadataRecord]:
    kind = RecordType.RECORD_INDEX
    for row in _rows(batch):
        yield MetadataRecord(row[0], kind, Location._make(row[1:]))


def _stats(batch: pa.RecordBatch) -> Iterator[MetadataRecord]:
    names = ["key", "record_type", "column", "file", "type", "min", "max", *COUNTS]
    names += ["is_deleted", "is_tight", "ordinal", "info"]
    for key, kind, column, file, type_, low, high, *counts, is_deleted, is_tight, ordinal, info in _rows(
        batch.select(names)
    ):
        num_values, num_nulls, size, uncompressed = counts
        lower, upper = (None if value is None else Bound(type_, value) for value in (low, high))
        value_type = None if ordinal is None else ValueType(ordinal, info)
        stats = ColumnStats(
            column,
            file,
            lower,
            upper,
            num_values,
            num_nulls,
            size,
            uncompressed,
            is_deleted,
            is_tight,
            value_type,
        )
        yield MetadataRecord(key, RecordType(kind), stats)


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    """Values of columns, whose types are those of the kernels."""
    yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)
