# SPDX-License-Identifier: Apache-2.0
"""Content of HFile blocks: the cells of a complete HFile as records.

Trailer, file info and cells are the grammars'; the block headers between them are stepped over here, so
that no more than one block of the HFile is in memory. Checksums of type CRC32 are verified; CRC32C, for
which the standard library has no function, is not.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from hudi_parsers.hfile_data_block import HfileDataBlock
from hudi_parsers.hfile_file_info import HfileFileInfo
from hudi_parsers.hfile_trailer import HfileTrailer
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode.avro_datum import Datum
from hudi_conformance.decode.avro_schema import AvroSchema
from hudi_conformance.decode.log_scan import GrammarField, reject_of
from hudi_conformance.decode.source import Buffer, open_window
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.views.log import Span

REQUIREMENT = "log.hfile.form"
KEY_FIELD = "key"  # the field that Hudi empties in a value and restores from the key
MAX_INFLATED = 1 << 28  # bytes of one block after decompression [limits.allocation]
MAX_RATIO = 1100  # deflate cannot do better than 1032:1
_HEADER = struct.Struct(">8siiqBii")
_LEN_TRAILER = {2: 212, 3: 4096}
_GZ, _NONE = 1, 2
_CODECS = {0: "LZO", 3: "SNAPPY", 4: "LZ4", 5: "BZIP2", 6: "ZSTD", 7: "LZMA", 8: "BROTLI"}
_MAGICS = frozenset(
    {
        b"DATABLK*", b"DATABLKE", b"IDXLEAF2", b"BLMFBLK2", b"METABLKc", b"IDXINTE2", b"IDXROOT2",
        b"FILEINF2", b"BLMFMET2", b"DFBLMET2",
    }
)  # fmt: skip
_OTHER = GrammarField("HFile", 0, "truncated", REQUIREMENT)
_CRC32 = 1


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of the HFile: `payload` is what is stored, compressed or not."""

    magic: bytes
    ofs: int
    payload: Span
    len_inflated: int


@dataclass(frozen=True, slots=True)
class Cell:
    """Key and value of a cell, and where each lies, or where their compressed block does."""

    key: bytes
    value: bytes
    ofs_key: int
    ofs_value: int


def decode_hfile_content(buffer: Buffer, content: Span, schema: AvroSchema) -> Iterator[dict[str, Any]]:
    """Yield the records of an HFile block in file order [log.hfile.form].

    A record is the Avro datum in the cell's value; where its field `key` is the empty string, the
    cell's key takes its place [log.hfile.key-restore].

    Raises:
        Reject: not an HFile, or a value that is not a datum of the schema.
        UnsupportedInput: compressed by other than GZ, or encoded.
        LimitExceeded: a block that grows beyond `MAX_INFLATED`.
    """
    for cell in walk_cells(buffer, content):
        record = schema.decode(Datum(cell.value, cell.ofs_value), 0)
        if isinstance(record, dict) and record.get(KEY_FIELD) == "":
            record[KEY_FIELD] = _text(cell.key)
        yield record


def has_own_key(cell: Cell, schema: AvroSchema) -> bool:
    """Whether the key field of a cell's value is written out, where writers leave it empty."""
    record = schema.decode(Datum(cell.value, cell.ofs_value), 0)
    return isinstance(record, dict) and record.get(KEY_FIELD, "") != ""


def walk_cells(buffer: Buffer, content: Span) -> Iterator[Cell]:
    """Yield the cells of the HFile that `content` is; none for empty content [log.hfile.empty]."""
    if content.len == 0:
        return
    ofs_trailer, codec = _decode_trailer(buffer, content)
    if codec not in {_GZ, _NONE}:
        raise UnsupportedInput(f"HFile compressed by {_CODECS.get(codec, codec)}")
    has_tags = has_mvcc = False
    data_blocks: list[_Block] = []
    for block in _walk_blocks(buffer, content.ofs, ofs_trailer):
        if block.magic == b"DATABLKE":
            raise UnsupportedInput("HFile with encoded data blocks")
        if block.magic == b"DATABLK*":
            data_blocks.append(block)
        elif block.magic == b"FILEINF2":
            info = _decode_file_info(_inflate(buffer, block, codec), block.ofs)
            has_tags = b"hfile.MAX_TAGS_LEN" in info
            has_mvcc = info.get(b"KEY_VALUE_VERSION") == b"\x00\x00\x00\x01"
    layout = SimpleNamespace(has_tags=has_tags, has_mvcc=has_mvcc)
    for block in data_blocks:
        payload = _inflate(buffer, block, codec)
        # Positions in a compressed block are no positions of the file.
        base = block.payload.ofs if codec == _NONE else None
        yield from _walk_payload(payload, layout, base, block.ofs)


def _decode_trailer(buffer: Buffer, content: Span) -> tuple[int, int]:
    """Offset of the trailer, and the compression codec that it names."""
    ofs_version = content.end - 4
    major = int.from_bytes(buffer[content.end - 3 : content.end], "big") if content.len >= 4 else 0
    len_trailer = _LEN_TRAILER.get(major)
    if len_trailer is None:
        at = max(ofs_version, content.ofs)
        raise Reject("bad-version", at, REQUIREMENT, f"HFile of format version {major}")
    ofs_trailer = content.end - len_trailer
    if ofs_trailer < content.ofs:
        raise Reject("truncated", content.ofs, REQUIREMENT, f"an HFile of {content.len} bytes has no trailer")
    minor = buffer[ofs_version]
    if buffer[ofs_trailer : ofs_trailer + 8] != b'TRABLK"$':
        raise Reject("bad-magic", ofs_trailer, REQUIREMENT, "no magic opens the trailer of the HFile")
    if major == 2 and minor < 2:
        raise UnsupportedInput(f"HFile of format version 2.{minor}")
    try:
        trailer = HfileTrailer(major, minor, open_window(buffer, ofs_trailer, ofs_version))
    except KaitaiStructError as error:
        raise _at(reject_of(error, {}, otherwise=_OTHER), ofs_trailer) from None
    codec: int = trailer.message.compression_codec
    return ofs_trailer, codec


