# SPDX-License-Identifier: Apache-2.0
"""Scenarios that the writer of tables takes or refuses [table.write.scenario], for mutants drawn by chance.

drawn:scenario-form-N   scenarios on both sides of each condition: what is asked for and cannot be done is
                        refused with the code of the writer, or said to be unsupported; the rest is written
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

COW, MOR = "COPY_ON_WRITE", "MERGE_ON_READ"
_ROW = {"id": "a", "ord": 1, "val": "x"}
_INSERT = {"op": "insert", "rows": [_ROW]}
_OTHER = {"op": "upsert", "rows": [{"id": "b", "ord": 1}]}
_SAME = {"op": "upsert", "rows": [{"id": "c", "ord": 1}]}
_ABSENT = object()


def _with(**members: Any) -> dict[str, Any]:
    whole = {"version": 8, "type": COW, "steps": [_INSERT], **members}
    return {name: value for name, value in whole.items() if value is not _ABSENT}


def _steps(*steps: Any, kind: str = COW, **members: Any) -> dict[str, Any]:
    return _with(type=kind, steps=[_INSERT, *steps], **members)


def _row(**members: Any) -> dict[str, Any]:
    row = {name: value for name, value in {**_ROW, **members}.items() if value is not _ABSENT}
    return _steps({"op": "upsert", "rows": [row]})


_RIGHT: tuple[Any, ...] = (
    _with(version=0),
    _with(version=9),
    _with(version="8"),
    _with(about="x"),
    _with(type=MOR),
    _with(steps=[]),
    _with(partitioned=False),
    _with(hive_style=True),
    _with(merge_mode="COMMIT_TIME_ORDERING"),
    _with(merge_mode="EVENT_TIME_ORDERING"),
    _with(columns={"val": "long"}, steps=[]),
    _with(columns={"val": "int"}, steps=[]),
    _with(columns={"val": "boolean"}, steps=[]),
    _with(columns={}, steps=[]),
    _with(metadata_table=False),
    _with(meta_fields=True),
    _row(ord=-5),
    _row(ord="7"),
    _row(val=_ABSENT),
    _row(val=None),
    _steps({"op": "delete", "keys": []}),
    _steps({"op": "delete", "keys": [{"id": "zz"}]}),
    _steps({"op": "upsert", "rows": []}),
    *(_steps({**_OTHER, "crash": crash}) for crash in ("requested", "inflight", "files")),
    _steps({"op": "evolve", "add": {}}),
    _steps({"op": "evolve", "add": {"more": "int"}}),
    _steps({"op": "clean", "retain": 1}),
    _steps({"op": "archive", "keep": 1}),
    _steps({"op": "rollback"}),
    _steps({"op": "savepoint"}),
    _steps({"op": "savepoint"}, {"op": "savepoint"}),
    _steps({"op": "savepoint"}, {"op": "restore"}),
    _steps({"op": "savepoint"}, _OTHER, {"op": "rollback"}),
    _steps({"op": "cluster"}),
    _with(steps=[{"op": "cluster"}]),
    _with(steps=[{"op": "clean", "retain": 1}]),
    _steps({"op": "compact"}, kind=MOR),
    _steps({"op": "schedule_compaction"}, {"op": "schedule_compaction"}, kind=MOR),
    _steps({**_INSERT, "op": "upsert"}, {"op": "schedule_compaction"}, {"op": "compact"}, kind=MOR),
    _steps({"op": "concurrent", "steps": [_OTHER, {"op": "delete", "keys": [{"id": "a"}]}]}),
    _steps({"op": "concurrent", "steps": [_OTHER, _SAME], "reverse": True}),
    _steps({"op": "concurrent", "steps": [{**_SAME, "crash": "requested"}, _SAME]}),
    _steps({"op": "concurrent", "steps": [{**_SAME, "crash": "inflight"}, _SAME]}),
    _with(partitioned=True, steps=[{"op": "insert", "rows": [{**_ROW, "part": "p"}, {**_ROW, "part": "q"}]}]),
    _steps({"op": "insert_overwrite", "rows": []}),
    _steps({"op": "insert_overwrite_table", "rows": []}),
    _steps({"op": "delete_partition", "partitions": []}),
    _steps({"op": "delete_partition", "partitions": [""]}),
)
_WRONG: tuple[Any, ...] = (
    None,
    [],
    "x",
    {},
    _with(version=_ABSENT),
    _with(type=_ABSENT),
    _with(steps=_ABSENT),
    _with(more=1),
    _with(version=-1),
    _with(version=10),
    _with(version="eight"),
    _with(version=True),
    _with(version=8.5),
    _with(type="cow"),
    _with(type=None),
    _with(type=[]),
    _with(steps={}),
    _with(steps=None),
    _with(steps=[None]),
    _with(steps=["insert"]),
    _with(partitioned="yes"),
    _with(partitioned=1),
    _with(hive_style=None),
    _with(merge_mode="CUSTOM"),
    _with(merge_mode=1),
    _with(columns=[]),
    _with(columns={"val": "double"}),
    _with(columns={"val": 1}),
    _with(columns={"val": None}),
    _with(columns={"other": "string"}),
    _with(steps=[{}]),
    _with(steps=[{"op": 1}]),
    _with(steps=[{"op": []}]),
    _with(steps=[{"op": "vacuum"}]),
    _with(steps=[{"op": "insert"}]),
    _with(steps=[{"op": "delete", "rows": []}]),
    _with(steps=[{"op": "delete"}]),
    _with(steps=[{"op": "delete_partition"}]),
    _with(steps=[{"op": "delete_partition", "keys": []}]),
    _with(steps=[{**_INSERT, "keys": []}]),
    _with(steps=[{**_INSERT, "crash": "later"}]),
    _with(steps=[{**_INSERT, "crash": None}]),
    _with(steps=[{**_INSERT, "crash": 1}]),
    _with(steps=[{"op": "insert", "rows": {}}]),
    _with(steps=[{"op": "insert", "rows": [1]}]),
    _with(steps=[{"op": "insert", "rows": [[]]}]),
    _with(steps=[{"op": "delete", "keys": "a"}]),
    _with(steps=[{"op": "delete", "keys": [{}]}]),
    _with(steps=[{"op": "delete", "keys": [{"id": 1}]}]),
    _row(id=_ABSENT),
    _row(id=1),
    _row(id=None),
    _row(ord=_ABSENT),
    _row(ord=None),
    _row(ord="x"),
    _row(ord=1.5),
    _row(part="p", more=1),
    _row(more=1),
    _steps({"op": "upsert", "rows": [_ROW, _ROW]}),
    _steps({"op": "upsert", "rows": [{**_ROW, "part": "p"}]}),
    _with(partitioned=True),
    _with(partitioned=True, steps=[{"op": "insert", "rows": [{**_ROW, "part": 1}]}]),
    _with(partitioned=True, steps=[{"op": "delete", "keys": [{"id": "a"}]}]),
    _steps({"op": "evolve"}),
    _steps({"op": "evolve", "add": []}),
    _steps({"op": "evolve", "add": {"more": "float"}}),
    _steps({"op": "evolve", "add": {"more": 1}}),
    _steps({"op": "clean"}),
    _steps({"op": "clean", "retain": 0}),
    _steps({"op": "clean", "retain": -1}),
    _steps({"op": "clean", "retain": "x"}),
    _steps({"op": "clean", "keep": 1}),
    _steps({"op": "archive"}),
    _steps({"op": "archive", "keep": 0}),
    _steps({"op": "archive", "retain": 1}),
    _steps({"op": "upgrade"}),
    _steps({"op": "savepoint", "of": 1}),
    _steps({"op": "compact"}),
    _steps({"op": "schedule_compaction"}),
    _with(steps=[{"op": "rollback"}]),
    _with(steps=[{"op": "savepoint"}]),
    _with(steps=[{"op": "restore"}]),
    _steps({"op": "restore"}),
    _steps({"op": "rollback"}, {"op": "rollback"}),
    _steps({"op": "savepoint"}, {"op": "rollback"}),
    _steps(
        {"op": "cluster"},
        {"op": "clean", "retain": 1},
        {"op": "clean", "retain": 1},
        {"op": "rollback"},
        {"op": "rollback"},
        {"op": "rollback"},
    ),
    _steps(_SAME, {"op": "clean", "retain": 1}, {"op": "rollback"}),
    _steps(_INSERT, {"op": "compact"}, {"op": "rollback"}, kind=MOR),
    _steps(_INSERT, {"op": "schedule_compaction"}, {"op": "rollback"}, kind=MOR),
    _steps(_INSERT, {"op": "schedule_compaction"}, {"op": "schedule_compaction"}, kind=MOR),
    _steps({"op": "savepoint"}, _OTHER, {"op": "restore"}, {"op": "rollback"}),
    _steps({**_OTHER, "crash": "files"}, {"op": "rollback"}, {"op": "rollback"}),
    _steps({"op": "concurrent"}),
    _steps({"op": "concurrent", "steps": {}}),
    _steps({"op": "concurrent", "steps": [_OTHER, {"op": "rollback"}]}),
    _steps({"op": "concurrent", "steps": [_OTHER, {"op": "concurrent", "steps": []}]}),
    _steps({"op": "concurrent", "steps": [_OTHER, {"op": "upsert"}]}),
    _steps({"op": "concurrent", "steps": [_OTHER], "reverse": "no"}),
    _steps({"op": "concurrent", "steps": [_INSERT, _SAME]}),
    _steps({"op": "concurrent", "steps": [_SAME, {"op": "insert_overwrite_table", "rows": []}]}),
    _row(val=5),
    _row(val=True),
    _row(val=[]),
    _steps({"op": "delete_partition", "partitions": 5}),
    _steps({"op": "delete_partition", "partitions": [1]}),
    _with(columns={"n": "int"}, steps=[{"op": "insert", "rows": [{"id": "a", "ord": 1, "n": 1 << 31}]}]),
    _with(columns={"n": "int"}, steps=[{"op": "insert", "rows": [{"id": "a", "ord": 1, "n": True}]}]),
    _with(columns={"n": "boolean"}, steps=[{"op": "insert", "rows": [{"id": "a", "ord": 1, "n": 1}]}]),
    _with(columns={"n": "long"}, steps=[{"op": "insert", "rows": [{"id": "a", "ord": 1, "n": "x"}]}]),
)
_UNSUPPORTED: tuple[Any, ...] = (
    _with(metadata_table=True),
    _with(meta_fields=False),
    _steps({"op": "upgrade", "version": 9}),
)


def scenario_form_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:scenario-form-right", f"{len(_RIGHT)}", partial(_fault, _RIGHT, "written")
    yield "drawn:scenario-form-wrong", f"{len(_WRONG)}", partial(_fault, _WRONG, "refused")
    yield "drawn:scenario-form-unsupported", "", partial(_fault, _UNSUPPORTED, "unsupported")


def _fault(scenarios: tuple[Any, ...], expected: str, _: World) -> Failure:
    write = imported("encode.table.writer").encode_table
    refusal: Any = imported("encode.errors").EncodeError
    unsupported: Any = imported("errors").UnsupportedInput
    for scenario in scenarios:
        answer = "written"
        try:
            write(scenario)
        except refusal as error:
            answer = (
                "refused"
                if (error.code, error.requirement) == ("bad-value", "table.write.scenario")
                else repr(error)
            )
        except unsupported:
            answer = "unsupported"
        if answer != expected:
            return f"{_shown(scenario)}: {answer}, not {expected}"
    return None


def _shown(scenario: Any) -> str:
    """What differs of the usual scenario."""
    if not isinstance(scenario, Mapping):
        return repr(scenario)
    usual = _with()
    return repr({name: value for name, value in scenario.items() if usual.get(name) != value})[:300]
