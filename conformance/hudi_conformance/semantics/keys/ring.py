# SPDX-License-Identifier: Apache-2.0
"""Consistent hashing: nodes of a partition, the node of a record key, the valid file [bucket.ring.*]."""

from __future__ import annotations

import hashlib
import uuid
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from struct import pack

import xxhash

from hudi_conformance.errors import Reject
from hudi_conformance.model.bucket import (
    COMMIT_SUFFIX,
    FIRST_INSTANT,
    HASHING_SUFFIX,
    MAX_HASH,
    HashingMeta,
    HashingNode,
)
from hudi_conformance.model.common import Finding
from hudi_conformance.semantics.keys.record_key import key_values
from hudi_conformance.semantics.merge.rules import Line


def first_nodes(partition: str, num_buckets: int) -> tuple[HashingNode, ...]:
    """Nodes of a partition before any rehashing [bucket.ring.first]."""
    step = -(-MAX_HASH // num_buckets)
    nodes, start = [], 0
    for number in range(1, num_buckets + 1):
        end = min(step * number, MAX_HASH)
        nodes.append(HashingNode(end, str(_uuid(pack(">qq", start, end) + partition.encode()))))
        start = end
    return tuple(nodes)


def _uuid(data: bytes) -> uuid.UUID:
    """As `nameUUIDFromBytes` of Java: version 3 without a namespace."""
    return uuid.UUID(bytes=hashlib.md5(data, usedforsecurity=False).digest(), version=3)


def ring_hash(values: Sequence[str | None]) -> int:
    """Hash of the values of hash fields, joined; a null is the text `null` [bucket.ring.hash]."""
    joined = "".join("null" if value is None else value for value in values)
    return xxhash.xxh32_intdigest(joined.encode("utf-8", "surrogatepass"), seed=0) & MAX_HASH


def node_of(nodes: Sequence[HashingNode], key: str, fields: Sequence[str], line: Line) -> HashingNode:
    """The node of a record key.

    Raises:
        Reject: missing-field if there are no nodes.
    """
    if not nodes:
        raise Reject("missing-field", None, "bucket.ring.nodes", "no nodes")
    ring = {node.value: node for node in nodes}
    values = sorted(ring)
    position = bisect_left(values, ring_hash(key_values(key, fields, line)))
    return ring[values[position % len(values)]]


def ring_findings(meta: HashingMeta, partition: str, instant: str) -> Iterator[Finding]:
    """Yield errors of the metadata of a partition [bucket.ring.nodes].

    Args:
        meta: the metadata.
        partition: folder of the file.
        instant: instant in its name.
    """

    def wrong(message: str) -> Finding:
        return Finding("bucket.ring.nodes", "bad-value", None, message)

    values = [node.value for node in meta.nodes]
    prefixes = [node.file_id_prefix for node in meta.nodes]
    if meta.partition != partition:
        yield wrong(f"it names the partition {meta.partition!r:.60}")
    if meta.instant != instant:
        yield wrong(f"it names the instant {meta.instant!r:.40}")
    if not values or any(left >= right for left, right in pairwise(values)):
        yield wrong("values of nodes that do not ascend")
    elif values[0] < 0 or values[-1] != MAX_HASH:
        yield wrong(f"values of nodes from {values[0]} to {values[-1]}, not to {MAX_HASH}")
    if len(set(prefixes)) != len(prefixes):
        yield wrong("two nodes with one file group")
    if instant == FIRST_INSTANT and meta.num_buckets != len(values):
        yield wrong(f"{len(values)} nodes for {meta.num_buckets} buckets")


def holding_file(
    names: Collection[str], completed: Collection[str], pending: Collection[str], live: Collection[str]
) -> str | None:
    """The valid hashing file of a partition; None if there is none [bucket.ring.holding].

    Args:
        names: of the files in the partition's folder of hashing metadata.
        completed: instants of completed commits and replacecommits of the active timeline.
        pending: instants of pending ones.
        live: names of files with a node among the live base files of the partition.

    Raises:
        Reject: missing-field for a commit marker without its file [bucket.ring.marker].
    """
    files = sorted(name for name in names if name.endswith(HASHING_SUFFIX))
    commits = {_instant(name) for name in names if name.endswith(COMMIT_SUFFIX)}
    newest_commit = max(commits, default=None)
    if not files and newest_commit is None:
        return None
    if files and _instant(files[-1]) in {FIRST_INSTANT, newest_commit}:
        return files[-1]
    committed = [name for name in files if _instant(name) == newest_commit]
    if newest_commit is not None and not committed:
        message = f"{newest_commit}{COMMIT_SUFFIX} without its metadata"
        raise Reject("missing-field", None, "bucket.ring.marker", message)
    later = [
        name
        for name in files
        if (newest_commit is None or _instant(name) > newest_commit)
        and (
            _instant(name) in {FIRST_INSTANT, *completed} or (_instant(name) not in pending and name in live)
        )
    ]
    return next(reversed(later or committed), None)


def _instant(name: str) -> str:
    return name.partition(".")[0]
