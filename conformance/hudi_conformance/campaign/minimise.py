# SPDX-License-Identifier: Apache-2.0
"""The smallest input that still shows a disagreement: fewest edits, smallest change, smallest base."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hudi_conformance import edits
from hudi_conformance.edits import Change, Edit

MAX_QUESTIONS = 200
_MAX_BASES = 24

Shows = Callable[[bytes], bool]
"""Whether an input still shows the disagreement."""


class _Budget:
    """Sends requests until the budget is exhausted."""

    def __init__(self, shows: Shows) -> None:
        self._shows = shows
        self._left = MAX_QUESTIONS

    def __call__(self, base: bytes, change: Change) -> bool:
        if self._left <= 0:
            return False
        try:
            data = edits.apply_change(base, change)
        except (ValueError, OverflowError):
            return False
        if data == base:
            return False
        self._left -= 1
        return self._shows(data)


def minimise(
    base: bytes, change: Change, shows: Shows, bases: Sequence[bytes] = ()
) -> tuple[bytes, Change] | None:
    """A smaller input with the same disagreement, None if even the original input no longer shows it.

    Args:
        base: the file that is edited.
        change: edits that show the disagreement.
        shows: tests an input with the implementations.
        bases: other intact files; smaller ones are tried with edits that name a field.
    """
    ask = _Budget(shows)
    if not ask(base, change):
        return None
    change = _fewer(base, change, ask)
    if change.recount and ask(base, replace(change, recount=False)):
        change = replace(change, recount=False)
    if change.rechecksum and ask(base, replace(change, rechecksum=False)):
        change = replace(change, rechecksum=False)
    change = _smaller(base, change, ask)
    return _other_base(base, change, bases, ask)


def weight(change: Change) -> tuple[int, int, int]:
    """Size to minimise: number of edits, flags, bytes or distance of the edits."""
    return (
        len(change.edits), change.recount + change.rechecksum, sum(_size(edit) for edit in change.edits)
    )  # fmt: skip


def _size(edit: Edit) -> int:
    if "hex" in edit:
        bits = int(edit["hex"], 16).bit_count() if edit["op"] == "xor" else 4 * len(edit["hex"])
        return int(bits) * int(edit.get("repeat", 1))
    if "value" in edit:
        return 8 + int(abs(edit["value"])).bit_length()
    return 64 + ((edits.offset_run(edit) or (0, 0))[1] or 0)


def _fewer(base: bytes, change: Change, ask: _Budget) -> Change:
    """Drop edits one by one until each is necessary."""
    at = 0
    while len(change.edits) > 1 and at < len(change.edits):
        without = replace(change, edits=change.edits[:at] + change.edits[at + 1 :])
        if ask(base, without):
            change, at = without, 0
        else:
            at += 1
    return change


def _smaller(base: bytes, change: Change, ask: _Budget) -> Change:
    """Shrink single edits while one of the proposals still shows the disagreement."""
    better = True
    while better:
        better = False
        for at, edit in enumerate(change.edits):
            for proposal in _proposals(edit):
                tried = replace(change, edits=(*change.edits[:at], proposal, *change.edits[at + 1 :]))
                if weight(tried) < weight(change) and ask(base, tried):
                    change, better = tried, True
                    break
            if better:
                break
    return change


def _proposals(edit: Edit) -> Iterator[dict[str, Any]]:
    run = edits.offset_run(edit)
    if "hex" in edit and edit["op"] in {"insert", "append"}:
        text = edit["hex"]
        half = len(text) // 4 * 2
        for part in (text[:2], text[-2:], text[:half], text[half:]):
            if part and part != text:
                yield {**edit, "hex": part}
    elif "hex" in edit and run is not None:
        data = bytes.fromhex(edit["hex"])
        if edit["op"] == "xor" and len(data) == 1 and data[0].bit_count() > 1:
            yield from ({**edit, "hex": f"{1 << bit:02x}"} for bit in range(8) if data[0] >> bit & 1)
        for start, stop in _parts(len(data)):
            yield {**edit, "at": f"@{run[0] + start}+{stop - start}", "hex": data[start:stop].hex()}
    elif edit["op"] == "cut" and run is not None:
        for start, stop in _parts(run[1] or 0):
            yield {**edit, "at": f"@{run[0] + start}+{stop - start}"}
    elif edit["op"] == "repeat" and edit["value"] > 2:
        yield {**edit, "value": 2}
    elif edit["op"] == "set" and "value" in edit:
        sign = 1 if edit["value"] >= 0 else -1
        for value in (0, 1, -1, sign * 2, sign * 16, sign * 256, sign << 30, int(edit["value"] / 2)):
            if value != edit["value"]:
                yield {**edit, "value": value}


def _parts(length: int) -> Iterator[tuple[int, int]]:
    """Single bytes of a short run, halves of any."""
    if length > 1:
        if length <= 8:
            yield from ((at, at + 1) for at in range(length))
        yield 0, length // 2
        yield length // 2, length


def _other_base(base: bytes, change: Change, bases: Sequence[bytes], ask: _Budget) -> tuple[bytes, Change]:
    """The same edits of a smaller file, if they name fields and not offsets."""
    if any(str(edit.get("at", "@")).startswith("@") for edit in change.edits):
        return base, change
    smaller = sorted((other for other in bases if len(other) < len(base)), key=len)
    for other in smaller[:_MAX_BASES]:
        if ask(other, change):
            return other, change
    return base, change
