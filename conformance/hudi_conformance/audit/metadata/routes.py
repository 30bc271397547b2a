# SPDX-License-Identifier: Apache-2.0
"""Sums of keys by file group, to compare two sides without transferring keys.

Each side adds up a 64-bit hash of every key, seeded by the location of the record. Equal counts and sums mean
equal sets of rows, except with probability 2^-64; if they differ, only the rows of that group are fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash

from hudi_conformance.decode.metadata.keys import java_hash

_MAX_WIDTH = 256  # bytes of a key that is hashed among others
_WRAP = 1 << 64
Cell = tuple[int, int]  # file group of the index, and bucket of it


@dataclass(slots=True)
class Sums:
    """Count and sum of rows by cell."""

    cells: dict[Cell, tuple[int, int]] = field(default_factory=dict)

    def add(self, cell: Cell, count: int, total: int) -> None:
        """Add rows."""
        old = self.cells.get(cell, (0, 0))
        self.cells[cell] = old[0] + count, (old[1] + total) % _WRAP

    def to_json(self) -> list[list[int]]:
        """As data."""
        return [[*cell, *values] for cell, values in self.cells.items()]

    def add_json(self, rows: Sequence[Sequence[int]]) -> None:
        """Add the sums of another task of the same side."""
        for group, bucket, count, total in rows:
            self.add((group, bucket), count, total)

    def differences(self, other: Sums) -> list[Cell]:
        """Cells in which the two differ, in order."""
        cells = sorted({*self.cells, *other.cells})
        return [cell for cell in cells if self.cells.get(cell) != other.cells.get(cell)]


def java_hashes(texts: Sequence[str]) -> npt.NDArray[np.int64]:
    """Hash of each text, as `keys.java_hash`."""
    result = np.zeros(len(texts), np.int64)
    plain = [at for at, text in enumerate(texts) if text.isascii() and len(text) <= _MAX_WIDTH]
    if plain:
        data = [texts[at].encode("ascii") for at in plain]
        lengths = np.fromiter(map(len, data), np.int64, len(data))
        width = int(lengths.max())
        rows = np.frombuffer(b"".join(item.ljust(width, b"\0") for item in data), np.uint8)
        matrix = rows.reshape(len(data), width)
        value = np.zeros(len(data), np.uint32)
        for at in range(width):
            more = value * np.uint32(31) + matrix[:, at]
            value = np.where(at < lengths, more, value)
        result[plain] = value.astype(np.int32)
    if len(plain) < len(texts):
        plain_positions = set(plain)
        for at, text in enumerate(texts):
            if at not in plain_positions:
                result[at] = java_hash(text)
    return result


def groups_of(texts: Sequence[str], num_groups: int) -> npt.NDArray[np.int64]:
    """File group of each text among `num_groups`, as `keys.route`; 0 if an index has no file group."""
    if num_groups == 0:
        return np.zeros(len(texts), np.int64)
    return np.abs(java_hashes(texts)) % num_groups


@lru_cache(maxsize=1 << 16)
def seed_of(partition: str, file_id: str) -> int:
    """Seed of the rows of one data file group."""
    return xxhash.xxh3_64_intdigest(
        f"{len(partition)}/{partition}/{file_id}".encode("utf-8", "surrogatepass")
    )


def digest_of(key: str, seed: int = 0) -> int:
    """The contribution of a row to a sum."""
    return xxhash.xxh3_64_intdigest(key.encode("utf-8", "surrogatepass"), seed)


def bucket_of(key: str, num_buckets: int) -> int:
    """Bucket of a key, independent of the location of the record."""
    return digest_of(key) % num_buckets if num_buckets > 1 else 0


def add_rows(sums: Sums, keys: Sequence[str], routes: Any, seed: int, num_buckets: int) -> None:  # noqa: ANN401 - an array of numbers
    """Add rows of one data file group: their keys, and the file group of the index of each."""
    digests = np.fromiter((digest_of(key, seed) for key in keys), np.uint64, len(keys))
    if num_buckets == 1:
        for group in np.unique(routes):
            chosen = digests[routes == group]
            sums.add((int(group), 0), len(chosen), int(chosen.sum(dtype=np.uint64)))
        return
    for key, group, digest in zip(keys, routes, digests, strict=True):
        sums.add((int(group), bucket_of(key, num_buckets)), 1, int(digest))
