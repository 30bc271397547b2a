# SPDX-License-Identifier: Apache-2.0
"""Campaigns of drawn scenarios on an engine: each scenario is done once, and what differs is named."""

from __future__ import annotations

import json
import runpy
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters import reference_writer
from hudi_conformance.engine import local
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.suite.trees import Tree
from instruments.scenario import campaign as scenarios
from instruments.scenario.campaign import Trial, asked_here, outcomes_of, scenario_of, trial_here

TOOL = str(resources.adapters_dir().parent / "tools" / "scenario_campaign.py")
ONE = {
    "version": 6,
    "type": "COPY_ON_WRITE",
    "steps": [
        {"op": "insert", "rows": [{"id": "a", "ord": 1, "val": "x"}, {"id": "b", "ord": 1, "val": "x"}]},
        {"op": "upsert", "rows": [{"id": "a", "ord": 2, "val": "y"}]},
    ],
}


def test_every_scenario_is_done_once_and_has_a_seed_of_its_own() -> None:
    done: list[int] = []
    found = outcomes_of(7, 6, partial(local.run_tasks, tasks_per_group=4), done.append)
    assert found == dict.fromkeys(range(6), "equal")
    assert done == [4, 2]
    assert scenario_of(7, 3) == scenario_of(7, 3)
    assert scenario_of(7, 3) not in (scenario_of(7, 2), scenario_of(8, 3))


def test_a_scenario_that_ends_its_task_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seed: int, number: int) -> dict[str, Any]:
        if number == 2:
            raise RuntimeError("no scenario")
        return ONE

    monkeypatch.setattr(scenarios, "scenario_of", broken)
    found = outcomes_of(1, 4, partial(local.run_tasks, tasks_per_group=4))
    assert found == {0: "equal", 1: "equal", 2: "lost: RuntimeError: no scenario", 3: "equal"}


def written(change: Any) -> Any:
    """A writer that answers with a changed folder."""
    writer = asked_here(reference_writer.answer)

    def ask(command: str, data: Tree | None, args: Any) -> Answer:
        answer = writer(command, data, args)
        return Answer("value", value={"files": change(dict(answer.value["files"]))})

    return ask


def without_newest_base(files: dict[str, Any]) -> dict[str, Any]:
    newest = max((path for path in files if path.endswith(".parquet")), key=lambda path: path[-25:])
    return {path: data for path, data in files.items() if path != newest}


def without_requested(files: dict[str, Any]) -> dict[str, Any]:
    return {path: data for path, data in files.items() if not path.endswith(".requested")}


def test_what_differs_is_named() -> None:
    ours = asked_here(scenarios.kaitai_python.answer)
    assert trial_here().outcome(ONE) == "equal"
    assert Trial(written(without_newest_base), ours).outcome(ONE) == "audit: table.check.named-file"
    assert Trial(written(without_requested), ours).outcome(ONE) == "kaitai-python: rows"
    outside = Trial(written(lambda _: {"../x": {"b64": ""}}), ours)
    assert outside.outcome(ONE) == "writer: value "
    assert Trial(written(lambda _: {"x": {"b64": ""}}), ours).outcome(ONE).startswith("kaitai-python: reject")
    assert trial_here().outcome(ONE | {"version": 11}).startswith("writer: reject")
    assert trial_here().outcome(ONE | {"metadata_table": True}) == "unsupported"

    def other(command: str, data: Tree | None, args: Any) -> Answer:
        return Answer("value", value={"rows": []})

    assert Trial(asked_here(reference_writer.answer), ours, other).outcome(ONE) == "reader: rows"


@pytest.mark.parametrize("view", scenarios.VIEWS)
@pytest.mark.parametrize("kind", ["COPY_ON_WRITE", "MERGE_ON_READ"])
def test_a_second_reader_is_held_to_every_view_it_is_asked_for(view: str, kind: str) -> None:
    ours = asked_here(scenarios.kaitai_python.answer)

    def without_a_row(command: str, data: Tree | None, args: Any) -> Answer:
        answer = ours(command, data, args)
        lost = args["view"] == view
        return Answer("value", value={"rows": answer.value["rows"][lost:]})

    trial = Trial(asked_here(reference_writer.answer), ours, ours, scenarios.VIEWS)
    assert trial.outcome(ONE | {"type": kind}) == "equal"
    trial = Trial(asked_here(reference_writer.answer), ours, without_a_row, scenarios.VIEWS)
    name = "reader" if view == "snapshot" else f"reader, {view}"
    assert trial.outcome(ONE | {"type": kind}) == f"{name}: rows"


