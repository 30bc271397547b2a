# SPDX-License-Identifier: Apache-2.0
"""Pages about cases: the list of topics, and a page with the cases of each topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from markupsafe import Markup

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.look.pages import macros
from hudi_conformance.look.text import printable, releases_in_words
from hudi_conformance.report import hexview, wording
from hudi_conformance.report.model import STATUSES, Case, Result, Run
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.case_input import Annotate, CaseInput, InputSource, Shelf, View
from hudi_conformance.report.site.drafts import Blocks, Draft, Kept, Owner, drafts_of
from hudi_conformance.report.site.facts import Facts, question_of
from hudi_conformance.report.site.json_lines import Line, compact_lines, diff_lines, first_lines, pretty_lines
from hudi_conformance.report.site.search import search_data

_MAX_EXPECTED = 16  # lines of an expected value
_MAX_CHARS = 480  # characters of it
_MAX_LISTED = 60  # files of a folder
_ORDER = ("new", "stale", "known", "open", "pass-weak", "pass", "unsupported")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and the implementations that gave it.

    Attributes:
        who: implementations in the order of the run, each program once.
        result: result of the first of them.
        phrase: the answer as a phrase.
        path: path where it differs from the expectation, None if it does not.
        lines: difference between expected and actual value, see `json_lines`.
    """

    who: str
    result: Result
    phrase: str
    path: str | None
    lines: Sequence[Line]


def topic_list(facts: Facts) -> Iterator[tuple[str, str]]:
    """The list of topics with its search."""
    rows = []
    for (surface, topic), cases in facts.topics.items():
        count = Counter(mark.status for case in cases for mark in facts.strips[case.id])
        rows.append((surface, topic, len(cases), {status: count[status] for status in STATUSES}))
    yield facts.page(paths.CASES, "cases.html.j2", topics=rows, facets=[s for s in STATUSES if s != "stale"])
    yield "cases.js", search_data(facts)


@contextmanager
def topic_pages(
    facts: Facts, annotate: Annotate, input_source: InputSource
) -> Iterator[Iterator[tuple[str, str]]]:
    """A page for each topic, on which each case unfolds; other processes may begin with them at once."""
    retained = Kept()
    draft = partial(_draft, facts, annotate, input_source)
    with drafts_of(draft, list(facts.topics), len(facts.run.cases)) as drafts:
        yield map(retained.page, drafts)


def _draft(facts: Facts, annotate: Annotate, input_source: InputSource, key: tuple[str, str]) -> Draft:
    """The page of one topic, except for what other pages may show."""
    surface, topic = key
    cases = facts.topics[key]
    path = paths.topic_page(surface, topic)
    part = macros("report/templates/parts.html.j2", **facts.common())
    blocks = Blocks()
    maker = _Maker(facts, path, part, blocks)
    inputs = [input_source(case) for case in cases]
    shelf = Shelf(inputs, annotate)
    verdicts = {
        result.verdict
        for case in cases
        for name in facts.run.names
        if (result := facts.run.result(name, case.id)) and result.failed
    }
    _, text = facts.page(
        path,
        "topic.html.j2",
        surface=surface,
        topic=topic,
        cases=[maker.case(case, given, shelf) for case, given in zip(cases, inputs, strict=True)],
        files=[
            (view.path, view.size, view.file, maker.block(view, Owner(path, view.file, view.path)))
            for view in shelf.whole()
        ],
        verdicts_here=[(name, text) for name, text in wording.VERDICTS.items() if name in verdicts],
    )
    return Draft(path, text, blocks.pending)


@dataclass(frozen=True)
class _Maker:
    """Makes the cases of one page.

    Attributes:
        part: macros of `parts.html.j2`.
        blocks: where blocks go that may occur again.
    """

    facts: Facts
    page: str
    part: Callable[..., Markup]
    blocks: Blocks

    @property
    def root(self) -> str:
        """Relative path to the folder of the site."""
        return paths.root_of(self.page)

    def block(self, view: View, owner: Owner) -> Markup:
        """Bytes and fields of a file, or a link to them."""
        if not view.grid:
            return Markup()
        fields = Markup()
        if view.fields:
            fields = self.part("fields", view.fields, self.root, self.facts.naming, bool(view.is_whole))
        return self.blocks.of_file(view.grid, fields, owner)

    def case(self, case: Case, given: CaseInput | None, shelf: Shelf) -> Markup:
        """One case, folded."""
        facts = self.facts
        owner = Owner(self.page, paths.case_anchor(case), paths.case_name(case))
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
            rules=self.blocks.here(self.part("rules", case, self.root), owner, content="rules"),
            views=[(view.path, view.size, self.block(view, owner)) for view in views],
            whole=next((view.file for view in views if view.file), ""),
            files=self.blocks.anywhere(
                self.part("tree", _folders(files), len(files), len(case.input["files"])), owner
            )
            if files
            else "",
            edits=hexview.edit_lines(case),
            expectation=wording.expectation(case.expect),
            expected=self.blocks.anywhere(self.part("values", expected), owner) if expected else "",
            question=question_of(case),
            answers=self.blocks.here(self.part("answers", answers), owner) if answers else "",
            places=wording.bug_places(case.bug or {}),
            arguments=self.blocks.anywhere(self.part("values", arguments), owner) if arguments else "",
            is_folder="files" in case.input,
        )
        return Markup(text.strip())  # noqa: S704 - a rendered template, which escapes


def _files(case: Case) -> Sequence[tuple[str, str]]:
    files = case.input.get("files")
    return sorted(files.items())[:_MAX_LISTED] if isinstance(files, dict) else []


def _folders(files: Sequence[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Names and sizes of files by their folder; those of the top come first, below no name."""
    folders: dict[str, list[tuple[str, str]]] = {"": []}
    for path, size in files:
        folder, slash, name = path.rpartition("/")
        folders.setdefault(folder + slash, []).append((name, size))
    return [(folder, names) for folder, names in folders.items() if names]


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
        grouped.pop("unsupported", None)  # the page states that these are the others
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
    path: str | None = None
    lines: list[Line] = []
    if first.status in {"new", "known"} and first.detail:
        path, lines = _difference(first.detail)
    who = releases_in_words(result.implementation for result in results)
    return Answer(who, first, phrase, path, lines)


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
