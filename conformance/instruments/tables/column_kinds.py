# SPDX-License-Identifier: Apache-2.0
"""Damages of types: files whose columns cannot be read as the table's schema has them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import kind, pick
from instruments.tables.stat_kinds import REWRITING, is_log
from instruments.tables.table import COMMITS, Instant, Json, Rng, Table, base_parts, log_parts

RULE = "table.check.column-types"
_REFUSED = {
    "string": "long", "long": "int", "double": "float", "int": "boolean", "float": "int", "boolean": "string",
}  # fmt: skip
_STORED = {pa.string(), pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.bool_()}


@kind(RULE)
def schema_narrowed(table: Table, rng: Rng) -> list[str] | None:
    """The last writer's schema gives a column of base files a type that its values have no place in."""
    bases = list(_newest_bases(table).values())
    stored = {path: set(pq.read_schema(table.file(path)).names) for path in bases}
    name = _narrow(table, rng, set().union(*stored.values()))
    return None if name is None else [path for path in bases if name in stored[path]]


@kind(RULE)
def schema_narrowed_over_logs(table: Table, rng: Rng) -> list[str] | None:
    """The same, of a column of log files that no compaction has read."""
    if any(_operation(table, instant) == "LOG_COMPACT" for instant in table.completed(*COMMITS)):
        return None  # only its own blocks determine the blocks that it replaces
    logs = {}
    bases, replaced = _newest_bases(table), set(_replaced(table))
    for stat in table.stats(is_log(table)):
        file_id, time, _ = log_parts(stat.path)
        base = bases.get((stat.partition, file_id))
        is_newest = base is None or (time >= base_parts(base)[2])
        has_rows = (stat.values["numInserts"] or 0) + (stat.values["numUpdateWrites"] or 0) > 0
        if is_newest and has_rows and (stat.partition, file_id) not in replaced:
            logs[stat.path] = {member["name"] for member in _fields(table, stat.instant)}
    name = _narrow(table, rng, set().union(*logs.values()))
    return None if name is None else [path for path, names in logs.items() if name in names]


@kind(RULE)
def base_column_retyped(table: Table, rng: Rng) -> str | None:
    """A base file is written again with a column of another type."""
    path = pick(rng, sorted(_newest_bases(table).values()))
    if path is None:
        return None
    rows = pq.read_table(table.file(path))
    last = _schema_instant(table)
    known = set() if last is None else {member["name"] for member in _fields(table, last)}
    places = [at for at, one in enumerate(rows.schema) if one.type in _STORED and one.name in known]
    at = pick(rng, places)
    if at is None:
        return None
    column = rows.schema.field(at)
    values = ["x"] if column.type == pa.bool_() else [True]
    rows = rows.set_column(at, pa.field(column.name, pa.array(values).type), [pa.array(values * len(rows))])
    pq.write_table(rows, table.file(path), store_schema=False)
    return path


def _narrow(table: Table, rng: Rng, names: set[str]) -> str | None:
    """Change the type of one of the columns `names` in the schema of the table."""
    instant = _schema_instant(table)
    if instant is None:
        return None
    value = table.load(instant)
    schema = json.loads(value["extraMetadata"]["schema"])
    members = [m for m in schema["fields"] if m["name"] in names and _plain(m["type"]) in _REFUSED]
    member = pick(rng, members)
    if member is None:
        return None
    member["type"] = ["null", _REFUSED[_plain(member["type"])]]
    member["default"] = None
    value["extraMetadata"]["schema"] = json.dumps(schema)
    table.store(instant, value)
    return str(member["name"])


def _plain(node: Json) -> str:
    """Name of a type without null; empty for any that is more than a name."""
    others = [branch for branch in node if branch != "null"] if isinstance(node, list) else [node]
    return others[0] if len(others) == 1 and isinstance(others[0], str) else ""


def _schema_instant(table: Table) -> Instant | None:
    """The last commit that wrote rows."""
    written = (i for i in reversed(table.completed(*COMMITS)) if _operation(table, i) not in REWRITING)
    return next((instant for instant in written if _fields(table, instant)), None)


def _operation(table: Table, instant: Instant) -> str:
    return (table.load(instant) or {}).get("operationType") or ""


def _fields(table: Table, instant: Instant) -> list[Mapping[str, Json]]:
    text = ((table.load(instant) or {}).get("extraMetadata") or {}).get("schema")
    return json.loads(text)["fields"] if text else []


def _newest_bases(table: Table) -> dict[tuple[str, str], str]:
    """By file group the base file of a completed instant that no later one has replaced."""
    completed = {one.time for one in table.completed(*COMMITS)}
    first = min((one.time for one in table.instants if one.action in COMMITS), default="")
    found: dict[tuple[str, str], str] = {}
    for path in sorted(table.bases, key=lambda path: base_parts(path)[2]):
        file_id, _, time = base_parts(path)
        if time in completed or time < first:
            found[path.rpartition("/")[0], file_id] = path
    for group in _replaced(table):
        found.pop(group, None)
    return found


def _replaced(table: Table) -> Iterator[tuple[str, str]]:
    for instant in table.completed("replacecommit"):
        for partition, ids in ((table.load(instant) or {}).get("partitionToReplaceFileIds") or {}).items():
            yield from ((partition, file_id) for file_id in ids)
