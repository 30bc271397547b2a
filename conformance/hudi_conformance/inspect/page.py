# SPDX-License-Identifier: Apache-2.0
"""An inspection as an HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hudi_conformance.inspect.inspection import Inspection, damage, headline, reason
from hudi_conformance.inspect.kinds import hex_of, label_of, piece_of
from hudi_conformance.inspect.model import Part
from hudi_conformance.look.hexgrid import KINDS, FieldRow, Piece, Selection, grid
from hudi_conformance.look.pages import render

_OPEN_PARTS = 12  # parts that are unfolded when the page opens; those that are damaged always are
_HEX_BYTES = 8


@dataclass(frozen=True, slots=True)
class _PartView:
    """A part for the template: excerpts as rows of hex, each with the number of omitted bytes before it."""

    part: Part
    is_unfolded: bool
    excerpts: Sequence[tuple[int, Markup]]
    rows: Sequence[FieldRow]


def page(inspection: Inspection, name: str | None = None) -> str:
    """The parts as one HTML document, without scripts or external files."""
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
    at = frozenset() if part.at is None else frozenset([part.at])
    end = part.span.ofs
    for excerpt in part.excerpts:
        rows = range(-(-len(excerpt.data) // 16))
        yield excerpt.ofs - end, grid(excerpt.data, pieces, Selection(rows, at=at), excerpt.ofs)
        end = excerpt.ofs + len(excerpt.data)
