# SPDX-License-Identifier: Apache-2.0
"""Every field of an HFile by its path: offset, value, and the rule that governs it.

Edits of cases use the same paths: `blocks[0].checksum_type`, `trailer.fields.entry_count`. Cells and index
entries are split into fields if payloads are not compressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hudi_conformance.decode.fields import Field, bytes_field, fields_before_damage, integer_field
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader, read_leaf_entries
from hudi_conformance.decode.hfile.trailer import FIXED_FIELDS, LEN_TRAILER
from hudi_conformance.decode.hfile.varints import len_varint, read_varint
from hudi_conformance.decode.source import Buffer, Input, open_source, read_s4
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.hfile import MAGIC_TRAILER, Codec, HFileBlock, IndexEntry

_HEADER = (
    ("magic", 0, 8, "hfile.block.magic"),
    ("on_disk_size_without_header", 8, 4, "hfile.block.on-disk-size"),
    ("uncompressed_size_without_header", 12, 4, "hfile.block.uncompressed-size"),
    ("prev_block_offset", 16, 8, "hfile.block.prev-offset"),
    ("checksum_type", 24, 1, "hfile.checksum.type"),
    ("bytes_per_checksum", 25, 4, "hfile.checksum.chunk-size"),
    ("on_disk_data_size_with_header", 29, 4, "hfile.block.data-size"),
)
_REFUSALS: tuple[type[Exception], ...] = (Reject, UnsupportedInput, LimitExceeded)


def is_hfile(data: Buffer) -> bool:
    """Whether the file ends with a trailer and its magic, which log files do not."""
    if len(data) < 4:
        return False
    len_trailer = LEN_TRAILER.get(int.from_bytes(data[len(data) - 3 : len(data)], "big"))
    if len_trailer is None or len(data) < len_trailer:
        return False
    start = len(data) - len_trailer
    return bytes(data[start : start + 8]) == MAGIC_TRAILER


def hfile_fields(source: Input) -> list[Field]:
    """All fields of the readable part of a file in file order, without gaps.

    Bytes after the last readable block are `rest`.
    """
    with open_source(source) as buffer:
        return sorted(_walk(buffer), key=lambda field: (field.ofs, field.len))


def hfile_composites(source: Input) -> dict[str, tuple[int, int]]:
    """Start and length of structures that consist of fields: payloads, keys of cells, messages."""
    composites: dict[str, tuple[int, int]] = {}
    with open_source(source) as buffer:
        try:
            file = HFile(buffer)
            for index, block in enumerate(file.headers()):
                composites[f"blocks[{index}].payload"] = (block.stored_ofs, block.stored_len)
                end = block.stored_ofs + block.stored_len
                composites[f"blocks[{index}].checksums"] = (end, block.end - end)
        except Reject:
            pass
    fields = hfile_fields(source)
    starts: dict[str, int] = {}
    for field in fields:
        head, _, name = field.path.rpartition(".")
        if name == "len_row":
            starts[head] = field.ofs
        elif name == "type" and head in starts:
            composites[f"{head}.key"] = (starts[head], field.end - starts[head])
    if any(field.path.startswith("trailer.message") for field in fields):
        parts = ("trailer.message", "trailer.fields.")  # keys and lengths, and the values between them
        message = [field for field in fields if field.path.startswith(parts)]
        first = min(field.ofs for field in message)
        composites["trailer.message"] = (first, max(field.end for field in message) - first)
    return composites


def _walk(buffer: Buffer) -> Iterator[Field]:
    try:
        file = HFile(buffer)
    except Reject:
        yield from broken_fields(buffer)
        return
    pos = 0
    try:
        for index, block in enumerate(file.headers()):
            yield from hfile_block_fields(buffer, file, block, f"blocks[{index}]")
            pos = block.end
    except Reject as error:
        yield bytes_field(buffer, "rest", pos, file.trailer.ofs - pos, error.requirement)
    yield from trailer_fields(buffer, file)


def broken_fields(buffer: Buffer) -> Iterator[Field]:
    """A file whose trailer is rejected: its version and magic are still fields."""
    size = len(buffer)
    if not is_hfile(buffer):
        yield bytes_field(buffer, "rest", 0, size, "hfile.trailer.magic")
        return
    start = size - LEN_TRAILER[int.from_bytes(buffer[size - 3 : size], "big")]
    yield bytes_field(buffer, "rest", 0, start, "hfile.file.blocks")
    yield bytes_field(buffer, "trailer.magic", start, 8, "hfile.trailer.magic")
    rule = "hfile.trailer.message"
    yield bytes_field(buffer, "trailer.message.rest", start + 8, size - start - 12, rule)
    yield from _version(buffer)


def _version(buffer: Buffer) -> Iterator[Field]:
    size = len(buffer)
    yield Field("trailer.minor", size - 4, 1, buffer[size - 4], "hfile.trailer.version")
    major = int.from_bytes(buffer[size - 3 : size], "big")
    yield Field("trailer.major", size - 3, 3, major, "hfile.trailer.version")


def hfile_block_fields(
    buffer: Buffer, file: HFile, block: HFileBlock, path: str, max_parts: int | None = None
) -> Iterator[Field]:
    """Yield the fields of one block whose header has been read.

    At most `max_parts` cells or index entries become fields; the bytes after them are `rest`.
    """
    for name, ofs, width, rule in _HEADER:
        if ofs >= block.len_header:
            break
        if name == "magic":
            yield bytes_field(buffer, f"{path}.magic", block.ofs, width, rule)
        else:
            yield integer_field(buffer, f"{path}.{name}", block.ofs + ofs, width, rule)
    pos = block.stored_ofs
    end = block.stored_ofs + block.stored_len
    parts: list[Field] = []
    if file.trailer.compression_codec == Codec.NONE and file.trailer.encryption_key is None:
        walk = islice(_parts(buffer, file, block, path), max_parts)
        parts, _ = fields_before_damage(walk, *_REFUSALS)
    for part in parts:
        yield part
        pos = part.end
    if pos < end:
        name = f"{path}.rest" if parts else f"{path}.payload"
        yield bytes_field(buffer, name, pos, end - pos, _PAYLOADS[block.type])
    for index, ofs in enumerate(range(end, block.end, 4)):
        yield integer_field(buffer, f"{path}.checksums[{index}]", ofs, 4, "hfile.checksum.type")


_PAYLOADS = {
    "DATA": "hfile.cell.layout",
    "ENCODED_DATA": "hfile.encoding.named",
    "META": "hfile.meta.names",
    "BLOOM_CHUNK": "hfile.bloom.bits",
    "FILE_INFO": "hfile.info.form",
    "GENERAL_BLOOM_META": "hfile.bloom.meta",
    "DELETE_FAMILY_BLOOM_META": "hfile.bloom.meta",
    "ROOT_INDEX": "hfile.index.root",
    "LEAF_INDEX": "hfile.index.leaf",
    "INTERMEDIATE_INDEX": "hfile.index.leaf",
}


def _parts(buffer: Buffer, file: HFile, block: HFileBlock, path: str) -> Iterator[Field]:
    match block.type:
        case "DATA":
            # The checksum is not compared: damaged blocks also have fields.
            payload = file.raw(block.stored_ofs, block.stored_ofs + block.stored_len)
            yield from _cells(buffer, file, block, payload, path)
        case "ROOT_INDEX":
            reader = IndexReader(file)
            is_data = block.ofs == file.trailer.load_on_open_data_offset
            entries = reader.root if is_data else reader.meta
            for index, entry in enumerate(entries):
                yield from _entry(buffer, entry, f"{path}.entries[{index}]", has_length=True)
        case "LEAF_INDEX" | "INTERMEDIATE_INDEX":
            loaded = file.load(block)
            entries = read_leaf_entries(file.payload(loaded), file.trailer.load_on_open_data_offset)
            rule = "hfile.index.leaf"
            yield integer_field(buffer, f"{path}.num_entries", block.stored_ofs, 4, rule)
            for index in range(len(entries) + 1):
                ofs = block.stored_ofs + 4 + 4 * index
                yield integer_field(buffer, f"{path}.ofs_entries[{index}]", ofs, 4, rule)
            for index, entry in enumerate(entries):
                yield from _entry(buffer, entry, f"{path}.entries[{index}]", has_length=False)


def _entry(buffer: Buffer, entry: IndexEntry, path: str, *, has_length: bool) -> Iterator[Field]:
    at, rule = entry.at, "hfile.index.root" if has_length else "hfile.index.leaf"
    yield integer_field(buffer, f"{path}.ofs", at, 8, rule)
    yield integer_field(buffer, f"{path}.size", at + 8, 4, "hfile.index.size")
    start = at + 12
    if has_length:
        width = len_vlong(buffer[start])
        length = int.from_bytes(buffer[start + 1 : start + width], "big")
        if len(entry.key) > 127 and length != len(entry.key):
            width = len_varint(buffer, start)  # [hudi.hfile.index-varint]
        yield bytes_field(buffer, f"{path}.len_key", start, width, "hfile.index.key-length")
        start += width
    if entry.key:
        yield bytes_field(buffer, f"{path}.key", start, len(entry.key), "hfile.index.key")


def _cells(buffer: Buffer, file: HFile, block: HFileBlock, payload: bytes, path: str) -> Iterator[Field]:
    layout = CellReader.of(file).layout
    pos, end = 0, len(payload)
    index = 0
    while end - pos >= 20:
        cell, base = f"{path}.cells[{index}]", block.stored_ofs + pos
        len_key, len_value = read_s4(payload, pos), read_s4(payload, pos + 4)
        len_row = int.from_bytes(payload[pos + 8 : pos + 10], "big")
        after = pos + 8 + len_key + len_value
        if len_key < 12 or len_value < 0 or after > end or len_row > len_key - 12:
            return
        ofs_family = base + 10 + len_row
        len_family = payload[pos + 10 + len_row]
        ofs_value = base + 8 + len_key
        if len_family > len_key - 12 - len_row:
            return
        lengths = "hfile.cell.lengths"
        yield integer_field(buffer, f"{cell}.len_key", base, 4, lengths)
        yield integer_field(buffer, f"{cell}.len_value", base + 4, 4, lengths)
        yield Field(f"{cell}.len_row", base + 8, 2, len_row, "hfile.cell.row-length")
        yield bytes_field(buffer, f"{cell}.row", base + 10, len_row, "hfile.cell.layout")
        yield Field(f"{cell}.len_family", ofs_family, 1, len_family, "hfile.cell.row-length")
        yield bytes_field(buffer, f"{cell}.family", ofs_family + 1, len_family, "hfile.cell.layout")
        ofs_qualifier = ofs_family + 1 + len_family
        len_qualifier = ofs_value - 9 - ofs_qualifier
        yield bytes_field(buffer, f"{cell}.qualifier", ofs_qualifier, len_qualifier, "hfile.cell.layout")
        yield integer_field(buffer, f"{cell}.timestamp", ofs_value - 9, 8, "hfile.cell.timestamp")
        yield Field(f"{cell}.type", ofs_value - 1, 1, buffer[ofs_value - 1], "hfile.cell.type")
        yield bytes_field(buffer, f"{cell}.value", ofs_value, len_value, "hfile.cell.layout")
        pos = after
        if layout.has_tags:
            if end - pos < 2:
                return
            len_tags = int.from_bytes(payload[pos : pos + 2], "big")
            if len_tags > end - pos - 2:
                return
            at = block.stored_ofs + pos
            yield Field(f"{cell}.len_tags", at, 2, len_tags, "hfile.cell.tags-unsigned")
            yield bytes_field(buffer, f"{cell}.tags", at + 2, len_tags, "hfile.cell.tags")
            pos += 2 + len_tags
        if layout.has_mvcc:
            if pos >= end:
                return
            width = len_vlong(payload[pos])
            if width > end - pos:
                return
            yield bytes_field(buffer, f"{cell}.mvcc", block.stored_ofs + pos, width, "hfile.cell.mvcc")
            pos += width
        index += 1


def trailer_fields(buffer: Buffer, file: HFile) -> Iterator[Field]:
    """Yield the fields of a trailer that has been read."""
    trailer = file.trailer
    start, end = trailer.ofs, trailer.ofs + trailer.size - 4
    yield bytes_field(buffer, "trailer.magic", start, 8, "hfile.trailer.magic")
    pos = start + 8
    if not trailer.has_message:
        for name, width in FIXED_FIELDS:
            path, rule = f"trailer.fields.{name}", "hfile.trailer.fixed-fields"
            if width > 8:
                yield bytes_field(buffer, path, pos, width, rule)
            else:
                yield integer_field(buffer, path, pos, width, rule)
            pos += width
    else:
        width = len_varint(buffer, pos)
        length = read_varint(buffer, pos)
        yield bytes_field(buffer, "trailer.len_message", pos, width, "hfile.trailer.message")
        pos += width
        yield from _message(buffer, file, pos, pos + length)
        pos += length
    if pos < end:
        yield bytes_field(buffer, "trailer.padding", pos, end - pos, "hfile.trailer.padding")
    yield from _version(buffer)


def _message(buffer: Buffer, file: HFile, pos: int, end: int) -> Iterator[Field]:
    """Known fields by their names; tags, lengths and unknown fields between them as bytes of the message."""
    rule = "hfile.trailer.message"
    index = 0
    for name, ofs in sorted(file.trailer.places.items(), key=lambda item: item[1]):
        if name in {"comparator_class_name", "encryption_key"}:
            stored = file.trailer.comparator_class_name
            raw = stored.encode() if isinstance(stored, str) else stored
            width = len(raw if name == "comparator_class_name" else file.trailer.encryption_key or b"")
        else:
            width = len_varint(buffer, ofs)
        if ofs > pos:
            yield bytes_field(buffer, f"trailer.message[{index}]", pos, ofs - pos, rule)
            index += 1
        yield bytes_field(buffer, f"trailer.fields.{name}", ofs, width, rule)
        pos = ofs + width
    if pos < end:
        yield bytes_field(buffer, f"trailer.message[{index}]", pos, end - pos, rule)


def len_vlong(first: int) -> int:
    """Bytes of a vlong by its first one."""
    number = first - 256 if first > 127 else first
    return 1 if number >= -112 else 1 + (-112 - number if number >= -120 else -120 - number)
