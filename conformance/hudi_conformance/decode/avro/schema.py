# SPDX-License-Identifier: Apache-2.0
"""Avro schema text to a checked schema and a decoder of its values.

Neither a schema nor a datum is trusted: nesting, names, sizes and counts are checked before anything is
built from them. Values stay physical: a logical type never converts a number to a date, and a union of
several types besides null keeps the branch that was written. General-purpose readers do neither and trust
counts, so this module compiles the schema into one closure per type (`avro.datum`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from hudi_conformance.canonical.rows import branch_name, full_name
from hudi_conformance.decode.avro import datum
from hudi_conformance.decode.avro.datum import DecodeValue
from hudi_conformance.model.common import AvroValue, JsonValue

MAX_SCHEMA_DEPTH = 64  # greatest nesting of types in a schema [limits.depth]
MAX_SCHEMA_TEXT = 1 << 22  # characters of a schema at most [limits.allocation]
_MAX_CACHED = 1 << 16  # characters of a schema that is cached
MAX_PRECISION = 2400  # decimals beyond are bytes: computing their digits takes quadratic time
PRIMITIVES: dict[str, tuple[DecodeValue, int]] = {
    "null": (datum.decode_null, 0),
    "boolean": (datum.decode_boolean, 1),
    "int": (datum.decode_int, 1),
    "long": (datum.decode_long, 1),
    "float": (datum.decode_float, 4),
    "double": (datum.decode_double, 8),
    "bytes": (datum.decode_bytes, 1),
    "string": (datum.decode_string, 1),
}


class SchemaError(ValueError):
    """Text that is not an Avro schema."""


@dataclass(frozen=True, slots=True, eq=False)
class AvroSchema:
    """A checked schema; compared by identity.

    Attributes:
        tree: the schema as JSON values; invalid logical types are removed.
        decode: decoder of one value; moves the position of the `Datum` past it.
        len_min: least number of bytes of a value.
    """

    tree: JsonValue
    decode: DecodeValue
    len_min: int

    def __reduce__(self) -> tuple[Callable[[str], AvroSchema], tuple[str]]:
        """Another process compiles the decoder again."""
        return cached_schema, (json.dumps(self.tree),)


def parse_schema(text: str) -> AvroSchema:
    """Check an Avro schema and compile its decoder.

    Raises:
        SchemaError: not JSON, not a schema, or nested deeper than `MAX_SCHEMA_DEPTH` [limits.depth].
    """
    if len(text) > MAX_SCHEMA_TEXT:
        raise SchemaError(f"a schema of {len(text)} characters")
    try:
        tree = json.loads(text)
    except RecursionError:
        raise SchemaError("the schema's JSON is nested too deep") from None
    except ValueError as error:
        raise SchemaError(f"the schema is not JSON: {error}") from None
    compiler = _Compiler()
    clean, decode, len_min = compiler.compile(tree, "", 0)
    return AvroSchema(clean, decode, len_min)


def cached_schema(text: str) -> AvroSchema:
    """As `parse_schema`, cached: thousands of files may share a schema."""
    return _cached(text) if len(text) <= _MAX_CACHED else parse_schema(text)


@lru_cache(maxsize=256)
def _cached(text: str) -> AvroSchema:
    return parse_schema(text)


_Compiled = tuple[JsonValue, DecodeValue, int]  # cleaned schema, decoder, least length of a value


class _Compiler:
    """A single pass over a schema that checks, cleans and compiles it."""

    def __init__(self) -> None:
        # Full name -> [decoder or None while being defined, len_min].
        self._named: dict[str, list[JsonValue]] = {}

    def compile(self, node: JsonValue, namespace: str, depth: int) -> _Compiled:
        if depth > MAX_SCHEMA_DEPTH:
            raise SchemaError(f"the schema is nested deeper than {MAX_SCHEMA_DEPTH} types")
        if isinstance(node, str):
            return self._reference(node, namespace)
        if isinstance(node, list):
            return self._union(node, namespace, depth)
        if not isinstance(node, dict):
            raise SchemaError(f"{node!r:.60} is not a type")
        kind = node.get("type")
        if not isinstance(kind, str):
            raise SchemaError(f"a type is named by text, not by {kind!r:.60}")
        match kind:
            case "record" | "error":
                return self._record(node, namespace, depth)
            case "enum":
                return self._enum(node, namespace)
            case "fixed":
                return self._fixed(node, namespace)
            case "array":
                item, decode, len_min = self.compile(_member(node, "items"), namespace, depth + 1)
                return {**node, "items": item}, datum.array_decoder(decode, len_min), 1
            case "map":
                value, decode, _ = self.compile(_member(node, "values"), namespace, depth + 1)
                return {**node, "values": value}, datum.map_decoder(decode), 1
        _, decode, len_min = self._reference(kind, namespace)
        return _clean_logical_type(node, kind, None), decode, len_min

    def _reference(self, name: str, namespace: str) -> _Compiled:
        if name in PRIMITIVES:
            decode, len_min = PRIMITIVES[name]
            return name, decode, len_min
        candidates = [name] if "." in name or not namespace else [f"{namespace}.{name}", name]
        for candidate in candidates:
            if candidate in self._named:
                box = self._named[candidate]
                return candidate, box[0] or _late(box), box[1]
        raise SchemaError(f"unknown type {name!r:.60}")

    def _define(self, node: dict[str, JsonValue], namespace: str) -> tuple[str, list[JsonValue]]:
        name = node.get("name")
        if not isinstance(name, str) or not isinstance(node.get("namespace"), str | None):
            raise SchemaError(f"a named type without a name: {name!r:.60}")
        full = full_name(node, namespace)
        if full in PRIMITIVES or not all(_is_name(part) for part in full.split(".")):
            raise SchemaError(f"{full!r:.80} is not the name of a type")
        if full in self._named:
            raise SchemaError(f"type {full!r:.80} is defined twice")
        box: list[JsonValue] = [None, 0]
        self._named[full] = box
        return full, box

    def _record(self, node: dict[str, JsonValue], namespace: str, depth: int) -> _Compiled:
        full, box = self._define(node, namespace)
        fields = node.get("fields")
        if not isinstance(fields, list):
            raise SchemaError(f"record {full} has no list of fields")
        inner = full.rpartition(".")[0]
        decoders: list[tuple[str, DecodeValue]] = []
        clean_fields = []
        len_min = 0
        seen: set[str] = set()
        num_zero = 0
        for field in fields:
            name = field.get("name") if isinstance(field, dict) else None
            if not isinstance(name, str) or not _is_name(name) or name in seen:
                raise SchemaError(f"record {full}: {name!r:.60} is not the name of a new field")
            seen.add(name)
            clean, decode, least = self.compile(_member(field, "type"), inner, depth + 1)
            decoders.append((name, decode))
            clean_fields.append({**field, "type": clean})
            len_min += least
            num_zero += least == 0
        # Zero-byte fields that the other bytes of the record do not account for [limits.count-zero-size].
        weight = max(0, num_zero - 4 * len_min)
        box[0], box[1] = datum.record_decoder(decoders, weight), len_min
        return {**node, "fields": clean_fields}, box[0], len_min

    def _enum(self, node: dict[str, JsonValue], namespace: str) -> _Compiled:
        full, box = self._define(node, namespace)
        symbols = node.get("symbols")
        if not isinstance(symbols, list) or not all(isinstance(s, str) and _is_name(s) for s in symbols):
            raise SchemaError(f"enum {full} has no list of symbols")
        if len(set(symbols)) != len(symbols):
            raise SchemaError(f"enum {full} has a symbol twice")
        box[0], box[1] = datum.enum_decoder(symbols), 1
        return node, box[0], 1

    def _fixed(self, node: dict[str, JsonValue], namespace: str) -> _Compiled:
        full, box = self._define(node, namespace)
        size = node.get("size")
        if not isinstance(size, int) or isinstance(size, bool) or size < 0:
            raise SchemaError(f"fixed {full} has no size")
        box[0], box[1] = datum.fixed_decoder(size), size
        return _clean_logical_type(node, "fixed", size), box[0], size

    def _union(self, node: list[JsonValue], namespace: str, depth: int) -> _Compiled:
        branches: list[tuple[str, DecodeValue]] = []
        clean_branches = []
        len_min = 0
        seen: set[str] = set()
        for branch in node:
            if isinstance(branch, list):
                raise SchemaError("a union directly inside a union")
            clean, decode, least = self.compile(branch, namespace, depth + 1)
            name = branch_name(clean, namespace)
            if name in seen:
                raise SchemaError(f"a union has {name} twice")
            seen.add(name)
            branches.append((name, decode))
            clean_branches.append(clean)
            len_min = least if len(branches) == 1 else min(len_min, least)
        return clean_branches, datum.union_decoder(branches), 1 + len_min


def _late(box: list[JsonValue]) -> DecodeValue:
    """Decoder of a recursive type, looked up when it is called."""

    def decode_later(data: datum.Datum, depth: int) -> AvroValue:
        return box[0](data, depth)

    return decode_later


def _member(node: dict[str, JsonValue], name: str) -> JsonValue:
    if name not in node:
        raise SchemaError(f"{node.get('type', node.get('name'))!r:.60} lacks {name!r}")
    return node[name]


def _is_name(text: str) -> bool:
    return text.replace("_", "a").isalnum() and not text[0].isdigit()


def _clean_logical_type(node: dict[str, JsonValue], kind: str, size: int | None) -> dict[str, JsonValue]:
    """Return the type without a logical type that is invalid for it; Avro ignores such logical types."""
    if node.get("logicalType") != "decimal":
        return node
    precision, scale = node.get("precision"), node.get("scale", 0)
    is_valid = (
        kind in {"bytes", "fixed"}
        and type(precision) is int
        and type(scale) is int
        and 0 <= scale <= precision
        and 1 <= precision <= MAX_PRECISION
        and (size is None or precision <= _max_precision(size))
    )
    return node if is_valid else {key: value for key, value in node.items() if key != "logicalType"}


def _max_precision(size: int) -> int:
    # Number of digits that `size` bytes in two's complement can always represent.
    return MAX_PRECISION if size > MAX_PRECISION else math.floor(math.log10(2) * max(8 * size - 1, 0))
