# SPDX-License-Identifier: Apache-2.0
"""Compares two JSON values as indented lines: lines of only one of them, with context."""

from __future__ import annotations

import json
from difflib import SequenceMatcher

MAX_LINES = 60
MAX_WIDTH = 400
_CONTEXT = 2
# More lines than this are neither formatted nor aligned: it would take seconds.
_ALIGN_MAX = 2000
Line = tuple[str, str]
"""A mark and a text: `-` only expected, `+` only got, a blank for both, `…` for lines left out."""


def diff_lines(expected: object, got: object) -> list[Line]:
    """At most `MAX_LINES` lines; most equal lines are folded."""
    before, after = pretty_lines(expected), pretty_lines(got)
    lines: list[Line] = []
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            lines += _folded(before[old_from:old_to], at_start=not old_from, at_end=old_to == len(before))
        else:
            lines += [("-", text) for text in before[old_from:old_to]]
            lines += [("+", text) for text in after[new_from:new_to]]
    return first_lines(lines)


def pretty_lines(value: object, limit: int = _ALIGN_MAX) -> list[str]:
    """A value as indented JSON, one member per line, formatted up to about `limit` lines."""
    lines = [""]
    for part in json.JSONEncoder(indent=1, ensure_ascii=False).iterencode(value):
        first, *rest = part.split("\n")
        lines[-1] += first
        lines += rest
        if len(lines) > limit:
            break
    return [line if len(line) <= MAX_WIDTH else f"{line[:MAX_WIDTH]}…" for line in lines]


def compact_lines(value: object, limit: int, width: int = 100) -> list[str]:
    """A value as JSON with everything on one line that fits into `width`, up to about `limit` lines."""
    lines: list[str] = []
    _compact(value, ("", "", ""), lines, limit, width)
    return [line if len(line) <= MAX_WIDTH else f"{line[:MAX_WIDTH]}…" for line in lines[: limit + 1]]


def _compact(value: object, around: tuple[str, str, str], lines: list[str], limit: int, width: int) -> None:
    indent, name, end = around
    if len(lines) > limit:
        return
    text = f"{indent}{name}{json.dumps(value, ensure_ascii=False)}{end}"
    if len(text) <= width or not isinstance(value, dict | list) or not value:
        lines.append(text)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines.append(f"{indent}{name}{opening}")
    members = (
        [(f"{json.dumps(key, ensure_ascii=False)}: ", member) for key, member in value.items()]
        if isinstance(value, dict)
        else [("", member) for member in value]
    )
    for number, (key, member) in enumerate(members, 1):
        if len(lines) > limit:
            return
        _compact(member, (f"{indent} ", key, "," if number < len(members) else ""), lines, limit, width)
    lines.append(f"{indent}{closing}{end}")


def first_lines(lines: list[Line], limit: int = MAX_LINES) -> list[Line]:
    """The first `limit` lines, and a mark if there are more."""
    if len(lines) <= limit:
        return lines
    return [*lines[:limit], ("…", "more lines")]


def _folded(equal: list[str], *, at_start: bool, at_end: bool) -> list[Line]:
    head = 0 if at_start else _CONTEXT
    tail = 0 if at_end else _CONTEXT
    if len(equal) <= head + tail + 1:
        return [(" ", text) for text in equal]
    num_folded = len(equal) - head - tail
    lines = [(" ", text) for text in equal[:head]]
    lines.append(("…", f"{num_folded:,} equal lines"))
    return lines + [(" ", text) for text in equal[len(equal) - tail :]] if tail else lines
