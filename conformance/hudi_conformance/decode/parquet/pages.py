# SPDX-License-Identifier: Apache-2.0
"""Pages of a Parquet file: headers walked, checksums verified, contents decoded [table.base-file.pages].

A page header is a Thrift struct in the compact protocol. Only the fields that frame a page are used; all
others are skipped by their wire types, each length bounded by what is left of the column chunk.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.decode.source import Buffer
from hudi_conformance.views.common import Span

MAGIC = b"PAR1"
LEN_TAIL = 8
LEN_HEADER = 1 << 9  # bytes in which most page headers end
MAX_HEADER_BYTES = 1 << 24
_MAX_DEPTH = 16
_DATA, _INDEX, _DICTIONARY, _DATA_2 = range(4)
_PAGE_TYPES = {_DATA: "data page", _INDEX: "index page", _DICTIONARY: "dictionary page", _DATA_2: "data page"}
# Fields of PageHeader, and its structs that count values by page type.
_TYPE, _UNCOMPRESSED, _COMPRESSED, _CRC = 1, 2, 3, 4
_STRUCT_OF_TYPE = {_DATA: 5, _DICTIONARY: 7, _DATA_2: 8}
# Fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData.
_ROW_GROUPS, _COLUMNS, _COLUMN_METADATA = 4, 1, 3
_LEN_CHUNK, _DATA_PAGE_OFFSET, _DICTIONARY_PAGE_OFFSET = 7, 9, 11
_BOOLS, _INTS, _LISTS = frozenset({1, 2}), frozenset({4, 5, 6}), frozenset({9, 10})
_BYTE, _DOUBLE, _TEXT, _STRUCT = 3, 7, 8, 12


@dataclass(frozen=True, slots=True)
class PageDamage:
    """Damage of one page.

    Attributes:
        code: of the registry of rejections.
        ofs: byte of the file at which the page begins.
        len: bytes of the page with its header, None where they are unknown.
        column: path of the column in the schema.
        page: number of the page in its column chunk, the dictionary page counted; None: the chunk.
        message: the violation.
    """

    code: str
    ofs: int
    len: int | None
    column: str
    page: int | None
    message: str


class _HeaderError(ValueError):
    """Bytes that are no page header."""


def check_pages(buffer: Buffer, metadata: pq.FileMetaData, end: int) -> Iterator[PageDamage]:
    """Yield what is damaged in the pages of a file whose footer begins at `end`.

    A chunk is decoded, by pyarrow, only where its frames and checksums are intact: what fails then is the
    content of a page without a checksum.
    """
    source: pa.BufferReader | None = None
    for group in range(metadata.num_row_groups):
        row_group = metadata.row_group(group)
        for number in range(metadata.num_columns):
            chunk = row_group.column(number)
            damages = list(_check_chunk(buffer, chunk, end))
            if not damages:
                source = source or pa.BufferReader(bytes(buffer[:]))
                source.seek(0)
                damages = list(_check_values(source, metadata, group, number, chunk))
            yield from damages


def _check_chunk(buffer: Buffer, chunk: pq.ColumnChunkMetaData, end: int) -> Iterator[PageDamage]:
    column = chunk.path_in_schema
    pos = chunk.data_page_offset
    if chunk.has_dictionary_page and chunk.dictionary_page_offset:
        pos = min(pos, chunk.dictionary_page_offset)
    stop = min(pos + chunk.total_compressed_size, end)
    num_values, page = 0, 0
    while num_values < chunk.num_values and pos < stop:
        try:
            header, content = _header(buffer, pos, stop)
            kind, compressed, values = _frame(header, stop - content)
        except _HeaderError as error:
            message = f"column {column!r:.60}, page {page}: its header cannot be read: {error}"
            yield PageDamage("bad-value", pos, stop - pos, column, page, message)
            return
        crc = header.get(_CRC)
        data = bytes(buffer[content : content + compressed])
        if isinstance(crc, int) and zlib.crc32(data) != crc & 0xFFFFFFFF:
            message = (
                f"column {column!r:.60}, {_PAGE_TYPES[kind]} {page}: CRC-32 {zlib.crc32(data):08x}, "
                f"its header says {crc & 0xFFFFFFFF:08x}"
            )
            yield PageDamage("bad-checksum", pos, content + compressed - pos, column, page, message)
        num_values += values
        pos, page = content + compressed, page + 1
    if num_values != chunk.num_values:
        message = f"column {column!r:.60}: pages of {num_values} values, the footer says {chunk.num_values}"
        yield PageDamage("length-mismatch", pos, None, column, None, message)


def chunks_of(buffer: Buffer) -> list[list[Span]]:
    """Where the column chunks of each row group lie, as the footer of the file `buffer` has them.

    The library ends the process over statistics of a chunk that contradict each other.

    Raises:
        pa.ArrowInvalid: the footer cannot be read.
    """
    end = len(buffer) - LEN_TAIL
    start = end - int.from_bytes(buffer[end : end + 4], "little")
    try:
        footer, _ = _Thrift(buffer, max(start, 0), end).struct()
    except _HeaderError as error:
        raise pa.ArrowInvalid(f"the footer cannot be read: {error}") from None
    return [
        [span for column in _structs(group, _COLUMNS) if (span := _chunk_span(column)) is not None]
        for group in _structs(footer, _ROW_GROUPS)
    ]


def _structs(fields: dict[int, object], number: int) -> Iterator[dict[int, object]]:
    values = fields.get(number)
    yield from (value for value in values if isinstance(value, dict)) if isinstance(values, list) else ()


def _chunk_span(column: dict[int, object]) -> Span | None:
    metadata = column.get(_COLUMN_METADATA)
    if not isinstance(metadata, dict):
        return None
    first, length = metadata.get(_DATA_PAGE_OFFSET), metadata.get(_LEN_CHUNK)
    if not isinstance(first, int) or not isinstance(length, int):
        return None
    dictionary = metadata.get(_DICTIONARY_PAGE_OFFSET)
    return Span(min(first, dictionary) if isinstance(dictionary, int) and dictionary > 0 else first, length)


def page_at(buffer: Buffer, pos: int, stop: int) -> tuple[int, int, int | None]:
    """Offset and length of the bytes of the page whose header is at `pos`, and its checksum if it has one.

    Raises:
        ValueError: no page header, or a page that goes beyond `stop`.
    """
    header, content = _header(buffer, pos, stop)
    _, compressed, _ = _frame(header, stop - content)
    crc = header.get(_CRC)
    return content, compressed, crc & 0xFFFFFFFF if isinstance(crc, int) else None


def _header(buffer: Buffer, pos: int, stop: int) -> tuple[dict[int, object], int]:
    """Fields of the page header at `pos`, and the offset behind it; most headers are short."""
    try:
        return _Thrift(buffer, pos, min(stop, pos + LEN_HEADER)).struct()
    except _HeaderError:
        return _Thrift(buffer, pos, stop).struct()


def _frame(header: dict[int, object], num_left: int) -> tuple[int, int, int]:
    """Type, compressed bytes and values of a page of which `num_left` bytes may follow."""
    kind, compressed = header.get(_TYPE), header.get(_COMPRESSED)
    if not isinstance(kind, int) or not isinstance(compressed, int) or kind not in _PAGE_TYPES:
        raise _HeaderError(f"page type {kind!r:.20}")
    if not 0 <= compressed <= num_left:
        raise _HeaderError(f"a page of {compressed} bytes where {num_left} are left")
    return kind, compressed, _num_values(kind, header)


def _num_values(kind: int, header: dict[int, object]) -> int:
    """Values of a data page; a dictionary page has none of the column."""
    inner = header.get(_STRUCT_OF_TYPE.get(kind, -1))
    num = inner.get(1) if isinstance(inner, dict) else None
    if kind in {_DATA, _DATA_2}:
        if not isinstance(num, int) or num < 0:
            raise _HeaderError(f"a data page of {num!r:.20} values")
        return num
    return 0


def _check_values(
    source: pa.BufferReader, metadata: pq.FileMetaData, group: int, number: int, chunk: pq.ColumnChunkMetaData
) -> Iterator[PageDamage]:
    """Decode one column chunk: pages that have no checksum fail here."""
    try:
        # pyarrow selects columns by name; a leaf of a nested field is selected by its path.
        path = metadata.schema.column(number).path
        pq.ParquetFile(source, metadata=metadata).read_row_group(group, columns=[path], use_threads=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        text = " ".join(str(error).split())[:160]
        message = f"column {chunk.path_in_schema!r:.60}: a page does not decode: {text}"
        ofs = chunk.data_page_offset
        yield PageDamage("decompress", ofs, chunk.total_compressed_size, chunk.path_in_schema, None, message)


class _Thrift:
    """A struct of the compact protocol in [`pos`, `end`): values by field id."""

    def __init__(self, buffer: Buffer, pos: int, end: int) -> None:
        self._data = bytes(buffer[pos : min(end, pos + MAX_HEADER_BYTES)])
        self._base = pos
        self._pos = 0

    def struct(self) -> tuple[dict[int, object], int]:
        """Fields, and the offset in the file behind the struct."""
        return self._struct(0), self._base + self._pos

    def _struct(self, depth: int) -> dict[int, object]:
        if depth > _MAX_DEPTH:
            raise _HeaderError("structs are nested too deep")
        fields: dict[int, object] = {}
        field = 0
        while True:
            head = self._byte()
            kind, delta = head & 0x0F, head >> 4
            if head == 0:
                return fields
            field = field + delta if delta else self._zigzag()
            if field in fields:
                raise _HeaderError(f"field {field} occurs twice")
            fields[field] = self._value(kind, depth)

    def _value(self, kind: int, depth: int) -> object:
        if kind in _BOOLS:
            return kind == 1
        if kind in _INTS:
            return self._zigzag()
        if kind == _STRUCT:
            return self._struct(depth + 1)
        if kind == _BYTE:
            return self._byte()
        if kind in {_DOUBLE, _TEXT}:
            self._skip(8 if kind == _DOUBLE else self._varint())
            return None
        if kind in _LISTS:
            head = self._byte()
            num = head >> 4 if head >> 4 < 15 else self._varint()
            return [self._element(head & 0x0F, depth) for _ in range(self._bounded(num))]
        raise _HeaderError(f"wire type {kind}")

    def _element(self, kind: int, depth: int) -> object:
        return self._byte() if kind in _BOOLS else self._value(kind, depth + 1)

    def _bounded(self, num: int) -> int:
        if num > len(self._data) - self._pos:
            raise _HeaderError(f"{num} elements where {len(self._data) - self._pos} bytes are left")
        return num

    def _skip(self, num: int) -> None:
        self._pos += self._bounded(num)

    def _byte(self) -> int:
        if self._pos >= len(self._data):
            raise _HeaderError("it ends early")
        self._pos += 1
        return self._data[self._pos - 1]

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise _HeaderError("a number of more than ten bytes")

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
