# SPDX-License-Identifier: Apache-2.0
"""`.hashing_meta` and `.hashing_config`: JSON texts [bucket.ring.file, bucket.partition.file]."""

from __future__ import annotations

import json
from typing import Any

from hudi_conformance.errors import Reject
from hudi_conformance.model.bucket import TAGS, HashingConfig, HashingMeta, HashingNode
from hudi_conformance.model.common import JsonValue

_META, _CONFIG = "bucket.ring.file", "bucket.partition.file"
_INTEGERS = {"version": 15, "numBuckets": 31, "seqNo": 31, "value": 31, "defaultBucketNumber": 31}  # bits


def decode_hashing_meta(data: bytes) -> HashingMeta:
    """Consistent hashing of a partition.

    Raises:
        Reject: not such a text.
    """
    tree = _object(data, _META)
    nodes = tree.get("nodes")
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        raise Reject("missing-field", None, _META, "nodes is not a list of objects")
    return HashingMeta(
        _integer(tree, "version", _META),
        _text(tree, "partitionPath", _META),
        _text(tree, "instant", _META),
        _integer(tree, "numBuckets", _META),
        _integer(tree, "seqNo", _META),
        tuple(_node(node) for node in nodes),
    )


def _node(tree: dict[str, Any]) -> HashingNode:
    tag = _text(tree, "tag", _META)
    if tag not in TAGS:
        raise Reject("bad-value", None, _META, f"tag {tag!r:.40}")
    return HashingNode(_integer(tree, "value", _META), _text(tree, "fileIdPrefix", _META), tag)


def decode_hashing_config(data: bytes) -> HashingConfig:
    """Numbers of buckets by partition.

    Raises:
        Reject: not such a text.
    """
    tree = _object(data, _CONFIG)
    return HashingConfig(
        _text(tree, "expressions", _CONFIG),
        _integer(tree, "defaultBucketNumber", _CONFIG),
        _text(tree, "rule", _CONFIG),
        _integer(tree, "version", _CONFIG),
        _text(tree, "instant", _CONFIG),
    )


def _object(data: bytes, requirement: str) -> dict[str, Any]:
    try:
        tree: JsonValue = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Reject("bad-value", None, requirement, f"not JSON: {error!s:.80}") from None
    if not isinstance(tree, dict):
        raise Reject("bad-value", None, requirement, "not a JSON object")
    return tree


def _text(tree: dict[str, Any], name: str, requirement: str) -> str:
    value = tree.get(name)
    if not isinstance(value, str):
        code = "bad-value" if name in tree else "missing-field"
        raise Reject(code, None, requirement, f"{name} is not a text")
    return value


def _integer(tree: dict[str, Any], name: str, requirement: str) -> int:
    value, limit = tree.get(name), 1 << _INTEGERS[name]
    if not isinstance(value, int) or isinstance(value, bool) or not -limit <= value < limit:
        code = "bad-value" if name in tree else "missing-field"
        raise Reject(code, None, requirement, f"{name} is not an integer of {_INTEGERS[name] + 1} bits")
    return value
