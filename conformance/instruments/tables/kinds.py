# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage: a table of name, rules, and the function that damages a table and says where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

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


@dataclass(frozen=True)
class Kind:
    """One kind of damage.

    Attributes:
        name: of the kind.
        rules: requirements under one of which it is to be found; a function may name its own.
        apply: damages a table; returns the place, or None where the table has nothing to damage so.
    """

    name: str
    rules: tuple[str, ...]
    apply: Callable[[Table, Rng], Expected | None]


KINDS: dict[str, Kind] = {}


def add(name: str, rules: Sequence[str], apply: Apply) -> None:
    """Register a kind; `apply` returns a path, several, an `Expected`, or None."""
    if name in KINDS:
        raise ValueError(f"two kinds {name}")

    def run(table: Table, rng: Rng) -> Expected | None:
        place = apply(table, rng)
        if place is None or isinstance(place, Expected):
            return place
        return Expected((place,) if isinstance(place, str) else tuple(str(path) for path in place))  # type: ignore[attr-defined]  # a sequence of paths

    KINDS[name] = Kind(name, tuple(rules), run)


def kind(*rules: str) -> Callable[[Apply], Apply]:
    """Register a function under its own name."""

    def register(apply: Apply) -> Apply:
        add(apply.__name__, rules, apply)
        return apply

    return register


def pick(rng: Rng, items: Sequence[T]) -> T | None:
    """One of some, None of none."""
    return rng.choice(items) if items else None
