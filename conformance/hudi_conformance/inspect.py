# SPDX-License-Identifier: Apache-2.0
"""A log file taken apart for people: every byte of it, what it says and which rule it is about.

`inspect_log` gives the parts; `tree` shows them in a terminal, `page` as one HTML document without scripts
or outside files. Every byte belongs to exactly one field: what does not is reported as a gap or an overlap.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.text import Text
from rich.tree import Tree

from hudi_conformance.decode.fields import Field, block_fields
from hudi_conformance.decode.hfile_fields import hfile_fields, is_hfile
from hudi_conformance.decode.hfile_file import HFile
from hudi_conformance.decode.log_salvage import walk_salvage
from hudi_conformance.decode.log_scan import ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock, Rejection, Span

MAX_SHOWN = 32  # bytes of a field that are shown as hex
MAX_TEXT = 72  # characters of a value that are shown
MAX_BLOCKS = 10_000  # blocks that one inspection takes apart


@dataclass(frozen=True, slots=True)
class Note:
    """A field and what it means."""

    field: Field
    meaning: str


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the file: a block, or what belongs to no block.

    Attributes:
        title: what it is, in a few words.
        span: where it lies.
        notes: its fields in file order.
        block: the block, None for bytes outside of blocks.
        why: why it is corrupt or was refused, None where it is intact.
    """

    title: str
    span: Span
    notes: Sequence[Note]
    block: LogBlock | None = None
    why: Rejection | None = None


@dataclass(frozen=True, slots=True)
class Flaw:
    """Bytes that no field claims (`gap`) or that two fields claim (`overlap`)."""

    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class Inspection:
    """A whole file.

    Attributes:
        parts: blocks and what lies between or behind them, in file order.
        len_file: size of the file.
        rejection: why the scan had to stop, if it did.
        salvage: intact blocks that the scan does not return.
        flaws: bytes that are not accounted for exactly once; none unless this program is wrong.
    """

    parts: Sequence[Part]
    len_file: int
    rejection: Rejection | None
    salvage: Sequence[LogBlock]
    flaws: Sequence[Flaw]


def inspect_file(source: Input) -> Inspection:
    """Take a log file or an HFile apart: the trailer of an HFile tells it.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        return _inspect_hfile(buffer) if is_hfile(buffer) else inspect_log(buffer)


def _inspect_hfile(buffer: Buffer) -> Inspection:
    fields = hfile_fields(buffer)
    titles: dict[str, str] = {}
    why: Rejection | None = None
    try:
        for index, block in enumerate(HFile(buffer).headers()):
            titles[f"blocks[{index}]"] = block.type
    except Reject as error:
        why = Rejection(error.code, error.at, error.requirement, error.message)
    parts: list[Part] = []
    group: list[Field] = []
    for field, after in pairwise([*fields, None]):
        if field is None:
            break
        group.append(field)
        head = field.path.partition(".")[0]
        if after is None or after.path.partition(".")[0] != head:
            first = group[0].ofs
            notes = [Note(each, _hfile_meaning(each)) for each in group]
            span = Span(first, field.end - first)
            title = f"{head} {titles[head]}" if head in titles else head
            parts.append(Part(title, span, notes, why=why if head == "rest" else None))
            group = []
        if len(parts) >= MAX_BLOCKS:
            break
    shown = [note.field for part in parts for note in part.notes]
    flaws = account(shown, len(buffer)) if len(parts) < MAX_BLOCKS else []
    return Inspection(parts, len(buffer), why, (), flaws)


def _hfile_meaning(field: Field) -> str:
    value = field.value
    return _preview(value, field.len) if isinstance(value, bytes) else ""


def inspect_log(source: Input) -> Inspection:
    """Take a log file apart.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        parts: list[Part] = []
        walk = walk_log(buffer)
        end = ScanEnd()
        pos = 0
        while len(parts) < MAX_BLOCKS:
            try:
                block = next(walk)
            except StopIteration as stop:
                end = stop.value
                break
            fields = list(block_fields(buffer, block, f"blocks[{len(parts)}]"))
            notes = [Note(field, _meaning(field, block)) for field in fields]
            parts.append(Part(block.type.name, block.span, notes, block, block.why))
            pos = block.span.end
        left = Span(pos, len(buffer) - pos)
        if left.len:
            parts.append(_rest(left, bytes(buffer[pos : pos + MAX_SHOWN]), end))
        salvage = list(walk_salvage(buffer))
        fields = [note.field for part in parts for note in part.notes]
        return Inspection(parts, len(buffer), end.rejection, salvage, account(fields, len(buffer)))


