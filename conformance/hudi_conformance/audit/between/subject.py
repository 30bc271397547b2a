# SPDX-License-Identifier: Apache-2.0
"""Input of the checks between files (timeline, listed files, footers), and creation of findings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path

from hudi_conformance.audit.between.table_schema import TableSchema, table_schema
from hudi_conformance.audit.findings import DAMAGE, ERROR, VIOLATION, WARNING, FindingRow
from hudi_conformance.audit.footers import BaseFooter, Footers, footers
from hudi_conformance.audit.name_surface import is_log_name
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.table_facts import Facts
from hudi_conformance.audit.timeline_surface import HIDDEN
from hudi_conformance.decode.base_file import num_rows_in
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import FileRef, folders_above, opened
from hudi_conformance.lake.filesystem import NUM_READERS, local_path
from hudi_conformance.model.base_file import METAFILES, PARQUET, format_of
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import Instant
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table

METADATA_TABLE = "/.hoodie/metadata"
_TOGETHER = 1024  # footers that are requested at a time
_HEADER = (
    HeaderKey.INSTANT_TIME, HeaderKey.TARGET_INSTANT_TIME, HeaderKey.SCHEMA, HeaderKey.COMMAND_BLOCK_TYPE,
    HeaderKey.COMPACTED_BLOCK_TIMES, HeaderKey.IS_PARTIAL,
    HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BlockFacts:
    """Data of a log block for checks between files; blocks with equal headers share it."""

    ofs: int
    type: BlockType
    header: tuple[tuple[HeaderKey, str], ...]


@dataclass(frozen=True, slots=True)
class LogName:
    """Name of a log file of data; `suffix` is `.cdc` or empty."""

    file_id: str
    instant: str
    version: int
    token: str | None
    suffix: str


@dataclass
class Subject:
    """A table whose timeline was read.

    Attributes:
        present: listed files by path below the table.
        folder: the table, or a copy of its timeline.
        now: greater instants are in the future.
    """

    table: TableRef
    facts: Facts
    present: dict[str, FileRef]
    open_file: Callable[[FileRef], Buffer]
    folder: Path
    now: str
    _footers: dict[str, BaseFooter | None] = field(default_factory=dict)
    _read: Footers = field(default_factory=footers)
    _blocks: dict[str, tuple[BlockFacts, ...]] = field(default_factory=dict)
    _headers: dict[object, tuple[tuple[HeaderKey, str], ...]] = field(default_factory=dict)

    @property
    def version(self) -> TableVersion:
        """`hoodie.table.version`."""
        return TableVersion(self.facts.timeline.table_version)

    @cached_property
    def known_times(self) -> Set[str]:
        """`Facts.known_times`, cached: collecting them is slow for a long history."""
        return self.facts.known_times()

    @cached_property
    def _unlisted(self) -> Sequence[tuple[str, str]]:
        listed = {self.instant_file(instant) for instant in self.facts.instants}
        folders = (self.facts.timeline.folder, ".hoodie")
        paths = (path for path in self.present if path.rpartition("/")[0] in folders)
        return sorted((path.rpartition("/")[2], path) for path in paths if path not in listed)

    def unlisted(self, time: str) -> str | None:
        """The first file of an instant in the instants' folder that readers do not list as an instant."""
        first, end = (bisect_left(self._unlisted, (text,)) for text in (time, f"{time}\U0010ffff"))
        return min((path for _, path in self._unlisted[first:end]), default=None)

    @property
    def is_metadata_table(self) -> bool:
        """Whether it is a metadata table."""
        return self.table.path.endswith(METADATA_TABLE)

    @property
    def is_local(self) -> bool:
        """Whether its files are on this machine."""
        return local_path(self.table.path) is not None

    @cached_property
    def opened_table(self) -> Table:
        """The table, for reading rows if it is on this machine; raises as `open_table`."""
        return open_table(self.folder)

    @property
    def was_upgraded(self) -> bool:
        """Whether files may be older than layout 2, whose log files are named by their own commit."""
        initial = self.table.context.initial_version
        return initial is None or not TableVersion(initial).has(Feature.INSTANT_NAMES)

    @cached_property
    def schema(self) -> TableSchema | None:
        """The schema in which readers return rows, None if none is stated.

        Raises:
            Reject: bad-schema if it is not a record.
        """
        return table_schema(self.facts)

    @cached_property
    def _required(self) -> frozenset[str]:
        with suppress(Reject):
            return frozenset() if self.schema is None else self.schema.required()
        return frozenset()  # the check of commits reports it

    def is_absent(self, path: str) -> bool:
        """Whether there is no file at a path below the table; False in a folder that cannot be listed."""
        return path not in self.present and not self.table.is_unlisted(path)

    def data_files(self) -> list[str]:
        """Paths of files outside `.hoodie`."""
        return [path for path in self.present if not path.startswith(HIDDEN)]

    def data_folders(self) -> Iterator[tuple[str, Iterator[str]]]:
        """Folders of data files, each with its paths in order."""
        paths = sorted(self.data_files(), key=lambda path: path.rpartition("/"))
        return groupby(paths, key=lambda path: path.rpartition("/")[0])

    @cached_property
    def _alike(self) -> Mapping[str, Sequence[str]]:
        paths: dict[str, list[str]] = {}
        for path in self.present:
            if not path.startswith(f"{HIDDEN}metadata/"):
                paths.setdefault(_stem(path.rpartition("/")[2]), []).append(path)
        return paths

    def paths_of(self, name: str) -> Sequence[str]:
        """Files outside the metadata table whose names differ at most in suffix and letter case."""
        return self._alike.get(_stem(name), ())

    @cached_property
    def parquet_files(self) -> Mapping[str, Sequence[str]]:
        """Parquet files by folder and file id, `FOLDER/ID_`; empty for files next to `.hoodie`."""
        paths: dict[str, list[str]] = {}
        for path in self.present:
            if path.endswith(PARQUET.suffix):
                paths.setdefault(path[: path.find("_", path.rfind("/")) + 1], []).append(path)
        return paths

    @cached_property
    def named_folders(self) -> Set[str]:
        """Folders of files that the timeline names, and the folders above these."""
        folders = {path.rpartition("/")[0] for path in self.facts.named if "/" in path}
        return folders.union(*map(folders_above, folders))

    @cached_property
    def folders(self) -> Set[str]:
        """Folders that hold files."""
        return {path.rpartition("/")[0] for path in self.present}

    def instant_file(self, instant: Instant) -> str:
        """Path of an instant's file."""
        return f"{self.facts.timeline.folder}/{instant.name}"

    def footer(self, path: str) -> BaseFooter | None:
        """Footer of a Parquet file, None if it cannot be read; the file's own check reports that."""
        if not self._footers and not self.is_local:
            self._read_ahead()
        if path not in self._footers:
            self._footers[path] = self._read_footer(path)
        return self._footers[path]

    def opened(self, path: str) -> AbstractContextManager[Buffer]:
        """A file of the table, closed at the end; raises OSError."""
        return opened(self.present[path], self.open_file)

    def content(self, path: str) -> bytes:
        """Bytes of a file of the table; raises OSError."""
        with self.opened(path) as buffer:
            return bytes(buffer[:])

    def num_rows(self, path: str) -> int | None:
        """Number of rows in the footer or frame of a base file; None for other or unreadable files."""
        if format_of(path) is PARQUET:
            footer = self.footer(path)
            return None if footer is None else footer.num_rows
        try:
            with self.opened(path) as buffer:
                return num_rows_in(path, buffer)
        except OSError:
            return None

    def _read_ahead(self) -> None:
        """Read all footers of a remote table, several at a time: all of them will be needed."""
        paths = [path for path in self.data_files() if format_of(path) is PARQUET]
        retained = ((path, self._read.take(self.present[path])) for path in paths)
        self._footers.update((path, footer) for path, footer in retained if footer is not None)
        paths = [path for path in paths if path not in self._footers]
        with ThreadPoolExecutor(NUM_READERS) as pool:
            for start in range(0, len(paths), _TOGETHER):  # a waiting task is larger than a footer
                some = paths[start : start + _TOGETHER]
                self._footers.update(zip(some, pool.map(self._read_footer, some), strict=True))

    def _read_footer(self, path: str) -> BaseFooter | None:
        ref = self.present[path]
        retained = self._read.take(ref)
        if retained is not None:
            return retained
        try:
            with self.opened(path) as buffer:
                return self._read.read(ref, buffer)
        except OSError:
            return None

    def with_nulls(self, footer: BaseFooter) -> frozenset[str]:
        """Columns that may hold nulls by the counts of a footer, though the table's schema allows none."""
        return footer.with_nulls & self._required

    def has_metafile(self, folder: str) -> bool:
        """Whether partition metadata, in any of its formats, makes a folder a partition."""
        below = f"{folder}/" if folder else ""
        return any(below + name in self.present for name in METAFILES)

    def keep_blocks(self, path: str, blocks: Iterable[LogBlock]) -> None:
        """Store the result of `blocks_of` for a log file whose frames were read."""
        self._blocks[path] = tuple(map(self._facts_of, blocks))

    def blocks_of(self, path: str) -> tuple[BlockFacts, ...] | None:
        """Blocks of a log file in its order; None if no check has read them."""
        return self._blocks.get(path)

    def _facts_of(self, block: LogBlock) -> BlockFacts:
        texts = ((key, block.header.get(key)) for key in _HEADER)
        header = tuple((key, text) for key, text in texts if isinstance(text, str))
        return BlockFacts(block.span.ofs, block.type, self._headers.setdefault(header, header))


def _stem(name: str) -> str:
    return name.lower() if ".log." in name else name.partition(".")[0].lower()


def log_name(name: str) -> LogName | None:
    """Name of a log file of data, None for other files."""
    if not is_log_name(name) or ".archive." in name:
        return None
    try:
        view = decode_name(name)
    except Reject:
        return None
    return LogName(view.file_id, view.instant, view.file_version, view.write_token, view.suffix or "")


def damage(
    path: str, rule: str, code: str, message: str, instant: str | None = None, *, severity: str = ERROR
) -> FindingRow:
    """A contradiction that makes a reader lose rows, return wrong ones, or stop."""
    return FindingRow(path, "table", DAMAGE, code, message, f"table.check.{rule}", severity, instant=instant)


def violation(
    path: str, rule: str, code: str, message: str, instant: str | None = None, *, severity: str = WARNING
) -> FindingRow:
    """A contradiction that readers ignore."""
    return FindingRow(
        path, "table", VIOLATION, code, message, f"table.check.{rule}", severity, instant=instant
    )
