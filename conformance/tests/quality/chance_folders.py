# SPDX-License-Identifier: Apache-2.0
"""Folders that the writer of tables leaves, step by step, for mutants drawn by chance.

    drawn:folders-NAME-VERSION-TYPE   what each step of a scenario adds to the folder and takes from it:
                                      names, states, times and contents of instants, names and rows of
                                      data files, headers of blocks, stats, plans, markers, archived entries
    drawn:folders-drawn-N             the same of drawn scenarios
    drawn:folders-begin-VERSION       properties of a table without any step

A folder after a step is judged by the folder before it and by the rules of `spec/table_writing.md` and
`spec/timeline.md`; instants, file ids and write tokens are the writer's own, their order and use are not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_folder_facts import Folder, Wrong
from chance_folder_services import ServiceStep, properties_fault
from chance_folder_steps import History

if TYPE_CHECKING:
    from chance_questions import World

_VERSIONS = (0, 2, 3, 4, 5, 6, 7, 8, 9)
_TYPES = ("COPY_ON_WRITE", "MERGE_ON_READ")
_NUM_DRAWN, _NUM_EACH = 6, 3
EVENT_TIME, COMMIT_TIME = "EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"


def _rows(text: str, ordering: int, **more: Any) -> list[dict[str, Any]]:
    """Rows of keys such as `a1 b2`: a letter, and the number of a partition."""
    return [
        {"id": name[0], "part": f"p{name[1]}", "ord": ordering, "val": f"{name}{ordering}", **more}
        for name in text.split()
    ]


def _write(text: str, ordering: int, operation: str = "upsert", **more: Any) -> dict[str, Any]:
    return {"op": operation, "rows": _rows(text, ordering), **more}


def _delete(text: str, **more: Any) -> dict[str, Any]:
    return {"op": "delete", "keys": [{"id": one[0], "part": f"p{one[1]}"} for one in text.split()], **more}


_FIRST = _write("a1 b1 c1 d2 e2", 2, "insert")
_STEPS: Mapping[str, list[dict[str, Any]]] = {
    "writes": [
        _FIRST,
        _write("a1 c1 f2 g3", 3),
        _write("b1 d2", 1),
        _delete("a1 d2 z1"),
        _write("a1 h1", 4, "bulk_insert"),
        {"op": "evolve", "add": {"more": "int", "flag": "boolean"}},
        {"op": "upsert", "rows": _rows("a1 e2", 5, more=7, flag=True)},
        _delete("g3"),
        _write("g3", 6),
    ],
    "services": [
        _FIRST,
        _write("a1 c1", 3),
        {"op": "schedule_compaction"},
        _write("b1 d2", 4),
        {"op": "compact"},
        _write("a1", 5),
        _delete("d2"),
        {"op": "compact"},
        {"op": "savepoint"},
        {"op": "savepoint"},
        {"op": "clean", "retain": 2},
        _write("a1 b1", 6),
        {"op": "cluster"},
        _write("a1 e2", 7),
        {"op": "clean", "retain": 1},
        {"op": "archive", "keep": 2},
    ],
    "replacing": [
        _FIRST,
        _write("a1 d2", 3),
        _write("a1 x1", 4, "insert_overwrite"),
        _write("d2", 5, "insert_overwrite_table"),
        _write("b1 c1 e2", 6),
        {"op": "delete_partition", "partitions": ["p1", "p7"]},
        _write("a1 e2", 7),
        {"op": "clean", "retain": 1},
        _write("a1", 8),
        _write("a1", 9),
        {"op": "clean", "retain": 2},
        {"op": "archive", "keep": 1},
    ],
    "undoing": [
        _FIRST,
        _write("a1 c1 k2", 3),
        {"op": "rollback"},
        _write("b1 g3", 4),
        _write("a1", 5),
        {"op": "rollback"},
        {"op": "rollback"},
        _write("a1", 6),
        {"op": "savepoint"},
        _write("b1 c1", 7),
        _write("a1 h3", 8),
        _write("a1 d2", 9, crash="files"),
        {"op": "restore"},
        _write("b1 c1", 10),
        {"op": "cluster"},
        {"op": "rollback"},
        {"op": "restore"},
        _write("c1", 11),
    ],
    "saves": [
        _FIRST,
        {"op": "savepoint"},
        _write("a1 c1", 3),
        {"op": "savepoint"},
        _write("b1 d2", 4),
        {"op": "restore"},
        _write("a1", 5),
        {"op": "cluster"},
        {"op": "clean", "retain": 1},
        {"op": "restore"},
        {"op": "savepoint"},
        _write("a1 h3", 6, crash="files"),
        _write("e2", 7),
        {"op": "restore"},
        _write("c1", 8),
    ],
    "crashes": [
        _FIRST,
        _write("a1 c1", 3, crash="requested"),
        _write("a1 c1", 3, crash="inflight"),
        _write("a1 g3", 4, crash="files"),
        _delete("b1", crash="files"),
        _write("a1 c1 g3", 5),
        _write("d2", 6, "insert_overwrite", crash="files"),
        _write("d2", 7),
        {"op": "archive", "keep": 1},
    ],
    "overlaps": [
        _FIRST,
        {"op": "concurrent", "steps": [_write("a1", 3), _write("d2", 3)]},
        {"op": "concurrent", "reverse": True, "steps": [_write("c1", 4), _delete("d2"), _write("g3", 4)]},
        {"op": "rollback"},
        {"op": "concurrent", "steps": [_write("a1", 5)]},
        {"op": "rollback"},
        _write("a1 b1", 6),
    ],
    "archives": [
        _FIRST,
        _write("a1 d2", 3),
        _delete("b1"),
        _write("a1", 4),
        {"op": "rollback"},
        {"op": "archive", "keep": 9},
        _write("c1", 5),
        {"op": "clean", "retain": 1},
        {"op": "archive", "keep": 2},
        _write("d2 a1", 6),
        {"op": "cluster"},
        {"op": "archive", "keep": 1},
        _write("a1", 7),
        _write("a1 b1", 8),
        {"op": "clean", "retain": 1},
        _write("d2", 9),
        {"op": "archive", "keep": 1},
        {"op": "savepoint"},
        _write("d2", 10),
        _write("d2", 11),
        {"op": "archive", "keep": 1},
    ],
}


def folder_questions() -> Iterator[Asked]:
    """All of them."""
    for version in _VERSIONS:
        yield f"drawn:folders-begin-{version}", "", partial(_begin_fault, version)
    for number, (name, steps) in enumerate(_STEPS.items()):
        for turn, version in enumerate(_VERSIONS):
            for kind in _TYPES:
                form = (number + turn) % (3 if name == "overlaps" else 4)  # which need several partitions
                described = _scenario(version, kind, form, steps)
                yield (
                    f"drawn:folders-{name}-{version}-{kind[0].lower()}",
                    repr(described),
                    partial(_asked, described),
                )
    for number in range(_NUM_DRAWN):
        yield f"drawn:folders-drawn-{number}", f"{_NUM_EACH}", partial(_drawn_fault, number)


def _scenario(version: int, kind: str, form: int, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """A scenario with partitions, with Hive's, or without; by event time or by commit time."""
    is_partitioned = form != 3
    described = {
        "version": version,
        "type": kind,
        "partitioned": is_partitioned,
        "hive_style": form == 1,
        "merge_mode": COMMIT_TIME if form % 2 else EVENT_TIME,
        "steps": steps,
    }
    left_out = set() if kind == _TYPES[1] else {"schedule_compaction", "compact"}
    if is_partitioned:
        return described | {"steps": [step for step in steps if step["op"] not in left_out]}
    kept = [step for step in steps if step["op"] not in left_out | {"delete_partition"}]
    return described | {"steps": [_without_partition(step) for step in kept]}


