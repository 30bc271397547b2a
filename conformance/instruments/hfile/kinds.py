# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from instruments.hfile.parts import Parts

Damage = Callable[[Parts, random.Random], Parts | bytes | None]


@dataclass(frozen=True)
class Kind:
    """One kind of damage.

    Attributes:
        damage: the damaged file or its parts; None where it does not apply to a file.
        blind: why nothing in the file can tell, empty where something can.
    """

    name: str
    damage: Damage
    blind: str = ""


KINDS: dict[str, Kind] = {}


def kind(name: str, blind: str = "") -> Callable[[Damage], Damage]:
    """Register a function as a kind."""

    def register(damage: Damage) -> Damage:
        KINDS[name] = Kind(name, damage, blind)
        return damage

    return register
