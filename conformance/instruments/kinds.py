# SPDX-License-Identifier: Apache-2.0
"""The registry of all kinds of damage, by what is damaged and by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

D = TypeVar("D")


@dataclass(frozen=True)
class Kind(Generic[D]):
    """One kind of damage.

    Attributes:
        name: unique among the kinds of its subject.
        damage: function that damages; it returns None if the kind does not apply.
        rules: requirements under one of which the damage is to be found; a function may name its own.
        blind: why nothing in the file reveals the damage, empty where something can.
    """

    name: str
    damage: D
    rules: tuple[str, ...] = ()
    blind: str = ""


KINDS: dict[str, dict[str, Kind[Any]]] = {}
"""Kinds by subject and name, in the order of their registration."""


@dataclass(frozen=True)
class Subject(Generic[D]):
    """What is damaged, such as HFiles or whole tables. All functions of a subject have one signature."""

    name: str

    def add(self, name: str, damage: D, rules: Sequence[str] = (), blind: str = "") -> None:
        """Register a kind.

        Raises:
            ValueError: the subject has a kind of this name.
        """
        kinds = KINDS.setdefault(self.name, {})
        if name in kinds:
            raise ValueError(f"two kinds {name} of damage to {self.name}")
        kinds[name] = Kind(name, damage, tuple(rules), blind)

    def extend(self, damages: Mapping[str, D]) -> Self:
        """Register several kinds by name; return the subject."""
        for name, damage in damages.items():
            self.add(name, damage)
        return self

    @property
    def kinds(self) -> Mapping[str, Kind[D]]:
        """Kinds of this subject by name."""
        return KINDS.get(self.name, {})
