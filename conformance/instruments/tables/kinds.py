# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to whole tables: each has a function that damages a table and returns the location."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from instruments.kinds import Subject
from instruments.tables.table import Rng, Table

T = TypeVar("T")
Place = str | Sequence[str] | tuple[str, int] | None
Apply = Callable[[Table, Rng], object]


@dataclass(frozen=True)
class Expected:
    """Where a damage is to be found: one of `paths`, below the table, at byte `ofs` if it has one."""

    paths: tuple[str, ...]
    ofs: int | None = None
    rule: str | None = None


TableDamage = Callable[[Table, Rng], Expected | None]
"""Damages a table; returns the place, or None if the table has nothing to damage so."""
TABLES = Subject[TableDamage]("tables")


def add(name: str, rules: Sequence[str], apply: Apply) -> None:
    """Register a kind; `apply` returns a path, several, an `Expected`, or None."""

    def run(table: Table, rng: Rng) -> Expected | None:
        place = apply(table, rng)
        if place is None or isinstance(place, Expected):
            return place
        return Expected((place,) if isinstance(place, str) else tuple(str(path) for path in place))  # type: ignore[attr-defined]  # a sequence of paths

    TABLES.add(name, run, rules)


def kind(*rules: str) -> Callable[[Apply], Apply]:
    """Register a function under its own name."""

    def register(apply: Apply) -> Apply:
        add(apply.__name__, rules, apply)
        return apply

    return register


def pick(rng: Rng, items: Sequence[T]) -> T | None:
    """One of some, None of none."""
    return rng.choice(items) if items else None
