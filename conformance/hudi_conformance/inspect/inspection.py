# SPDX-License-Identifier: Apache-2.0
"""A file with all of its parts: its damage in sentences, and an HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hudi_conformance.inspect.kinds import hex_of, label_of, piece_of
from hudi_conformance.inspect.model import Flaw, Part, account
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Finding, Rejection, Span
from hudi_conformance.model.log import LogBlock

if TYPE_CHECKING:
    from markupsafe import Markup

    from hudi_conformance.look.hexgrid import FieldRow, Piece

MAX_LISTED = 20  # damaged ranges or findings that get a sentence each
_OPEN_PARTS = 12  # parts that are unfolded when the page opens; those that are damaged always are
_HEX_BYTES = 8
_SALVAGED = frozenset({"log", "hfile"})  # kinds


@dataclass(frozen=True, slots=True)
class Inspection:
    """A file and all of its parts.

    Attributes:
        name: name of the file.
        kind: `log`, `hfile`, `avro`, `json`, `properties`, `empty` or `unknown`.
        parts: blocks and the bytes between or after them, in file order.
        len_file: size of the file.
        rejection: why reading stopped, None if it reached the end.
        salvage: intact blocks that a scan of a log file does not return.
        findings: rules that the file violates although it can be read.
        unchecked: why rules were not checked, empty if they were.
        advice: parts that a salvage may still read, empty if it reads no more.
        num_unread: number of block magics in an HFile with a rejected trailer.
    """

    name: str
    kind: str
    parts: Sequence[Part]
    len_file: int
    rejection: Rejection | None = None
    salvage: Sequence[LogBlock] = ()
    findings: Sequence[Finding] = ()
    unchecked: str = ""
    advice: str = ""
    num_unread: int = 0

    @property
    def flaws(self) -> Sequence[Flaw]:
        """Bytes that are not accounted for exactly once; none unless this program has a bug."""
        return account((note.field for part in self.parts for note in part.notes), self.len_file)

    @property
    def damaged(self) -> Sequence[Part]:
        """Parts that are corrupt or were rejected."""
        return [part for part in self.parts if part.why is not None]

    @property
    def is_sound(self) -> bool:
        """Whether a reader can read the entire file, according to the checks made."""
        is_refused = any(finding.is_refusal for finding in self.findings)
        return self.rejection is None and not self.damaged and not is_refused

    def _repr_html_(self) -> str:
        """For notebooks: the page of `--html` in a frame, which isolates its style."""
        from markupsafe import Markup

        style = "width:100%;height:44rem;border:1px solid #8884;border-radius:6px"
        frame = Markup('<iframe title="{}" style="{}" srcdoc="{}"></iframe>')
        return frame.format(self.name, style, page(self))


# --- sentences -------------------------------------------------------------------------------------------


def headline(inspection: Inspection) -> str:
    """Kind and size in a few words."""
    return f"{inspection.len_file:,} bytes · {_count(inspection)}"


def damage(inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield damage as (kind, sentence): rejected, corrupt, before and after, lost, and so on."""
    damaged = inspection.damaged
    reported = set()
    for index, part in enumerate(damaged):
        if part.why is not None:
            reported.add((part.why.code, part.why.at))
            if index < MAX_LISTED:
                is_corrupt = part.block is not None and part.block.type is BlockType.CORRUPT_BLOCK
                sentence = f"{part.title} {_place(part.span)}: {reason(part.why)}"
                yield "corrupt" if is_corrupt else "refused", sentence
    if inspection.rejection is not None and not damaged:
        yield "refused", reason(inspection.rejection)
        reported.add((inspection.rejection.code, inspection.rejection.at))
    if len(damaged) > MAX_LISTED:
        yield "refused", f"{len(damaged) - MAX_LISTED:,} more places"
    if damaged:
        parts, span = inspection.parts, damaged[0].span
        index = next(index for index, part in enumerate(parts) if part is damaged[0])
        yield "before", _around(inspection, parts[:index], Span(0, span.ofs), "begins")
        after = Span(span.end, inspection.len_file - span.end)
        yield "after", _around(inspection, parts[index + 1 :], after, "ends")
    for block in inspection.salvage[:MAX_LISTED]:
        yield "lost", f"intact but not returned: {block.type.name} {_place(block.span)}"
    unreported = [finding for finding in inspection.findings if (finding.code, finding.at) not in reported]
    for finding in unreported[:MAX_LISTED]:
        yield "refused" if finding.is_refusal else "violates a rule", reason(finding)
    if len(unreported) > MAX_LISTED:
        yield "violates a rule", f"{len(unreported) - MAX_LISTED:,} more"
    if inspection.advice:
        yield "salvage", inspection.advice
    if inspection.unchecked:
        yield "not checked", inspection.unchecked
    if not inspection.is_sound and inspection.kind in _SALVAGED:
        yield "next step", "hudi-conformance salvage FILE --out DIR writes the readable contents"
    for flaw in inspection.flaws:
        extent = f"{flaw.kind} of {flaw.span.len} bytes at {flaw.span.ofs}"
        yield "not accounted for", f"{extent}: a bug in this program"


