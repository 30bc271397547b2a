# SPDX-License-Identifier: Apache-2.0
"""View of an HFile. Offsets and lengths are in bytes, offsets from the start of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

LATEST_TIMESTAMP = (1 << 63) - 1
PUT = 4
MAGIC_TRAILER = b'TRABLK"$'
MAGICS: Mapping[bytes, str] = MappingProxyType(
    {
        b"DATABLK*": "DATA",
        b"DATABLKE": "ENCODED_DATA",
        b"IDXLEAF2": "LEAF_INDEX",
        b"BLMFBLK2": "BLOOM_CHUNK",
        b"METABLKc": "META",
        b"IDXINTE2": "INTERMEDIATE_INDEX",
        b"IDXROOT2": "ROOT_INDEX",
        b"FILEINF2": "FILE_INFO",
        b"BLMFMET2": "GENERAL_BLOOM_META",
        b"DFBLMET2": "DELETE_FAMILY_BLOOM_META",
    }
)
DATA_TYPES = frozenset({"DATA", "ENCODED_DATA"})


class Codec(IntEnum):
    """Compression of a file by the code in its trailer."""

    LZO = 0
    GZ = 1
    NONE = 2
    SNAPPY = 3
    LZ4 = 4
    BZIP2 = 5
    ZSTD = 6
    LZMA = 7
    BROTLI = 8


class ChecksumType(IntEnum):
    """Kind of the checksum words of a block."""

    NULL = 0
    CRC32 = 1
    CRC32C = 2


class Encoding(IntEnum):
    """Encoding of a data block by the id that opens its payload."""

    PREFIX = 2
    DIFF = 3
    FAST_DIFF = 4
    ROW_INDEX_V1 = 7


@dataclass(frozen=True, slots=True)
class HFileTrailer:
    """Trailer of a file.

    Numbers that the trailer does not have are 0; unsigned 64-bit numbers are signed here, so that a writer's
    -1 is -1. `encryption_key` is None if the file is not encrypted, and `ofs` where the trailer starts.
    """

    ofs: int
    major: int
    minor: int
    size: int
    file_info_offset: int
    load_on_open_data_offset: int
    uncompressed_data_index_size: int
    total_uncompressed_bytes: int
    data_index_count: int
    meta_index_count: int
    entry_count: int
    num_data_index_levels: int
    first_data_block_offset: int
    last_data_block_offset: int
    comparator_class_name: str | bytes
    compression_codec: int
    encryption_key: bytes | None = None
    places: Mapping[str, int] = field(default_factory=dict, compare=False)  # offset of each number

    def place(self, name: str) -> int:
        """Offset of a number; that of the trailer if the number has none."""
        return self.places.get(name, self.ofs)

    @property
    def has_checksums(self) -> bool:
        """Whether block headers have the checksum fields [hfile.block.header-size]."""
        return self.major >= 3 or self.minor >= 1

    @property
    def has_message(self) -> bool:
        """Whether the trailer is a message, not fixed fields [hfile.trailer.message]."""
        return self.major >= 3 or self.minor >= 2


class HFileBlock(NamedTuple):
    """One block; the three checksum fields are None if the header has none. A tuple, as cells are.

    `stored_ofs` and `stored_len` locate the payload in the file, `payload` is decompressed.
    """

    type: str
    ofs: int
    on_disk_size_without_header: int
    uncompressed_size_without_header: int
    prev_block_offset: int
    checksum_type: int | None
    bytes_per_checksum: int | None
    on_disk_data_size_with_header: int | None
    stored_ofs: int
    stored_len: int
    payload: bytes = b""

    @property
    def end(self) -> int:
        """Offset of the first byte after the block, checksums included."""
        return self.ofs + self.len_header + self.on_disk_size_without_header

    @property
    def len_header(self) -> int:
        """24 or 33."""
        return self.stored_ofs - self.ofs

    @property
    def size(self) -> int:
        """Bytes of the block."""
        return self.len_header + self.on_disk_size_without_header


class _CellFields(NamedTuple):
    row: bytes
    family: bytes = b""
    qualifier: bytes = b""
    timestamp: int = LATEST_TIMESTAMP
    type: int = PUT
    value: bytes = b""
    tags: bytes = b""
    mvcc: int = 0
    ofs_key: int = 0
    ofs_value: int = 0


class HFileCell(_CellFields):
    """One cell. `ofs_key` and `ofs_value` are offsets of key and value, or of their compressed block.

    A tuple, because files have millions of them: it is created five times as fast as a frozen dataclass.
    Cells are equal if all values but their offsets are.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HFileCell):
            return NotImplemented
        return self[:_NUM_COMPARED] == other[:_NUM_COMPARED]

    def __ne__(self, other: object) -> bool:
        # That of a tuple would also compare the offsets.
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:_NUM_COMPARED])


_NUM_COMPARED = 8


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """Entry of an index: a block by offset and size, and its stored key.

    `at` is the offset of the entry, or of its compressed index block.
    """

    ofs: int
    size: int
    key: bytes
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MidKey:
    """The middle of the data index: entry `entry` of the leaf block at `ofs` [hfile.index.mid-key]."""

    ofs: int
    size: int
    entry: int


@dataclass(frozen=True, slots=True)
class HFileIndex:
    """All indexes of a file; `data` are the entries that point to data blocks, at any level."""

    levels: int
    root: Sequence[IndexEntry]
    data: Sequence[IndexEntry]
    meta: Sequence[IndexEntry]
    mid_key: MidKey | None


@dataclass(frozen=True, slots=True)
class MetaBlock:
    """A meta block: its name and its bytes."""

    name: bytes
    value: bytes
