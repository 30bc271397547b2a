# SPDX-License-Identifier: Apache-2.0
"""An HFile reader from the pages `spec/hfile*.md` alone, for intact files of the versions 2.2 to 3.3.

It imports nothing of the project. Codecs are those of the standard library and of cramjam: all but LZO.
"""

import bz2
import struct
import zlib
from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import cramjam

ENCODINGS = {2: "PREFIX", 3: "DIFF", 4: "FAST_DIFF", 7: "ROW_INDEX_V1"}
Cell = tuple[bytes, bytes, bytes, int, int, bytes, bytes, int]  # row to type, value, tags, mvcc
NUMBERS = (
    "",
    "file_info_offset",
    "load_on_open_data_offset",
    "uncompressed_data_index_size",
    "total_uncompressed_bytes",
    "data_index_count",
    "meta_index_count",
    "entry_count",
    "num_data_index_levels",
    "first_data_block_offset",
    "last_data_block_offset",
    "comparator_class_name",
    "compression_codec",
    "encryption_key",
)
HFile = namedtuple("HFile", "version trailer blocks info cells")  # blocks: magic, offset, payload


def read(data: bytes) -> HFile:
    minor, major = data[-4], int.from_bytes(data[-3:], "big")
    ofs_trailer = len(data) - (212 if major == 2 else 4096)
    trailer = read_trailer(Bytes(data[ofs_trailer + 8 :]))
    blocks, pos = [], 0
    while pos < ofs_trailer:
        magic, stored, plain, _, _, _, end = struct.unpack_from(">8siiqBii", data, pos)
        payload = inflate(trailer.get("compression_codec", 2), data[pos + 33 : pos + end], plain)
        blocks.append((magic.decode(), pos, payload))
        pos += 33 + stored
    info = read_info(next(payload for magic, _, payload in blocks if magic == "FILEINF2"))
    cells: list[Cell] = []
    for magic, _, payload in blocks:
        cells += read_cells(payload, info, magic == "DATABLKE") if magic.startswith("DATABLK") else []
    return HFile((major, minor), trailer, blocks, info, cells)


def inflate_lz4(chunk: bytes, room: bytearray) -> int:
    return cramjam.lz4.decompress_block_into(chunk, room, output_len=len(room))


def inflate(codec: int, payload: bytes, size: int) -> bytes:
    if codec not in {1, 2, 3, 4, 5, 6}:
        raise NotImplementedError(f"codec {codec}")
    if codec in {1, 2, 5}:
        return {1: zlib.decompressobj(31).decompress, 2: bytes, 5: bz2.decompress}[codec](payload)
    if payload[:4] == b"\x28\xb5\x2f\xfd":
        return bytes(cramjam.zstd.decompress(payload))
    codecs = {3: cramjam.snappy.decompress_raw_into, 6: cramjam.zstd.decompress_into}
    stream, plain = Bytes(payload), b""
    while stream.at < len(payload):
        end = len(plain) + stream.num("i")
        while len(plain) < end:
            room = bytearray(end - len(plain))
            plain += room[: codecs.get(codec, inflate_lz4)(stream.take(stream.num("i")), room)]
    assert len(plain) == size
    return plain


def read_trailer(stream: "Bytes") -> dict[str, int]:
    fields = Bytes(stream.take(stream.varint())).message()
    numbers = {NUMBERS[number]: value for number, value in fields if number < len(NUMBERS)}
    return {name: value - (value >> 63 << 64) for name, value in numbers.items() if isinstance(value, int)}


def read_info(payload: bytes) -> dict[bytes, bytes]:
    stream = Bytes(payload[4:])
    pairs = [dict(Bytes(entry).message()) for _, entry in Bytes(stream.take(stream.varint())).message()]
    return {pair[1]: pair[2] for pair in pairs}


class Bytes:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.dictionary: dict[int, bytes] = {}  # of tags, the least recently used first

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def num(self, code: str) -> int:
        return int(struct.unpack(f">{code}", self.take(struct.calcsize(f">{code}")))[0])

    def varint(self) -> int:
        byte = self.num("B")
        return byte if byte < 128 else byte - 128 + (self.varint() << 7)

    def vlong(self) -> int:
        first = self.num("b")
        if first >= -112:
            return first
        value = int.from_bytes(self.take(-112 - first if first >= -120 else -120 - first), "big")
        return value if first >= -120 else ~value

    def message(self) -> Iterator[tuple[int, Any]]:
        """Fields of a protobuf message."""
        while self.at < len(self.data):
            number, kind = divmod(self.varint(), 8)
            yield number, self.varint() if kind == 0 else self.take({1: 8, 5: 4}.get(kind) or self.varint())