def reason(why: Rejection | Finding) -> str:
    """Message, code, offset and requirement of a rejection or finding."""
    at = "" if why.at is None else f" at {why.at}"
    return f"{why.message} ({why.code}{at}, {why.requirement})"


def _around(inspection: Inspection, parts: Sequence[Part], span: Span, edge: str) -> str:
    if not span.len:
        return f"nothing: the file {edge} here"
    num_intact = sum(part.why is None for part in parts)
    intact = _plural(num_intact, "intact block" if inspection.kind == "log" else "intact part")
    num_damaged = len(parts) - num_intact
    return f"{_place(span)}: {intact}" + (f", {num_damaged} damaged" if num_damaged else "")


def _place(span: Span) -> str:
    return f"{span.ofs}..{span.end}"


_TITLES = {
    "hfile": "HFile", "avro": "Avro container", "json": "JSON", "properties": "properties", "empty": "empty",
    "unknown": "of an unknown kind",
}  # fmt: skip


def _count(inspection: Inspection) -> str:
    if inspection.kind == "log":
        blocks = [part.block for part in inspection.parts if part.block is not None]
        num_corrupt = sum(block.type is BlockType.CORRUPT_BLOCK for block in blocks)
        return _plural(len(blocks), "block") + (f", {num_corrupt} of them corrupt" if num_corrupt else "")
    title = _TITLES[inspection.kind]
    if inspection.kind in {"hfile", "avro"}:
        if inspection.num_unread:
            return f"{title} with a rejected trailer and {_plural(inspection.num_unread, 'data block')}"
        num_blocks = sum(part.title.startswith("blocks[") for part in inspection.parts)
        return f"{title} of {_plural(num_blocks, 'block')}"
    return title


def _plural(num: int, noun: str) -> str:
    return f"{num} {noun}{'' if num == 1 else 's'}"


# --- page ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _PartView:
    """A part for the template: excerpts as rows of hex, each with the number of omitted bytes before it."""

    part: Part
    is_unfolded: bool
    excerpts: Sequence[tuple[int, Markup]]
    rows: Sequence[FieldRow]


def page(inspection: Inspection, name: str | None = None) -> str:
    """The parts as one HTML document, without scripts or external files."""
    from hudi_conformance.look.hexgrid import KINDS
    from hudi_conformance.look.pages import render

    views = [_view(index, part) for index, part in enumerate(inspection.parts)]
    kinds = {row.piece.kind for view in views for row in view.rows if row.piece.len}
    return render(
        "inspect/templates/inspection.html.j2",
        name=inspection.name if name is None else name,
        headline=headline(inspection),
        inspection=inspection,
        damage=list(damage(inspection)),
        reason=reason,
        key=[kind for kind in KINDS if kind in kinds],
        views=views,
    )


def _view(index: int, part: Part) -> _PartView:
    from hudi_conformance.look.hexgrid import FieldRow

    code = "" if part.why is None else part.why.code
    pieces = [piece_of(note) for note in part.notes]
    rows = [
        FieldRow(
            piece,
            label_of(note.field),
            hex_of(note.field, _HEX_BYTES),
            is_hit=(is_hit := part.is_refused_at(note.field)),
            code=code if is_hit else "",
        )
        for piece, note in zip(pieces, part.notes, strict=True)
    ]
    is_unfolded = part.why is not None or index < _OPEN_PARTS
    return _PartView(part, is_unfolded, list(_excerpts(part, pieces)), rows)


def _excerpts(part: Part, pieces: Sequence[Piece]) -> Iterator[tuple[int, Markup]]:
    from hudi_conformance.look.hexgrid import Selection, grid

    at = frozenset() if part.at is None else frozenset([part.at])
    end = part.span.ofs
    for excerpt in part.excerpts:
        rows = range(-(-len(excerpt.data) // 16))
        yield excerpt.ofs - end, grid(excerpt.data, pieces, Selection(rows, at=at), excerpt.ofs)
        end = excerpt.ofs + len(excerpt.data)
