# SPDX-License-Identifier: Apache-2.0
"""Pages that several processes draft are those that one process makes."""

from __future__ import annotations

import os
import sys

import pytest
import report_factory as make
from hudi_conformance.look.hexgrid import Piece
from hudi_conformance.report import own_spec
from hudi_conformance.report.model import build
from hudi_conformance.report.site import drafts, walk_pages
from hudi_conformance.report.site.facts import facts_of
from markupsafe import Markup

LONG = Markup("<p>" + "x" * 300 + "</p>")
FIRST, SECOND = (drafts.Owner(f"cases/log/{page}.html", "case", "case") for page in "ab")


def _page(path: str, *owners: drafts.Owner) -> drafts.Draft:
    blocks = drafts.Blocks()
    return drafts.Draft(path, "".join(blocks.anywhere(LONG, owner) for owner in owners), blocks.pending)


def test_a_block_is_on_the_first_page_whichever_was_drafted_first() -> None:
    later, earlier = _page("b.html", SECOND), _page("a.html", FIRST)
    kept = drafts.Kept()
    assert kept.page(earlier) == ("a.html", LONG)
    path, text = kept.page(later)
    assert path == "b.html"
    assert "href=a.html#case>" in text
    assert LONG not in text


def test_short_blocks_are_repeated() -> None:
    short = Markup("<p>short</p>")
    blocks = drafts.Blocks()
    assert [blocks.anywhere(short, owner) for owner in (FIRST, SECOND)] == [short, short]
    assert not blocks.pending


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are copied on Linux only")
def test_several_processes_make_the_same_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = facts_of(build(make.large()), own_spec())
    here = dict(walk_pages(facts, lambda data, _: [Piece(0, len(data), "value", f"by {os.getpid()}")]))
    assert any(f"by {os.getpid()}" in text for text in here.values())
    monkeypatch.setattr(drafts, "_MIN_CASES", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    there = dict(walk_pages(facts, lambda data, _: [Piece(0, len(data), "value", f"by {os.getppid()}")]))
    assert there.keys() == here.keys()
    assert [path for path in here if here[path] != there[path]] == []


def test_what_a_killed_process_leaves_is_made_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "_MIN_CASES", 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    parent = os.getpid()

    def draft(topic: drafts.Topic) -> drafts.Draft:
        if os.getpid() != parent:
            os._exit(9)
        return _page(f"{topic[1]}.html", FIRST)

    with drafts.drafts_of(draft, [("log", "a"), ("log", "b")], 2) as made:
        assert [one.path for one in made] == ["a.html", "b.html"]
