# SPDX-License-Identifier: Apache-2.0
"""Compound Bloom filters of HBase: hashes, chunks, meta block [hfile.bloom.meta, hfile.bloom.bits]."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from hudi_conformance.encode.hfile.cells import LATEST, MAXIMUM, Cell, encode_key
from hudi_conformance.encode.hfile.index import encode_root
from hudi_conformance.encode.numbers import encode_vlong
from hudi_conformance.model.hfile import IndexEntry

HASHES = {"jenkins": 0, "murmur": 1, "murmur3": 2}
TYPES = ("ROW", "ROWCOL")
VERSION = 3
_MAX_FOLD = 7
_MASK = 0xFFFFFFFF


def _signed(byte: int) -> int:
    """A byte as Java widens it: sign-extended to 32 bits."""
    return byte if byte < 128 else byte | 0xFFFFFF00


def _rotl(value: int, count: int) -> int:
    return (value << count | value >> (32 - count)) & _MASK


def murmur(data: bytes, seed: int) -> int:
    """32-bit MurmurHash2, tail bytes sign-extended."""
    m = 0x5BD1E995
    h: int = (seed ^ len(data)) & _MASK
    len_words = len(data) // 4 * 4
    for (word,) in struct.iter_unpack("<I", data[:len_words]):
        k = word * m & _MASK
        k = (k ^ k >> 24) * m & _MASK
        h = h * m & _MASK ^ k
    tail = data[len_words:]
    if tail:
        for i in reversed(range(len(tail))):
            h ^= _signed(tail[i]) << 8 * i & _MASK
        h = h * m & _MASK
    h = (h ^ h >> 13) * m & _MASK
    return h ^ h >> 15


def murmur3(data: bytes, seed: int) -> int:
    """32-bit MurmurHash3."""
    c1, c2 = 0xCC9E2D51, 0x1B873593
    h: int = seed & _MASK
    len_words = len(data) // 4 * 4
    for (word,) in struct.iter_unpack("<I", data[:len_words]):
        k = _rotl(word * c1 & _MASK, 15) * c2 & _MASK
        h = (_rotl(h ^ k, 13) * 5 + 0xE6546B64) & _MASK
    k = int.from_bytes(data[len_words:], "little")
    h ^= _rotl(k * c1 & _MASK, 15) * c2 & _MASK
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & _MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & _MASK
    return h ^ h >> 16


def jenkins(data: bytes, seed: int) -> int:
    """Bob Jenkins' lookup3, little-endian words."""
    length = len(data)
    start: int = (0xDEADBEEF + length + seed) & _MASK
    a = b = c = start
    if length == 0:
        return c
    ofs = 0
    while length - ofs > 12:
        x, y, z = struct.unpack_from("<III", data, ofs)
        a, b, c = (a + x) & _MASK, (b + y) & _MASK, (c + z) & _MASK
        for first, count, second in ((0, 4, 2), (1, 6, 0), (2, 8, 1), (0, 16, 2), (1, 19, 0), (2, 4, 1)):
            # a -= c; a ^= rot(c, 4); c += b; and so on round the three
            v = [a, b, c]
            other = 3 - first - second
            v[first] = (v[first] - v[second]) & _MASK ^ _rotl(v[second], count)
            v[second] = (v[second] + v[other]) & _MASK
            a, b, c = v
        ofs += 12
    x, y, z = struct.unpack("<III", data[ofs:].ljust(12, b"\x00"))
    a, b, c = (a + x) & _MASK, (b + y) & _MASK, (c + z) & _MASK
    v = [a, b, c]
    for target, source, count in (
        (2, 1, 14),
        (0, 2, 11),
        (1, 0, 25),
        (2, 1, 16),
        (0, 2, 4),
        (1, 0, 14),
        (2, 1, 24),
    ):
        v[target] = ((v[target] ^ v[source]) - _rotl(v[source], count)) & _MASK
    return int(v[2])


_FUNCTIONS: dict[str, Callable[[bytes, int], int]] = {
    "jenkins": jenkins, "murmur": murmur, "murmur3": murmur3,
}  # fmt: skip