@pytest.mark.parametrize("version", [0, 6, 8, 9])
def test_the_write_that_made_a_group_is_undone_after_one_that_logged_to_it(version: int) -> None:
    steps = [*ONE["steps"], {"op": "rollback"}, {"op": "rollback"}]
    scenario = {"version": version, "type": "MERGE_ON_READ", "steps": steps}
    assert trial_here().outcome(scenario) == "equal"


def test_finds_are_made_smaller() -> None:
    trial = Trial(written(without_newest_base), asked_here(scenarios.kaitai_python.answer))
    word = trial.outcome(ONE)
    small = scenarios.minimised(ONE, word, trial.outcome)
    assert [len(step["rows"]) for step in small["steps"]] == [1]


def test_the_command_prints_its_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main = runpy.run_path(TOOL)["main"]
    options = ["--engine", "plain", "--jobs", "1", "--json", "--out", str(tmp_path)]
    assert main([*options, "--seed", "7", "--count", "3"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert entry | {"seconds": 0} == {
        "seed": 7,
        "count": 3,
        "writer": "reference-writer",
        "readers": ["kaitai-python"],
        "seconds": 0,
        "outcomes": {"equal": 3},
        "engine": "plain",
    }
    assert main([*options, "--number", "2"]) == 0
    for wrong in (["--reader", "hudi-java-1.2.1"], ["--number", "1", "--store"], ["--count", "0"]):
        with pytest.raises(SystemExit):
            main([*options, *wrong])


@pytest.mark.own_job
def test_what_is_explained_is_not_made_smaller_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = runpy.run_path(TOOL)
    options = tool["arguments_of"](
        ["--seed", "7", "--count", "3", "--engine", "plain", "--out", str(tmp_path)]
    )
    campaign = tool["campaign_of"](options)
    reasons = [
        {"campaign": campaign, "outcome": "one", "number": 2, "reason": "known"},
        {"campaign": campaign | {"seed": 8}, "outcome": "two", "number": 1, "reason": "of another seed"},
    ]
    assert tool["explained"](campaign, reasons) == {"one"}
    monkeypatch.setitem(tool["_with_engine"].__globals__, "_reasons", lambda: reasons)
    monkeypatch.setattr(scenarios, "outcomes_of", lambda *_: {0: "one", 1: "two", 2: "one"})
    assert tool["_with_engine"](options) == {"one": 2, "two": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["7-1.json"]
    entry = campaign | {"outcomes": {"one": 2, "two": 1}}
    assert tool["unexplained"](entry, reasons) == ["1 of 'two', 0 explained"]


def test_tasks_travel_as_arrow() -> None:
    tasks = pa.record_batch([pa.array([7]), pa.array([0])], schema=scenarios.TASKS)
    [result] = scenarios.do_tasks(iter([tasks]))
    assert result.schema == scenarios.OUTCOMES
    assert result.to_pylist() == [{"number": 0, "outcome": "equal"}]


def test_a_reader_that_does_not_read_such_tables_is_told_apart() -> None:
    ours = asked_here(scenarios.kaitai_python.answer)
    other = Trial(asked_here(reference_writer.answer), ours, lambda *_: Answer("unsupported"))
    assert other.outcome(ONE) == "unread"


def test_outcomes_are_explained_by_number() -> None:
    unexplained = runpy.run_path(TOOL)["unexplained"]
    campaign = {"seed": 1, "readers": ["a", "b"]}
    entry = campaign | {"count": 3, "outcomes": {"equal": 1, "unread": 1, "reader: rows": 1}}
    reason = {"campaign": campaign, "outcome": "reader: rows", "number": 1, "reason": "known"}
    assert unexplained(entry, [reason]) == []
    assert unexplained(entry, []) == ["1 of 'reader: rows', 0 explained"]
    assert unexplained(entry, [reason | {"number": 2}]) == ["1 of 'reader: rows', 2 explained"]
    assert unexplained(entry | {"outcomes": {"equal": 3}}, [reason]) == ["0 of 'reader: rows', 1 explained"]
    assert unexplained(entry, [reason | {"campaign": {"seed": 2}}]) == ["1 of 'reader: rows', 0 explained"]