def _without_partition(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_partition(one) for one in value]
    if isinstance(value, dict):
        return {name: _without_partition(one) for name, one in value.items() if name != "part"}
    return value


def _begin_fault(version: int, _: World) -> Failure:
    for kind in _TYPES:
        for form in range(4):
            described = _scenario(version, kind, form, [])
            made = imported("encode.table.writer").encode_table(described)
            if set(made.files) != {".hoodie/hoodie.properties"} or made.times:
                return f"{sorted(made.files)} of no step"
            if fault := properties_fault(described, made.files[".hoodie/hoodie.properties"]):
                return fault
    return None


def _drawn_fault(number: int, world: World) -> Failure:
    draw = imported("scenario.draw")
    for turn in range(_NUM_EACH):
        described = draw.draw_scenario(random.Random(f"folders {number} {turn}"))
        if (fault := _asked(described, world)) is not None:
            return f"{turn}: {fault}"
    return None


def _asked(described: dict[str, Any], _: World) -> Failure:
    """The fault of the first step that leaves another folder than it has to."""
    write = imported("encode.table.writer").encode_table
    steps, columns, history = described["steps"], dict(described.get("columns", {"val": "string"})), History()
    made = write({**described, "steps": []})
    mode = described.get("merge_mode", EVENT_TIME)
    before = Folder(made.files, described["version"], mode)
    for number, step in enumerate(steps):
        made = write({**described, "steps": steps[: number + 1]})
        after = Folder(made.files, described["version"], mode)
        columns |= step.get("add", {})
        try:
            ServiceStep(described, step, before, after, made.times, dict(columns), history).check()
        except Wrong as wrong:
            return f"{number}, {step['op']}: {wrong}"
        before = after
    return None
