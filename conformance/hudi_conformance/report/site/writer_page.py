# SPDX-License-Identifier: Apache-2.0
"""Scenarios × writers; each cell shows the worst table of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from hudi_conformance.report.model import Case, Run
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.facts import Facts
from hudi_conformance.report.site.matrix import SIGNS, WORST_FIRST, Cell, word_of
from hudi_conformance.report.table_writers import COMMAND, Scenario, scenario_of

_NOT_WRITTEN = "not built in"


def writer_pages(facts: Facts) -> Iterator[tuple[str, str]]:
    """The page, if a run has written tables."""
    writers = facts.writers
    if not writers:
        return
    topics: dict[str, dict[Scenario, list[Case]]] = {}
    for case in facts.run.cases.values():
        if case.cmd == COMMAND and case.id.count("/") > 1:
            scenario = scenario_of(case.id, case.title)
            topics.setdefault(scenario.topic, {}).setdefault(scenario, []).append(case)
    yield facts.page(
        paths.WRITERS,
        "writers.html.j2",
        writers=[(name, _total(facts.run, name)) for name in writers],
        topics={topic: _rows(facts.run, writers, rows) for topic, rows in topics.items()},
        signs=SIGNS,
        num_scenarios=sum(map(len, topics.values())),
    )


def _rows(
    run: Run, writers: Sequence[str], rows: Mapping[Scenario, Sequence[Case]]
) -> list[tuple[Scenario, int, str, list[Cell]]]:
    return [
        (scenario, len(cases), paths.case_page(cases[0]), [_cell(run, name, cases) for name in writers])
        for scenario, cases in rows.items()
    ]


def _cell(run: Run, name: str, cases: Sequence[Case]) -> Cell:
    """The worst word of a scenario and a writer, all words with reasons, and a link to the case."""
    labels = {case.id: _word(run, name, case.id) for case in cases}
    counts = Counter(labels.values())
    order = [label for label in (*WORST_FIRST, "reads", "open", _NOT_WRITTEN) if counts[label]]
    example = next(case for case in cases if labels[case.id] == order[0])
    parts = [f"{counts[label]:,} {'right' if label == 'reads' else label}" for label in order]
    results = (run.result(name, case.id) for case in cases)
    reasons = dict.fromkeys(result.reason for result in results if result and result.failed and result.reason)
    return Cell(
        order[0], ", ".join(parts) + "".join(f"; {reason}" for reason in reasons), paths.case_page(example)
    )


def _total(run: Run, name: str) -> str:
    """`right / judged` of all tables."""
    counts = Counter(_word(run, name, case.id) for case in run.cases.values() if case.cmd == COMMAND)
    return f"{counts['reads']:,} / {counts.total() - counts['open'] - counts[_NOT_WRITTEN]:,}"


def _word(run: Run, name: str, case: str) -> str:
    result = run.result(name, case)
    return _NOT_WRITTEN if result is None else word_of(result)
