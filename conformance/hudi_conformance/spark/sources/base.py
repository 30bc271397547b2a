# SPDX-License-Identifier: Apache-2.0
"""What all sources that read files share: options, files to pieces to partitions, Arrow batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, close_buffer, list_files, open_ranged
from hudi_conformance.spark.sources.filters import Wanted
from hudi_conformance.views.common import Rejection

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter
    from pyspark.sql.types import StructType

SPLIT_SIZE = 64 << 20
MIN_PARTITION = 4 << 20
NUM_PARTITIONS = 64  # as many at least, where there is enough to read
BATCH_ROWS = 8192
BATCH_BYTES = 8 << 20
_OPEN_COST = 64 << 10  # bytes that opening a file counts for
# Columns that say why something could not be read; empty where it could.
REFUSED = "code string, at bigint, requirement string, message string"
UNREADABLE = (OSError, Reject, LimitExceeded, UnsupportedInput)


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a file: [`start`, `end`) and what the reader of a source has to know beside it.

    Attributes:
        first: number of the first block, or of the first cell.
        is_last: whether the file ends with this piece.
    """

    ref: FileRef
    start: int
    end: int
    first: int = 0
    is_last: bool = True


class Pieces(InputPartition):  # type: ignore[misc] # not typed
    """One task of Spark: pieces of files, read one after the other."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__(None)
        self.pieces = list(pieces)


class FilesSource(DataSource):  # type: ignore[misc] # not typed
    """A source with the option `path`: a file, a folder, or several separated by commas."""

    COLUMNS = ""

    def schema(self) -> StructType | str:
        """All columns; a schema that the user names is the way to ask for some only."""
        return self.COLUMNS

    def paths(self) -> list[str]:
        """The paths that are asked for."""
        text = self.options.get("path") or self.options.get("paths") or ""
        found = [path.strip() for path in text.split(",") if path.strip()]
        if not found:
            raise ValueError(f"{self.name()} needs the option `path`")
        return found

    def split_size(self) -> int:
        """Bytes of a large file that one task reads; 0: files are not split."""
        size = int(self.options.get("splitSize", str(SPLIT_SIZE)))
        if size < 0:
            raise ValueError("splitSize is negative")
        return size


class FilesReader(DataSourceReader):  # type: ignore[misc] # not typed
    """Reads files in pieces. Subclasses say which files, how they are cut, and what is in a piece."""

    PRUNING: Sequence[str] = ("path",)

    def __init__(self, source: FilesSource, schema: StructType, known: Sequence[str]) -> None:
        self.paths = source.paths()
        self.split_size = source.split_size()
        self.options = {name.lower(): value for name, value in source.options.items()}
        self.wanted = Wanted(self.PRUNING)
        self.wanted.choose(self.options)
        if self.options.get("pushdown", "false").lower() == "true":
            # Not for everybody: Spark 4.3 answers a query without filters from the files that the query
            # before it, on the same frame or view, was reduced to.
            self.pushFilters = self._push
        self.arrow = arrow_schema(schema)
        strangers = [name for name in self.arrow.names if name not in known]
        if strangers:
            raise ValueError(
                f"{source.name()} has no column {', '.join(strangers)}; it has {', '.join(known)}"
            )

    def _push(self, filters: list[Filter]) -> Iterable[Filter]:
        """Take note of filters; Spark evaluates all of them again, on what is left."""
        self.wanted.push(filters)
        return filters

    def partitions(self) -> list[InputPartition]:
        """Files that fit, large ones cut, small ones together."""
        refs = [
            ref for ref in list_files(self.paths) if self.fits(ref) and self.wanted.fits("path", ref.path)
        ]
        pieces = [piece for ref in refs for piece in self.plan(ref)]
        return list(gather(pieces, self.split_size))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a partition."""
        for piece in getattr(partition, "pieces", ()):
            try:
                buffer = open_ranged(piece.ref)
            except UNREADABLE as error:
                yield from self.unreadable(piece, error)
                continue
            try:
                yield from self.batches(buffer, piece)
            except UNREADABLE as error:
                yield from self.unreadable(piece, error)
            finally:
                close_buffer(buffer)

    # --- for subclasses ------------------------------------------------------------------------------------

    def fits(self, ref: FileRef) -> bool:
        """Whether a file is one that this source reads."""
        raise NotImplementedError

    def plan(self, ref: FileRef) -> Iterable[Piece]:
        """Pieces of a file."""
        return [Piece(ref, 0, ref.size)]

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield what is in a piece."""
        raise NotImplementedError

    def unreadable(self, piece: Piece, error: Exception) -> Iterator[pa.RecordBatch]:
        """Yield the row that says so: one file never ends a query."""
        row = {"path": piece.ref.path, **refused(error)}
        yield self.batch({name: [row.get(name)] for name in self.arrow.names}, 1)

    def batch(self, columns: Mapping[str, Any], num: int) -> pa.RecordBatch:
        """Batch of what is asked for: columns are lists, Arrow arrays, or one value for all rows."""
        arrays = []
        for field in self.arrow:
            value = columns.get(field.name)
            if isinstance(value, pa.Array | pa.ChunkedArray):
                arrays.append(value if value.type == field.type else value.cast(field.type))
            elif isinstance(value, list):
                arrays.append(pa.array(value, field.type))
            else:
                arrays.append(pa.repeat(pa.scalar(value, field.type), num))
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow)


class RowBuffer:
    """Rows on their way into batches."""

    def __init__(self, reader: FilesReader) -> None:
        self._reader = reader
        self._rows: list[dict[str, Any]] = []
        self._bytes = 0

    def add(self, row: dict[str, Any], size: int = 64) -> Iterator[pa.RecordBatch]:
        """Take a row of about `size` bytes; yield a batch when it is full."""
        self._rows.append(row)
        self._bytes += size
        if len(self._rows) >= BATCH_ROWS or self._bytes >= BATCH_BYTES:
            yield from self.flush()

    def flush(self) -> Iterator[pa.RecordBatch]:
        """Yield what is left."""
        if self._rows:
            names = self._reader.arrow.names
            columns = {name: [row.get(name) for row in self._rows] for name in names}
            batch = self._reader.batch(columns, len(self._rows))
            self._rows, self._bytes = [], 0
            yield batch


def refused(error: Exception | Rejection) -> dict[str, Any]:
    """Values of the columns of `REFUSED`."""
    if isinstance(error, Reject | Rejection):
        return {
            "code": error.code, "at": error.at, "requirement": error.requirement, "message": error.message,
        }  # fmt: skip
    code = "unsupported" if isinstance(error, UnsupportedInput) else "limit"
    return {"code": "unreadable" if isinstance(error, OSError) else code, "message": str(error)[:500]}


def gather(pieces: Sequence[Piece], split_size: int) -> Iterator[Pieces]:
    """Pieces in partitions of about equal weight, none much heavier than `split_size`."""
    weights = [piece.end - piece.start + _OPEN_COST for piece in pieces]
    most = min(split_size or sum(weights) or 1, max(MIN_PARTITION, sum(weights) // NUM_PARTITIONS))
    group: list[Piece] = []
    weight = 0
    for piece, own in zip(pieces, weights, strict=True):
        if group and weight + own > most:
            yield Pieces(group)
            group, weight = [], 0
        group.append(piece)
        weight += own
    if group:
        yield Pieces(group)


def arrow_schema(schema: StructType) -> pa.Schema:
    """Arrow types that Spark wants of batches of a schema."""
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415 - needs pandas

    try:
        return to_arrow_schema(schema, timezone="UTC")
    except TypeError:  # Spark 4.0 takes UTC for granted
        return to_arrow_schema(schema)


def column_names(ddl: str) -> list[str]:
    """Names of the columns of a schema of simple types."""
    return [part.split()[0] for part in ddl.split(", ")]
