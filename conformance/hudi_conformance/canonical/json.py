# SPDX-License-Identifier: Apache-2.0
"""Strict JSON in one textual form: sorted keys, no duplicates, no NaN; equal values have equal text."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from hudi_conformance.canonical.rows import MAX_DEPTH
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import JsonValue

_LEN_PIECE = 1 << 16  # characters of a piece, or one deeply nested value
_DEPTH_OF_PIECES = 4  # lists and objects around what is a piece
_quoted = json.encoder.encode_basestring
_COMPACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_ASCII = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def dumps(value: JsonValue) -> str:
    """Compact strict JSON with sorted keys; equal values have equal text.

    Raises:
        ValueError: a NaN or an infinity, which JSON does not have.
        LimitExceeded: nested deeper than the interpreter supports.
    """
    try:
        return _COMPACT.encode(value)
    except RecursionError as error:
        raise LimitExceeded("JSON value nested too deep to print") from error


def plain_text(value: str | bytes) -> str:
    """A text of a file as it is; canonical JSON of bytes that are not UTF-8."""
    text = canonical_text(value)
    return text if isinstance(text, str) else dumps(text)


def dumps_line(value: JsonValue) -> bytes:
    """One line of a JSON-lines stream: compact, sorted, pure ASCII, ends with a line feed."""
    try:
        text = _ASCII.encode(value)
    except RecursionError as error:
        raise LimitExceeded("JSON value nested too deep to print") from error
    return text.encode("ascii") + b"\n"


def pretty(value: JsonValue) -> str:
    """Indented strict JSON with sorted keys, for human-readable files; ends with a line feed."""
    text = io.StringIO()  # `dumps` keeps a list of all pieces, which takes many times the text
    text.writelines(pretty_pieces(value))
    return text.getvalue() + "\n"


def pretty_pieces(value: JsonValue, indent: str = "") -> Iterator[str]:
    """Yield the text of `pretty` in pieces, without the final line feed; one piece is in memory.

    Args:
        value: strict JSON; a list in it, or in a member of it, may be an iterator instead.
        indent: of the lines after the first.

    Raises:
        ValueError: a NaN or an infinity.
    """
    part: list[str] = []
    size = 0
    for text in _pieces(value, f"\n{indent}", 0):
        part.append(text)
        size += len(text)
        if size >= _LEN_PIECE:
            yield "".join(part)
            part, size = [], 0
    if part:
        yield "".join(part)


def _pieces(value: JsonValue, line: str, depth: int) -> Iterator[str]:
    """Yield a value whose lines begin with `line`: deeply nested values as one text, others in pieces."""
    if depth == _DEPTH_OF_PIECES or not value or not isinstance(value, dict | list | tuple | Iterator):
        yield _text(value, line)
        return
    inner, separator = f"{line} ", ""
    if isinstance(value, dict):
        yield "{"
        for key, item in sorted(value.items()):
            yield f"{separator}{inner}{_key(key)}: "
            yield from _pieces(item, inner, depth + 1)
            separator = ","
        yield f"{line}}}"
        return
    yield "["
    for item in value:
        yield f"{separator}{inner}"
        yield from _pieces(item, inner, depth + 1)
        separator = ","
    yield f"{line}]" if separator else "]"


def _text(value: JsonValue, line: str) -> str:
    """A value as `json.JSONEncoder(sort_keys=True, indent=1)` writes it, in a third of the time."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__repr__(value)
    if value is None or isinstance(value, bool | float):
        return _COMPACT.encode(value)
    inner = f"{line} "
    if isinstance(value, dict):
        if not value:
            return "{}"
        members = [f"{_key(key)}: {_text(item, inner)}" for key, item in sorted(value.items())]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(value, list | tuple):
        if not value:
            return "[]"
        return f"[{inner}{f',{inner}'.join([_text(item, inner) for item in value])}{line}]"
    raise TypeError(f"{type(value).__name__} is not JSON")


def _key(key: JsonValue) -> str:
    """A member's name; numbers become text as they do in `json`."""
    return _quoted(key) if isinstance(key, str) else json.dumps({key: 0})[1:-4]


def loads(text: str | bytes) -> JsonValue:
    """Strict JSON: duplicate keys, NaN and infinities are rejected.

    Raises:
        ValueError: not strict JSON (this includes text that is not UTF-8).
        LimitExceeded: nested deeper than the interpreter supports.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique_object, parse_constant=no_constant)
    except RecursionError as error:
        raise LimitExceeded("JSON text nested too deep to read") from error


def _unique_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        (duplicate, _), *_ = (Counter(key for key, _ in pairs) - Counter(list(members))).items()
        raise ValueError(f"duplicate key {duplicate!r}")
    return members


def no_constant(name: str) -> NoReturn:
    """Reject NaN and infinity, which Python's parser takes: for its `parse_constant`."""
    raise ValueError(f"{name} is not JSON")


def merge_patch(target: JsonValue, patch: JsonValue) -> JsonValue:
    """RFC 7396 merge patch, without changing its arguments; nesting is bounded by `MAX_DEPTH`."""
    return _merge(target, patch, 0)


def _merge(target: JsonValue, patch: JsonValue, depth: int) -> JsonValue:
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"merge patch nested deeper than {MAX_DEPTH}")
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merge(merged.get(key), value, depth + 1)
    return merged
