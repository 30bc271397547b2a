# SPDX-License-Identifier: Apache-2.0
"""Index blocks: entries, root and inner layout, and the tree that grows while data blocks are written."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hudi_conformance.encode.numbers import encode_uvarint, encode_vlong
from hudi_conformance.model.hfile import IndexEntry, MidKey

MAX_LEVELS = 16
_LEN_ADDRESS = 12  # i64 offset, i32 size


def encode_root(entries: Sequence[IndexEntry], uvarint_lengths: bool = False) -> bytes:
    """Root layout: i64 offset, i32 size, vlong key length, key [hfile.index.root].

    `uvarint_lengths`: protobuf's varint in place of Hadoop's, as one release of Hudi wrote it
    [hudi.hfile.index-varint].
    """
    width = encode_uvarint if uvarint_lengths else encode_vlong
    return b"".join(struct.pack(">qi", e.ofs, e.size) + width(len(e.key)) + e.key for e in entries)


def encode_inner(entries: Sequence[IndexEntry]) -> bytes:
    """Leaf and intermediate layout: i32 n, n + 1 relative offsets, entries [hfile.index.leaf]."""
    bodies = [struct.pack(">qi", e.ofs, e.size) + e.key for e in entries]
    starts = [0]
    for body in bodies:
        starts.append(starts[-1] + len(body))
    return struct.pack(f">{len(starts) + 1}i", len(bodies), *starts) + b"".join(bodies)


def encode_mid_key(mid_key: MidKey) -> bytes:
    """The 16 bytes that follow the root entries [hfile.index.mid-key]."""
    return struct.pack(">qii", mid_key.ofs, mid_key.size, mid_key.entry)


def _len_root(entries: Sequence[IndexEntry]) -> int:
    """Bytes of a root block."""
    return sum(_LEN_ADDRESS + len(encode_vlong(len(e.key))) + len(e.key) for e in entries)


WriteBlock = Callable[[bytes], tuple[int, int]]  # payload to offset and size on disk of the block


@dataclass(slots=True)
class IndexTree:
    """The data index. Leaves are written between data blocks, the rest after the last one.

    A leaf is written when it reaches `max_size` bytes; if none does, entries stay in the root.
    """

    max_size: int
    min_entries: int
    single_level: bool
    data: list[IndexEntry] = field(default_factory=list)
    root: list[IndexEntry] = field(default_factory=list)
    levels: int = 1
    num_uncompressed: int = 0  # payload bytes of all index blocks
    _leaf: list[IndexEntry] = field(default_factory=list)
    _len_leaf: int = 8  # bytes of the current leaf
    _ends: list[int] = field(default_factory=list)  # data entries up to the end of each leaf

    def add(self, entry: IndexEntry) -> None:
        """A data block was written."""
        self.data.append(entry)
        self._leaf.append(entry)
        self._len_leaf += 4 + _LEN_ADDRESS + len(entry.key)

    def write_leaf(self, write: WriteBlock, closing: bool) -> None:
        """Write the current leaf if it is full or, with `closing`, the last one."""
        if not self._leaf:
            return
        if closing and not self.root:
            self.root, self._leaf = self._leaf, []
            return
        if not closing and (self.single_level or self._len_leaf < self.max_size):
            return
        payload = encode_inner(self._leaf)
        ofs, size = write(payload)
        self.num_uncompressed += len(payload)
        self.root.append(IndexEntry(ofs, size, self._leaf[0].key))
        self._ends.append(len(self.data))
        self._leaf, self._len_leaf = [], 8
        self.levels = 2

    def mid_key(self) -> MidKey | None:
        """Mid-key: entry (n - 1) / 2 of n data entries; None with one level. Call before adding levels."""
        if self.levels == 1:
            return None
        middle = (len(self.data) - 1) // 2
        i = next(i for i, end in enumerate(self._ends) if middle < end)
        leaf = self.root[i]
        return MidKey(leaf.ofs, leaf.size, middle - (self._ends[i - 1] if i else 0))

    def write_levels(self, write: WriteBlock) -> None:
        """Insert levels of intermediate blocks below the root while it is too large."""
        while (
            self.levels > 1
            and _len_root(self.root) > self.max_size
            and len(self.root) > self.min_entries
            and self.levels < MAX_LEVELS
        ):
            parent: list[IndexEntry] = []
            chunk: list[IndexEntry] = []
            for i, entry in enumerate(self.root):
                chunk.append(entry)
                full = _len_root(chunk) >= self.max_size
                if (full and len(chunk) >= self.min_entries) or i == len(self.root) - 1:
                    payload = encode_inner(chunk)
                    self.num_uncompressed += len(payload)
                    parent.append(IndexEntry(*write(payload), chunk[0].key))
                    chunk = []
            self.root = parent
            self.levels += 1
