# SPDX-License-Identifier: Apache-2.0
"""Rows of the adapter `kaitai-python` that a filter selects, by the kernels of Arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.adapters.filters import Query, comparisons, expression, python_value
from hudi_conformance.canonical.filters import Comparison, Filter
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.common import JsonValue
from hudi_conformance.table.arrow import view_schema
from hudi_conformance.table.narrowed import filtered
from hudi_conformance.table.view import Table, View

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
    matching: Sequence[Mapping[str, Any]] = rows
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
        positions = pa.table(columns | {"": numbers}).filter(condition).column("")
        matching = [rows[number] for number in positions.to_pylist()]
    names = query.columns
    return [dict(row) if names is None else {name: row[name] for name in names} for row in matching]


def pruned(table: Table, view: View, condition: Filter | None) -> Table:
    """The table for reading rows of a filter, if Arrow can compare its columns and literals."""
    if condition is None:
        return table
    schema = view_schema(table, view)
    try:
        where = expression(
            condition,
            _field,
            lambda each, value: pc.scalar(pa.scalar(python_value(each.type, value))),
            lambda column, text: pc.starts_with(column, text.decode()),
        )
        schema.empty_table().filter(where)
    except (pa.ArrowException, UnsupportedInput, UnicodeDecodeError):
        return table
    return filtered(table, view, where, {each.path[0] for each in comparisons(condition)})


def _field(predicate: Comparison) -> pc.Expression:
    if predicate.function:
        raise UnsupportedInput("statistics of a function")
    return pc.field(*predicate.path)


def _label(predicate: Comparison) -> str:
    return f"{'.'.join(predicate.path)}:{predicate.type}:{predicate.function}"


def _arrow(kind: str) -> pa.DataType:
    return _ARROW.get(kind, pa.int64())


def _column(rows: Sequence[Mapping[str, Any]], predicate: Comparison) -> pa.Array:
    """A column, converted to the type of its predicate, or to its presence if the predicate has none."""
    values = []
    for row in rows:
        value: Any = row
        for name in predicate.path:
            value = None if value is None else value[name]
        present = value if value is None or not predicate.type else predicate.value(value)
        values.append(present if predicate.type or present is None else True)
    return pa.array(values, _arrow(predicate.type or "boolean"))
