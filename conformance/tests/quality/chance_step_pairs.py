# SPDX-License-Identifier: Apache-2.0
"""Pairs of operations, one after the other with a write between, for mutants drawn by chance.

drawn:step-pairs-NAME    an operation, then each operation, then the first again: tables of the writer have
                         the rows of the model, which knows no file, in versions of both layouts

A drawn scenario rarely has two operations that bear on each other, such as two savepoints and a restore.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_scenarios import table_fault

if TYPE_CHECKING:
    from chance_questions import World

_PARTITIONS = ("p1", "p2", "p3")
_TABLES = ((6, "MERGE_ON_READ"), (9, "COPY_ON_WRITE"), (9, "MERGE_ON_READ"))
_LEAST = 40  # sequences of one operation that the writer does not refuse
Step = Mapping[str, Any]


def step_pair_questions() -> Iterator[Asked]:
    """All of them."""
    for name in _steps(0):
        if name != "restore":  # there is nothing yet to restore to
            yield f"drawn:step-pairs-{name}", "", partial(_fault, name)


def _rows(clock: int, names: str) -> list[dict[str, Any]]:
    return [
        {"id": name, "part": _PARTITIONS[ord(name) % 3], "ord": clock * 2, "val": f"{clock}"}
        for name in names
    ]


def _steps(clock: int) -> dict[str, Step]:
    """Each operation, with rows of its time."""
    return {
        "upsert": {"op": "upsert", "rows": _rows(clock, "abx")},
        "delete": {"op": "delete", "keys": [{"id": "a", "part": _PARTITIONS[ord("a") % 3]}]},
        "overwrite": {"op": "insert_overwrite", "rows": _rows(clock, "by")},
        "overwrite-table": {"op": "insert_overwrite_table", "rows": _rows(clock, "acz")},
        "delete-partition": {"op": "delete_partition", "partitions": [_PARTITIONS[clock % 3]]},
        "crash": {"op": "upsert", "rows": _rows(clock, "bd"), "crash": "files"},
        "compact": {"op": "compact"},
        "plan": {"op": "schedule_compaction"},
        "cluster": {"op": "cluster"},
        "clean": {"op": "clean", "retain": 1},
        "archive": {"op": "archive", "keep": 2},
        "savepoint": {"op": "savepoint"},
        "restore": {"op": "restore"},
        "rollback": {"op": "rollback"},
    }


def _fault(first: str, _: World) -> Failure:
    """The first pair that leaves other rows than the model has."""
    # No such sequence, or one that leaves a choice.
    refusals = (
        imported("scenario.model").Undetermined, imported("encode.errors").EncodeError,
        imported("errors").UnsupportedInput, IndexError, KeyError,
    )  # fmt: skip
    num_judged = 0
    for second in _steps(0):
        for version, kind in _TABLES:
            for order in ((first, second), (first, second, first, "restore"), (first, second, "rollback")):
                steps = [{"op": "insert", "rows": _rows(0, "abcdef")}, *_between(order)]
                scenario = {
                    "version": version, "type": kind, "partitioned": True,
                    "merge_mode": "EVENT_TIME_ORDERING", "steps": steps,
                }  # fmt: skip
                try:
                    expected = imported("scenario.model").content_of(scenario, {})
                    made = imported("encode.table.writer").encode_table(scenario)
                except refusals:
                    continue
                num_judged += 1
                if (fault := table_fault(made, expected)) is not None:
                    return f"{order} in version {version}, {kind}: {fault}"
    return None if num_judged >= _LEAST else f"only {num_judged} sequences after {first} are written"


def _between(order: tuple[str, ...]) -> Iterator[Step]:
    """The operations, a write before each but the first."""
    for at, name in enumerate(order):
        clock = 3 * at + 1
        if at and name not in {"restore", "rollback"}:
            yield {"op": "upsert", "rows": _rows(clock, "cd")}
        yield _steps(clock + 1)[name]
