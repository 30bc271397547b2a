# SPDX-License-Identifier: Apache-2.0
"""Pages about cases: the list of topics, a page for each topic, a page for each case."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.look.text import printable
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import STATUSES, Case, Result, Run
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.case_input import Annotate, InputSource, views
from hudi_conformance.report.site.facts import Facts, question_of
from hudi_conformance.report.site.json_lines import Line, diff_lines, first_lines, pretty_lines

_MAX_EXPECTED = 40  # lines of an expected value
_MAX_LISTED = 60  # files of a folder
_ORDER = ("new", "stale", "known", "open", "pass-weak", "pass", "unsupported")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and the implementations that gave it.

    Attributes:
        names: implementations in the order of the run.
        result: result of the first of them.
        phrase: the answer as a phrase.
        place: path where it differs from the expectation, None if it does not.
        lines: difference between expected and actual value, see `json_lines`.
    """

    names: Sequence[str]
    result: Result
    phrase: str
    place: str | None
    lines: Sequence[Line]


def topic_pages(facts: Facts) -> Iterator[tuple[str, str]]:
    """The list of topics with its search, then the cases of each topic."""
    rows = []
    for (surface, topic), cases in facts.topics.items():
        count = Counter(mark.status for case in cases for mark in facts.strips[case.id])
        rows.append((surface, topic, len(cases), {status: count[status] for status in STATUSES}))
    yield facts.page(paths.CASES, "cases.html.j2", topics=rows, facets=[s for s in STATUSES if s != "stale"])
    yield "cases.js", _search_data(facts)
    for (surface, topic), cases in facts.topics.items():
        path = paths.topic_page(surface, topic)
        yield facts.page(path, "topic.html.j2", surface=surface, topic=topic, cases=cases)


def _search_data(facts: Facts) -> str:
    """Data of the search, as a script: pages opened from a disk cannot load data."""
    letters = {status: str(index) for index, status in enumerate((*STATUSES, "none"))}
    rows = [
        [
            case.id,
            paths.case_page(case.id),
            case.title,
            case.about,
            "".join(letters[mark.status] for mark in facts.strips[case.id]),
        ]
        for case in facts.run.cases.values()
    ]
    # `</script>` in a title must not end the script element that contains this text.
    text = json.dumps(rows, ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")
    return f"window.hudiCases = {text};\n"


def case_pages(facts: Facts, annotate: Annotate, input_source: InputSource) -> Iterator[tuple[str, str]]:
    """A page for each case."""
    for cases in facts.topics.values():
        for index, case in enumerate(cases):
            before = cases[index - 1] if index else None
            after = cases[index + 1] if index + 1 < len(cases) else None
            yield _case_page(facts, case, (before, after), annotate, input_source)


def _case_page(
    facts: Facts,
    case: Case,
    neighbours: tuple[Case | None, Case | None],
    annotate: Annotate,
    input_source: InputSource,
) -> tuple[str, str]:
    case_input = input_source(case)
    results = [result for name in facts.run.names if (result := facts.run.result(name, case.id))]
    expected = None if case_input is None or case_input.expected is None else case_input.expected
    lines = [] if expected is None else _json_lines(expected)
    spec = facts.spec.requirements
    return facts.page(
        paths.case_page(case.id),
        "case.html.j2",
        case=case,
        before=neighbours[0],
        after=neighbours[1],
        rules=[(ident, spec.get(ident)) for ident in case.req],
        views=[] if case_input is None else views(case, results, case_input.files, annotate),
        files=_files(case),
        edits=hexview.edit_lines(case),
        expectation=wording.expectation(case.expect),
        expected=lines,
        question=question_of(case),
        answers=_answers(facts.run, case),
        places=wording.bug_places(case.bug or {}),
        arguments=_arguments(case),
        reproduce=shlex.join(["hudi-conformance", "run", "--cases", case.id]),
        is_folder="files" in case.input,
        run_rules=facts.naming,
    )


def _files(case: Case) -> Sequence[tuple[str, str]]:
    files = case.input.get("files")
    return sorted(files.items())[:_MAX_LISTED] if isinstance(files, dict) else []


def _arguments(case: Case) -> Sequence[tuple[str, str]]:
    return _json_lines(dict(case.args)) if case.args else []


def _json_lines(value: object) -> list[Line]:
    return first_lines([(" ", text) for text in pretty_lines(value, _MAX_EXPECTED + 1)], _MAX_EXPECTED)


def _answers(run: Run, case: Case) -> list[Answer]:
    """Answers to a case, unexpected ones first."""
    grouped: dict[str, list[Result]] = {}
    for name in run.names:
        result = run.result(name, case.id)
        if result is not None:
            grouped.setdefault(_group_key(result), []).append(result)
    answers = [_answer(results) for results in grouped.values()]
    return sorted(answers, key=lambda answer: _ORDER.index(answer.result.status))


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
    return Answer([result.implementation for result in results], first, phrase, place, lines)


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
