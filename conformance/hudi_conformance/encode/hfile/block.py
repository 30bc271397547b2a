# SPDX-License-Identifier: Apache-2.0
"""HFile blocks: header, stored payload, checksum words, and the states of a block writer.

    INIT -> start_writing -> WRITING -> ensure_block_ready -> BLOCK_READY -> start_writing -> ...

The states are those of HBase's block writer [hfile.writer.states].
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from hudi_conformance.encode.checksums import encode_words
from hudi_conformance.encode.errors import EncodeError, check

MIN_BYTES_PER_CHECKSUM = 33
LEN_HEADER, LEN_SHORT_HEADER = 33, 24
_RULE = "hfile.writer.states"


class BlockKind(Enum):
    """Types of blocks: the id under which previous blocks are stored, and the magic."""

    DATA = (0, b"DATABLK*")
    ENCODED_DATA = (0, b"DATABLKE")
    LEAF_INDEX = (2, b"IDXLEAF2")
    BLOOM_CHUNK = (3, b"BLMFBLK2")
    META = (4, b"METABLKc")
    INTERMEDIATE_INDEX = (5, b"IDXINTE2")
    ROOT_INDEX = (6, b"IDXROOT2")
    FILE_INFO = (7, b"FILEINF2")
    GENERAL_BLOOM_META = (8, b"BLMFMET2")
    DELETE_FAMILY_BLOOM_META = (9, b"DFBLMET2")

    @property
    def id(self) -> int:
        """Plain and encoded data blocks share one id [hfile.block.prev-offset]."""
        return self.value[0]

    @property
    def magic(self) -> bytes:
        """The eight bytes that open a block."""
        return self.value[1]


class State(Enum):
    """State of a block writer."""

    INIT = auto()
    WRITING = auto()
    BLOCK_READY = auto()


@dataclass(frozen=True, slots=True)
class BlockLayout:
    """Settings of all blocks of a file.

    `checksum_type` None: headers of 24 bytes and no checksums, as in version 2.0.
    """

    compress: Callable[[bytes], bytes]
    checksum_type: int | None
    bytes_per_checksum: int = 16384
    only_data_is_chained: bool = False  # -1 as previous offset of all other blocks, as Hudi writes it

    @property
    def len_header(self) -> int:
        """Bytes of a header [hfile.block.header-size]."""
        return LEN_SHORT_HEADER if self.checksum_type is None else LEN_HEADER


@dataclass(frozen=True, slots=True)
class BlockDamage:
    """Deviations of one block; None and empty: follow the rules. Sizes are those that the header states."""

    magic: bytes | None = None
    on_disk_size: int | None = None
    uncompressed_size: int | None = None
    prev_block_offset: int | None = None
    checksum_type: int | None = None
    bytes_per_checksum: int | None = None
    on_disk_data_size: int | None = None
    payload: bytes | None = None  # instead of what was written
    payload_append: bytes = b""
    payload_edits: tuple[tuple[int, bytes], ...] = ()
    payload_cut: int = 0  # bytes taken from its end
    stored: bytes | None = None  # instead of the compressed payload
    stored_append: bytes = b""
    checksums: bytes | None = None

    def apply(self, payload: bytes) -> bytes:
        """The payload that is stored instead of the correct one."""
        damaged = bytearray(payload if self.payload is None else self.payload)
        for ofs, data in self.payload_edits:
            damaged[ofs : ofs + len(data)] = data
        return bytes(damaged[: len(damaged) - self.payload_cut]) + self.payload_append


@dataclass(frozen=True, slots=True)
class WrittenBlock:
    """A block of the file, as its header states it. The three checksum fields are None without checksums.

    `data` is all bytes of the block; `ofs` is -1 before the block is in a file.
    """

    type: BlockKind
    data: bytes = field(repr=False)
    on_disk_size: int
    uncompressed_size: int
    prev_block_offset: int
    checksum_type: int | None
    bytes_per_checksum: int | None
    on_disk_data_size: int | None
    payload: bytes = field(repr=False)
    ofs: int = -1

    @property
    def len(self) -> int:
        """Bytes of the block, header and checksums included."""
        return len(self.data)


class BlockWriter:
    """Writes the blocks of one file, one after the other."""

    def __init__(self, layout: BlockLayout) -> None:
        size, expected = layout.bytes_per_checksum, f"at least {MIN_BYTES_PER_CHECKSUM}"
        is_valid = layout.checksum_type is None or size >= MIN_BYTES_PER_CHECKSUM
        check(is_valid, "bad-value", "hfile.checksum.chunk-size-min", "bytes per checksum", expected, size)
        self._layout = layout
        self._state = State.INIT
        self._type = BlockKind.DATA
        self._payload = bytearray()
        self._damage = BlockDamage()
        self._ready: WrittenBlock | None = None
        self._ofs_start = -1
        self._previous: dict[int, int] = {}

    @property
    def state(self) -> State:
        """Current state."""
        return self._state

    @property
    def uncompressed_size_with_header(self) -> int:
        """Bytes of header and payload of the finished block before compression."""
        return self._layout.len_header + len(self._finished().payload)

    def start_writing(self, block_type: BlockKind, damage: BlockDamage | None = None) -> None:
        """Begin a block, from any state; the bytes of an unfinished one are dropped.

        A block that was written out becomes the previous one of its type; one that was only finished
        does not.
        """
        if self._state is State.BLOCK_READY and self._ofs_start >= 0:
            self._previous[self._type.id] = self._ofs_start
        self._ofs_start = -1
        self._type = block_type
        self._payload.clear()
        self._damage = damage or BlockDamage()
        self._state = State.WRITING

    def write(self, data: bytes) -> None:
        """Add to the payload."""
        if self._state is not State.WRITING:
            raise EncodeError("bad-state", _RULE, "write to a block", State.WRITING.name, self._state.name)
        self._payload += data

    def ensure_block_ready(self) -> None:
        """Finish the block: compress, then sum. Does nothing if it is already finished."""
        if self._state is State.INIT:
            expected = f"{State.WRITING.name} or {State.BLOCK_READY.name}"
            raise EncodeError("bad-state", _RULE, "end of a block", expected, self._state.name)
        if self._state is State.WRITING:
            self._ready = self._finish()
            self._state = State.BLOCK_READY

    def write_header_and_data(self, out: bytearray) -> WrittenBlock:
        """Append the block to the file; it is finished first if necessary.

        Raises:
            EncodeError: the block is already in the file, at another offset.
        """
        ofs = len(out)
        if self._ofs_start not in (-1, ofs):
            what = f"{self._type.name} block, second write"
            raise EncodeError("bad-state", _RULE, what, f"offset {self._ofs_start} as before", ofs)
        self.ensure_block_ready()
        self._ofs_start = ofs
        block = self._finished()
        out += block.data
        return replace(block, ofs=ofs)

    def _finished(self) -> WrittenBlock:
        if self._state is not State.BLOCK_READY or self._ready is None:
            raise EncodeError("bad-state", _RULE, "size of a block", State.BLOCK_READY.name, self._state.name)
        return self._ready

    def _finish(self) -> WrittenBlock:
        layout, damage = self._layout, self._damage
        payload = damage.apply(bytes(self._payload))
        stored = layout.compress(payload) if damage.stored is None else damage.stored
        stored += damage.stored_append
        chained = not layout.only_data_is_chained or self._type.id == BlockKind.DATA.id
        previous = self._previous.get(self._type.id, -1) if chained else -1
        if damage.prev_block_offset is not None:
            previous = damage.prev_block_offset
        magic = self._type.magic if damage.magic is None else damage.magic
        len_covered = layout.len_header + len(stored)
        num_words = 0 if layout.checksum_type is None else -(-len_covered // layout.bytes_per_checksum)
        on_disk = _or(damage.on_disk_size, len(stored) + 4 * num_words)
        uncompressed = _or(damage.uncompressed_size, len(payload))
        head = magic + struct.pack(">iiq", on_disk, uncompressed, previous)
        checksums: tuple[int | None, int | None, int | None] = (None, None, None)
        words = b""
        if layout.checksum_type is not None:
            checksums = (
                _or(damage.checksum_type, layout.checksum_type),
                _or(damage.bytes_per_checksum, layout.bytes_per_checksum),
                _or(damage.on_disk_data_size, len_covered),
            )
            head += struct.pack(">Bii", *checksums)
            words = encode_words(layout.checksum_type, head + stored, layout.bytes_per_checksum)
            words = words if damage.checksums is None else damage.checksums
        data = head + stored + words
        return WrittenBlock(self._type, data, on_disk, uncompressed, previous, *checksums, payload)


def _or(forced: int | None, correct: int) -> int:
    return correct if forced is None else forced
