# SPDX-License-Identifier: Apache-2.0
"""Avro rows as canonical JSON, driven by the writer schema.

| Avro | JSON |
|---|---|
| null, boolean, string | null, true/false, text |
| int, date, time-millis | number |
| long, time-micros, timestamps | decimal text |
| float, double | shortest text that reads back to the same value; exponent form below 1e-4 and from 1e16 |
| bytes, fixed | hex |
| decimal | plain decimal text with all digits of its scale |
| enum | symbol |
| union of null and one other type | null or the value |
| other unions | null, or `{"branch": value}`; branch = type name, full name of named types |
| array; map and record | list; object |
"""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hudi_conformance.canonical import scalars
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import AvroSchema, AvroValue, JsonValue

MAX_DEPTH = 120  # nesting of rows and schemas that we follow
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_LOCAL_EPOCH = datetime.datetime(1970, 1, 1)  # noqa: DTZ001 - local timestamps have no zone
_MICROSECOND = datetime.timedelta(microseconds=1)
_PRIMITIVES = frozenset({"null", "boolean", "int", "long", "float", "double", "bytes", "string"})

Mapped = Callable[[Any, int], Any]  # (value, depth) -> JSON


class RowMapper:
    """Maps values of one Avro schema to canonical JSON.

    The schema is plain JSON (dict, list, str), named types may be referred to by simple or full name.
    Values are what an Avro reader yields: logical types as their physical value or as the Python type;
    a union branch may be named by a tuple (branch name, value), otherwise it is chosen by Python type.

    Raises:
        LimitExceeded: schema or value nested deeper than `MAX_DEPTH`.
        ValueError: value that is not of the schema, unknown type name.
    """

    def __init__(self, schema: AvroSchema) -> None:
        self._named: dict[str, Mapped] = {}
        self._map = self._compile(schema, "", 0)

    def __call__(self, value: AvroValue) -> JsonValue:
        """The JSON form of one value."""
        return self._map(value, 0)

    def _compile(self, schema: AvroSchema, namespace: str, depth: int) -> Mapped:
        if depth > MAX_DEPTH:
            raise LimitExceeded(f"schema nested deeper than {MAX_DEPTH}")
        if isinstance(schema, str):
            return _SCALARS[schema] if schema in _PRIMITIVES else self._reference(schema, namespace)
        if isinstance(schema, Sequence):
            return self._union(schema, namespace, depth)
        if not isinstance(schema, Mapping):
            raise ValueError(f"no Avro schema: {schema!r:.80}")
        kind = schema.get("type")
        match kind:
            case "record" | "error":
                return self._record(schema, namespace, depth)
            case "enum":
                return self._define(schema, namespace, _map_text)
            case "fixed":
                return self._define(schema, namespace, _scalar("bytes", schema))
            case "array":
                return _array(self._compile(schema.get("items"), namespace, depth + 1))
            case "map":
                return _map(self._compile(schema.get("values"), namespace, depth + 1))
            case str() if kind in _PRIMITIVES:
                return _scalar(kind, schema)
        return self._compile(kind, namespace, depth + 1)

    def _reference(self, name: str, namespace: str) -> Mapped:
        """Resolved late: a type may refer to itself, and to types that a later branch defines."""
        candidates = [name] if "." in name or not namespace else [f"{namespace}.{name}", name]

        def mapped(value: AvroValue, depth: int) -> JsonValue:
            for candidate in candidates:
                if candidate in self._named:
                    return self._named[candidate](value, depth)
            raise ValueError(f"unknown Avro type {name!r}")

        return mapped

    def _define(self, schema: Mapping[str, Any], namespace: str, mapped: Mapped) -> Mapped:
        self._named[full_name(schema, namespace)] = mapped
        return mapped

    def _record(self, schema: Mapping[str, Any], namespace: str, depth: int) -> Mapped:
        fields: list[tuple[str, Mapped]] = []

        def mapped(value: AvroValue, depth: int) -> JsonValue:
            _check_depth(depth)
            if not isinstance(value, Mapping):
                raise ValueError(f"expected a record, got {type(value).__name__}")
            members: dict[str, Any] = {}
            for name, field in fields:
                if name not in value:
                    raise ValueError(f"record lacks field {name!r}")
                members[name] = field(value[name], depth + 1)
            return members

        full = full_name(schema, namespace)
        self._named[full] = mapped
        inner = full.rpartition(".")[0]
        fields += [(f["name"], self._compile(f["type"], inner, depth + 1)) for f in schema.get("fields", ())]
        return mapped

    def _union(self, schema: Sequence[Any], namespace: str, depth: int) -> Mapped:
        branches = [
            (branch_name(branch, namespace), branch, self._compile(branch, namespace, depth + 1))
            for branch in schema
        ]
        non_null = [branch for branch in branches if branch[0] != "null"]
        if len(branches) == 2 and len(non_null) == 1:
            only_name, _, only = non_null[0]

            def optional(value: AvroValue, depth: int) -> JsonValue:
                if value is None:
                    return None
                named = _named_branch(value, (only_name,))
                return only(value if named is None else named[1], depth + 1)

            return optional
        names = tuple(name for name, _, _ in branches)

        def mapped(value: AvroValue, depth: int) -> JsonValue:
            _check_depth(depth)
            if value is None:
                return None
            named = _named_branch(value, names)
            if named is not None:
                return {name: branch(named[1], depth + 1) for name, _, branch in branches if name == named[0]}
            for name, branch_schema, branch in non_null:
                if _is_of_branch(value, name, branch_schema):
                    return {name: branch(value, depth + 1)}
            raise ValueError(f"no branch of {list(names)} holds a {type(value).__name__}")

        return mapped


