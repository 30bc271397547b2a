# SPDX-License-Identifier: Apache-2.0
"""The HTML report: well-formed, closed in itself, complete, and not too large."""

from __future__ import annotations

import re
import time
from collections import Counter
from functools import cache
from html.parser import HTMLParser

import pytest
import report_factory as make
from hudi_conformance.report import html
from hudi_conformance.report.model import build
from hudi_conformance.requirements import OpenQuestion, Requirement, SpecIndex, parse_text

VOID = {"meta", "br", "input", "link", "img", "hr", "wbr"}
LOADS = {"src", "srcset", "action", "data", "poster", "background", "formaction", "ping"}
RULE = """\
> **`log.recovery.corrupt-check`** — MUST · reader · log 1 · since 0.5.0
> A block whose `length` <b>disagrees</b> with its twin is **corrupt**.
> *source* measured · *settled* yes
"""


class Page(HTMLParser):
    """Checks nesting while it reads; keeps ids, links and the text by element id."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.loads: list[tuple[str, str]] = []
        self.tags: Counter[str] = Counter()
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                assert value
                self.ids[value] += 1
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in LOADS or (name == "href" and tag != "a"):
                self.loads.append((tag, value or ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> where </{self.open[-1]}> is due, at {self.getpos()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@cache
def spec() -> SpecIndex:
    (rule,) = parse_text(RULE, "log_file.md")
    assert isinstance(rule, Requirement)
    question = OpenQuestion("duplicate-header-keys", "Which of two equal keys counts?", 3)
    return SpecIndex({rule.id: rule}, {question.id: question}, ())


@cache
def page_text(size: str) -> str:
    return html.render(build(make.small() if size == "small" else make.large()), spec())


@pytest.mark.parametrize("size", ["small", "large"])
def test_it_is_well_formed_and_closed_in_itself(size: str) -> None:
    page = Page(page_text(size))
    assert not [name for name, count in page.ids.items() if count > 1], "an id occurs twice"
    inner = {link[1:] for link in page.links if link.startswith("#")}
    assert inner
    assert not inner - set(page.ids), "a link leads nowhere"
    assert all(link.startswith(("#", "https://")) for link in page.links)
    assert not page.loads, "the page must not load anything"
    assert page.tags["script"] == 1
    assert not {"iframe", "object", "embed", "img", "link"} & set(page.tags)
    assert "url(" not in page_text(size)
    assert "@import" not in page_text(size)
    assert not re.search(r"\bfetch\(|XMLHttpRequest|import\(", page_text(size))


def test_a_run_of_real_size_is_small_and_quickly_made() -> None:
    run = build(make.large(400))
    started = time.perf_counter()
    text = html.render(run, spec())
    assert len(text.encode()) < 5_000_000
    assert time.perf_counter() - started < 20
    assert text.count('<details class="row case"') == 400
    assert "<details open" not in text, "everything is folded when the page opens"


def test_it_is_the_same_for_the_same_run() -> None:
    assert html.render(build(make.small()), spec()) == page_text("small")


def test_every_case_result_and_rule_is_there() -> None:
    run = build(make.small())
    page = Page(page_text("small"))
    assert {f"c/{case}" for case in run.cases} <= set(page.ids)
    assert {f"r/{requirement}" for requirement in run.by_requirement()} <= set(page.ids)
    assert {"a/log.block", "a/log.recovery", "a/name.log"} <= set(page.ids)
    for said in (
        "7 cases put to 2 implementations: 2 results are unexpected (hudi-java-1.2.1).",
        "versions above 1 are read as 1",
        "Left out: kaitai-java (no Java runtime | none at all)",
        "Which of two equal keys counts?",
        "refused as duplicate",
        "A block whose length <b>disagrees</b> with its twin is corrupt.",
        "The content is longer than what events carry.",
        "hudi-conformance run --implementation hudi-java-1.2.1 --cases log/recovery/cut-tail",
        "5 bytes cut at 340",
        "reads a later format as this one",
    ):
        assert said in page.text, said
    assert "https://github.com/apache/hudi/issues/1332" in page.links


def test_news_come_before_everything_that_was_expected() -> None:
    text = page_text("small")
    order = [
        text.index(f'id="{name}"') for name in ("overview", "unexpected", "matrix", "differing", "defects")
    ]
    assert order == sorted(order)


def test_words_of_foreign_programs_stay_words() -> None:
    page = Page(page_text("small"))
    assert 'IllegalStateException: <b>|`x`</b>\\x1b[31m & "more"' in page.text
    assert "\x1b" not in page_text("small")


def test_the_edit_is_marked_in_the_dump() -> None:
    text = page_text("small")
    body = text[text.index('id="c/log/framing/format-version-two"') :]
    dump = body[body.index("<pre") : body.index("</pre>")]
    # The rejection is expected at byte 14, the edit changed byte 17 from 1 to 2.
    assert '<i class="m">23 48 55 44 49 23</i>' in dump
    assert '<i class="at">00</i>' in dump
    assert '<i class="e">02</i>' in dump
    assert dump.count('class="e"') == 1


def test_a_flood_of_surprises_is_cut_to_a_table() -> None:
    rows = [make.implementation("a")]
    for number in range(40):
        case_id = f"log/a/case-{number}"
        rows += [make.case(case_id, ["log.a.b"]), make.result("a", case_id, "crash")]
    text = html.render(build(make.events(rows)))
    assert text.count('<article class="surprise">') == 12
    body = text[text.index('class="rest"') :]
    assert body[: body.index("</table>")].count("<tr>") == 28


def test_nothing_answered_is_a_page_too() -> None:
    page = Page(
        html.render(build(make.events([{"event": "absent", "name": "x", "reason": "no such program"}])))
    )
    assert "0 cases put to 0 implementations" in page.text
    assert "no such program" in page.text
