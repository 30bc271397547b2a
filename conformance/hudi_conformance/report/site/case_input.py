# SPDX-License-Identifier: Apache-2.0
"""Inputs as pages show them: files, their bytes before the edits, and their fields."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from hudi_conformance.look.hexgrid import FieldRow, Piece, grid, select_rows
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.report.site.paths import FILE_ANCHOR

MAX_FILES = 4  # files of a folder whose bytes are shown
MAX_PIECES = 10  # fields candidates below the bytes
MAX_ANNOTATED = 256 << 10  # bytes of a file that is taken apart
_ROWS_EDITED = 12
_ROWS_UNEDITED = 8


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
"""Finds data that the events of a run lack: long inputs, folders, expected values."""
Annotate = Callable[[bytes, str], Sequence[Piece]]
"""Finds the fields of bytes; the second argument is the name of their file."""


@dataclass(frozen=True, slots=True)
class View:
    """The bytes of one file as a page shows them.

    `file` is the anchor of the complete file on the same page; `is_whole`: this is that file, before any
    edit.
    """

    path: str
    size: int
    file: str
    grid: Markup
    fields: Sequence[FieldRow]
    is_whole: bool = False


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


class Shelf:
    """Files that several cases of a page read: the page prints them once, each case only its own."""

    def __init__(self, inputs: Iterable[CaseInput | None], annotate: Annotate) -> None:
        self._annotate = annotate
        files = [file for item in inputs if item is not None for file in item.files[:MAX_FILES]]
        counts = Counter(_key(file) for file in files)
        self._whole = {_key(file): file for file in files if counts[_key(file)] > 1}
        self._anchors = {key: f"{FILE_ANCHOR}{number}" for number, key in enumerate(self._whole, 1)}

    def whole(self) -> Iterator[View]:
        """The shared files, before any edit."""
        for key, file in self._whole.items():
            whole = InputFile(file.path, file.data if file.before is None else file.before)
            yield replace(_view(whole, [], self._annotate, self._anchors[key]), is_whole=True)

    def views(self, case: Case, results: Sequence[Result], files: Sequence[InputFile]) -> list[View]:
        """Views of the files of a case's input."""
        places = [wording.expected_at(case), *(r.at for r in results if r.status in {"new", "known"})]
        # An offset of a folder's rejection may be in any of its files.
        places = places if len(files) == 1 else []
        return [self._of_case(file, places) for file in files[:MAX_FILES]]

    def _of_case(self, file: InputFile, places: Sequence[str | None]) -> View:
        anchor = self._anchors.get(_key(file))
        if anchor is None:
            return _view(file, places, self._annotate)
        return _view(file, places, self._annotate, anchor, only_own=True)


def _key(file: InputFile) -> tuple[str, bytes]:
    whole = file.data if file.before is None else file.before
    return file.path, hashlib.sha256(whole).digest()


def _view(
    file: InputFile,
    places: Sequence[str | None],
    annotate: Annotate,
    anchor: str = "",
    *,
    only_own: bool = False,
) -> View:
    data = file.data
    changes = [] if file.before is None else hexview.changes(data, file.before)
    hits = hexview.offsets(places, len(data))
    hot = [*(change.ofs for change in changes), *hits]
    if only_own and not hot:
        return View(file.path, len(data), anchor, Markup(), ())
    pieces = annotate(data, file.path) if len(data) <= MAX_ANNOTATED else ()
    rows = select_rows(
        len(data), hot, _ROWS_EDITED if hot else _ROWS_UNEDITED, 1 if only_own else 2, only=only_own
    )
    fields = _fields(data, pieces, changes, hits, only_own=only_own)
    # The table below the bytes names the pieces: a page of thousands of names would be mostly names.
    dump = grid(data, pieces, hexview.marked(len(data), changes, hits, rows), titles=False)
    return View(file.path, len(data), anchor, dump, fields)


def _fields(
    data: bytes,
    pieces: Sequence[Piece],
    changes: Sequence[hexview.Change],
    hits: frozenset[int],
    *,
    only_own: bool,
) -> list[FieldRow]:
    """Pieces with a change or rejection, then their neighbours, then the first ones; in file order.

    With `only_own` only the first kind.
    """

    def changed(piece: Piece) -> bool:
        return any(
            change.ofs < piece.end and piece.ofs < change.ofs + max(change.len_now, 1) for change in changes
        )

    def hit(piece: Piece) -> bool:
        return any(piece.ofs <= ofs < piece.end for ofs in hits)

    candidates = [piece for piece in pieces if piece.len]
    marks = [(changed(piece), hit(piece)) for piece in candidates]
    hot = [index for index, mark in enumerate(marks) if any(mark)]
    near = [index + step for step in (() if only_own else (-1, 1, -2, 2)) for index in hot]
    selected: set[int] = set()
    for index in [*hot, *near, *(() if only_own else range(len(candidates)))]:
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