def bit_positions(data: bytes, name: str, num_hashes: int, num_bits: int) -> list[int]:
    """The bits of one key: (h1 + i * h2) in 32-bit arithmetic, remainder, absolute value."""
    function = _FUNCTIONS[name]
    first = function(data, 0)
    second = function(data, first)
    positions = []
    for i in range(num_hashes):
        combined = (first + i * second) & _MASK
        signed = combined - 2**32 if combined >= 2**31 else combined
        positions.append(abs(signed) % num_bits)
    return positions


@dataclass(frozen=True, slots=True)
class BloomPlan:
    """Kind of a filter: `len_chunk` target bytes per chunk, `error` target rate of false positives."""

    type: str = "ROW"
    hash: str = "murmur"
    len_chunk: int = 131072
    error: float = 0.01
    comparator: str = "org.apache.hadoop.hbase.CellComparatorImpl"


@dataclass(slots=True)
class _Chunk:
    first: bytes
    bits: bytearray
    num_keys: int = 0


@dataclass(slots=True)
class BloomWriter:
    """Collects keys in chunks; a chunk is written when it is full."""

    plan: BloomPlan
    num_keys: int = 0
    max_keys: int = 0
    num_bytes: int = 0
    last_key: bytes = b""
    index: list[IndexEntry] = field(default_factory=list)
    _chunk: _Chunk | None = None
    _ready: list[_Chunk] = field(default_factory=list)

    @property
    def _error(self) -> float:
        """Rate of one lookup; ROWCOL filters are queried twice, once for the row alone."""
        return self.plan.error if self.plan.type == "ROW" else 1 - math.sqrt(1 - self.plan.error)

    @property
    def _len_chunk(self) -> int:
        """Bytes of an unfolded chunk: it must be divisible by two seven times."""
        unit = 1 << _MAX_FOLD
        return -(-self.plan.len_chunk // unit) * unit

    @property
    def num_hashes(self) -> int:
        """Hash functions of one key."""
        bits = self._len_chunk * 8
        ideal = int(bits * (math.log(2) ** 2 / -math.log(self._error)))
        return math.ceil(math.log(2) * (bits // ideal))

    @property
    def max_keys_of_chunk(self) -> int:
        """Keys after which a chunk is full."""
        bits, count = self._len_chunk * 8, self.num_hashes
        return int(-bits / count * math.log(1 - math.exp(math.log(self._error) / count)))

    def add(self, cell: Cell) -> None:
        """Add a cell; one that repeats the last row (ROW) or column (ROWCOL) adds nothing."""
        by_row = self.plan.type == "ROW"
        key = cell.row if by_row else encode_key(cell.row, b"", cell.qualifier, LATEST, MAXIMUM)
        if self.num_keys and key == self.last_key:
            return
        self._enqueue(closing=False)
        if self._chunk is None:
            self._chunk = _Chunk(key, bytearray(self._len_chunk))
        bits = self._chunk.bits
        for bit in bit_positions(key, self.plan.hash, self.num_hashes, len(bits) * 8):
            bits[bit >> 3] |= 1 << (bit & 7)
        self._chunk.num_keys += 1
        self.num_keys += 1
        self.last_key = key

    def _enqueue(self, closing: bool) -> None:
        chunk = self._chunk
        if chunk is None or (chunk.num_keys < self.max_keys_of_chunk and not closing):
            return
        room = self.max_keys_of_chunk
        while len(chunk.bits) % 2 == 0 and room > chunk.num_keys * 2:
            half = len(chunk.bits) // 2
            chunk.bits = bytearray(a | b for a, b in zip(chunk.bits[:half], chunk.bits[half:], strict=True))
            room //= 2
        self.max_keys += room
        self.num_bytes += len(chunk.bits)
        self._ready.append(chunk)
        self._chunk = None

    def write_chunks(self, write: Callable[[bytes], tuple[int, int]], closing: bool) -> None:
        """Write the full chunks; with `closing` also the last one."""
        self._enqueue(closing)
        for chunk in self._ready:
            self.index.append(IndexEntry(*write(bytes(chunk.bits)), chunk.first))
        self._ready = []

    def meta(self) -> bytes:
        """Payload of the block that describes the filter."""
        comparator = b"" if self.plan.type == "ROW" else self.plan.comparator.encode("utf-8")
        head = struct.pack(
            ">iqiiqqi", VERSION, self.num_bytes, self.num_hashes, HASHES[self.plan.hash], self.num_keys,
            self.max_keys, len(self.index),
        )  # fmt: skip
        return head + encode_vlong(len(comparator)) + comparator + encode_root(self.index)
