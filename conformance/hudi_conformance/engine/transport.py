# SPDX-License-Identifier: Apache-2.0
"""Arrow batches as bytes between driver and workers, and the worker's side of a job.

Rows travel as Arrow IPC in one binary column, because Spark's types lack unsigned integers and dictionaries.
Nothing here imports Spark.
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pyarrow as pa

from hudi_conformance.engine.tasks import MapFunction

COLUMNS = "part int, data binary"
_PACKED = pa.schema([("part", pa.int32()), ("data", pa.binary())])
_PACK_BYTES = 1 << 20
EXIT_TIMEOUT = 124
_SETTLING_TASKS = 8  # the first tasks of a worker: each may be of another kind and load other modules
_num_settled = 0


def encode(batches: list[pa.RecordBatch], schema: pa.Schema) -> bytes:
    """Batches as one Arrow IPC stream, compressed."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as out:
        for batch in batches:
            out.write_batch(batch)
    return bytes(sink.getvalue())


def decode(data: bytes) -> list[pa.RecordBatch]:
    """The batches of an Arrow IPC stream."""
    with pa.ipc.open_stream(pa.py_buffer(data)) as stream:
        return list(stream)


def job(payloads: list[bytes], func: MapFunction, schema: pa.Schema, timeout_s: float | None) -> MapFunction:
    """The function of a job for `mapInArrow` over a range: partition N runs payload N."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for part in batch.column(0).to_pylist():
                for packed in _pack(_work(payloads[part], func, timeout_s), schema):
                    yield pa.RecordBatch.from_arrays(
                        [pa.array([part], pa.int32()), pa.array([packed], pa.binary())], schema=_PACKED
                    )
        _settle()

    return run


def nothing(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The task function that returns its tasks."""
    return batches


def _settle() -> None:
    """Exclude the objects that a worker has loaded from garbage collection.

    PySpark collects after every task. With compiled kernels loaded, a full collection takes as long as
    reading 100 MiB of blocks. Later tasks neither load modules nor retain objects.
    """
    global _num_settled  # noqa: PLW0603 - of the process, as the collector is
    if _num_settled < _SETTLING_TASKS:
        _num_settled += 1
        gc.collect()
        gc.freeze()


def _work(payload: bytes, func: MapFunction, timeout_s: float | None) -> Iterator[pa.RecordBatch]:
    """Results of `func` for a group of tasks."""
    tasks = decode(payload)
    if timeout_s is None:
        yield from func(iter(tasks))
        return
    with _watchdog(timeout_s) as alive:

        def one_by_one() -> Iterator[pa.RecordBatch]:
            for batch in tasks:
                for start in range(batch.num_rows):
                    alive()
                    yield batch.slice(start, 1)

        for results in func(one_by_one()):
            alive()
            yield results


@contextmanager
def _watchdog(timeout_s: float) -> Iterator[Callable[[], None]]:
    """Kill this process when the yielded function is not called for this long.

    An exception would not help: a task that hangs is likely to hang in native code.
    """
    event, stop = threading.Event(), threading.Event()

    def watch() -> None:
        while not stop.is_set():
            if not event.wait(timeout_s):
                os._exit(EXIT_TIMEOUT)
            event.clear()

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
    try:
        yield event.set
    finally:
        stop.set()
        event.set()


def _pack(batches: Iterator[pa.RecordBatch], schema: pa.Schema) -> Iterator[bytes]:
    """Combine small batches, about a mebibyte at a time."""
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        size += batch.nbytes
        if size >= _PACK_BYTES:
            yield encode(held, schema)
            held, size = [], 0
    if held:
        yield encode(held, schema)
