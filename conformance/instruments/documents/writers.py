# SPDX-License-Identifier: Apache-2.0
"""Which writers write which tables correctly: scenarios × writers, from verdicts of `table.write`.

A row is a scenario; its cell for a writer counts the requested table versions. A cell with failures names the
defect that explains them, or states that none is recorded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.defects.model import Defect
from hudi_conformance.look.text import counted, markdown_table
from hudi_conformance.report.table_writers import OF_VERSION, Scenario
from hudi_conformance.suite.judge import GOOD

NO_DEFECT = "no defect recorded"
_HEAD = """\
## Table writers

Each cell counts tables that the writer created from a scenario, one per table version: *correct / judged*; –
means that the writer declares it as unsupported. A table is correct if the audit with all checks has no
findings and every view has the rows that the [scenario](../spec/table_writing.md) determines; a scenario that
must be rejected is correct if it is rejected. A cell with failures names the defect.
"""


@dataclass(frozen=True)
class Cell:
    """One writer on one scenario: counts, defects by id, and cases that failed without one."""

    right: int
    judged: int
    defects: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Text of the cell."""
        if not self.judged:
            return "–"
        reasons = [f"[{name}](defects.md#{name})" for name in self.defects]
        reasons += [NO_DEFECT] if self.unexplained else []
        return f"{self.right} / {self.judged}" + "".join(f", {reason}" for reason in reasons)


def version_of(case: str) -> int | None:
    """Table version that the name of a case ends with."""
    match = OF_VERSION.search(case)
    return None if match is None else int(match["version"])


def cell(writer: str, verdicts: Mapping[str, str], cases: Iterable[str], defects: Iterable[Defect]) -> Cell:
    """One writer on the cases of one scenario, or of any others."""
    judged = [case for case in cases if case in verdicts]
    bad = [case for case in judged if verdicts[case] not in GOOD]
    names: dict[str, None] = {}
    unexplained = []
    mine = [one for one in defects if writer in one.implementations]
    for case in bad:
        found = [one.id for one in mine if case in one.cases]
        names.update(dict.fromkeys(found))
        unexplained += [] if found else [case]
    return Cell(len(judged) - len(bad), len(judged), tuple(names), tuple(unexplained))


def section(
    writers: Mapping[str, Mapping[str, str]],
    scenarios: Mapping[str, Scenario],
    files: Mapping[str, str],
    defects: Sequence[Defect],
) -> str:
    """Markdown of all writers; empty if nothing is stored.

    Args:
        writers: verdicts by case, by name of the writer.
        scenarios: row of each case; those count that any writer was judged on.
        files: manifest of each case, relative to the page.
        defects: what is known of implementations.
    """
    judged = {case for verdicts in writers.values() for case in verdicts}
    rows = {case: scenario for case, scenario in scenarios.items() if case in judged}
    return "\n".join([_HEAD, *_tables(writers, rows, files, defects)]) if rows else ""


def _tables(
    writers: Mapping[str, Mapping[str, str]],
    scenarios: Mapping[str, Scenario],
    files: Mapping[str, str],
    defects: Sequence[Defect],
) -> Iterator[str]:
    topics: dict[str, dict[Scenario, list[str]]] = defaultdict(lambda: defaultdict(list))
    for case, scenario in scenarios.items():
        topics[scenario.topic][scenario].append(case)
    lines = [
        [name, *_totals(name, verdicts, scenarios, defects)] for name, verdicts in sorted(writers.items())
    ]
    head = ["writer", "scenarios", "tables right / judged", "not written", "defects"]
    yield f"{counted(len({*scenarios.values()}), 'scenario')}, {counted(len(scenarios), 'table')}.\n"
    yield "\n".join(markdown_table(head, lines)) + "\n"
    for topic, rows in sorted(topics.items()):
        first = next(iter(rows.values()))[0]
        yield f"### [{topic}]({files[first]})\n"
        lines = [
            [
                f"`{scenario.name}`",
                scenario.title,
                _versions(cases),
                *(cell(name, writers[name], cases, defects).markdown() for name in sorted(writers)),
            ]
            for scenario, cases in rows.items()
        ]
        yield "\n".join(markdown_table(["scenario", "what", "versions", *sorted(writers)], lines)) + "\n"


def _totals(
    name: str, verdicts: Mapping[str, str], scenarios: Mapping[str, Scenario], defects: Sequence[Defect]
) -> list[object]:
    total = cell(name, verdicts, scenarios, defects)
    rows = {scenarios[case] for case in scenarios if case in verdicts}
    known = ", ".join(f"[{one}](defects.md#{one})" for one in total.defects)
    missing = f"{len(total.unexplained)} × {NO_DEFECT}" if total.unexplained else ""
    reasons = ", ".join(filter(None, (known, missing)))
    return [len(rows), f"{total.right} / {total.judged}", len(scenarios) - total.judged, reasons]


def _versions(cases: Iterable[str]) -> str:
    """`0–9`, or single ones."""
    found = sorted(version for case in cases if (version := version_of(case)) is not None)
    if len(found) > 2 and found == list(range(found[0], found[-1] + 1)):
        return f"{found[0]}–{found[-1]}"
    return ", ".join(map(str, found))
