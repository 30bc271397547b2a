# SPDX-License-Identifier: Apache-2.0
"""Pages about cases: the list of topics, a page for each topic, a page for each case."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import STATUSES, Case
from hudi_conformance.report.site import lists, paths
from hudi_conformance.report.site.answers import answers
from hudi_conformance.report.site.facts import Facts
from hudi_conformance.report.site.jsondiff import Line, clipped, pretty_lines
from hudi_conformance.report.site.material import Annotate, Shelf, views

_MAX_EXPECTED = 40  # lines of an expected value
_MAX_LISTED = 60  # files of a folder


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
    """What the search of the list looks through: a page opened from a disk may load a script, and no data."""
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
    # `</script>` in a title must not end anything, wherever this text is put.
    text = json.dumps(rows, ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")
    return f"window.hudiCases = {text};\n"


def case_pages(facts: Facts, annotate: Annotate, shelf: Shelf) -> Iterator[tuple[str, str]]:
    """A page for each case."""
    for cases in facts.topics.values():
        for index, case in enumerate(cases):
            before = cases[index - 1] if index else None
            after = cases[index + 1] if index + 1 < len(cases) else None
            yield _case_page(facts, case, (before, after), annotate, shelf)


def _case_page(
    facts: Facts, case: Case, beside: tuple[Case | None, Case | None], annotate: Annotate, shelf: Shelf
) -> tuple[str, str]:
    material = shelf(case)
    results = [result for name in facts.run.names if (result := facts.run.result(name, case.id))]
    expected = None if material is None or material.expected is None else material.expected
    lines = [] if expected is None else _first_lines(expected)
    spec = facts.spec.requirements
    return facts.page(
        paths.case_page(case.id),
        "case.html.j2",
        case=case,
        before=beside[0],
        after=beside[1],
        rules=[(ident, spec.get(ident)) for ident in case.req],
        views=[] if material is None else views(case, results, material.files, annotate),
        files=_files(case),
        edits=hexview.edit_lines(case),
        expectation=wording.expectation(case.expect),
        expected=lines,
        question=lists.question_of(case),
        answers=answers(facts.run, case),
        places=lists.bug_places(case.bug or {}),
        arguments=_arguments(case),
        reproduce=shlex.join(["hudi-conformance", "run", "--cases", case.id]),
        is_folder="files" in case.input,
        run_rules=facts.naming,
    )


def _files(case: Case) -> Sequence[tuple[str, str]]:
    listed = case.input.get("files")
    return sorted(listed.items())[:_MAX_LISTED] if isinstance(listed, dict) else []


def _arguments(case: Case) -> Sequence[tuple[str, str]]:
    return _first_lines(dict(case.args)) if case.args else []


def _first_lines(value: object) -> list[Line]:
    return clipped([(" ", text) for text in pretty_lines(value, _MAX_EXPECTED + 1)], _MAX_EXPECTED)
