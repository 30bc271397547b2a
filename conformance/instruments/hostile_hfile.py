# SPDX-License-Identifier: Apache-2.0
"""Families of hostile HFiles: a few bytes that cause much work or memory, at any size.

Each is a function from a size in bytes to a file of about that size. `measures/hostile_costs.py` measures the
cost of reading them.
"""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import cramjam

GZ, NONE, LZ4, ZSTD = 1, 2, 4, 6
COMPARATOR = b"org.apache.hadoop.hbase.CellComparatorImpl"
LEN_TRAILER, LEN_CHUNK = 4096, 16384
MAX_BLOCK = 6 << 20  # bytes that a block of a short file may become
_MAX_LEVELS = 2**31 - 1
_RATIO = {GZ: 1000, LZ4: 250}
_PREFIX = 2  # id of the encoding
_LEN_ROW = 0x7FF0  # bytes of a row that all cells share
_LEN_RLE = 1 << 17  # bytes that a ZSTD block of four bytes may expand to


def _stream(chunk: bytes, len_inflated: int) -> bytes:
    """One group of one chunk."""
    return struct.pack(">ii", len_inflated, len(chunk)) + chunk


_COMPRESS: Mapping[int, Callable[[bytes], bytes]] = MappingProxyType(
    {
        GZ: lambda data: gzip.compress(data, 9, mtime=0),
        NONE: lambda data: data,
        LZ4: lambda data: _stream(bytes(cramjam.lz4.compress_block(data, store_size=False)), len(data)),
        ZSTD: lambda data: bytes(cramjam.zstd.compress(data)),
    }
)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def _text(number: int, data: bytes) -> bytes:
    return bytes([number << 3 | 2]) + _varint(len(data)) + data


