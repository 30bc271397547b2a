# SPDX-License-Identifier: Apache-2.0
"""A run as one HTML file that needs nothing but itself, neither network nor script, to be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from hudi_conformance.report import hexview, standing, wording
from hudi_conformance.report.blocks import printable
from hudi_conformance.report.model import STATUSES, Case, Result, Run, area
from hudi_conformance.report.rules import heading
from hudi_conformance.report.standing import Tally
from hudi_conformance.requirements import SpecIndex

TEMPLATES = Path(__file__).resolve().parent / "templates"
# Shape carries the meaning beside colour: not everybody sees the difference of red and green.
GLYPHS = {
    "pass": "●",
    "pass-weak": "◐",
    "known": "▽",
    "new": "▲",
    "stale": "▲",
    "unsupported": "·",
    "open": "○",
    "none": "",
}
STANDING_STATUS = {
    "held": "pass",
    "known broken": "known",
    "newly broken": "new",
    "not reached": "unsupported",
}
# What a bar is made of, left to right.
BAR = ("pass", "pass-weak", "known", "new", "open", "unsupported")
_ISSUE = re.compile(r"^([A-Za-z0-9._-]+/[A-Za-z0-9._-]+)#(\d+)$")
_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class Mark:
    """One cell of a strip: who, what (a status), and the word for it."""

    who: str
    status: str
    word: str

    @property
    def glyph(self) -> str:
        """Sign of the status."""
        return GLYPHS[self.status]


def render(run: Run, spec: SpecIndex | None = None) -> str:
    """The whole page as text; without a spec, the requirements stand there by their ids alone."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(ref=_ref, prose=_prose, clean=printable, count=_count)
    environment.globals.update(glyphs=GLYPHS, verdicts=wording.VERDICTS, statuses=wording.STATUSES)
    return environment.get_template("index.html.j2").render(_context(run, spec or SpecIndex({}, {}, ())))


def _context(run: Run, spec: SpecIndex) -> dict[str, Any]:
    rules = spec.requirements
    words = standing.standings(run)
    naming = run.by_requirement()
    levels = standing.levels(run)
    base = hexview.bases(run)
    areas: dict[str, list[dict[str, Any]]] = {}
    for requirement, cases in naming.items():
        areas.setdefault(area(requirement), []).append(
            {
                "id": requirement,
                "rule": rules.get(requirement),
                "level": rules[requirement].level if requirement in rules else levels[requirement],
                "strip": [_standing_mark(name, words[requirement][name]) for name in run.names],
                "about": [case for case in cases if case.about == requirement],
                "also": [case for case in cases if case.about != requirement],
            }
        )
    topics: dict[str, list[Case]] = {}
    for case in run.cases.values():
        topics.setdefault(f"{case.surface}/{case.topic}", []).append(case)
    return {
        "run": run,
        "headline": standing.headline(run),
        "unexpected": [(case, result) for case, result in run.with_status("new", "stale")],
        "overview": _overview(run, words),
        "matrix": standing.matrix(run, words),
        "areas": areas,
        "topics": topics,
        "strips": {case_id: strip(run, case) for case_id, case in run.cases.items()},
        "dumps": {case_id: _dump(run, case, base) for case_id, case in run.cases.items()},
        "edits": {case_id: hexview.edit_lines(case) for case_id, case in run.cases.items()},
        "differing": standing.differing(run),
        "questions": _questions(run),
        "titles": {name: question.title for name, question in spec.questions.items()},
        "heading": heading,
        "defects": _defects(run),
        "bugs": _bugs(run),
        "expectation": wording.expectation,
        "answer": wording.answer,
        "seen": wording.seen,
        "difference": _difference,
        "reproduce": wording.reproduce,
        "short_json": wording.short_json,
        "command_line": [str(word) for word in run.header.get("command_line") or ()],
        "cell": _cell,
    }


def _standing_mark(name: str, word: str) -> Mark:
    return Mark(name, STANDING_STATUS[word], word)


def strip(run: Run, case: Case) -> list[Mark]:
    """One mark an implementation, in the order of the run."""
    marks = []
    for name in run.names:
        result = run.result(name, case.id)
        marks.append(
            Mark(name, "none", "not asked") if result is None else Mark(name, result.status, _word(result))
        )
    return marks


