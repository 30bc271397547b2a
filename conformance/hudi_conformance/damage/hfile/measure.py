# SPDX-License-Identifier: Apache-2.0
"""What the reading commands make of a damaged HFile, with the undamaged one as the truth.

| word | meaning |
|---|---|
| right | the truth |
| refused | a refusal, and what came before it is the truth |
| told | not the truth, and a finding or loss beside it |
| wrong | a value that is not the truth, nothing said |
| lost | cells missing, nothing said |
| denied | a lookup answers "no cells" for a row that is there |
| doubled | a cell more often than it is there |
| hang | no answer in time |
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from hudi_conformance.decode.bulk.hfile import iter_cell_batches
from hudi_conformance.decode.bulk.hfile_lookup import BulkLookup
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.salvage.account import Loss
from hudi_conformance.salvage.hfile import HFileSalvage
from hudi_conformance.views.hfile import HFileCell

REFUSALS = (Reject, UnsupportedInput, LimitExceeded)
WORDS = ("right", "refused", "told", "wrong", "lost", "denied", "doubled", "hang", "escaped")
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
        """The truth of a whole file."""
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
    return (cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type, cell.value, cell.tags, cell.mvcc)


@contextmanager
def time_limit(seconds: float = MAX_SECONDS) -> Iterator[None]:
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
    if is_refused and list(found) == list(truth[: len(found)]):
        return "refused"
    if not is_refused and list(found) == list(truth):
        return "right"
    if is_told:
        return "told"
    more = Counter(found) - Counter(truth)
    if not more:
        return "lost"
    return "doubled" if all(cell in set(truth) for cell in more) else "wrong"


def _scan(data: bytes, truth: Truth, *, is_bulk: bool) -> str:
    found: list[Cell] = []
    findings: list[Any] = []
    is_refused = False
    try:
        if is_bulk:
            for batch in iter_cell_batches(data):
                columns = [batch.column(i).to_pylist() for i in range(batch.num_columns)]
                found += list(zip(*columns, strict=True))
        else:
            for cell in CellReader.of(HFile(data)).scan():
                found.append(as_cell(cell))
    except REFUSALS:
        is_refused = True
    told = {finding.requirement for finding in findings} - truth.findings
    if is_bulk:
        found = [(*cell[:7], (cell[7] + (1 << 63)) % (1 << 64) - (1 << 63)) for cell in found]
    return judge(found, truth.cells, is_refused=is_refused, is_told=bool(told))


def _row(found: Sequence[Cell], truth: Sequence[Cell]) -> str:
    if truth and not found:
        return "denied"
    return judge(found, truth, is_refused=False, is_told=False)


def _get(data: bytes, truth: Truth) -> str:
    words = []
    try:
        lookup = Lookup(HFile(data))
    except REFUSALS:
        return "refused"
    for row in truth.rows:
        try:
            words.append(_row([as_cell(cell) for cell in lookup.get(row)], truth.get(row)))
        except REFUSALS:
            words.append("refused")
    return max(words, key=_WORST.__getitem__)


def _before(data: bytes, truth: Truth) -> str:
    words = []
    try:
        lookup = Lookup(HFile(data))
    except REFUSALS:
        return "refused"
    for row in truth.rows:
        try:
            cell = lookup.before(row)
            words.append(_row([] if cell is None else [as_cell(cell)], truth.before(row)))
        except REFUSALS:
            words.append("refused")
    return max(words, key=_WORST.__getitem__)


def _bulk_get(data: bytes, truth: Truth) -> str:
    words = []
    try:
        lookup = BulkLookup(data)
    except REFUSALS:
        return "refused"
    try:
        for row, cells in zip(truth.rows, lookup.get(truth.rows), strict=True):
            words.append(_row([as_cell(cell) for cell in cells], truth.get(row)))
    except REFUSALS:
        for row in truth.rows:
            try:
                [cells] = lookup.get([row])
                words.append(_row([as_cell(cell) for cell in cells], truth.get(row)))
            except REFUSALS:
                words.append("refused")
    return max(words, key=_WORST.__getitem__)


def _salvage(data: bytes, truth: Truth) -> str:
    found: list[Cell] = []
    is_told = False
    for step in HFileSalvage(data).steps():
        if isinstance(step, HFileCell):
            found.append(as_cell(step))
        is_told |= isinstance(step, Loss)
    more = Counter(found) - Counter(truth.cells)
    if any(cell in set(truth.cells) for cell in more):
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


COMMANDS: dict[str, Callable[[bytes, Truth], str]] = {
    "scan": lambda data, truth: _scan(data, truth, is_bulk=False),
    "bulk scan": lambda data, truth: _scan(data, truth, is_bulk=True),
    "get": _get,
    "bulk get": _bulk_get,
    "before": _before,
    "salvage": _salvage,
    "check": _check,
}


def answers(data: bytes, truth: Truth, commands: dict[str, Callable[[bytes, Truth], str]] = COMMANDS) -> dict[str, str]:
    """The word for each command."""
    words = {}
    for name, command in commands.items():
        try:
            with time_limit():
                words[name] = command(data, truth)
        except HangError:
            words[name] = "hang"
        except Exception as error:  # noqa: BLE001 - whatever escapes is the finding
            words[name] = f"escaped {type(error).__name__}"
    return words
