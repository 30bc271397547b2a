# SPDX-License-Identifier: Apache-2.0
"""Stored columns of findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

from hudi_conformance.audit.findings import NAMES, FindingRow, chunks
from hudi_conformance.audit.next_steps import next_step

FINDING_SCHEMA = pa.schema(
    [
        pa.field("run_id", pa.string(), nullable=False),
        pa.field("path", pa.string(), nullable=False),
        pa.field("surface", pa.string(), nullable=False),
        pa.field("block", pa.int32()),
        pa.field("ofs", pa.int64()),
        pa.field("len", pa.int64()),
        pa.field("kind", pa.string()),
        pa.field("instant", pa.string()),
        pa.field("verdict", pa.string(), nullable=False),
        pa.field("code", pa.string(), nullable=False),
        pa.field("requirement", pa.string()),
        pa.field("severity", pa.string(), nullable=False),
        pa.field("message", pa.string(), nullable=False),
        pa.field("salvageable", pa.bool_()),
        pa.field("next", pa.string()),
    ]
)
COLUMNS = (*NAMES, "next")


def values_of(row: FindingRow) -> dict[str, object]:
    """Values of a row by name, with the next steps."""
    return {**{name: getattr(row, name) for name in NAMES}, "next": next_step(row).text}


def to_batches(rows: Iterable[FindingRow], run_id: str) -> Iterator[pa.RecordBatch]:
    """Rows as batches of `FINDING_SCHEMA`."""
    for chunk in chunks(rows):
        values = [{"run_id": run_id, **values_of(row)} for row in chunk]
        yield pa.RecordBatch.from_pylist(values, FINDING_SCHEMA)


def from_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[FindingRow]:
    """Rows of batches that have at least the columns of `FindingRow`."""
    for batch in batches:
        for row in batch.select(NAMES).to_pylist():
            yield FindingRow(**row)
