# SPDX-License-Identifier: Apache-2.0
"""Random scenarios: operation sequences on tables of every version and kind, and smaller versions of each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.model.properties.values import TableType

KEYS = tuple("abcdefgh")
PARTITIONS = ("p1", "p2", "p3")
MAX_STEPS = 9
_WAITING = frozenset(
    {
        "cluster",
        "restore",
        "insert_overwrite",
        "insert_overwrite_table",
        "delete_partition",
        "savepoint",
        "clean",
        "archive",
    }
)
"""Steps that do not stand between the plan of a compaction and the compaction."""
Row = dict[str, Any]
Scenario = dict[str, Any]
# columns that `with_types` adds: their types, and values
_VALUES: Mapping[str, tuple[str, Callable[[random.Random], Any]]] = {
    "at": ("timestamp-micros", lambda rng: rng.choice([0, -1, 1767225600000001, rng.randrange(2**50)])),
    "day": ("date", lambda rng: rng.choice([0, -1, 20454, rng.randrange(30000)])),
    "lst": ("strings", lambda rng: [rng.choice(["x", "y", "", "é"]) for _ in range(rng.randint(0, 3))]),
    "more": ("strings", lambda rng: [rng.choice(["x", None]) for _ in range(rng.randint(1, 2))]),
    "num": ("int", lambda rng: rng.randrange(-9, 9)),
    "price": ("decimal", lambda rng: f"{rng.randrange(-999, 999)}.{rng.randrange(100):02}"),
    "yes": ("boolean", lambda rng: rng.random() < 0.5),
}


@dataclass(slots=True)
class _Draw:
    """A scenario while it is drawn: possible steps depend on the previous ones."""

    rng: random.Random
    is_mor: bool
    is_partitioned: bool
    columns: list[str] = field(default_factory=lambda: ["val"])
    num_undoable: int = 0
    is_saved: bool = False
    is_planned: bool = False
    clock: int = 0

    def key(self) -> Row:
        """A key; in a partitioned table each has one partition, as an index would have it."""
        name = self.rng.choice(KEYS)
        return {"id": name, **self.part(name)}

    def part(self, name: str) -> Row:
        """The partition of a key."""
        return {"part": PARTITIONS[KEYS.index(name) % len(PARTITIONS)]} if self.is_partitioned else {}

    def rows(self, low: int, high: int) -> list[Row]:
        """Rows of different keys; some ordering values are late."""
        names = self.rng.sample(KEYS, self.rng.randint(low, high))
        self.clock += 1
        rows = []
        for name in names:
            late = self.rng.randint(1, 3) if self.rng.random() < 0.15 else 0
            row = {"id": name, **self.part(name), "ord": max(self.clock * 2 - late, 0)}
            row |= {column: f"{column}{self.clock}" for column in self.columns if self.rng.random() < 0.9}
            rows.append(row)
        return rows

    def step(self) -> dict[str, Any]:
        """Any step that can be done now."""
        choices = ["upsert"] * 6 + ["delete"] * 2 + ["insert_overwrite", "insert_overwrite_table", "cluster"]
        choices += ["clean", "archive", "evolve", "savepoint", "crash"]
        choices += ["rollback"] * 2 * bool(self.num_undoable) + ["restore"] * self.is_saved
        choices += (["compact"] * 2 + ["schedule_compaction"] * (not self.is_planned)) * self.is_mor
        choices += ["delete_partition"] * self.is_partitioned
        operation = self.rng.choice(choices)
        if self.is_planned and operation in _WAITING:
            operation = "compact"
        return self._made(operation)

    def _made(self, operation: str) -> dict[str, Any]:
        match operation:
            case "upsert" | "insert_overwrite" | "insert_overwrite_table":
                self.num_undoable += 1
                return {"op": operation, "rows": self.rows(1, 4)}
            case "crash":
                crash = self.rng.choice(("requested", "inflight", "files"))
                return {"op": "upsert", "rows": self.rows(1, 3), "crash": crash}
            case "delete":
                self.num_undoable += 1
                keys = {key["id"]: key for key in (self.key() for _ in range(2))}
                return {"op": "delete", "keys": list(keys.values())}
            case "delete_partition":
                self.num_undoable += 1
                return {"op": operation, "partitions": [self.rng.choice(PARTITIONS)]}
            case "clean":
                self.num_undoable = 0
                return {"op": "clean", "retain": self.rng.randint(1, 3)}
            case "archive":
                self.num_undoable = 0
                return {"op": "archive", "keep": self.rng.randint(2, 4)}
            case "evolve":
                name = f"more{len(self.columns)}"
                self.columns.append(name)
                return {"op": "evolve", "add": {name: "string"}}
            case "rollback":
                self.num_undoable -= 1
            case "savepoint":
                self.is_saved, self.num_undoable = True, 0
            case "schedule_compaction":
                self.is_planned, self.num_undoable = True, 0
            case "compact":
                self.is_planned, self.num_undoable = False, 0
            case "cluster" | "restore":
                self.num_undoable = 0
        return {"op": operation}


def draw_scenario(rng: random.Random) -> Scenario:
    """A table, a first write of most keys, and steps; the last one is a write where a column was added."""
    version = rng.choice((0, 2, 3, 5, 6, 6, 6, 7, 8, 8, 9, 9, 9))
    kind = rng.choice(tuple(TableType)).value
    drawing = _Draw(rng, kind == TableType.MERGE_ON_READ, rng.random() < 0.6)
    first = {"op": rng.choice(("insert", "bulk_insert", "upsert")), "rows": drawing.rows(3, 7)}
    steps = [first, *(drawing.step() for _ in range(rng.randint(1, MAX_STEPS)))]
    if len(drawing.columns) > 1:
        steps.append({"op": "upsert", "rows": drawing.rows(1, 3)})
    return {
        "version": version,
        "type": kind,
        "partitioned": drawing.is_partitioned,
        "hive_style": drawing.is_partitioned and rng.random() < 0.3,
        "merge_mode": rng.choice(("EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING")),
        "steps": steps,
    }


def with_types(scenario: Scenario, rng: random.Random) -> Scenario:
    """The scenario with columns of other types, in any order; rows without a value have null."""
    columns = rng.sample(sorted(_VALUES), rng.randint(1, len(_VALUES)))
    names = [*columns, "val"] if rng.random() < 0.5 else ["val", *columns]
    kinds = {name: "string" if name == "val" else _VALUES[name][0] for name in names}

    def typed(step: dict[str, Any]) -> dict[str, Any]:
        if "steps" in step:
            return step | {"steps": [typed(inner) for inner in step["steps"]]}
        return step | {"rows": [{**row, **values()} for row in step["rows"]]} if "rows" in step else step

    def values() -> Row:
        return {name: _VALUES[name][1](rng) for name in columns if rng.random() < 0.85}

    return scenario | {"columns": kinds, "steps": [typed(step) for step in scenario["steps"]]}


def smaller(scenario: Scenario) -> Iterator[Scenario]:
    """Scenarios with a step or a row less, the largest steps first."""
    steps = scenario["steps"]
    for at in reversed(range(len(steps))):
        if len(steps) > 1:
            yield scenario | {"steps": [*steps[:at], *steps[at + 1 :]]}
    for at, step in enumerate(steps):
        for name in ("rows", "keys"):
            for row in range(len(step.get(name, ()))):
                if len(step[name]) > 1:
                    fewer = step | {name: [*step[name][:row], *step[name][row + 1 :]]}
                    yield scenario | {"steps": [*steps[:at], fewer, *steps[at + 1 :]]}
