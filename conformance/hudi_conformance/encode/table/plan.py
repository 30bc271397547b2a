# SPDX-License-Identifier: Apache-2.0
"""A checked scenario: the table, and the steps on it.

`conformance/schemas/scenario.schema.json` describes the format for other programs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.table.columns import TYPES, VALUES, avro_type
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.common import JsonValue

COPY_ON_WRITE, MERGE_ON_READ = "COPY_ON_WRITE", "MERGE_ON_READ"
EVENT_TIME, COMMIT_TIME = "EVENT_TIME_ORDERING", "COMMIT_TIME_ORDERING"
WRITES = frozenset(
    {"insert", "bulk_insert", "upsert", "delete", "insert_overwrite", "insert_overwrite_table",
     "delete_partition"}
)  # fmt: skip
REPLACING = frozenset({"insert_overwrite", "insert_overwrite_table", "delete_partition"})
CRASHES = ("requested", "inflight", "files")
_KEYS = frozenset(
    {"about", "version", "type", "partitioned", "hive_style", "merge_mode", "columns", "metadata_table",
     "meta_fields", "steps"}
)  # fmt: skip
# operation -> required members of its steps, optional members
_STEPS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    **dict.fromkeys(
        ("insert", "bulk_insert", "upsert", "insert_overwrite", "insert_overwrite_table"),
        (frozenset({"rows"}), frozenset({"crash"})),
    ),
    "delete": (frozenset({"keys"}), frozenset({"crash"})),
    "delete_partition": (frozenset({"partitions"}), frozenset({"crash"})),
    "concurrent": (frozenset({"steps"}), frozenset({"reverse"})),
    "evolve": (frozenset({"add"}), frozenset()),
    "clean": (frozenset({"retain"}), frozenset()),
    "archive": (frozenset({"keep"}), frozenset()),
    "upgrade": (frozenset({"version"}), frozenset()),
    **dict.fromkeys(
        ("compact", "schedule_compaction", "cluster", "rollback", "savepoint", "restore"),
        (frozenset(), frozenset()),
    ),
}


@dataclass(frozen=True, slots=True)
class Table:
    """Properties of a new table. `columns`: types of columns besides key, partition and ordering value."""

    version: int
    type: str
    is_partitioned: bool
    is_hive_style: bool
    merge_mode: str
    columns: Mapping[str, str]

    @property
    def is_mor(self) -> bool:
        """Whether it is merge-on-read."""
        return self.type == MERGE_ON_READ

    @property
    def is_old(self) -> bool:
        """Whether its timeline has layout 1."""
        return self.version < since.LAYOUT_2

    def partition(self, row: Mapping[str, Any]) -> str:
        """Partition path of a row."""
        if not self.is_partitioned:
            return ""
        value = VALUES.text(row.get("part"), "part of a row")
        return f"part={value}" if self.is_hive_style else value


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table and the steps on it."""

    table: Table
    steps: tuple[Mapping[str, Any], ...]


def parse_scenario(value: JsonValue) -> Scenario:
    """Check a scenario.

    Raises:
        EncodeError: malformed, unknown member or operation.
        UnsupportedInput: not supported by this writer.
    """
    members = VALUES.closed(value, "scenario", _KEYS)
    for name in ("version", "type", "steps"):
        if name not in members:
            raise VALUES.bad("scenario", f"member {name}", sorted(members))
    version = VALUES.integer(members["version"], "version")
    if not 0 <= version <= since.LAST:
        raise VALUES.bad("version", f"0 to {since.LAST}", version)
    if members.get("metadata_table") or members.get("meta_fields") is False:
        raise UnsupportedInput("tables with a metadata table, and tables without meta fields")
    columns = VALUES.mapping(members.get("columns", {"val": "string"}), "columns")
    _check_columns(columns, "columns")
    table = Table(
        version,
        VALUES.one_of((COPY_ON_WRITE, MERGE_ON_READ))(members["type"], "type"),
        VALUES.boolean(members.get("partitioned", False), "partitioned"),
        VALUES.boolean(members.get("hive_style", False), "hive_style"),
        VALUES.one_of((EVENT_TIME, COMMIT_TIME))(members.get("merge_mode", EVENT_TIME), "merge_mode"),
        columns,
    )
    steps = VALUES.listed(members["steps"], "steps")
    for number, step in enumerate(steps):
        _check_step(step, f"steps[{number}]")
    return Scenario(table, tuple(steps))


def _check_columns(columns: Mapping[str, Any], where: str) -> None:
    for name, kind in columns.items():
        VALUES.one_of(tuple(TYPES))(kind, f"{where}.{name}")


def _check_step(step: JsonValue, where: str) -> None:
    operation = VALUES.mapping(step, where).get("op")
    if not isinstance(operation, str) or operation not in _STEPS:
        raise VALUES.bad(f"{where}.op", f"one of {sorted(_STEPS)}", operation)
    required, optional = _STEPS[operation]
    VALUES.closed(step, where, required | optional | {"op"})
    if not required <= set(step):
        raise VALUES.bad(where, f"members {sorted(required)}", sorted(step))
    if "crash" in step:
        VALUES.one_of(CRASHES)(step["crash"], f"{where}.crash")
    for name in ("rows", "keys"):
        for at, row in enumerate(VALUES.listed(step.get(name, []), f"{where}.{name}")):
            VALUES.text(VALUES.mapping(row, f"{where}.{name}[{at}]").get("id"), f"{where}.{name}[{at}].id")
            if name == "rows":
                VALUES.integer(row.get("ord"), f"{where}.rows[{at}].ord")
    for at, partition in enumerate(VALUES.listed(step.get("partitions", []), f"{where}.partitions")):
        VALUES.text(partition, f"{where}.partitions[{at}]")
    if operation == "evolve":
        _check_columns(VALUES.mapping(step["add"], f"{where}.add"), f"{where}.add")
    if operation == "concurrent":
        VALUES.boolean(step.get("reverse", False), f"{where}.reverse")
        for at, inner in enumerate(VALUES.listed(step["steps"], f"{where}.steps")):
            _check_step(inner, f"{where}.steps[{at}]")
            if inner["op"] not in WRITES:
                raise VALUES.bad(f"{where}.steps[{at}]", f"one of {sorted(WRITES)}", inner["op"])


def avro_schema(table: Table, columns: Mapping[str, str], *, with_meta: bool) -> str:
    """Text of the table's Avro schema, with or without the five meta columns."""
    names = [f"_hoodie_{name}" for name in META] if with_meta else []
    fields = [{"name": name, "type": ["null", "string"], "default": None} for name in names]
    fields += [
        {"name": name, "type": ["null", avro_type(name, kind)], "default": None}
        for name, kind in all_columns(table, columns).items()
    ]
    return json.dumps({"type": "record", "name": "row", "namespace": "t", "fields": fields})


META = ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")


def all_columns(table: Table, columns: Mapping[str, str]) -> dict[str, str]:
    """Types of all columns of a table except the meta columns."""
    part = {"part": "string"} if table.is_partitioned else {}
    return {"id": "string", **part, "ord": "long", **columns}
