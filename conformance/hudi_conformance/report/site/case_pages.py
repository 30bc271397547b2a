# SPDX-License-Identifier: Apache-2.0
"""Pages about cases: the list of topics, and a page with the cases of each topic."""

from __future__ import annotations

import hashlib
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
    """Blocks of the site: what a case before has shown is a link to that case, on its page or another one."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, bytes], Owner] = {}

    def __call__(self, block: Markup, owner: Owner, *, what: str = "", on: str = "") -> Markup:
        """The block, or a link to where it was shown; with `on` only the blocks of that page count."""
        text = block.strip()
        if len(text) < _MIN_SHARED:
            return text
        first = self.has(text, owner, on=on)
        return text if first is None else first.link(owner, what)

    def has(self, block: Markup, owner: Owner, *, on: str = "") -> Owner | None:
        """Where a block was shown before, None if nowhere; from now on that is here."""
        key = on, hashlib.sha256(block.encode("utf-8", "surrogatepass")).digest()
        first = self._first.setdefault(key, owner)
        return None if first == owner else first


@dataclass(frozen=True, slots=True)
class Owner:
    """Where a block is shown: the page, the anchor on it, and the name of what has it there."""

    page: str
    anchor: str
    name: str

    def link(self, reader: Owner, what: str = "") -> Markup:
        """A line that leads from another place to here; `what` are the things that are the same."""
        is_near = self.page == reader.page
        page = "" if is_near else f"{paths.root_of(reader.page)}{self.page}"
        name = (
            self.anchor
            if is_near
            else f"{self.page.removeprefix('cases/').removesuffix('.html')}/{self.name}"
        )
        things = f"{what} " if what else ""
        return Markup('<p class="t">the same {0}as of <a class="id" href="{1}#{2}">{3}</a></p>').format(
            things, page, self.anchor, name
        )


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
    once = _Once()
    for (surface, topic), cases in facts.topics.items():
        path = paths.topic_page(surface, topic)
        part = macros("report/templates/parts.html.j2", **facts.common())
        maker = _Maker(facts, path, part, once)
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
                (view.path, view.size, view.file, maker.block(view, Owner(path, view.file, view.path)))
                for view in shelf.whole()
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
    page: str
    part: Callable[..., Markup]
    once: _Once

    @property
    def root(self) -> str:
        """Relative path to the folder of the site."""
        return paths.root_of(self.page)

    def block(self, view: View, owner: Owner) -> Markup:
        """Bytes and fields of a file, or where they are shown."""
        if not view.grid:
            return Markup()
        fields = Markup()
        if view.fields:
            fields = self.part("fields", view.fields, self.root, self.facts.naming, bool(view.is_whole))
        if (first := self.once.has(view.grid + fields, owner)) is not None:
            return first.link(owner)
        return self.once(view.grid, owner, what="bytes") + self.once(fields, owner, what="fields")

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
            rules=self.once(self.part("rules", case, self.root), owner, what="rules", on=self.page),
            views=[(view.path, view.size, self.block(view, owner)) for view in views],
            whole=next((view.file for view in views if view.file), ""),
            files=self.once(self.part("tree", _folders(files), len(files), len(case.input["files"])), owner)
            if files
            else "",
            edits=hexview.edit_lines(case),
            expectation=wording.expectation(case.expect),
            expected=self.once(self.part("values", expected), owner) if expected else "",
            question=question_of(case),
            answers=self.once(self.part("answers", answers), owner, on=self.page) if answers else "",
            places=wording.bug_places(case.bug or {}),
            arguments=self.once(self.part("values", arguments), owner) if arguments else "",
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
