# SPDX-License-Identifier: Apache-2.0
"""Tasks that raise and die, for workers of a local run: each worker imports this module, and little else."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

TASKS = pa.schema([("id", pa.int64()), ("what", pa.string())])
RESULTS = pa.schema([("id", pa.int64()), ("note", pa.dictionary(pa.int8(), pa.string()))])


_RAN: list[int] = []
"""Tasks that this process ran."""


class UnfitError(Exception):
    """Ends a run."""


def results(ident: int, note: str) -> pa.RecordBatch:
    notes = pa.array([note]).dictionary_encode().cast(RESULTS.field("note").type)
    return pa.RecordBatch.from_arrays([pa.array([ident]), notes], schema=RESULTS)


def troubled(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        for row in batch.to_pylist():
            what = row["what"]
            if what == "raise":
                raise ValueError(f"no task {row['id']}")
            if what == "fatal":
                raise UnfitError
            if what == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if what and what.startswith("once:") and not Path(what[5:]).exists():
                Path(what[5:]).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            if what == "first or never" and _RAN:
                os.kill(os.getpid(), signal.SIGKILL)
            _RAN.append(row["id"])
            yield results(row["id"], what or "fine")
