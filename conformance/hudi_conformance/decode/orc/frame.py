# SPDX-License-Identifier: Apache-2.0
"""The frame of an ORC file: postscript, footer, stripes, their time zones [orc.tail.*].

A file ends with a footer, a postscript, and one byte with the length of the postscript, which states the
length of the footer and the codec. Footers are chunks of at most the block size of the postscript; three
bytes precede each: its length, doubled, plus 1 for a chunk that is not compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cramjam

from hudi_conformance.decode.protobuf import Message, ProtoError, parse_message
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.common import Span

FORM, FOOTER, STRIPES = "orc.tail.form", "orc.tail.footer", "orc.tail.stripes"
MAGIC = b"ORC"
MAX_FOOTER = 64 << 20
_MAX_BLOCK = 1 << 23
_NONE, _ZLIB, _SNAPPY, _LZO, _LZ4, _ZSTD = range(6)
_MAGIC_FIELD = 8000


@dataclass(frozen=True, slots=True)
class Stripe:
    """A stripe: its bytes, those of its footer, and its rows."""

    span: Span
    footer: Span
    num_rows: int


@dataclass(frozen=True, slots=True)
class Frame:
    """Contents of the end of an ORC file, checked against the file size.

    Attributes:
        num_rows: of the file.
        num_columns: types of the schema, including nested ones.
        texts: user metadata.
        stripes: in the order of the file.
        codec: number of the codec in the postscript.
        block: greatest size of a chunk after decompression.
    """

    num_rows: int
    num_columns: int
    texts: Mapping[bytes, bytes]
    stripes: tuple[Stripe, ...]
    codec: int
    block: int


def read_frame(buffer: Buffer) -> Frame:
    """The frame of a file.

    Raises:
        Reject: an impossible length or message.
        UnsupportedInput: an unsupported codec.
    """
    script, span = _postscript(buffer)
    codec, block = script.number(2), script.number(3)
    footer = _message(buffer, span, codec, block)
    try:
        texts = {m.spans.get(1, [b""])[-1]: m.spans.get(2, [b""])[-1] for m in footer.messages(5)}
        stripes = tuple(_stripes(footer, span.ofs))
    except ProtoError as error:
        raise Reject("bad-value", span.ofs, FOOTER, f"the footer cannot be read: {error}") from None
    num_rows, total = footer.number(6), sum(stripe.num_rows for stripe in stripes)
    if total != num_rows:
        raise Reject("length-mismatch", span.ofs, STRIPES, f"{num_rows} rows, its stripes have {total}")
    return Frame(num_rows, len(footer.spans.get(4, ())), texts, stripes, codec, block)


def postscript_of(buffer: Buffer) -> Message:
    """The postscript of a file; raises as `read_frame`."""
    return _postscript(buffer)[0]


def footer_of(buffer: Buffer) -> Message:
    """The footer of a file; raises as `read_frame`."""
    script, span = _postscript(buffer)
    return _message(buffer, span, script.number(2), script.number(3))


def _postscript(buffer: Buffer) -> tuple[Message, Span]:
    """The postscript, and the span of the footer."""
    size = len(buffer)
    if size < len(MAGIC) + 2:
        raise Reject("truncated", 0, FORM, f"{size} bytes are not an ORC file")
    if (head := bytes(buffer[: len(MAGIC)])) != MAGIC:
        raise Reject("bad-magic", 0, FORM, f"{head.hex(' ')} instead of ORC opens the file")
    len_script = buffer[size - 1]
    at = size - 1 - len_script
    if at < len(MAGIC) or not len_script:
        raise Reject("length-mismatch", size - 1, FORM, f"a postscript of {len_script} bytes")
    try:
        script = parse_message(bytes(buffer[at : size - 1]))
    except ProtoError as error:
        raise Reject("bad-value", at, FORM, f"the postscript cannot be read: {error}") from None
    if script.spans.get(_MAGIC_FIELD) != [MAGIC]:
        raise Reject("truncated", at, FORM, "the postscript does not name the magic ORC")
    len_footer, codec, block = script.number(1), script.number(2), script.number(3)
    if len_footer > min(at - len(MAGIC), MAX_FOOTER):
        raise Reject("length-mismatch", at, FORM, f"a footer of {len_footer} bytes in a file of {size}")
    if codec > _ZSTD:
        raise Reject("bad-type", at, FORM, f"codec {codec}")
    if block > _MAX_BLOCK:
        raise Reject("count-too-large", at, FORM, f"chunks of {block} bytes")
    return script, Span(at - len_footer, len_footer)


def _stripes(footer: Message, end: int) -> Iterator[Stripe]:
    pos = len(MAGIC)
    for number, message in enumerate(footer.messages(3)):
        ofs, parts = message.number(1), [message.number(key) for key in (2, 3, 4)]
        if ofs < pos:
            code = "overlap" if number else "offset-out-of-range"
            raise Reject(code, end, STRIPES, f"stripe {number} at {ofs}, before {pos}")
        if ofs > end or sum(parts) > end - ofs:
            text = f"stripe {number} of {sum(parts)} bytes at {ofs}, the footer is at {end}"
            raise Reject("offset-out-of-range", end, STRIPES, text)
        pos = ofs + sum(parts)
        yield Stripe(Span(ofs, sum(parts)), Span(pos - parts[2], parts[2]), message.number(5))


def stripe_footer(buffer: Buffer, frame: Frame, stripe: Stripe) -> Message:
    """The footer of a stripe; raises Reject."""
    return _message(buffer, stripe.footer, frame.codec, frame.block)


def time_zone(buffer: Buffer, frame: Frame, stripe: Stripe) -> str:
    """The time zone in which the writer stored timestamps of a stripe, "" if it names none.

    Raises:
        Reject: the footer of the stripe cannot be read.
    """
    try:
        return stripe_footer(buffer, frame, stripe).text(3)
    except ProtoError as error:
        raise Reject("bad-value", stripe.footer.ofs, STRIPES, f"footer of a stripe: {error}") from None


def _message(buffer: Buffer, span: Span, codec: int, block: int) -> Message:
    raw = bytes(buffer[span.ofs : span.end])
    try:
        return parse_message(raw if codec == _NONE else b"".join(_chunks(raw, codec, block)))
    except (ProtoError, zlib.error, cramjam.DecompressionError) as error:
        message = f"a footer of {span.len} bytes cannot be read: {' '.join(str(error).split())[:120]}"
        raise Reject("bad-value", span.ofs, FOOTER, message) from None


def _chunks(raw: bytes, codec: int, block: int) -> Iterator[bytes]:
    pos = total = 0
    while pos < len(raw):
        head = int.from_bytes(raw[pos : pos + 3], "little")
        start, size = pos + 3, head >> 1
        if size > len(raw) - start:
            raise ProtoError(f"a chunk of {size} bytes, {len(raw) - start} remain")
        chunk = raw[start : start + size]
        chunk = chunk if head & 1 else _inflated(chunk, codec, block)
        total += len(chunk)
        if total > MAX_FOOTER:
            raise ProtoError(f"more than {MAX_FOOTER} bytes after decompression")
        yield chunk
        pos = start + size


def _inflated(chunk: bytes, codec: int, block: int) -> bytes:
    if codec == _ZLIB:
        inflater = zlib.decompressobj(-15)
        data = inflater.decompress(chunk, block)
        if not inflater.eof:
            raise ProtoError(f"a chunk that does not end within {block} bytes")
        return data
    if codec == _LZO:
        raise UnsupportedInput("footers of ORC files with the codec LZO are not read")
    room = bytearray(block)
    if codec == _SNAPPY:
        num = cramjam.snappy.decompress_raw_into(chunk, room)
    elif codec == _LZ4:
        num = cramjam.lz4.decompress_block_into(chunk, room, output_len=block)
    else:
        num = cramjam.zstd.decompress_into(chunk, room)
    return bytes(room[:num])
