# SPDX-License-Identifier: Apache-2.0
"""Values of ORC columns as the Avro schema of the file stores them.

ORC has one type for all timestamps, and none for bytes of a fixed length: the Avro schema in the footer
determines the type of a column [orc.values.*].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from hudi_conformance.decode.orc.zones import UTC, instants
from hudi_conformance.model.common import AvroSchema

_UNITS = {
    "timestamp-millis": ("ms", "UTC"), "timestamp-micros": ("us", "UTC"), "timestamp-nanos": ("ns", "UTC"),
    "local-timestamp-millis": ("ms", None), "local-timestamp-micros": ("us", None),
    "local-timestamp-nanos": ("ns", None),
}  # fmt: skip
_MAX_DEPTH = 64
_types = pa.types


def stored_type(kind: pa.DataType, node: AvroSchema, depth: int = 0) -> pa.DataType:
    """The Arrow type of a column, from its ORC type and its Avro schema."""
    node = _only(node)
    if _types.is_timestamp(kind):
        logical = node.get("logicalType") if isinstance(node, Mapping) else None
        return pa.timestamp(*_UNITS.get(str(logical), ("ns", "UTC")))
    if depth > _MAX_DEPTH:
        return kind
    node = node if isinstance(node, Mapping) else {}  # a file without schema, or one of another shape
    if _types.is_binary(kind) and node.get("type") == "fixed" and isinstance(node.get("size"), int):
        return pa.binary(node["size"])
    if _types.is_struct(kind):
        types = _members(node)
        members = [kind.field(i) for i in range(kind.num_fields)]
        return pa.struct(
            [
                pa.field(m.name, stored_type(m.type, types.get(m.name), depth + 1), nullable=m.nullable)
                for m in members
            ]
        )
    if _types.is_list(kind):
        item = kind.value_field
        return pa.list_(item.with_type(stored_type(item.type, node.get("items"), depth + 1)))
    if _types.is_map(kind):
        return pa.map_(
            kind.key_type,
            kind.item_field.with_type(stored_type(kind.item_type, node.get("values"), depth + 1)),
        )
    return kind


def _only(node: AvroSchema) -> AvroSchema:
    """The type of an optional value."""
    while True:
        if isinstance(node, list):
            branches = [branch for branch in node if branch != "null"]
            node = branches[0] if len(branches) == 1 else None
        elif isinstance(node, Mapping) and isinstance(node.get("type"), Mapping | list):
            node = node["type"]
        else:
            return node


def _members(node: Mapping[str, Any]) -> dict[str, AvroSchema]:
    fields = node.get("fields")
    return {m["name"]: m["type"] for m in fields} if isinstance(fields, list) else {}


def stored_values(column: pa.Array, target: pa.DataType, zone: str) -> pa.Array:
    """A column with its stored type.

    Args:
        column: as the library returns it, of a file `in_utc`.
        target: of `stored_type`.
        zone: time zone of the writer.

    Raises:
        Reject: bad-value: unknown time zone.
        pa.ArrowException: a value that its type cannot hold.
    """
    kind = column.type
    if kind == target:
        return column
    if _types.is_timestamp(kind):
        return _timestamps(column, target, zone)
    if _types.is_struct(kind):
        parts = [stored_values(column.field(i), target.field(i).type, zone) for i in range(kind.num_fields)]
        fields = [target.field(i) for i in range(target.num_fields)]
        return pa.StructArray.from_arrays(parts, fields=fields, mask=_mask(column))
    if _types.is_list(kind):
        values = stored_values(column.values, target.value_type, zone)
        return pa.ListArray.from_arrays(column.offsets, values, type=target, mask=_mask(column))
    if _types.is_map(kind):
        items = stored_values(column.items, target.item_type, zone)
        return pa.MapArray.from_arrays(column.offsets, column.keys, items, type=target, mask=_mask(column))
    return column.cast(target)


def _mask(column: pa.Array) -> pa.Array | None:
    return column.is_null() if column.null_count else None


def _timestamps(column: pa.Array, target: pa.DataType, zone: str) -> pa.Array:
    if column.type.tz is None and target.tz is not None and zone not in UTC:
        column = instants(column, zone)
    return column.cast(pa.timestamp(target.unit, column.type.tz), safe=False).cast(target)
