# SPDX-License-Identifier: Apache-2.0
"""Selection of rows by options, or by filters that Spark pushes down, to skip unneeded data."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter

Test = Callable[[Any, Any], bool]
# Spark's filters by class name: Spark 4.0 does not have the classes.
_TESTS: dict[str, Test] = {
    "EqualTo": lambda value, operand: value is not None and bool(value == operand),
    "EqualNullSafe": lambda value, operand: bool(value == operand),
    "GreaterThan": lambda value, operand: value is not None and bool(value > operand),
    "GreaterThanOrEqual": lambda value, operand: value is not None and bool(value >= operand),
    "LessThan": lambda value, operand: value is not None and bool(value < operand),
    "LessThanOrEqual": lambda value, operand: value is not None and bool(value <= operand),
    "In": lambda value, operand: value is not None and value in operand,
    "StringStartsWith": lambda value, operand: value is not None and value.startswith(operand),
    "StringEndsWith": lambda value, operand: value is not None and value.endswith(operand),
    "StringContains": lambda value, operand: value is not None and operand in value,
    "Glob": fnmatch.fnmatchcase,
    "IsNull": lambda value, _: value is None,
    "IsNotNull": lambda value, _: value is not None,
}
# Option in lower case, column, kind of filter.
_OPTIONS = (
    ("pathglob", "path", "Glob"),
    ("kinds", "kind", "In"),
    ("since", "instant", "GreaterThanOrEqual"),
    ("until", "instant", "LessThanOrEqual"),
)


class Selection:
    """Conditions on some columns. Pickled and sent to the executors.

    Args:
        columns: columns whose value is known before any expensive work.
    """

    def __init__(self, columns: Iterable[str]) -> None:
        self._columns = frozenset(columns)
        self._conditions: list[tuple[str, str, object]] = []

    def push(self, filters: Iterable[Filter]) -> None:
        """Add the supported filters."""
        for condition in filters:
            kind = type(condition).__name__
            attribute: tuple[str, ...] = getattr(condition, "attribute", ())
            if kind in _TESTS and len(attribute) == 1 and attribute[0] in self._columns:
                self._conditions.append((attribute[0], kind, getattr(condition, "value", None)))

    def add_options(self, options: Mapping[str, str]) -> None:
        """Add the options that select rows: `pathGlob`, `kinds`, `since`, `until`."""
        for name, column, kind in _OPTIONS:
            if name in options and column in self._columns:
                text = options[name]
                value = frozenset(part.strip() for part in text.split(",")) if kind == "In" else text
                self._conditions.append((column, kind, value))

    def accepts(self, column: str, value: object) -> bool:
        """Whether a row with this value may be selected."""
        return all(_TESTS[kind](value, operand) for name, kind, operand in self._conditions if name == column)

    def accepts_row(self, values: Mapping[str, object]) -> bool:
        """Whether a row with all these values may be selected."""
        return all(self.accepts(column, value) for column, value in values.items())
