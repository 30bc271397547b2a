# SPDX-License-Identifier: Apache-2.0
"""Rows of an older schema as rows of the table's schema [table.schema.resolution].

It implements Avro's resolution, and the additional conversions of Hudi's releases: see `conversions`. Values
are physical: timestamps are integers, decimals bytes or `Decimal`. A value that cannot be resolved is
rejected, never guessed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hudi_conformance.canonical.variant_shredded import text_of_stored
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema, AvroValue
from hudi_conformance.model.vector import ELEMENTS
from hudi_conformance.semantics.merge import conversions

REQUIREMENT = "table.schema.resolution"
_FIXED, _NULL = "table.schema.fixed", "table.schema.null"
Resolve = Callable[[Any], Any]
_INTS = frozenset({"int", "date", "time-millis"})
_LONGS = frozenset(
    {"long", "time-micros"}
    | {f"{local}timestamp-{unit}" for local in ("", "local-") for unit in ("millis", "micros", "nanos")}
)
_TEXTS = frozenset({"string", "bytes", "enum"})
_UNITS = {"millis": 1_000_000, "micros": 1000, "nanos": 1}  # in nanoseconds
_TO_TEXT: dict[str, Resolve] = {
    **dict.fromkeys(_INTS | _LONGS, str),
    "float": conversions.text_of_float, "double": conversions.text_of_double,
    "date": conversions.text_of_date,
}  # fmt: skip


def resolver(writer: AvroSchema, reader: AvroSchema) -> Resolve:
    """Function from a value of the schema `writer` to one of the schema `reader` (both as `AvroSchema.tree`).

    A tree is nested no deeper than [limits.depth], so the recursion ends.

    Raises:
        Reject: schema-mismatch if no value can be resolved.
    """
    if writer == reader:
        return _same
    writer_null, writer = without_null(writer)
    reader_null, reader = without_null(reader)
    if isinstance(writer, list) or isinstance(reader, list):
        if writer == reader:
            return _same
        raise _mismatch(writer, reader)
    if writer == "null":
        return (lambda _: None) if reader_null else _refuse_null
    inner = _resolver(writer, reader)
    if writer_null and not reader_null:
        return lambda value: _refuse_null(value) if value is None else inner(value)
    return lambda value: None if value is None else inner(value)


def _resolver(writer: AvroSchema, reader: AvroSchema) -> Resolve:
    source, target = kind_of(writer), kind_of(reader)
    if isinstance(reader, Mapping) and reader.get("logicalType") in {"vector", "variant"}:
        return _shown(source, writer, reader)
    is_narrower = source == target == "decimal" and (
        scale_of(writer) != scale_of(reader) or writer["precision"] > reader["precision"]
    )
    if source == target and not is_narrower:
        return _same_kind(source, writer, reader)
    conversion: Resolve | None = None
    if target == "decimal":
        conversion = conversions.decimal_conversion(
            source, scale_of(writer), scale_of(reader), reader["precision"]
        )
    elif target == "string" and source == "decimal":
        conversion = partial(conversions.text_of_decimal, scale=scale_of(writer))
    elif target == "string" and source not in _TEXTS:
        conversion = _TO_TEXT.get(source)
    elif target == "bytes" and source in {"string", "enum"}:
        conversion = conversions.bytes_of_text
    elif (source in _TEXTS and target in _TEXTS) or (source, target) == ("fixed", "bytes"):
        conversion = _same
    elif (source, target) == ("string", "date"):
        conversion = conversions.date_of_text
    else:
        conversion = _number(source, target)
    if conversion is None:
        raise _mismatch(writer, reader)
    return conversion


def _shown(source: str, writer: AvroSchema, reader: Mapping[str, Any]) -> Resolve:
    """From a stored VECTOR to its elements, from a stored VARIANT to its text [logical.vector.bytes]."""
    if reader["logicalType"] == "variant" and source == "record":
        return partial(text_of_stored, node=writer)
    if reader["logicalType"] == "variant" or source != "fixed":
        raise _mismatch(writer, reader)
    element, dimension = reader["elementType"], reader["dimension"]
    kind = ELEMENTS[element]
    stored = writer.get("elementType", element) if writer.get("logicalType") == "vector" else element
    if stored != element or writer["size"] != dimension * kind.size:
        raise _mismatch(writer, reader)
    unpack = struct.Struct(f"<{dimension}{kind.code}").unpack
    return lambda value: list(unpack(value))


def _number(source: str, target: str) -> Resolve | None:
    """Widen numbers. A timestamp gets a finer unit; for a coarser one releases keep the stored number."""
    if "timestamp" in source and "timestamp" in target:
        unit, target_unit = (_UNITS[name.rpartition("-")[2]] for name in (source, target))
        if unit == 1 and target_unit > 1:  # INT96 and nanoseconds, which those releases do not write
            return lambda value: value // target_unit
        factor = max(unit // target_unit, 1)
        return lambda value: value * factor
    if (source in _INTS and target in _INTS | _LONGS) or (source in _LONGS and target in _LONGS):
        return _same
    if target in {"float", "double"} and source in _INTS | _LONGS:
        return float
    return conversions.double_of_float if (source, target) == ("float", "double") else None


def _same_kind(kind: str, writer: AvroSchema, reader: AvroSchema) -> Resolve:
    match kind:
        case "record":
            return _record(writer, reader)
        case "array":
            item = resolver(writer["items"], reader["items"])
            return lambda value: [item(element) for element in value]
        case "map":
            member = resolver(writer["values"], reader["values"])
            return lambda value: {key: member(element) for key, element in value.items()}
        case "fixed" if writer["size"] != reader["size"]:
            raise _mismatch(writer, reader)
    return _same


def _record(writer: Mapping[str, Any], reader: Mapping[str, Any]) -> Resolve:
    written = {member["name"]: member["type"] for member in writer["fields"]}
    members: list[tuple[str, Resolve | None, Any]] = []
    for member in reader["fields"]:
        name = member["name"]
        if name in written:
            members.append((name, resolver(written[name], member["type"]), None))
        else:
            members.append((name, None, _default(member)))
    return lambda row: {
        name: default if resolve is None else resolve(row.get(name)) for name, resolve, default in members
    }


def _default(member: Mapping[str, Any]) -> AvroValue:
    """Value of a field that older rows lack. Without a default it is null, if allowed."""
    if "default" in member:
        return _physical(member["default"], member["type"])
    if without_null(member["type"])[0]:
        return None
    message = f"older rows lack {member['name']!r:.40}, which has no default and may not be null"
    raise Reject("schema-mismatch", None, REQUIREMENT, message)


def _physical(value: AvroValue, node: AvroSchema) -> AvroValue:
    """A default as a datum value: schemas write bytes as text."""
    if isinstance(node, list):  # the default of a union is of its first branch
        return _physical(value, next((branch for branch in node if branch != "null"), "null"))
    if value is None:
        return value
    inner = node if isinstance(node, str) else node["type"]
    if isinstance(value, str):
        return value.encode("latin-1", "replace") if inner in {"bytes", "fixed"} else value
    match inner:
        case "array":
            return [_physical(item, node["items"]) for item in value]
        case "map":
            return {key: _physical(item, node["values"]) for key, item in value.items()}
        case "record":
            return {
                member["name"]: _physical(value[member["name"]], member["type"])
                if member["name"] in value
                else _default(member)
                for member in node["fields"]
            }
    return value


def kind_of(node: AvroSchema) -> str:
    """Name of a type, or of its logical type if that changes the meaning of values."""
    if isinstance(node, str):
        return node
    inner, logical = str(node["type"]), node.get("logicalType")
    if logical == "decimal":  # in a checked schema only bytes and fixed have it
        return "decimal"
    if (inner == "int" and logical in _INTS) or (inner == "long" and logical in _LONGS):
        return str(logical)
    return inner


def scale_of(node: AvroSchema) -> int:
    """Digits of a decimal after the point; 0 for another number."""
    return 0 if isinstance(node, str) else int(node.get("scale", 0))


def without_null(node: AvroSchema) -> tuple[bool, Any]:
    """Whether a type may be null, and its other type: a list if there are several types."""
    if not isinstance(node, list):
        return node == "null", node
    branches = [branch for branch in node if branch != "null"]
    has_null = len(branches) < len(node)
    if len(branches) == 1:
        [only] = branches
        return has_null, only
    return has_null, branches


def _same(value: AvroValue) -> AvroValue:
    return value


def _refuse_null(_: AvroValue) -> AvroValue:
    raise Reject("schema-mismatch", None, _NULL, "a null where the table's schema allows none")


def _mismatch(writer: AvroSchema, reader: AvroSchema) -> Reject:
    message = f"{_name(writer)} cannot be read as {_name(reader)}"
    is_fixed = _name(reader) == "fixed" and _name(writer) in {"bytes", "fixed"}
    return Reject("schema-mismatch", None, _FIXED if is_fixed else conversions.REFUSAL, message)


def _name(node: AvroSchema) -> str:
    return "a union" if isinstance(node, list) else kind_of(node)
