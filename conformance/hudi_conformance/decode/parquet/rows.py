# SPDX-License-Identifier: Apache-2.0
"""Content of Parquet blocks: the rows of a complete Parquet file, with physical values."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.source import Buffer, utf8_or_bytes
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.views.common import AvroValue, Span

REQUIREMENT = "log.parquet.form"
MAX_INFLATED = 1 << 29  # announced bytes of all columns after decompression [limits.allocation]
MAX_VALUES = 1 << 23  # rows times columns: a column of one value repeated takes next to no bytes
_BATCH = 4096  # rows that are decoded at a time
_MAGIC = b"PAR1"
_LEN_MIN = 12
_THRIFT_LIMIT = 1 << 24


def decode_parquet_content(
    buffer: Buffer, content: Span, schema: AvroSchema
) -> Iterator[dict[str, AvroValue]]:
    """Yield the rows of a Parquet block; none for empty content [log.parquet.empty].

    Dates, times and timestamps are the integers that are stored.

    Raises:
        Reject: not a Parquet file, or one whose rows are not of the schema.
        LimitExceeded: a file that grows beyond `MAX_INFLATED`.
    """
    if content.len == 0:
        return
    data = buffer[content.ofs : content.end]
    if content.len < _LEN_MIN or data[:4] != _MAGIC or data[-4:] != _MAGIC:
        at = content.ofs if data[:4] != _MAGIC else max(content.end - 4, content.ofs)
        message = "the content is not opened and closed by the magic of Parquet"
        raise Reject("bad-magic", at, REQUIREMENT, message)
    row_of = RowMapper(schema.tree)
    try:
        file = pq.ParquetFile(
            pa.BufferReader(data),
            thrift_string_size_limit=_THRIFT_LIMIT,
            thrift_container_size_limit=_THRIFT_LIMIT,
        )
        _check_size(file.metadata, content.len)
        for batch in file.iter_batches(_BATCH, use_threads=False):
            columns = [arrow_values(column) for column in batch.columns]
            for row in zip(*columns, strict=True):
                record = dict(zip(batch.schema.names, row, strict=True))
                row_of(record)  # refuses rows that are not of the schema
                yield record
    except (pa.ArrowException, OSError, ValueError, TypeError, OverflowError) as error:
        message = " ".join(str(error).split())[:200]
        code = "schema-mismatch" if isinstance(error, ValueError | TypeError) else "truncated"
        if isinstance(error, pa.ArrowException | OSError):
            code = "bad-value"
        raise Reject(code, content.ofs, REQUIREMENT, f"Parquet: {message}") from None


def _check_size(metadata: pq.FileMetaData, len_content: int) -> None:
    size = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    if size > MAX_INFLATED or metadata.num_rows * max(metadata.num_columns, 1) > MAX_VALUES:
        message = f"Parquet file of {len_content} bytes for {metadata.num_rows} rows in {size} bytes"
        raise LimitExceeded(message)


def arrow_values(array: pa.Array) -> list[AvroValue]:
    """Values of an Arrow array; points in time stay the stored integers."""
    kind = array.type
    types = pa.types
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
