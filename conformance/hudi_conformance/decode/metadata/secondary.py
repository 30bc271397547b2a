# SPDX-License-Identifier: Apache-2.0
"""Keys of a secondary index: escaped secondary key, `$`, escaped record key."""

from __future__ import annotations

from hudi_conformance.errors import Reject

SEPARATOR = "$"
_ESCAPE = "\\"
_NULL = "\0"
_SPECIAL = frozenset({SEPARATOR, _ESCAPE, _NULL})


def secondary_key(secondary: str | None, record_key: str) -> str:
    """Key of a row [metadata.secondary.key]; None is written as one NUL [metadata.secondary.null]."""
    return f"{secondary_part(secondary)}{SEPARATOR}{_escaped(record_key)}"


def secondary_part(secondary: str | None) -> str:
    """The part of a key before its separator."""
    return _NULL if secondary is None else _escaped(secondary)


def split_key(key: str) -> tuple[str | None, str]:
    """Secondary and record key of a row's key [metadata.secondary.key].

    Raises:
        Reject: missing-field without a separator [metadata.secondary.separator].
    """
    at = separator_of(key)
    first, second = key[:at], key[at + 1 :]
    return None if first == _NULL else _plain(first), _plain(second)


def separator_of(key: str) -> int:
    """Index of the first unescaped separator.

    Raises:
        Reject: missing-field [metadata.secondary.separator].
    """
    is_escaped = False
    for at, char in enumerate(key):
        if is_escaped:
            is_escaped = False
        elif char == _ESCAPE:
            is_escaped = True
        elif char == SEPARATOR:
            return at
    message = f"key {key!r:.60} has no {SEPARATOR} outside an escape"
    raise Reject("missing-field", None, "metadata.secondary.separator", message)


def _escaped(text: str) -> str:
    return "".join(_ESCAPE + char if char in _SPECIAL else char for char in text)


def _plain(text: str) -> str:
    left = iter(text)
    return "".join(next(left, _ESCAPE) if char == _ESCAPE else char for char in left)
