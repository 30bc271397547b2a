# SPDX-License-Identifier: Apache-2.0
"""Templates and the filters that they use."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from hudi_conformance.look import KINDS
from hudi_conformance.report import wording
from hudi_conformance.report.blocks import printable
from hudi_conformance.report.model import Case, Result, Run
from hudi_conformance.report.site import paths

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
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
WORDS = {"pass-weak": "weak", "new": "unexpected", "stale": "unexpected"}
_ISSUE = re.compile(r"^([A-Za-z0-9._-]+/[A-Za-z0-9._-]+)#(\d+)$")
_CODE = re.compile(r"<code>([a-z0-9.-]+)</code>")
_LOCAL_LINK = re.compile(r'<a href="(?!https://)[^"]*">(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mark:
    """One cell of a strip: who, what (a status), and the word for it."""

    who: str
    status: str
    word: str

    @property
    def glyph(self) -> str:
        """Sign of the status."""
        return GLYPHS[self.status]


@cache
def environment() -> jinja2.Environment:
    """The templates of all pages."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(ref=_ref, clean=printable, count=_count, safe_html=Markup)
    made.globals.update(
        glyphs=GLYPHS,
        status_words=WORDS,
        statuses=wording.STATUSES,
        verdicts=wording.VERDICTS,
        kinds=KINDS,
        case_page=paths.case_page,
        topic_page=paths.topic_page,
        requirement_page=paths.requirement_page,
        pages=paths,
    )
    return made


def strip(run: Run, case: Case) -> list[Mark]:
    """One mark an implementation, in the order of the run."""
    marks = []
    for name in run.names:
        result = run.result(name, case.id)
        marks.append(
            Mark(name, "none", "not asked") if result is None else Mark(name, result.status, word_of(result))
        )
    return marks


def word_of(result: Result) -> str:
    """What a mark says when somebody asks it."""
    if result.status == "stale":
        return "passes, but is listed as failing"
    if result.status in {"known", "new"}:
        return f"{result.verdict} ({result.status})"
    return result.outcome


def prose(text: str, known: Container[str] = (), root: str = "") -> Markup:
    """Markdown of the specification as HTML; ids of requirements that have a page become links to it."""
    html = _LOCAL_LINK.sub(r"\1", _markdown().render(text))

    def link(found: re.Match[str]) -> str:
        if found[1] not in known:
            return found[0]
        return f'<a class="id" href="{root}{paths.requirement_page(found[1])}">{found[1]}</a>'

    return Markup(_CODE.sub(link, html))  # noqa: S704 - the library escapes, HTML in the text is switched off


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _ref(text: object) -> Markup:
    """A reference: an issue `owner/name#1` or an https address as a link, anything else as text."""
    plain = str(text)
    issue = _ISSUE.match(plain)
    if issue:
        return Markup('<a href="https://github.com/{}/issues/{}">{}</a>').format(*issue.groups(), plain)
    if plain.startswith("https://"):
        return Markup('<a href="{0}">{0}</a>').format(plain)
    return escape(plain)


def _count(number: int) -> str:
    return f"{number:,}"
