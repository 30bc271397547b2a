# SPDX-License-Identifier: Apache-2.0
"""Shapes of values in TOML and JSON documents, and keys of a table whose value has a wrong shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard


def is_integer(value: object) -> TypeGuard[int]:
    """Whether a value is an integer; booleans are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_strings(value: object) -> TypeGuard[list[str]]:
    """Whether a value is a list of strings, possibly empty."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_SHAPES: Mapping[str, Callable[[object], bool]] = {
    "a string": lambda value: isinstance(value, str),
    "a list of strings": is_strings,
    "a boolean": lambda value: isinstance(value, bool),
    "an integer": is_integer,
    "a table": lambda value: isinstance(value, dict),
}


def mistyped(table: Mapping[str, object], shape: str, *keys: str) -> Iterator[str]:
    """Sentences about present keys whose value has a wrong shape."""
    for key in keys:
        if key in table and not _SHAPES[shape](table[key]):
            yield f"{key} must be {shape}"
