# SPDX-License-Identifier: Apache-2.0
"""An inspection as a tree for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console
from rich.segment import Segment, Segments
from rich.text import Text
from rich.tree import Tree

from hudi_conformance.inspect.inspection import Inspection, damage, headline, reason
from hudi_conformance.inspect.kinds import MAX_SHOWN, field_kind, hex_of, label_of
from hudi_conformance.inspect.model import Note, Part
from hudi_conformance.look.text import escaped

_STYLES = {
    "magic": "bright_black", "length": "blue", "type": "magenta", "key": "yellow", "value": "green",
    "checksum": "cyan", "padding": "dim", "damage": "bold red",
}  # fmt: skip
_WORDS = {
    "lost": "yellow", "before": "dim", "after": "dim", "violates a rule": "yellow",
    "not checked": "yellow",
}  # fmt: skip


# Words of a line, each with a style; the style of the first applies to the line.
_Line = tuple[tuple[str, str], ...]
_NARROW = re.compile("[ -~·…←]*")  # a column each
_FORK, _END, _CONTINUE, _SPACE = "├── ", "└── ", "│   ", "    "


def tree(inspection: Inspection, name: str | None = None, *, with_hex: bool = False) -> Tree:
    """The parts, then their damage; `with_hex` adds the first bytes of each field."""
    root = Tree(_text(_title(inspection, name)))
    for line, below in _branches(inspection, with_hex=with_hex):
        branch = root.add(_text(line))
        for inside in below:
            branch.add(_text(inside))
    return root


def print_tree(
    console: Console, inspection: Inspection, name: str | None = None, *, with_hex: bool = False
) -> None:
    """Print the `tree` of an inspection; to a file or pipe without styles, which is ten times faster."""
    options = console.options
    if console.is_terminal or console.is_jupyter or options.ascii_only or options.legacy_windows:
        console.print(tree(inspection, name, with_hex=with_hex))
        return
    text = "".join(f"{line}\n" for line in _plain_tree(console, inspection, name, with_hex=with_hex))
    console.print(Segments([Segment(text)]), crop=False, end="")


def _plain_tree(
    console: Console, inspection: Inspection, name: str | None, *, with_hex: bool
) -> Iterator[str]:
    """The lines of the `tree` for a console without colours."""
    yield from _folded(console, _title(inspection, name), "", "")
    branches = list(_branches(inspection, with_hex=with_hex))
    for number, (line, below) in enumerate(branches, 1):
        fork, inner = (_END, _SPACE) if number == len(branches) else (_FORK, _CONTINUE)
        yield from _folded(console, line, fork, inner)
        for inside in below[:-1]:
            yield from _folded(console, inside, inner + _FORK, inner + _CONTINUE)
        for inside in below[-1:]:
            yield from _folded(console, inside, inner + _END, inner + _SPACE)


def _folded(console: Console, line: _Line, first: str, more: str) -> Iterator[str]:
    """A line after the guide `first`; it continues on lines after the guide `more` if it is too long."""
    text, width = "".join(word for word, _ in line), console.options.max_width - len(first)
    if len(text) <= width and _NARROW.fullmatch(text):
        yield first + text
        return
    options = console.options.update(width=width, highlight=False, height=None)
    for segments in console.render_lines(_text(line), options, pad=False):
        yield first + "".join(segment.text for segment in segments)
        first = more


def _text(line: _Line) -> Text:
    (first, style), *words = line
    text = Text(first, style=style)
    for word, own in words:
        text.append(word, style=own)
    return text


def _title(inspection: Inspection, name: str | None) -> _Line:
    title = inspection.name if name is None else name
    return ((escaped(f"{title} · {headline(inspection)}"), "bold"),)


def _branches(inspection: Inspection, *, with_hex: bool) -> Iterator[tuple[_Line, list[_Line]]]:
    for part in inspection.parts:
        yield _headline(part), [_line(note, part, with_hex=with_hex) for note in part.notes]
    for what, text in damage(inspection):
        yield ((escaped(f"{what}: {text}"), _WORDS.get(what, "bold red")),), []


def _headline(part: Part) -> _Line:
    is_intact = part.why is None
    line = (
        (escaped(part.headline), "bold cyan" if is_intact else "bold red"),
        (f"  {part.span.ofs}..{part.span.end}", "dim"),
    )
    return line if part.why is None else (*line, (f"  {escaped(reason(part.why))}", "red"))


def _line(note: Note, part: Part, *, with_hex: bool) -> _Line:
    field = note.field
    is_hit = part.is_refused_at(field)
    style = "bold red" if is_hit else _STYLES[field_kind(field)]
    line = [(f"{field.ofs:>8}  ", "dim")]
    if with_hex:
        line.append((f"{hex_of(field, 8):<25} ", style))
    line.append((escaped(label_of(field)), "default"))
    if isinstance(field.value, int):
        line.append((f" = {field.value}", "magenta"))
    elif field.len > MAX_SHOWN:
        line.append((f" ({field.len} bytes)", "dim"))
    if note.meaning:
        line.append((f"  {escaped(note.meaning)}", "italic"))
    if is_hit and part.why is not None:
        line.append((f"  ← {part.why.code}", "bold red"))
    return tuple(line)
