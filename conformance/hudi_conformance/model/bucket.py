# SPDX-License-Identifier: Apache-2.0
"""Files of bucket indexes: the nodes of consistent hashing, the bucket numbers of partitions."""

from __future__ import annotations

from dataclasses import dataclass

META_FOLDER = "bucket_index"
HASHING_FOLDER = f".{META_FOLDER}/consistent_hashing_metadata"
CONFIG_FOLDER = f".{META_FOLDER}/partition_bucket_index_meta/configs"
HASHING_SUFFIX, COMMIT_SUFFIX, CONFIG_SUFFIX = ".hashing_meta", ".commit", ".hashing_config"
FIRST_INSTANT = "00000000000000"
MAX_HASH = 2**31 - 1
TAGS = ("NORMAL", "REPLACE", "DELETE")


@dataclass(frozen=True, slots=True)
class HashingNode:
    """A range of hashes: those above the previous node's value, up to its own value.

    Attributes:
        value: greatest hash of the range.
        file_id_prefix: id of the file group without its last part, which is `-0`.
        tag: member of `TAGS`.
    """

    value: int
    file_id_prefix: str
    tag: str = "NORMAL"


@dataclass(frozen=True, slots=True)
class HashingMeta:
    """Consistent hashing of one partition.

    Attributes:
        version: of the file's layout.
        partition: partition path.
        instant: of the rehashing that wrote it.
        num_buckets: number of buckets at the start.
        seq_no: number of rehashings so far.
        nodes: nodes, in the order of the file.
    """

    version: int
    partition: str
    instant: str
    num_buckets: int
    seq_no: int
    nodes: tuple[HashingNode, ...]


@dataclass(frozen=True, slots=True)
class HashingConfig:
    """Numbers of buckets by partition.

    Attributes:
        expressions: `PATTERN,NUMBER;PATTERN,NUMBER…`.
        default: number of buckets of other partitions.
        rule: kind of the patterns, `regex`.
        version: of the file's layout.
        instant: of the change that wrote it.
    """

    expressions: str
    default: int
    rule: str
    version: int
    instant: str