def _word(result: Result) -> str:
    if result.status in {"known", "new"}:
        return f"{result.verdict} ({result.status})"
    if result.status == "stale":
        return "passes, but is listed as failing"
    return result.outcome


def _overview(run: Run, words: dict[str, dict[str, str]]) -> list[dict[str, Any]]:
    musts = standing.musts(run, words)
    rows = []
    for implementation in run.implementations:
        count = run.counts(implementation.name)
        count["new"] += count.pop("stale", 0)
        total = sum(count.values())
        rows.append(
            {
                "implementation": implementation,
                "count": {status: count[status] for status in STATUSES},
                "passed": count["pass"] + count["pass-weak"],
                "bar": [(status, 100 * count[status] / total) for status in BAR if count[status]],
                "must": musts[implementation.name],
                "commands": [str(command) for command in implementation.hello.get("commands") or ()],
            }
        )
    return rows


def _cell(tally: Tally) -> tuple[str, str]:
    """Text and status of one cell of the matrix."""
    if not tally.applicable:
        return "·", "unsupported"
    marks = (f" ▲{tally.new}" if tally.new else "") + (f" ▽{tally.known}" if tally.known else "")
    status = "new" if tally.new else "known" if tally.known else "pass"
    return f"{tally.held}/{tally.applicable}{marks}", status


def _dump(run: Run, case: Case, base: Mapping[str, bytes]) -> hexview.Dump | None:
    wanted = [wording.expected_at(case)]
    wanted += [
        result.at for name in run.names if (result := run.result(name, case.id)) and result.status == "new"
    ]
    return hexview.dump(case, base, wanted)


def _difference(result: Result) -> tuple[str, str, str] | None:
    place = wording.difference(result)
    return (
        None if place is None else (printable(place[0]), printable(place[1], 700), printable(place[2], 700))
    )


def _questions(run: Run) -> list[tuple[str, list[str], list[tuple[Case, list[Result | None]]]]]:
    """Open cases by the question that they hang on: who answered any of them, and what they do."""
    grouped: dict[str, list[Case]] = {}
    for case in run.cases.values():
        if case.expect.get("kind") == "open":
            question = case.expect.get("open") or case.expect.get("question") or "without a question"
            grouped.setdefault(str(question), []).append(case)
    found = []
    for question, cases in sorted(grouped.items()):
        answered = [
            name
            for name in run.names
            if any((r := run.result(name, case.id)) and r.status != "unsupported" for case in cases)
        ]
        rows = [(case, [run.result(name, case.id) for name in answered]) for case in cases]
        found.append((question, answered, rows))
    return found


def _defects(run: Run) -> list[tuple[str, list[tuple[str, list[tuple[Case, Result]]]]]]:
    """Known failures: by implementation, then by the reason on its expectation list."""
    grouped: dict[str, dict[str, list[tuple[Case, Result]]]] = {}
    for case, result in run.with_status("known"):
        reasons = grouped.setdefault(result.implementation, {})
        reasons.setdefault(result.reason or "no reason given", []).append((case, result))
    return [
        (name, sorted(grouped[name].items(), key=lambda item: -len(item[1])))
        for name in run.names
        if name in grouped
    ]


def _bugs(run: Run) -> list[tuple[Mapping[str, Any], list[Case]]]:
    """Defects that were seen in the world, with the cases that show them; equal ones together."""
    grouped: dict[str, tuple[Mapping[str, Any], list[Case]]] = {}
    for case in run.cases.values():
        if case.bug:
            grouped.setdefault(repr(sorted(case.bug.items())), (case.bug, []))[1].append(case)
    return list(grouped.values())


def _ref(text: object) -> Markup:
    """A reference: an issue `owner/name#1` or an https address as a link, anything else as text."""
    plain = str(text)
    issue = _ISSUE.match(plain)
    if issue:
        return Markup('<a href="https://github.com/{}/issues/{}">{}</a>').format(*issue.groups(), plain)
    if plain.startswith("https://"):
        return Markup('<a href="{0}">{0}</a>').format(plain)
    return escape(plain)


def _prose(text: str) -> Markup:
    """The little Markdown that requirement texts use: code and strong."""
    safe = str(escape(text))
    return Markup(_STRONG.sub(r"<strong>\1</strong>", _CODE.sub(r"<code>\1</code>", safe)))  # noqa: S704 - escaped above


def _count(number: int) -> str:
    return f"{number:,}"
