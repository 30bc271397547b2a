# SPDX-License-Identifier: Apache-2.0
"""What a page shows of an input: its files, what they were before the edits, the pieces they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.look import Piece, Selection, grid, select_rows
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, Result, Run

MAX_FILES = 4  # files of a folder whose bytes are shown
MAX_PIECES = 16  # fields listed below the bytes
MAX_ANNOTATED = 256 << 10  # bytes of a file that is taken apart
_ROWS_EDITED = 24
_ROWS_WHOLE = 12


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file of an input; `before` are its bytes before the edits, None where nothing was edited."""

    path: str
    data: bytes
    before: bytes | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """Files of an input that are worth showing, and the expected value as JSON."""

    files: Sequence[InputFile] = ()
    expected: object = None


Shelf = Callable[[Case], Material | None]
"""Finds what the events of a run do not carry: long inputs, folders, expected values."""
Annotate = Callable[[bytes, str], Sequence[Piece]]
"""Takes bytes apart; the second argument is the name of their file."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A line of the table below the bytes."""

    piece: Piece
    raw: str
    is_changed: bool
    is_hit: bool


@dataclass(frozen=True, slots=True)
class View:
    """The bytes of one file as a page shows them."""

    path: str
    size: int
    grid: str
    kinds: Sequence[str]
    rows: Sequence[PieceRow]
    num_pieces: int
    has_changes: bool
    has_hits: bool


def from_events(run: Run) -> Shelf:
    """A shelf that has nothing but the run itself: inputs of at most 8 KiB that are no folder."""
    bases = hexview.bases(run)

    def find(case: Case) -> Material | None:
        raw = hexview.content(case)
        if raw is None:
            return None
        base = case.input.get("base")
        before = bases.get(str(base)) if case.input.get("edit") else None
        return Material([InputFile(str(base or ""), raw, before)])

    return find


def views(
    case: Case, results: Sequence[Result], files: Sequence[InputFile], annotate: Annotate
) -> list[View]:
    """The files of an input as they are shown."""
    wanted = [wording.expected_at(case), *(r.at for r in results if r.status in {"new", "known"})]
    at = [int(ofs) for ofs in wanted if ofs is not None and ofs.isdecimal()]
    # An offset of a folder's rejection may be in any of its files.
    return [_view(file, at if len(files) == 1 else [], annotate) for file in files[:MAX_FILES]]


def _view(file: InputFile, at: Sequence[int], annotate: Annotate) -> View:
    data = file.data
    changes = [] if file.before is None else hexview.changes(data, file.before)
    pieces = annotate(data, file.path) if len(data) <= MAX_ANNOTATED else ()
    changed = frozenset(ofs for change in changes for ofs in range(change.ofs, change.ofs + change.len_now))
    hits = frozenset(ofs for ofs in at if 0 <= ofs < len(data))
    hot = [*(change.ofs for change in changes), *hits]
    rows = select_rows(len(data), hot, _ROWS_EDITED if hot else _ROWS_WHOLE)
    notes = _cuts(changes, len(data))
    shown = grid(data, pieces, Selection(rows, changed, hits, notes))
    listed = _listed(data, pieces, changes, hits)
    kinds = list(dict.fromkeys(piece.kind for piece in pieces if piece.len))
    return View(file.path, len(data), shown, kinds, listed, len(pieces), bool(changes), bool(hits))


def _cuts(changes: Sequence[hexview.Change], size: int) -> Mapping[int, str]:
    return {
        min(
            change.ofs, max(size - 1, 0)
        ): f"{change.gone:,} byte{'' if change.gone == 1 else 's'} cut at {change.ofs}"
        for change in changes
        if change.gone
    }


def _listed(
    data: bytes, pieces: Sequence[Piece], changes: Sequence[hexview.Change], hits: frozenset[int]
) -> list[PieceRow]:
    """Pieces that changed or are pointed at, then their neighbours, then the first ones; in file order."""

    def changed(piece: Piece) -> bool:
        return any(
            change.ofs < piece.end and piece.ofs < change.ofs + max(change.len_now, 1) for change in changes
        )

    def hit(piece: Piece) -> bool:
        return any(piece.ofs <= ofs < piece.end for ofs in hits)

    told = [piece for piece in pieces if piece.len]
    marks = [(changed(piece), hit(piece)) for piece in told]
    hot = [index for index, mark in enumerate(marks) if any(mark)]
    near = [index + step for step in (-1, 1, -2, 2) for index in hot]
    chosen: set[int] = set()
    for index in [*hot, *near, *range(len(told))]:
        if len(chosen) >= MAX_PIECES:
            break
        if 0 <= index < len(told):
            chosen.add(index)
    return [PieceRow(told[index], _raw(data, told[index]), *marks[index]) for index in sorted(chosen)]


def _raw(data: bytes, piece: Piece) -> str:
    text = data[piece.ofs : min(piece.end, piece.ofs + 8)].hex(" ")
    return f"{text} …" if piece.len > 8 else text
