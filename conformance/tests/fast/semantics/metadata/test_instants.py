# SPDX-License-Identifier: Apache-2.0
"""Instants whose blocks count: by table version, action, state and the digits of their time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hudi_conformance.model.timeline import Instant, State
from hudi_conformance.semantics.metadata.instants import (
    Timelines,
    has_own_suffix,
    latest_compaction,
    synced_instant,
    valid_instants,
)

DONE, PENDING = State.COMPLETED, State.INFLIGHT


def instant(time: str, action: str = "deltacommit", state: State = DONE) -> Instant:
    return Instant(time=time, action=action, state=state, completion_time=None, name=f"{time}.{action}")


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        ("000", False),
        ("001", True),
        ("002", True),
        ("003", True),
        ("004", True),
        ("005", True),
        ("006", True),
        ("007", False),
        ("009", False),
        ("010", True),
        ("099", True),
        ("999", True),
    ],
)
def test_suffixes_of_operations(suffix: str, expected: bool) -> None:
    assert has_own_suffix("20240101000000000" + suffix) is expected
    assert not has_own_suffix("2024010100000000" + suffix)
    assert not has_own_suffix("202401010000000000" + suffix)


@pytest.mark.parametrize(
    ("version", "data", "expected"),
    [
        pytest.param(7, [], False, id="unmarked-below-8"),
        pytest.param(8, [], True, id="own-since-8"),
        pytest.param(8, [instant("2", "commit", PENDING)], False, id="pending-in-the-data"),
        pytest.param(7, [instant("2", "clean")], True, id="completed-in-the-data"),
        pytest.param(7, [instant("2", "commit", State.REQUESTED)], False, id="requested-in-the-data"),
    ],
)
def test_a_delta_commit_counts(version: int, data: Sequence[Instant], expected: bool) -> None:
    valid = valid_instants(Timelines(version, data, [instant("2")], {}))
    assert ("2" in valid) is expected


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param(instant("00000000000000123"), True, id="fourteen-zeros"),
        pytest.param(instant("0000000000000123"), False, id="thirteen-zeros"),
        pytest.param(instant("00000000000000123", state=PENDING), False, id="pending"),
        pytest.param(instant("00000000000000123", "commit"), False, id="compaction"),
        pytest.param(instant("3", "rollback"), True, id="rollback"),
        pytest.param(instant("3", "restore"), True, id="restore"),
        pytest.param(instant("3", "rollback", PENDING), False, id="pending-rollback"),
        pytest.param(instant("3", "clean"), False, id="clean"),
    ],
)
def test_instants_of_the_metadata_table_alone(own: Instant, expected: bool) -> None:
    assert (own.time in valid_instants(Timelines(6, [], [own], {}))) is expected


@pytest.mark.parametrize(("rollback", "expected"), [("3", True), ("2", False), ("1", False)])
def test_what_a_rollback_undid_counts_after_the_first_valid_time(rollback: str, expected: bool) -> None:
    timelines = Timelines(6, [instant("2", "commit")], [], {rollback: ["x", "y"]})
    assert ({"x", "y"} <= valid_instants(timelines)) is expected


def test_without_valid_instants_every_rollback_is_later() -> None:
    assert valid_instants(Timelines(6, [], [], {"1": ["x"]})) == {"x"}


def test_latest_instants_of_the_metadata_table() -> None:
    own = [
        instant("1"),
        instant("3", "commit"),
        instant("2"),
        instant("4", state=PENDING),
        instant("5", "commit", PENDING),
    ]
    assert (synced_instant(own), latest_compaction(own)) == ("2", "3")
    assert (synced_instant([]), latest_compaction([])) == (None, None)
