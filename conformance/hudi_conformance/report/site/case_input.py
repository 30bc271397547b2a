# SPDX-License-Identifier: Apache-2.0
"""Inputs as pages show them: files, their bytes before the edits, and their fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hudi_conformance.look import FieldRow, Piece, grid, select_rows
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, Result, Run

MAX_FILES = 4  # files of a folder whose bytes are shown
MAX_PIECES = 16  # fields candidates below the bytes
MAX_ANNOTATED = 256 << 10  # bytes of a file that is taken apart
_ROWS_EDITED = 24
_ROWS_UNEDITED = 12


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file of an input; `before` are its bytes before the edits, None without edits."""

    path: str
    data: bytes
    before: bytes | None = None


@dataclass(frozen=True, slots=True)
class CaseInput:
    """Files of an input that a page shows, and the expected value as JSON."""

    files: Sequence[InputFile] = ()
    expected: object = None


InputSource = Callable[[Case], CaseInput | None]
"""Finds what the events of a run lack: long inputs, folders, expected values."""
Annotate = Callable[[bytes, str], Sequence[Piece]]
"""Finds the fields of bytes; the second argument is the name of their file."""


@dataclass(frozen=True, slots=True)
class View:
    """The bytes of one file as a page shows them."""

    path: str
    size: int
    grid: Markup
    kinds: Sequence[str]
    fields: Sequence[FieldRow]
    num_pieces: int
    has_changes: bool
    has_hits: bool


def from_events(run: Run) -> InputSource:
    """Inputs from the run itself: those of at most 8 KiB that are not folders."""
    bases = hexview.bases(run)

    def find(case: Case) -> CaseInput | None:
        raw = hexview.content(case)
        if raw is None:
            return None
        base = case.input.get("base")
        before = bases.get(str(base)) if case.input.get("edit") else None
        return CaseInput([InputFile(str(base or ""), raw, before)])

    return find


def views(
    case: Case, results: Sequence[Result], files: Sequence[InputFile], annotate: Annotate
) -> list[View]:
    """Views of the files of an input."""
    places = [wording.expected_at(case), *(r.at for r in results if r.status in {"new", "known"})]
    # An offset of a folder's rejection may be in any of its files.
    return [_view(file, places if len(files) == 1 else [], annotate) for file in files[:MAX_FILES]]


def _view(file: InputFile, places: Sequence[str | None], annotate: Annotate) -> View:
    data = file.data
    changes = [] if file.before is None else hexview.changes(data, file.before)
    pieces = annotate(data, file.path) if len(data) <= MAX_ANNOTATED else ()
    hits = hexview.offsets(places, len(data))
    hot = [*(change.ofs for change in changes), *hits]
    rows = select_rows(len(data), hot, _ROWS_EDITED if hot else _ROWS_UNEDITED)
    dump = grid(data, pieces, hexview.marked(len(data), changes, hits, rows))
    fields = _fields(data, pieces, changes, hits)
    kinds = list(dict.fromkeys(piece.kind for piece in pieces if piece.len))
    return View(file.path, len(data), dump, kinds, fields, len(pieces), bool(changes), bool(hits))


def _fields(
    data: bytes, pieces: Sequence[Piece], changes: Sequence[hexview.Change], hits: frozenset[int]
) -> list[FieldRow]:
    """Pieces with a change or rejection, then their neighbours, then the first ones; in file order."""

    def changed(piece: Piece) -> bool:
        return any(
            change.ofs < piece.end and piece.ofs < change.ofs + max(change.len_now, 1) for change in changes
        )

    def hit(piece: Piece) -> bool:
        return any(piece.ofs <= ofs < piece.end for ofs in hits)

    candidates = [piece for piece in pieces if piece.len]
    marks = [(changed(piece), hit(piece)) for piece in candidates]
    hot = [index for index, mark in enumerate(marks) if any(mark)]
    near = [index + step for step in (-1, 1, -2, 2) for index in hot]
    selected: set[int] = set()
    for index in [*hot, *near, *range(len(candidates))]:
        if len(selected) >= MAX_PIECES:
            break
        if 0 <= index < len(candidates):
            selected.add(index)
    return [
        FieldRow(candidates[index], candidates[index].label, _raw(data, candidates[index]), *marks[index])
        for index in sorted(selected)
    ]


def _raw(data: bytes, piece: Piece) -> str:
    text = data[piece.ofs : min(piece.end, piece.ofs + 8)].hex(" ")
    return f"{text} …" if piece.len > 8 else text
