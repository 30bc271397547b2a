# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to HFiles, and how one is registered."""

from __future__ import annotations

import random
from collections.abc import Callable

from instruments.hfile.parts import Parts
from instruments.kinds import Subject

Damage = Callable[[Parts, random.Random], Parts | bytes | None]
"""Returns the damaged file, or its parts."""
HFILES = Subject[Damage]("HFiles")


def kind(name: str, blind: str = "") -> Callable[[Damage], Damage]:
    """Register a function as a kind."""

    def register(damage: Damage) -> Damage:
        HFILES.add(name, damage, blind=blind)
        return damage

    return register
