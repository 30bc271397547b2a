# SPDX-License-Identifier: Apache-2.0
"""The matrix of the first page: chapters of the specification × implementations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from hudi_conformance.report.model import Run, area
from hudi_conformance.report.standing import Counts


@dataclass(frozen=True, slots=True)
class Row:
    """One chapter, or all chapters of one surface."""

    name: str
    num_rules: int
    num_cases: int
    cells: Mapping[str, Counts]


def chapters(run: Run) -> list[tuple[Row, list[Row]]]:
    """Rows of the matrix: each first part of the ids as a sum, with its chapters."""
    cases: dict[str, list[str]] = {}
    rules: dict[str, set[str]] = {}
    for case in run.cases.values():
        cases.setdefault(area(case.about), []).append(case.id)
    for requirement in run.by_requirement():
        rules.setdefault(area(requirement), set()).add(requirement)
    chapters = []
    for surface, members in groupby(sorted(rules.keys() | cases.keys()), lambda name: name.partition(".")[0]):
        names = list(members)
        rows = [_row(run, name, cases.get(name, []), len(rules.get(name, ()))) for name in names]
        chapters.append((_total(run, surface, rows), rows))
    return chapters


def _row(run: Run, name: str, case_ids: list[str], num_rules: int) -> Row:
    cells = {}
    for implementation in run.names:
        results = run.results.get(implementation, {})
        cells[implementation] = Counts.of(results[case].status for case in case_ids if case in results)
    return Row(name, num_rules, len(case_ids), cells)


def _total(run: Run, surface: str, rows: list[Row]) -> Row:
    cells = {
        implementation: Counts.total(row.cells[implementation] for row in rows)
        for implementation in run.names
    }
    return Row(surface, sum(row.num_rules for row in rows), sum(row.num_cases for row in rows), cells)
