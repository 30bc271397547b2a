# SPDX-License-Identifier: Apache-2.0
"""Compares an answer with the expected canonical JSON, exactly: the first place where it leaves it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ABSENT = object()
"""Stands for a member or element that one side does not have."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first place at which a value leaves the expected one.

    Attributes:
        path: JSON path from the top, for example `$.blocks[1].len`.
        expected, got: what stands there, `ABSENT` where there is nothing.
    """

    path: str
    expected: Any
    got: Any

    def shown(self) -> dict[str, Any]:
        """As the `detail` of a result: a side that has nothing there is left out."""
        detail: dict[str, Any] = {"path": self.path}
        if self.expected is not ABSENT:
            detail["expected"] = self.expected
        if self.got is not ABSENT:
            detail["got"] = self.got
        return detail


def first_mismatch(expected: Any, got: Any, path: str = "$") -> Mismatch | None:
    """The first place in reading order, None when the values are equal.

    Types count: `1`, `"1"` and `true` are three values. A byte string given by its digest equals the same
    bytes given as hex. The walk keeps its own stack, so that depth is no matter.
    """
    todo: list[tuple[Any, Any, str]] = [(expected, got, path)]
    while todo:
        left, right, where = todo.pop()
        if left is ABSENT and right is ABSENT:
            continue
        if left is ABSENT or right is ABSENT:
            return Mismatch(where, left, right)
        left, right = _by_digest(left, right)
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            keys = [*left, *(key for key in right if key not in left)]
            todo += [
                (left.get(key, ABSENT), right.get(key, ABSENT), f"{where}{_step(key)}")
                for key in reversed(keys)
            ]
        elif isinstance(left, list) and isinstance(right, list):
            todo += [
                (
                    left[index] if index < len(left) else ABSENT,
                    right[index] if index < len(right) else ABSENT,
                    f"{where}[{index}]",
                )
                for index in reversed(range(max(len(left), len(right))))
            ]
        elif type(left) is not type(right) or left != right:
            return Mismatch(where, left, right)
    return None


def _step(key: str) -> str:
    plain = key.replace("_", "a").replace("-", "a")
    return f".{key}" if plain.isalnum() and plain.isascii() else f"[{key!r}]"


def _by_digest(left: Any, right: Any) -> tuple[Any, Any]:
    """Both sides in the same form where one gives bytes by digest and the other as hex."""
    if _is_digest(left) and isinstance(right, str):
        return left, _digest_of(right)
    if _is_digest(right) and isinstance(left, str):
        return _digest_of(left), right
    return left, right


def _is_digest(value: Any) -> bool:
    return isinstance(value, Mapping) and len(value) == 1 and "$digest" in value


def _digest_of(text: str) -> Any:
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return text
    return {"$digest": {"len": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}}
