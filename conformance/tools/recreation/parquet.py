# SPDX-License-Identifier: Apache-2.0
"""Base files by pyarrow, with equal bytes for every release of it."""

from __future__ import annotations

import contextlib
import io
import zipfile
from functools import cache

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance import resources

FOLDERS = ("bootstrap", "evolved", "ids", "irregular", "merging", "minimal", "views")


def parquet(table: pa.Table) -> bytes:
    """Return an uncompressed Parquet file of this table."""
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="none", store_schema=False)
    return as_stored(sink.getvalue())


def as_stored(data: bytes) -> bytes:
    """Return a Parquet file, with the bytes of a fixture that has the same content, if there is one.

    Releases of Arrow encode equal tables differently, and commits state the sizes of files.
    """
    return _stored().get(_content(data), data)


@cache
def _stored() -> dict[str, bytes]:
    """Parquet files of the fixtures by their content."""
    by_content: dict[str, bytes] = {}
    for path in sorted(path for name in FOLDERS for path in (resources.fixtures_dir() / name).glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for data in (archive.read(name) for name in archive.namelist() if name.endswith(".parquet")):
                with contextlib.suppress(pa.ArrowInvalid):  # some are cut on purpose
                    by_content.setdefault(_content(data), data)
    return by_content


def _content(data: bytes) -> str:
    """Schema with its metadata, codecs and columns, as text: a NaN equals itself there."""
    file = pq.ParquetFile(io.BytesIO(data))
    groups = [file.metadata.row_group(i) for i in range(file.num_row_groups)]
    codecs = {group.column(i).compression for group in groups for i in range(group.num_columns)}
    columns = [_numbered(column).to_pylist() for column in file.read().columns]
    return repr((str(file.schema_arrow), file.schema_arrow.metadata, sorted(codecs), columns))


def _numbered(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Dates and times as numbers, for Python has no year 10000; text as bytes, for it may not be UTF-8."""
    if pa.types.is_string(column.type):
        return column.cast(pa.binary())
    if not pa.types.is_temporal(column.type):
        return column
    return column.cast(pa.int32() if column.type.bit_width == 32 else pa.int64())
