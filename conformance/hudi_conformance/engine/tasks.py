# SPDX-License-Identifier: Apache-2.0
"""Tasks, results and engines.

A task is a row of an Arrow table. A function of a module (or a `functools.partial` of one, since it travels
by reference) takes batches of tasks and yields batches of results. An engine calls it in any process and
reports each task exactly once, in the calling thread: with its results, or as lost, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import pyarrow as pa

MapFunction = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]
OnBatch = Callable[[pa.Table, list[pa.RecordBatch]], None]
"""Receives completed tasks, and all their results."""
OnLost = Callable[[pa.Table, str], list[pa.RecordBatch]]
"""Builds the results of a task that raised, or killed its worker, from the reason."""


class EngineLost(RuntimeError):  # noqa: N818 - an event, like Reject
    """The engine runs no more tasks; unreported tasks were not run."""


class Engine(Protocol):
    """`local.run_tasks`, or `spark.run_tasks` with its session bound."""

    def __call__(
        self, tasks: pa.Table, func: MapFunction, schema: pa.Schema, *, on_batch: OnBatch, on_lost: OnLost
    ) -> None:
        """Run every task; return when each was reported once.

        Args:
            tasks: one row per task; started in this order, so large ones should come first.
            func: takes batches of rows of `tasks`, yields batches of `schema`.
            schema: any Arrow types.
            on_batch: receives completed tasks and their results.
            on_lost: builds the results of a task that raised, or killed every worker that ran it.

        Raises:
            EngineLost: the engine runs no more tasks.
        """
