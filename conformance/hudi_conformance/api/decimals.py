# SPDX-License-Identifier: Apache-2.0
"""Decimals as `Decimal` in rows of every kind of file; Avro decoders return their bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from hudi_conformance.canonical.rows import full_name
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.semantics.merge.conversions import decimal_of

MAX_LEN_DECIMAL = 1024
"""Longest unscaled value, in bytes, that is converted: computing decimal digits takes quadratic time."""
Convert: TypeAlias = Callable[[Any], Any]


def decimals_of(schema: AvroSchema) -> Convert | None:
    """Return the function that turns bytes of decimals in a value of this schema into `Decimal`.

    None if the schema has no decimal. A decimal in a union with several other types is unchanged.

    Args:
        schema: parsed JSON of a valid Avro schema.
    """
    return _Compiler().compile(schema, "")


class _Compiler:
    def __init__(self) -> None:
        self._named: dict[str, list[Convert | None]] = {}

    def compile(self, schema: AvroSchema, namespace: str) -> Convert | None:
        if isinstance(schema, str):
            return self._reference(schema, namespace)
        if isinstance(schema, list):
            others = [branch for branch in schema if branch != "null"]
            converts = [self.compile(branch, namespace) for branch in others]
            return _optional(converts[0]) if len(converts) == 1 and converts[0] else None
        if schema.get("logicalType") == "decimal":
            scale = schema.get("scale", 0)
            return lambda value: _decimal(value, scale)
        match schema.get("type"):
            case "record" | "error":
                return self._record(schema, namespace)
            case "array":
                item = self.compile(schema["items"], namespace)
                return item and (lambda value: [item(element) for element in value])
            case "map":
                entry = self.compile(schema["values"], namespace)
                return entry and (lambda value: {key: entry(element) for key, element in value.items()})
            case list() | dict() as inner:
                return self.compile(inner, namespace)
        return None

    def _reference(self, name: str, namespace: str) -> Convert | None:
        """A named type, possibly the one that is being compiled."""
        for known in (f"{namespace}.{name}", name):
            if known in self._named:
                held = self._named[known]
                return lambda value: held[0](value) if held[0] else value
        return None

    def _record(self, schema: Mapping[str, Any], namespace: str) -> Convert | None:
        name = full_name(schema, namespace)
        held = self._named.setdefault(name, [None])
        inner = name.rpartition(".")[0]
        fields = [(field["name"], self.compile(field["type"], inner)) for field in schema["fields"]]
        converts = [(field, convert) for field, convert in fields if convert is not None]
        if not converts:
            return None

        def record(row: dict[str, Any]) -> dict[str, Any]:
            return row | {field: convert(row[field]) for field, convert in converts if field in row}

        held[0] = record
        return record


def _optional(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _decimal(value: object, scale: int) -> object:
    if isinstance(value, bytes) and len(value) <= MAX_LEN_DECIMAL:
        return decimal_of(value, scale)
    return value
