# SPDX-License-Identifier: Apache-2.0
"""Filters of queries, and the rows in canonical JSON for which they are true under SQL's three-valued logic.

A filter is JSON, see `conformance/adapters/README.md`. Plain Python evaluates it: it shares no engine or
library with the readers that it judges.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import MAX_DEPTH
from hudi_conformance.model.common import JsonValue

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NUM_VALUES = {
    **dict.fromkeys(COMPARISONS, 1),
    "between": 2,
    "starts_with": 1,
    "is_null": 0,
    "is_not_null": 0,
}
FUNCTIONS: dict[str, tuple[Callable[[Any], Any], set[str]]] = {
    "lower": (bytes.lower, {"string"}),
    "upper": (bytes.upper, {"string"}),
    "negated": (operator.neg, {"int", "long", "float", "double", "decimal"}),
}
_JUNCTIONS = ("and", "or", "not")
_NULL = {"null": True}  # manifests are TOML, which has no null


class FloatOrder(Enum):
    """How an engine orders floats: SQL does not define the order of NaN and negative zero."""

    IEEE = "ieee"  # a comparison with NaN is false, but for !=
    NAN_GREATEST = "nan-greatest"  # NaN equals itself and is greater than any other value
    TOTAL = "total"  # the same, and -0.0 is less than 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """A predicate on one column.

    Attributes:
        op: a comparison, `in`, `between`, `starts_with`, `is_null` or `is_not_null`.
        path: names of the column and of the fields of structs inside it.
        type: name of the column's type, "" if the predicate has no values.
        values: literals as Python values, None for null.
        function: a name of `FUNCTIONS`, applied to the column; "" for none.
    """

    op: str
    path: tuple[str, ...]
    type: str
    values: tuple[Any, ...]
    function: str = ""

    def value(self, stored: JsonValue) -> Any:  # noqa: ANN401 - of the type
        """What is compared with the literals, of a stored value that is not null.

        Raises:
            ValueError: it has another type.
        """
        value = TYPES[self.type](stored)
        return FUNCTIONS[self.function][0](value) if self.function else value


@dataclass(frozen=True, slots=True)
class Junction:
    """`and`, `or`, or `not` with one part."""

    op: str
    parts: tuple[Filter, ...]


Filter: TypeAlias = Comparison | Junction


def parse_filter(tree: JsonValue, depth: int = 0) -> Filter:
    """Parse a filter from JSON.

    Raises:
        ValueError: an unknown operator, type or value, or a wrong number of values.
    """
    if not isinstance(tree, Mapping) or depth > MAX_DEPTH:
        raise ValueError(f"expected a filter, got {tree!r:.80}")
    op = tree.get("op")
    if op in _JUNCTIONS:
        parts = tree.get("args")
        if set(tree) != {"op", "args"} or not isinstance(parts, Sequence) or not parts:
            raise ValueError(f"{op} has args, a list of filters")
        if op == "not" and len(parts) != 1:
            raise ValueError("not has one filter")
        return Junction(op, tuple(parse_filter(part, depth + 1) for part in parts))
    column = tree.get("column")
    if not isinstance(column, str) or not all(column.split(".")):
        raise ValueError(f"expected the path of a column, got {column!r:.80}")
    values = _of(tree.get("values", []), tuple, list)
    if set(tree) - {"op", "column", "type", "values", "function"} or (op not in _NUM_VALUES and op != "in"):
        raise ValueError(f"unknown predicate {tree!r:.80}")
    if len(values) != _NUM_VALUES[op] if op in _NUM_VALUES else not values:
        raise ValueError(f"wrong number of values for {op}: {len(values)}")
    kind = tree.get("type", "")
    if values and kind not in TYPES:
        raise ValueError(f"expected a type of {', '.join(TYPES)}, got {kind!r:.40}")
    if op == "starts_with" and kind != "string":
        raise ValueError("starts_with compares strings")
    function = tree.get("function", "")
    if function and kind not in FUNCTIONS.get(function, (None, set()))[1]:
        raise ValueError(f"{function!r:.40} is not a function of {kind or 'a column without a type'}")
    path = tuple(column.split("."))
    literals = tuple(None if v == _NULL else TYPES[kind](v) for v in values)
    return Comparison(op, path, kind, literals, function)


def filtered(
    rows: Iterable[Mapping[str, Any]], tree: JsonValue, columns: Sequence[str] | None, order: FloatOrder
) -> list[JsonValue]:
    """Rows for which a filter is true, sorted by their JSON text; `columns` are returned, None for all.

    Raises:
        ValueError: an invalid filter, or a column or value that rows do not have.
    """
    matching = [*rows] if tree is None else [*matches(rows, parse_filter(tree), order)]
    if columns is not None:
        matching = [{name: _field(row, (name,)) for name in columns} for row in matching]
    return sorted(matching, key=dumps)


def matches(
    rows: Iterable[Mapping[str, Any]], condition: Filter, order: FloatOrder
) -> Iterable[Mapping[str, Any]]:
    """Rows in canonical JSON for which a filter is true.

    Raises:
        ValueError: a column or value that a row does not have.
    """
    return (row for row in rows if holds(condition, row, order) is True)


def holds(condition: Filter, row: Mapping[str, Any], order: FloatOrder) -> bool | None:
    """The truth value of a filter for a row; None is SQL's unknown.

    Raises:
        ValueError: a column that the row does not have, or a value of another type.
    """
    if isinstance(condition, Comparison):
        return _compared(condition, _field(row, condition.path), order)
    truths = [holds(part, row, order) for part in condition.parts]
    if condition.op == "not":
        return _not(truths[0])
    return _all(truths) if condition.op == "and" else _any(truths)


def _compared(condition: Comparison, stored: JsonValue, order: FloatOrder) -> bool | None:
    if condition.op in {"is_null", "is_not_null"}:
        return (stored is None) == (condition.op == "is_null")
    value = None if stored is None else condition.value(stored)
    if condition.op == "in":
        return _any([_related("=", value, literal, order) for literal in condition.values])
    if condition.op == "between":
        low, high = condition.values
        return _all([_related(">=", value, low, order), _related("<=", value, high, order)])
    return _related(condition.op, value, condition.values[0], order)


def _related(op: str, left: Any, right: Any, order: FloatOrder) -> bool | None:  # noqa: ANN401 - of any type
    if left is None or right is None:
        return None
    if op == "starts_with":
        return bool(left.startswith(right))
    if isinstance(left, float) and order is not FloatOrder.IEEE:
        left, right = _rank(left, order), _rank(right, order)
    return bool(COMPARISONS[op](left, right))


def _rank(value: float, order: FloatOrder) -> tuple[bool, float, bool]:
    if value != value:  # NaN  # noqa: PLR0124 - the only value that differs from itself
        return True, 0.0, True
    is_negative_zero = order is FloatOrder.TOTAL and str(value) == "-0.0"
    return False, value, not is_negative_zero


def _not(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _all(truths: Iterable[bool | None]) -> bool | None:
    seen = set(truths)
    return False if False in seen else None if None in seen else True


def _any(truths: Iterable[bool | None]) -> bool | None:
    return _not(_all(_not(truth) for truth in truths))


def _field(row: Any, path: Sequence[str]) -> JsonValue:  # noqa: ANN401 - JSON below the row
    """A column of a row, or a field inside it; null if an enclosing struct is null."""
    value = row
    for name in path:
        if value is None:
            return None
        if not isinstance(value, Mapping) or name not in value:
            raise ValueError(f"no column {'.'.join(path)}")
        value = value[name]
    return value


def _of(value: JsonValue, *types: type) -> Any:  # noqa: ANN401 - of one of the types
    """Check that a JSON value has one of these types.

    Raises:
        ValueError: it has another type.
    """
    if type(value) not in types:
        raise ValueError(f"expected {types[-1].__name__}, got {value!r:.40}")
    return value


def _float(value: JsonValue) -> float:
    (single,) = struct.unpack(">f", struct.pack(">f", float(_of(value, str))))
    return float(single)


def _decimal(value: JsonValue) -> Decimal:
    try:
        return Decimal(_of(value, str))
    except ArithmeticError:
        raise ValueError(f"expected a decimal, got {value!r:.40}") from None


def _string(value: JsonValue) -> bytes:
    """Text as bytes: UTF-8 sorts by code points."""
    if isinstance(value, Mapping) and set(value) == {"$utf8"}:
        return bytes.fromhex(value["$utf8"])
    return bytes(_of(value, str).encode())


TYPES: dict[str, Callable[[JsonValue], Any]] = {
    "boolean": lambda value: _of(value, bool),
    "float": _float,
    "double": lambda value: float(_of(value, str)),
    "decimal": _decimal,
    "string": _string,
    "bytes": lambda value: bytes.fromhex(_of(value, str)),
    **dict.fromkeys(
        ("int", "long", "date", "timestamp-millis", "timestamp-micros"), lambda v: int(_of(v, int, str))
    ),
}
"""Names of types, with the Python value of a canonical one."""
