# SPDX-License-Identifier: Apache-2.0
"""Columns of older rows that cannot be read with the table's schema, by their types only.

`resolve` decides. Its rejections without a value are reported here; if it depends on values, as for a text
that becomes a date, types are not sufficient [table.schema.incompatible], [table.schema.resolution].
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.semantics.merge.resolve import kind_of, resolver, scale_of, without_null

_INT_DIGITS, _LONG_DIGITS = 10, 19
_MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class ColumnTypes:
    """Result of comparing types for the columns of a reader's schema.

    Attributes:
        refused: columns that cannot be read for any value, with the reason.
        by_value: columns with some rejected values.
        by_null: columns in which only nulls are rejected.
    """

    refused: tuple[tuple[str, str], ...]
    by_value: tuple[str, ...]
    by_null: tuple[str, ...]


def compare_columns(
    writer: Mapping[str, Any], reader: Mapping[str, Any], given: Collection[str] = ()
) -> ColumnTypes:
    """Compare records field by field.

    Args:
        writer: record schema of stored rows.
        reader: record schema of a reader.
        given: columns that a reader gets from another source if they are not stored.
    """
    written = {member["name"]: member for member in writer["fields"]}
    refused: list[tuple[str, str]] = []
    by_value: list[str] = []
    by_null: list[str] = []
    for member in reader["fields"]:
        name = member["name"]
        stored = written.get(name)
        if stored is None and name in given:
            continue
        try:
            resolver(_record(stored), _record(member))
        except Reject as error:
            if error.code == "schema-mismatch":
                refused.append((name, error.message))
            else:
                by_value.append(name)  # nested too deeply to decide
            continue
        if stored is None or not hangs_on_values(stored["type"], member["type"]):
            continue
        is_null = not hangs_on_values(without_null(stored["type"])[1], member["type"])
        (by_null if is_null else by_value).append(name)
    return ColumnTypes(tuple(refused), tuple(by_value), tuple(by_null))


def _record(member: Mapping[str, Any] | None) -> dict[str, Any]:
    return {"type": "record", "name": "row", "fields": [] if member is None else [member]}


def hangs_on_values(writer: AvroSchema, reader: AvroSchema, depth: int = 0) -> bool:
    """Whether `resolver` may still reject a value of two types that it accepts."""
    if writer == reader:
        return False
    writer_null, writer = without_null(writer)
    reader_null, reader = without_null(reader)
    if isinstance(writer, list) or depth > _MAX_DEPTH:
        return bool(writer != reader)
    if writer_null and not reader_null:
        return True  # a null
    if writer == "null":
        return False
    source, target = kind_of(writer), kind_of(reader)
    match source, target:
        case "record", "record":
            written = {member["name"]: member["type"] for member in writer["fields"]}
            return any(
                hangs_on_values(written[member["name"]], member["type"], depth + 1)
                for member in reader["fields"]
                if member["name"] in written
            )
        case "array", "array":
            return hangs_on_values(writer["items"], reader["items"], depth + 1)
        case "map", "map":
            return hangs_on_values(writer["values"], reader["values"], depth + 1)
        case _, "decimal":
            return not _is_within(source, writer, reader)
    return (source, target) in {("string", "date"), ("date", "string")}


def _is_within(source: str, writer: AvroSchema, reader: Mapping[str, Any]) -> bool:
    """Whether every number of one type is a decimal of the other."""
    whole = {"int": _INT_DIGITS, "long": _LONG_DIGITS}.get(source)
    if source == "decimal":
        whole = writer["precision"] - scale_of(writer)
    scale = scale_of(reader)
    return whole is not None and scale_of(writer) <= scale and whole <= int(reader["precision"]) - scale
