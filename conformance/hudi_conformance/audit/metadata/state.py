# SPDX-License-Identifier: Apache-2.0
"""A table and its metadata table for the tasks of an audit; opened once per process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa

from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.folder import file_names
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.model.meta_fields import RECORD_KEY
from hudi_conformance.semantics.slices.files import FileSlice, GroupId, is_replaced, merged_slice
from hudi_conformance.table.metadata import FOLDER, MetadataTable, announced, open_metadata
from hudi_conformance.table.metadata_answers import Listing, list_files
from hudi_conformance.table.slice_rows import read_slice
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table

_BATCH = 1 << 16
Values: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Both tables.

    Attributes:
        path: the data table.
        metadata: its metadata table, without partitions whose folder is absent.
        table: the data table.
        listing: files by partition, as the metadata table lists them.
        slices: slices that a snapshot of the data table reads, by file group, from the folder.
        is_deep: whether values are read.
    """

    path: Path
    metadata: MetadataTable
    table: Table
    listing: Listing
    slices: dict[GroupId, FileSlice]
    is_deep: bool

    def file(self, partition: str, name: str) -> Path:
        """A data file."""
        return self.path / partition / name


@lru_cache(maxsize=4)
def open_state(
    path: str,
    token: str,  # noqa: ARG001 - one audit is one token
    *,
    is_deep: bool,
    skip: tuple[str, ...],
) -> State:
    """Both tables in a folder; without the partitions `skip` of the metadata table.

    Raises:
        OSError: a file cannot be read.
        Reject: a timeline, or the list of files, cannot be read.
    """
    folder = Path(path)
    # The check of each HFile reports empty checksum words; readers of Hudi do not compare them.
    metadata = replace(open_metadata(folder, {*absent_partitions(folder), *skip}), takes_zero_words=True)
    table = open_table(folder)
    slices = {}
    for group, items in table.slices.items():
        item = None if is_replaced(group, table.facts) else merged_slice(items, table.facts)
        if item is not None:
            slices[group] = item
    return State(folder, metadata, table, list_files(metadata), slices, is_deep)


def absent_partitions(path: Path) -> frozenset[str]:
    """Announced partitions without any file.

    Raises:
        OSError, Reject: the timeline of the data table cannot be read.
    """
    names = announced(read_timeline(path).properties)
    return frozenset(name for name in names if not _is_name(name) or not file_names(path / FOLDER / name))


def _is_name(name: str) -> bool:
    return "/" not in name and "\0" not in name and name not in {".", ".."}


def slice_values(state: State, item: FileSlice, columns: Sequence[str]) -> Iterator[Values]:
    """Yield the record key and columns of each row of a file slice, as in a snapshot.

    Raises:
        OSError: a file cannot be read.
        Reject: a file cannot be decoded.
    """
    if item.base_file is not None and not item.log_files:
        path = state.file(item.partition, item.base_file.name)
        for batch in column_batches(path, (RECORD_KEY, *columns)):
            lists = [column.to_pylist() for column in batch.columns]
            yield from zip(*lists, strict=True)
        return
    latest = state.table.facts.latest or ""
    for row in read_slice(state.table, item, latest):
        yield tuple(row.get(name) for name in (RECORD_KEY, *columns))


def column_batches(path: Path, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield some top-level columns of a base file, in this order; absent ones are null.

    Raises:
        OSError: the file cannot be opened.
        Reject: it cannot be read.
        UnsupportedInput: an unsupported format.
        LimitExceeded: see `rows.check_values`.
    """
    file = open_base_file(path)
    file.check_values(path.stat().st_size)
    present = [name for name in columns if name in file.schema.names]
    for batch in file.batches(_BATCH, present):
        arrays = [batch.column(name) if name in present else pa.nulls(batch.num_rows) for name in columns]
        yield pa.RecordBatch.from_arrays(arrays, list(columns))
