# SPDX-License-Identifier: Apache-2.0
"""Keys of records of the metadata table: hashes, their compositions, routing to a file group."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache

import xxhash

_SEED = 0xFFFF_FFFF_DABA_DABA  # a negative 32-bit number, extended by its sign
ALL_PARTITIONS = "__all_partitions__"
NOT_PARTITIONED = "."
EXPRESSION_PARTITION = "__partition_stat__"


def column_hash(name: str) -> bytes:
    """8 bytes, big-endian [metadata.key.hash]."""
    return xxhash.xxh64_digest(_utf8(name), seed=_SEED)


def partition_hash(path: str) -> bytes:
    """As `column_hash`; the empty path is hashed as `.` [metadata.key.empty-partition]."""
    return column_hash(path or NOT_PARTITIONED)


def file_hash(name: str) -> bytes:
    """16 bytes [metadata.key.file-hash]."""
    return hashlib.md5(_utf8(name), usedforsecurity=False).digest()


def column_stats_key(column: str, partition: str, file: str) -> str:
    """Key of a row of column statistics [metadata.key.compose]."""
    return partition_stats_key(column, partition) + encoded(file_hash(file))


@lru_cache(maxsize=1024)  # the same for all files of a partition
def partition_stats_key(column: str, partition: str) -> str:
    """Key of a row of partition statistics [metadata.key.compose]."""
    return encoded(column_hash(column)) + encoded(partition_hash(partition))


def expression_partition_key(column: str, partition: str) -> str:
    """Key of a row of partitions in an expression index [metadata.key.compose]."""
    middle = column_hash(EXPRESSION_PARTITION)
    return encoded(column_hash(column)) + encoded(middle) + encoded(partition_hash(partition))


def bloom_key(partition: str, file: str) -> str:
    """Key of a row of Bloom filters [metadata.key.compose]."""
    return encoded(partition_hash(partition)) + encoded(file_hash(file))


def java_hash(text: str) -> int:
    """Hash of a text: 31·h + UTF-16 unit, as a signed 32-bit number."""
    units = text.encode("utf-16-be", "surrogatepass")
    value = 0
    for at in range(0, len(units), 2):
        value = (31 * value + (units[at] << 8 | units[at + 1])) & 0xFFFF_FFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def route(key: str, num_groups: int) -> int:
    """Number of the file group of a key among `num_groups`, sorted by file id [metadata.group.route].

    Raises:
        ValueError: there is no group.
    """
    if num_groups < 1:
        raise ValueError(f"{num_groups} file groups")
    return abs(java_hash(key)) % num_groups


def encoded(digest: bytes) -> str:
    """Text of a hash in keys."""
    return base64.b64encode(digest).decode("ascii")


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
