# SPDX-License-Identifier: Apache-2.0
"""Task functions for tests of the engine: what a worker can run into, by what the task says."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pyarrow as pa

TASKS = pa.schema([("id", pa.int64()), ("size", pa.int64()), ("what", pa.string())])
# Types that Spark does not have must come through.
RESULTS = pa.schema(
    [("id", pa.int64()), ("note", pa.dictionary(pa.int8(), pa.string())), ("big", pa.uint64())]
)


def results(ids: list[int], note: str) -> pa.RecordBatch:
    notes = pa.array([note] * len(ids), pa.string()).dictionary_encode().cast(RESULTS.field("note").type)
    return pa.RecordBatch.from_arrays(
        [pa.array(ids), notes, pa.array([2**64 - 1] * len(ids), pa.uint64())], schema=RESULTS
    )


def troubled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """One row a task, unless the task says otherwise."""
    for batch in batches:
        for row in batch.to_pylist():
            what = row["what"]
            if what == "exit":
                os._exit(1)
            if what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if what == "raise":
                raise ValueError(f"no task {row['id']}")
            if what == "where":
                import hudi_conformance

                what = hudi_conformance.__file__
            if what == "hang":
                time.sleep(600)
            if what and what.startswith("once:") and not os.path.exists(what[5:]):  # noqa: PTH110 - runs on executors
                open(what[5:], "w").close()  # noqa: PTH123 - runs on executors
                os._exit(1)
            yield results([row["id"]], what or "fine")
