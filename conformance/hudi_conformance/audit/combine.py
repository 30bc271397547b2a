# SPDX-License-Identifier: Apache-2.0
"""Findings of one rule in one file: the first ones are separate rows, all others are one row.

A file of a few kilobytes may violate a rule at every eighth byte, and a row takes a hundred times as much
memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hudi_conformance.audit.findings import FindingRow

MAX_OF_RULE = 1000  # findings of one rule in one file, or part of one, that are separate rows
_LEN_FIRST = 200  # characters of the first message that is combined


@dataclass(slots=True)
class _Rest:
    """Findings of one rule beyond the separate rows: the first, their number, and the offset of the last."""

    first: FindingRow
    num: int = 0
    last: int = 0
    is_salvageable: bool | None = None

    def add(self, row: FindingRow) -> None:
        if self.num == 0:
            self.is_salvageable = row.salvageable
        elif self.is_salvageable != row.salvageable:
            self.is_salvageable = None
        self.num += 1
        if row.ofs is not None:
            self.last = max(self.last, row.ofs)

    def row(self) -> FindingRow:
        if self.num == 1:
            return self.first
        start = self.first.ofs
        message = f"{self.num:,} more findings of this rule, the first: {self.first.message[:_LEN_FIRST]}"
        length = None if start is None else self.last - start + 1
        return replace(self.first, message=message, len=length, salvageable=self.is_salvageable)


@dataclass(slots=True)
class Combination:
    """Separates the findings of a file into rows, and one row for the rest of each rule."""

    _num: dict[tuple[str, ...], int] = field(default_factory=dict)
    _rest: dict[tuple[str, ...], _Rest] = field(default_factory=dict)

    def keeps(self, row: FindingRow) -> bool:
        """Whether a finding is a separate row; otherwise it is counted."""
        key = (row.verdict, row.code, row.requirement or "", row.severity)
        num = self._num[key] = self._num.get(key, 0) + 1
        if num <= MAX_OF_RULE:
            return True
        rest = self._rest.get(key)
        if rest is None:
            rest = self._rest[key] = _Rest(row)
        rest.add(row)
        return False

    def rest(self) -> list[FindingRow]:
        """One row for the rest of each rule."""
        return [rest.row() for rest in self._rest.values()]


def combined(rows: Iterable[FindingRow]) -> Iterator[FindingRow]:
    """Yield the first `MAX_OF_RULE` rows of each rule in order, and then one for the rest of each."""
    combination = Combination()
    yield from (row for row in rows if combination.keeps(row))
    yield from combination.rest()
