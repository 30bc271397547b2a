# SPDX-License-Identifier: Apache-2.0
"""Compares two JSON values member by member; lists are aligned: an insertion is one difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from hudi_conformance.canonical.json import dumps

_MAX_TEXT = 160


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """One thing that two files do not share.

    Attributes:
        path: what it is, in the words of the first file that has it.
        kind: `changed`, `only in A` or `only in B`.
        old: value in the first file as text, None where it has none.
        new: value in the second file as text, None where it has none.
    """

    path: str
    kind: str
    old: str | None
    new: str | None

    def __str__(self) -> str:
        if self.kind == "changed":
            return f"{self.path}: {self.old} → {self.new}"
        return f"{self.path}: {self.kind}: {self.old if self.old is not None else self.new}"


def changed(path: str, old: Any, new: Any) -> ValueDifference:
    """Something that both have and that is not the same."""
    return ValueDifference(path, "changed", text_of(old), text_of(new))


def only_a(path: str, value: Any) -> ValueDifference:
    """Something that the second file lacks."""
    return ValueDifference(path, "only in A", text_of(value), None)


def only_b(path: str, value: Any) -> ValueDifference:
    """Something that the first file lacks."""
    return ValueDifference(path, "only in B", None, text_of(value))


def text_of(value: Any) -> str:
    """A value in one line of canonical JSON; texts that are words already stay as they are."""
    text = dumps(value)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}… ({len(text) - _MAX_TEXT:,} more)"


def differing(path: str, old: Any, new: Any) -> Iterator[ValueDifference]:
    """Yield the differences of two canonical JSON values."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {**old, **new}:
            inner = f"{path}.{key}" if path else str(key)
            if key not in new:
                yield only_a(inner, old[key])
            elif key not in old:
                yield only_b(inner, new[key])
            else:
                yield from differing(inner, old[key], new[key])
    elif _is_list(old) and _is_list(new):
        yield from _lists(path, old, new)
    elif old != new:
        yield changed(path, old, new)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _lists(path: str, old: Sequence[Any], new: Sequence[Any]) -> Iterator[ValueDifference]:
    before, after = [dumps(item) for item in old], [dumps(item) for item in new]
    for tag, i, i_end, j, j_end in aligned(before, after):
        if tag == "equal":
            continue
        # What stands in the same place of a replaced run is taken to be the same thing, changed.
        for a, b in zip(range(i, i_end), range(j, j_end), strict=False):
            yield from differing(f"{path}[{a}]", old[a], new[b])
        num_both = min(i_end - i, j_end - j)
        for a in range(i + num_both, i_end):
            yield only_a(f"{path}[{a}]", old[a])
        for b in range(j + num_both, j_end):
            yield only_b(f"{path}[{b}]", new[b])


def aligned(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Runs that are equal, replaced, deleted or inserted, as `difflib` names them.

    What both begin and end with is set aside first: aligning is quadratic, most files differ in few places.
    """
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    left = shorter - head
    tail = next((i for i in range(left) if before[-1 - i] != after[-1 - i]), left)
    inner_a, inner_b = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(inner_a), len(inner_b)) > 5000:
        return [("replace", head, len(before) - tail, head, len(after) - tail)]
    codes = SequenceMatcher(None, inner_a, inner_b, autojunk=False).get_opcodes()
    return [(tag, i + head, i2 + head, j + head, j2 + head) for tag, i, i2, j, j2 in codes]
