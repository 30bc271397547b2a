# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of record keys: `SIMPLE` and `DYNAMIC_V0`, from keys to bytes and text.

The description of a filter is an object:

| member | value |
|---|---|
| `about` | a remark |
| `type` | `SIMPLE` or `DYNAMIC_V0` |
| `keys` | texts, in the order in which they are added |
| `num_keys` | number of keys for which the filter, or one of its rows, is sized |
| `error_rate` | share of absent keys that may be called possible, as decimal text |
| `max_keys` | only `DYNAMIC_V0`: keys from which on no row is added |
| `hash` | `murmur`, which Hudi writes, or `jenkins` |
| `is_old` | whether heads have the old layout, which uses Jenkins' hash |
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

from hudi_conformance.encode.errors import check
from hudi_conformance.encode.hfile.bloom import jenkins
from hudi_conformance.encode.values import Values
from hudi_conformance.model.bloom import DYNAMIC, HASHES, TYPES
from hudi_conformance.model.common import JsonValue

VERSION = -1
MAX_BITS = 1 << 31
"""Least number of bits that does not fit in the head."""
_MASK = 0xFFFFFFFF
_VALUES = Values("bloom.size")


def murmur(data: bytes, seed: int) -> int:
    """MurmurHash2 of 32 bits with Hadoop's tail: signed bytes, the first the highest [bloom.hash.murmur].

    HBase's Murmur, for its own filters, treats the first byte of the tail as the lowest.
    """
    factor = 0x5BD1E995
    h: int = seed & _MASK ^ len(data)
    len_words = len(data) // 4 * 4
    for (word,) in struct.iter_unpack("<I", data[:len_words]):
        k = word * factor & _MASK
        h = h * factor & _MASK ^ (k ^ k >> 24) * factor & _MASK
    if len_words < len(data):
        for shift, (byte,) in enumerate(reversed([*struct.iter_unpack("b", data[len_words:])])):
            h ^= byte << 8 * shift & _MASK
        h = h * factor & _MASK
    h = (h ^ h >> 13) * factor & _MASK
    return h ^ h >> 15


_FUNCTIONS = {"jenkins": jenkins, "murmur": murmur}


@dataclass(frozen=True, slots=True)
class BloomPlan:
    """Kind and size of a filter; see the text of the module."""

    type: str
    num_keys: int
    error_rate: float
    max_keys: int = 0
    hash: str = "murmur"
    is_old: bool = False

    @property
    def num_bits(self) -> int:
        """Bits of a row [bloom.size]."""
        return math.ceil(self.num_keys * (-math.log(self.error_rate) / (math.log(2) * math.log(2))))

    @property
    def num_hashes(self) -> int:
        """Bits of a key [bloom.size]."""
        return math.ceil(math.log(2) * self.num_bits / self.num_keys)

    def check(self) -> None:
        """Reject invalid parameters.

        Raises:
            EncodeError: an unknown type or hash, a size or an error rate out of range.
        """
        check(self.type in TYPES, "bad-type", "bloom.type.code", "type", " or ".join(TYPES), self.type)
        check(self.hash in HASHES, "bad-type", "bloom.hash.type", "hash", " or ".join(HASHES), self.hash)
        check(
            not self.is_old or self.hash == "jenkins",
            "bad-value", "bloom.old-form", "hash of the old form", "jenkins", self.hash,
        )  # fmt: skip
        check(self.num_keys > 0, "bad-value", "bloom.size", "num_keys", "at least 1", self.num_keys)
        rate = self.error_rate
        check(0 < rate < 1, "bad-value", "bloom.size", "error_rate", "between 0 and 1", rate)
        check(self.num_bits < MAX_BITS, "bad-value", "bloom.size", "bits", f"below {MAX_BITS}", self.num_bits)


