# SPDX-License-Identifier: Apache-2.0
"""Whether the reference writer closes blocks of an HFile where its description says.

Files without compression are taken apart by `struct` and the layouts of the specification alone: blocks of
data and of index leaves are full, and were not before their last entry; there is no intermediate level that
the root could do without; addresses, sizes and checksums are those of what is there.
"""

from __future__ import annotations

import itertools
import random
import re
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from chance_asked import Failure, imported

LEN_HEADER = 33
_MAGIC = re.compile(rb"DATABLK[*E]|IDXLEAF2|IDXINTE2|IDXROOT2|METABLKc|FILEINF2|BLMFBLK2|BLMFMET2|TRABLK\"\$")
_NAMES = {b"DATABLK*": "DATA", b"IDXLEAF2": "LEAF_INDEX", b"IDXINTE2": "INTERMEDIATE_INDEX",
          b"IDXROOT2": "ROOT_INDEX", b"METABLKc": "META", b"FILEINF2": "FILE_INFO"}  # fmt: skip
HEADER = (("on_disk_size", "i"), ("uncompressed_size", "i"), ("prev_block_offset", "q"),
           ("checksum_type", "B"), ("bytes_per_checksum", "i"), ("on_disk_data_size", "i"))  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A block of an HFile without compression: its name, header fields, payload and checksums."""

    kind: str
    ofs: int
    data: bytes

    @property
    def header(self) -> dict[str, int]:
        """Fields after the magic."""
        return dict(zip((name for name, _ in HEADER), struct.unpack(">iiqBii", self.data[8:33]), strict=True))

    def field(self, name: str) -> slice:
        """Bytes of a field of the header."""
        names = [one for one, _ in HEADER]
        pattern = ">" + "".join(code for _, code in HEADER)
        start = 8 + struct.calcsize(pattern[: 1 + names.index(name)])
        return slice(start, start + struct.calcsize(">" + HEADER[names.index(name)][1]))

    @property
    def payload(self) -> bytes:
        """What is between header and checksums."""
        return self.data[LEN_HEADER : len(self.data) - 4 * self.num_words]

    @property
    def num_words(self) -> int:
        """Checksums of a block that is as long as its header says."""
        header = self.header
        return -(-header["on_disk_data_size"] // header["bytes_per_checksum"])

    def summed(self, data: bytes, chunk: int) -> bytes:
        """Checksums by CRC32 over each chunk."""
        parts = [data[at : at + chunk] for at in range(0, len(data), chunk)]
        return b"".join(struct.pack(">I", zlib.crc32(part)) for part in parts)


def blocks_of(data: bytes) -> list[Block]:
    """Blocks in order, the trailer last; texts of drawn files hold no magic."""
    starts = [match.start() for match in _MAGIC.finditer(data)]
    ends = [*starts[1:], len(data)]
    return [
        Block(_NAMES.get(data[at : at + 8], "OTHER"), at, data[at:end])
        for at, end in zip(starts, ends, strict=True)
    ]


def drawn_description(chance: random.Random) -> dict[str, Any]:
    """An HFile of few cells, small blocks and CRC32."""
    num = chance.choice((1, 2, 3, 12, 40))
    is_even = chance.random() < 0.6  # then limits are near to what a number of cells or entries takes
    tails, values = ((0,), (1,)) if is_even else ((0, 1, 30), (0, 1, 5, 40))
    cells = [
        {
            "row": f"{at:03d}{'k' * chance.choice(tails)}".encode().hex(),
            "family": b"f".hex(),
            "qualifier": "",
            "value": "ab" * chance.choice(values),
            "timestamp": "7",
            "type": 4,
        }
        for at in range(num)
    ]
    near = chance.choice((-1, 0, 1))
    len_cell, len_entry = 8 + 16 + 1, 4 + 12 + 16
    block_size = len_cell * chance.choice((1, 2, 3)) + near if is_even else chance.choice((1, 60, 100, 400))
    len_leaf = chance.choice((8 + len_entry * chance.choice((1, 2, 3, 4)) + near, 1, 120, 300, 1 << 17))
    return {
        "major": 3, "minor": 3, "cells": cells, "mvcc": False, "tags": False, "compression": "NONE",
        "encoding": "NONE", "checksum": "CRC32", "bytes_per_checksum": chance.choice((33, 64, 100, 16384)),
        "block_size": block_size, "min_index_entries": chance.choice((2, 3, 16)),
        "index_block_size": len_leaf,
        "meta": [{"name_text": "m", "value": "01"}],
    }  # fmt: skip


def written(description: dict[str, Any]) -> bytes:
    """The file of a description."""
    data: bytes = imported("encode.hfile.write").encode_hfile_description(description).data
    return data


def splits_fault(chance: random.Random) -> Failure:
    """What is wrong with the blocks of a drawn file."""
    description = drawn_description(chance)
    blocks = blocks_of(written(description))
    for block in blocks[:-1]:
        header = block.header
        if header["on_disk_size"] != len(block.data) - LEN_HEADER:
            return f"{block.kind} at {block.ofs} has {len(block.data)} bytes"
        covered = block.data[: header["on_disk_data_size"]]
        if block.data[len(covered) :] != block.summed(covered, header["bytes_per_checksum"]):
            return f"{block.kind} at {block.ofs}: checksums"
    data = [block for block in blocks if block.kind == "DATA"]
    sizes = [_lengths_of_cells(block.payload) for block in data]
    if fault := _full_fault("data", sizes, description["block_size"]):
        return fault
    leaves = [_entries(block.payload) for block in blocks if block.kind == "LEAF_INDEX"]
    lengths = [[4 + len(entry) for entry in leaf] for leaf in leaves]
    limit = description["index_block_size"]
    if fault := _full_fault("leaves", lengths, limit, more=8):
        return fault
    if (
        not leaves
        and 8 + sum(4 + 12 + 13 + len(_row(block)) for block in data[:-1]) >= limit
        and len(data) > 1
    ):
        return "no leaf although one is full"
    addressed = [struct.unpack(">qi", entry[:12]) for leaf in leaves for entry in leaf]
    if leaves and addressed != [(block.ofs, len(block.data)) for block in data]:
        return "leaves name other blocks"
    return _levels_fault(blocks, limit, description["min_index_entries"])


def _levels_fault(blocks: list[Block], limit: int, least: int) -> Failure:
    """Intermediate blocks are full and have enough entries; there is none that the root could do without."""
    children = [block for block in blocks if block.kind == "LEAF_INDEX"]
    inner = [block for block in blocks if block.kind == "INTERMEDIATE_INDEX"]
    while inner:
        if _len_root(children) <= limit or len(children) <= least:
            return "a level that is not needed"
        level: list[Block] = []
        left = list(children)
        while left:
            block = inner.pop(0)
            entries = [struct.unpack(">qi", entry[:12]) for entry in _entries(block.payload)]
            own, left = left[: len(entries)], left[len(entries) :]
            if entries != [(one.ofs, len(one.data)) for one in own]:
                return f"the intermediate block at {block.ofs} names other blocks"
            if left and (_len_root(own) < limit or len(own) < least):
                return "an intermediate block that is not full"
            if len(own) > least and _len_root(own[:-1]) >= limit:
                return "an intermediate block that is too long"
            level.append(block)
        children = level
    return (
        "the root is too long" if children and _len_root(children) > limit and len(children) > least else None
    )


def _len_root(children: list[Block]) -> int:
    """Bytes of the entries of some blocks in a root."""
    keys = [_entries(block.payload)[0][12:] for block in children]
    return sum(12 + (1 if len(key) < 128 else 2) + len(key) for key in keys)


def _full_fault(what: str, groups: list[list[int]], limit: int, more: int = 0) -> Failure:
    for number, group in enumerate(groups):
        if number < len(groups) - 1 and more + sum(group) < limit:
            return f"{what} {number} is closed at {more + sum(group)} bytes of {limit}"
        if more + sum(group[:-1]) >= limit and len(group) > 1:
            return f"{what} {number} is open at {more + sum(group[:-1])} bytes of {limit}"
    return None


def _lengths_of_cells(payload: bytes) -> list[int]:
    lengths, pos = [], 0
    while pos < len(payload):
        len_key, len_value = struct.unpack_from(">ii", payload, pos)
        lengths.append(8 + len_key + len_value)
        pos += lengths[-1]
    return lengths


def _row(block: Block) -> bytes:
    (len_row,) = struct.unpack_from(">h", block.payload, 8)
    return block.payload[10 : 10 + len_row]


def _entries(payload: bytes) -> list[bytes]:
    """Entries of a leaf or an intermediate block."""
    (num,) = struct.unpack_from(">i", payload)
    ends = struct.unpack_from(f">{num + 1}i", payload, 4)
    start = 8 + 4 * num
    return [payload[start + first : start + last] for first, last in itertools.pairwise(ends)]
