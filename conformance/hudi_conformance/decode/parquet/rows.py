# SPDX-License-Identifier: Apache-2.0
"""Content of Parquet blocks: the rows of a complete Parquet file, with physical values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.limits import exceeded, is_lifted
from hudi_conformance.decode.parquet.checksums import REQUIREMENT as PAGES
from hudi_conformance.decode.parquet.checksums import check_sums, is_checksum_error
from hudi_conformance.decode.parquet.footer import chunks_of
from hudi_conformance.decode.source import Buffer, utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue, Span

REQUIREMENT = "log.parquet.form"
ParquetFile = pq.ParquetFile
READ_ERRORS = (pa.ArrowException, OSError, ValueError, TypeError, OverflowError)
MIN_INFLATED = 16 << 20  # stated bytes of all columns after decompression that any file may have
INFLATED_PER_BYTE = 100  # and for each of its bytes [limits.allocation]
MIN_VALUES = 1 << 20  # rows times columns that any file may have
VALUES_PER_BYTE = 16  # and for each of its bytes
_BATCH = 4096  # rows that are decoded at a time
_BATCH_BYTES = 4 << 20  # or as many as have so many bytes after decompression
_MAGIC = b"PAR1"
_LEN_MIN = 12
_THRIFT_LIMIT = 1 << 24


def decode_parquet_content(
    buffer: Buffer, content: Span, schema: AvroSchema
) -> Iterator[dict[str, AvroValue]]:
    """Yield the rows of a Parquet block; none for empty content [log.parquet.empty].

    Dates, times and timestamps are the stored integers.

    Raises:
        Reject: not a Parquet file, one whose rows are not of the schema, or a page whose bytes differ from
            its checksum [log.parquet.page-checksum].
        LimitExceeded: see `check_values`.
    """
    if content.len == 0:
        return
    data = buffer[content.ofs : content.end]
    check_magics(data, content)
    try:
        file = open_parquet(data)
        check_values(file.metadata, content.len)
        for group, chunks in enumerate(groups_of(data, file)):
            yield from walk_group(data, file, group, chunks, schema)
    except Reject as error:
        ofs = None if error.at is None else content.ofs + error.at
        raise Reject(error.code, ofs, error.requirement, error.message) from None
    except READ_ERRORS as error:
        raise refusal_of(error, content) from None


def check_magics(data: bytes | bytearray, content: Span) -> None:
    """Reject data that does not begin and end with the magic; `content` is the span of `data`.

    Raises:
        Reject: `bad-magic`.
    """
    if content.len < _LEN_MIN or data[:4] != _MAGIC or data[-4:] != _MAGIC:
        at = content.ofs if data[:4] != _MAGIC else max(content.end - 4, content.ofs)
        message = "the content is not opened and closed by the magic of Parquet"
        raise Reject("bad-magic", at, REQUIREMENT, message)


def groups_of(data: bytes | bytearray, file: pq.ParquetFile) -> list[list[Span]]:
    """The column chunks of each row group of the file in `data`.

    Raises:
        pa.ArrowInvalid: its footer is not read as the library reads it.
    """
    groups = chunks_of(data)
    if len(groups) != file.metadata.num_row_groups:
        raise pa.ArrowInvalid(f"{len(groups)} row groups of {file.metadata.num_row_groups} can be found")
    return groups


def walk_group(
    data: bytes | bytearray, file: pq.ParquetFile, group: int, chunks: Sequence[Span], schema: AvroSchema
) -> Iterator[dict[str, AvroValue]]:
    """Yield the rows of one row group, whose column chunks are `chunks`, of the file in `data`.

    Raises:
        Reject: `bad-checksum` at an offset in `data`, before any row.
        READ_ERRORS: the library cannot read it, or a row does not match the schema.
    """
    row_of = RowMapper(schema.tree)
    check_sums(data, chunks)
    size = file.metadata.row_group(group)
    num_rows = max(1, min(_BATCH, _BATCH_BYTES * size.num_rows // max(size.total_byte_size, 1)))
    for batch in file.iter_batches(num_rows, row_groups=[group], use_threads=False):
        for record in rows_of_batch(batch):
            row_of(record)  # rejects rows that do not match the schema
            yield record


def columns_of(file: pq.ParquetFile, group: int, chunks: Sequence[Span]) -> Iterator[tuple[str, list[Span]]]:
    """Top-level columns of a row group, with the chunks of their leaves."""
    leaves: dict[str, list[Span]] = {name: [] for name in file.schema_arrow.names}
    metadata = file.metadata.row_group(group)
    for number, chunk in enumerate(chunks):
        leaves[metadata.column(number).path_in_schema.partition(".")[0]].append(chunk)
    yield from leaves.items()


def read_column(
    data: bytes | bytearray, file: pq.ParquetFile, group: int, name: str, chunks: Sequence[Span]
) -> pa.ChunkedArray:
    """A top-level column of a row group, whose leaves are `chunks`, of the file in `data`.

    Raises:
        Reject: `bad-checksum` at an offset in `data`.
        READ_ERRORS: the library cannot read it.
    """
    check_sums(data, chunks)
    return file.read_row_group(group, columns=[name], use_threads=False).column(name)


def group_span(chunks: Sequence[Span], size: int) -> tuple[int, int]:
    """Start and end of the column chunks of a row group in a file of `size` bytes."""
    start = min(max(min((chunk.ofs for chunk in chunks), default=0), 0), size)
    return start, max(min(max((chunk.end for chunk in chunks), default=0), size), start)


def refusal_of(error: Exception, content: Span) -> Reject:
    """Convert an error of reading to the rejection of a content."""
    message = " ".join(str(error).split())[:200]
    code = "schema-mismatch" if isinstance(error, ValueError | TypeError) else "truncated"
    if isinstance(error, pa.ArrowException | OSError):
        code = "bad-value"
    if is_checksum_error(error):
        return Reject("bad-checksum", content.ofs, PAGES, f"Parquet: {message}")
    return Reject(code, content.ofs, REQUIREMENT, f"Parquet: {message}")


def open_parquet(data: bytes | bytearray) -> pq.ParquetFile:
    """The file in `data`, with bounds on its footer and verified page checksums.

    Raises:
        pa.ArrowException, OSError: not a Parquet file.
    """
    return pq.ParquetFile(
        pa.BufferReader(data),
        pre_buffer=False,  # threads that read ahead have nothing to wait for in memory
        thrift_string_size_limit=_THRIFT_LIMIT,
        thrift_container_size_limit=_THRIFT_LIMIT,
        page_checksum_verification=True,
    )


def open_history(source: Path | pa.NativeFile) -> pq.ParquetFile:
    """A file of a history, with a bound on the texts of its footer and verified page checksums.

    Raises:
        pa.ArrowException, OSError: not a Parquet file.
    """
    return pq.ParquetFile(
        source,
        memory_map=True,
        thrift_string_size_limit=_THRIFT_LIMIT,
        page_checksum_verification=True,
        pre_buffer=not isinstance(source, Path),  # mapped files need no read-ahead
    )


def page_sums(data: bytes | bytearray) -> str:
    """A phrase that states how many pages of a file have checksums; "" if its pages cannot be located."""
    try:
        return str(check_sums(data, chain.from_iterable(groups_of(data, open_parquet(data)))))
    except (Reject, pa.ArrowException, OSError, ValueError):
        return ""


def check_values(metadata: pq.FileMetaData, len_content: int) -> None:
    """Reject a file that states more than its size allows.

    Raises:
        LimitExceeded: too many bytes after decompression, or values: a few bytes can store any number of
            repetitions of a value.
    """
    size = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    num_values = metadata.num_rows * max(metadata.num_columns, 1)
    too_much = size > max(MIN_INFLATED, INFLATED_PER_BYTE * len_content) or num_values > max(
        MIN_VALUES, VALUES_PER_BYTE * len_content
    )
    if too_much and not is_lifted():
        message = f"Parquet file of {len_content} bytes for {metadata.num_rows} rows in {size} bytes"
        raise exceeded(message)


def check_rows(form: str, num_rows: int, num_columns: int, len_file: int) -> None:
    """Reject a file of another format that states more values than its size allows.

    Raises:
        LimitExceeded: too many values.
    """
    if num_rows * max(num_columns, 1) > max(MIN_VALUES, VALUES_PER_BYTE * len_file) and not is_lifted():
        raise exceeded(f"{form} file of {len_file} bytes for {num_rows} rows")


def rows_of_batch(batch: pa.RecordBatch) -> Iterator[dict[str, AvroValue]]:
    """Rows of a batch, with values as of `arrow_values`."""
    names, columns = batch.schema.names, [arrow_values(column) for column in batch.columns]
    return (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))


def arrow_values(array: pa.Array) -> list[AvroValue]:
    """Values of an Arrow array; timestamps stay the stored integers."""
    kind = array.type
    types = pa.types
    if isinstance(array, pa.ExtensionArray):
        return arrow_values(array.storage)
    if types.is_struct(kind):
        names = [kind.field(i).name for i in range(kind.num_fields)]
        children = [arrow_values(child) for child in array.flatten()]
        rows = zip(*children, strict=True) if children else iter([()] * len(array))
        return [
            dict(zip(names, row, strict=True)) if is_valid else None
            for row, is_valid in zip(rows, array.is_valid().to_pylist(), strict=True)
        ]
    if types.is_map(kind):
        # As in Avro maps: the key of a JSON object is text.
        keys = [k.decode("utf-8", "replace") if isinstance(k, bytes) else k for k in arrow_values(array.keys)]
        pairs = list(zip(keys, arrow_values(array.items), strict=True))
        return [None if run is None else dict(run) for run in _runs(array, pairs)]
    if types.is_list(kind) or types.is_large_list(kind):
        return _runs(array, arrow_values(array.values))
    if types.is_dictionary(kind):
        return arrow_values(array.dictionary_decode())
    if types.is_temporal(kind):
        return array.view(pa.int32() if kind.bit_width == 32 else pa.int64()).to_pylist()  # type: ignore[no-any-return]  # untyped
    try:
        return array.to_pylist()  # type: ignore[no-any-return]  # untyped
    except UnicodeDecodeError:
        values = array.cast(pa.binary()).to_pylist()
        return [None if raw is None else utf8_or_bytes(raw) for raw in values]


def _runs(array: pa.Array, values: list[AvroValue]) -> list[AvroValue]:
    offsets = array.offsets.to_pylist()
    valid = array.is_valid().to_pylist()
    return [values[offsets[i] : offsets[i + 1]] if valid[i] else None for i in range(len(array))]
