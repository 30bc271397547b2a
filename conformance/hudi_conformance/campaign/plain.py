# SPDX-License-Identifier: Apache-2.0
"""Tasks in processes of this machine, without Spark."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

import pyarrow as pa

from hudi_conformance.campaign.verdicts import SCHEMA
from hudi_conformance.campaign.work import Settings, close_teams, do_tasks

OnBatch = Callable[[pa.Table, list[pa.RecordBatch]], None]
OnLost = Callable[[pa.Table, str], list[pa.RecordBatch]]
TASKS_A_GROUP = 4


def run(tasks: pa.Table, settings: Settings, *, jobs: int, on_batch: OnBatch, on_lost: OnLost) -> None:
    """Put every task to the implementations; return when each was reported once.

    Tasks of a worker that died are tried again, one at a time, and then reported as lost.

    Raises:
        CannotStart: an implementation does not come up.
    """
    tasks = tasks.combine_chunks()
    groups = [tasks.slice(at, TASKS_A_GROUP) for at in range(0, tasks.num_rows, TASKS_A_GROUP)]
    if jobs == 1:
        try:
            for group in groups:
                on_batch(group, list(do_tasks(iter(group.to_batches()), settings)))
        finally:
            close_teams()
        return
    left = _pooled(groups, settings, jobs, on_batch)
    alone = [group.slice(at, 1) for group in left for at in range(group.num_rows)]
    for task in alone:
        for unlucky in _pooled([task], settings, 1, on_batch):
            on_batch(unlucky, on_lost(unlucky, "the worker died at it"))


def _pooled(groups: list[pa.Table], settings: Settings, jobs: int, on_batch: OnBatch) -> list[pa.Table]:
    """Groups that were not done because a worker died."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    queue = list(reversed(groups))
    running: dict[Future[bytes], pa.Table] = {}
    unlucky: list[pa.Table] = []
    try:
        while queue or running:
            while queue and len(running) < 2 * jobs:
                group = queue.pop()
                running[pool.submit(_work, _packed(group), settings)] = group
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                group = running.pop(future)
                on_batch(group, _batches(future.result()))
    except BrokenProcessPool:
        unlucky = [group, *running.values(), *queue]
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return unlucky


def _packed(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as out:
        out.write_table(table)
    return bytes(sink.getvalue())


def _batches(data: bytes) -> list[pa.RecordBatch]:
    with pa.ipc.open_stream(pa.py_buffer(data)) as stream:
        return list(stream)


def _work(packed: bytes, settings: Settings) -> bytes:
    made = list(do_tasks(iter(_batches(packed)), settings))
    return _packed(pa.Table.from_batches(made, SCHEMA).unify_dictionaries())
