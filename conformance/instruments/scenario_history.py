# SPDX-License-Identifier: Apache-2.0
"""State of a table after each write of a scenario: snapshots as of it, and the rows that it wrote.

Like the model, it has no files or instants. A rollback reverts a write or a clustering, a restore all writes
since the savepoint. A clean may delete the files of every snapshot except the latest, and also of the latest
if a compaction or a clustering has moved its rows to other files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from instruments.scenario.model import Model, Undetermined, sorted_rows

_WRITES = frozenset(
    {"insert", "upsert", "bulk_insert", "delete", "insert_overwrite", "insert_overwrite_table"}
    | {"delete_partition"}
)
Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after a write.

    Attributes:
        rows: of the snapshot as of it, None where steps leave them open or a clean may have taken them.
        changes: those of `rows` that this write gave their values, with the newest columns; None where steps
            leave them open.
    """

    rows: Rows | None
    changes: Rows | None


def history_of(scenario: Mapping[str, Any]) -> list[Moment]:
    """Moments of all writes that count in the end, the oldest first.

    Raises:
        ValueError: concurrent writes, which have no order.
    """
    steps = scenario["steps"]
    columns = Model.of(scenario).columns
    moments: list[Moment] = []
    saved, num_moved = 0, 0
    undoable: list[int | None] = []  # of a clustering `num_moved` before it, None of a write
    for number, step in enumerate(steps):
        match step["op"]:
            case operation if operation in _WRITES:
                if step.get("crash") is None:
                    undoable.append(None)
                    moments.append(_moment({**scenario, "steps": steps[: number + 1]}, columns))
            case "rollback":
                undone = undoable.pop()
                if undone is None:
                    moments.pop()
                else:
                    num_moved = undone
            case "savepoint":
                saved = len(moments)
            case "restore":
                del moments[saved:]
                num_moved = min(num_moved, saved)
            case "clean":
                num_gone = max(len(moments) - 1, min(num_moved, len(moments)))
                moments[:num_gone] = [Moment(None, None)] * num_gone
            case "compact" | "cluster":
                if step["op"] == "cluster":
                    undoable.append(num_moved)
                num_moved = len(moments)
            case "concurrent":
                raise ValueError("concurrent writes have no order")
    return moments


def _moment(scenario: Mapping[str, Any], columns: Mapping[str, str]) -> Moment:
    """The end of a scenario; its changes with all columns that a longer one has [table.schema.as-of]."""
    model = Model.of(scenario)
    missing = dict.fromkeys(name for name in columns if name not in model.columns)
    try:
        rows = sorted_rows(model.rows())
    except Undetermined:
        return Moment(None, None)
    try:
        return Moment(rows, sorted_rows(row | missing for row in model.last_rows()))
    except Undetermined:
        return Moment(rows, None)
