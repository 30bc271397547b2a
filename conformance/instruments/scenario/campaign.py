# SPDX-License-Identifier: Apache-2.0
"""Thousands of drawn scenarios: written by one implementation, read by others, judged by a model.

An outcome is `equal`, `unread` if the other reader declares such a table as unsupported, `unsupported` if the
writer does not write it, or a label for the difference: which implementation, and how. With an engine, a
scenario is a task: the reference writer and `kaitai-python` answer in the worker's process. Each scenario of
a campaign is drawn from a separate seed, so that it can be repeated alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from hudi_conformance.adapters import reference_writer
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.adapters.loop import Answer as Response
from hudi_conformance.adapters.loop import Request
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.model.meta_fields import SET_BY_WRITER
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import split_tree
from hudi_conformance.suite.judge import written_tree
from hudi_conformance.suite.protocol import Answer, Garbled
from hudi_conformance.suite.trees import Tree

from instruments.scenario.draw import draw_scenario, smaller
from instruments.scenario.model import Undetermined, content_of

MS, MIB = 30_000, 1024
MAX_SMALLER = 60  # attempts to make a difference smaller
GOOD = frozenset({"equal", "unread", "unsupported"})
HERE = ("reference-writer", "kaitai-python")
"""Writer and reader of a campaign with an engine."""
# Arguments of engines. A group of scenarios takes seconds; a scenario that hangs is lost alone.
TASKS_PER_GROUP = 25
ON_SPARK = {"tasks_per_group": TASKS_PER_GROUP, "timeout_s": 300.0}
TASKS = pa.schema(
    [pa.field("seed", pa.int64(), nullable=False), pa.field("number", pa.int64(), nullable=False)]
)
OUTCOMES = pa.schema(
    [pa.field("number", pa.int64(), nullable=False), pa.field("outcome", pa.string(), nullable=False)]
)
_ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "snapshot": {"view": "snapshot"},
    "read_optimized": {"view": "read_optimized"},
    "incremental": {"view": "incremental", "begin": "000", "line": "1.2"},
}
VIEWS = tuple(_ARGUMENTS)
"""Views that a second reader can return: incremental from the start, with ranges as in 1.2."""
Scenario = dict[str, Any]
Ask = Callable[[str, Tree | None, Mapping[str, Any]], Answer]
"""Sends a request to an implementation: command, folder, arguments."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A writer, our reader, and optionally another one, which returns `views`."""

    writer: Ask
    ours: Ask
    other: Ask | None = None
    views: Sequence[str] = ("snapshot",)

    def outcome(self, scenario: Scenario) -> str:
        """`equal`, `unread`, `unsupported`, or a word for what differs.

        Raises:
            Undetermined: the steps leave a choice to the writer.
        """
        expected = content_of(scenario, {})
        answer = self.writer("table.write", None, {"write": scenario})
        if answer.answer == "unsupported":
            return "unsupported"
        tree = written_tree(answer.value) if answer.answer == "value" else None
        if tree is None:
            return f"writer: {answer.answer} {_without_names(answer.message)}"
        told = self.ours("table.content", tree, {})
        if told.answer != "value":
            return f"kaitai-python: {told.answer} {_without_names(told.message)}"
        if told.value["findings"]:
            return f"audit: {told.value['findings'][0]['requirement']}"
        if told.value != expected:
            return "kaitai-python: rows"
        return self._other(tree, scenario, expected)

    def _other(self, tree: Tree, scenario: Scenario, expected: Mapping[str, Any]) -> str:
        if self.other is None:
            return "equal"
        is_read = False
        for view in self.views:
            told = self.other("table.read", tree, _ARGUMENTS[view])
            if told.answer == "unsupported":
                continue
            is_read = True
            name = "reader" if view == "snapshot" else f"reader, {view}"
            if told.answer != "value":
                return f"{name}: {told.answer} {_without_names(told.message)}"
            if view == "snapshot":
                is_equal = _texts(_without_instants(told.value["rows"])) == _texts(expected["snapshot"])
            else:
                is_equal = self._is_equal_beside(tree, scenario, view, told.value["rows"])
            if not is_equal:
                return f"{name}: rows"
        return "equal" if is_read else "unread"

    def _is_equal_beside(self, tree: Tree, scenario: Scenario, view: str, rows: list[dict[str, Any]]) -> bool:
        """Whether the rows of another reader are those of the model and of our reader.

        The model defines neither the rows in base files before a compaction nor ranges of instants: there
        only our reader, whose snapshot equals the model's, is compared.
        """
        here = self.ours("table.read", tree, _ARGUMENTS[view])
        if here.answer != "value" or _texts(here.value["rows"]) != _texts(rows):
            return False
        if view != "read_optimized":
            return True
        try:
            expected = content_of(scenario, {"views": [view]})
        except Undetermined:
            return True
        return _texts(_without_instants(rows)) == _texts(expected[view])


