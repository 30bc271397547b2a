# SPDX-License-Identifier: Apache-2.0
"""Data of the footers of Parquet base files for checks between files.

The check of a file reads its footer, and checks between files read it again. If both run in this process
(`shared_footers`), the footer is read and decoded only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

FILTERS = (b"org.apache.hudi.bloomfilter", b"com.uber.hoodie.bloomfilter")
_LEN_CUT = 60  # statistics of longer texts may be truncated
_MAX_RETAINED = 1_000_000
_BOUNDED = frozenset({RECORD_KEY, FILE_NAME, PARTITION_PATH, COMMIT_TIME})
Groups = Sequence[Sequence[ColumnChunk]]
Bound = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class StoredColumns:
    """Columns of base files; files with equal columns share it.

    Attributes:
        names: of columns with values.
        types: schema of the file from the library; None if it lacks such types.
        text: the Avro schema that the writer stored.
        misread: columns that Hudi's Avro reader returns with other values, and why
            [table.check.copied-columns].
    """

    names: frozenset[str]
    types: pa.Schema | None
    text: str | None
    misread: frozenset[str]


@dataclass(frozen=True, slots=True)
class BaseFooter:
    """Data of a footer for checks between files, stored for every base file.

    Attributes:
        num_rows: of the file.
        stored: its columns.
        has_keys: whether its rows have record keys in their meta column; None: unknown.
        with_nulls: columns that may contain nulls by the counts in the footer.
        bounds: meta columns with least and greatest text, without those that agree with the file's name.
        has_filter_text: whether its Bloom filter can be the text of Base64.
    """

    num_rows: int
    stored: StoredColumns
    has_keys: bool | None
    with_nulls: frozenset[str]
    bounds: tuple[Bound, ...]
    has_filter_text: bool

    @property
    def columns(self) -> frozenset[str]:
        """Names of its columns with values."""
        return self.stored.names

    @property
    def keys(self) -> tuple[str, ...]:
        """Least and greatest record key in the statistics, unless they may be truncated."""
        texts = next((bound[1:] for bound in self.bounds if bound[0] == RECORD_KEY), ())
        return tuple(key for key in texts if len(key) < _LEN_CUT)


@dataclass
class Footers:
    """Footers that will be needed again; equal columns of files are one object.

    `listed` maps the references that outlive the check of a file to themselves.
    """

    listed: Mapping[FileRef, FileRef] = field(default_factory=dict)
    _by_file: dict[FileRef, BaseFooter] = field(default_factory=dict)
    _stored: dict[StoredColumns, StoredColumns] = field(default_factory=dict)
    _sets: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    _bounds: dict[Bound, Bound] = field(default_factory=dict)

    def keep(self, ref: FileRef, metadata: FileMetaData, groups: Groups) -> None:
        """Retain the footer of a file until `take`."""
        if len(self._by_file) < _MAX_RETAINED:
            with suppress(pa.ArrowException, ValueError):
                self._by_file[self.listed.get(ref, ref)] = self._facts(ref, metadata, groups)

    def take(self, ref: FileRef) -> BaseFooter | None:
        """The footer of a file, which is no longer retained; None if it was not."""
        return self._by_file.pop(ref, None)

    def read(self, ref: FileRef, buffer: Buffer) -> BaseFooter | None:
        """The footer of a file; None if it cannot be read, which the file's own check reports."""
        try:
            metadata = read_footer(buffer)
            return None if metadata is None else self._facts(ref, metadata, column_chunks(buffer))
        except (pa.ArrowException, OSError, ValueError):
            return None

    def _facts(self, ref: FileRef, metadata: FileMetaData, groups: Groups) -> BaseFooter:
        names, types, text = frozenset(metadata.schema.names), None, None
        with suppress(pa.ArrowException, ValueError):
            types = metadata.schema.to_arrow_schema()
            text, types = avro_schema(types, metadata), types.remove_metadata()
        stored = StoredColumns(names, types, text, frozenset(_misread(metadata)))
        stored = self._stored.setdefault(stored, stored)
        with_nulls = frozenset(chunk.column for group in groups for chunk in group if chunk.num_nulls != 0)
        with_nulls = self._sets.setdefault(with_nulls, with_nulls)
        bounds = tuple(self._retained(ref.name, groups))
        filters = [value for key, value in (metadata.metadata or {}).items() if key in FILTERS]
        is_text = all(value.isascii() and b"\0" not in value for value in filters)  # decoding is slow
        return BaseFooter(metadata.num_rows, stored, _has_keys(names, groups), with_nulls, bounds, is_text)

    def _retained(self, file: str, groups: Groups) -> Iterator[Bound]:
        """Bounds of a file with that name; files of a partition share those of its path."""
        name = BaseFileName.parse(file)
        for column, (low, high) in _bounds(groups).items():
            if column == RECORD_KEY:
                yield RECORD_KEY, low, high
            elif column == FILE_NAME and _agrees(file, low, high):
                continue
            elif column != COMMIT_TIME or (name is not None and high > name.instant):
                bound = column, low, high
                yield self._bounds.setdefault(bound, bound)


