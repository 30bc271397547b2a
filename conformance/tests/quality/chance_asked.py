# SPDX-License-Identifier: Apache-2.0
"""What the generators of questions for mutants drawn by chance share: types, modules, turns."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chance_questions import World

PACKAGE = "hudi_conformance"
Failure = str | None
Asked = tuple[str, str, "Callable[[World], Failure]"]
"""Name, digest and fault of a question."""


def imported(name: str) -> Any:
    """A module of the package as it is imported now: a changed one replaces it between questions."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def without_world(fault: Callable[[], Failure]) -> Callable[[World], Failure]:
    """A question that needs nothing of the world."""
    return lambda _: fault()


def first_fault(
    fault_of: Callable[[random.Random], Failure], topic: str, number: int, num_turns: int, _: World
) -> Failure:
    """The fault of the first turn that has one; each turn draws from a seed of its own."""
    for turn in range(num_turns):
        fault = fault_of(random.Random(f"{topic} {number} {turn}"))
        if fault is not None:
            return f"{turn}: {fault}"[:400]
    return None
