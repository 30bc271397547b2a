# SPDX-License-Identifier: Apache-2.0
"""Membership of a key in a filter."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode import limits
from hudi_conformance.decode.hashes import jenkins, murmur_of_hadoop
from hudi_conformance.errors import Reject
from hudi_conformance.model.bloom import BloomFilter, BloomRow

MAX_HASHES = 1 << 16  # a saturated row of 20 bytes may require 2^31 - 1 of them for each key
_HASHES = (jenkins, murmur_of_hadoop)


def is_possible(found: BloomFilter, key: bytes) -> bool:
    """Whether a key, in UTF-8, may be in the filter: all its bits are set in one of the rows.

    Raises:
        Reject: an empty key [bloom.key.empty].
        LimitExceeded: see `check_hashes`.
    """
    check_key(key)
    check_hashes(found)
    return any(_is_in_row(row, key) for row in found.rows)


def check_key(key: bytes) -> None:
    """Reject a key that cannot be looked up.

    Raises:
        Reject: an empty key.
    """
    if not key:
        raise Reject("bad-value", None, "bloom.key.empty", "an empty key")


def check_hashes(found: BloomFilter) -> None:
    """Reject rows whose lookup would take unbounded time.

    Raises:
        LimitExceeded: a row of more than `MAX_HASHES` hashes, unless limits are lifted.
    """
    most = max(row.num_hashes for row in found.rows)
    if most > MAX_HASHES and not limits.is_lifted():
        raise limits.exceeded(f"Bloom filter of {most} hashes")


def places(key: bytes, num_hashes: int, hash_type: int, num_bits: int) -> Iterator[int]:
    """Bits of a key in a row: each hash is seeded with the previous one [bloom.hash.chain]."""
    hashing = _HASHES[hash_type]
    seed = 0
    for _ in range(num_hashes):
        seed = hashing(key, seed)
        # In signed 32-bit arithmetic: the remainder keeps the sign, which is then dropped.
        number = seed - (1 << 32) if seed >> 31 else seed
        yield abs(number) % num_bits


def _is_in_row(row: BloomRow, key: bytes) -> bool:
    bits = row.bits
    return all(
        bits[place >> 3] >> (place & 7) & 1
        for place in places(key, row.num_hashes, row.hash_type, row.num_bits)
    )