_SHARED: ContextVar[Footers | None] = ContextVar("footers that file checks retain", default=None)


@contextmanager
def shared_footers(listed: Mapping[FileRef, FileRef]) -> Iterator[None]:
    """Retain the footers that `check_file` reads for the checks between files."""
    token = _SHARED.set(Footers(listed))
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
    on_footer = None if shared is None else partial(shared.keep, ref)
    return parquet.check_file(buffer, on_footer, column_chunks)


def foreign_columns(path: str, footer: BaseFooter) -> Iterator[Bound]:
    """Meta columns, with their bounds, that contradict the name and the folder of the file at `path`."""
    folder, _, file = path.rpartition("/")
    for column, low, high in footer.bounds:
        is_own = column == PARTITION_PATH and _agrees(folder, low, high)
        if column != RECORD_KEY and not is_own and not (column == FILE_NAME and _has_copied(file, low, high)):
            yield column, low, high


def _has_copied(file: str, low: str, high: str) -> bool:
    """Whether names are of one file group, up to this instant: Flink copies rows, and renames files."""
    own, *names = (BaseFileName.parse(text) for text in (file, low, high))
    times = [name.instant for name in names if name and own and name.file_id == own.file_id]
    return len(times) == len(names) and own is not None and max(times) == own.instant


def _agrees(text: str, low: str, high: str) -> bool:
    """Whether bounds are those of a constant column; writers truncate bounds to 64 bytes."""
    if low == text == high:
        return True
    size = len(low)
    return len(text) > size >= 60 and text.startswith(low) and high[: size - 1] == text[: size - 1]


def _misread(metadata: FileMetaData) -> Iterator[str]:
    for number in range(metadata.num_columns):
        column = metadata.schema.column(number)
        name, physical = column.path.partition(".")[0], column.physical_type
        if physical.startswith("INT") and column.logical_type.type == "DECIMAL":
            yield f"{name} (a decimal as {physical})"
        elif ".bag.array." in f"{column.path}.":
            yield f"{name} (a list in Spark's legacy format)"


def _has_keys(columns: frozenset[str], groups: Groups) -> bool | None:
    if RECORD_KEY not in columns:
        return False
    chunk = next((c for group in groups for c in group if c.column == RECORD_KEY), None)
    if chunk is None or (chunk.high is None and not chunk.has_nulls_counted):
        return None
    return bool(chunk.high)


def _bounds(groups: Groups) -> dict[str, tuple[str, str]]:
    """Least and greatest text of meta columns over all row groups; none for tables without meta fields."""
    bounds: dict[str, tuple[str, str]] = {}
    for group in groups:
        for chunk in group:
            if chunk.column not in _BOUNDED or chunk.low is None or not chunk.high:
                continue
            low, high = chunk.low.decode("utf-8", "replace"), chunk.high.decode("utf-8", "replace")
            old = bounds.get(chunk.column, (low, high))
            bounds[chunk.column] = min(old[0], low), max(old[1], high)
    return bounds
