# SPDX-License-Identifier: Apache-2.0
"""The input of a case: its bytes, the changes of its edits, and both as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from hudi_conformance.look.hexgrid import Selection, select_rows, text_lines
from hudi_conformance.look.text import counted
from hudi_conformance.report.model import Case, Run
from hudi_conformance.similar import common_ends
from hudi_conformance.suite.judge import written_bytes

# More than this many differing bytes are marked as one stretch: aligning them would take seconds.
ALIGN_MAX = 1500


@dataclass(frozen=True)
class Change:
    """A change of an edit: `len_now` bytes at `ofs` replace `len_before` bytes of the base."""

    ofs: int
    len_now: int
    len_before: int

    @property
    def num_removed(self) -> int:
        """Number of bytes of the base that are missing at `ofs`."""
        return max(0, self.len_before - self.len_now)


def content(case: Case) -> bytes | None:
    """Bytes of the input, None if the events do not carry them (long inputs, cases of names)."""
    return written_bytes(case.input)


def bases(run: Run) -> dict[str, bytes]:
    """Base fixtures whose bytes are in the run: those with a case without edits."""
    bases: dict[str, bytes] = {}
    for case in run.cases.values():
        base = case.input.get("base")
        if isinstance(base, str) and not case.input.get("edit") and base not in bases:
            raw = content(case)
            if raw is not None:
                bases[base] = raw
    return bases


def changes(raw: bytes, base: bytes) -> list[Change]:
    """Where `raw` differs from `base`.

    Equal lengths are compared byte by byte (edits that overwrite); other lengths are aligned.
    """
    if raw == base:
        return []
    if len(raw) == len(base):
        stretches = []
        for differs, run in groupby(range(len(raw)), key=lambda ofs: raw[ofs] != base[ofs]):
            offsets = list(run)
            if differs:
                stretches.append(Change(offsets[0], len(offsets), len(offsets)))
        return stretches
    head, tail = common_ends(raw, base)
    after, before = raw[head : len(raw) - tail], base[head : len(base) - tail]
    if not after or not before or max(len(after), len(before)) > ALIGN_MAX:
        return [Change(head, len(after), len(before))]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        Change(head + new_from, new_to - new_from, old_to - old_from)
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes()
        if tag != "equal"
    ]


def offsets(places: Iterable[str | None], size: int) -> frozenset[int]:
    """Places of rejections that are offsets within `size` bytes."""
    return frozenset(
        int(offset) for offset in places if offset is not None and offset.isdecimal() and int(offset) < size
    )


def marked(size: int, differences: Sequence[Change], at: frozenset[int], rows: Sequence[int]) -> Selection:
    """Rows of an input of `size` bytes with changed, missing and pointed-at bytes marked."""
    changed = frozenset(_changed_offsets(differences))
    notes = [
        (min(change.ofs, max(size - 1, 0)), f"{counted(change.num_removed, 'byte')} cut at {change.ofs}")
        for change in differences
        if change.num_removed
    ]
    return Selection(rows, changed, at, notes)


def _changed_offsets(differences: Iterable[Change]) -> Iterable[int]:
    return (ofs for change in differences for ofs in range(change.ofs, change.ofs + change.len_now))


def dump_lines(
    data: bytes, before: bytes | None, places: Iterable[str | None] = (), limit: int = 14
) -> list[str]:
    """Selected rows as text: the first, those with a mark, and their neighbours; at most `limit` of them.

    Args:
        data: the input.
        before: its bytes before the edits, None without edits.
        places: byte offsets of rejections, expected or reported.
        limit: rows at most.
    """
    differences = changes(data, before) if before is not None else []
    at = offsets(places, len(data))
    hot = sorted({*_changed_offsets(differences), *at})
    hot += [change.ofs for change in differences if not change.len_now]
    rows = select_rows(len(data), hot, limit, reach=1)
    return text_lines(data, marked(len(data), differences, at, rows))


def case_dump(
    case: Case, bases: Mapping[str, bytes], places: Iterable[str | None] = (), limit: int = 14
) -> list[str]:
    """`dump_lines` of the input of a case; none if the events do not carry it."""
    data = content(case)
    if data is None:
        return []
    before = bases.get(str(case.input.get("base"))) if case.input.get("edit") else None
    return dump_lines(data, before, places, limit)


def edit_lines(case: Case) -> list[str]:
    """Each edit as a readable line: `blocks[1].len_block = 0`."""
    return [_edit_line(edit) for edit in case.input.get("edit") or ()]


def _edit_line(edit: Mapping[str, Any]) -> str:
    op, at = str(edit.get("op", "?")), str(edit.get("at", ""))
    operand = str(edit["hex"]) if "hex" in edit else str(edit.get("value", ""))
    if len(operand) > 80:
        operand = f"{operand[:77]}…"
    times = f" × {edit['repeat']:,}" if isinstance(edit.get("repeat"), int) else ""
    lines = {
        "set": f"{at} = {operand}",
        "add": f"{at} {'−' if operand.startswith('-') else '+'}= {operand.lstrip('-')}",
        "xor": f"{at} ^= {operand}",
        "append": f"append {operand}{times}",
        "insert": f"insert {operand}{times} before {at}",
        "repeat": f"repeat {at} × {operand}",
        "splice": f"splice {edit.get('from', '?')} in at {at}",
        "swap": f"swap {at} with {edit.get('with', '?')}",
    }
    line = lines.get(op) or f"{op} {at} {operand}".rstrip()
    return f"{edit['file']}: {line}" if "file" in edit else line