def _walk_blocks(buffer: Buffer, ofs: int, end: int) -> Iterator[_Block]:
    while ofs < end:
        if end - ofs < _HEADER.size:
            raise Reject("truncated", ofs, REQUIREMENT, f"{end - ofs} bytes where an HFile block begins")
        magic, len_stored, len_inflated, _, checksum_type, len_chunk, len_data = _HEADER.unpack(
            buffer[ofs : ofs + _HEADER.size]
        )
        if magic not in _MAGICS:
            raise Reject("bad-magic", ofs, REQUIREMENT, f"{magic!r} opens no HFile block")
        if not 0 <= len_stored <= end - ofs - _HEADER.size:
            message = f"HFile block of {len_stored} bytes with {end - ofs - _HEADER.size} left"
            raise Reject("length-mismatch", ofs + 8, REQUIREMENT, message)
        if not _HEADER.size <= len_data <= len_stored + _HEADER.size:
            message = f"{len_data} bytes of header and payload in a block of {len_stored + _HEADER.size}"
            raise Reject("length-mismatch", ofs + 29, REQUIREMENT, message)
        if len_inflated < 0:
            raise Reject("length-mismatch", ofs + 12, REQUIREMENT, f"inflated length {len_inflated}")
        if checksum_type == _CRC32:
            _check_crc32(buffer, ofs, len_data, len_stored + _HEADER.size, len_chunk)
        yield _Block(magic, ofs, Span(ofs + _HEADER.size, len_data - _HEADER.size), len_inflated)
        ofs += _HEADER.size + len_stored


def _check_crc32(buffer: Buffer, ofs: int, len_data: int, len_block: int, len_chunk: int) -> None:
    num_words = (len_block - len_data) // 4
    if len_chunk <= 0 or num_words * len_chunk < len_data:
        message = f"{num_words} checksums of {len_chunk} bytes each for {len_data} bytes"
        raise Reject("length-mismatch", ofs + 25, REQUIREMENT, message)
    for index, start in enumerate(range(0, len_data, len_chunk)):
        chunk = buffer[ofs + start : ofs + min(start + len_chunk, len_data)]
        word = ofs + len_data + 4 * index
        if zlib.crc32(chunk) != int.from_bytes(buffer[word : word + 4], "big"):
            raise Reject("bad-checksum", word, REQUIREMENT, "an HFile block differs from its checksum")


def _inflate(buffer: Buffer, block: _Block, codec: int) -> bytes:
    stored = bytes(buffer[block.payload.ofs : block.payload.end])
    if codec == _NONE:
        if len(stored) != block.len_inflated:
            message = f"{block.len_inflated} bytes announced, {len(stored)} there"
            raise Reject("length-mismatch", block.ofs + 12, REQUIREMENT, message)
        return stored
    if block.len_inflated > MAX_INFLATED or block.len_inflated > MAX_RATIO * len(stored) + 64:
        raise LimitExceeded(f"HFile block that inflates from {len(stored)} to {block.len_inflated} bytes")
    try:
        inflater = zlib.decompressobj(wbits=31)
        payload = inflater.decompress(stored, block.len_inflated + 1)
    except zlib.error as error:
        raise Reject("decompress", block.payload.ofs, REQUIREMENT, str(error)) from None
    if len(payload) != block.len_inflated:
        message = f"{block.len_inflated} bytes announced, {len(payload)} inflated"
        raise Reject("decompress", block.payload.ofs, REQUIREMENT, message)
    return payload


def _decode_file_info(payload: bytes, ofs: int) -> dict[bytes, bytes]:
    try:
        info = HfileFileInfo.from_bytes(payload)
    except KaitaiStructError as error:
        raise _at(reject_of(error, {}, otherwise=_OTHER), ofs) from None
    return {field.pair.first: field.pair.second for field in info.message.fields if field.is_pair}


def _walk_payload(
    payload: bytes, layout: SimpleNamespace, base: int | None, ofs_block: int
) -> Iterator[Cell]:
    stream = open_window(payload, 0, len(payload))
    pos = 0
    while pos < len(payload):
        at = ofs_block if base is None else base + pos
        try:
            entry = HfileDataBlock.Entry(stream, layout)
        except KaitaiStructError as error:
            found = reject_of(error, _ENTRY_FIELDS, 0, _OTHER)
            raise Reject(found.code, at, REQUIREMENT, f"cell: {found.message}") from None
        len_tail = stream.pos() - pos
        ofs_key = at if base is None else at + 8
        ofs_value = at if base is None else ofs_key + entry.len_key
        yield Cell(entry.row, entry.value, ofs_key, ofs_value)
        vars(entry).clear()
        pos += len_tail


_ENTRY_FIELDS = {
    f"/types/entry/seq/{index}": GrammarField(name, width, "length-mismatch", REQUIREMENT)
    for index, name, width in [
        (0, "length of the key", 4),
        (1, "length of the value", 4),
        (2, "length of the row", 2),
    ]
}


def _at(found: Reject, ofs: int) -> Reject:
    return Reject(found.code, ofs if found.at is None else found.at, found.requirement, found.message)


def _text(raw: bytes) -> str | bytes:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw
