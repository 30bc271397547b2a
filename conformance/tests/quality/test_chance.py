# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn by chance: what is drawn, what the list says, and that a question kills. Draws: chance.py."""

from __future__ import annotations

import importlib
import re
import sys
import time
from pathlib import Path
from typing import Any

import chance
import chance_run
import chance_sites as sites
import pytest
from chance_children import beat, in_children
from chance_log import Log, digest_of
from chance_traces import Trace, Traces
from chance_warm import NeedsImportError, index_package

LISTED = chance.load_list()
PLACES = chance.load_places(LISTED)
SOURCE = b"""
LIMIT = 4

def check(size, names):
    if size > LIMIT and not names:
        raise ValueError(f"{size + 1} is too much")
    names.sort()
    return [name for name in names if name != "x"]
"""


def test_every_entry_of_the_list_is_about_a_file_or_a_line_that_is_there() -> None:
    assert chance.stale(LISTED, PLACES) == []
    assert all(len(reason) > 10 for reason in LISTED.left_out.values())
    assert all(len(one.reason) > 10 for one in LISTED.equivalents)


def test_an_entry_is_void_when_its_line_changes() -> None:
    ways = next(ways for ways in PLACES if ways[0].operator == "compare")
    change = ways[0]
    entry = chance.Equivalent(change.file, change.function, change.before, "a reason", change.after)
    assert chance.stale(chance.Listed({}, (entry,)), PLACES) == []
    other = chance.Equivalent(change.file, change.function, f"{change.before} #", "a reason", change.after)
    assert len(chance.stale(chance.Listed({}, (other,)), PLACES)) == 1


def test_places_of_a_file() -> None:
    found = {(way.operator, way.after) for ways in sites.changes_of("a.py", SOURCE) for way in ways}
    assert found == {
        ("constant", "LIMIT = 5"),
        ("constant", "LIMIT = 3"),
        ("check", "if False:"),
        ("boolean", "if size > LIMIT or not names:"),
        ("boolean", "if size > LIMIT and (names):"),
        ("compare", "if size <= LIMIT and not names:"),
        ("boundary", "if size >= LIMIT and not names:"),
        ("call", "pass"),
        ("check", "return [name for name in names if True]"),
        ("compare", 'return [name for name in names if name == "x"]'),
    }


def test_every_change_is_of_one_place_and_compiles() -> None:
    for ways in PLACES[::37]:
        for way in ways:
            source = (chance.PACKAGE / way.file).read_bytes()
            assert way.apply(source) != source
            compile(way.apply(source), way.file, "exec")


def test_a_seed_draws_the_same_again_and_another_does_not() -> None:
    drawn = [change.key for change in sites.draw(PLACES, 50, 7)]
    assert drawn == [change.key for change in sites.draw(PLACES, 50, 7)]
    assert drawn != [change.key for change in sites.draw(PLACES, 50, 8)]
    assert len(sites.draw(PLACES, 10**6, 7)) == len(PLACES)


def test_a_draw_leaves_out_what_the_list_leaves_out() -> None:
    files = {ways[0].file for ways in PLACES}
    assert files
    assert not any(re.match(rf"{re.escape(out)}(/|$)", file) for out in LISTED.left_out for file in files)


def test_a_draw_from_some_files() -> None:
    chosen = chance.load_places(LISTED, ("audit",), ("audit/between/*", "*/coverage.py"))
    folders = {ways[0].file.rpartition("/")[0] for ways in chosen}
    assert folders == {"audit", "audit/between"}
    assert len(chosen) == sum(
        "/between/" in ways[0].file or ways[0].file == "audit/coverage.py" for ways in PLACES
    )


def test_the_table_counts_by_area() -> None:
    first, second, third = sites.draw(PLACES, 3, 1)
    fates = [
        (first, chance_run.Fate(first, "log/x/y", "wrong-value", 3, 0.1)),
        (second, chance_run.Fate(second, "", "", 3, 0.1)),
        (third, None),
    ]
    rows = list(chance.table_rows(1, fates))
    assert rows[-1] == ["1", "all", 3, 1, 1, 0, 0, 0, 1, "50.0 %"]
    assert chance.share_killed(fates) == 0.5


def test_children_that_die_or_hang_are_told(tmp_path: Path) -> None:
    def loop() -> dict[str, str]:
        while True:
            pass

    def die() -> dict[str, str]:
        import os

        os._exit(3)

    tasks = [(0, lambda: {"by": "a"}), (1, die), (2, loop)]
    ended = {n: result["by"] for n, result, _ in in_children(iter(tasks), 2, most_seconds=2)}
    assert ended == {0: "a", 1: "crash", 2: "hang"}


def test_a_child_that_beats_may_take_long() -> None:
    def work() -> dict[str, str]:
        for _ in range(4):
            beat()
            begin = time.process_time()
            while time.process_time() - begin < 0.6:
                pass
        return {"by": "end"}

    assert [result["by"] for _, result, _ in in_children(iter([(0, work)]), 1, most_seconds=1.5)] == ["end"]


def test_a_question_that_does_not_end_is_a_wrong_answer() -> None:
    import chance_questions

    def loop(_: object) -> None:
        while True:
            pass

    question = chance_questions.Question("x", "", loop)
    tasks = [(0, lambda: {"by": chance_run._ask(question, None, 0.2)})]  # type: ignore[arg-type]  # asks no world
    assert [result["by"] for _, result, _ in in_children(iter(tasks), 1)] == ["hang"]


