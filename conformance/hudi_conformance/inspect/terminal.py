# SPDX-License-Identifier: Apache-2.0
"""An inspection as a tree for the terminal."""

from __future__ import annotations

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
    "lost": "yellow", "before": "dim", "after": "dim", "breaks a rule": "yellow",
    "not checked": "yellow",
}  # fmt: skip


def tree(inspection: Inspection, name: str | None = None, *, with_hex: bool = False) -> Tree:
    """The parts, then their damage; `with_hex` adds the first bytes of each field."""
    title = inspection.name if name is None else name
    root = Tree(Text(escaped(f"{title} · {headline(inspection)}"), style="bold"))
    for part in inspection.parts:
        branch = root.add(_headline(part))
        for note in part.notes:
            branch.add(_line(note, part, with_hex=with_hex))
    for what, text in damage(inspection):
        root.add(Text(escaped(f"{what}: {text}"), style=_WORDS.get(what, "bold red")))
    return root


def _headline(part: Part) -> Text:
    is_intact = part.why is None
    line = Text(escaped(part.headline), style="bold cyan" if is_intact else "bold red")
    line.append(f"  {part.span.ofs}..{part.span.end}", style="dim")
    if part.why is not None:
        line.append(f"  {escaped(reason(part.why))}", style="red")
    return line


def _line(note: Note, part: Part, *, with_hex: bool) -> Text:
    field = note.field
    is_hit = part.is_refused_at(field)
    style = "bold red" if is_hit else _STYLES[field_kind(field)]
    line = Text(f"{field.ofs:>8}  ", style="dim")
    if with_hex:
        line.append(f"{hex_of(field, 8):<25} ", style=style)
    line.append(escaped(label_of(field)), style="default")
    if isinstance(field.value, int):
        line.append(f" = {field.value}", style="magenta")
    elif field.len > MAX_SHOWN:
        line.append(f" ({field.len} bytes)", style="dim")
    if note.meaning:
        line.append(f"  {escaped(note.meaning)}", style="italic")
    if is_hit and part.why is not None:
        line.append(f"  ← {part.why.code}", style="bold red")
    return line