def account(fields: Iterable[Field], len_file: int) -> list[Flaw]:
    """Where the fields leave bytes of the file out, or claim them twice."""
    spans = sorted((Span(field.ofs, field.len) for field in fields if field.len), key=lambda span: span.ofs)
    flaws = []
    for left, right in pairwise([Span(0, 0), *spans, Span(len_file, 0)]):
        between = right.ofs - left.end
        if between > 0:
            flaws.append(Flaw("gap", Span(left.end, between)))
        elif between < 0:
            flaws.append(Flaw("overlap", Span(right.ofs, -between)))
    return flaws


def _rest(span: Span, value: bytes, end: ScanEnd) -> Part:
    if end.rejection is not None:
        title, rule, meaning = "refused", end.rejection.requirement, end.rejection.message
    elif end.len_ignored:
        title, rule, meaning = "ignored", "log.recovery.short-tail", "too short for a block: end of file"
    else:
        title, rule, meaning = "not shown", "log.file.concatenation", f"behind the first {MAX_BLOCKS} blocks"
    field = Field(title.replace(" ", "_"), span.ofs, span.len, value, rule)
    return Part(title, span, [Note(field, meaning)], why=end.rejection)


def _meaning(field: Field, block: LogBlock) -> str:
    name = field.path.partition(".")[2]
    value = field.value
    match name:
        case "len_block":
            return f"block of 14 + {block.span.len - 14} = {block.span.len} bytes"
        case "len_trailing":
            return "bytes from the magic up to here: block size + 6"
        case "block_type":
            return block.type.name
        case "content.version":
            return "version of the content, not of the frame"
    if name.endswith(".key") and isinstance(value, int):
        if name.startswith("header."):
            return HeaderKey(value).name
        return "no release knows footer keys"
    if isinstance(value, bytes) and name not in {"magic"}:
        return _preview(value, field.len)
    return ""


def _preview(value: bytes, length: int) -> str:
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError as error:
        # A value is cut after some bytes, which may be in the middle of a character.
        if length <= len(value) or error.start < len(value) - 3:
            return ""
        text = value[: error.start].decode("utf-8")
    if not text.isprintable():
        return ""
    return text if length <= len(value) and len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


# --- terminal ----------------------------------------------------------------------------------------


def tree(inspection: Inspection, name: str, *, with_hex: bool = False) -> Tree:
    """The parts as a tree for the terminal; with the first bytes of each field if wanted."""
    root = Tree(Text(f"{name} · {inspection.len_file} bytes · {_count(inspection)}", style="bold"))
    for index, part in enumerate(inspection.parts):
        branch = root.add(_headline(index, part))
        for note in part.notes:
            branch.add(_line(note, with_hex=with_hex))
    for block in inspection.salvage:
        end = block.span.end
        root.add(Text(f"intact but not returned: {block.type.name} {block.span.ofs}..{end}", style="yellow"))
    for flaw in inspection.flaws:
        root.add(Text(f"{flaw.kind} of {flaw.span.len} bytes at {flaw.span.ofs}", style="bold red"))
    return root


def _count(inspection: Inspection) -> str:
    blocks = [part.block for part in inspection.parts if part.block is not None]
    num_hfile = sum(part.title.startswith("blocks[") for part in inspection.parts)
    if num_hfile:
        return f"HFile of {num_hfile} block{'' if num_hfile == 1 else 's'}"
    num_corrupt = sum(block.type is BlockType.CORRUPT_BLOCK for block in blocks)
    told = f"{len(blocks)} block{'' if len(blocks) == 1 else 's'}"
    return told + (f", {num_corrupt} of them corrupt" if num_corrupt else "")


