# SPDX-License-Identifier: Apache-2.0
"""A run as Markdown, short enough for the step summary of a CI job."""

from __future__ import annotations

from hudi_conformance.report import standing, wording
from hudi_conformance.report.blocks import printable
from hudi_conformance.report.model import Run

# A step summary is for reading: the HTML report holds the rest.
MAX_ROWS = 50


def render(run: Run) -> str:
    """The whole summary; ends with a line feed."""
    lines = [f"# hudi-conformance {run.suite_version}", "", standing.headline(run), ""]
    musts = standing.musts(run)
    lines += [
        "| implementation | pass | of these weak | known | **new** | unsupported | open | MUST held |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for implementation in run.implementations:
        count = run.counts(implementation.name)
        tally = musts[implementation.name]
        new = count["new"] + count["stale"]
        lines.append(
            f"| {_cell(implementation.title)} | {count['pass'] + count['pass-weak']} | {count['pass-weak']} "
            f"| {count['known']} | {f'**{new}**' if new else 0} | {count['unsupported']} | {count['open']} "
            f"| {tally.held} of {tally.applicable} |"
        )
    lines += ["", *_problems(run), *_unexpected(run), *_matrix(run), *_known(run), *_absent(run)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _problems(run: Run) -> list[str]:
    if not run.problems:
        return []
    return ["## Expectation lists", "", *(f"- {_cell(printable(problem))}" for problem in run.problems), ""]


def _unexpected(run: Run) -> list[str]:
    rows = list(run.with_status("new", "stale"))
    if not rows:
        return []
    lines = [
        "## Unexpected",
        "",
        "| case | implementation | verdict | requirement | difference |",
        "|---|---|---|---|---|",
    ]
    for case, result in rows[:MAX_ROWS]:
        place = wording.difference(result)
        what = (
            f"`{_code(place[0])}` expected `{_code(place[1], 80)}` got `{_code(place[2], 80)}`"
            if place
            else ""
        )
        verdict = "passes, but is listed as failing" if result.status == "stale" else result.verdict
        what = what or _cell(printable(result.message or wording.VERDICTS.get(result.verdict, ""), 160))
        lines.append(
            f"| `{case.id}` | {_cell(result.implementation)} | {verdict} | `{case.about}` | {what} |"
        )
    if len(rows) > MAX_ROWS:
        lines += ["", f"… and {len(rows) - MAX_ROWS} more, in the HTML report."]
    return [*lines, ""]


def _matrix(run: Run) -> list[str]:
    names = run.names
    if not names:
        return []
    lines = ["## Requirements held, by area", "", f"| area | {' | '.join(map(_cell, names))} |"]
    lines.append(f"|---|{'--:|' * len(names)}")
    for area, cells in standing.matrix(run).items():
        words = []
        for name in names:
            cell = cells[name]
            mark = " ▲" if cell.new else " ▽" if cell.known else ""
            words.append(f"{cell.held}/{cell.applicable}{mark}" if cell.applicable else "·")
        lines.append(f"| `{area}` | {' | '.join(words)} |")
    return [*lines, "", "▲ newly broken, ▽ known to be broken, · not within its capabilities", ""]


def _known(run: Run) -> list[str]:
    groups: dict[tuple[str, str], int] = {}
    for _, result in run.with_status("known"):
        key = (result.implementation, result.reason or "no reason given")
        groups[key] = groups.get(key, 0) + 1
    if not groups:
        return []
    lines = ["## Known failures", "", "| implementation | cases | reason |", "|---|--:|---|"]
    for (name, reason), count in groups.items():
        lines.append(f"| {_cell(name)} | {count} | {_cell(printable(reason))} |")
    return [*lines, ""]


def _absent(run: Run) -> list[str]:
    if not run.absent:
        return []
    lines = [f"- {_cell(name)}: {_cell(printable(reason))}" for name, reason in run.absent]
    return ["## Left out", "", *lines, ""]


def _cell(text: str) -> str:
    for char in ("\\", "|", "<", "*", "_", "`"):
        text = text.replace(char, f"\\{char}")
    return text


def _code(text: str, clip: int = 120) -> str:
    # Inside a table a bar ends the cell even between backticks; a backtick would end the code.
    return printable(text, clip).replace("`", "'").replace("|", "\\|")
