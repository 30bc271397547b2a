# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of record keys, which Hudi stores with base files."""

from __future__ import annotations

from dataclasses import dataclass

SIMPLE = "SIMPLE"
DYNAMIC = "DYNAMIC_V0"
TYPES = (SIMPLE, DYNAMIC)
HASHES = ("jenkins", "murmur")
"""Names of the kinds of hash by their numbers."""


@dataclass(frozen=True, slots=True)
class BloomRow:
    """Bits, and the parameters of a lookup in them.

    Attributes:
        ofs: offset of the row in the filter's bytes.
        is_old: whether it has the old layout, without version and kind of hash.
        num_hashes: bits that a key sets.
        hash_type: index in `HASHES`.
        num_bits: size of the row; `bits` starts with the lowest bit of its first byte.
    """

    ofs: int
    is_old: bool
    num_hashes: int
    hash_type: int
    num_bits: int
    bits: bytes

    @property
    def num_set(self) -> int:
        """How many of the `num_bits` are set."""
        return (int.from_bytes(self.bits, "little") & ((1 << self.num_bits) - 1)).bit_count()


@dataclass(frozen=True, slots=True)
class BloomGrowth:
    """Head of a filter of type `DYNAMIC_V0`.

    Attributes:
        is_old: whether the head has the old layout, without version and kind of hash.
        num_hashes, hash_type, num_bits: parameters of rows that a writer would add.
        num_keys_per_row: keys after which the writer begins a row.
        num_keys_last_row: keys since the last row was begun.
    """

    is_old: bool
    num_hashes: int
    hash_type: int
    num_bits: int
    num_keys_per_row: int
    num_keys_last_row: int


@dataclass(frozen=True, slots=True)
class BloomFilter:
    """A filter: one row of type `SIMPLE`, one or more with `growth` of type `DYNAMIC_V0`."""

    rows: tuple[BloomRow, ...]
    growth: BloomGrowth | None = None

    @property
    def type(self) -> str:
        """Member of `TYPES`."""
        return SIMPLE if self.growth is None else DYNAMIC


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Least and greatest record key stored with a filter, None if they are not stored."""

    low: str | None = None
    high: str | None = None


@dataclass(frozen=True, slots=True)
class BloomAnswers:
    """Result of a lookup of keys in a filter.

    Attributes:
        filter: None if a file has none; then every key is possible.
        range: range of keys stored with the filter in a base file.
        possible: one answer per key.
    """

    filter: BloomFilter | None
    range: KeyRange
    possible: tuple[bool, ...]
