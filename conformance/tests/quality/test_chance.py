# SPDX-License-Identifier: Apache-2.0
"""Mutants drawn by chance: what is drawn, what the list says, and that a question kills. Draws: chance.py."""

from __future__ import annotations

import re
import time
from pathlib import Path

import chance
import chance_run
import chance_sites as sites
import pytest
from chance_children import beat, in_children

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
        ("constant", "LIMIT = 5"), ("constant", "LIMIT = 3"),
        ("check", "if False:"),
        ("boolean", "if size > LIMIT or not names:"), ("boolean", "if size > LIMIT and (names):"),
        ("compare", "if size <= LIMIT and not names:"), ("boundary", "if size >= LIMIT and not names:"),
        ("call", "pass"),
        ("check", "return [name for name in names if True]"),
        ("compare", 'return [name for name in names if name == "x"]'),
    }  # fmt: skip


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


def test_the_table_counts_by_area() -> None:
    first, second, third = sites.draw(PLACES, 3, 1)
    fates = [
        (first, chance_run.Fate(first, "log/x/y", "wrong-value", 3, 0.1)),
        (second, chance_run.Fate(second, "", "", 3, 0.1)),
        (third, None),
    ]
    rows = list(chance.table_rows(1, fates))
    assert rows[-1] == ["1", "all", 3, 1, 1, 0, 0, 1, "50.0 %"]
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
            while time.process_time() - begin < 1:
                pass
        return {"by": "end"}

    assert [result["by"] for _, result, _ in in_children(iter([(0, work)]), 1, most_seconds=2.5)] == ["end"]


@pytest.mark.parametrize("seconds", [0.2])
def test_a_question_that_does_not_end_is_a_wrong_answer(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    import chance_questions

    def loop(_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(chance_run, "CPU_SECONDS", seconds)
    question = chance_questions.Question("x", "", loop)
    tasks = [(0, lambda: {"by": chance_run._ask(question, None)})]
    assert [result["by"] for _, result, _ in in_children(iter(tasks), 1)] == ["hang"]
