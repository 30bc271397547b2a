# SPDX-License-Identifier: Apache-2.0
"""A table's data files by its folders or by its metadata table, and differences that affect queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.errors import Reject
from hudi_conformance.model.properties.table import METADATA_PARTITIONS
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.semantics.slices.files import merged_slice
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.options import DEFAULTS, FOLDERS, ReadOptions
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table


@dataclass(frozen=True, slots=True)
class ListingDifference:
    """A file that a snapshot opens with only one of the listings, or whose sizes differ.

    Attributes:
        path: below the table's folder.
        size: bytes in the folder; None if that listing does not open it, or it does not exist.
        stated: bytes in the metadata table; None if that listing does not open it.
    """

    path: str
    size: int | None
    stated: int | None

    @property
    def text(self) -> str:
        """One line for a user."""
        if self.stated is None:
            return f"{self.path}: not in the metadata table: readers that list files by it lose its rows"
        if self.size is None:
            return f"{self.path}: in the metadata table, but not in the folder or not opened by its listing"
        return f"{self.path}: {self.size} bytes, {self.stated} by the metadata table"


def open_listed(path: Path, options: ReadOptions = DEFAULTS) -> Table:
    """The table with the files of the listing that the options name.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: as `open_table`; a metadata table that is absent [metadata.place.available] or damaged.
    """
    if options.listing == FOLDERS:
        return open_table(path, options)
    return _by_metadata(path, options)[0]


def listing_differences(path: Path, line: Line | None = None) -> Iterator[ListingDifference]:
    """Yield differences between the two listings among the files that a snapshot opens, by path.

    The table is opened twice: a commit in between is a difference.

    Raises:
        As `open_listed`.
    """
    by_metadata, sizes = _by_metadata(path, ReadOptions(line))
    listed = opened_files(by_metadata)
    opened = opened_files(open_table(path, ReadOptions(line)))
    for name in sorted({*listed, *opened}):
        size = _size(path / name) if name in opened or name in listed else None
        stated = sizes.get(name)
        if name not in listed:
            yield ListingDifference(name, size, None)
        elif name not in opened or size != stated:
            yield ListingDifference(name, size if name in opened else None, stated)


def opened_files(table: Table) -> frozenset[str]:
    """Paths of the files that a snapshot opens, below the table's folder."""
    paths: set[str] = set()
    for slices in table.slices.values():
        item = merged_slice(slices, table.facts)
        if item is None:
            continue
        names = [log.name for log in item.log_files] if table.is_merge_on_read else []
        names += [] if item.base_file is None else [item.base_file.name]
        paths.update(f"{item.partition}/{name}" if item.partition else name for name in names)
    return frozenset(paths)


def _by_metadata(path: Path, options: ReadOptions) -> tuple[Table, Mapping[str, int]]:
    """The table by its metadata table, and the size of every file by path."""
    from hudi_conformance.table.metadata import open_metadata  # noqa: PLC0415 - by default not read
    from hudi_conformance.table.metadata_answers import list_files  # noqa: PLC0415 - as above

    metadata = open_metadata(path)
    if not metadata.is_available:
        message = f"{METADATA_PARTITIONS} does not name files: the table is listed only by its folders"
        raise Reject("bad-state", None, "metadata.place.available", message)
    sizes = {
        f"{partition}/{name}" if partition else name: size
        for partition, files in list_files(metadata).items()
        for name, size in files.items()
    }
    files = data_files_of(sizes)
    return open_table(path, options, files), sizes


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None
