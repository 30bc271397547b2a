# SPDX-License-Identifier: Apache-2.0
"""Tasks on this machine: one after the other in this process, or in several processes."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import TypeVar

import pyarrow as pa

from hudi_conformance.engine import transport
from hudi_conformance.engine.tasks import MapFunction, OnBatch, OnLost

_Attempt = tuple[pa.Table, list[pa.RecordBatch] | str]
"""A group of tasks, and its results or why there are none."""
_T = TypeVar("_T")
_Fatal = tuple[type[Exception], ...]


def run_tasks(
    tasks: pa.Table, func: MapFunction, schema: pa.Schema, *, on_batch: OnBatch, on_lost: OnLost,
    jobs: int = 1, tasks_per_group: int = 1, fatal: _Fatal = (),
) -> None:  # fmt: skip
    """Run every task; return when each was reported once. For the first five arguments see `tasks.Engine`.

    `jobs` is the number of worker processes; with 1, tasks run in this process. `tasks_per_group` tasks are
    run and reported together. A group that fails is split; a task that was running when a worker died runs
    again by itself. Exceptions of `func` that are `fatal` end the run and are raised here.
    """
    tasks = tasks.combine_chunks()
    queue = deque(_split(tasks, tasks_per_group))
    attempts = _run_here(queue, func, fatal) if jobs == 1 else _run_pools(queue, func, schema, jobs, fatal)
    with closing(attempts):
        for group, outcome in attempts:
            if not isinstance(outcome, str):
                on_batch(group, outcome)
            elif group.num_rows > 1:
                queue.extendleft(reversed(_split(group, 1)))
            else:
                on_batch(group, on_lost(group, outcome))


def _split(tasks: pa.Table, size: int) -> list[pa.Table]:
    return [tasks.slice(start, size) for start in range(0, tasks.num_rows, size)]


def _run_here(queue: deque[pa.Table], func: MapFunction, fatal: _Fatal) -> Generator[_Attempt]:
    while queue:
        group = queue.popleft()
        yield group, _outcome(lambda group: list(func(iter(group.to_batches()))), group, fatal)


def _run_pools(
    queue: deque[pa.Table], func: MapFunction, schema: pa.Schema, jobs: int, fatal: _Fatal
) -> Generator[_Attempt]:
    """A pool of workers; when a worker dies, its running tasks run alone, then a new pool continues."""
    while queue:
        for group in (yield from _run_pool(queue, func, schema, jobs, fatal)):
            for task in _split(group, 1):
                if (yield from _run_pool(deque([task]), func, schema, 1, fatal)):
                    yield task, "the worker died at it"


def _run_pool(
    queue: deque[pa.Table], func: MapFunction, schema: pa.Schema, jobs: int, fatal: _Fatal
) -> Generator[_Attempt, None, list[pa.Table]]:
    """Run groups until none remains or a worker dies; the value is the groups that were running then."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    running: dict[Future[bytes], pa.Table] = {}
    no_outcome: _Fatal = (BrokenProcessPool, *fatal)
    try:
        while queue or running:
            while queue and len(running) < 2 * jobs:
                payload = transport.encode(queue[0].to_batches(), queue[0].schema)
                running[pool.submit(_work, payload, func, schema)] = queue[0]
                queue.popleft()
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                group = running[future]
                outcome = _outcome(lambda future: transport.decode(future.result()), future, no_outcome)
                del running[future]
                yield group, outcome
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
