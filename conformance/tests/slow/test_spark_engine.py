# SPDX-License-Identifier: Apache-2.0
"""The engine on an embedded session: nothing is lost, whatever happens to workers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

import spark_functions
from hudi_conformance.engine import session
from hudi_conformance.engine import spark as engine

pytestmark = pytest.mark.own_job

SUPPORT = Path(__file__).parents[1] / "support"


def tasks(num: int, troubles: dict[int, str]) -> pa.Table:
    rows = [{"id": i, "size": 1000 if i % 10 == 0 else 10, "what": troubles.get(i)} for i in range(num)]
    return pa.Table.from_pylist(rows, spark_functions.TASKS)


def run(
    spark: Any, num: int, troubles: dict[int, str], **options: Any
) -> tuple[dict[int, str], dict[int, str]]:
    """Note of each task that was reported, and the reasons of those that were lost."""
    notes: dict[int, str] = {}
    lost: dict[int, str] = {}
    this_thread = threading.get_ident()

    def on_batch(done: pa.Table, batches: list[pa.RecordBatch]) -> None:
        assert threading.get_ident() == this_thread
        rows = [row for batch in batches for row in batch.to_pylist()]
        assert all(batch.schema == spark_functions.RESULTS for batch in batches)
        assert [row["id"] for row in rows] == done.column("id").to_pylist()
        assert not notes.keys() & {row["id"] for row in rows}, "reported twice"
        assert {row["big"] for row in rows} == {2**64 - 1}
        notes.update({row["id"]: row["note"] for row in rows})

    def on_lost(task: pa.Table, reason: str) -> list[pa.RecordBatch]:
        [ident] = task.column("id").to_pylist()
        lost[ident] = reason
        return [spark_functions.results([ident], "lost")]

    engine.run_tasks(
        spark,
        tasks(num, troubles),
        spark_functions.troubled,
        spark_functions.RESULTS,
        on_batch=on_batch,
        on_lost=on_lost,
        **options,
    )
    assert sorted(notes) == list(range(num))
    return notes, lost


@pytest.mark.parametrize("options", [{}, {"weight": "size"}, {"tasks_per_group": 20}, {"tasks_per_group": 1}])
def test_every_task_of_groups_of_all_sizes_is_reported_once(spark: Any, options: dict[str, Any]) -> None:
    notes, lost = run(spark, 60, {}, **options)
    assert set(notes.values()) == {"fine"}
    assert lost == {}


def test_no_task_is_no_job(spark: Any) -> None:
    assert run(spark, 0, {}) == ({}, {})


_WHOLE = pytest.mark.whole("to Spark a worker that exits is one that was killed")


@pytest.mark.parametrize("how", [pytest.param("exit", marks=_WHOLE), "kill"])
def test_a_task_that_kills_its_workers_takes_no_other_with_it(spark: Any, how: str) -> None:
    notes, lost = run(spark, 64, {13: how, 14: how, 40: how}, tasks_per_group=32)
    assert {i for i, note in notes.items() if note != "fine"} == {13, 14, 40} == lost.keys()
    assert all("Python worker died" in reason for reason in lost.values())


def test_a_worker_that_died_for_other_reasons_costs_nothing(spark: Any, tmp_path: Path) -> None:
    # task 5 ends its worker unless the file exists, which it creates first
    notes, lost = run(spark, 32, {5: f"once:{tmp_path / 'died'}"}, tasks_per_group=32)
    assert (tmp_path / "died").exists()
    assert lost == {}
    assert notes[5].startswith("once:")


def test_an_exception_is_told_by_its_name(spark: Any) -> None:
    _, lost = run(spark, 20, {7: "raise"})
    assert lost == {7: "ValueError: no task 7"}


@pytest.mark.whole("the watchdog is asked in `fast/engine/test_spark.py`; killed workers are asked here")
def test_a_task_that_hangs_is_ended(spark: Any) -> None:
    notes, lost = run(spark, 6, {3: "hang"}, timeout_s=8.0, tasks_per_group=2)
    assert lost.keys() == {3}
    assert "no progress within 8 s" in lost[3]
    assert {i for i, note in notes.items() if note == "fine"} == {0, 1, 2, 4, 5}


def test_an_active_session_is_used(spark: Any) -> None:
    assert session.get_session() is spark
    assert session.get_session("local[2]") is spark
    with pytest.raises(session.SparkUnavailable, match=r"running in this process, local\[1\] cannot"):
        session.get_session("local[1]")


INTERRUPTED = """
import os, signal, threading, time
import pyarrow as pa
import spark_functions
from hudi_conformance.engine import session, spark as engine

spark = session.get_session("local[2]")
table = pa.Table.from_pylist(
    [{"id": i, "size": 1, "what": "hang" if i > 9 else None} for i in range(11)], spark_functions.TASKS
)
done = []
def on_batch(tasks, batches):
    done.extend(tasks.column("id").to_pylist())
    if len(done) == 10:
        threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    engine.run_tasks(
        spark, table, spark_functions.troubled, spark_functions.RESULTS,
        on_batch=on_batch, on_lost=lambda task, reason: [], tasks_per_group=1,
    )
except KeyboardInterrupt:
    print("interrupted", sorted(done) == list(range(10)))
# the session lives, and what was running is not
while spark.sparkContext.statusTracker().getActiveJobsIds():
    assert time.monotonic() - start < 60
    time.sleep(0.1)
print("left", spark.range(5).count())
"""


def test_an_interrupt_ends_what_runs_and_keeps_what_was_reported() -> None:
    env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split("\n")[:2] == ["interrupted True", "left 5"], done.stderr[-3000:]


LOST = """
import threading, time
import pyarrow as pa
import spark_functions
from hudi_conformance.engine import session, spark as engine

spark = session.get_session("local[2]")
table = pa.Table.from_pylist([{"id": i, "size": 1, "what": "hang"} for i in range(4)], spark_functions.TASKS)
threading.Timer(6, spark.stop).start()
try:
    engine.run_tasks(
        spark, table, spark_functions.troubled, spark_functions.RESULTS,
        on_batch=lambda *_: print("reported"), on_lost=lambda task, reason: [],
    )
except engine.EngineLost as lost:
    print("lost", lost)
"""


@pytest.mark.whole("it starts sessions again and again; an interrupt ends one here too")
def test_a_session_that_is_gone_is_no_fault_of_the_tasks() -> None:
    env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    done = subprocess.run(
        [sys.executable, "-c", LOST], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.startswith("lost "), done.stderr[-3000:]
