# SPDX-License-Identifier: Apache-2.0
"""Damage to every file of the timeline fixtures: answered with registered codes, and nothing before it lost.

Here a sample of the inputs; all of them by `python -m hudi_conformance.damage.exhaustive_timeline`.
"""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest
from hudi_conformance.damage import exhaustive_timeline as exhaust_timeline
from hudi_conformance.damage.exhaustive_timeline import Member, Tally
from hudi_conformance.views.common import Rejection

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))


def member(kind: str) -> Member:
    return min((one for one in exhaust_timeline.members() if one.kind == kind), key=lambda one: len(one.data))


def test_every_kind_of_file_is_there() -> None:
    found = Counter(one.kind for one in exhaust_timeline.members())
    assert set(found) == {"properties", "instant", "archive", "plan", "manifest", "parquet"}
    assert found["archive"] >= 10
    assert found["instant"] > 30


def test_sampled_damage_is_answered() -> None:
    tally = exhaust_timeline.run(sample=1500, seed=SEED)
    assert tally.failures == [], f"seed {SEED}"
    assert sum(tally.inputs.values()) > 1000
    assert tally.kept > 300
    assert tally.answers["timeline.decode"]["truncated"] > 0
    assert tally.slowest[0] < exhaust_timeline.HANG_S


def test_all_damage_of_one_file_is_answered() -> None:
    one, tally = member("properties"), Tally()
    exhaust_timeline.run_member(one, tally)
    assert tally.failures == []
    assert tally.inputs == Counter({"properties": one.num})
    assert tally.answers["timeline.list"]["missing-field"] > 0


def test_what_escapes_and_what_has_no_registered_code_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes, _: Member) -> Rejection | None:
        if len(data) % 2:
            raise IndexError("gone")
        return Rejection("odd", 0, "timeline.content.avro", "")

    monkeypatch.setitem(exhaust_timeline.OF_FILES, "instant", {"timeline.decode": broken})
    tally = Tally()
    exhaust_timeline.run_member(member("instant"), tally, frozenset({2, 3}))
    assert tally.answers == {"timeline.decode": Counter({"escaped": 2})}
    assert ["AssertionError" in told or "IndexError" in told for told in tally.failures] == [True, True]


def test_entries_that_are_lost_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    one = max(
        (one for one in exhaust_timeline.members() if one.kind == "archive"), key=lambda one: len(one.data)
    )
    size = len(one.data) - 1
    twice = Member(one.tree, one.name, one.kind, one.data * 2)
    assert exhaust_timeline.lost_before(twice, twice.data[: len(one.data) + 6], len(one.data) + 6) is None
    # the same offset, but other bytes: a block that was whole is gone
    assert exhaust_timeline.lost_before(twice, one.data[:size], len(one.data) + 6) is not None
    properties = member("properties")
    assert exhaust_timeline.lost_before(properties, b"", len(properties.data)) is not None


def test_command_line_prints_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert exhaust_timeline.main(["--sample", "60", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["failures"] == []
    assert set(shown["inputs"]) == {"properties", "instant", "archive", "plan", "manifest", "parquet"}
    assert exhaust_timeline.main(["--sample", "60"]) == 0
    assert "0 failures" in capsys.readouterr().out
