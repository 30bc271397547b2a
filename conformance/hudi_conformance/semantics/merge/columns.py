# SPDX-License-Identifier: Apache-2.0
"""Two rows put together column by column; top-level columns only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hudi_conformance.semantics.merge.rows import NO_DEFAULT, Row, RowField


def fill_unavailable(row: Row, other: Row, fields: Sequence[RowField], unavailable: str) -> Row:
    """The row, values that were not sent taken from the other; text and bytes only [merge.partial.fill]."""
    marks: tuple[Any, ...] = (unavailable, unavailable.encode())
    filled = dict(row)
    for field in fields:
        if field.kind in {"string", "bytes"} and row.get(field.name) in marks:
            filled[field.name] = other.get(field.name)
    return filled


def fill_nulls(row: Row | None, other: Row | None) -> Row:
    """The row, nulls taken from the other [merge.partial-update.combine]."""
    first, second = row or {}, other or {}
    return {name: second.get(name) if value is None else value for name, value in first.items()}


def fill_defaults(row: Row, other: Row, fields: Sequence[RowField]) -> Row:
    """The row, null and default values taken from the other [merge.partial.ignore]."""
    filled = dict(row)
    for field in fields:
        value = row.get(field.name)
        if value is None or equals_default(field, value):
            filled[field.name] = other.get(field.name)
    return filled


def equals_default(field: RowField, value: Any) -> bool:
    """Whether the value is the default of its column, by value; 1 is not true."""
    default = field.default
    if default is NO_DEFAULT or isinstance(value, bool) != isinstance(default, bool):
        return False
    return bool(value == default)
