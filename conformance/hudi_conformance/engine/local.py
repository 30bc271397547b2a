# SPDX-License-Identifier: Apache-2.0
"""Tasks on this machine: one after the other in this process, or in several processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

import pyarrow as pa

from hudi_conformance.engine import transport
from hudi_conformance.engine.tasks import MapFunction, OnBatch, OnLost

_Attempt = tuple[range, list[pa.RecordBatch] | str]
"""Rows of a group of tasks, and its results or the reason why there are none."""
_T = TypeVar("_T")
_Fatal = tuple[type[Exception], ...]


@dataclass(frozen=True, slots=True)
class _Queue:
    """Pending groups of tasks, as ranges of rows of the table: a slice of it would take kilobytes."""

    tasks: pa.Table
    rows: deque[range]

    def group(self, rows: range) -> pa.Table:
        return self.tasks.slice(rows.start, len(rows))


def run_tasks(
    tasks: pa.Table, func: MapFunction, schema: pa.Schema, *, on_batch: OnBatch, on_lost: OnLost,
    jobs: int = 1, tasks_per_group: int = 1, weight: str | None = None, weight_per_group: int = 0,
    fatal: _Fatal = (),
) -> None:  # fmt: skip
    """Run every task; return when each was reported once. For the first five arguments see `tasks.Engine`.

    `jobs` is the number of worker processes; with 1, tasks run in this process. `tasks_per_group` tasks are
    run and reported together, fewer if their sum of the column `weight` exceeds `weight_per_group`. A
    group that fails is split; a task that was running when a worker died runs again alone. It counts as the
    cause only if it was the first task of the worker that died. Exceptions of `func` that are `fatal` end the
    run and are raised here.
    """
    tasks = tasks.combine_chunks()
    groups = _split(range(tasks.num_rows), tasks_per_group)
    if weight is not None:
        weights = tasks.column(weight).to_pylist()
        groups = [part for group in groups for part in _lighter(group, weights, weight_per_group)]
    queue = _Queue(tasks, deque(groups))
    attempts = _run_here(queue, func, fatal) if jobs == 1 else _run_pools(queue, func, schema, jobs, fatal)
    with closing(attempts):
        for rows, outcome in attempts:
            group = queue.group(rows)
            if not isinstance(outcome, str):
                on_batch(group, outcome)
            elif len(rows) > 1:
                queue.rows.extendleft(reversed(_split(rows, 1)))
            else:
                on_batch(group, on_lost(group, outcome))


def _split(rows: range, size: int) -> list[range]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _lighter(rows: range, weights: Sequence[int], most: int) -> Iterator[range]:
    """Consecutive rows with a sum of weights of at most `most`, or one row."""
    start, total = rows.start, 0
    for row in rows:
        if row > start and total + weights[row] > most:
            yield range(start, row)
            start, total = row, 0
        total += weights[row]
    if rows:
        yield range(start, rows.stop)


def _run_here(queue: _Queue, func: MapFunction, fatal: _Fatal) -> Generator[_Attempt]:
    while queue.rows:
        rows = queue.rows.popleft()
        group = queue.group(rows)
        yield rows, _outcome(lambda group: list(func(iter(group.to_batches()))), group, fatal)


def _run_pools(
    queue: _Queue, func: MapFunction, schema: pa.Schema, jobs: int, fatal: _Fatal
) -> Generator[_Attempt]:
    """A pool of workers; when a worker dies, its running tasks run alone, then a new pool continues."""
    while queue.rows:
        groups = yield from _run_pool(queue, func, schema, jobs, fatal)
        suspects = _Queue(queue.tasks, deque(row for rows in groups for row in _split(rows, 1)))
        yield from _run_alone(suspects, func, schema, fatal)


def _run_alone(queue: _Queue, func: MapFunction, schema: pa.Schema, fatal: _Fatal) -> Generator[_Attempt]:
    """Run one task at a time; only the first task of a worker is reported as the cause of its death."""
    while queue.rows:
        first = queue.rows[0]
        for row in (yield from _run_pool(queue, func, schema, 1, fatal)):
            if row == first:
                yield row, "the worker died at it"
            else:
                queue.rows.appendleft(row)


def _run_pool(
    queue: _Queue, func: MapFunction, schema: pa.Schema, jobs: int, fatal: _Fatal
) -> Generator[_Attempt, None, list[range]]:
    """Run groups until none remains or a worker dies; return the groups that were running then.

    Each worker has a waiting group. With one worker none waits, so that the running group is the cause.
    """
    import multiprocessing  # noqa: PLC0415 - by default, tasks run in this process
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait  # noqa: PLC0415 - also
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - as above

    num_running = 2 * jobs if jobs > 1 else 1
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    running: dict[Future[bytes], range] = {}
    no_outcome: _Fatal = (BrokenProcessPool, *fatal)
    try:
        while queue.rows or running:
            while queue.rows and len(running) < num_running:
                rows = queue.rows[0]
                payload = transport.encode(queue.group(rows).to_batches(), queue.tasks.schema)
                running[pool.submit(_work, payload, func, schema)] = rows
                queue.rows.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                rows = running[future]
                outcome = _outcome(lambda future: transport.decode(future.result()), future, no_outcome)
                del running[future]
                yield rows, outcome
    except BrokenProcessPool:
        pool.shutdown()
        return list(running.values())
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return []


def _work(payload: bytes, func: MapFunction, schema: pa.Schema) -> bytes:
    return transport.encode(list(func(iter(transport.decode(payload)))), schema)


def _outcome(
    run: Callable[[_T], list[pa.RecordBatch]], task: _T, fatal: _Fatal
) -> list[pa.RecordBatch] | str:
    """Results, or the reason why there are none."""
    try:
        return run(task)
    except fatal:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
