# SPDX-License-Identifier: Apache-2.0
"""The engine that is no engine: one task after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow as pa

MapFunction = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def run_tasks(
    tasks: pa.Table,
    func: MapFunction,
    schema: pa.Schema,  # noqa: ARG001 - called as spark.engine.run_tasks is
    *,
    on_batch: Callable[[pa.Table, list[pa.RecordBatch]], None],
    on_lost: Callable[[pa.Table, str], list[pa.RecordBatch]],
) -> None:
    """Put every task to `func`; return when each was reported once.

    Args:
        tasks: one row a task.
        func: takes batches of rows of `tasks`, yields batches of results.
        schema: of what `func` yields.
        on_batch: gets a task that is done, and all that came of it.
        on_lost: makes the results of a task that raised out of the reason.
    """
    for number in range(tasks.num_rows):
        task = tasks.slice(number, 1)
        try:
            batches = list(func(iter(task.to_batches())))
        except Exception as error:
            batches = on_lost(task, f"{type(error).__name__}: {error}")
        on_batch(task, batches)
