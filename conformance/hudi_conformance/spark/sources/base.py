# SPDX-License-Identifier: Apache-2.0
"""Shared code of all sources that read files: options, splitting into partitions, Arrow batches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, list_files, opened
from hudi_conformance.model.common import Rejection
from hudi_conformance.spark.sources.filters import Selection
from hudi_conformance.spark.sources.typed import arrow_schema

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter
    from pyspark.sql.types import StructType

SPLIT_SIZE = 64 << 20
MIN_PARTITION = 4 << 20
NUM_PARTITIONS = 64  # at least this many, if there is enough to read
BATCH_ROWS = 8192
BATCH_BYTES = 8 << 20
_OPEN_COST = 64 << 10  # bytes that opening a file counts as
# Columns of the reason why a part could not be read; empty if it could.
REFUSAL_COLUMNS = "code string, at bigint, requirement string, message string"
READ_ERRORS = (OSError, Reject, LimitExceeded, UnsupportedInput)
ReadError: TypeAlias = OSError | Reject | LimitExceeded | UnsupportedInput
Row: TypeAlias = dict[str, Any]  # values of columns by name: each has the type of its column


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a file: [`start`, `end`) and its context.

    Attributes:
        first: number of the first block, or of the first cell.
        is_last: whether the piece extends to the end of the file.
    """

    ref: FileRef
    start: int
    end: int
    first: int = 0
    is_last: bool = True


