# SPDX-License-Identifier: Apache-2.0
"""The first page: how the run ended, who takes part, and chapters × implementations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from hudi_conformance.report import standing
from hudi_conformance.report.model import STATUSES, Run, area

# What a bar is made of, left to right.
BAR = ("pass", "pass-weak", "known", "new", "open", "unsupported")
# What a cell counts beside passes.
EXTRAS = ("pass-weak", "known", "open", "new")


@dataclass(frozen=True, slots=True)
class Cell:
    """Cases of one chapter as one implementation answered them."""

    count: Mapping[str, int]

    @property
    def judged(self) -> int:
        """Cases that were held against a rule."""
        return sum(self.count[status] for status in ("pass", "pass-weak", "known", "new"))

    @property
    def passed(self) -> int:
        """Cases that were answered as the rule asks, with a reason or without."""
        return self.count["pass"] + self.count["pass-weak"]

    @property
    def share(self) -> float:
        """How much of what was judged passed, in percent."""
        return 100 * self.passed / self.judged if self.judged else 0

    @property
    def status(self) -> str:
        """What the cell is coloured by: its worst news."""
        for status in ("new", "known", "pass-weak", "pass", "open"):
            if self.count[status]:
                return "pass" if status == "pass-weak" else status
        return "unsupported"

    @property
    def extras(self) -> list[tuple[str, int]]:
        """Counts that are not plain passes."""
        return [(status, self.count[status]) for status in EXTRAS if self.count[status]]

    @property
    def told(self) -> str:
        """The counts in words."""
        words = {"pass-weak": "weak", "new": "unexpected"}
        listed = [f"{self.count[s]:,} {words.get(s, s)}" for s in BAR if self.count[s]]
        return ", ".join(listed) or "not asked"


@dataclass(frozen=True, slots=True)
class Row:
    """One chapter, or all chapters of one surface."""

    name: str
    num_rules: int
    num_cases: int
    cells: Mapping[str, Cell]


def chapters(run: Run) -> list[tuple[Row, list[Row]]]:
    """Rows of the matrix: each first part of the ids as a sum, with its chapters."""
    cases: dict[str, list[str]] = {}
    rules: dict[str, set[str]] = {}
    for case in run.cases.values():
        cases.setdefault(area(case.about), []).append(case.id)
    for requirement in run.by_requirement():
        rules.setdefault(area(requirement), set()).add(requirement)
    found = []
    for surface, members in groupby(sorted(rules.keys() | cases.keys()), lambda name: name.partition(".")[0]):
        names = list(members)
        rows = [_row(run, name, cases.get(name, []), len(rules.get(name, ()))) for name in names]
        found.append((_total(run, surface, rows), rows))
    return found


def _row(run: Run, name: str, case_ids: list[str], num_rules: int) -> Row:
    cells = {}
    for who in run.names:
        results = run.results.get(who, {})
        cells[who] = _cell(Counter(results[case].status for case in case_ids if case in results))
    return Row(name, num_rules, len(case_ids), cells)


def _total(run: Run, surface: str, rows: list[Row]) -> Row:
    cells = {}
    for who in run.names:
        total: Counter[str] = Counter()
        for row in rows:
            total.update(row.cells[who].count)
        cells[who] = _cell(total)
    return Row(surface, sum(row.num_rules for row in rows), sum(row.num_cases for row in rows), cells)


def _cell(count: Counter[str]) -> Cell:
    # A stale entry is news of the same kind: something is not as the lists say.
    count["new"] += count.pop("stale", 0)
    return Cell({status: count[status] for status in STATUSES})


def implementations(run: Run) -> list[dict[str, Any]]:
    """A line an implementation: counts, the shares of its bar, MUSTs that it holds."""
    musts = standing.musts(run)
    rows = []
    for implementation in run.implementations:
        cell = _cell(run.counts(implementation.name))
        total = sum(cell.count.values())
        rows.append(
            {
                "implementation": implementation,
                "count": cell.count,
                "passed": cell.passed,
                "told": cell.told,
                "bar": [(status, 100 * cell.count[status] / total) for status in BAR if cell.count[status]],
                "must": musts[implementation.name],
                "commands": [str(command) for command in implementation.hello.get("commands") or ()],
            }
        )
    return rows
