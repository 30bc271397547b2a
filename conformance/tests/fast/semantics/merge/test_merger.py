# SPDX-License-Identifier: Apache-2.0
"""Merging beyond its cases: whole histories against a model, and rules that hold for any rows."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import OrderingValue
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.merger import record_merger
from hudi_conformance.semantics.merge.rows import Outcome, RowField, Version
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode, rules_of
from hypothesis import given
from hypothesis import strategies as st

FIELDS = (RowField("k", "string"), RowField("v", "string", None), RowField("ts", "long"))
EVENT = MergeRules(Line.V1_2, Mode.EVENT_TIME, ordering_fields=("ts",))
COMMIT = MergeRules(Line.V1_2, Mode.COMMIT_TIME, ordering_fields=("ts",))
# (is a delete of the key alone, ordering value)
STEPS = st.lists(st.tuples(st.booleans(), st.integers(1, 9)), min_size=1, max_size=8)


def row(number: int, ts: int) -> dict[str, Any]:
    return {"k": "k", "v": f"v{number}", "ts": ts}


def apply(rules: MergeRules, steps: list[tuple[bool, int]]) -> LogMerger:
    merger = LogMerger(rules, FIELDS)
    for number, (is_delete, ts) in enumerate(steps):
        if is_delete:
            merger.delete("k", OrderingValue("long", ts))
        else:
            merger.add("k", Version(row(number, ts), OrderingValue("long", ts)))
    return merger


@given(STEPS)
def test_event_time_shows_the_last_of_the_highest(steps: list[tuple[bool, int]]) -> None:
    highest = max(ts for _, ts in steps)
    number, (is_delete, ts) = [(n, s) for n, s in enumerate(steps) if s[1] == highest][-1]
    assert apply(EVENT, steps).alone("k") == (None if is_delete else row(number, ts))


@given(STEPS)
def test_commit_time_shows_the_last(steps: list[tuple[bool, int]]) -> None:
    is_delete, ts = steps[-1]
    assert apply(COMMIT, steps).alone("k") == (None if is_delete else row(len(steps) - 1, ts))


@given(STEPS, st.integers(0, 10))
def test_a_stored_row_is_one_more_version_that_came_first(steps: list[tuple[bool, int]], ts: int) -> None:
    for rules in (EVENT, COMMIT):
        stored = {"k": "k", "v": "stored", "ts": ts}
        first = LogMerger(rules, FIELDS)
        first.add("k", Version(stored, OrderingValue("long", ts)))
        for number, (is_delete, at) in enumerate(steps):
            if is_delete:
                first.delete("k", OrderingValue("long", at))
            else:
                first.add("k", Version(row(number, at), OrderingValue("long", at)))
        assert apply(rules, steps).over("k", stored) == first.alone("k")


@given(st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
def test_rows_of_different_ordering_values_may_arrive_in_any_order(values: list[int]) -> None:
    for order in itertools.permutations(values):
        merger = LogMerger(EVENT, FIELDS)
        for ts in order:
            merger.add("k", Version(row(0, ts), OrderingValue("long", ts)))
        assert merger.alone("k") == row(0, max(values))


def test_up_to_0_10_a_delete_in_logs_is_unconditional() -> None:
    rules = MergeRules(Line.V0_9, payload="DefaultHoodieRecordPayload", ordering_fields=("ts",))
    merger = LogMerger(rules, FIELDS)
    merger.add("k", Version(row(0, 9), OrderingValue("long", 9)))
    merger.delete("k", OrderingValue("long", 1))
    assert merger.alone("k") is None


def test_a_partial_row_keeps_what_it_does_not_name() -> None:
    merger = LogMerger(EVENT, FIELDS)
    merger.add("k", Version({"k": "k", "ts": 5}, OrderingValue("long", 5)), is_partial=True)
    merger.add("k", Version({"k": "k", "ts": 6}, OrderingValue("long", 6)), is_partial=True)
    assert merger.over("k", row(1, 4)) == {"k": "k", "v": "v1", "ts": 6}
    assert merger.over("k", row(1, 7)) == row(1, 7)


def test_an_unordered_version_is_refused_by_name() -> None:
    payload = record_merger(MergeRules(Line.V0_15, payload="DefaultHoodieRecordPayload"), FIELDS)
    with pytest.raises(Reject) as caught:
        payload.pre_combine(Version(row(0, 1)), Version(row(1, 2), OrderingValue("long", 2)))
    assert caught.value.requirement == "merge.default.null-new"


def test_a_winner_that_is_new_keeps_its_row() -> None:
    payload = record_merger(MergeRules(Line.V1_2, payload="HoodieAvroPayload"), FIELDS)
    new = Version(row(1, 1), OrderingValue("long", 1))
    assert payload.combine(row(0, 9), new).version is new
    assert payload.pre_combine(Version(row(0, 9)), new).outcome is Outcome.NEW


@pytest.mark.parametrize("mode", [Mode.PAYLOAD, Mode.EVENT_TIME])
def test_payload_classes_and_modes_tell_a_marked_delete_alike(mode: Mode) -> None:
    rules = MergeRules(
        Line.V1_2,
        mode,
        "DefaultHoodieRecordPayload",
        None,
        ("ts",),
        delete_field="gone",
        delete_marker="true",
    )
    merger = LogMerger(rules, (*FIELDS, RowField("gone", "boolean")))
    merger.add("k", Version({**row(0, 1), "gone": True}, OrderingValue("long", 1)))
    assert merger.alone("k") is None


MODEL = "org.apache.hudi.common.model"
BASE = {"hoodie.table.version": "9", "hoodie.table.ordering.fields": "ts"}


@pytest.mark.parametrize(
    ("properties", "line", "mode", "payload"),
    [
        (BASE, Line.V1_2, Mode.EVENT_TIME, "DefaultHoodieRecordPayload"),
        ({"hoodie.table.version": "6"}, Line.V1_2, Mode.COMMIT_TIME, "DefaultHoodieRecordPayload"),
        ({**BASE, "hoodie.record.merge.mode": "COMMIT_TIME_ORDERING"}, Line.V1_2, Mode.COMMIT_TIME, None),
        ({**BASE, "hoodie.record.merge.mode": "CUSTOM"}, Line.V1_2, Mode.PAYLOAD, None),
        (
            {"hoodie.compaction.payload.class": f"{MODEL}.OverwriteWithLatestAvroPayload"},
            Line.V1_2,
            Mode.COMMIT_TIME,
            "OverwriteWithLatestAvroPayload",
        ),
        ({"hoodie.compaction.payload.class": "a.b.Mine"}, Line.V1_2, Mode.PAYLOAD, "a.b.Mine"),
        ({}, Line.V0_15, Mode.PAYLOAD, "OverwriteWithLatestAvroPayload"),
        (BASE, Line.V0_15, Mode.PAYLOAD, "OverwriteWithLatestAvroPayload"),
    ],
)
def test_rules_of_a_table(properties: dict[str, str], line: Line, mode: Mode, payload: str | None) -> None:
    rules = rules_of(properties, line)
    assert rules.mode is mode
    assert payload is None or rules.payload == payload


def test_class_and_strategy_that_disagree_are_refused() -> None:
    properties = {
        "hoodie.table.version": "8",
        "hoodie.compaction.payload.class": f"{MODEL}.DefaultHoodieRecordPayload",
        "hoodie.record.merge.strategy.id": "ce9acb64-bde0-424c-9b91-f6ebba25356d",
    }
    with pytest.raises(Reject) as caught:
        rules_of(properties, Line.V1_2)
    assert caught.value.requirement == "merge.mode.conflict"
    properties["hoodie.table.version"] = "6"
    assert rules_of(properties, Line.V1_2).mode is Mode.EVENT_TIME