@dataclass(slots=True)
class _Row:
    plan: BloomPlan
    bits: bytearray

    @classmethod
    def empty(cls, plan: BloomPlan) -> _Row:
        return cls(plan, bytearray((plan.num_bits + 7) // 8))

    def add(self, key: bytes) -> None:
        hashing = _FUNCTIONS[self.plan.hash]
        number = 0
        for _ in range(self.plan.num_hashes):
            number = hashing(key, number)
            magnitude = number if number < 1 << 31 else (1 << 32) - number
            bit = magnitude % self.plan.num_bits
            self.bits[bit // 8] |= 1 << bit % 8

    def encode(self) -> bytes:
        return _head(self.plan) + self.bits


@dataclass(slots=True)
class BloomWriter:
    """Takes keys one by one; the order matters for `DYNAMIC_V0`."""

    plan: BloomPlan
    rows: list[_Row] = field(default_factory=list)
    num_last: int = 0  # keys since the last row was begun
    num_beyond: int = 0  # keys after no row could be added

    def __post_init__(self) -> None:
        self.plan.check()
        self.rows.append(_Row.empty(self.plan))

    def add(self, key: str) -> None:
        """Add a key.

        Raises:
            EncodeError: an empty key.
        """
        check(key, "bad-value", "bloom.key.empty", "key", "at least one character", key)
        self._row().add(key.encode("utf-8"))
        self.num_last += 1

    def _row(self) -> _Row:
        """The row for the next key [bloom.dynamic.growth]."""
        plan = self.plan
        if plan.type != DYNAMIC or self.num_last < plan.num_keys:
            return self.rows[-1]
        if len(self.rows) * plan.num_keys < plan.max_keys:
            self.rows.append(_Row.empty(plan))
            self.num_last = 0
            return self.rows[-1]
        # Further keys go into the rows in turn, starting with the first.
        number = max(self.num_beyond - 1, 0) % len(self.rows)
        self.num_beyond += 1
        return self.rows[number]

    def encode(self) -> bytes:
        """Bytes of the filter with the keys so far."""
        rows = b"".join(row.encode() for row in self.rows)
        if self.plan.type != DYNAMIC:
            return rows
        counts = struct.pack(">3i", self.plan.num_keys, self.num_last, len(self.rows))
        return _head(self.plan) + counts + rows


def _head(plan: BloomPlan) -> bytes:
    if plan.is_old:
        return struct.pack(">2i", plan.num_hashes, plan.num_bits)
    return struct.pack(">2ibi", VERSION, plan.num_hashes, HASHES.index(plan.hash), plan.num_bits)


def encode_bloom(plan: BloomPlan, keys: Iterable[str]) -> bytes:
    """Bytes of a filter with keys.

    Raises:
        EncodeError: see `BloomPlan.check` and `BloomWriter.add`.
    """
    writer = BloomWriter(plan)
    for key in keys:
        writer.add(key)
    return writer.encode()


def bloom_text(data: bytes) -> str:
    """The stored text of a filter's bytes [bloom.text]."""
    return base64.b64encode(data).decode("ascii")


def encode_bloom_description(value: JsonValue) -> str:
    """The text of the described filter.

    Raises:
        EncodeError: a malformed description, or invalid parameters.
    """
    members = _VALUES.members(
        value,
        "",
        {
            "about": _VALUES.text,
            "type": _VALUES.text,
            "keys": _VALUES.list_of(_VALUES.text),
            "num_keys": _VALUES.integer,
            "error_rate": _rate,
            "max_keys": _VALUES.integer,
            "hash": _VALUES.text,
            "is_old": _VALUES.boolean,
        },
    )
    for name in ("type", "keys", "num_keys", "error_rate"):
        if name not in members:
            raise _VALUES.bad(name, "a value", None)
    members.pop("about", None)
    keys = members.pop("keys")
    return bloom_text(encode_bloom(BloomPlan(**members), keys))


def _rate(value: JsonValue, where: str) -> float:
    try:
        return float(_VALUES.text(value, where))
    except ValueError:
        raise _VALUES.bad(where, "a decimal number as text", value) from None
