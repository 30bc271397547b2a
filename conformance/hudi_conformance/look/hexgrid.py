# SPDX-License-Identifier: Apache-2.0
"""Bytes as coloured rows of hex: each piece in the colour of its kind, what changed or is refused marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH = 16
# Kind of a piece: (class in the style sheet, what the legend says).
KINDS: dict[str, tuple[str, str]] = {
    "magic": ("hm", "magic, sync marker"),
    "length": ("hl", "length, count, offset"),
    "type": ("ht", "type, version, flag"),
    "key": ("hk", "key, name"),
    "value": ("hv", "value, content"),
    "checksum": ("hc", "checksum"),
    "padding": ("hp", "padding"),
    "damage": ("hd", "not readable"),
}
_PLAIN = ("", "", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of bytes that is one thing.

    Attributes:
        ofs: offset of its first byte.
        len: number of its bytes.
        kind: a key of `KINDS`.
        label: its path.
        value: what it says, as text.
        meaning: what that means, or empty.
        rule: requirement that it is about, or empty.
    """

    ofs: int
    len: int
    kind: str
    label: str
    value: str = ""
    meaning: str = ""
    rule: str = ""

    @property
    def end(self) -> int:
        """Offset of the first byte after it."""
        return self.ofs + self.len


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows to show, and what to mark in them.

    Attributes:
        rows: numbers of rows, ascending.
        changed: offsets of bytes that differ from a base.
        at: offsets that are pointed at.
        notes: words behind the row that an offset lies in.
    """

    rows: Sequence[int]
    changed: frozenset[int] = frozenset()
    at: frozenset[int] = frozenset()
    notes: Mapping[int, str] = field(default_factory=dict)


def select_rows(size: int, hot: Iterable[int], limit: int) -> list[int]:
    """At most `limit` rows of `size` bytes: the first two, the last, those of offsets `hot`, neighbours."""
    num_rows = -(-size // WIDTH)
    if num_rows <= limit:
        return list(range(num_rows))
    chosen = {0, 1, num_rows - 1}
    rows = list(dict.fromkeys(min(max(ofs, 0) // WIDTH, num_rows - 1) for ofs in hot))
    near = [row + step for step in (1, -1, 2, -2) for row in rows]
    for row in [*rows, *near, *range(num_rows)]:
        if len(chosen) >= limit:
            break
        if 0 <= row < num_rows:
            chosen.add(row)
    return sorted(chosen)


def grid(data: bytes, pieces: Sequence[Piece], chosen: Selection, origin: int = 0) -> str:
    """HTML of the chosen rows; where rows are left out stands how many bytes that are.

    `pieces` must be in file order. `origin` is the offset of `data` in its file: shown offsets, pieces and
    marks count from the beginning of the file, rows from the beginning of `data`.
    """
    lines = []
    last = -1
    walk = _Walk(pieces)
    for row in chosen.rows:
        if row > last + 1:
            lines.append(_fold((row - last - 1) * WIDTH))
        ofs = row * WIDTH
        lines.append(_row(data[ofs : ofs + WIDTH], origin + ofs, walk, chosen))
        last = row
    left = len(data) - (last + 1) * WIDTH
    if left > 0:
        lines.append(_fold(left))
    return '<pre class="hex" tabindex="0" role="group" aria-label="Bytes">' + "\n".join(lines) + "</pre>"


class _Walk:
    """Finds the piece of an offset; offsets only go up."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = [piece for piece in pieces if piece.len]
        self._next = 0

    def at(self, ofs: int) -> Piece | None:
        while self._next < len(self._pieces) and self._pieces[self._next].end <= ofs:
            self._next += 1
        if self._next < len(self._pieces) and self._pieces[self._next].ofs <= ofs:
            return self._pieces[self._next]
        return None


def _row(part: bytes, start: int, walk: _Walk, chosen: Selection) -> str:
    cells = []
    for css, title, run in _runs(part, start, walk, chosen):
        text = run.hex(" ")
        named = f' title="{escape(title)}"' if title else ""
        cells.append(f'<i class="{css}"{named}>{text}</i>' if css else text)
    gap = "   " * (WIDTH - len(part))
    note = " ".join(note for ofs, note in chosen.notes.items() if start <= ofs < start + WIDTH)
    tail = f"  <em>{escape(note)}</em>" if note else ""
    return f"<b>{start:08x}</b>  {' '.join(cells)}{gap}  <s>{escape(_ascii(part))}</s>{tail}"


def _runs(part: bytes, start: int, walk: _Walk, chosen: Selection) -> Iterator[tuple[str, str, bytes]]:
    """Class, title and bytes of each run that looks the same."""
    before: tuple[str, str, str] = _PLAIN
    begin = 0
    for index in range(len(part) + 1):
        now = _PLAIN if index == len(part) else _face(start + index, walk, chosen)
        if index and (now != before or index == len(part)):
            yield before[0], before[1], part[begin:index]
            begin = index
        before = now


def _face(ofs: int, walk: _Walk, chosen: Selection) -> tuple[str, str, str]:
    piece = walk.at(ofs)
    css = "" if piece is None else KINDS[piece.kind][0]
    if ofs in chosen.changed:
        css += " x"
    if ofs in chosen.at:
        css += " at"
    if piece is None:
        return css.strip(), "", ""
    # Told once: a title on every row of a long piece would be most of the page.
    told = f"{piece.label}{f' = {piece.value}' if piece.value else ''}" if ofs - piece.ofs < WIDTH else ""
    return css.strip(), told, str(piece.ofs)


def _ascii(part: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)


def _fold(num: int) -> str:
    return f'<b class="fold">       …</b>  <s>{num:,} bytes</s>'
