# SPDX-License-Identifier: Apache-2.0
"""What the generators of questions for mutants drawn by chance share: types, modules, turns."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
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


def source_digest(fault: Callable[..., Failure]) -> str:
    """Digest of the file that has a question: when the question changes, it is traced again."""
    return hashlib.sha256(Path(inspect.getfile(fault)).read_bytes()).hexdigest()[:16]


def without_world(fault: Callable[[], Failure]) -> Callable[[World], Failure]:
    """A question that needs nothing of the world."""
    return lambda _: fault()


def numbered(
    faults: Mapping[str, Callable[[random.Random], Failure]],
    num_questions: int,
    num_turns: int,
    topic: str | None = None,
) -> Iterator[Asked]:
    """`drawn:KIND-N` of each kind, of so many turns each; turns are drawn by the topic, else by the kind."""
    for kind, fault_of in faults.items():
        for number in range(num_questions):
            fault = partial(first_fault, fault_of, topic or kind, number, num_turns)
            yield f"drawn:{kind}-{number}", f"{num_turns}", fault


def first_fault(
    fault_of: Callable[[random.Random], Failure], topic: str, number: int, num_turns: int, _: World
) -> Failure:
    """The fault of the first turn that has one; each turn draws from a seed of its own."""
    for turn in range(num_turns):
        fault = fault_of(random.Random(f"{topic} {number} {turn}"))
        if fault is not None:
            return f"{turn}: {fault}"[:400]
    return None
