# SPDX-License-Identifier: Apache-2.0
"""Rows of an older schema as rows of the table's schema, by Avro's resolution [table.schema.resolution].

Values are physical: integers for points in time, bytes or `Decimal` for decimals. A value that cannot be
resolved is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hudi_conformance.errors import Reject
from hudi_conformance.views.common import AvroSchema, AvroValue

REQUIREMENT = "table.schema.resolution"
Resolve = Callable[[Any], Any]
_PROMOTIONS = {
    ("int", "long"): int, ("int", "float"): float, ("int", "double"): float, ("long", "float"): float,
    ("long", "double"): float, ("float", "double"): float,
}  # fmt: skip
_MAX_DEPTH = 64


def resolver(writer: AvroSchema, reader: AvroSchema, depth: int = 0) -> Resolve:
    """Function from a value of the schema `writer` to one of the schema `reader` (both as `AvroSchema.tree`).

    Raises:
        Reject: schema-mismatch where no value can be resolved.
    """
    if depth > _MAX_DEPTH:
        raise Reject("bad-schema", None, "limits.depth", "schemas are nested too deep")
    if writer == reader:
        return _same
    writer_null, writer = _without_null(writer)
    reader_null, reader = _without_null(reader)
    if isinstance(writer, list) or isinstance(reader, list):
        if writer == reader:
            return _same
        raise _mismatch(writer, reader)
    if writer == "null":
        return _only_null if reader_null else _refuse_null
    inner = _resolver(writer, reader, depth)
    if writer_null and not reader_null:
        return lambda value: _refuse_null(value) if value is None else inner(value)
    return lambda value: None if value is None else inner(value)


def _resolver(writer: AvroSchema, reader: AvroSchema, depth: int) -> Resolve:
    source, target = _kind(writer), _kind(reader)
    if source == target == "record":
        return _record(writer, reader, depth)
    if source == target == "array":
        item = resolver(writer["items"], reader["items"], depth + 1)
        return lambda value: [item(element) for element in value]
    if source == target == "map":
        member = resolver(writer["values"], reader["values"], depth + 1)
        return lambda value: {key: member(element) for key, element in value.items()}
    if (source, target) in _PROMOTIONS:
        return _PROMOTIONS[source, target]
    if source == target or {source, target} <= {"string", "bytes", "enum"}:
        return _same
    if target == "string" and source in {"int", "long", "float", "double"}:
        return str  # what Hudi's own evolution allows beyond Avro's
    raise _mismatch(writer, reader)


def _record(writer: Mapping[str, Any], reader: Mapping[str, Any], depth: int) -> Resolve:
    written = {member["name"]: member["type"] for member in writer["fields"]}
    members: list[tuple[str, Resolve | None, Any]] = []
    for member in reader["fields"]:
        name = member["name"]
        if name in written:
            members.append((name, resolver(written[name], member["type"], depth + 1), None))
        else:
            # A field without a default and without a value is absent: Hudi reads it as null.
            members.append((name, None, member.get("default")))
    return lambda row: {
        name: default if resolve is None else resolve(row.get(name)) for name, resolve, default in members
    }


def _kind(node: AvroSchema) -> str:
    if isinstance(node, str):
        return node
    inner = node["type"]
    return inner if isinstance(inner, str) else _kind(inner)


def _without_null(node: AvroSchema) -> tuple[bool, Any]:
    if not isinstance(node, list):
        return node == "null", node
    others = [branch for branch in node if branch != "null"]
    return len(others) < len(node), others[0] if len(others) == 1 else others


def _same(value: AvroValue) -> AvroValue:
    return value


def _only_null(_: AvroValue) -> None:
    return None


def _refuse_null(_: AvroValue) -> AvroValue:
    raise Reject("schema-mismatch", None, REQUIREMENT, "a null where the table's schema allows none")


def _mismatch(writer: AvroSchema, reader: AvroSchema) -> Reject:
    message = f"{_name(writer)} cannot be read as {_name(reader)}"
    return Reject("schema-mismatch", None, REQUIREMENT, message)


def _name(node: AvroSchema) -> str:
    return "a union" if isinstance(node, list) else _kind(node)
