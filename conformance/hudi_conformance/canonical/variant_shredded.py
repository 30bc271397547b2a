# SPDX-License-Identifier: Apache-2.0
"""Variants whose values are stored in separate columns, reassembled [logical.variant.shredded].

A shredded value has `value`, a variant for the members without a column, and `typed_value`: for an object a
record of shredded members, for an array a list of shredded elements, otherwise a value of its type.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hudi_conformance.canonical import variant
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import AvroSchema, AvroValue

RULE = "logical.variant.shredded"
TYPED = "typed_value"
_NANOS = {"millis": (1_000_000, 3), "micros": (1000, 6), "nanos": (1, 9)}
_UUID = 16


def text_of_stored(value: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    """JSON text of a stored variant, shredded or not.

    Args:
        value: the record with `metadata`, `value` and perhaps `typed_value`.
        node: its Avro type.

    Raises:
        Reject: bytes that are not a variant; a value without either part, or with both.
        LimitExceeded: nested too deep.
    """
    metadata, types = value.get("metadata"), _types(node)
    if not isinstance(metadata, bytes):
        raise Reject("missing-field", None, RULE, "a variant without metadata")
    text = _text(metadata, value.get("value"), value.get(TYPED), types.get(TYPED), 0)
    return "null" if text is None else text


def _types(node: AvroSchema) -> dict[str, AvroSchema]:
    fields = node.get("fields") if isinstance(node, Mapping) else None
    return {member["name"]: member["type"] for member in fields} if isinstance(fields, list) else {}


def _only(node: AvroSchema) -> AvroSchema:
    branches = [branch for branch in node if branch != "null"] if isinstance(node, list) else [node]
    return branches[0] if len(branches) == 1 else None


def _text(metadata: bytes, rest: bytes | None, typed: AvroValue, node: AvroSchema, depth: int) -> str | None:
    """Text of a shredded value; None for a member that is absent."""
    if depth > variant.MAX_DEPTH:
        raise LimitExceeded(f"variant nested deeper than {variant.MAX_DEPTH}")
    if typed is None:
        return None if rest is None else variant.text_of_variant(metadata, rest)
    node = _only(node)
    kind = node.get("type") if isinstance(node, Mapping) else node
    if kind == "record":
        return _object(metadata, rest, typed, node, depth)
    if rest is not None:
        raise Reject("bad-state", None, RULE, "a variant with a value and a typed value")
    if kind == "array":
        types = _types(_only(node["items"]))
        texts = [
            _text(metadata, item.get("value"), item.get(TYPED), types.get(TYPED), depth + 1) for item in typed
        ]
        if None in texts:
            raise Reject("missing-field", None, RULE, "an element of a shredded array without a value")
        return f"[{','.join(filter(None, texts))}]"
    return _scalar(typed, node)


def _object(metadata: bytes, rest: bytes | None, typed: AvroValue, node: AvroSchema, depth: int) -> str:
    members = {} if rest is None else variant.members_of_variant(metadata, rest)
    for name, kind in _types(node).items():
        item = typed.get(name)
        if item is None:
            continue
        text = _text(metadata, item.get("value"), item.get(TYPED), _types(_only(kind)).get(TYPED), depth + 1)
        if name in members:
            raise Reject("duplicate", None, RULE, f"member {name!r:.80} is shredded, and in the rest")
        if text is not None:
            members[name] = text
    return variant.object_text(members)


def _scalar(value: AvroValue, node: AvroSchema) -> str:
    kind, logical = (node.get("type"), node.get("logicalType")) if isinstance(node, Mapping) else (node, None)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return variant.decimal_text(value)
    if isinstance(value, float):
        return variant.float_text(value, is_single=kind == "float")
    if isinstance(value, int):
        return _number(value, str(logical or ""))
    if isinstance(value, str):
        return variant.quoted(value)
    if isinstance(value, bytes) and kind == "fixed" and len(value) == _UUID:
        return variant.uuid_text(value)
    if isinstance(value, bytes) and kind == "bytes":
        return variant.binary_text(value)
    raise Reject("bad-type", None, RULE, f"a shredded value of the type {kind!r:.60}")


def _number(value: int, logical: str) -> str:
    if logical == "date":
        return variant.date_text(value)
    factor, digits = _NANOS.get(logical.rpartition("-")[2], (1, 0))
    if logical.startswith("time-"):
        return variant.time_text(value * factor // 1000)
    if "timestamp" in logical:
        return variant.timestamp_text(value * factor, digits, is_local=logical.startswith("local-"))
    return str(value)
