# SPDX-License-Identifier: Apache-2.0
"""Pages about cases: the list of topics, and a page with the cases of each topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.look import macros
from hudi_conformance.look.text import printable, releases_in_words
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import STATUSES, Case, Result, Run
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.case_input import Annotate, CaseInput, InputSource, Shelf, View
from hudi_conformance.report.site.facts import Facts, question_of
from hudi_conformance.report.site.json_lines import Line, compact_lines, diff_lines, first_lines, pretty_lines
from hudi_conformance.report.site.search import search_data

_MAX_EXPECTED = 16  # lines of an expected value
_MAX_CHARS = 480  # characters of it
_MAX_LISTED = 60  # files of a folder
_MIN_SHARED = 200  # characters of a block that is worth a link instead of a repetition
_ORDER = ("new", "stale", "known", "open", "pass-weak", "pass", "unsupported")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and the implementations that gave it.

    Attributes:
        who: implementations in the order of the run, each program once.
        result: result of the first of them.
        phrase: the answer as a phrase.
        place: path where it differs from the expectation, None if it does not.
        lines: difference between expected and actual value, see `json_lines`.
    """

    who: str
    result: Result
    phrase: str
    place: str | None
    lines: Sequence[Line]


class _Once:
    """Blocks of a page: what a case before has shown is a link to that case."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def __call__(self, block: Markup, case: Case) -> Markup:
        text = block.strip()
        anchor = paths.case_anchor(case)
        if len(text) < _MIN_SHARED or self._first.setdefault(text, anchor) == anchor:
            return text
        first = self._first[text]
        return Markup('<p class="t">the same as of <a class="id" href="#{0}">{0}</a></p>').format(first)


def topic_list(facts: Facts) -> Iterator[tuple[str, str]]:
    """The list of topics with its search."""
    rows = []
    for (surface, topic), cases in facts.topics.items():
        count = Counter(mark.status for case in cases for mark in facts.strips[case.id])
        rows.append((surface, topic, len(cases), {status: count[status] for status in STATUSES}))
    yield facts.page(paths.CASES, "cases.html.j2", topics=rows, facets=[s for s in STATUSES if s != "stale"])
    yield "cases.js", search_data(facts)


def topic_pages(facts: Facts, annotate: Annotate, input_source: InputSource) -> Iterator[tuple[str, str]]:
    """A page for each topic, on which each case unfolds."""
    for (surface, topic), cases in facts.topics.items():
        path = paths.topic_page(surface, topic)
        part = macros("report/templates/parts.html.j2", **facts.common())
        maker = _Maker(facts, paths.root_of(path), part, _Once())
        inputs = [input_source(case) for case in cases]
        shelf = Shelf(inputs, annotate)
        verdicts = {
            result.verdict
            for case in cases
            for name in facts.run.names
            if (result := facts.run.result(name, case.id)) and result.failed
        }
        yield facts.page(
            path,
            "topic.html.j2",
            surface=surface,
            topic=topic,
            cases=[maker.case(case, given, shelf) for case, given in zip(cases, inputs, strict=True)],
            files=[
                (view.path, view.size, view.file, maker.block(view, heads=True)) for view in shelf.whole()
            ],
            verdicts_here=[(name, text) for name, text in wording.VERDICTS.items() if name in verdicts],
        )


@dataclass(frozen=True)
class _Maker:
    """Makes the cases of one page.

    Attributes:
        part: macros of `parts.html.j2`.
        once: where blocks go that may occur again.
    """

    facts: Facts
    root: str
    part: Callable[..., Markup]
    once: _Once

    def block(self, view: View, *, heads: bool = False) -> Markup:
        """Bytes and fields of a file."""
        return self.part("view", view, self.root, self.facts.naming, heads) if view.grid else Markup()

    def case(self, case: Case, given: CaseInput | None, shelf: Shelf) -> Markup:
        """One case, folded."""
        facts = self.facts
        results = [result for name in facts.run.names if (result := facts.run.result(name, case.id))]
        expected = None if given is None or given.expected is None else _json_lines(given.expected)
        arguments = _json_lines(dict(case.args)) if case.args else None
        views = [] if given is None else shelf.views(case, results, given.files)
        files = _files(case)
        answers = _answers(facts.run, case)
        text = facts.text(
            "case.html.j2",
            root=self.root,
            case=case,
            views=[
                (view.path, view.size, self.once(self.block(view), case) if view.grid else "")
                for view in views
            ],
            whole=next((view.file for view in views if view.file), ""),
            files=self.once(self.part("tree", files, len(case.input["files"])), case) if files else "",
            edits=hexview.edit_lines(case),
            expectation=wording.expectation(case.expect),
            expected=self.once(self.part("values", expected), case) if expected else "",
            question=question_of(case),
            answers=self.once(self.part("answers", answers), case) if answers else "",
            places=wording.bug_places(case.bug or {}),
            arguments=self.once(self.part("values", arguments), case) if arguments else "",
            is_folder="files" in case.input,
        )
        return Markup(text.strip())  # noqa: S704 - a rendered template, which escapes


def _files(case: Case) -> Sequence[tuple[str, str]]:
    files = case.input.get("files")
    return sorted(files.items())[:_MAX_LISTED] if isinstance(files, dict) else []


def _json_lines(value: object) -> list[Line]:
    lines = compact_lines(value, _MAX_EXPECTED)
    num_shown = next(
        (number for number, size in enumerate(accumulate(map(len, lines))) if size > _MAX_CHARS), len(lines)
    )
    return first_lines([(" ", text) for text in lines], min(_MAX_EXPECTED, max(num_shown, 1)))


def _answers(run: Run, case: Case) -> list[Answer]:
    """Answers to a case, unexpected ones first."""
    grouped: dict[str, list[Result]] = {}
    for name in run.names:
        result = run.result(name, case.id)
        if result is not None:
            grouped.setdefault(_group_key(result), []).append(result)
    if len(grouped) > 1:
        grouped.pop("unsupported", None)  # the page says that these are the others
    return sorted(map(_answer, grouped.values()), key=lambda answer: _ORDER.index(answer.result.status))


def _group_key(result: Result) -> str:
    """A key that is equal for results with the same text on the page."""
    if result.status == "unsupported":
        return "unsupported"
    key: list[object] = [result.status, result.verdict, wording.answer(result)]
    if result.status != "pass":
        key += [result.message, result.reason, result.detail, result.trace]
    return canonical_json.dumps(key)


def _answer(results: Sequence[Result]) -> Answer:
    first = results[0]
    phrase = wording.observation(first) if first.status == "open" else wording.answer(first)
    place: str | None = None
    lines: list[Line] = []
    if first.status in {"new", "known"} and first.detail:
        place, lines = _difference(first.detail)
    who = releases_in_words(result.implementation for result in results)
    return Answer(who, first, phrase, place, lines)


def _difference(detail: Mapping[str, object]) -> tuple[str | None, list[Line]]:
    if "expected" not in detail and "got" not in detail:
        return None, []
    path = printable(str(detail.get("path", "$")))
    if "expected" not in detail or "got" not in detail:
        mark, side = ("-", "expected") if "expected" in detail else ("+", "got")
        return path, first_lines([(mark, printable(text, 800)) for text in pretty_lines(detail[side])])
    return path, [
        (mark, printable(text, 800)) for mark, text in diff_lines(detail["expected"], detail["got"])
    ]
