# SPDX-License-Identifier: Apache-2.0
"""Compares two JSON values as indented lines: what only one of them has, with what stands around it."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from typing import Any

MAX_LINES = 60
MAX_WIDTH = 400
_CONTEXT = 2
# More lines than this are neither made nor aligned: it would take seconds.
_ALIGN_MAX = 2000
Line = tuple[str, str]
"""A mark and a text: `-` only expected, `+` only got, a blank for both, `…` for lines left out."""


def diff_lines(expected: Any, got: Any) -> list[Line]:
    """At most `MAX_LINES` lines; lines that are equal on both sides are folded but for a few."""
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


def pretty_lines(value: Any, limit: int = _ALIGN_MAX) -> list[str]:
    """A value as indented JSON, one member a line; what follows `limit` lines is not made."""
    lines = [""]
    for part in json.JSONEncoder(indent=1, ensure_ascii=False).iterencode(value):
        first, *rest = part.split("\n")
        lines[-1] += first
        lines += rest
        if len(lines) > limit:
            break
    return [line if len(line) <= MAX_WIDTH else f"{line[:MAX_WIDTH]}…" for line in lines]


def first_lines(lines: list[Line], limit: int = MAX_LINES) -> list[Line]:
    """The first `limit` lines, and how many there are more."""
    if len(lines) <= limit:
        return lines
    return [*lines[:limit], ("…", "more lines")]


def _folded(same: list[str], *, at_start: bool, at_end: bool) -> list[Line]:
    head = 0 if at_start else _CONTEXT
    tail = 0 if at_end else _CONTEXT
    if len(same) <= head + tail + 1:
        return [(" ", text) for text in same]
    left_out = len(same) - head - tail
    kept = [(" ", text) for text in same[:head]]
    kept.append(("…", f"{left_out:,} equal lines"))
    return kept + [(" ", text) for text in same[len(same) - tail :]] if tail else kept
