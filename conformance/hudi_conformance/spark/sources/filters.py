# SPDX-License-Identifier: Apache-2.0
"""What is not read because it is not asked for: by options, or by filters that Spark pushes down."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter

Test = Callable[[Any, Any], bool]
# Filters of Spark by the name of their class, which Spark 4.0 does not have yet.
_TESTS: dict[str, Test] = {
    "EqualTo": lambda have, want: have is not None and bool(have == want),
    "EqualNullSafe": lambda have, want: bool(have == want),
    "GreaterThan": lambda have, want: have is not None and bool(have > want),
    "GreaterThanOrEqual": lambda have, want: have is not None and bool(have >= want),
    "LessThan": lambda have, want: have is not None and bool(have < want),
    "LessThanOrEqual": lambda have, want: have is not None and bool(have <= want),
    "In": lambda have, want: have is not None and have in want,
    "StringStartsWith": lambda have, want: have is not None and have.startswith(want),
    "StringEndsWith": lambda have, want: have is not None and have.endswith(want),
    "StringContains": lambda have, want: have is not None and want in have,
    "Glob": fnmatch.fnmatchcase,
    "IsNull": lambda have, _: have is None,
    "IsNotNull": lambda have, _: have is not None,
}
# Option in lower case, column, kind of filter.
_OPTIONS = (
    ("pathglob", "path", "Glob"),
    ("kinds", "kind", "In"),
    ("since", "instant", "GreaterThanOrEqual"),
    ("until", "instant", "LessThanOrEqual"),
)


class Wanted:
    """What is asked for of some columns. Travels to the executors.

    Args:
        columns: columns whose value is known before anything expensive is done.
    """

    def __init__(self, columns: Iterable[str]) -> None:
        self._columns = frozenset(columns)
        self._asked: list[tuple[str, str, Any]] = []

    def push(self, filters: Iterable[Filter]) -> None:
        """Take note of the filters that are understood."""
        for one in filters:
            kind = type(one).__name__
            attribute: tuple[str, ...] = getattr(one, "attribute", ())
            if kind in _TESTS and len(attribute) == 1 and attribute[0] in self._columns:
                self._asked.append((attribute[0], kind, getattr(one, "value", None)))

    def choose(self, options: Mapping[str, str]) -> None:
        """Take note of the options that choose rows: `pathGlob`, `kinds`, `since`, `until`."""
        for name, column, kind in _OPTIONS:
            if name in options and column in self._columns:
                text = options[name]
                value = frozenset(part.strip() for part in text.split(",")) if kind == "In" else text
                self._asked.append((column, kind, value))

    def fits(self, column: str, value: Any) -> bool:
        """Whether a row with this value may be wanted."""
        return all(_TESTS[kind](value, want) for name, kind, want in self._asked if name == column)

    def any_fits(self, **values: Any) -> bool:
        """Whether a row with all these values may be wanted."""
        return all(self.fits(column, value) for column, value in values.items())
