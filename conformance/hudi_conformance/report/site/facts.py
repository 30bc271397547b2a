# SPDX-License-Identifier: Apache-2.0
"""Derived data of a run that all pages share, computed once, and rendering of their templates."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markupsafe import Markup

from hudi_conformance.look.pages import render
from hudi_conformance.report import standing, table_writers, wording
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.report.site import paths
from hudi_conformance.specification.requirements import SpecIndex

GLYPHS: dict[str, str] = wording.TEXTS["glyphs"]
LETTERS: dict[str, str] = wording.TEXTS["letters"]
WORDS = {"pass-weak": "weak", "new": "unexpected", "stale": "unexpected"}
_CODE = re.compile(r"<code>([a-z0-9.-]+)</code>")
_LOCAL_LINK = re.compile(r'<a href="(?!https://)[^"]*">(.*?)</a>', re.DOTALL)


_GLOBALS = {
    "glyphs": GLYPHS,
    "letters": LETTERS,
    "status_words": WORDS,
    "statuses": wording.STATUSES,
    "verdicts": wording.VERDICTS,
    "case_page": paths.case_page,
    "case_anchor": paths.case_anchor,
    "case_name": paths.case_name,
    "topic_page": paths.topic_page,
    "requirement_page": paths.requirement_page,
    "chapter_page": paths.chapter_page,
    "requirement_anchor": paths.requirement_anchor,
    "pages": paths,
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell of a strip: implementation, status, and text of the status."""

    implementation: str
    status: str
    label: str

    @property
    def glyph(self) -> str:
        """Sign of the status."""
        return GLYPHS[self.status]


def stretches(marks: Sequence[Mark]) -> list[tuple[str, str, int]]:
    """Letter, sign and number of neighbours of one status: a strip of 22 squares has few of them."""
    return [
        (LETTERS[status], GLYPHS[status], sum(1 for _ in same))
        for status, same in groupby(marks, key=lambda mark: mark.status)
    ]


@dataclass(frozen=True, slots=True)
class Question:
    """An open question with its cases, and the results of implementations that answered any of them."""

    id: str
    answered: list[str]
    rows: list[tuple[Case, list[Result | None]]]


@dataclass(frozen=True, slots=True)
class Facts:
    """A run and data derived from it.

    Attributes:
        naming: cases by each requirement that they name.
        standings: by requirement, then by implementation.
        strips: marks of a case.
        differing: cases with different outcomes, equal rows together.
        questions: open questions with their cases.
        topics: cases by surface and topic.
        writers: implementations that wrote any table.
    """

    run: Run
    spec: SpecIndex
    naming: Mapping[str, Sequence[Case]]
    standings: Mapping[str, Mapping[str, str]]
    strips: Mapping[str, Sequence[Mark]]
    differing: Sequence[tuple[tuple[str, ...], Sequence[Case]]]
    questions: Sequence[Question]
    topics: Mapping[tuple[str, str], Sequence[Case]]
    writers: Sequence[str]

    def page(self, path: str, template: str, **context: object) -> tuple[str, str]:
        """Path and text of one page of the site."""
        root = paths.root_of(path)
        return path, self.text(template, root=root, home=f"{root}../index.html", **context)

    def text(self, template: str, **context: object) -> str:
        """A rendered template."""
        return render(f"report/templates/{template}", **(self.common() | context))

    def common(self) -> dict[str, object]:
        """Variables of every template."""
        return {
            **_GLOBALS,
            "stretches": stretches,
            "run": self.run,
            "command_line": [str(token) for token in self.run.header.get("command_line") or ()],
            "num_differing": sum(len(cases) for _, cases in self.differing),
            "has_writers": bool(self.writers),
            "num_questions": len(self.questions),
            "num_rules": len(self.naming),
            "strips": self.strips,
        }


def facts_of(run: Run, spec: SpecIndex) -> Facts:
    """Derive the data of a run."""
    topics: dict[tuple[str, str], list[Case]] = {}
    for case in run.cases.values():
        topics.setdefault((case.surface, case.topic), []).append(case)
    return Facts(
        run=run,
        spec=spec,
        naming=run.by_requirement(),
        standings=standing.standings(run),
        strips={case_id: _strip(run, case) for case_id, case in run.cases.items()},
        differing=standing.differing(run),
        questions=_questions(run),
        topics=topics,
        writers=table_writers.writers_of(run),
    )


def question_of(case: Case) -> str | None:
    """Id of the question that a case depends on, None if its rule is settled."""
    if case.expect.get("kind") != "open":
        return None
    return str(case.expect.get("open") or case.expect.get("question") or "without-a-question")


def _questions(run: Run) -> list[Question]:
    """Open cases by the question that they depend on."""
    grouped: dict[str, list[Case]] = {}
    for case in run.cases.values():
        question = question_of(case)
        if question is not None:
            grouped.setdefault(question, []).append(case)
    questions = []
    for question, cases in sorted(grouped.items()):
        answered = [
            name
            for name in run.names
            if any((r := run.result(name, case.id)) and r.status != "unsupported" for case in cases)
        ]
        rows = [(case, [run.result(name, case.id) for name in answered]) for case in cases]
        questions.append(Question(question, answered, rows))
    return questions


def _strip(run: Run, case: Case) -> list[Mark]:
    """One mark per implementation, in the order of the run."""
    marks = []
    for name in run.names:
        result = run.result(name, case.id)
        marks.append(
            Mark(name, "none", "not run") if result is None else Mark(name, result.status, _word_of(result))
        )
    return marks


def _word_of(result: Result) -> str:
    """Text of a mark when the pointer is over it."""
    if result.status == "stale":
        return wording.LISTED_BUT_PASSES
    if result.status in {"known", "new"}:
        return f"{result.verdict} ({result.status})"
    return result.outcome


def prose(text: str, known: Container[str] = (), root: str = "") -> Markup:
    """Markdown of the specification as HTML; ids of requirements that have a page become links to it."""
    html = _LOCAL_LINK.sub(r"\1", _markdown().render(text))

    def link(code: re.Match[str]) -> str:
        if code[1] not in known:
            return code[0]
        return f"<a class=id href={root}{paths.requirement_page(code[1])}>{code[1]}</a>"

    return Markup(_CODE.sub(link, html))  # noqa: S704 - the library escapes, HTML in the text is switched off


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")
