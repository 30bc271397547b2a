# SPDX-License-Identifier: Apache-2.0
"""Bytes as rows of hex with changes and rejections marked: HTML with each piece in a colour, or text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

WIDTH = 16
# Kind of a piece: (class in the style sheet, text of the legend).
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
_ASCII = bytes(byte if 32 <= byte < 127 else ord(".") for byte in range(256))
# Marks around bytes in text replace the blanks between bytes: columns stay aligned.
_FENCE_LEFT = {"changed": "[", "at": ">"}
_FENCE_RIGHT = {"changed": "]"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of bytes with one meaning.

    Attributes:
        ofs: offset of its first byte.
        len: number of its bytes.
        kind: a key of `KINDS`.
        label: its path.
        value: its value as text.
        meaning: interpretation of the value, or empty.
        rule: requirement that governs it, or empty.
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
class FieldRow:
    """A piece as a line of the table of fields below the bytes.

    Attributes:
        label: its path below the part that the table shows.
        raw: its first bytes as hex.
        is_changed: whether an edit changed it.
        is_hit: whether a rejection points into it.
        code: code of that rejection, or empty.
    """

    piece: Piece
    label: str
    raw: str
    is_changed: bool = False
    is_hit: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows to display, and marks in them.

    Attributes:
        rows: numbers of rows, ascending.
        changed: offsets of bytes that differ from a base.
        at: offsets of rejections.
        notes: offsets, and texts after their rows.
    """

    rows: Sequence[int]
    changed: frozenset[int] = frozenset()
    at: frozenset[int] = frozenset()
    notes: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """One row, or omitted rows (no `data`): `len` bytes from `ofs` on, `num_changed` by an edit."""

    ofs: int
    len: int
    data: bytes = b""
    notes: Sequence[str] = ()
    num_changed: int = 0

    @property
    def text(self) -> str:
        """The bytes as printable ASCII, a dot for everything else."""
        return self.data.translate(_ASCII).decode("ascii")

    @property
    def fold(self) -> str:
        """Text for omitted rows, so that a partly displayed edit does not look complete."""
        changed = f", {self.num_changed:,} of them changed" if self.num_changed else ""
        return f"{self.len:,} bytes{changed}"


