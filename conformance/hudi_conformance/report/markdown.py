# SPDX-License-Identifier: Apache-2.0
"""A run as Markdown, short enough for the step summary of a CI job."""

from __future__ import annotations

from collections import Counter

from hudi_conformance.look.text import markdown_cell, markdown_code, markdown_table, printable
from hudi_conformance.report import layers, standing, wording
from hudi_conformance.report.model import Run

# A step summary has to stay readable: the HTML report lists everything.
MAX_ROWS = 50
_STATUS_HEADS = ("pass", "of these weak", "known", "**new**", "unsupported", "open")


def render(run: Run) -> str:
    """The summary; ends with a line feed."""
    lines = [f"# hudi-conformance {run.suite_version}", "", standing.headline(run), ""]
    heads = ["implementation", *_STATUS_HEADS, "MUST held"]
    rows = []
    for row in standing.rows(run):
        numbers = [
            f"**{number}**" if number and status == "new" else str(number) for number, status in row.numbers
        ]
        rows.append([markdown_cell(row.implementation.title), *numbers, row.must_held])
    lines += markdown_table(heads, rows, ["---", *["--:"] * 7])
    lines += ["", *layers.section(run), *_problems(run), *_unexpected(run), *_matrix(run)]
    lines += [*_known(run), *_absent(run)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _problems(run: Run) -> list[str]:
    if not run.problems:
        return []
    return [
        "## Expectation lists",
        "",
        *(f"- {markdown_cell(printable(problem))}" for problem in run.problems),
        "",
    ]


def _unexpected(run: Run) -> list[str]:
    rows = list(run.with_status("new", "stale"))
    if not rows:
        return []
    cells = []
    for case, result in rows[:MAX_ROWS]:
        difference = wording.difference(result)
        if difference:
            expected, got = (markdown_code(side, 80) for side in difference[1:])
            description = f"`{markdown_code(difference[0])}` expected `{expected}` got `{got}`"
        else:
            message = result.message or wording.VERDICTS.get(result.verdict, "")
            description = markdown_cell(printable(message, 160))
        verdict = wording.LISTED_BUT_PASSES if result.status == "stale" else result.verdict
        name = markdown_cell(result.implementation)
        cells.append([f"`{case.id}`", name, verdict, f"`{case.about}`", description])
    heads = ["case", "implementation", "verdict", "requirement", "difference"]
    lines = ["## Unexpected", "", *markdown_table(heads, cells)]
    if len(rows) > MAX_ROWS:
        lines += ["", f"… and {len(rows) - MAX_ROWS} more, in the HTML report."]
    return [*lines, ""]


def _matrix(run: Run) -> list[str]:
    names = run.names
    if not names:
        return []
    rows = []
    for area, tallies in standing.matrix(run).items():
        cells = [f"`{area}`"]
        for tally in (tallies[name] for name in names):
            mark = " ▲" if tally.new else " ▽" if tally.known else ""
            cells.append(f"{tally.held}/{tally.applicable}{mark}" if tally.applicable else "·")
        rows.append(cells)
    table = markdown_table(["area", *map(markdown_cell, names)], rows, ["---", *["--:"] * len(names)])
    lines = ["## Requirements held, by area", "", *table]
    return [*lines, "", "▲ newly broken, ▽ known to be broken, · not judged", ""]


def _known(run: Run) -> list[str]:
    groups = Counter(
        (result.implementation, result.reason or "no reason given") for _, result in run.with_status("known")
    )
    if not groups:
        return []
    rows = [
        [markdown_cell(name), count, markdown_cell(printable(reason))]
        for (name, reason), count in groups.items()
    ]
    table = markdown_table(["implementation", "cases", "reason"], rows, ["---", "--:", "---"])
    return ["## Known failures", "", *table, ""]


def _absent(run: Run) -> list[str]:
    if not run.absent:
        return []
    lines = [f"- {markdown_cell(name)}: {markdown_cell(printable(reason))}" for name, reason in run.absent]
    return ["## Left out", "", *lines, ""]
