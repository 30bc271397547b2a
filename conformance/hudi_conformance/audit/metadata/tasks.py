# SPDX-License-Identifier: Apache-2.0
"""Tasks of the check of a metadata table, run by any engine.

Only text is transferred; workers open the tables. A task covers file groups of the metadata table or files of
the data table, so that each is read once. Its result is findings, gaps, and for indexes of records the sums
or rows of one side.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from hudi_conformance.audit.combine import combined
from hudi_conformance.audit.finding_columns import COLUMNS, values_of
from hudi_conformance.audit.findings import FindingRow, chunks
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.blooms import check_blooms
from hudi_conformance.audit.metadata.groups import check_group
from hudi_conformance.audit.metadata.locations import Side, data_rows, data_sums, index_rows, index_sums
from hudi_conformance.audit.metadata.report import unchecked
from hudi_conformance.audit.metadata.state import State, open_state
from hudi_conformance.audit.metadata.statistics_index import check_files, check_partitions
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.table.metadata import FOLDER, read_group

TASK_SCHEMA = pa.schema(
    [
        pa.field("table", pa.string(), nullable=False),
        pa.field("token", pa.string(), nullable=False),
        pa.field("deep", pa.bool_(), nullable=False),
        pa.field("skip", pa.list_(pa.string()), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("what", pa.string(), nullable=False),
        pa.field("weight", pa.int64(), nullable=False),
    ]
)
RESULT_SCHEMA = pa.schema(
    [pa.field("kind", pa.string(), nullable=False), pa.field("value", pa.string(), nullable=False)]
)
FINDING, GAP, SUMS, COUNTS, ROWS = "finding", "gap", "sums", "counts", "rows"
GROUP, FILES, BLOOMS, PARTITIONS = "group", "files", "blooms", "partitions"
INDEX_SUMS, DATA_SUMS, INDEX_ROWS, DATA_ROWS = "index-sums", "data-sums", "index-rows", "data-rows"
_ROWS_OF_A_MESSAGE = 4096
Output = Iterator[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class MetadataTask:
    """One task: `what` is the data of its kind, `weight` the approximate number of bytes that it reads."""

    kind: str
    what: Mapping[str, Any]
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """The table of some tasks: its folder, a token of the audit, and whether values are read.

    Attributes:
        skip: partitions of the metadata table that are not read.
    """

    table: str
    token: str
    is_deep: bool
    skip: tuple[str, ...]


@dataclass(slots=True)
class Results:
    """Results of some tasks."""

    findings: list[FindingRow] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    messages: list[tuple[str, Any]] = field(default_factory=list)

    def add(self, _: pa.Table, batches: Iterable[pa.RecordBatch]) -> None:
        """Add the results of a task; see `engine.tasks.OnBatch`."""
        for batch in batches:
            for row in batch.to_pylist():
                value = json.loads(row["value"])
                if row["kind"] == FINDING:
                    self.findings.append(FindingRow(**value))
                elif row["kind"] == GAP:
                    self.gaps.append(Gap(**value))
                else:
                    self.messages.append((row["kind"], value))


def to_table(target: Target, tasks: Iterable[MetadataTask]) -> pa.Table:
    """Tasks as a table of `TASK_SCHEMA`, heavy ones first."""
    rows = [
        {
            "table": target.table, "token": target.token, "deep": target.is_deep, "skip": target.skip,
            "kind": task.kind,
            "what": json.dumps(task.what), "weight": task.weight,
        }
        for task in sorted(tasks, key=lambda task: -task.weight)
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, TASK_SCHEMA)


def check_batch(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Run the tasks of batches of `TASK_SCHEMA`; yield batches of `RESULT_SCHEMA`."""
    rows = (row for batch in batches for task in batch.to_pylist() for row in _run(task))
    for chunk in chunks(rows):
        yield pa.RecordBatch.from_pylist(chunk, RESULT_SCHEMA)