def select_rows(
    size: int, hot: Iterable[int], limit: int, reach: int = 2, *, only: bool = False
) -> list[int]:
    """At most `limit` rows of `size` bytes: the first two, the last, those of offsets `hot`, and neighbours.

    `reach` is the number of neighbours on both sides. With `only` no other rows are selected.
    """
    num_rows = -(-size // WIDTH)
    if num_rows <= limit and not only:
        return list(range(num_rows))
    selected = set() if only else {0, 1, num_rows - 1}
    rows = list(dict.fromkeys(min(max(ofs, 0) // WIDTH, num_rows - 1) for ofs in hot))
    steps = [step for distance in range(1, reach + 1) for step in (distance, -distance)]
    near = [row + step for step in steps for row in rows]
    for row in [*rows, *near, *(() if only else range(num_rows))]:
        if len(selected) >= limit:
            break
        if 0 <= row < num_rows:
            selected.add(row)
    return sorted(selected)


def _rows(data: bytes, selection: Selection, origin: int) -> Iterator[_Row]:
    end = 0
    for number in selection.rows:
        ofs = number * WIDTH
        if ofs > end:
            yield _left_out(origin + end, ofs - end, selection)
        part = data[ofs : ofs + WIDTH]
        notes = [note for at, note in selection.notes if origin + ofs <= at < origin + ofs + WIDTH]
        yield _Row(origin + ofs, len(part), part, notes)
        end = ofs + WIDTH
    if end < len(data):
        yield _left_out(origin + end, len(data) - end, selection)


def _left_out(ofs: int, size: int, selection: Selection) -> _Row:
    return _Row(ofs, size, num_changed=sum(ofs <= at < ofs + size for at in selection.changed))


def grid(
    data: bytes, pieces: Sequence[Piece], selection: Selection, origin: int = 0, *, titles: bool = True
) -> Markup:
    """HTML of the selected rows, with the number of omitted bytes between them.

    `pieces` must be in file order. `origin` is the offset of `data` in its file: displayed offsets, pieces
    and marks are relative to the file, rows to `data`. With `titles` a tooltip shows the name and value of a
    piece.
    """
    walk = _Walk(pieces, titles=titles)
    lines = [_html(row, walk, selection) for row in _rows(data, selection, origin)]
    return Markup(  # noqa: S704 - titles and texts are escaped one by one
        "<pre class=hex tabindex=0 role=group aria-label=Bytes>" + "\n".join(lines) + "</pre>"
    )


def text_lines(data: bytes, selection: Selection) -> list[str]:
    """The same rows as text: changed bytes in square brackets, a rejected byte after `>`."""
    lines = []
    for row in _rows(data, selection, 0):
        if not row.data:
            lines.append(f"  …  {row.fold}")
            continue
        cells = mark = ""
        for ofs, byte in enumerate(row.data, row.ofs):
            previous = mark
            mark = "at" if ofs in selection.at else "changed" if ofs in selection.changed else ""
            fence = _FENCE_LEFT.get(mark) or _FENCE_RIGHT.get(previous, " ") if mark != previous else " "
            cells += f"{fence}{byte:02x}"
        cells += _FENCE_RIGHT.get(mark, " ")
        note = f"  {', '.join(row.notes)}" if row.notes else ""
        lines.append(f"  {row.ofs:08x} {cells.ljust(WIDTH * 3 + 1)} {row.text}{note}")
    return lines


class _Walk:
    """Finds the piece of an offset; offsets only go up."""

    def __init__(self, pieces: Sequence[Piece], *, titles: bool) -> None:
        self._pieces = [piece for piece in pieces if piece.len]
        self.has_titles = titles
        self._next = 0

    def at(self, ofs: int) -> tuple[Piece | None, int]:
        """The piece of an offset, None in a gap, and the end of the piece or gap."""
        while self._next < len(self._pieces):
            piece = self._pieces[self._next]
            if ofs < piece.ofs:
                return None, piece.ofs
            if ofs < piece.end:
                return piece, piece.end
            self._next += 1
        return None, sys.maxsize


def _html(row: _Row, walk: _Walk, selection: Selection) -> str:
    if not row.data:
        return f"<b class=fold>       …</b>  <s>{row.fold}</s>"
    cells = []
    for css, title, run in _runs(row, walk, selection):
        text = run.hex(" ")
        named = f' title="{escape(title)}"' if title else ""
        name = f'"{css}"' if " " in css else css  # without quotation marks where HTML permits: they are many
        cells.append(f"<i class={name}{named}>{text}</i>" if css else text)
    gap = "   " * (WIDTH - len(row.data))
    tail = f"  <em>{escape(' '.join(row.notes))}</em>" if row.notes else ""
    return f"<b>{row.ofs:08x}</b>  {' '.join(cells)}{gap}  <s>{escape(row.text, quote=False)}</s>{tail}"


def _runs(row: _Row, walk: _Walk, selection: Selection) -> Iterator[tuple[str, str, bytes]]:
    """Class, title and bytes of each run with the same appearance."""
    ofs, row_end = row.ofs, row.ofs + row.len
    while ofs < row_end:
        piece, end = walk.at(ofs)
        css = title = mark = ""
        if piece is not None:
            css = KINDS[piece.kind][0]
            # Only on its first row: a title on every row of a long piece would be most of the page.
            if walk.has_titles and ofs < piece.ofs + WIDTH:
                title = f"{piece.label} = {piece.value}" if piece.value else piece.label
                end = min(end, piece.ofs + WIDTH)
        end = min(end, row_end)
        if selection.changed or selection.at:
            mark = _mark(ofs, selection)
            end = next((other for other in range(ofs + 1, end) if _mark(other, selection) != mark), end)
        yield (css + mark).strip(), title, row.data[ofs - row.ofs : end - row.ofs]
        ofs = end


def _mark(ofs: int, selection: Selection) -> str:
    return (" x" if ofs in selection.changed else "") + (" at" if ofs in selection.at else "")