def read_cells(payload: bytes, info: dict[bytes, bytes], is_encoded: bool) -> Iterator[Cell]:
    encoding = ENCODINGS[int.from_bytes(payload[:2], "big")] if is_encoded else "NONE"
    if encoding == "ROW_INDEX_V1":
        payload = payload[2 : 2 + int.from_bytes(payload[-4:], "big")]
    cells = Cells(payload if encoding in {"NONE", "ROW_INDEX_V1"} else payload[6:])
    cells.has_tags = b"hfile.MAX_TAGS_LEN" in info
    cells.has_mvcc = int.from_bytes(info.get(b"KEY_VALUE_VERSION", b""), "big") == 1
    cells.is_compressed = info.get(b"hfile.TAGS_COMPRESSED") == b"\xff"
    walks = {"PREFIX": cells.prefix, "DIFF": cells.diff, "FAST_DIFF": cells.fast_diff}
    return walks.get(encoding, cells.plain)()


class Cells(Bytes):
    """Cells of one data block."""

    def finish(self, key: bytes, value: bytes, is_varint: bool = True) -> Cell:
        """The cell of a key and a value, with the parts after them."""
        len_row = int.from_bytes(key[:2], "big")
        ofs_qualifier = 3 + len_row + key[2 + len_row]
        timestamp = int.from_bytes(key[-9:-1], "big", signed=True)
        tags = self.tags(is_varint) if self.has_tags else b""
        mvcc = self.vlong() if self.has_mvcc else 0
        names = key[2 : 2 + len_row], key[3 + len_row : ofs_qualifier], key[ofs_qualifier:-9]
        return *names, timestamp, key[-1], value, tags, mvcc

    def tags(self, is_varint: bool) -> bytes:
        length = self.varint() if is_varint or self.is_compressed else self.num("H")
        if not self.is_compressed:
            return self.take(length)
        tags = b""
        while len(tags) < length:
            first = self.num("B")
            if first == 255:
                tag = self.take(self.varint())
                is_full = len(self.dictionary) == 127
                number = next(iter(self.dictionary)) if is_full else len(self.dictionary)
                self.dictionary.pop(number, None)
            else:
                number = first << 8 | self.num("B")
                tag = self.dictionary.pop(number)
            self.dictionary[number] = tag
            tags += len(tag).to_bytes(2, "big") + tag
        return tags

    def plain(self) -> Iterator[Cell]:
        while self.at < len(self.data):
            len_key, len_value = self.num("i"), self.num("i")
            yield self.finish(self.take(len_key), self.take(len_value), is_varint=False)

    def prefix(self) -> Iterator[Cell]:
        key = b""
        while self.at < len(self.data):
            len_rest, len_value, num_shared = self.varint(), self.varint(), self.varint()
            key = key[:num_shared] + self.take(len_rest)
            yield self.finish(key, self.take(len_value))

    def columns(self, key: bytes, num_shared: int, len_key: int, family: bytes) -> bytes:
        """Row to qualifier of a DIFF or FAST_DIFF key that shares bytes with the one before."""
        head = key[:num_shared] + self.take(max(0, 2 - num_shared))
        len_row = int.from_bytes(head[:2], "big")
        if num_shared < 2 + len_row:
            head += self.take(2 + len_row - len(head)) + family
        return head + self.take(len_key - 9 - len(head))

    def diff(self) -> Iterator[Cell]:
        key, value, family = b"", b"", self.take(1)
        family += self.take(family[0])
        while self.at < len(self.data):
            flags = self.num("B")
            len_key = len(key) if flags & 1 else self.varint()
            len_value = len(value) if flags & 2 else self.varint()
            head = self.columns(key, self.varint(), len_key, family)
            number = int.from_bytes(self.take((flags >> 4 & 7) + 1), "little") * (-1 if flags & 128 else 1)
            timestamp = int.from_bytes(key[-9:-1], "big", signed=True) - number if flags & 8 else number
            kind = key[-1:] if flags & 4 else self.take(1)
            key, value = head + timestamp.to_bytes(8, "big", signed=True) + kind, self.take(len_value)
            yield self.finish(key, value)

    def fast_diff(self) -> Iterator[Cell]:
        key, value, family = b"", b"", b""
        while self.at < len(self.data):
            flags = self.num("B")
            len_key = len(key) if flags & 8 else self.varint()
            len_value = len(value) if flags & 16 else self.varint()
            num_shared = self.varint()
            head = self.columns(key, num_shared, len_key, family) if key else self.take(len_key - 9)
            len_row = int.from_bytes(head[:2], "big")
            family = head[2 + len_row : 3 + len_row + head[2 + len_row]]
            timestamp = key[-9:-1][: flags & 7] + self.take(8 - (flags & 7))
            kind = key[-1:] if flags & 32 else self.take(1)
            key, value = head + timestamp + kind, value if flags & 64 else self.take(len_value)
            yield self.finish(key, value)