def _cell(row: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Key and plain layout of a cell without tags and mvcc."""
    key = struct.pack(">H", len(row)) + row + struct.pack(">BqB", 0, 2**63 - 1, 4)
    return key, struct.pack(">ii", len(key), len(value)) + key + value


def _entry(ofs: int, size: int, key: bytes) -> bytes:
    """An entry of a root; its key's length is a vlong."""
    length = bytes([len(key)]) if len(key) < 128 else b"\x8e" + struct.pack(">H", len(key))
    return struct.pack(">qi", ofs, size) + length + key


class _File:
    """A file under construction, all of its blocks with one codec and without checksums."""

    def __init__(self, codec: int) -> None:
        self.codec = codec
        self.out = bytearray()
        self.root: list[bytes] = []
        self.ofs_last = -1
        self.num_cells = 0
        self.last_key = b""

    def block(self, magic: bytes, payload: bytes) -> int:
        """Append a block; returns its size."""
        return self.stored(magic, _COMPRESS[self.codec](payload), len(payload))

    def stored(self, magic: bytes, stored: bytes, len_payload: int) -> int:
        """Append a block of compressed bytes; returns its size."""
        len_words = 4 * -(-(33 + len(stored)) // LEN_CHUNK)
        sizes = struct.pack(">iiq", len(stored) + len_words, len_payload, -1)
        self.out += magic + sizes + struct.pack(">Bii", 0, LEN_CHUNK, 33 + len(stored)) + stored
        self.out += bytes(len_words)
        return 33 + len(stored) + len_words

    def data(self, cells: Sequence[tuple[bytes, bytes]]) -> None:
        """Append a data block and its entry of the index."""
        payload = b"".join(plain for _, plain in cells)
        self.listed(b"DATABLK*", _COMPRESS[self.codec](payload), len(payload), [key for key, _ in cells])

    def listed(self, magic: bytes, stored: bytes, len_payload: int, keys: Sequence[bytes]) -> None:
        """Append a data block of compressed bytes and its entry of the index."""
        ofs = len(self.out)
        size = self.stored(magic, stored, len_payload)
        self.root.append(_entry(ofs, size, keys[0]))
        self.ofs_last, self.last_key = ofs, keys[-1]
        self.num_cells += len(keys)

    def end(self, levels: int = 1, info: Mapping[bytes, bytes] = MappingProxyType({})) -> bytes:
        """Index, file info and trailer."""
        ofs_root = len(self.out)
        self.block(b"IDXROOT2", b"".join(self.root))
        self.block(b"IDXROOT2", b"")
        ofs_info = len(self.out)
        entries = {b"hfile.LASTKEY": self.last_key, **info}
        message = b"".join(_text(1, _text(1, name) + _text(2, value)) for name, value in entries.items())
        self.block(b"FILEINF2", b"PBUF" + _varint(len(message)) + message)
        numbers = (
            ofs_info, ofs_root, 0, len(self.out), len(self.root), 0, self.num_cells, levels,
            0 if self.root else 2**64 - 1, self.ofs_last % 2**64,
        )  # fmt: skip
        message = b"".join(bytes([i << 3]) + _varint(number) for i, number in enumerate(numbers, 1))
        message += _text(11, COMPARATOR) + bytes([12 << 3, self.codec])
        trailer = b'TRABLK"$' + _varint(len(message)) + message
        return bytes(self.out) + trailer.ljust(LEN_TRAILER - 4, b"\x00") + b"\x03\x00\x00\x03"


def _bomb(codec: int, size: int) -> bytes:
    file = _File(codec)
    file.data([_cell(b"a", bytes(size * _RATIO[codec]))])
    return file.end()


def gz_bomb(size: int) -> bytes:
    """One cell of zeros, gzip."""
    return _bomb(GZ, size)


def lz4_bomb(size: int) -> bytes:
    """One cell of zeros, LZ4."""
    return _bomb(LZ4, size)


def zstd_bomb(size: int) -> bytes:
    """Runs of zeros, ZSTD, of as many bytes as a header can announce."""
    num = max(size // 4, 1)
    run = struct.pack("<I", _LEN_RLE << 3 | 1 << 1)[:3] + b"\x00"
    last = struct.pack("<I", _LEN_RLE << 3 | 1 << 1 | 1)[:3] + b"\x00"
    frame = b"\x28\xb5\x2f\xfd\x00\x38" + run * (num - 1) + last
    file = _File(ZSTD)
    file.data([_cell(b"a", b"")])
    file.listed(b"DATABLK*", frame, min(num * _LEN_RLE, 2**31 - 1), [_cell(b"b", b"")[0]])
    return file.end()


def prefix_cells(size: int) -> bytes:
    """A block of cells by PREFIX that share all but eight bytes of a row of 32 kB."""
    file = _File(NONE)
    row = b"r" * _LEN_ROW
    first = last = _cell(row + bytes(8), b"")[0]
    cells = [_varint(len(first)) + b"\x00\x00" + first]
    for number in range(1, max((size - len(first)) // 23, 1) + 1):
        last = _cell(row + struct.pack(">Q", number), b"")[0]
        rest = last[2 + _LEN_ROW :]
        cells.append(_varint(len(rest)) + b"\x00" + _varint(2 + _LEN_ROW) + rest)
    len_plain = len(cells) * (len(first) + 8)
    payload = struct.pack(">Hi", _PREFIX, len_plain % 2**31) + b"".join(cells)
    file.listed(b"DATABLKE", payload, len(payload), [first, last])
    file.num_cells = len(cells)
    return file.end(info={b"DATA_BLOCK_ENCODING": b"PREFIX"})


def fan(size: int) -> bytes:
    """An index of many levels, in each of which all entries name the one block below."""
    file = _File(NONE)
    file.data([_cell(b"%08d" % i, b"") for i in range(10)])
    key, ofs = _cell(b"%08d" % 0, b"")[0], 0
    len_block = len(file.out)
    num_levels = 40
    num = max(size // num_levels // (len(key) + 16), 2)
    for level in range(2, num_levels + 1):
        starts = [number * (12 + len(key)) for number in range(num + 1)]
        head = struct.pack(f">i{num + 1}i", num, *starts)
        start = len(file.out)
        magic = b"IDXLEAF2" if level == 2 else b"IDXINTE2"
        len_block = file.block(magic, head + (struct.pack(">qi", ofs, len_block) + key) * num)
        ofs = start
    file.root = [_entry(ofs, len_block, key)]
    return file.end(num_levels)


def deep_index(num_levels: int) -> bytes:
    """An index of two or more levels, each of one entry, above one block of ten cells."""
    file = _File(NONE)
    file.data([_cell(b"%08d" % i, b"") for i in range(10)])
    key, places = _cell(b"%08d" % 0, b"")[0], [(0, len(file.out))]
    for level in range(2, num_levels + 1):
        ofs, magic = len(file.out), b"IDXLEAF2" if level == 2 else b"IDXINTE2"
        head = struct.pack(">iii", 1, 0, 12 + len(key))
        places.append((ofs, file.block(magic, head + struct.pack(">qi", *places[-1]) + key)))
    mid_key = struct.pack(">qii", *places[1], 0)
    file.root = [_entry(*places[-1], key) + mid_key]
    return file.end(num_levels)


def gz_small_cells(size: int) -> bytes:
    """A block of the smallest cells, as long as one may become, and bytes in another that do not compress."""
    file = _File(GZ)
    cell = _cell(b"", b"")
    file.data([cell] * (MAX_BLOCK // len(cell[1])))
    noise = b"".join(struct.pack(">Q", i * 0x9E3779B97F4A7C15 % 2**64) for i in range(size // 8))
    file.data([_cell(b"b", noise)])
    return file.end()


def lying_cells(size: int) -> bytes:
    """A block of the smallest cells, of which every second has a value of more bytes than there are."""
    file = _File(GZ)
    good = _cell(b"", b"")
    lie = good[0], good[1][:4] + b"\x7f" + good[1][5:]
    file.data([good, lie] * (MAX_BLOCK // len(good[1]) // 2))
    file.data([_cell(b"b", bytes(size))])
    return file.end()


def levels(size: int) -> bytes:
    """An index without entries and with the most levels, and one block of cells."""
    file = _File(NONE)
    file.data([_cell(b"%08d" % i, b"") for i in range(size // 40)])
    file.root = []
    return file.end(_MAX_LEVELS)


def wide_index(size: int) -> bytes:
    """A root of which all entries but the first name a block that is not theirs."""
    file = _File(NONE)
    file.data([_cell(b"%08d" % i, b"") for i in range(10)])
    first = file.root[0]
    for i in range(1, size // 33):
        key = _cell(b"%08d" % i, b"")[0]
        file.root.append(first[:12] + bytes([len(key)]) + key)
    return file.end()


def many_blocks(size: int) -> bytes:
    """Blocks of one cell each."""
    file = _File(NONE)
    for i in range(size // 95):
        file.data([_cell(b"%08d" % i, b"")])
    return file.end()


FAMILIES: Mapping[str, Callable[[int], bytes]] = MappingProxyType(
    {
        make.__name__: make
        for make in (
            gz_bomb,
            lz4_bomb,
            zstd_bomb,
            gz_small_cells,
            lying_cells,
            prefix_cells,
            levels,
            fan,
            wide_index,
            many_blocks,
        )
    }
)
# By how much a family is larger than others where it is measured: 10^5 entries, 10^4 blocks.
SCALES: Mapping[str, int] = MappingProxyType({"wide_index": 16, "many_blocks": 5})
