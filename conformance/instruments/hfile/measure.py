# SPDX-License-Identifier: Apache-2.0
"""Results of the reading commands for a damaged HFile, with the undamaged one as the truth.

| word | meaning |
|---|---|
| right | the truth |
| refused | a rejection, and the items before it are part of the truth |
| late | a rejection, and before it a value that is not the truth |
| told | not the truth, with a finding or loss |
| wrong | a value that is not the truth, not reported |
| lost | cells missing, not reported |
| denied | a lookup returns "no cells" for a row that exists |
| doubled | a cell more often than it exists |
| hang | no answer in time |
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import LEN_SMALL, Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.salvage.account import Loss
from hudi_conformance.salvage.hfile import HFileSalvage

REFUSALS = (Reject, UnsupportedInput, LimitExceeded)
WORDS = ("right", "refused", "told", "late", "wrong", "lost", "denied", "doubled", "hang", "escaped")
_WORST = {word: number for number, word in enumerate(WORDS)}
MAX_SECONDS = 10.0

Cell = tuple[bytes, bytes, bytes, int, int, bytes, bytes, int]


class HangError(Exception):
    """No answer in time."""


@dataclass(frozen=True)
class Truth:
    """An undamaged file."""

    cells: tuple[Cell, ...]
    findings: frozenset[str]
    rows: tuple[bytes, ...]

    @classmethod
    def of(cls, data: bytes) -> Truth:
        """The truth for a complete file."""
        cells = tuple(as_cell(cell) for cell in CellReader.of(HFile(data)).scan())
        rows = sorted({cell[0] for cell in cells})
        asked = [rows[i * len(rows) // 12] for i in range(min(12, len(rows)))] if len(rows) > 12 else rows
        near = [row + b"\0" for row in asked[::3]] + [row[:-1] for row in asked[::3]]
        findings = frozenset(finding.requirement for finding in check_hfile(data))
        return cls(cells, findings, (*asked, *near, b"", b"\xff" * 8))

    def get(self, row: bytes) -> list[Cell]:
        """Cells of a row."""
        return [cell for cell in self.cells if cell[0] == row]

    def before(self, row: bytes) -> list[Cell]:
        """The last cell of a smaller row."""
        return [cell for cell in self.cells if cell[0] < row][-1:]


def as_cell(cell: HFileCell) -> Cell:
    """A cell without its place."""
    return (
        cell.row,
        cell.family,
        cell.qualifier,
        cell.timestamp,
        cell.type,
        cell.value,
        cell.tags,
        cell.mvcc,
    )


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise HangError in the main thread after some seconds."""

    def stop(_number: int, _frame: object) -> None:
        raise HangError

    old = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def judge(found: Sequence[Cell], truth: Sequence[Cell], *, is_refused: bool, is_told: bool) -> str:
    """The word for cells that a command returned."""
    if is_refused:
        # After a rejection at the end of a scan or block, the items before it are part of the truth, or were
        # reported.
        return "refused" if is_told or not Counter(found) - Counter(truth) else "late"
    if list(found) == list(truth):
        return "right"
    if is_told:
        return "told"
    more = Counter(found) - Counter(truth)
    if not more:
        return "lost" if len(found) < len(truth) else "wrong"
    return "doubled" if all(cell in set(truth) for cell in more) else "wrong"


def _scan(data: bytes, truth: Truth, *, is_bulk: bool) -> str:
    found: list[Cell] = []
    findings: list[Finding] = []
    is_refused = False
    try:
        if is_bulk:
            for batch in iter_cell_batches(data, findings=findings):
                columns = [batch.column(i).to_pylist() for i in range(batch.num_columns)]
                found += list(zip(*columns, strict=True))
        else:
            for cell in CellReader.of(HFile(data)).scan(findings):
                found.append(as_cell(cell))
    except REFUSALS:
        is_refused = True
    if is_bulk:
        found = [(*cell[:7], (cell[7] + (1 << 63)) % (1 << 64) - (1 << 63)) for cell in found]
    return judge(found, truth.cells, is_refused=is_refused, is_told=_is_told(findings, truth))


Read = Callable[[bytes], Sequence[HFileCell]]


def _rows(read: Read, wanted: Callable[[bytes], list[Cell]], truth: Truth, told: Callable[[], bool]) -> str:
    """The worst word over all rows."""
    words = []
    for row in truth.rows:
        try:
            found = [as_cell(cell) for cell in read(row)]
        except REFUSALS:
            words.append("refused")
            continue
        if wanted(row) and not found and not told():
            words.append("denied")
        else:
            words.append(judge(found, wanted(row), is_refused=False, is_told=told()))
    return max(words, key=_WORST.__getitem__)


def _is_told(findings: Sequence[Finding], truth: Truth) -> bool:
    return bool({finding.requirement for finding in findings} - truth.findings)


def _get(data: bytes, truth: Truth, len_small: int = LEN_SMALL) -> str:
    lookup = Lookup(HFile(data), len_small)
    return _rows(
        lambda row: list(lookup.get(row)), truth.get, truth, lambda: _is_told(lookup.findings, truth)
    )


def _before(data: bytes, truth: Truth, len_small: int = LEN_SMALL) -> str:
    lookup = Lookup(HFile(data), len_small)

    def read(row: bytes) -> list[HFileCell]:
        cell = lookup.before(row)
        return [] if cell is None else [cell]

    return _rows(read, truth.before, truth, lambda: _is_told(lookup.findings, truth))


def _salvage(data: bytes, truth: Truth) -> str:
    found: list[Cell] = []
    is_told = False
    salvage = HFileSalvage(data)
    for step in salvage.steps():
        if isinstance(step, HFileCell):
            found.append(as_cell(step))
        is_told |= isinstance(step, Loss)
    is_told |= any(not any(name in note for name in truth.findings) for note in salvage.notes)
    more = Counter(found) - Counter(truth.cells)
    if any(cell in set(truth.cells) for cell in more) and not is_told:
        return "doubled"
    return judge(found, truth.cells, is_refused=False, is_told=is_told)


def num_kept(data: bytes, truth: Truth) -> int:
    """Cells of the truth that salvage finds."""
    try:
        steps = HFileSalvage(data).steps()
        found = Counter(as_cell(step) for step in steps if isinstance(step, HFileCell))
    except REFUSALS:
        return 0
    return (found & Counter(truth.cells)).total()


def _check(data: bytes, truth: Truth) -> str:
    try:
        found = {finding.requirement for finding in check_hfile(data)}
    except REFUSALS:
        return "refused"
    return "told" if found - truth.findings else "right"


NEAR = frozenset({"near get", "near before"})  # as if the file were large
COMMANDS: dict[str, Callable[[bytes, Truth], str]] = {
    "scan": lambda data, truth: _scan(data, truth, is_bulk=False),
    "bulk scan": lambda data, truth: _scan(data, truth, is_bulk=True),
    "get": _get,
    "before": _before,
    "near get": lambda data, truth: _get(data, truth, 0),
    "near before": lambda data, truth: _before(data, truth, 0),
    "salvage": _salvage,
    "check": _check,
}


def answers(data: bytes, truth: Truth, seconds: float = MAX_SECONDS) -> dict[str, str]:
    """The word for each command."""
    words = {}
    for name, command in COMMANDS.items():
        try:
            with time_limit(seconds):
                words[name] = command(data, truth)
        except REFUSALS:
            words[name] = "refused"
        except HangError:
            words[name] = "hang"
        except Exception as error:  # whatever escapes is what is measured
            words[name] = f"escaped {type(error).__name__}"
    return words
