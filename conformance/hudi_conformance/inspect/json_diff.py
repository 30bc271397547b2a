# SPDX-License-Identifier: Apache-2.0
"""Compares two JSON values member by member; lists are aligned, so that an insertion is one difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TypeGuard

from hudi_conformance.canonical.json import dumps
from hudi_conformance.similar import common_ends

_MAX_TEXT = 160
_MAX_ALIGNED = 5000  # items


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """One difference of two files.

    Attributes:
        path: path in the first file that has the value.
        kind: `changed`, `only in A` or `only in B`.
        old: value in the first file as text, None if it has none.
        new: value in the second file as text, None if it has none.
    """

    path: str
    kind: str
    old: str | None
    new: str | None

    def __str__(self) -> str:
        if self.kind == "changed":
            return f"{self.path}: {self.old} → {self.new}"
        return f"{self.path}: {self.kind}: {self.old if self.old is not None else self.new}"


def changed(path: str, old: object, new: object) -> ValueDifference:
    """A value that differs."""
    return ValueDifference(path, "changed", text_of(old), text_of(new))


def only_a(path: str, value: object) -> ValueDifference:
    """A value that the second file lacks."""
    return ValueDifference(path, "only in A", text_of(value), None)


def only_b(path: str, value: object) -> ValueDifference:
    """A value that the first file lacks."""
    return ValueDifference(path, "only in B", None, text_of(value))


def text_of(value: object) -> str:
    """A value in one line of canonical JSON, truncated if it is long."""
    text = dumps(value)
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}… ({len(text) - _MAX_TEXT:,} more)"


def differing(path: str, old: object, new: object) -> Iterator[ValueDifference]:
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
        texts = [[dumps(item) for item in items] for items in (old, new)]
        for i, j in aligned(*texts):
            if i is not None and j is not None:
                yield from differing(f"{path}[{i}]", old[i], new[j])
            elif i is not None:
                yield only_a(f"{path}[{i}]", old[i])
            elif j is not None:
                yield only_b(f"{path}[{j}]", new[j])
    elif old != new:
        yield changed(path, old, new)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def aligned(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the indexes of items that differ: in both, only in the first (None second), only in the second.

    Items at the same position of a replaced run are treated as changed. Common beginnings and ends are
    removed first: aligning is quadratic, and most files have few differences.
    """
    head, tail = common_ends(before, after)
    inner_a, inner_b = before[head : len(before) - tail], after[head : len(after) - tail]
    runs: Sequence[tuple[str, int, int, int, int]] = [("replace", 0, len(inner_a), 0, len(inner_b))]
    if max(len(inner_a), len(inner_b)) <= _MAX_ALIGNED:
        runs = SequenceMatcher(None, inner_a, inner_b, autojunk=False).get_opcodes()
    for tag, i, i_end, j, j_end in runs:
        if tag != "equal":
            yield from zip_longest(range(head + i, head + i_end), range(head + j, head + j_end))