def lost(tasks: pa.Table, reason: str) -> list[pa.RecordBatch]:
    """Result of a task that raised, or killed every worker that ran it."""
    rows = [
        _row(FINDING, _values(unchecked(FOLDER, f"{task['kind']}: {reason}"))) for task in tasks.to_pylist()
    ]
    return [pa.RecordBatch.from_pylist(rows, RESULT_SCHEMA)]


def _run(task: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    scope = json.loads(task["what"])
    findings: list[FindingRow] = []
    try:
        skip = tuple(task["skip"])
        state = open_state(task["table"], task["token"], is_deep=task["deep"], skip=skip)
        for kind, value in _KINDS[task["kind"]](state, scope):
            if kind == FINDING:
                findings.append(value)
            else:
                yield _row(kind, value)
    except UnsupportedInput as error:
        yield _row(GAP, _gap(Gap(str(scope.get("index", task["kind"])), 1, str(error))))
    except Exception as error:
        findings.append(unchecked(str(scope.get("place", FOLDER)), error))
    yield from (_row(FINDING, _values(finding)) for finding in combined(findings))


def _row(kind: str, value: object) -> dict[str, str]:
    return {"kind": kind, "value": json.dumps(value)}


def _values(finding: FindingRow) -> dict[str, object]:
    values = values_of(finding)
    return {name: values[name] for name in COLUMNS if name != "next"}


def _gap(gap: Gap) -> dict[str, object]:
    return {"what": gap.what, "number": gap.number, "why": gap.why}


def _split(items: Iterable[FindingRow | Gap]) -> Output:
    for item in items:
        yield (GAP, _gap(item)) if isinstance(item, Gap) else (FINDING, item)


def _group(state: State, scope: Mapping[str, Any]) -> Output:
    item = state.metadata.slices[scope["index"]][scope["number"]]
    records = read_group(state.metadata, scope["index"], item)
    yield from _split(check_group(state, scope["index"], item, records))


def _files(state: State, scope: Mapping[str, Any]) -> Output:
    yield from _split(check_files(state, scope["files"]))


def _partitions(state: State, _: Mapping[str, Any]) -> Output:
    yield from _split(check_partitions(state))


def _side(scope: Mapping[str, Any]) -> Side:
    cells = scope.get("cells")
    return Side(
        scope["index"], scope.get("buckets", 1),
        None if cells is None else frozenset((group, bucket) for group, bucket in cells),
    )  # fmt: skip


def _index_sums(state: State, scope: Mapping[str, Any]) -> Output:
    sums, counts = index_sums(state, _side(scope), scope["number"])
    yield SUMS, ["index", scope["index"], sums.to_json()]
    if scope["index"] == "record_index" and "cells" not in scope:
        yield COUNTS, [[*group, number] for group, number in counts.items()]


def _data_sums(state: State, scope: Mapping[str, Any]) -> Output:
    for partition, file_id in scope["groups"]:
        sums = data_sums(state, _side(scope), (partition, file_id))
        yield SUMS, ["data", scope["index"], sums.to_json()]


def _index_rows(state: State, scope: Mapping[str, Any]) -> Output:
    for rows in chunks(index_rows(state, _side(scope), scope["number"]), _ROWS_OF_A_MESSAGE):
        yield ROWS, ["index", scope["index"], rows]


def _data_rows(state: State, scope: Mapping[str, Any]) -> Output:
    for partition, file_id in scope["groups"]:
        for rows in chunks(data_rows(state, _side(scope), (partition, file_id)), _ROWS_OF_A_MESSAGE):
            yield ROWS, ["data", scope["index"], rows]


_KINDS: Mapping[str, Callable[[State, Mapping[str, Any]], Output]] = {
    BLOOMS: lambda state, scope: _split(check_blooms(state, scope["files"])),
    GROUP: _group, FILES: _files, PARTITIONS: _partitions, INDEX_SUMS: _index_sums,
    DATA_SUMS: _data_sums, INDEX_ROWS: _index_rows, DATA_ROWS: _data_rows,
}  # fmt: skip