class PiecesPartition(InputPartition):  # type: ignore[misc] # not typed
    """One task of Spark: pieces of files, read one after the other."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__(None)
        self.pieces = list(pieces)


class Source(DataSource):  # type: ignore[misc] # not typed
    """A source or sink with the name `NAME` in Spark."""

    NAME: ClassVar[str]

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return cls.NAME


class FilesSource(Source):
    """A source with the option `path`: a file, a folder, or several separated by commas.

    Attributes:
        COLUMNS: all columns, as DDL.
        READER: class that reads them.
    """

    COLUMNS: ClassVar[str]
    READER: ClassVar[type[FilesReader]]

    def schema(self) -> StructType | str:
        """All columns; users select some of them with their own schema."""
        return self.COLUMNS

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        return self.READER(self, schema, column_names(self.COLUMNS))

    def paths(self) -> list[str]:
        """The paths in the options."""
        text = self.options.get("path") or self.options.get("paths") or ""
        paths = [path.strip() for path in text.split(",") if path.strip()]
        if not paths:
            raise ValueError(f"{self.name()} needs the option `path`")
        return paths

    def split_size(self) -> int:
        """Bytes of a large file that one task reads; 0: files are not split."""
        size = int(self.options.get("splitSize", str(SPLIT_SIZE)))
        if size < 0:
            raise ValueError("splitSize is negative")
        return size


class FilesReader(DataSourceReader):  # type: ignore[misc] # not typed
    """Reads files in pieces. Subclasses define which files, how they are split, and the rows of a piece.

    Attributes:
        PRUNING: columns whose values are known before any expensive work.
        UNREADABLE: values, besides path and reason, in the row of a file that cannot be read.
    """

    PRUNING: ClassVar[Sequence[str]] = ("path",)
    UNREADABLE: ClassVar[Row] = {}

    def __init__(self, source: FilesSource, schema: StructType, known: Sequence[str]) -> None:
        self.paths = source.paths()
        self.split_size = source.split_size()
        self.options = {name.lower(): value for name, value in source.options.items()}
        self.selection = Selection(self.PRUNING)
        self.selection.add_options(self.options)
        if self.options.get("pushdown", "false").lower() == "true":
            # Opt-in: Spark 4.3 answers a query without filters from the files to which the previous query on
            # the same frame or view was reduced.
            self.pushFilters = self._push
        self.arrow = arrow_schema(schema)
        unknown = [name for name in self.arrow.names if name not in known]
        if unknown:
            raise ValueError(f"{source.name()} has no column {', '.join(unknown)}; it has {', '.join(known)}")

    def _push(self, filters: list[Filter]) -> Iterable[Filter]:
        """Record filters; Spark evaluates all of them again, on the remaining rows."""
        self.selection.push(filters)
        return filters

    def partitions(self) -> list[InputPartition]:
        """Matching files, large ones split, small ones together."""
        refs = [ref for ref in list_files(self.paths) if self.matches(ref)]
        pieces = [p for ref in refs if self.selection.accepts("path", ref.path) for p in self.split(ref)]
        return list(partitions_of(pieces, self.split_size))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a partition."""
        for piece in getattr(partition, "pieces", ()):
            try:
                with opened(piece.ref) as buffer:
                    yield from self.batches(buffer, piece)
            except READ_ERRORS as error:  # one file never aborts a query
                yield self.row_batch({"path": piece.ref.path, **self.UNREADABLE, **refusal(error)})

    # --- for subclasses ------------------------------------------------------------------------------------

    @abstractmethod
    def matches(self, ref: FileRef) -> bool:
        """Whether this source reads a file."""

    def split(self, ref: FileRef) -> Iterable[Piece]:
        """Pieces of a file."""
        return [Piece(ref, 0, ref.size)]

    @abstractmethod
    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a piece."""

    def row_batch(self, *rows: Row) -> pa.RecordBatch:
        """Batch of rows with the columns that the query selects."""
        return pa.RecordBatch.from_pylist(rows, self.arrow)

    def batch(self, columns: Mapping[str, object], num: int) -> pa.RecordBatch:
        """Batch of the selected columns: Arrow arrays, or one value for all `num` rows."""
        arrays = []
        for field in self.arrow:
            value = columns.get(field.name)
            if isinstance(value, pa.Array | pa.ChunkedArray):
                arrays.append(value if value.type == field.type else value.cast(field.type))
            else:
                arrays.append(pa.repeat(pa.scalar(value, field.type), num))
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow)


class RowBuffer:
    """Collects rows into batches."""

    def __init__(self, reader: FilesReader) -> None:
        self._reader = reader
        self._rows: list[Row] = []
        self._bytes = 0

    def add(self, row: Row, size: int = 64) -> Iterator[pa.RecordBatch]:
        """Add a row of about `size` bytes; yield a batch when it is full."""
        self._rows.append(row)
        self._bytes += size
        if len(self._rows) >= BATCH_ROWS or self._bytes >= BATCH_BYTES:
            yield from self.flush()

    def flush(self) -> Iterator[pa.RecordBatch]:
        """Yield the remaining rows."""
        if self._rows:
            batch = self._reader.row_batch(*self._rows)
            self._rows, self._bytes = [], 0
            yield batch


def refusal(error: ReadError | Rejection) -> Row:
    """Values of `REFUSAL_COLUMNS`."""
    if isinstance(error, Reject | Rejection):
        return {
            "code": error.code, "at": error.at, "requirement": error.requirement, "message": error.message,
        }  # fmt: skip
    code = "unreadable" if isinstance(error, OSError) else error.code
    return {"code": code, "message": str(error)[:500]}


def partitions_of(pieces: Sequence[Piece], split_size: int) -> Iterator[PiecesPartition]:
    """Group pieces into partitions of about equal weight, none much heavier than `split_size`."""
    weights = [piece.end - piece.start + _OPEN_COST for piece in pieces]
    limit = min(split_size or sum(weights) or 1, max(MIN_PARTITION, sum(weights) // NUM_PARTITIONS))
    group: list[Piece] = []
    total = 0
    for piece, weight in zip(pieces, weights, strict=True):
        if group and total + weight > limit:
            yield PiecesPartition(group)
            group, total = [], 0
        group.append(piece)
        total += weight
    if group:
        yield PiecesPartition(group)


def column_names(ddl: str) -> list[str]:
    """Names of the columns of a schema of simple types."""
    return [part.split()[0] for part in ddl.split(", ")]
