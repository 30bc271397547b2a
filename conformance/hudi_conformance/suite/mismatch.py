# SPDX-License-Identifier: Apache-2.0
"""Compare an answer with the expected canonical JSON, exactly: the first difference."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

ABSENT = object()
"""Represents a member or element that one side lacks."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first difference of a value from the expected one.

    Attributes:
        path: JSON path from the root, for example `$.blocks[1].len`.
        expected, got: the values there, `ABSENT` if there is none.
    """

    path: str
    expected: object
    got: object

    def detail(self) -> dict[str, object]:
        """The `detail` of a result; a side that is absent is omitted."""
        sides = {"path": self.path, "expected": self.expected, "got": self.got}
        return {key: value for key, value in sides.items() if value is not ABSENT}


def first_mismatch(
    expected: object, got: object, path: str = "$", *, passes: Callable[[object], bool] | None = None
) -> Mismatch | None:
    """The first difference in reading order, None if the values are equal.

    Types count: `1`, `"1"` and `true` are three values. A byte string given by its digest equals the same
    bytes given as hex. The walk keeps its own stack, so that depth does not matter.
    Parts of `got` that `passes` accepts are not compared.
    """
    if _same_text(expected, got):
        return None
    stack: list[tuple[object, object, str]] = [(expected, got, path)]
    while stack:
        left, right, place = stack.pop()
        if passes is not None and passes(right):
            continue
        if left is ABSENT or right is ABSENT:
            if left is right:
                continue
            return Mismatch(place, left, right)
        left, right = _by_digest(left, right)
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            keys = [*left, *(key for key in right if key not in left)]
            stack += [
                (left.get(key, ABSENT), right.get(key, ABSENT), f"{place}{_step(key)}")
                for key in reversed(keys)
            ]
        elif isinstance(left, list) and isinstance(right, list):
            pairs = enumerate(zip_longest(left, right, fillvalue=ABSENT))
            stack += reversed([(*pair, f"{place}[{index}]") for index, pair in pairs])
        elif type(left) is not type(right) or left != right:
            return Mismatch(place, left, right)
    return None


def _same_text(left: object, right: object) -> bool:
    """Whether both have the same JSON text, which distinguishes types and is far faster than a walk."""
    try:
        return left == right and json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return False  # not JSON, or too deep: the walk decides


def _step(key: str) -> str:
    plain = key.replace("_", "a").replace("-", "a")
    return f".{key}" if plain.isalnum() and plain.isascii() else f"[{key!r}]"


def _by_digest(left: object, right: object) -> tuple[object, object]:
    """Both sides in the same form if one has bytes as a digest and the other as hex."""
    if _is_digest(left) and isinstance(right, str):
        return left, _digest_of(right)
    if _is_digest(right) and isinstance(left, str):
        return _digest_of(left), right
    return left, right


def _is_digest(value: object) -> bool:
    return isinstance(value, Mapping) and len(value) == 1 and "$digest" in value


def _digest_of(text: str) -> object:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return text
    return {"$digest": {"len": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}}
