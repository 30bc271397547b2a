# SPDX-License-Identifier: Apache-2.0
"""Snapshots as of each write of a scenario, and what it wrote: by hand, and drawn against our reader."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai.content import table_content
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.suite.trees import Tree
from instruments.scenario.campaign import scenario_of
from instruments.scenario_history import Moment, history_of

SEED, COUNT = 9, 20


def row(key: str, ordering: int, text: str) -> dict[str, Any]:
    return {"id": key, "ord": ordering, "val": text}


def upsert(*rows: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"op": "upsert", "rows": list(rows), **members}


FIRST = upsert(row("a", 1, "one"), row("b", 1, "one"))
SECOND = upsert(row("a", 2, "two"))
BOTH, TWO = {"a": "one", "b": "one"}, {"a": "two", "b": "one"}


def values(rows: list[dict[str, Any]] | None) -> dict[str, str] | None:
    return None if rows is None else {one["id"]: one["val"] for one in rows}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([FIRST, SECOND], [(BOTH, BOTH), (TWO, {"a": "two"})]),
        ([FIRST, {"op": "compact"}, SECOND, {"op": "cluster"}], [(BOTH, BOTH), (TWO, {"a": "two"})]),
        ([FIRST, SECOND, {"op": "rollback"}], [(BOTH, BOTH)]),
        ([FIRST, upsert(row("a", 9, "dead"), crash="files")], [(BOTH, BOTH)]),
        ([FIRST, {"op": "delete", "keys": [{"id": "a"}]}], [(BOTH, BOTH), ({"b": "one"}, {})]),
        ([FIRST, {"op": "savepoint"}, SECOND, SECOND, {"op": "restore"}], [(BOTH, BOTH)]),
        ([FIRST, SECOND, {"op": "clean", "retain": 1}], [(None, None), (TWO, {"a": "two"})]),
        ([FIRST, SECOND, {"op": "cluster"}, {"op": "clean", "retain": 1}], [(None, None), (None, None)]),
        ([FIRST, upsert(row("a", 0, "late"))], [(BOTH, BOTH), (BOTH, None)]),
        (
            [FIRST, {"op": "insert_overwrite_table", "rows": [row("z", 1, "z")]}],
            [(BOTH, BOTH), ({"z": "z"}, {"z": "z"})],
        ),
    ],
)
@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
def test_moments_of_a_scenario(steps: list[dict[str, Any]], expected: list[Any], kind: str) -> None:
    found = history_of({"version": 9, "type": kind, "steps": steps})
    assert [(values(one.rows), values(one.changes)) for one in found] == expected


def test_columns_of_later_steps_are_in_changes_and_not_in_earlier_snapshots() -> None:
    steps = [FIRST, {"op": "evolve", "add": {"more": "string"}}, upsert(row("c", 3, "x") | {"more": "y"})]
    first, last = history_of({"version": 9, "type": "COPY_ON_WRITE", "steps": steps})
    assert first.rows is not None
    assert first.changes is not None
    assert last.changes is not None
    assert ["more" in one for one in first.rows] == [False, False]
    assert [one["more"] for one in first.changes] == [None, None]
    assert [one["more"] for one in last.changes] == ["y"]


def test_concurrent_writes_have_no_order() -> None:
    steps = [FIRST, {"op": "concurrent", "steps": [SECOND, upsert(row("b", 2, "two"))]}]
    with pytest.raises(ValueError, match="no order"):
        history_of({"version": 9, "type": "COPY_ON_WRITE", "steps": steps})


def moments(scenario: dict[str, Any], folder: Path) -> list[tuple[Moment, dict[str, Any]]]:
    """Moments of the model, each with what the reader says; those of archived writes are left out."""
    table = encode_table(scenario)
    Tree(table.files, table.times).write(folder)
    found = table_content(folder, {"history": True})["history"]
    expected = history_of(scenario)
    is_archived = any(step["op"] == "archive" for step in scenario["steps"])
    assert len(found) == len(expected) or (is_archived and 0 < len(found) < len(expected))
    if len(found) < len(expected):
        expected = expected[-len(found) :]
        expected[0] = Moment(expected[0].rows, None)  # there is no begin that leaves out what is archived
    return list(zip(expected, found, strict=True))


@pytest.mark.own_job
def test_past_snapshots_and_changes_are_those_of_the_model(tmp_path: Path) -> None:
    counts = Counter[str]()
    for number in range(COUNT):
        folder = tmp_path / str(number)
        folder.mkdir()
        pairs = moments(scenario_of(SEED, number), folder)
        for at, (expected, got) in enumerate(pairs, start=1):
            is_past = at < len(pairs)
            for name, rows in (("rows", expected.rows), ("changes", expected.changes)):
                if rows is not None:
                    assert got[name] == rows, f"scenario {SEED}/{number}, write {at}: {name}"
                    counts[f"past {name}" if is_past else name] += 1
    assert counts["past rows"] > COUNT
    assert counts["past changes"] > COUNT
