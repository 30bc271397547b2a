# SPDX-License-Identifier: Apache-2.0
"""Parquet as a format of base files: footer, rows and columns of a file, and its errors."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.decode.parquet.checksums import is_system_error, parquet_refusal
from hudi_conformance.decode.parquet.footer import LEN_TAIL, MAGIC, ColumnChunk, row_groups
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums, check_pages
from hudi_conformance.decode.parquet.rows import check_values
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject

if TYPE_CHECKING:
    import pyarrow.compute as pc

FORM, PAGES = "table.base-file.form", "table.base-file.pages"
MAX_FOOTER = 64 << 20
_TAIL = struct.Struct("<I4s")  # length of the footer, magic
_AVRO_SCHEMA = b"parquet.avro.schema"
FileMetaData = pq.FileMetaData
OnFooter = Callable[[pq.FileMetaData, list[list[ColumnChunk]]], None]
_ERRORS = (pa.ArrowException, OSError, ValueError)  # the last: names of columns that are not UTF-8


class ParquetBase:
    """An open Parquet base file.

    Attributes:
        schema: columns with their Arrow types.
        num_rows: number of rows in the footer.
        checks_text: whether text that is not UTF-8 is rejected.
    """

    def __init__(self, source: Path | pa.BufferReader, name: str) -> None:
        self._name, self._source, self.checks_text = name, source, False
        self._groups: list[int] | None = None  # row groups that are read; None = all
        self._file = pq.ParquetFile(
            source,
            memory_map=True,
            pre_buffer=False,  # threads that read ahead gain nothing from mapped files
            page_checksum_verification=True,
            coerce_int96_timestamp_unit="us",  # nanoseconds of 64 bits end in 2262
        )
        self.schema: pa.Schema = self._file.schema_arrow
        self.num_rows: int = self._file.metadata.num_rows

    @property
    def avro_schema(self) -> str | None:
        """The Avro schema that the writer stored in the footer."""
        return avro_schema(self.schema, self._file.metadata)

    def check_values(self, len_file: int) -> None:
        """Check that the file does not state more values than its size allows.

        Raises:
            LimitExceeded: see `rows.check_values`.
        """
        check_values(self._file.metadata, len_file)

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time.

        Args:
            num_rows: rows per batch.
            columns: paths of columns; None = all.
            is_parallel: threads of Arrow decode columns in parallel.

        Raises:
            Reject: bad-value, bad-checksum; bad-utf8 [table.base-file.text].
        """
        with refusals(self._name):
            for batch in self._file.iter_batches(
                num_rows, row_groups=self._groups, columns=columns, use_threads=is_parallel
            ):
                if self.checks_text:
                    _check_text(batch, self._name)
                yield batch

    def parts(self, where: pc.Expression) -> Iterator[tuple[int, ParquetBase]]:
        """The first row and the reader of each row group whose statistics do not exclude a filter.

        Arrow evaluates the statistics of the footer. These omit NaN: the filter must not compare floats. A
        filter that the columns of the file cannot answer excludes nothing.
        """
        import pyarrow.dataset as ds  # noqa: PLC0415 - takes a tenth of a second

        source = pa.memory_map(str(self._source)) if isinstance(self._source, Path) else self._source
        num_groups, first = self._file.num_row_groups, 0
        try:
            groups = ds.ParquetFileFormat().make_fragment(source).subset(where).row_groups
            selected = {group.id for group in groups}
        except pa.ArrowException:
            selected = set(range(num_groups))
        for group in range(num_groups):
            if group in selected:
                part = copy(self)
                part._groups = [group]
                yield first, part
            first += self._file.metadata.row_group(group).num_rows


def _check_text(batch: pa.RecordBatch, name: str) -> None:
    for column in batch.schema:
        if "string" in str(column.type):
            try:
                batch.column(column.name).validate(full=True)
            except pa.ArrowInvalid:
                message = f"{name}: column {column.name!r:.60} has text that is not UTF-8"
                raise Reject("bad-utf8", None, "table.base-file.text", message) from None


@contextmanager
def refusals(name: str) -> Iterator[None]:
    """Convert errors of the Parquet library to rejections; system errors propagate."""
    try:
        yield
    except _ERRORS as error:
        if is_system_error(error):
            raise
        raise parquet_refusal(error, name, FORM) from None


