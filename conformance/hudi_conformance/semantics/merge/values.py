# SPDX-License-Identifier: Apache-2.0
"""Canonical rows back to physical values by their schema: arguments of a merge.

Integers of dates and times stay integers, decimals become `Decimal`, bytes are parsed from hex.
"""

from __future__ import annotations

import decimal
from collections.abc import Mapping

from hudi_conformance.canonical.rows import branch_name
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema, AvroValue, JsonValue
from hudi_conformance.model.log import OrderingValue

_MAX_DEPTH = 64
_TEXT_INTEGERS = frozenset({"long", "time-micros", "timestamp-micros", "timestamp-millis"})


def physical_value(value: JsonValue, schema: AvroSchema, depth: int = 0) -> AvroValue:
    """Value of the checked schema (as `AvroSchema.tree`).

    Raises:
        Reject: schema-mismatch if the value does not match the schema.
    """
    if depth > _MAX_DEPTH:
        raise _mismatch(value, "a shallower value")
    try:
        return _value(value, schema, depth)
    except (TypeError, ValueError, KeyError, AttributeError, StopIteration, decimal.InvalidOperation):
        raise _mismatch(value, schema) from None


def _mismatch(value: JsonValue, schema: AvroSchema) -> Reject:
    return Reject("schema-mismatch", None, "log.avro.datum", f"{value!r:.60} is not {schema!r:.60}")


def _value(value: JsonValue, schema: AvroSchema, depth: int) -> AvroValue:
    if isinstance(schema, list):
        if value is None and "null" in schema:
            return None
        branches = [branch for branch in schema if branch != "null"]
        if len(branches) != 1:
            ((name, inner),) = value.items()
            branch = next(branch for branch in branches if branch_name(branch, "") == name)
            return name, physical_value(inner, branch, depth + 1)
        [branch] = branches
        return physical_value(value, branch, depth + 1)
    logical = schema.get("logicalType") if isinstance(schema, Mapping) else None
    kind = schema if isinstance(schema, str) else schema["type"]
    if logical == "decimal":
        return decimal.Decimal(value)
    match kind:
        case "null":
            if value is not None:
                raise TypeError
            return None
        case "boolean":
            if not isinstance(value, bool):
                raise TypeError
            return value
        case "int" | "long":
            return _integer(kind, value)
        case "float" | "double":
            return float(value)
        case "bytes" | "fixed":
            return bytes.fromhex(value)
        case "array" | "map" | "record":
            return _composite(kind, value, schema, depth)
    if not isinstance(value, str):
        raise TypeError
    return value


def _integer(kind: str, value: JsonValue) -> int:
    if isinstance(value, bool) or not isinstance(value, str if kind == "long" else int):
        raise TypeError
    return int(value)


def _composite(kind: str, value: JsonValue, schema: AvroSchema, depth: int) -> JsonValue:
    match kind:
        case "array":
            return [physical_value(item, schema["items"], depth + 1) for item in value]
        case "map":
            return {key: physical_value(item, schema["values"], depth + 1) for key, item in value.items()}
    names = [member["name"] for member in schema["fields"]]
    if set(value) - set(names):
        raise TypeError
    return {
        member["name"]: physical_value(value.get(member["name"]), member["type"], depth + 1)
        for member in schema["fields"]
    }


def physical_ordering(value: JsonValue) -> OrderingValue | None:
    """An ordering value from `{"type", "value"}`; None stays None."""
    if value is None:
        return None
    try:
        kind, inner = value["type"], value["value"]
        if kind == "array":
            return OrderingValue(kind, tuple(physical_ordering(item) for item in inner))
        if kind in _TEXT_INTEGERS or kind in {"int", "date"}:
            return OrderingValue(kind, int(inner))
        if kind in {"float", "double"}:
            return OrderingValue(kind, float(inner))
        if kind == "decimal":
            return OrderingValue(kind, decimal.Decimal(inner))
        if kind == "bytes":
            return OrderingValue(kind, bytes.fromhex(inner))
    except (TypeError, ValueError, KeyError, decimal.InvalidOperation):
        raise _mismatch(value, "an ordering value") from None
    return OrderingValue(kind, inner)