def _without_instants(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name not in SET_BY_WRITER} for row in rows]


def _texts(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def _without_names(message: str | None) -> str:
    text = "".join(" " if char.isdigit() or char == "/" else char for char in (message or ""))
    return " ".join(text.split())[:80]


def minimised(scenario: Scenario, word: str, outcome: Callable[[Scenario], str]) -> Scenario:
    """A smaller scenario with the same outcome."""
    left = MAX_SMALLER
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in smaller(scenario):
            left -= 1
            if left <= 0:
                break
            if _outcome_or_none(outcome, candidate) == word:
                scenario, improved = candidate, True
                break
    return scenario


def _outcome_or_none(outcome: Callable[[Scenario], str], scenario: Scenario) -> str | None:
    try:
        return outcome(scenario)
    except (Undetermined, IndexError, KeyError):
        return None  # the rest is not a valid scenario, or an ambiguous one


def drawn(rng: random.Random) -> Iterator[Scenario]:
    """Scenarios that determine their rows, without end."""
    while True:
        scenario = draw_scenario(rng)
        try:
            content_of(scenario, {})
        except Undetermined:
            continue
        yield scenario


def scenario_of(seed: int, number: int) -> Scenario:
    """One scenario of a campaign with an engine."""
    return next(drawn(random.Random(f"{seed}/{number}")))  # noqa: S311 - a seed for tests, nothing is secret


# --- on an engine -------------------------------------------------------------------------------------


def asked_here(answer: Callable[[Request], Response]) -> Ask:
    """Sends requests to our adapter in this process."""

    def ask(command: str, data: Tree | None, args: Mapping[str, Any]) -> Answer:
        with split_tree(data) as (content, folder):
            request = protocol.request("0", command, content, args, ms=MS, mib=MIB, folder=folder)
            try:
                return protocol.parse_answer(dict(answer(request)), "0", 0.0)
            except Garbled as error:
                return Answer("garbled", message=str(error))

    return ask


def trial_here() -> Trial:
    """The reference writer and `kaitai-python`, in this process."""
    return Trial(asked_here(reference_writer.answer), asked_here(kaitai_python.answer))


def do_tasks(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Outcomes of the scenarios of `TASKS`, a batch of `OUTCOMES` for each batch."""
    trial = trial_here()
    for batch in batches:
        outcomes = [trial.outcome(scenario_of(**task)) for task in batch.to_pylist()]
        yield pa.record_batch([batch["number"], pa.array(outcomes, pa.string())], schema=OUTCOMES)


def outcomes_of(
    seed: int, count: int, engine: Engine, on_progress: Callable[[int], None] = lambda _: None
) -> dict[int, str]:
    """Outcome of every scenario by number; `on_progress` gets how many more are done."""
    tasks = pa.table([pa.array([seed] * count, pa.int64()), pa.array(range(count), pa.int64())], schema=TASKS)
    found: dict[int, str] = {}

    def on_batch(group: pa.Table, results: list[pa.RecordBatch]) -> None:
        for row in pa.Table.from_batches(results, OUTCOMES).to_pylist():
            found[row["number"]] = row["outcome"]
        on_progress(group.num_rows)

    def on_lost(task: pa.Table, why: str) -> list[pa.RecordBatch]:
        outcome = pa.array([f"lost: {_without_names(why)}"], pa.string())
        return [pa.record_batch([task["number"].combine_chunks(), outcome], schema=OUTCOMES)]

    engine(tasks, do_tasks, OUTCOMES, on_batch=on_batch, on_lost=on_lost)
    return dict(sorted(found.items()))
