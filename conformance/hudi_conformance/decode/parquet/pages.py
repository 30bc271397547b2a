# SPDX-License-Identifier: Apache-2.0
"""Pages of a Parquet file: headers walked, checksums verified, contents decoded [table.base-file.pages].

A page header is a Thrift struct in the compact protocol. Only the fields that frame a page are used; all
others are skipped by their wire types, each length bounded by the rest of the column chunk.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hudi_conformance.decode.parquet.footer import ColumnChunk, row_groups
from hudi_conformance.decode.parquet.thrift import Thrift, ThriftError
from hudi_conformance.decode.source import Buffer, Memory

crc32: Callable[[bytes | bytearray, int], int]
try:
    from isal.isal_zlib import crc32
except ImportError:  # installed by the extra `fast`
    from zlib import crc32

MAGIC = b"PAR1"
NO_CHECKSUM = "a checksum: damage in other pages that still decode is not detected"
_LEN_STEP = 1 << 16  # bytes of a page that are copied at once
LEN_HEADER = 1 << 9  # bytes in which most page headers end
_DATA, _INDEX, _DICTIONARY, _DATA_2 = range(4)
_PAGE_TYPES = {_DATA: "data page", _INDEX: "index page", _DICTIONARY: "dictionary page", _DATA_2: "data page"}
# Fields of PageHeader, and its structs that count values by page type.
_TYPE, _UNCOMPRESSED, _COMPRESSED, _CRC = 1, 2, 3, 4
_BOUNDS = {
    pa.int32(): struct.Struct("<i"),
    pa.int64(): struct.Struct("<q"),
    pa.float32(): struct.Struct("<f"),
    pa.float64(): struct.Struct("<d"),
    pa.date32(): struct.Struct("<i"),
}
_AS_NUMBER = {pa.date32(): pa.int32()}
_STRUCT_OF_TYPE = {_DATA: 5, _DICTIONARY: 7, _DATA_2: 8}


@dataclass(slots=True)
class PageSums:
    """Number of pages, and of pages whose checksum was compared."""

    num_pages: int = 0
    num_checked: int = 0

    def __str__(self) -> str:
        if not self.num_pages:
            return "no pages"
        if self.num_checked == self.num_pages:
            return f"all {self.num_pages} page checksums are right"
        have = f"{self.num_checked} of {self.num_pages} pages have" if self.num_checked else "no page has"
        return f"{have} {NO_CHECKSUM}"


@dataclass(frozen=True, slots=True)
class PageDamage:
    """Damage of one page.

    Attributes:
        code: of the registry of rejections.
        ofs: offset of the page in the file.
        len: bytes of the page with its header, None if they are unknown.
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


def check_pages(
    buffer: Buffer,
    metadata: pq.FileMetaData,
    end: int,
    sums: PageSums | None = None,
    *,
    is_decoded: bool = True,
) -> Iterator[PageDamage]:
    """Yield damage of the pages of a file.

    Args:
        buffer: the file.
        metadata: its footer.
        end: offset of the footer.
        sums: receives the numbers of pages and of compared checksums.
        is_decoded: pyarrow decodes each chunk with intact frames and checksums; errors then are in the
            content of pages without checksums.
    """
    source: pa.BufferReader | None = None
    sums = PageSums() if sums is None else sums
    for group, chunks in enumerate(row_groups(buffer)):
        for number, chunk in enumerate(chunks):
            damages = list(_check_chunk(buffer, chunk, end, sums))
            if is_decoded and not damages:
                source = source or pa.BufferReader(buffer if isinstance(buffer, Memory) else bytes(buffer[:]))
                damages = list(_check_values(source, metadata, group, number, chunk))
            yield from damages


def _check_chunk(buffer: Buffer, chunk: ColumnChunk, end: int, sums: PageSums) -> Iterator[PageDamage]:
    column, pos = chunk.column, chunk.span.ofs
    stop = min(chunk.span.end, end)
    num_values, page = 0, 0
    while num_values < chunk.num_values and pos < stop:
        try:
            header, content = _header(buffer, pos, stop)
            kind, compressed, values = _frame(header, stop - content)
        except ThriftError as error:
            message = f"column {column!r:.60}, page {page}: its header cannot be read: {error}"
            yield PageDamage("bad-value", pos, stop - pos, column, page, message)
            return
        crc = header.get(_CRC)
        sums.num_pages += 1
        sums.num_checked += isinstance(crc, int)
        actual = crc32_of(buffer, content, content + compressed) if isinstance(crc, int) else None
        if isinstance(crc, int) and actual != crc & 0xFFFFFFFF:
            message = (
                f"column {column!r:.60}, {_PAGE_TYPES[kind]} {page}: CRC-32 {actual:08x}, "
                f"its header states {crc & 0xFFFFFFFF:08x}"
            )
            yield PageDamage("bad-checksum", pos, content + compressed - pos, column, page, message)
        num_values += values
        pos, page = content + compressed, page + 1
    if num_values != chunk.num_values:
        message = f"column {column!r:.60}: pages of {num_values} values, the footer states {chunk.num_values}"
        yield PageDamage("length-mismatch", pos, None, column, None, message)


