# SPDX-License-Identifier: Apache-2.0
"""Cells of data blocks, plain and encoded, from `spec/hfile_cells.md` alone."""

from __future__ import annotations

import struct
from collections.abc import Iterator

ENCODINGS = {2: "PREFIX", 3: "DIFF", 4: "FAST_DIFF", 7: "ROW_INDEX_V1"}
Cell = tuple[bytes, bytes, bytes, int, int, bytes, bytes, int]
"""Row, family, qualifier, timestamp, type, value, tags, mvcc."""


class Bytes:
    """A position in bytes, and the notations of numbers."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def num(self, code: str) -> int:
        return int(struct.unpack(f">{code}", self.take(struct.calcsize(f">{code}")))[0])

    def varint(self) -> int:
        number = shift = 0
        while True:
            byte = self.num("B")
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def vlong(self) -> int:
        first = self.num("b")
        if first >= -112:
            return first
        value = int.from_bytes(self.take(-112 - first if first >= -120 else -120 - first), "big")
        return value if first >= -120 else ~value

    def message(self) -> Iterator[tuple[int, int | bytes]]:
        """Fields of a protobuf message."""
        while self.at < len(self.data):
            number, kind = divmod(self.varint(), 8)
            if kind == 0:
                yield number, self.varint()
            else:
                yield number, self.take({1: 8, 5: 4}.get(kind) or self.varint())


class Cells:
    """Cells of one data block; `tags` is empty, or the form of a tags part's length."""

    def __init__(self, payload: bytes, info: dict[bytes, bytes]) -> None:
        self.stream = Bytes(payload)
        self.has_tags = b"hfile.MAX_TAGS_LEN" in info
        self.has_mvcc = int.from_bytes(info.get(b"KEY_VALUE_VERSION", b""), "big") == 1
        self.is_compressed = info.get(b"hfile.TAGS_COMPRESSED") == b"\xff"
        self.dictionary: dict[int, bytes] = {}  # the least recently used first

    def finish(self, key: bytes, value: bytes, *, is_varint: bool) -> Cell:
        """The cell of a key and a value, with the parts that stand behind them."""
        len_row = int.from_bytes(key[:2], "big")
        len_family = key[2 + len_row]
        family, rest = key[3 + len_row : 3 + len_row + len_family], key[3 + len_row + len_family :]
        timestamp = int.from_bytes(rest[-9:-1], "big", signed=True)
        tags = self.tags(is_varint) if self.has_tags else b""
        mvcc = self.stream.vlong() if self.has_mvcc else 0
        return key[2 : 2 + len_row], family, rest[:-9], timestamp, rest[-1], value, tags, mvcc

    def tags(self, is_varint: bool) -> bytes:
        length = self.stream.varint() if is_varint or self.is_compressed else self.stream.num("H")
        if not self.is_compressed:
            return self.stream.take(length)
        tags = b""
        while len(tags) < length:
            first = self.stream.num("B")
            if first == 255:
                tag = self.stream.take(self.stream.varint())
                number = len(self.dictionary)
                if number == 127:
                    number = next(iter(self.dictionary))
                    del self.dictionary[number]
            else:
                number = first << 8 | self.stream.num("B")
                tag = self.dictionary.pop(number)
            self.dictionary[number] = tag
            tags += len(tag).to_bytes(2, "big") + tag
        return tags


def read_cells(payload: bytes, info: dict[bytes, bytes], *, is_encoded: bool) -> Iterator[Cell]:
    if not is_encoded:
        yield from plain_cells(Cells(payload, info))
        return
    encoding = ENCODINGS[int.from_bytes(payload[:2], "big")]
    if encoding == "ROW_INDEX_V1":
        end = 2 + int.from_bytes(payload[-4:], "big")
        yield from plain_cells(Cells(payload[2:end], info))
        return
    cells = Cells(payload[6:], info)
    keys = {"PREFIX": prefix_cells, "DIFF": diff_cells, "FAST_DIFF": fast_diff_cells}[encoding]
    yield from keys(cells)


def plain_cells(cells: Cells) -> Iterator[Cell]:
    stream = cells.stream
    while stream.at < len(stream.data):
        len_key, len_value = stream.num("i"), stream.num("i")
        yield cells.finish(stream.take(len_key), stream.take(len_value), is_varint=False)


def prefix_cells(cells: Cells) -> Iterator[Cell]:
    stream, key = cells.stream, b""
    while stream.at < len(stream.data):
        len_rest, len_value, num_shared = stream.varint(), stream.varint(), stream.varint()
        key = key[:num_shared] + stream.take(len_rest)
        yield cells.finish(key, stream.take(len_value), is_varint=True)


def columns(stream: Bytes, key: bytes, num_shared: int, len_key: int, family: bytes) -> bytes:
    """Row to qualifier of a DIFF or FAST_DIFF key that shares bytes with the one before."""
    head = key[:num_shared]
    if num_shared < 2:
        head += stream.take(2 - num_shared)
    len_row = int.from_bytes(head[:2], "big")
    if num_shared < 2 + len_row:
        head += stream.take(2 + len_row - len(head)) + family
    return head + stream.take(len_key - 9 - len(head))


def diff_cells(cells: Cells) -> Iterator[Cell]:
    stream, key, value = cells.stream, b"", b""
    family = stream.take(1)
    family += stream.take(family[0])
    while stream.at < len(stream.data):
        flags = stream.num("B")
        len_key = len(key) if flags & 1 else stream.varint()
        len_value = len(value) if flags & 2 else stream.varint()
        head = columns(stream, key, stream.varint(), len_key, family)
        number = int.from_bytes(stream.take((flags >> 4 & 7) + 1), "little") * (-1 if flags & 128 else 1)
        timestamp = int.from_bytes(key[-9:-1], "big", signed=True) - number if flags & 8 else number
        kind = key[-1:] if flags & 4 else stream.take(1)
        key, value = head + timestamp.to_bytes(8, "big", signed=True) + kind, stream.take(len_value)
        yield cells.finish(key, value, is_varint=True)


def fast_diff_cells(cells: Cells) -> Iterator[Cell]:
    stream, key, value, family = cells.stream, b"", b"", b""
    while stream.at < len(stream.data):
        flags = stream.num("B")
        len_key = len(key) if flags & 8 else stream.varint()
        len_value = len(value) if flags & 16 else stream.varint()
        num_shared = stream.varint()
        head = columns(stream, key, num_shared, len_key, family) if key else stream.take(len_key - 9)
        len_row = int.from_bytes(head[:2], "big")
        family = head[2 + len_row : 3 + len_row + head[2 + len_row]]
        timestamp = key[-9:-1][: flags & 7] + stream.take(8 - (flags & 7))
        kind = key[-1:] if flags & 32 else stream.take(1)
        key = head + timestamp + kind
        value = value if flags & 64 else stream.take(len_value)
        yield cells.finish(key, value, is_varint=True)
