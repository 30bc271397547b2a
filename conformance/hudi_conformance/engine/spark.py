# SPDX-License-Identifier: Apache-2.0
"""Tasks on Spark: tasks of a dead worker are identified, retried alone, and reported.

Tasks form groups, a group is one partition of a job that runs `mapInArrow` (Spark 3.5 and 4,
Connect too), several jobs run at a time. So the driver holds the results of a few groups at most, and a
failed job identifies its groups: they are retried separately, then in halves, down to the task that ends its
worker; the results report this task.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.engine import transport
from hudi_conformance.engine.tasks import EngineLost, MapFunction, OnBatch, OnLost

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MAX_GROUP_WEIGHT = 1 << 30
MAX_GROUP_TASKS = 256
MAX_JOBS = 16  # at a time; on large clusters a job has several groups
ATTEMPTS_ALONE = 2
_SHARE = 2  # a group is this fraction of the remaining weight per core
_SMALLEST = 8  # and no less than this fraction of the weight per core at the start
_SMALLEST_WEIGHT = 256 << 20  # unless it is as heavy as this
_LOOK_AROUND_S = 10.0
_CANCELS = 50
_BETWEEN_CANCELS_S = 0.2


@dataclass(frozen=True, slots=True)
class _Group:
    """Tasks of one partition: rows `start` to `stop` of the table, `stop` excluded.

    Attributes:
        start: first task.
        stop: number after the last.
        suspect: was part of a job that failed; now runs alone.
        failures: how often its only task failed alone.
    """

    start: int
    stop: int
    suspect: bool = False
    failures: int = 0

    @property
    def num(self) -> int:
        """How many tasks."""
        return self.stop - self.start


def run_tasks(
    spark: SparkSession,
    tasks: pa.Table,
    func: MapFunction,
    schema: pa.Schema,
    *,
    on_batch: OnBatch,
    on_lost: OnLost,
    weight: str | None = None,
    tasks_per_group: int | None = None,
    timeout_s: float | None = None,
) -> None:
    """Run every task on the executors; return when each was reported once.

    Args:
        spark: a session of `get_session`.
        tasks: see `tasks.Engine`, as are the next four.
        func: it is pickled by reference.
        schema: of results.
        on_batch: gets a group of tasks.
        on_lost: gets a task that failed twice alone.
        weight: integer column, bytes of a task; groups have about equal weights.
        tasks_per_group: number of tasks that are run and reported together; None: by weight.
        timeout_s: a worker that neither takes a task nor yields rows for this long is killed, and its task is
            lost. Tasks then reach `func` one at a time.

    Raises:
        EngineLost: the session no longer runs jobs.
        KeyboardInterrupt: running jobs are cancelled first.
    """
    tasks = tasks.combine_chunks()
    runner = _Runner(spark, tasks, func, schema, timeout_s)
    queue = deque(_groups(tasks, weight, tasks_per_group, runner.cores()))
    running: dict[Future[list[list[pa.RecordBatch]]], list[_Group]] = {}
    try:
        while queue or running:
            # Two groups per core keep cores busy during transfers. The number of executors varies.
            num_groups = 2 * (runner.cores() if queue else 1)
            num_jobs = min(MAX_JOBS, num_groups)
            per_job = num_groups // num_jobs
            while queue and len(running) < num_jobs:
                groups = _take(queue, per_job)
                running[runner.start(groups)] = groups
            for future in wait(running, _LOOK_AROUND_S, FIRST_COMPLETED).done:
                groups = running.pop(future)
                try:
                    results = future.result()
                except Exception as error:
                    runner.check_alive(error)
                    for group in _again(groups):
                        if group.failures < ATTEMPTS_ALONE:
                            queue.appendleft(group)
                        else:
                            alone = tasks.slice(group.start, 1)
                            on_batch(alone, on_lost(alone, explain(error, timeout_s)))
                else:
                    for group, batches in zip(groups, results, strict=True):
                        on_batch(tasks.slice(group.start, group.num), batches)
            if running:
                runner.check_running()
    except BaseException:
        runner.cancel(running)
        raise


def parallelism(spark: SparkSession) -> int:
    """How many tasks the session runs at a time."""
    context = getattr(spark, "_sc", None)
    if context is not None:
        return max(1, int(context.defaultParallelism))
    # Connect has no context, but splits a range into this many partitions.
    from pyspark.sql.functions import spark_partition_id  # noqa: PLC0415 - optional extra

    return max(1, int(spark.range(1 << 12).select(spark_partition_id()).distinct().count()))


def explain(error: BaseException, timeout_s: float | None = None) -> str:
    """Why a job failed, as one sentence extracted from Java and Python stack traces."""
    text = str(error)
    if re.search(r"Python worker exited unexpectedly|Python worker .*crash|ExecutorLostFailure", text):
        limit = "" if timeout_s is None else f", or no progress within {timeout_s:g} s"
        return f"the Python worker died at it: killed, out of memory, a crash in native code{limit}"
    raised = re.findall(
        r"^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit)\b.*$", text, re.MULTILINE
    )
    inner = [line for line in raised if "PythonException" not in line and "org.apache.spark" not in line]
    lines = inner or [line for line in text.splitlines() if line.strip()] or [type(error).__name__]
    return str(lines[0]).strip()[:500]


def _take(queue: deque[_Group], per_job: int) -> list[_Group]:
    """Groups of the next job: a group that failed before runs alone, so that it cannot make others fail."""
    groups = [queue.popleft()]
    while queue and len(groups) < per_job and not groups[0].suspect and not queue[0].suspect:
        groups.append(queue.popleft())
    return groups


def _again(groups: list[_Group]) -> Iterator[_Group]:
    """Groups to retry after a failed job: its groups separately, then halves, then tasks; last first."""
    if len(groups) > 1:
        yield from (replace(group, suspect=True) for group in reversed(groups))
        return
    [group] = groups
    if group.num > 1:
        middle = (group.start + group.stop) // 2
        yield _Group(middle, group.stop, suspect=True)
        yield _Group(group.start, middle, suspect=True)
    else:
        yield replace(group, suspect=True, failures=group.failures + 1)


def _groups(tasks: pa.Table, weight: str | None, size: int | None, cores: int) -> Iterator[_Group]:
    """Split the table: consecutive tasks, `size` of them, or large groups first, smaller ones at the end.

    Every job has a cost for the driver, and all cores should finish together.
    """
    num = tasks.num_rows
    if size is not None:
        yield from (_Group(start, min(start + size, num)) for start in range(0, num, size))
        return
    weights = tasks.column(weight).to_pylist() if weight else [1] * num
    remaining = sum(weights)
    smallest = max(1, remaining // (_SMALLEST * cores))
    smallest = min(smallest, _SMALLEST_WEIGHT) if weight else smallest
    start = 0
    while start < num:
        limit = max(smallest, remaining // (_SHARE * cores))
        limit = min(limit, MAX_GROUP_WEIGHT) if weight else limit
        stop, total = start + 1, weights[start]
        while stop < min(num, start + MAX_GROUP_TASKS) and total + weights[stop] <= limit:
            total += weights[stop]
            stop += 1
        yield _Group(start, stop)
        remaining -= total
        start = stop


@dataclass
class _Runner:
    """Submits the jobs of one call of `run_tasks`."""

    _spark: SparkSession
    _tasks: pa.Table
    _func: MapFunction
    _schema: pa.Schema
    _timeout_s: float | None

    def __post_init__(self) -> None:
        spark = self._spark
        self._context = getattr(spark, "_sc", None)  # None in Connect
        self._cores = parallelism(spark)
        self._tag = f"hudi-conformance-{uuid.uuid4().hex}"
        self._is_cancelled = False

    def start(self, groups: list[_Group]) -> Future[list[list[pa.RecordBatch]]]:
        """Run groups in a daemon thread: it may hang if the session disappears."""
        future: Future[list[list[pa.RecordBatch]]] = Future()

        def work() -> None:
            try:
                future.set_result(self.run(groups))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=work, name="hudi-conformance-job", daemon=True).start()
        return future

    def run(self, groups: list[_Group]) -> list[list[pa.RecordBatch]]:
        """Run groups as the partitions of one job; the batches of each."""
        slices = [self._tasks.slice(group.start, group.num).to_batches() for group in groups]
        payloads = [transport.encode(batches, self._tasks.schema) for batches in slices]
        if self._context is not None:
            self._context.setJobGroup(self._tag, "hudi-conformance", interruptOnCancel=True)
        else:
            self._spark.addTag(self._tag)
        if self._is_cancelled:
            raise EngineLost("the run was cancelled")
        job = transport.job(payloads, self._func, self._schema, self._timeout_s)
        results: list[list[pa.RecordBatch]] = [[] for _ in groups]
        parts = self._spark.range(0, len(groups), 1, len(groups))
        for row in parts.mapInArrow(job, transport.COLUMNS).collect():
            results[row.part] += transport.decode(row.data)
        return results

    def cores(self) -> int:
        """How many tasks run at a time now; with Connect, where this query is itself a job, at the start."""
        return self._cores if self._context is None else parallelism(self._spark)

    def check_running(self) -> None:
        """Raise EngineLost when the session was stopped."""
        if self._context is not None and self._context._jsc is None:  # no public API reports it
            raise EngineLost("the Spark session was stopped")

    def check_alive(self, error: Exception) -> None:
        """Raise EngineLost if the session does not even run an empty task."""
        schema = self._tasks.schema
        job = transport.job([transport.encode([], schema)], transport.nothing, schema, None)
        self.check_running()
        try:
            self._spark.range(0, 1, 1, 1).mapInArrow(job, transport.COLUMNS).collect()
        except Exception as second:
            raise EngineLost(f"Spark runs nothing any more: {explain(second)}") from error

    def cancel(self, jobs: Iterable[Future[list[list[pa.RecordBatch]]]]) -> None:
        """Cancel `jobs`; the session stays. A job that is being submitted stays: call repeatedly."""
        self._is_cancelled = True
        for _ in range(_CANCELS):
            try:
                if self._context is not None:
                    self._context.cancelJobGroup(self._tag)
                else:
                    self._spark.interruptTag(self._tag)
            except Exception:
                return  # the session may have ended, which cancels too
            if not wait(jobs, _BETWEEN_CANCELS_S).not_done:
                return