def full_name(schema: Mapping[str, Any], namespace: str) -> str:
    """Full name of a named type that is defined inside `namespace`."""
    name = schema.get("name")
    if not isinstance(name, str):
        raise ValueError("named Avro type without a name")
    if "." in name:
        return name
    scope = schema.get("namespace", namespace) or ""
    return f"{scope}.{name}" if scope else name


def branch_name(branch: AvroSchema, namespace: str) -> str:
    """Name of a union's branch in JSON: the type's name, the full name of a named type."""
    if not isinstance(branch, str):
        if not isinstance(branch, Mapping):
            raise ValueError("a union directly inside a union")
        kind = branch.get("type")
        if kind in {"record", "error", "enum", "fixed"}:
            return full_name(branch, namespace)
        return branch_name(kind, namespace)
    known = branch in _PRIMITIVES or branch in {"array", "map"} or "." in branch or not namespace
    return branch if known else f"{namespace}.{branch}"


def _named_branch(value: AvroValue, names: tuple[str, ...]) -> tuple[str, Any] | None:
    if isinstance(value, tuple) and len(value) == 2 and value[0] in names:
        return value
    return None


def _is_of_branch(value: AvroValue, name: str, schema: AvroSchema) -> bool:
    kind = schema.get("type") if isinstance(schema, Mapping) else schema
    match kind:
        case "boolean":
            return isinstance(value, bool)
        case "int" | "long":
            bits = 31 if kind == "int" else 63
            if isinstance(value, int) and not isinstance(value, bool):
                return -(1 << bits) <= value < 1 << bits
            return isinstance(value, datetime.date | datetime.time)
        case "float" | "double":
            return isinstance(value, float)
        case "bytes":
            return isinstance(value, bytes | bytearray | decimal.Decimal)
        case "fixed":
            size = schema.get("size")
            return isinstance(value, decimal.Decimal) or (isinstance(value, bytes) and len(value) == size)
        case "string" | "enum":
            return isinstance(value, str | uuid.UUID)
        case "array":
            return isinstance(value, list)
    # records, maps and references to named types
    return isinstance(value, Mapping) or name not in _PRIMITIVES


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"row nested deeper than {MAX_DEPTH}")


def _array(item: Mapped) -> Mapped:
    def mapped(value: AvroValue, depth: int) -> JsonValue:
        _check_depth(depth)
        return [item(element, depth + 1) for element in value]

    return mapped


def _map(item: Mapped) -> Mapped:
    def mapped(value: AvroValue, depth: int) -> JsonValue:
        _check_depth(depth)
        return {key: item(element, depth + 1) for key, element in value.items()}

    return mapped


def _scalar(kind: str, schema: Mapping[str, Any]) -> Mapped:
    if schema.get("logicalType") == "decimal" and kind == "bytes":
        scale = schema.get("scale", 0)
        if not isinstance(scale, int) or scale < 0:
            return _SCALARS["bytes"]  # an invalid logical type is ignored, as Avro demands
        return lambda value, _: scalars.canonical_decimal(
            (bytes(value), scale) if isinstance(value, bytes | bytearray) else value
        )
    logical = schema.get("logicalType")
    if kind in {"int", "long"} and isinstance(logical, str):
        show: Callable[[int], Any] = int if kind == "int" else str
        return lambda value, _: show(_physical(value, logical))
    return _SCALARS[kind]


def _physical(value: AvroValue, logical: str) -> int:
    """Integer of a date or time that an Avro library has converted to a Python value."""
    if isinstance(value, int):
        return value
    if isinstance(value, datetime.datetime):
        since = value - (_LOCAL_EPOCH if value.tzinfo is None else _EPOCH)
        micros = since // _MICROSECOND
    elif isinstance(value, datetime.date):
        return value.toordinal() - _EPOCH.toordinal()
    elif isinstance(value, datetime.time):
        micros = ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond
    else:
        raise ValueError(f"no {logical}: {value!r:.80}")
    return micros // 1000 if logical.endswith("millis") else micros


def _map_null(value: AvroValue, _: int) -> None:
    if value is not None:
        raise ValueError(f"no null: {value!r:.80}")


def _map_text(value: AvroValue, _: int) -> JsonValue:
    return scalars.canonical_text(value if isinstance(value, str | bytes) else str(value))


_SCALARS: dict[str, Mapped] = {
    "null": _map_null,
    "boolean": lambda value, _: bool(value),
    "int": lambda value, _: int(value),
    "long": lambda value, _: str(int(value)),
    "float": lambda value, _: scalars.canonical_float32(value),
    "double": lambda value, _: scalars.canonical_float64(value),
    "bytes": lambda value, _: scalars.canonical_bytes(bytes(value)),
    "string": _map_text,
}
