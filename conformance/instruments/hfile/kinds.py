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


# A lookup in a large file reads the blocks that its answer depends on. Why it misses these kinds there, which
# the first lookup in a small file finds:
_COUNTS = "the counts and sums over all cells alone contradict it, and the blocks near the row agree"
FAR = {
    "blocks.removed": _COUNTS,
    "cell.family-other": _COUNTS,
    "cell.row-between": _COUNTS,
    "cell.row-bit": _COUNTS,
    "cell.value-shorter": _COUNTS,
    "cell.values-swapped": _COUNTS,
    "cells.doubled": _COUNTS,
    "cells.half-removed": _COUNTS,
    "cells.removed": _COUNTS,
    "cells.moved": "the cells are out of order in a block that is neither the row's nor next to it",
}


def far(name: str) -> str:
    """Why only reading the entire file reveals a kind of damage, empty if a lookup does."""
    return FAR.get(name.removesuffix(".counted"), "")


def kind(name: str, blind: str = "") -> Callable[[Damage], Damage]:
    """Register a function as a kind."""

    def register(damage: Damage) -> Damage:
        HFILES.add(name, damage, blind=blind)
        return damage

    return register
