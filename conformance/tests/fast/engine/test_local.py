# SPDX-License-Identifier: Apache-2.0
"""Tasks on this machine: each is reported once, whatever happens to workers. And who is asked for Spark."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hudi_conformance.engine import choice, local, session
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.toolchain import ToolMissing
from troubled_tasks import RESULTS, TASKS, UnfitError, results, troubled


def run(
    troubles: dict[int, str], *, jobs: int = 1, tasks_per_group: int = 4
) -> tuple[dict[int, str], dict[int, str]]:
    """Note of each task that was reported, and the reasons of those that were lost."""
    tasks = pa.Table.from_pylist([{"id": i, "what": troubles.get(i)} for i in range(18)], TASKS)
    notes: dict[int, str] = {}
    lost: dict[int, str] = {}

    def on_batch(done: pa.Table, batches: list[pa.RecordBatch]) -> None:
        rows = [row for batch in batches for row in batch.to_pylist()]
        assert [row["id"] for row in rows] == done["id"].to_pylist()
        assert not notes.keys() & {row["id"] for row in rows}, "reported twice"
        notes.update({row["id"]: row["note"] for row in rows})

    def on_lost(task: pa.Table, reason: str) -> list[pa.RecordBatch]:
        [ident] = task["id"].to_pylist()
        lost[ident] = reason
        return [results(ident, "lost")]

    local.run_tasks(
        tasks,
        troubled,
        RESULTS,
        on_batch=on_batch,
        on_lost=on_lost,
        jobs=jobs,
        tasks_per_group=tasks_per_group,
        fatal=(UnfitError,),
    )
    assert sorted(notes) == list(range(18))
    assert {ident for ident, note in notes.items() if note == "lost"} == lost.keys()
    return notes, lost


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_that_raises_takes_no_other_with_it(jobs: int) -> None:
    notes, lost = run({7: "raise"}, jobs=jobs)
    assert lost == {7: "ValueError: no task 7"}
    assert {note for ident, note in notes.items() if ident != 7} == {"fine"}
    with pytest.raises(UnfitError):
        run({7: "fatal"}, jobs=jobs)


@pytest.mark.own_job
def test_a_worker_that_dies_costs_its_task_only(tmp_path: Path) -> None:
    # The last group starts when another is done: the worker at the first has died by then.
    notes, lost = run({0: f"once:{tmp_path / 'died'}", 17: "kill"}, jobs=2)
    assert (tmp_path / "died").exists()
    assert lost == {17: "the worker died at it"}
    assert {note for ident, note in notes.items() if ident not in {0, 17}} == {"fine"}


@pytest.mark.own_job
def test_a_worker_that_others_wore_out_is_not_held_against_a_task() -> None:
    notes, lost = run({3: "first or never", 9: "first or never", 10: "kill"}, jobs=2)
    assert lost == {10: "the worker died at it"}
    assert [ident for ident, note in notes.items() if note == "first or never"] == [3, 9]


def light_and_heavy() -> list[pa.Table]:
    return [pa.table({"weight": [weight]}) for weight in (choice.SPARK_FROM - 1, choice.SPARK_FROM)]


def test_heavy_tasks_are_for_spark_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    warned: list[str] = []
    here: Engine = lambda *_, **__: ran.append("here")
    monkeypatch.setattr(session, "is_given", lambda: False)
    monkeypatch.setattr(session, "get_session", lambda *_, **__: "session")
    monkeypatch.setattr(choice.spark, "run_tasks", lambda *args, **__: ran.append(args[0]))

    def choose(name: str, master: str | None = None) -> Engine:
        return choice.choose_engine(
            name, master, here=here, on_spark={"weight": "weight"}, warn=warned.append
        )

    for engine in (choose("auto"), choose("plain", "local"), choose("spark"), choose("auto", "local")):
        for tasks in light_and_heavy():
            engine(tasks, None, None, on_batch=None, on_lost=None)
    assert ran == ["here", "session", "here", "here", "session", "session", "session", "session"]

    def none(*_: object, **__: object) -> None:
        raise ToolMissing("no Java")

    monkeypatch.setattr(session, "get_session", none)
    ran.clear()
    choose("auto")(light_and_heavy()[1], None, None, on_batch=None, on_lost=None)
    assert (ran, warned) == (["here"], ["on one core: no Java"])
    with pytest.raises(ToolMissing):
        choose("spark")


_MANY = """
import resource
import pyarrow as pa
from hudi_conformance.engine import local

names = [f"column{number}" for number in range(12)]
tasks = pa.table({name: pa.array([None] * 20_000, pa.string()) for name in names})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
done = []
local.run_tasks(
    tasks, lambda batches: batches, tasks.schema,
    on_batch=lambda group, batches: done.append(group.num_rows), on_lost=lambda task, why: [],
)
assert done == [1] * 20_000
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def test_many_tasks_take_little_memory() -> None:
    """A slice of the table for each of them at once takes five kilobytes a task."""
    done = subprocess.run([sys.executable, "-c", _MANY], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 32, f"{done.stdout} MiB"