WARM = b"""
import functools

LIMIT = 4

def is_small(size):
    return size < LIMIT

class Check:
    def most(self, sizes):
        return [size for size in sizes if size < LIMIT]

@functools.lru_cache
def cached(size):
    return size < 9
"""


@pytest.fixture
def warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A package of two modules; the second holds what the first has defined."""
    folder = tmp_path / "warmed"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "one.py").write_bytes(WARM)
    (folder / "two.py").write_text(
        "from warmed.one import Check, cached, is_small as small\nTABLE = [small]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield importlib.import_module("warmed.two"), str(folder / "one.py")
    for name in ("warmed", "warmed.one", "warmed.two"):
        sys.modules.pop(name)


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        (b"return size < LIMIT", b"return size <= LIMIT", lambda two: two.TABLE[0](4) and two.small(4)),
        (b"if size < LIMIT]", b"if True]", lambda two: two.Check().most([7]) == [7]),
        (b"return size < 9", b"return size < 10", lambda two: two.cached(9)),
    ],
)
def test_a_function_is_changed_under_every_name(warm: Any, before: bytes, after: bytes, asked: Any) -> None:
    two, path = warm
    assert not asked(two)
    index_package("warmed").patch(path, WARM, WARM.replace(before, after))
    assert asked(two)


@pytest.mark.parametrize("after", [b"LIMIT = 5", b"from math import inf as LIMIT"])
def test_what_runs_at_import_is_not_changed_in_place(warm: Any, after: bytes) -> None:
    with pytest.raises(NeedsImportError):
        index_package("warmed").patch(warm[1], WARM, WARM.replace(b"LIMIT = 4", after))


def test_kept_traces_follow_their_lines(tmp_path: Path) -> None:
    old, new = b"a\nb\nc\nd\n", b"0\na\nx\ny\nc\nd\n"
    kept = Traces(tmp_path / "traces", {"f": old})
    kept.by_name = {name: Trace(name, 0.5, {"f": bits}) for name, bits in (("p", 0b01100), ("q", 0b10010))}
    kept.store()
    again = Traces(tmp_path / "traces", {"f": new})
    again.load({"p": "p", "q": "another digest"})
    assert {name: (trace.seconds, trace.lines) for name, trace in again.by_name.items()} == {
        "p": (0.5, {"f": 1 << 3 | 1 << 4 | 1 << 5})
    }


def test_questions_of_little_cost_and_of_new_ways_come_first() -> None:
    source = b"def f(a):\n    if a:\n        b = 1\n    return a\n"
    [change] = [way for ways in sites.changes_of("f.py", source) for way in ways if way.text == "2"]
    hunt = object.__new__(chance_run.Hunt)
    hunt._sources = {"f.py": source}
    hunt._traces = Traces(Path("nowhere"), hunt._sources)
    one_way, other_way = 0b11100, 0b1000
    hunt._traces.by_name = {
        "passes by": Trace("", 0.01, {"f.py": one_way, "g.py": 0xFFFF}),
        "about it": Trace("", 0.01, {"f.py": one_way}),
        "other way": Trace("", 0.015, {"f.py": other_way}),
        "long": Trace("", 9.0, {"f.py": 0b10000}),
    }
    names = ["long", "passes by", "other way", "about it"]
    assert hunt.in_order(change, names) == ["about it", "other way", "passes by", "long"]


def test_a_question_that_the_unchanged_package_fails_kills_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import chance_questions

    class Cold:
        caches = ()

    hunt = object.__new__(chance_run.Hunt)
    hunt._right, hunt.wrong, hunt.leaves_out = set(), [], True
    hunt._warm, hunt._world = Cold(), None  # type: ignore[assignment]  # questions that ask no package
    hunt.questions = {
        "good": chance_questions.Question("good", "", lambda _: None),
        "bad": chance_questions.Question("bad", "", lambda _: "wrong"),
    }
    assert [hunt._confirm(name) for name in ("good", "bad", "crash", "")] == [True, False, True, True]
    assert hunt.wrong == ["bad: wrong"]
    assert set(hunt.questions) == {"good"}


def test_fates_are_known_again_while_the_sources_stay(tmp_path: Path) -> None:
    first, second = sites.draw(PLACES, 2, 3)
    log = Log(tmp_path / "log", digest_of({"a.py": b"1"}))
    log.add(5, chance_run.Fate(first, "log/x/y", "wrong-value", 3, 0.1, 2))
    for sources, seed, known in (({"a.py": b"1"}, 5, 1), ({"a.py": b"2"}, 5, 0), ({"a.py": b"1"}, 6, 0)):
        again = Log(tmp_path / "log", digest_of(sources))
        again.load()
        fates = again.fates(seed, [first, second])
        assert [fate.killed_by for fate in fates.values()] == ["log/x/y"] * known
    log.add(6, chance_run.Fate(second, "", "", 3, 0.1, 3))
    again = Log(tmp_path / "log", log.digest)
    again.load()
    assert list(again.fates(6, [first, second])) == [second.key]
    assert again.fates(6, [first, second], is_final=False) == {}


def test_the_stored_command_draws_and_judges_alike() -> None:
    arguments = ["--seed", "1", "--minutes", "0", "--log", "out/x", "--json=y", "--num", "5", "--store"]
    assert chance._command(arguments) == "chance.py --seed 1 --num 5"
