# SPDX-License-Identifier: Apache-2.0
"""An HFile as parts that can be edited, and put together again with offsets, lengths and checksums right.

Blocks refer to each other by number, not by offset: whatever is removed, doubled or moved, the file that
`build` returns is consistent except where an override says otherwise.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cramjam
import google_crc32c
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import LEN_MID_KEY, IndexReader, read_leaf_entries
from hudi_conformance.decode.hfile.trailer import FIXED_FIELDS
from hudi_conformance.model.hfile import DATA_TYPES, MAGIC_TRAILER, MAGICS, Codec, IndexEntry

ROOT, LEAF, NO_INDEX = "root", "leaf", ""
MAGIC_OF = {name: magic for magic, name in MAGICS.items()}
_MESSAGE = {
    "file_info_offset": 1, "load_on_open_data_offset": 2, "uncompressed_data_index_size": 3,
    "total_uncompressed_bytes": 4, "data_index_count": 5, "meta_index_count": 6, "entry_count": 7,
    "num_data_index_levels": 8, "first_data_block_offset": 9, "last_data_block_offset": 10,
    "comparator_class_name": 11, "compression_codec": 12,
}  # fmt: skip


# The meta index has the kind of the root too, and is left out of both sums alike.
_NOT_IN_TOTAL = frozenset({"ROOT_INDEX", "INTERMEDIATE_INDEX"})


@dataclass(frozen=True)
class Entry:
    """Entry of an index: its key, and the number of its block, or offset and size as they are."""

    key: bytes
    target: int | None
    ofs: int = 0
    size: int = 0


@dataclass(frozen=True)
class Part:
    """One block.

    Attributes:
        number: by which entries refer to it; a copy has a separate one.
        payload: decompressed; for an index the bytes after its entries.
        form: of an index, `NO_INDEX` for other blocks.
        header: numbers written into the header in place of the correct ones: `on_disk`, `inflated`, `prev`,
            `kind`, `chunk`, `with_header`.
        stored: payload as it is stored, None to compress it.
        mid_leaf: of the root, number of the block that the mid-key names, at any level of the index.
        chunks: of Bloom meta, offset and size of each chunk as they were, and its number.
    """

    number: int
    kind: str
    payload: bytes
    checksum_type: int
    chunk: int
    form: str = NO_INDEX
    entries: tuple[Entry, ...] = ()
    has_mid_key: bool = False
    mid_leaf: int | None = None
    header: Mapping[str, int] = field(default_factory=dict)
    stored: bytes | None = None
    chunks: tuple[tuple[bytes, int], ...] = ()

    @property
    def is_data(self) -> bool:
        """Whether cells are in it."""
        return self.kind in DATA_TYPES


@dataclass(frozen=True)
class Parts:
    """A complete file; `numbers` of the trailer are written in place of the correct ones."""

    parts: tuple[Part, ...]
    codec: Codec
    version: bytes
    size_trailer: int
    levels: int
    num_cells: int
    comparator: bytes
    layout: Layout
    num_meta: int
    number_root: int
    number_info: int
    others: Mapping[str, int]
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def data(self) -> list[Part]:
        """The data blocks."""
        return [part for part in self.parts if part.is_data]

    @property
    def root(self) -> Part:
        """The root of the data index."""
        return next(part for part in self.parts if part.number == self.number_root)

    @property
    def info(self) -> Part:
        """The file info."""
        return next(part for part in self.parts if part.number == self.number_info)

    def of_kind(self, kind: str) -> list[Part]:
        """Blocks of one kind."""
        return [part for part in self.parts if part.kind == kind]

    def put(self, part: Part) -> Parts:
        """The same with another block under its number."""
        return replace(self, parts=tuple(part if old.number == part.number else old for old in self.parts))

    def say(self, **numbers: int) -> Parts:
        """The same with other numbers in the trailer."""
        return replace(self, numbers={**self.numbers, **numbers})


def take_apart(data: bytes) -> Parts:
    """The parts of a complete file.

    Raises:
        Reject, UnsupportedInput, LimitExceeded: the file is damaged or unsupported.
    """
    file = HFile(data)
    trailer = file.trailer
    blocks = list(file.blocks())
    numbers = {block.ofs: number for number, block in enumerate(blocks)}
    roots = {file.load_on_open[0].ofs, file.load_on_open[1].ofs}
    index = IndexReader(file)
    parts = []
    for number, block in enumerate(blocks):
        part = Part(
            number, block.type, block.payload, block.checksum_type or 0, block.bytes_per_checksum or 16384
        )
        if block.ofs in roots:
            is_data_root = block.ofs == file.load_on_open[0].ofs
            entries = index.root if is_data_root else index.meta
            rest = block.payload[len(block.payload) - index.len_rest :] if is_data_root else b""
            if is_data_root and not index.len_rest:
                rest = b""
            has_mid = len(rest) == LEN_MID_KEY and trailer.num_data_index_levels > 1
            part = replace(
                part, form=ROOT, entries=_entries(entries, numbers), payload=rest, has_mid_key=has_mid,
                mid_leaf=numbers.get(int.from_bytes(rest[:8], "big")) if has_mid else None,
            )  # fmt: skip
        elif block.type in {"LEAF_INDEX", "INTERMEDIATE_INDEX"}:
            entries = read_leaf_entries(file.payload(block), trailer.load_on_open_data_offset)
            part = replace(part, form=LEAF, entries=_entries(entries, numbers), payload=b"")
        elif block.type.endswith("BLOOM_META"):
            part = replace(part, chunks=tuple(
                (chunk.ofs.to_bytes(8, "big") + chunk.size.to_bytes(4, "big"), numbers[chunk.ofs])
                for chunk in blocks if chunk.type == "BLOOM_CHUNK"
            ))  # fmt: skip
        parts.append(part)
    name = trailer.comparator_class_name
    return Parts(
        tuple(parts), file.codec, data[-4:], trailer.size, trailer.num_data_index_levels,
        trailer.entry_count, name if isinstance(name, bytes) else name.encode(),
        CellReader.of(file).layout, trailer.meta_index_count,
        numbers[file.load_on_open[0].ofs], numbers[file.load_on_open[2].ofs],
        {
            "uncompressed_data_index_size": trailer.uncompressed_data_index_size,
            "total_uncompressed_bytes": trailer.total_uncompressed_bytes - sum(
                block.len_header + len(block.payload) for block in blocks if block.type not in _NOT_IN_TOTAL
            ) if trailer.total_uncompressed_bytes else 0,
        },
    )  # fmt: skip


def _entries(entries: Sequence[IndexEntry], numbers: Mapping[int, int]) -> tuple[Entry, ...]:
    return tuple(Entry(entry.key, numbers.get(entry.ofs), entry.ofs, entry.size) for entry in entries)


# --- putting together --------------------------------------------------------------------------------


def build(parts: Parts, *, lead: bytes = b"", gap: bytes = b"", gap_before: int = -1) -> bytes:
    """The file: offsets, sizes, counts and checksums are right where nothing overrides them.

    Args:
        parts: what is written.
        lead: bytes in front of the first block.
        gap: bytes in front of block `gap_before`.
        gap_before: number of a block.
    """
    file = bytearray(lead)
    places: dict[int, tuple[int, int]] = {}
    has_checksums = parts.version[3] >= 3 or parts.version[0] >= 1
    before: dict[str, int] = {}
    total = parts.others["total_uncompressed_bytes"]
    is_total = bool(total)
    for part in parts.parts:
        file += gap if part.number == gap_before else b""
        payload = _payload(part, places)
        if is_total and part.kind not in _NOT_IN_TOTAL:
            total += len(payload) + (33 if has_checksums else 24)
        kind = "DATA" if part.is_data else part.kind
        block = _block(part, payload, before.get(kind, -1), parts.codec, has_checksums)
        before[kind] = len(file)
        places[part.number] = (len(file), len(block))
        file += block
    data = parts.data
    values = {
        **parts.others,
        "total_uncompressed_bytes": total,
        "file_info_offset": places[parts.info.number][0],
        "load_on_open_data_offset": places[parts.root.number][0],
        "data_index_count": len(parts.root.entries),
        "meta_index_count": parts.num_meta,
        "entry_count": parts.num_cells,
        "num_data_index_levels": parts.levels,
        "first_data_block_offset": places[data[0].number][0] if data else -1,
        "last_data_block_offset": places[data[-1].number][0] if data else -1,
        "compression_codec": int(parts.codec),
        **parts.numbers,
    }
    return bytes(file) + _trailer(parts, values)


def _payload(part: Part, places: Mapping[int, tuple[int, int]]) -> bytes:
    if part.form == NO_INDEX:
        payload = part.payload
        # Bloom meta names its chunks by offset and size.
        for old, number in part.chunks:
            ofs, size = places.get(number, (0, 0))
            payload = payload.replace(old, ofs.to_bytes(8, "big") + size.to_bytes(4, "big"))
        return payload
    places_of = [places.get(entry.target, (entry.ofs, entry.size)) if entry.target is not None
                 else (entry.ofs, entry.size) for entry in part.entries]  # fmt: skip
    heads = [ofs.to_bytes(8, "big", signed=True) + size.to_bytes(4, "big", signed=True)
             for ofs, size in places_of]  # fmt: skip
    if part.form == ROOT:
        raw = b"".join(head + vlong(len(entry.key)) + entry.key
                       for head, entry in zip(heads, part.entries, strict=True))  # fmt: skip
        return raw + (_mid_key(part, places) if part.has_mid_key else part.payload)
    starts = [0]
    for entry in part.entries:
        starts.append(starts[-1] + 12 + len(entry.key))
    table = len(part.entries).to_bytes(4, "big") + b"".join(one.to_bytes(4, "big") for one in starts)
    entries = b"".join(head + entry.key for head, entry in zip(heads, part.entries, strict=True))
    return table + entries + part.payload


def _mid_key(part: Part, places: Mapping[int, tuple[int, int]]) -> bytes:
    """The mid-key as it was, its leaf where that is now."""
    place = None if part.mid_leaf is None else places.get(part.mid_leaf)
    if place is None:
        return part.payload
    ofs, size = place
    return ofs.to_bytes(8, "big") + size.to_bytes(4, "big") + part.payload[12:]


def _block(part: Part, payload: bytes, before: int, codec: Codec, has_checksums: bool) -> bytes:
    stored = compress(codec, payload) if part.stored is None else part.stored
    says = part.header
    chunk = says.get("chunk", part.chunk)
    right_chunk = part.chunk
    with_header = 33 + len(stored)
    num_words = (with_header + right_chunk - 1) // right_chunk if has_checksums else 0
    header = MAGIC_OF[part.kind]
    header += says.get("on_disk", len(stored) + 4 * num_words).to_bytes(4, "big", signed=True)
    header += says.get("inflated", len(payload)).to_bytes(4, "big", signed=True)
    header += says.get("prev", before).to_bytes(8, "big", signed=True)
    if not has_checksums:
        return header + stored
    kind = says.get("kind", part.checksum_type)
    header += kind.to_bytes(1, "big") + chunk.to_bytes(4, "big", signed=True)
    header += says.get("with_header", with_header).to_bytes(4, "big", signed=True)
    covered = header + stored
    if part.checksum_type == 0:
        return covered + bytes(4 * num_words)
    checksum = zlib.crc32 if part.checksum_type == 1 else google_crc32c.value
    return covered + b"".join(
        checksum(covered[ofs : ofs + right_chunk]).to_bytes(4, "big")
        for ofs in range(0, with_header, right_chunk)
    )


def compress(codec: Codec, payload: bytes) -> bytes:
    """A stored payload."""
    match codec:
        case Codec.NONE:
            return payload
        case Codec.GZ:
            return gzip.compress(payload, mtime=0)
        case Codec.SNAPPY:
            chunk = bytes(cramjam.snappy.compress_raw(payload))
        case Codec.LZ4:
            chunk = bytes(cramjam.lz4.compress_block(payload, store_size=False))
        case Codec.ZSTD:
            return bytes(cramjam.zstd.compress(payload))
        case _:
            raise ValueError(f"{codec.name} is not written here")
    return len(payload).to_bytes(4, "big") + len(chunk).to_bytes(4, "big") + chunk if payload else bytes(4)


def _trailer(parts: Parts, values: Mapping[str, int]) -> bytes:
    room = parts.size_trailer - 8 - 4
    if parts.version[3] >= 3 or parts.version[0] >= 2:
        message = b""
        for name, number in _MESSAGE.items():
            if name == "comparator_class_name":
                message += varint(number << 3 | 2) + varint(len(parts.comparator)) + parts.comparator
            else:
                message += varint(number << 3) + varint(values[name] % (1 << 64))
        body = varint(len(message)) + message
    else:
        body = b"".join(
            parts.comparator.ljust(width, b"\0")
            if name == "comparator_class_name"
            else values[name].to_bytes(width, "big", signed=True)
            for name, width in FIXED_FIELDS
        )
    return MAGIC_TRAILER + body.ljust(room, b"\0") + parts.version


def varint(value: int) -> bytes:
    """Base 128, least significant first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def vlong(value: int) -> bytes:
    """Hadoop's integer of variable length, of a value that is not negative."""
    if value < 128:
        return bytes([value])
    width = (value.bit_length() + 7) // 8
    return bytes([256 - 112 - width]) + value.to_bytes(width, "big")
