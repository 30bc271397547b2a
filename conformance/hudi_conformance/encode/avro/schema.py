# SPDX-License-Identifier: Apache-2.0
"""An Avro schema with resolved names, for a writer of records.

It is not parsed by fastavro, which accepts unions of equal branches and records without fields, rejects
decimals that Avro ignores, and crashes on a type that is again an object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import fastavro
from fastavro.schema import SchemaParseException, UnknownType

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.model.common import AvroSchema

PRIMITIVES = frozenset({"null", "boolean", "int", "long", "float", "double", "bytes", "string"})
_RULE = "log.header.schema-json"
# Logical types that change how a value is returned or stored, with the types that may have them; on other
# types they are ignored, as Avro requires.
_LOGICAL_ON = {
    "decimal": ("bytes", "fixed"), "date": ("int",), "time-millis": ("int",), "time-micros": ("long",),
    "timestamp-millis": ("long",), "timestamp-micros": ("long",), "local-timestamp-millis": ("long",),
    "local-timestamp-micros": ("long",),
}  # fmt: skip
# Limits of this writer, not of Avro: descriptions come from outside.
_MAX_DEPTH = 100
_MAX_PRECISION = 1000
_MAX_FIXED = 1 << 20


@dataclass(eq=False)
class AvroType:
    """One type of a schema. Not frozen only because a recursive record contains itself.

    `branch` is the name by which a union refers to it: the type name, for a named type its full name.
    `defaults` are those of a record's fields, as the schema's JSON gives them.
    """

    kind: str
    branch: str
    logical: str | None = None
    scale: int = 0
    precision: int = 0
    size: int = 0
    symbols: tuple[str, ...] = ()
    items: AvroType | None = None
    branches: tuple[AvroType, ...] = ()
    fields: tuple[tuple[str, AvroType], ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)

    @property
    def optional(self) -> AvroType | None:
        """The other branch of a union of null and one other type."""
        kinds = [branch.kind for branch in self.branches]
        if self.kind == "union" and len(kinds) == 2 and kinds.count("null") == 1:
            return self.branches[1 - kinds.index("null")]
        return None

    @property
    def item(self) -> AvroType:
        """Type of the items of an array, or of the values of a map."""
        assert self.items is not None
        return self.items

    @cached_property
    def library(self) -> AvroSchema:
        """The schema for fastavro; None if it rejects it, for example for symbols that are not names."""
        try:
            return fastavro.parse_schema(_plain(self, set()))
        except (SchemaParseException, UnknownType):
            return None

    @cached_property
    def show(self) -> RowMapper:
        """Canonical row of a value."""
        return RowMapper(_plain(self, set()))


def parse_schema(text: str) -> AvroType:
    """Parse the text of a SCHEMA header [log.header.schema-json].

    Raises:
        EncodeError: not JSON, or not an Avro schema.
    """
    try:
        node = json.loads(text)
    except (ValueError, RecursionError):
        raise EncodeError("bad-schema", _RULE, "SCHEMA header", "JSON text", text) from None
    return _parse(node, "", {}, 0)


def _plain(kind: AvroType, defined: set[str]) -> AvroSchema:
    """The schema as JSON, with full names and without parts that do not affect values."""
    node: dict[str, Any] = {"type": kind.kind}
    match kind.kind:
        case "union":
            return [_plain(branch, defined) for branch in kind.branches]
        case "array":
            node["items"] = _plain(kind.item, defined)
        case "map":
            node["values"] = _plain(kind.item, defined)
        case "record" | "enum" | "fixed":
            if kind.branch in defined:
                return kind.branch
            defined.add(kind.branch)
            namespace, _, name = kind.branch.rpartition(".")
            node |= {"name": name, "namespace": namespace, "symbols": list(kind.symbols), "size": kind.size}
            node["fields"] = [{"name": name, "type": _plain(inner, defined)} for name, inner in kind.fields]
    if kind.logical == "decimal":
        node |= {"logicalType": "decimal", "precision": kind.precision, "scale": kind.scale}
    return node


def _bad(what: str, expected: object, actual: object) -> EncodeError:
    return EncodeError("bad-schema", _RULE, what, expected, actual)


def _parse(node: AvroSchema, namespace: str, names: dict[str, AvroType], depth: int) -> AvroType:
    if depth > _MAX_DEPTH:
        raise _bad("schema", f"nesting of at most {_MAX_DEPTH}", "more")
    if isinstance(node, str):
        if node in PRIMITIVES:
            return AvroType(node, node)
        for name in (node if "." in node else f"{namespace}.{node}" if namespace else node, node):
            if name in names:
                return names[name]
        raise _bad("name in the schema", "a type defined before its use", node)
    if isinstance(node, list):
        branches = tuple(_parse(branch, namespace, names, depth + 1) for branch in node)
        if len({branch.branch for branch in branches}) != len(branches):
            raise _bad("union", "branches of different names", [b.branch for b in branches])
        if any(branch.kind == "union" for branch in branches):
            raise _bad("union", "no union directly inside", node)
        return AvroType("union", "union", branches=branches)
    if not isinstance(node, dict) or "type" not in node:
        raise _bad("type", "a name, a list or an object with a type", node)
    kind = node["type"]
    if kind in ("record", "enum", "fixed"):
        return _parse_named(node, kind, namespace, names, depth)
    if kind == "array" and "items" in node:
        return AvroType("array", "array", items=_parse(node["items"], namespace, names, depth + 1))
    if kind == "map" and "values" in node:
        return AvroType("map", "map", items=_parse(node["values"], namespace, names, depth + 1))
    if isinstance(kind, str) and kind in PRIMITIVES:
        return _with_logical(AvroType(kind, kind), node)
    if isinstance(kind, dict | list | str):
        return _parse(kind, namespace, names, depth + 1)
    raise _bad("type", "an Avro type", kind)


def _parse_named(
    node: dict[str, Any], kind: str, namespace: str, names: dict[str, AvroType], depth: int
) -> AvroType:
    name, inner = node.get("name"), node.get("namespace", namespace)
    if not isinstance(name, str) or not name or not isinstance(inner, str):
        raise _bad(f"{kind} type", "a name", name)
    if "." in name:
        inner, full = name.rpartition(".")[0], name
    else:
        full = f"{inner}.{name}" if inner else name
    if full in names:
        raise _bad("name in the schema", "each name defined once", full)
    avro_type = AvroType(kind, full)
    names[full] = avro_type
    if kind == "record":
        fields = node.get("fields")
        if not isinstance(fields, list) or not all(
            isinstance(f, dict) and isinstance(f.get("name"), str) for f in fields
        ):
            raise _bad(f"record {full}", "a list of fields with names", fields)
        avro_type.fields = tuple((f["name"], _parse(f.get("type"), inner, names, depth + 1)) for f in fields)
        avro_type.defaults = {f["name"]: f["default"] for f in fields if "default" in f}
        if len({f[0] for f in avro_type.fields}) != len(avro_type.fields):
            raise _bad(f"record {full}", "different field names", [f[0] for f in avro_type.fields])
    elif kind == "enum":
        symbols = node.get("symbols")
        if not isinstance(symbols, list) or not all(isinstance(s, str) for s in symbols):
            raise _bad(f"enum {full}", "a list of symbols", symbols)
        avro_type.symbols = tuple(symbols)
    else:
        size = node.get("size")
        if not isinstance(size, int) or not 0 <= size <= _MAX_FIXED:
            raise _bad(f"fixed {full}", f"a size from 0 to {_MAX_FIXED}", size)
        avro_type.size = size
        _with_logical(avro_type, node)
    return avro_type


def _with_logical(avro_type: AvroType, node: dict[str, Any]) -> AvroType:
    """Attach the logical type; an invalid decimal is ignored, as in Avro."""
    logical = node.get("logicalType")
    if logical == "decimal":
        precision, scale = node.get("precision"), node.get("scale", 0)
        if avro_type.kind not in ("bytes", "fixed") or not isinstance(precision, int) or precision < 1:
            return avro_type
        if not isinstance(scale, int) or not 0 <= scale <= precision:
            return avro_type
        if precision > _MAX_PRECISION:
            raise _bad("decimal", f"a precision of at most {_MAX_PRECISION}", precision)
        if avro_type.kind == "fixed" and 2 * 10**precision > 1 << 8 * avro_type.size:
            return avro_type
        avro_type.precision, avro_type.scale = precision, scale
    if isinstance(logical, str) and avro_type.kind in _LOGICAL_ON.get(logical, ()):
        avro_type.logical = logical
    return avro_type
