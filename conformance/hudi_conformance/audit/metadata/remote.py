# SPDX-License-Identifier: Apache-2.0
"""A table of a store as a local folder: its metadata table, footers of base files, and sparse files.

The folder has every file by name and size. Files of the metadata table that a reader opens are complete,
within limits; base files have their end with the footer. Other data files are complete only if values are
read.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.state import absent_partitions
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.timeline_surface import HIDDEN, MAX_COPIED, is_timeline
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.lake.copies import copy_file
from hudi_conformance.lake.files import FileRef, list_files, opened
from hudi_conformance.lake.filesystem import NUM_READERS
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.properties.table import INDEX_DEFINITIONS
from hudi_conformance.table.metadata import FOLDER, MetadataTable, open_metadata

MAX_PARTITION = 1 << 30  # bytes of one partition of the metadata table
MAX_DATA = 1 << 30  # bytes of data files, all together, whose values are read
_LEN_END = 1 << 16  # bytes of a base file that are read at once
_LEN_TAIL = 8  # of a footer: its length and the magic bytes


@dataclass(frozen=True, slots=True)
class Copied:
    """Contents of the folder.

    Attributes:
        skipped: partitions of the metadata table over the limit.
        is_deep: whether data files are complete.
        gaps: checks that cannot be made for this reason.
    """

    skipped: frozenset[str]
    is_deep: bool
    gaps: tuple[Gap, ...]


def copy_table(table: TableRef, folder: Path) -> Copied:
    """Complete a folder that holds the timeline of a table, as `timeline_surface.copied` makes it.

    Raises:
        OSError: a file cannot be read or written.
        Reject: a timeline cannot be read.
    """
    copy = _Copy(table.path, folder)
    data = [ref for ref in table.files if not copy.below(ref).startswith(HIDDEN) and not copy.is_there(ref)]
    copy.name(data)
    definitions = INDEX_DEFINITIONS.stated(read_timeline(folder).properties) or INDEX_DEFINITIONS.default
    own = _list(f"{table.path}/{FOLDER}")
    copy.name(own)
    copy.whole(ref for ref in own if is_timeline(copy.below(ref)[len(FOLDER) + 1 :]))
    copy.whole(ref for ref in table.files if copy.below(ref) == definitions.lstrip("/"))
    skipped, gaps = _copy_partitions(copy, own, open_metadata(folder, absent_partitions(folder)))
    is_deep = table.context.deep and sum(ref.size for ref in data) <= MAX_DATA
    if table.context.deep and not is_deep:
        gaps.append(Gap("data files", len(data), f"more than {MAX_DATA:,} bytes in a store: only footers"))
    copy.whole(data if is_deep else ())
    if not is_deep:
        copy.ends(ref for ref in data if format_of(ref.name) is PARQUET)
    return Copied(skipped, is_deep, tuple(gaps))


def _copy_partitions(
    copy: _Copy, own: Iterable[FileRef], metadata: MetadataTable
) -> tuple[frozenset[str], list[Gap]]:
    """Copy the files of the latest slices, partition by partition."""
    refs = {copy.below(ref): ref for ref in own}
    skipped, gaps = set(), []
    for partition, items in metadata.slices.items():
        names = [
            file.name for item in items for file in (item.base_file, *item.log_files) if file is not None
        ]
        chosen = [refs[path] for name in names if (path := f"{FOLDER}/{partition}/{name}") in refs]
        if sum(ref.size for ref in chosen) > MAX_PARTITION:
            skipped.add(partition)
            why = f"more than {MAX_PARTITION:,} bytes in a store: {partition}"
            gaps.append(Gap("partitions of metadata tables", 1, why))
        else:
            copy.whole(chosen)
    return frozenset(skipped), gaps


def _list(path: str) -> list[FileRef]:
    try:
        return list_files([path])
    except FileNotFoundError:
        return []


@dataclass(frozen=True, slots=True)
class _Copy:
    """Files of a table below a folder."""

    table: str
    folder: Path

    def below(self, ref: FileRef) -> str:
        """Path below the table."""
        return ref.path[len(self.table) + 1 :]

    def is_there(self, ref: FileRef) -> bool:
        """Whether the folder has the file."""
        return (self.folder / self.below(ref)).exists()

    def name(self, refs: Iterable[FileRef]) -> None:
        """Create sparse files of these names and sizes."""
        for ref in refs:
            if ".." not in self.below(ref).split("/"):
                target = self.folder / self.below(ref)
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("wb") as file:
                    file.truncate(ref.size)

    def whole(self, refs: Iterable[FileRef]) -> None:
        """Content of files; several are requested from a store at a time."""
        self._each(refs, self._whole)

    def ends(self, refs: Iterable[FileRef]) -> None:
        """Footers of Parquet files, at their offsets."""
        self._each(refs, self._end)

    def _each(self, refs: Iterable[FileRef], copy: object) -> None:
        assert callable(copy)
        inside = [ref for ref in refs if ".." not in self.below(ref).split("/")]
        with ThreadPoolExecutor(NUM_READERS) as pool:
            for _ in pool.map(copy, inside):
                pass

    def _whole(self, ref: FileRef) -> None:
        copy_file(ref, self.folder / self.below(ref))

    def _end(self, ref: FileRef) -> None:
        with opened(ref) as buffer:
            size = len(buffer)
            end = buffer[max(size - _LEN_END, 0) :]
            length = int.from_bytes(bytes(end[-_LEN_TAIL:-4]), "little") + _LEN_TAIL
            if len(end) < length <= min(size, MAX_COPIED):
                end = buffer[size - length :]
        with (self.folder / self.below(ref)).open("r+b") as file:
            file.truncate(size)
            file.seek(size - len(end))
            file.write(end)
