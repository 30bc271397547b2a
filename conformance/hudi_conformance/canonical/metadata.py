# SPDX-License-Identifier: Apache-2.0
"""Answers about a metadata table as canonical JSON; 64-bit numbers are text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hudi_conformance.canonical.scalars import (
    canonical_bytes,
    canonical_decimal,
    canonical_float32,
    canonical_float64,
    canonical_text,
)
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.metadata import Bound, LocatedRow, Scaled, StatsRow

_NUMBERS = frozenset({"int", "date", "time-millis", "local-date"})  # 32 bits wide


def canonical_files(listing: Mapping[str, Mapping[str, int]]) -> JsonValue:
    """Partitions with their live files, both sorted."""
    return [
        {
            "partition": partition,
            "files": [{"name": name, "size": str(size)} for name, size in sorted(files.items())],
        }
        for partition, files in sorted(listing.items())
    ]


def canonical_stats(rows: Iterable[StatsRow]) -> JsonValue:
    """Rows of statistics, sorted by column, partition, file."""
    ordered = sorted(rows, key=lambda row: (row.stats.column or "", row.partition, row.file or ""))
    return [_stats(row) for row in ordered]


def _stats(row: StatsRow) -> JsonValue:
    stats, kind = row.stats, row.stats.value_type
    return {
        "column": stats.column or "",
        "partition": row.partition,
        "file": row.file,
        "min": canonical_bound(stats.min),
        "max": canonical_bound(stats.max),
        "value_count": _long(stats.num_values),
        "null_count": _long(stats.num_nulls),
        "size": _long(stats.size),
        "uncompressed_size": _long(stats.uncompressed_size),
        "value_type": None if kind is None else {"ordinal": kind.ordinal, "info": kind.info},
        "is_tight": stats.is_tight,
        "is_deleted": stats.is_deleted,
    }


def canonical_bound(bound: Bound | None) -> JsonValue:
    """`{"type", "value"}`, or null."""
    return None if bound is None or bound.type == "null" else {"type": bound.type, "value": _value(bound)}


def _value(bound: Bound) -> JsonValue:
    value = bound.value
    match value:
        case tuple():
            return [canonical_bound(member) for member in value]
        case Scaled():
            return canonical_decimal((value.unscaled, value.scale))
        case bool():
            return value
        case int():
            return value if bound.type in _NUMBERS else str(value)
        case float():
            return canonical_float32(value) if bound.type == "float" else canonical_float64(value)
        case bytes():
            return canonical_bytes(value)
    return canonical_text(value)


def canonical_locations(rows: Iterable[LocatedRow]) -> JsonValue:
    """Rows of an index of records, sorted by key, record key, partition."""
    return [
        {
            "key": None if row.key is None else canonical_text(row.key),
            "record_key": canonical_text(row.record_key),
            "partition": None if row.location is None else row.location.partition,
            "file_id": None if row.location is None else row.location.file_id,
            "instant_ms": None if row.location is None else str(row.location.instant_ms),
            "position": None if row.location is None else _long(row.location.position),
        }
        for row in sorted(rows, key=_order)
    ]


def _order(row: LocatedRow) -> tuple[bool, str, str, str]:
    partition = "" if row.location is None else row.location.partition
    return row.key is not None, row.key or "", row.record_key, partition


def _long(value: int | None) -> str | None:
    return None if value is None else str(value)