def open_file(path: Path, data: bytes | None = None) -> ParquetBase:
    """Open a base file.

    Args:
        path: of the file.
        data: its bytes, if they are in memory.

    Raises:
        OSError: the file cannot be opened.
        Reject: bad-value: its footer cannot be read.
    """
    with refusals(path.name):
        return ParquetBase(path if data is None else pa.BufferReader(data), path.name)


def open_bytes(data: bytes, name: str) -> ParquetBase:
    """Open the bytes of a base file.

    Raises:
        Reject: bad-value: its footer cannot be read.
    """
    with refusals(name):
        return ParquetBase(pa.BufferReader(data), name)


def avro_schema(stored: pa.Schema, metadata: pq.FileMetaData) -> str | None:
    """The Avro schema that a writer stored in a footer."""
    text = (stored.metadata or {}).get(_AVRO_SCHEMA) or (metadata.metadata or {}).get(_AVRO_SCHEMA)
    with suppress(UnicodeDecodeError):
        return None if text is None else str(text, "utf-8")
    return None


def read_footer(buffer: Buffer) -> pq.FileMetaData | None:
    """The footer of a file, reading only its end; None for an impossible length.

    Raises:
        pa.ArrowException, OSError: it cannot be read.
    """
    size = len(buffer)
    len_footer = int.from_bytes(bytes(buffer[size - LEN_TAIL : size - 4]), "little")
    if len_footer > min(size - len(MAGIC) - LEN_TAIL, MAX_FOOTER):
        return None
    return _parsed(bytes(buffer[size - LEN_TAIL - len_footer : size]))


def _parsed(footer: bytes) -> pq.FileMetaData:
    return pq.read_metadata(pa.BufferReader(MAGIC + footer))


def check_file(
    buffer: Buffer,
    on_footer: OnFooter | None = None,
    decode_groups: Callable[[Buffer], list[list[ColumnChunk]]] = row_groups,
) -> Iterator[tuple[str, int, str]]:
    """Yield code, offset and message of errors in the magic bytes and the footer of a file.

    `on_footer` takes the footer, whose column chunks `decode_groups` decodes.
    """
    size = len(buffer)
    if size < len(MAGIC) + LEN_TAIL:
        yield "truncated", 0, f"{size} bytes are not a Parquet file"
        return
    if (head := bytes(buffer[: len(MAGIC)])) != MAGIC:
        yield "bad-magic", 0, f"{head.hex(' ')} instead of PAR1 opens the file"
        return
    len_footer, end = _TAIL.unpack(bytes(buffer[size - LEN_TAIL : size]))
    if end != MAGIC:
        yield "truncated", size - len(MAGIC), f"{end.hex(' ')} instead of PAR1 ends the file"
        return
    ofs_footer = size - LEN_TAIL - len_footer
    if ofs_footer < len(MAGIC):
        yield "length-mismatch", size - LEN_TAIL, f"a footer of {len_footer} bytes in a file of {size}"
        return
    try:
        metadata, groups = _parsed(bytes(buffer[ofs_footer:size])), decode_groups(buffer)
    except _ERRORS as error:
        yield "schema-mismatch", ofs_footer, f"the footer cannot be read: {error}"
        return
    if on_footer is not None:
        on_footer(metadata, groups)
    for chunk in chain.from_iterable(groups):
        first, size = chunk.span.ofs, chunk.span.len
        if chunk.num_values == first == 0:
            continue  # Arrow writes no data page for a column without values, and the offset 0
        if first < len(MAGIC) or size < 0 or first + size > ofs_footer:
            message = f"column {chunk.column!r:.60} at {first} with {size} bytes leaves the file"
            yield "offset-out-of-range", ofs_footer, message
            return


def check_file_pages(buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
    """Yield damaged pages of a file for which `check_file` reports nothing."""
    size = len(buffer)
    len_footer, _ = _TAIL.unpack(bytes(buffer[size - LEN_TAIL : size]))
    ofs_footer = size - LEN_TAIL - len_footer
    metadata = _parsed(bytes(buffer[ofs_footer:size]))
    yield from check_pages(buffer, metadata, ofs_footer, sums, is_decoded=is_decoded)
