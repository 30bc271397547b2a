# SPDX-License-Identifier: Apache-2.0
"""Sizes of files that archived commits name, from the columns of their metadata.

`table_facts` collects these values one by one from the checked decoder. This module reads them from Arrow,
for rows whose containers the kernels accept and whose schemas have the sizes at the path that Hudi uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.archive_records import Blocks
from hudi_conformance.decode.bulk.shape import Kind, RowShape, Shape
from hudi_conformance.decode.timeline.history_proof import (
    HistoryProof,
    Mask,
    PlainRows,
    containers_of,
    is_there,
)

STATS, PATH, SIZE = "partitionToWriteStats", "path", "fileSizeInBytes"

_LOG = r"(^|/)\.[^/]*$"  # paths of log files, which grow after a commit in old tables

_HOLDERS = frozenset({Kind.RECORD, Kind.MAP, Kind.JSON})  # values of a map that may have stats

Rows = npt.NDArray[np.int64]
_Part = tuple[Rows, pa.StringArray, pa.Int64Array]  # row, path and size


@dataclass(frozen=True, slots=True)
class BatchSizes:
    """Sizes of base files in the rows of a batch, as three columns in the order of the rows.

    Attributes:
        rows: indexes of the rows.
        paths: of files in them.
        sizes: positive numbers of bytes.
        is_left: rows for the checked decoder; their entries in the columns are invalid.
    """

    rows: Rows
    paths: pa.StringArray
    sizes: pa.Int64Array
    is_left: Mask

    def between(self, first: int, last: int, times: Sequence[str]) -> Iterator[tuple[str, tuple[str, int]]]:
        """Path, time of the row and size in the rows of [first, last)."""
        start, stop = np.searchsorted(self.rows, [first, last])
        rows, paths = (
            self.rows[start:stop].tolist(),
            self.paths[start:stop].to_numpy(zero_copy_only=False).tolist(),
        )
        sizes = zip(map(times.__getitem__, rows), self.sizes[start:stop].to_pylist(), strict=True)
        return zip(paths, sizes, strict=True)


def sizes_of(batch: pa.RecordBatch, plain: PlainRows, proof: HistoryProof, is_wanted: Mask) -> BatchSizes:
    """Sizes in the metadata and the plans of the requested rows of a batch, in this order per row."""
    is_left = np.zeros(batch.num_rows, np.bool_)
    parts: list[_Part] = []
    for name in containers_of(batch):
        left = is_there(batch.column(name)).copy()
        for places, (first, records, shape) in proof.records(batch, plain, name):
            own = places[first : first + records.num_rows]
            found = _sizes_in(records, shape, own)
            if found is not None:
                parts += found[0]
                left[own] = False
                left[found[1]] = True
        is_left |= left
    return _combined(parts, is_wanted, is_left)


def entry_sizes(blocks: Blocks, is_wanted: Mask) -> BatchSizes:
    """Sizes in the requested entries of an archive's blocks; rows are the entries."""
    is_left = np.zeros(len(is_wanted), np.bool_)
    parts: list[_Part] = []
    done = 0
    for entries in blocks.entries:
        own = np.arange(done, done + entries.records.num_rows)
        done += len(own)
        found = _sizes_in(entries.records, entries.shape, own)
        is_left[own if found is None else found[1]] = True
        parts += [] if found is None else found[0]
    return _combined(parts, is_wanted, is_left)


def _combined(parts: Sequence[_Part], is_wanted: Mask, is_left: Mask) -> BatchSizes:
    """The sizes of all parts in row order, and in the order of parts per row."""
    rows = np.concatenate([np.zeros(0, np.int64), *(part[0] for part in parts)])
    paths = pa.concat_arrays([pa.array([], pa.string()), *(part[1] for part in parts)])
    sizes = pa.concat_arrays([pa.array([], pa.int64()), *(part[2] for part in parts)])
    order = np.argsort(rows, kind="stable")
    order = order[is_wanted[rows[order]]]
    return BatchSizes(rows[order], paths.take(pa.array(order)), sizes.take(pa.array(order)), is_left)


def _sizes_in(records: pa.RecordBatch, shape: RowShape, own: Rows) -> tuple[list[_Part], Rows] | None:
    """Sizes in records of the rows `own`, and the rows for the checked decoder; None if all rows are."""
    places = _places_of_stats(shape)
    if places is None:
        return None
    parts, twice = [], own[:0]
    for place, inside in places:
        stats = records.column(place)
        if inside is not None:
            stats = stats.flatten()[inside]  # without those of absent records
        rows, is_twice = _entries(stats)
        twice = np.concatenate([twice, own[is_twice]])
        parts.append(_stats(stats, own[rows]))
    return parts, twice


@lru_cache(maxsize=64)
def _places_of_stats(shape: RowShape) -> tuple[tuple[int, int | None], ...] | None:
    """Columns of write stats, or of records that contain them with their index; None if uncertain."""
    places: list[tuple[int, int | None]] = []
    if not shape.is_record:
        return None
    for place, (name, column) in enumerate(zip(shape.names, shape.columns, strict=True)):
        if name == STATS:
            if not _is_stats(column):
                return None
            places.append((place, None))
        elif column.kind is Kind.RECORD and STATS in column.names:
            inside = column.names.index(STATS)
            if not _is_stats(column.children[inside]):
                return None
            places.append((place, inside))
        elif column.kind is Kind.JSON or (column.kind is Kind.MAP and column.children[1].kind in _HOLDERS):
            return None
    return tuple(places)


def _is_stats(shape: Shape) -> bool:
    """Whether a column is a map of arrays of records with a path and a size."""
    if shape.kind is not Kind.MAP or shape.children[1].kind is not Kind.ARRAY:
        return False
    stat = shape.children[1].children[0]
    if stat.kind is not Kind.RECORD:
        return False
    types = dict(zip(stat.names, (child.arrow for child in stat.children), strict=True))
    return types.get(PATH) == pa.string() and types.get(SIZE) in {pa.int32(), pa.int64()}


def _entries(stats: pa.MapArray) -> tuple[Rows, Rows]:
    """Row of each entry of the maps, and the rows with a repeated key, whose last entry counts."""
    lengths = np.diff(stats.offsets.to_numpy())
    rows = np.repeat(np.arange(len(stats)), lengths)
    if len(rows) == np.count_nonzero(lengths):
        return rows, rows[:0]
    keys = pc.dictionary_encode(stats.keys).indices.to_numpy().astype(np.int64)
    pairs, num = np.unique(rows * (int(keys.max()) + 1) + keys, return_counts=True)
    return rows, np.unique(pairs[num > 1] // (int(keys.max()) + 1))


def _stats(stats: pa.MapArray, rows: Rows) -> _Part:
    """Row, path and size of the stats of base files that have one, in order."""
    groups = stats.items
    rows = np.repeat(rows, np.diff(groups.offsets.to_numpy()))
    paths, sizes = pc.struct_field(groups.values, PATH), pc.struct_field(groups.values, SIZE)
    is_log = pc.match_substring_regex(paths, _LOG)
    is_sized = pc.fill_null(pc.and_not(pc.greater(sizes, 0), is_log), False)
    sizes = sizes.filter(is_sized).cast(pa.int64())
    return rows[is_sized.to_numpy(zero_copy_only=False)], paths.filter(is_sized), sizes
