# SPDX-License-Identifier: Apache-2.0
"""Damage to every file of the timeline fixtures: answered with registered codes, and nothing before it lost.

Here a sample of the inputs; all of them by `python -m instruments.exhaustive --timelines`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace

import pytest
from hudi_conformance.model.common import Rejection
from instruments.exhaustive import __main__ as command_line
from instruments.exhaustive import run, timelines
from instruments.exhaustive.run import Target
from instruments.exhaustive.timelines import SURFACE, lost_block, lost_property, timeline_targets

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))
KINDS = {"properties", "instant", "archive", "plan", "manifest", "parquet"}


def smallest(kind: str) -> Target:
    return min((one for one in timeline_targets() if one.kind == kind), key=lambda one: len(one.data))


def test_every_kind_of_file_is_there() -> None:
    found = Counter(one.kind for one in timeline_targets())
    assert set(found) == KINDS
    assert found["archive"] >= 10
    assert found["instant"] > 30


@pytest.mark.own_job
def test_sampled_damage_is_answered() -> None:
    tally = run.run(SURFACE, timeline_targets(), sample=1500, seed=SEED)
    assert tally.failures == [], f"seed {SEED}"
    assert tally.inputs.total() > 1000
    assert tally.retained > 300
    assert tally.answers["timeline.decode"]["truncated"] > 0
    assert tally.slowest[0] < run.HANG_S


def test_all_damage_of_one_file_is_answered() -> None:
    one = smallest("properties")
    tally = run.run_target(SURFACE, one)
    assert tally.failures == []
    assert tally.inputs == Counter({"properties": 9 * len(one.data)})
    assert tally.answers["timeline.list"]["missing-field"] > 0


def test_what_escapes_and_what_has_no_registered_code_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes, _: str) -> Rejection | None:
        if len(data) % 2:
            raise IndexError("gone")
        return Rejection("odd", 0, "timeline.content.avro", "")

    monkeypatch.setitem(timelines.OF_FILES, "instant", {"timeline.decode": broken})
    tally = run.run_target(SURFACE, smallest("instant"), (2, 3))
    assert tally.answers == {"timeline.decode": Counter({"escaped": 2})}
    assert [what.partition(":")[0] for *_, what in tally.failures] == ["AssertionError", "IndexError"]


def test_entries_that_are_lost_are_a_failure() -> None:
    one = max((one for one in timeline_targets() if one.kind == "archive"), key=lambda one: len(one.data))
    size = len(one.data)
    twice = replace(one, data=one.data * 2)
    assert lost_block(twice, twice.data[: size + 6], size + 6) is None
    # the same offset, but other bytes: a block that was whole is gone
    assert lost_block(twice, one.data[:-1], size + 6) is not None
    properties = smallest("properties")
    assert lost_property(properties, b"", len(properties.data)) is not None


def test_losses_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SURFACE.losses, "properties", lambda *_: "a key")
    tally = run.run_target(SURFACE, smallest("properties"), [5])
    assert (tally.retained, [(command, edit, what) for command, _, edit, what in tally.failures]) == (
        1,
        [("", "cut to 5", "a key is lost")],
    )


@pytest.mark.own_job
def test_command_line_prints_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["--timelines", "--sample", "60", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["failures"] == []
    assert set(shown["inputs"]) == KINDS
    assert command_line.main(["--timelines", "--sample", "60"]) == 0
    assert "0 failures" in capsys.readouterr().out
