# SPDX-License-Identifier: Apache-2.0
"""How findings and gaps of an audit's parts are compared with those of a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from chance_asked import Failure

Told = tuple[str, str, str, str, str]
"""Path, rule, code, verdict and severity of a finding; `gap`, what, how many and why of a gap."""
_RULES = "table.check."


def damage(path: str, rule: str, code: str, severity: str = "error") -> Told:
    """What readers lose rows by."""
    return path, rule, code, "damage", severity


def violation(path: str, rule: str, code: str, severity: str = "warning") -> Told:
    """What readers pass over."""
    return path, rule, code, "violation", severity


def gap(what: str, number: int, why: str) -> Told:
    """What was not checked."""
    return "gap", what, str(number), why, ""


def told(item: Any) -> Told:
    """A finding or gap as it is compared."""
    if not hasattr(item, "verdict"):
        return gap(item.what, item.number, item.why)
    rule = (item.requirement or "").removeprefix(_RULES)
    return item.path, rule, item.code, item.verdict, item.severity


def difference(found: Iterable[Any], expected: Iterable[tuple[Told, Iterable[str]]]) -> Failure:
    """How findings differ from those of a model, each with words that its message has.

    Findings of equal path and rule are told apart by these words.
    """
    rows, wanted = list(found), list(expected)
    if sorted(map(told, rows)) != sorted(one for one, _ in wanted):
        return f"found {sorted(map(told, rows))}, expected {sorted(one for one, _ in wanted)}"
    for one, words in sorted(wanted, key=lambda item: -len(list(item[1]))):
        hit = next((row for row in rows if told(row) == one and _has(row, words)), None)
        if hit is None:
            return f"{one}: no message with {list(words)}: {[r.message for r in rows if told(r) == one]}"
        rows.remove(hit)
    return None


def _has(row: Any, words: Iterable[str]) -> bool:
    """Whether a message has words, and none of those that begin with an exclamation mark."""
    text = getattr(row, "message", "")
    return all((word[1:] not in text) if word.startswith("!") else (word in text) for word in words)


@contextmanager
def replaced(module: Any, **members: Any) -> Iterator[None]:
    """Members of a module that are others for a while: what it reads is made here."""
    before = {name: getattr(module, name) for name in members}
    for name, member in members.items():
        setattr(module, name, member)
    try:
        yield
    finally:
        for name, member in before.items():
            setattr(module, name, member)
