# SPDX-License-Identifier: Apache-2.0
"""Rows of the adapter `kaitai-python` that a filter selects, by the kernels of Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.adapters.filters import Query, comparisons, expression
from hudi_conformance.canonical.filters import TYPES, Comparison
from hudi_conformance.model.common import JsonValue

_ARROW = {
    "boolean": pa.bool_(),
    "float": pa.float32(),
    "double": pa.float64(),
    "string": pa.binary(),  # Arrow also compares text as bytes, but only supports UTF-8
    "bytes": pa.binary(),
    "decimal": pa.decimal256(76, 38),
}


def selected(rows: Sequence[Mapping[str, Any]], query: Query) -> list[JsonValue]:
    """Rows in canonical JSON for which the filter is true, with the columns of the query.

    Raises:
        KeyError: a column that the rows do not have.
        ValueError: a column of another type.
    """
    kept: Sequence[Mapping[str, Any]] = rows
    if query.condition is not None:
        predicates = {_label(each): each for each in comparisons(query.condition)}
        columns = {label: _column(rows, each) for label, each in predicates.items()}
        condition = expression(
            query.condition,
            lambda each: pc.field(_label(each)),
            lambda each, value: pc.scalar(pa.scalar(value, _arrow(each.type))),
            pc.starts_with,
        )
        numbers = pa.array(range(len(rows)), pa.int64())
        found = pa.table(columns | {"": numbers}).filter(condition).column("")
        kept = [rows[number] for number in found.to_pylist()]
    names = query.columns
    return [dict(row) if names is None else {name: row[name] for name in names} for row in kept]


def _label(predicate: Comparison) -> str:
    return f"{'.'.join(predicate.path)}:{predicate.type}"


def _arrow(kind: str) -> pa.DataType:
    return _ARROW.get(kind, pa.int64())


def _column(rows: Sequence[Mapping[str, Any]], predicate: Comparison) -> pa.Array:
    """A column, converted to the type of its predicate, or to its presence if the predicate has none."""
    values = []
    for row in rows:
        value: Any = row
        for name in predicate.path:
            value = None if value is None else value[name]
        shown = TYPES[predicate.type] if predicate.type else lambda _: True
        values.append(None if value is None else shown(value))
    return pa.array(values, _arrow(predicate.type or "boolean"))
