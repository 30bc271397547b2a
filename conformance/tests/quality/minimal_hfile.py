# SPDX-License-Identifier: Apache-2.0
"""An HFile reader from `spec/hfile.md` and `spec/hfile_index.md` alone, for intact files.

It imports nothing of the project but its sibling for cells.
Codecs: none, gzip and bzip2, which the standard library has.
"""

from __future__ import annotations

import bz2
import struct
import zlib
from dataclasses import dataclass

from minimal_cells import Bytes, Cell, read_cells

NUMBERS = (
    "", "file_info_offset", "load_on_open_data_offset", "uncompressed_data_index_size",
    "total_uncompressed_bytes", "data_index_count", "meta_index_count", "entry_count",
    "num_data_index_levels", "first_data_block_offset", "last_data_block_offset", "comparator_class_name",
    "compression_codec", "encryption_key",
)  # fmt: skip


@dataclass(frozen=True)
class HFile:
    """What is in a file: numbers of the trailer, magic, offset and payload of blocks, file info, cells."""

    version: tuple[int, int]
    trailer: dict[str, int]
    blocks: list[tuple[str, int, bytes]]
    info: dict[bytes, bytes]
    cells: list[Cell]


def read(data: bytes) -> HFile:
    """The whole file. Raises NotImplementedError for other codecs."""
    minor, major = data[-4], int.from_bytes(data[-3:], "big")
    ofs_trailer = len(data) - (212 if major == 2 else 4096)
    is_old = major == 2 and minor < 2
    trailer = read_trailer(Bytes(data[ofs_trailer:-4]), is_old)
    blocks, pos = [], 0
    while pos < ofs_trailer:
        magic, stored, plain, _ = struct.unpack_from(">8siiq", data, pos)
        start, end = pos + 24, pos + 24 + stored
        if (major, minor) != (2, 0):
            start, end = pos + 33, pos + struct.unpack_from(">i", data, pos + 29)[0]
            stored += 9
        payload = inflate(trailer.get("compression_codec", 2), data[start:end], plain)
        blocks.append((magic.decode(), pos, payload))
        pos += 24 + stored
    info = read_info(next(payload for magic, _, payload in blocks if magic == "FILEINF2"), is_old)
    cells = [
        cell
        for magic, _, payload in blocks
        if magic.startswith("DATABLK")
        for cell in read_cells(payload, info, is_encoded=magic == "DATABLKE")
    ]
    return HFile((major, minor), trailer, blocks, info, cells)


def inflate(codec: int, payload: bytes, size: int) -> bytes:
    if codec == 1:
        return zlib.decompress(payload, 31, size)
    if codec == 5:
        return bz2.decompress(payload)
    if codec != 2:
        raise NotImplementedError(f"codec {codec}")
    return payload


def read_trailer(stream: Bytes, is_old: bool) -> dict[str, int]:
    stream.take(8)
    if is_old:
        order = (1, 2, 5, 3, 6, 4, 7, 12, 8, 9, 10)
        return {NUMBERS[number]: stream.num(code) for number, code in zip(order, "qqiqiqqiiqq", strict=True)}
    fields = Bytes(stream.take(stream.varint())).message()
    return {
        NUMBERS[number]: value - (value >> 63 << 64)
        for number, value in fields
        if isinstance(value, int) and number < len(NUMBERS)
    }


def read_info(payload: bytes, is_old: bool) -> dict[bytes, bytes]:
    stream = Bytes(payload)
    if is_old:
        pairs = {}
        for _ in range(stream.num("i")):
            key = stream.take(stream.vlong())
            stream.take(1)
            pairs[key] = stream.take(stream.vlong())
        return pairs
    stream.take(4)
    entries = [value for _, value in Bytes(stream.take(stream.varint())).message()]
    parsed = [dict(Bytes(bytes(entry)).message()) for entry in entries if isinstance(entry, bytes)]
    return {bytes(pair[1]): bytes(pair[2]) for pair in parsed}  # type: ignore[arg-type]  # fields 1 and 2 are bytes
