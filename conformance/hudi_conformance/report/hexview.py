# SPDX-License-Identifier: Apache-2.0
"""The input of a case as hex rows, with what the edits changed marked and the rest folded away."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from hudi_conformance.report.model import Case, Run

WIDTH = 16
MAGIC = b"#HUDI#"
# Marks, later ones win: opens a block; changed by an edit; where the judge expects (or got) a rejection.
PLAIN, OPENS, CHANGED, AT = "", "m", "e", "at"
# More than this many differing bytes are marked as one stretch: aligning them would take seconds.
ALIGN_MAX = 1500


@dataclass(frozen=True)
class Change:
    """What an edit did: `len_now` bytes at `ofs` stand where `len_before` bytes stood in the base."""

    ofs: int
    len_now: int
    len_before: int

    @property
    def gone(self) -> int:
        """Bytes that are missing at `ofs`."""
        return max(0, self.len_before - self.len_now)


@dataclass(frozen=True)
class Row:
    """One row of the dump, or a fold (`runs` empty) that hides `len` bytes."""

    ofs: int
    len: int
    runs: tuple[tuple[str, bytes], ...]
    note: str = ""

    @property
    def text(self) -> str:
        """The bytes as printable ASCII, a dot for everything else."""
        raw = b"".join(part for _, part in self.runs)
        return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in raw)


@dataclass(frozen=True)
class Dump:
    """A whole dump: rows to show and what is known about the edit."""

    rows: tuple[Row, ...]
    size: int
    changes: tuple[Change, ...]


def content(case: Case) -> bytes | None:
    """Bytes of the input, None where the events do not carry them (long inputs, cases of names)."""
    text = case.input.get("b64")
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def bases(run: Run) -> dict[str, bytes]:
    """Base fixtures that the run holds as they are: those with a case that edits nothing."""
    found: dict[str, bytes] = {}
    for case in run.cases.values():
        base = case.input.get("base")
        if isinstance(base, str) and not case.input.get("edit") and base not in found:
            raw = content(case)
            if raw is not None:
                found[base] = raw
    return found


def changes(raw: bytes, base: bytes) -> list[Change]:
    """Where `raw` differs from `base`.

    Equal lengths are compared byte by byte (edits that overwrite); other lengths are aligned.
    """
    if raw == base:
        return []
    if len(raw) == len(base):
        found = []
        for differs, run in groupby(range(len(raw)), key=lambda ofs: raw[ofs] != base[ofs]):
            offsets = list(run)
            if differs:
                found.append(Change(offsets[0], len(offsets), len(offsets)))
        return found
    shorter = min(len(raw), len(base))
    head = next((ofs for ofs in range(shorter) if raw[ofs] != base[ofs]), shorter)
    left = shorter - head
    tail = next((n for n in range(left) if raw[-1 - n] != base[-1 - n]), left)
    now, before = raw[head : len(raw) - tail], base[head : len(base) - tail]
    if not now or not before or max(len(now), len(before)) > ALIGN_MAX:
        return [Change(head, len(now), len(before))]
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    return [
        Change(head + new_from, new_to - new_from, old_to - old_from)
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes()
        if tag != "equal"
    ]


def dump(
    case: Case, base: Mapping[str, bytes], at: Iterable[str | None] = (), limit: int = 14
) -> Dump | None:
    """Rows worth seeing: the first, those with a mark, and their neighbours; at most `limit` of them.

    `at` are byte offsets to point at (where a rejection is expected, or was reported).
    """
    raw = content(case)
    if raw is None:
        return None
    origin = base.get(str(case.input.get("base")))
    found = changes(raw, origin) if origin is not None and case.input.get("edit") else []
    marks = _marks(raw, found, [int(ofs) for ofs in at if ofs is not None and ofs.isdecimal()])
    return Dump(tuple(_rows(raw, marks, found, limit)), len(raw), tuple(found))


def _marks(raw: bytes, found: Sequence[Change], at: Sequence[int]) -> list[str]:
    marks = [PLAIN] * len(raw)
    ofs = raw.find(MAGIC)
    while ofs >= 0:
        marks[ofs : ofs + len(MAGIC)] = [OPENS] * len(MAGIC)
        ofs = raw.find(MAGIC, ofs + len(MAGIC))
    for change in found:
        marks[change.ofs : change.ofs + change.len_now] = [CHANGED] * change.len_now
    for ofs in at:
        if 0 <= ofs < len(raw):
            marks[ofs] = AT
    return marks


def _rows(raw: bytes, marks: Sequence[str], found: Sequence[Change], limit: int) -> Iterator[Row]:
    num_rows = -(-len(raw) // WIDTH)
    if num_rows <= limit:
        chosen = set(range(num_rows))
    else:
        chosen = {0, 1, num_rows - 1}
        hot = [row for row in range(num_rows) if {CHANGED, AT} & set(marks[row * WIDTH : (row + 1) * WIDTH])]
        hot += [min(change.ofs // WIDTH, num_rows - 1) for change in found if not change.len_now]
        for row in [*hot, *(row + 1 for row in hot), *(row - 1 for row in hot), *range(num_rows)]:
            if len(chosen) >= limit:
                break
            if 0 <= row < num_rows:
                chosen.add(row)
    gone = {change.ofs: change.gone for change in found if change.gone}
    last = -1
    for row in sorted(chosen):
        ofs = row * WIDTH
        if row != last + 1:
            yield Row((last + 1) * WIDTH, ofs - (last + 1) * WIDTH, ())
        part = raw[ofs : ofs + WIDTH]
        runs = []
        pos = ofs
        for mark, members in groupby(marks[ofs : ofs + len(part)]):
            length = len(list(members))
            runs.append((mark, raw[pos : pos + length]))
            pos += length
        lost = [f"{count:,} byte{'' if count == 1 else 's'} cut at {cut}" for cut, count in gone.items()
                if ofs <= cut < ofs + len(part) or (cut == len(raw) == ofs + len(part))]  # fmt: skip
        yield Row(ofs, len(part), tuple(runs), ", ".join(lost))
        last = row
    if last + 1 < num_rows:
        yield Row((last + 1) * WIDTH, len(raw) - (last + 1) * WIDTH, ())


def edit_lines(case: Case) -> list[str]:
    """Each edit as a line that a person reads: `blocks[1].len_block = 0`."""
    return [_edit_line(edit) for edit in case.input.get("edit") or ()]


def _edit_line(edit: Mapping[str, Any]) -> str:
    op, at = str(edit.get("op", "?")), str(edit.get("at", ""))
    what = str(edit["hex"]) if "hex" in edit else str(edit.get("value", ""))
    if len(what) > 80:
        what = f"{what[:77]}…"
    times = f" × {edit['repeat']:,}" if isinstance(edit.get("repeat"), int) else ""
    if op == "set":
        line = f"{at} = {what}"
    elif op == "add":
        line = f"{at} {'−' if what.startswith('-') else '+'}= {what.lstrip('-')}"
    elif op == "xor":
        line = f"{at} ^= {what}"
    elif op == "append":
        line = f"append {what}{times}"
    elif op == "insert":
        line = f"insert {what}{times} before {at}"
    elif op == "repeat":
        line = f"repeat {at} × {what}"
    elif op == "splice":
        line = f"splice {edit.get('from', '?')} in at {at}"
    elif op == "swap":
        line = f"swap {at} with {edit.get('with', '?')}"
    else:
        line = f"{op} {at} {what}".rstrip()
    return f"{edit['file']}: {line}" if "file" in edit else line


def plain(view: Dump) -> list[str]:
    """The dump as text, changed bytes in square brackets, a pointed-at byte after `>`."""
    fences = {PLAIN: (" ", " "), OPENS: (" ", " "), CHANGED: ("[", "]"), AT: (">", " ")}
    lines = []
    for row in view.rows:
        if not row.runs:
            lines.append(f"  …  {row.len:,} bytes")
            continue
        cells = ""
        for mark, part in row.runs:
            left, right = fences[mark]
            # A fence takes the place of the blank between two bytes, so that columns stay in line.
            cells = cells[:-1] + (left if left != " " else cells[-1:] or " ") + part.hex(" ") + right
        lines.append(
            f"  {row.ofs:08x} {cells.ljust(WIDTH * 3 + 1)} {row.text}{'  ' + row.note if row.note else ''}"
        )
    return lines
