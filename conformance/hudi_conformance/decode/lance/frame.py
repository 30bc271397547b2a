# SPDX-License-Identifier: Apache-2.0
"""The frame of a Lance file: footer, tables of offsets, schema, extents of pages [lance.footer.*].

| from the end | bytes | content |
|---|---|---|
| 40 | 8 | offset of the metadata of columns |
| 32 | 8 | offset of their table: position and size of each, 16 bytes per column |
| 24 | 8 | offset of the table of global buffers, 16 bytes per buffer |
| 16, 12 | 4, 4 | numbers of global buffers and of columns |
| 8, 6 | 2, 2 | major and minor version |
| 4 | 4 | `LANC` |

All integers are little-endian. Global buffer 0 describes the schema, with its key-values, and the rows.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from hudi_conformance.decode.protobuf import Message, ProtoError, parse_message
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import Span

FORM = "lance.footer.form"
OFFSETS, SCHEMA, PAGES, COUNT = (
    "lance.footer.offsets",
    "lance.footer.schema",
    "lance.pages.extent",
    "lance.rows.count",
)
MAGIC = b"LANC"
_FOOTER = struct.Struct("<QQQIIHH4s")
_ENTRY = struct.Struct("<QQ")
_VERSIONS = {(0, 3): "2.0", (2, 0): "2.0", (2, 1): "2.1", (2, 2): "2.2"}
MAX_COLUMNS = 1 << 16
_MAX_SCHEMA = 64 << 20
_ROOT = (1 << 32) - 1, (1 << 64) - 1  # parent -1 of a field, as an int32 of either writer


@dataclass(frozen=True, slots=True)
class Frame:
    """Contents of the end of a Lance file, checked against the file size.

    Attributes:
        version: of the format.
        num_rows: of the file.
        names: columns of the first level.
        texts: key-values of the schema.
        columns: metadata of each stored column.
    """

    version: str
    num_rows: int
    names: tuple[str, ...]
    texts: Mapping[bytes, bytes]
    columns: tuple[Span, ...]


def read_frame(buffer: Buffer) -> Frame:
    """The frame of a file.

    Raises:
        Reject: an impossible offset, length or message.
        UnsupportedInput: an unsupported version of the format.
    """
    size = len(buffer)
    at = size - _FOOTER.size
    if at < 0:
        raise Reject("truncated", 0, FORM, f"{size} bytes are not a Lance file")
    ofs_meta, ofs_columns, ofs_buffers, num_buffers, num_columns, major, minor, magic = _FOOTER.unpack(
        bytes(buffer[at:size])
    )
    if magic != MAGIC:
        raise Reject("truncated", size - 4, FORM, f"{magic.hex(' ')} instead of LANC ends the file")
    version = _VERSIONS.get((major, minor))
    if version is None:
        raise UnsupportedInput(f"Lance files of the version {major}.{minor} are not read")
    if not 0 < num_buffers <= MAX_COLUMNS:
        message = f"{num_buffers} global buffers, expected 1, which holds the schema"
        raise Reject("count-too-large" if num_buffers else "missing-field", at + 24, OFFSETS, message)
    if num_columns > MAX_COLUMNS:
        raise Reject("count-too-large", at + 28, OFFSETS, f"{num_columns} columns")
    if ofs_meta > at:
        raise Reject("offset-out-of-range", at, OFFSETS, f"metadata of columns at {ofs_meta}")
    columns = _table(buffer, ofs_columns, num_columns, at, at + 8)
    buffers = _table(buffer, ofs_buffers, num_buffers, at, at + 16)
    for number, span in enumerate(columns):
        if span.ofs < ofs_meta:
            message = f"metadata of column {number} at {span.ofs}, before their beginning at {ofs_meta}"
            raise Reject("offset-out-of-range", ofs_columns + 16 * number, OFFSETS, message)
    for first, second in pairwise(sorted(columns, key=lambda span: span.ofs)):
        if first.end > second.ofs:
            raise Reject("overlap", second.ofs, OFFSETS, "metadata of two columns overlap")
    names, texts, num_rows = _schema(buffer, buffers[0])
    return Frame(version, num_rows, names, texts, tuple(columns))


def _table(buffer: Buffer, ofs: int, num: int, end: int, at: int) -> list[Span]:
    """Entries of a table of offsets, whose own offset is stored at `at`; all lie before `end`."""
    if ofs > end or num * _ENTRY.size > end - ofs:
        raise Reject(
            "offset-out-of-range", at, OFFSETS, f"{num} entries at {ofs}, {end} bytes before the footer"
        )
    raw = bytes(buffer[ofs : ofs + num * _ENTRY.size])
    spans = [Span(start, length) for start, length in _ENTRY.iter_unpack(raw)]
    for index, span in enumerate(spans):
        if span.ofs > end or span.len > end - span.ofs:
            message = f"entry {index} of {span.len} bytes at {span.ofs} leaves the file"
            raise Reject("offset-out-of-range", ofs + 16 * index, OFFSETS, message)
    return spans


def _schema(buffer: Buffer, span: Span) -> tuple[tuple[str, ...], Mapping[bytes, bytes], int]:
    if span.len > _MAX_SCHEMA:
        raise Reject("length-mismatch", span.ofs, SCHEMA, f"a schema of {span.len} bytes")
    try:
        descriptor = parse_message(bytes(buffer[span.ofs : span.end]))
        schema = parse_message(descriptor.spans.get(1, [b""])[-1])
        fields = list(schema.messages(1))
        names = tuple(part.text(2) for part in fields if part.number(4) in _ROOT)
        texts = {pair.spans.get(1, [b""])[-1]: pair.spans.get(2, [b""])[-1] for pair in schema.messages(5)}
    except ProtoError as error:
        raise Reject("bad-schema", span.ofs, SCHEMA, f"the schema cannot be read: {error}") from None
    if not names:
        raise Reject("missing-field", span.ofs, SCHEMA, "a schema without fields")
    return names, texts, descriptor.number(2)


def check_pages(buffer: Buffer, frame: Frame) -> Iterator[Reject]:
    """Yield errors of the extents of pages, at most one per column."""
    limit = min((span.ofs for span in frame.columns), default=0)
    has_rows = False
    for number, span in enumerate(frame.columns):
        try:
            message = parse_message(bytes(buffer[span.ofs : span.end]))
            pages = list(message.messages(2))
            has_rows = has_rows or any(page.number(3) for page in pages)
            extents = [_extent(message, 3, limit), *(_extent(page, 1, limit) for page in pages)]
            problem = next(filter(None, extents), "")
        except ProtoError as error:
            yield Reject("bad-value", span.ofs, PAGES, f"metadata of column {number}: {error}")
            continue
        if problem:
            yield Reject("offset-out-of-range", span.ofs, PAGES, f"column {number}: {problem}")
    if has_rows and not frame.num_rows:
        yield Reject("length-mismatch", None, COUNT, "no rows by the schema's buffer, and pages with rows")


def _extent(message: Message, key: int, limit: int) -> str:
    """Errors of buffers, whose offsets are in field `key` and whose sizes are in the next one."""
    offsets, sizes = message.packed(key), message.packed(key + 1)
    if len(offsets) != len(sizes):
        return f"{len(offsets)} offsets and {len(sizes)} sizes of buffers"
    for ofs, size in zip(offsets, sizes, strict=True):
        if ofs > limit or size > limit - ofs:
            return f"a buffer of {size} bytes at {ofs}, {limit} bytes before the metadata of columns"
    return ""
