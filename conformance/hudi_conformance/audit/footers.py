# SPDX-License-Identifier: Apache-2.0
"""What checks between files need of the footers of Parquet base files.

The check of a file reads its footer, and so do checks between files. Where both run in this process
(`shared_footers`), the footer is read and decoded only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial

import pyarrow as pa

from hudi_conformance.decode.bulk.parquet_footer import column_chunks
from hudi_conformance.decode.parquet import base as parquet
from hudi_conformance.decode.parquet.base import FileMetaData, avro_schema, read_footer
from hudi_conformance.decode.parquet.footer import ColumnChunk
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.meta_fields import COMMIT_TIME, FILE_NAME, PARTITION_PATH, RECORD_KEY

_LEN_CUT = 60  # statistics of longer texts may be cut
_MAX_RETAINED = 200_000
_BOUNDED = frozenset({RECORD_KEY, FILE_NAME, PARTITION_PATH, COMMIT_TIME})
Groups = Sequence[Sequence[ColumnChunk]]


@dataclass(frozen=True, slots=True)
class StoredColumns:
    """Columns of base files; files with the same ones share it.

    Attributes:
        names: of columns that hold values.
        types: as the library shows the schema of the file; None where it knows no such types.
        text: the Avro schema that the writer left.
    """

    names: frozenset[str]
    types: pa.Schema | None
    text: str | None


@dataclass(frozen=True, slots=True)
class BaseFooter:
    """What checks between files need of a footer: one is kept for every base file.

    Attributes:
        num_rows: of the file.
        stored: its columns.
        has_keys: whether its rows have record keys in their meta column; None: it does not tell.
        with_nulls: columns that may hold nulls by the counts in the footer.
        bounds: least and greatest text of meta columns over all row groups.
    """

    num_rows: int
    stored: StoredColumns
    has_keys: bool | None
    with_nulls: frozenset[str]
    bounds: dict[str, tuple[str, str]]

    @property
    def columns(self) -> frozenset[str]:
        """Names of its columns that hold values."""
        return self.stored.names

    @property
    def keys(self) -> tuple[str, ...]:
        """Least and greatest record key by the statistics; those that may have been cut are left out."""
        return tuple(key for key in self.bounds.get(RECORD_KEY, ()) if len(key) < _LEN_CUT)


@dataclass
class Footers:
    """Footers that were read and are wanted again; equal columns of files are one object."""

    _by_file: dict[FileRef, BaseFooter] = field(default_factory=dict)
    _stored: dict[StoredColumns, StoredColumns] = field(default_factory=dict)
    _sets: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)

    def keep(self, ref: FileRef, metadata: FileMetaData, groups: Groups) -> None:
        """Retain the footer of a file until `take`."""
        if len(self._by_file) < _MAX_RETAINED:
            with suppress(pa.ArrowException, ValueError):
                self._by_file[ref] = self._facts(metadata, groups)

    def take(self, ref: FileRef) -> BaseFooter | None:
        """The footer of a file, which is no longer retained; None where it was not."""
        return self._by_file.pop(ref, None)

    def read(self, buffer: Buffer) -> BaseFooter | None:
        """The footer of a file; None where it cannot be read: the file's own check reports that."""
        try:
            metadata = read_footer(buffer)
            return None if metadata is None else self._facts(metadata, column_chunks(buffer))
        except (pa.ArrowException, OSError, ValueError):
            return None

    def _facts(self, metadata: FileMetaData, groups: Groups) -> BaseFooter:
        names, types, text = frozenset(metadata.schema.names), None, None
        with suppress(pa.ArrowException, ValueError):
            types = metadata.schema.to_arrow_schema()
            text, types = avro_schema(types, metadata), types.remove_metadata()
        stored = StoredColumns(names, types, text)
        stored = self._stored.setdefault(stored, stored)
        with_nulls = frozenset(chunk.column for group in groups for chunk in group if chunk.num_nulls != 0)
        with_nulls = self._sets.setdefault(with_nulls, with_nulls)
        return BaseFooter(metadata.num_rows, stored, _has_keys(names, groups), with_nulls, _bounds(groups))


_SHARED: ContextVar[Footers | None] = ContextVar("footers that file checks retain", default=None)


@contextmanager
def shared_footers() -> Iterator[None]:
    """Retain the footers that `check_file` reads for the checks between files."""
    token = _SHARED.set(Footers())
    try:
        yield
    finally:
        _SHARED.reset(token)


def footers() -> Footers:
    """Footers of this process: those of `shared_footers`, if it is active."""
    return _SHARED.get() or Footers()


def check_file(ref: FileRef, buffer: Buffer) -> Iterator[tuple[str, int, str]]:
    """Check a Parquet file as `parquet.base.check_file` does, and retain its footer if footers are shared."""
    shared = _SHARED.get()
    return parquet.check_file(buffer, None if shared is None else partial(shared.keep, ref))


def foreign_columns(path: str, footer: BaseFooter) -> Iterator[tuple[str, str, str]]:
    """Meta columns whose bounds, which follow, contradict the name and the folder of the file at `path`."""
    folder, _, file = path.rpartition("/")
    name = BaseFileName.parse(file)
    expected = {FILE_NAME: file, PARTITION_PATH: folder}
    for column, (low, high) in footer.bounds.items():
        if column == RECORD_KEY:
            continue
        text = expected.get(column)
        if not _agrees(text, low, high) if text is not None else name is not None and high > name.instant:
            yield column, low, high


def _agrees(text: str, low: str, high: str) -> bool:
    """Whether bounds are those of a column of one value; writers cut bounds at 64 bytes."""
    if low == text == high:
        return True
    size = len(low)
    return len(text) > size >= 60 and text.startswith(low) and high[: size - 1] == text[: size - 1]


def _has_keys(columns: frozenset[str], groups: Groups) -> bool | None:
    if RECORD_KEY not in columns:
        return False
    chunk = next((c for group in groups for c in group if c.column == RECORD_KEY), None)
    if chunk is None or (chunk.high is None and not chunk.has_nulls_counted):
        return None
    return bool(chunk.high)


def _bounds(groups: Groups) -> dict[str, tuple[str, str]]:
    """Least and greatest text of meta columns over all row groups; not of tables without meta fields."""
    bounds: dict[str, tuple[str, str]] = {}
    for group in groups:
        for chunk in group:
            if chunk.column not in _BOUNDED or chunk.low is None or not chunk.high:
                continue
            low, high = chunk.low.decode("utf-8", "replace"), chunk.high.decode("utf-8", "replace")
            old = bounds.get(chunk.column, (low, high))
            bounds[chunk.column] = min(old[0], low), max(old[1], high)
    return bounds
