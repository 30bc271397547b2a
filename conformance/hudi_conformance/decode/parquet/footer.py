# SPDX-License-Identifier: Apache-2.0
"""Column chunks and key-value metadata in the footer of a Parquet file.

This module does not use the Parquet library, which aborts the process on contradictory statistics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from hudi_conformance.decode.parquet.thrift import MAX_TEXT, Thrift, ThriftError
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.common import Span

LEN_TAIL = 8
MAGIC = b"PAR1"
# Fields of FileMetaData, KeyValue, RowGroup, ColumnChunk, ColumnMetaData and Statistics.
_REQUIRED = frozenset({1, 2, 3, 4})  # version, schema, number of rows, row groups
_ROW_GROUPS, _COLUMNS, _METADATA = 4, 1, 3
_KEY_VALUES, _KEY, _VALUE = 5, 1, 2
_PATH, _NUM_VALUES, _LEN_PLAIN, _LEN, _DATA_PAGE_OFFSET, _DICTIONARY_PAGE_OFFSET, _STATISTICS = (
    3,
    5,
    6,
    7,
    9,
    11,
    12,
)
_OLD_MAX, _OLD_MIN, _NULL_COUNT, _MAX, _MIN = 1, 2, 3, 5, 6


@dataclass(frozen=True, slots=True)
class ColumnChunk:
    """One column of one row group.

    Attributes:
        column: path in the schema, its names joined by dots.
        span: span of its pages, the dictionary page first.
        num_values: values in its pages, including nulls.
        low: least value as stored, or None.
        high: greatest value as stored, or None.
        has_nulls_counted: whether the number of nulls is stored.
        num_nulls: that number.
        len_plain: bytes of the pages before compression, or None.
    """

    column: str
    span: Span
    num_values: int
    low: bytes | None = None
    high: bytes | None = None
    has_nulls_counted: bool = False
    num_nulls: int | None = None
    len_plain: int | None = None


def row_groups(buffer: Buffer) -> list[list[ColumnChunk]]:
    """Column chunks of each row group of the file `buffer`; those without an offset are skipped.

    Raises:
        pa.ArrowInvalid: the footer cannot be read.
    """
    return [
        [chunk for column in _structs(group, _COLUMNS) if (chunk := _chunk(column)) is not None]
        for group in _structs(_footer(buffer), _ROW_GROUPS)
    ]


def key_values(buffer: Buffer) -> dict[bytes, bytes]:
    """Key-value metadata of the file `buffer`; the last of equal keys counts, as in Java's reader.

    Raises:
        pa.ArrowInvalid: the footer cannot be read.
    """
    pairs = {}
    for pair in _structs(_footer(buffer, len(buffer)), _KEY_VALUES):
        key, value = pair.get(_KEY), pair.get(_VALUE)
        if isinstance(key, bytes) and isinstance(value, bytes):
            pairs[key] = value
    return pairs


def footer_span(buffer: Buffer) -> tuple[int, int]:
    """Offsets of the footer of the file `buffer`: its first byte, and the byte after it.

    Raises:
        pa.ArrowInvalid: the file does not end as a Parquet file does.
    """
    end = len(buffer) - LEN_TAIL
    if end < 0:
        raise pa.ArrowInvalid(f"{len(buffer)} bytes have no footer")
    magic = bytes(buffer[end + 4 : end + LEN_TAIL])
    if magic != MAGIC:
        raise pa.ArrowInvalid(f"expected {MAGIC!r} at the end of a Parquet file, got {magic!r}")
    start = end - int.from_bytes(bytes(buffer[end : end + 4]), "little")
    if not 0 <= start <= end:
        raise pa.ArrowInvalid(f"a footer from {start} to {end}")
    return start, end


def _footer(buffer: Buffer, max_text: int = MAX_TEXT) -> dict[int, object]:
    """Fields of the footer; texts above `max_text` bytes are None."""
    start, end = footer_span(buffer)
    try:
        footer, _ = Thrift(buffer, start, end, max_text).struct()
    except ThriftError as error:
        raise pa.ArrowInvalid(f"the footer cannot be read: {error}") from None
    missing = sorted(_REQUIRED - footer.keys())
    if missing:
        raise pa.ArrowInvalid(f"the footer has no field {missing[0]}")
    return footer


def chunks_of(buffer: Buffer) -> list[list[Span]]:
    """Spans of the column chunks of each row group; raises as `row_groups`."""
    return [[chunk.span for chunk in group] for group in row_groups(buffer)]


def _structs(fields: dict[int, object], number: int) -> Iterator[dict[int, object]]:
    values = fields.get(number)
    yield from (value for value in values if isinstance(value, dict)) if isinstance(values, list) else ()


def _chunk(column: dict[int, object]) -> ColumnChunk | None:
    metadata = column.get(_METADATA)
    if not isinstance(metadata, dict):
        return None
    first, length, num_values = (metadata.get(number) for number in (_DATA_PAGE_OFFSET, _LEN, _NUM_VALUES))
    if not isinstance(first, int) or not isinstance(length, int) or not isinstance(num_values, int):
        return None
    dictionary = metadata.get(_DICTIONARY_PAGE_OFFSET)
    start = min(first, dictionary) if isinstance(dictionary, int) and dictionary > 0 else first
    plain = metadata.get(_LEN_PLAIN)
    len_plain = plain if isinstance(plain, int) else None
    names = metadata.get(_PATH)
    path = [name for name in names if isinstance(name, bytes)] if isinstance(names, list) else []
    text = b".".join(path).decode("utf-8", "replace")
    statistics = metadata.get(_STATISTICS)
    if not isinstance(statistics, dict):
        return ColumnChunk(text, Span(start, length), num_values, len_plain=len_plain)
    nulls = statistics.get(_NULL_COUNT)
    low, high = statistics.get(_MIN), statistics.get(_MAX)
    if low is None and statistics.get(_OLD_MIN) == statistics.get(_OLD_MAX):
        # The order of the old bounds is not defined, so only equal ones are certain.
        low = high = statistics.get(_OLD_MIN)
    if not isinstance(low, bytes) or not isinstance(high, bytes):
        low = high = None
    return ColumnChunk(
        text, Span(start, length), num_values, low, high, _NULL_COUNT in statistics,
        nulls if isinstance(nulls, int) else None, len_plain,
    )  # fmt: skip
