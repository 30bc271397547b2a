# SPDX-License-Identifier: Apache-2.0
"""The registry of kinds of damage: what is registered under which subject, and names that occur twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from instruments import deep, kinds
from instruments.hfile.run import HFILES
from instruments.kinds import Kind, Subject
from instruments.tables.every_kind import TABLES
from timeline_damages import TIMELINES


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Kind[object]]]:
    fresh: dict[str, dict[str, Kind[object]]] = {}
    monkeypatch.setattr(kinds, "KINDS", fresh)
    return fresh


def test_kinds_of_a_subject_are_in_the_order_of_their_registration(
    registry: dict[str, dict[str, Kind[object]]],
) -> None:
    words = Subject[Callable[[str], str]]("words")
    assert words.kinds == {}
    words.add("upper", str.upper, ["word.case"])
    words.extend({"title": str.title})
    words.add("stripped", str.strip, blind="blanks are not stored")
    assert words.kinds == {
        "upper": Kind("upper", str.upper, ("word.case",)),
        "title": Kind("title", str.title),
        "stripped": Kind("stripped", str.strip, (), "blanks are not stored"),
    }
    assert list(words.kinds) == ["upper", "title", "stripped"]
    assert list(registry) == ["words"]


@pytest.mark.usefixtures("registry")
def test_a_subject_has_one_kind_of_a_name() -> None:
    words, lines = Subject[Callable[[str], str]]("words"), Subject[Callable[[str], str]]("lines")
    words.add("upper", str.upper)
    lines.add("upper", str.upper)
    with pytest.raises(ValueError, match="two kinds upper of damage to words"):
        words.add("upper", str.title)
    assert words.kinds["upper"].damage is str.upper


@pytest.mark.parametrize(
    ("subject", "least"),
    [(TABLES, 200), (HFILES, 80), (TIMELINES, 38), (deep.EDITS, 25), (deep.SPLICES, 9)],
    ids=lambda value: value.name if isinstance(value, Subject) else "",
)
def test_all_kinds_of_damage_are_in_one_registry(subject: Subject[object], least: int) -> None:
    assert len(kinds.KINDS[subject.name]) >= least
    assert dict(subject.kinds) == kinds.KINDS[subject.name]