def crc32_of(buffer: Buffer, ofs: int, end: int) -> int:
    """CRC-32 of the bytes [`ofs`, `end`)."""
    crc = 0
    for start in range(ofs, end, _LEN_STEP):
        crc = crc32(buffer[start : min(end, start + _LEN_STEP)], crc)
    return crc


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
    """Fields of the page header at `pos`, and the offset after it; most headers are short."""
    try:
        return Thrift(buffer, pos, min(stop, pos + LEN_HEADER)).struct()
    except ThriftError:
        return Thrift(buffer, pos, stop).struct()


def _frame(header: dict[int, object], num_left: int) -> tuple[int, int, int]:
    """Type, compressed size and number of values of a page, with at most `num_left` bytes."""
    kind, compressed = header.get(_TYPE), header.get(_COMPRESSED)
    if not isinstance(kind, int) or not isinstance(compressed, int) or kind not in _PAGE_TYPES:
        raise ThriftError(f"page type {kind!r:.20}")
    if not 0 <= compressed <= num_left:
        raise ThriftError(f"a page of {compressed} bytes where {num_left} are left")
    return kind, compressed, _num_values(kind, header)


def _num_values(kind: int, header: dict[int, object]) -> int:
    """Number of values of a data page; 0 for a dictionary page."""
    inner = header.get(_STRUCT_OF_TYPE.get(kind, -1))
    num = inner.get(1) if isinstance(inner, dict) else None
    if kind in {_DATA, _DATA_2}:
        if not isinstance(num, int) or num < 0:
            raise ThriftError(f"a data page of {num!r:.20} values")
        return num
    return 0


def _check_values(
    source: pa.BufferReader, metadata: pq.FileMetaData, group: int, number: int, chunk: ColumnChunk
) -> Iterator[PageDamage]:
    """Decode one column chunk, to detect damaged pages without a checksum, and values beyond bounds."""
    try:
        # pyarrow selects columns by name; a leaf of a nested field is selected by its path.
        path = metadata.schema.column(number).path
        file = pq.ParquetFile(source, metadata=metadata)
        values = file.read_row_group(group, columns=[path], use_threads=False)
        values.validate(full=True)  # decoding does not check that text is UTF-8
        if values.num_columns == 1 and (text := _beyond(values.column(0), chunk)) is not None:
            message = f"column {chunk.column!r:.60}: {text}"
            yield PageDamage("bad-value", chunk.span.ofs, chunk.span.len, chunk.column, None, message)
    except (pa.ArrowException, OSError, ValueError) as error:
        text = " ".join(str(error).split())[:160]
        message = f"column {chunk.column!r:.60}: a page does not decode: {text}"
        code = "bad-utf8" if "UTF8" in text else "decompress"
        yield PageDamage(code, chunk.span.ofs, chunk.span.len, chunk.column, None, message)


def _beyond(values: pa.ChunkedArray, chunk: ColumnChunk) -> str | None:
    """Describe values beyond the bounds in the footer; None for types whose order is not compared."""
    kind = values.type
    if chunk.low is None or chunk.high is None:
        return None
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        low, high, stored = chunk.low, chunk.high, values.cast(pa.binary())
    elif kind in _BOUNDS and len(chunk.low) == len(chunk.high) == _BOUNDS[kind].size:
        [low], [high] = (_BOUNDS[kind].unpack(bound) for bound in (chunk.low, chunk.high))
        stored = values if pa.types.is_floating(kind) else values.cast(_AS_NUMBER.get(kind, kind))
    else:
        return None
    ends = pc.min_max(stored).as_py()
    if ends["min"] is None or not (ends["min"] < low or ends["max"] > high):
        return None
    return (
        f"values from {ends['min']!r:.40} to {ends['max']!r:.40}, its bounds are {low!r:.40} and {high!r:.40}"
    )