def _headline(index: int, part: Part) -> Text:
    is_intact = part.why is None
    number = f"[{index}] " if part.block is not None else ""
    line = Text(f"{number}{part.title}", style="bold cyan" if is_intact else "bold red")
    line.append(f"  {part.span.ofs}..{part.span.end}", style="dim")
    if part.why is not None:
        at = "" if part.why.at is None else f" at {part.why.at}"
        line.append(f"  {part.why.message} ({part.why.code}{at}, {part.why.requirement})", style="red")
    return line


def _line(note: Note, *, with_hex: bool) -> Text:
    field = note.field
    line = Text(f"{field.ofs:>8}  ", style="dim")
    if with_hex:
        line.append(f"{_hex(field, 8):<25} ", style="green")
    line.append(_label(field), style="default")
    if isinstance(field.value, int):
        line.append(f" = {field.value}", style="magenta")
    elif field.len > MAX_SHOWN:
        line.append(f" ({field.len} bytes)", style="dim")
    if note.meaning:
        line.append(f"  {note.meaning}", style="italic")
    return line


def _label(field: Field) -> str:
    return field.path.partition(".")[2] or field.path


def _hex(field: Field, num: int = MAX_SHOWN) -> str:
    value = field.value
    # Some numbers are signed, some are not: the bytes are the same.
    raw = (value % (1 << 8 * field.len)).to_bytes(field.len, "big") if isinstance(value, int) else value
    return raw[:num].hex(" ") + (" …" if field.len > num else "")


# --- HTML --------------------------------------------------------------------------------------------

_STYLE = """
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 78rem; padding: 0 1rem; }
h1 { font-size: 1.2rem; overflow-wrap: anywhere; }
details { border: 1px solid #8886; border-radius: 6px; margin: .6rem 0; padding: .3rem .7rem; }
summary { cursor: pointer; font-weight: 600; }
summary small, td.rule { font-weight: 400; opacity: .7; }
.bad { color: light-dark(#b00020, #ff8a80); }
.lost { color: light-dark(#8a5a00, #ffcf6b); }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; }
th { text-align: left; font-weight: 500; opacity: .7; }
td, th { padding: .1rem .6rem .1rem 0; vertical-align: top; }
td.ofs { text-align: right; opacity: .7; }
td.ofs, td.hex { font-family: ui-monospace, monospace; font-variant-numeric: tabular-nums; }
td.hex { max-width: 26rem; overflow-wrap: anywhere; }
td.text { overflow-wrap: anywhere; }
tbody tr:hover { background: #8882; }
"""


def page(inspection: Inspection, name: str) -> str:
    """The parts as one HTML document."""
    return "".join(_page(inspection, name))


def _page(inspection: Inspection, name: str) -> Iterator[str]:
    title = html.escape(name)
    yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n"
    yield f"<p>{inspection.len_file} bytes · {_count(inspection)}</p>\n"
    for block in inspection.salvage:
        yield f'<p class="lost">intact but not returned: {block.type.name} at {block.span.ofs}</p>\n'
    for flaw in inspection.flaws:
        yield f'<p class="bad">{flaw.kind} of {flaw.span.len} bytes at {flaw.span.ofs}</p>\n'
    for index, part in enumerate(inspection.parts):
        yield from _section(index, part)
    yield "</body></html>\n"


def _section(index: int, part: Part) -> Iterator[str]:
    mark = "" if part.why is None else ' class="bad"'
    number = f"[{index}] " if part.block is not None else ""
    yield f"<details open><summary{mark}>{number}{html.escape(part.title)} "
    yield f"<small>{part.span.ofs}..{part.span.end}</small></summary>\n"
    if part.why is not None:
        why = f"{part.why.message} ({part.why.code}, {part.why.requirement})"
        yield f"<p{mark}>{html.escape(why)}</p>\n"
    yield "<table><thead><tr><th>offset<th>bytes<th>field<th>value<th>meaning<th>rule</tr></thead><tbody>\n"
    for note in part.notes:
        field = note.field
        value = str(field.value) if isinstance(field.value, int) else f"{field.len} bytes"
        yield (
            f'<tr><td class="ofs">{field.ofs}<td class="hex">{_hex(field)}<td>{html.escape(_label(field))}'
            f'<td class="text">{value}<td class="text">{html.escape(note.meaning)}'
            f'<td class="rule">{html.escape(field.requirement)}</tr>\n'
        )
    yield "</tbody></table></details>\n"
