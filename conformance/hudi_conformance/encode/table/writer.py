# SPDX-License-Identifier: Apache-2.0
"""`table.write`: a scenario → the folder of the table, every version up to 9.

Files are created in a writer's order, and deleted by the steps that undo them. A partition has two file
groups; equal scenarios give equal names and times. This module distributes, merges and copies rows; a
separate model without files defines the meaning of a scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.table import services
from hudi_conformance.encode.table.columns import TYPES, VALUES
from hudi_conformance.encode.table.contents import commit_of
from hudi_conformance.encode.table.groups import Group, Row, place_of
from hudi_conformance.encode.table.instants import Instants
from hudi_conformance.encode.table.plan import (
    META,
    REPLACING,
    WRITES,
    Scenario,
    all_columns,
    parse_scenario,
)
from hudi_conformance.encode.table.state import Stat, State
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.common import JsonValue

_OPERATIONS = {
    "insert": "INSERT", "bulk_insert": "BULK_INSERT", "upsert": "UPSERT", "delete": "DELETE",
    "insert_overwrite": "INSERT_OVERWRITE", "insert_overwrite_table": "INSERT_OVERWRITE_TABLE",
    "delete_partition": "DELETE_PARTITION",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EncodedTable:
    """The folder of a table.

    Attributes:
        files: content by path below the folder.
        times: modification times of files of instants, in ms since 1970, by path.
    """

    files: Mapping[str, bytes]
    times: Mapping[str, int]


def encode_table(description: JsonValue) -> EncodedTable:
    """The table after a scenario.

    Raises:
        EncodeError: the scenario is malformed, or a step is impossible at its position.
        UnsupportedInput: a step that this writer does not support.
    """
    scenario = parse_scenario(description)
    state = State(scenario.table, dict(scenario.table.columns), Instants(scenario.table))
    _Writer(state).run(scenario)
    files, times = state.all_files(), state.instants.times()
    paths = {path: path.rpartition("/")[2] for path in files if path.startswith(".hoodie/")}
    return EncodedTable(files, {path: times[name] for path, name in paths.items() if name in times})


@dataclass(slots=True)
class _Writer:
    """Executes steps of a scenario on a table."""

    state: State

    def run(self, scenario: Scenario) -> None:
        """Carry all steps out."""
        for step in scenario.steps:
            self._step(step)

    # --- steps ----------------------------------------------------------------------------------------

    def _step(self, step: Mapping[str, Any]) -> None:
        operation = step["op"]
        if operation in WRITES:
            self._write([step])
            return
        match operation:
            case "concurrent":
                self._write(step["steps"], is_reversed=step.get("reverse", False))
            case "evolve":
                self.state.columns |= step["add"]
            case "schedule_compaction":
                services.schedule_compaction(self.state)
            case "compact":
                if self.state.plan is None:
                    services.schedule_compaction(self.state)
                services.compact(self.state)
            case "cluster":
                services.cluster(self.state)
            case "clean":
                services.clean(self.state, VALUES.positive(step["retain"], "retain"))
            case "rollback":
                services.rollback(self.state)
            case "savepoint":
                services.savepoint(self.state)
            case "restore":
                services.restore(self.state)
            case "archive":
                self.state.instants.archive(VALUES.positive(step["keep"], "keep"), self.state.stays_from())
            case _:
                raise UnsupportedInput(f"operation {operation}")

    def _write(self, steps: Sequence[Mapping[str, Any]], *, is_reversed: bool = False) -> None:
        """Writes that all begin before any of them completes; they complete in order or in reverse."""
        begun = [(step, self._begin(step)) for step in steps]
        pending: list[tuple[dict[str, Any], dict[str, Any]]] = []
        changed: set[str] = set()
        for step, instant in begun:
            crash = step.get("crash")
            if crash in {"requested", "inflight"}:
                continue
            before = self.state.before()
            content = self._data(step, instant)
            ids = _changed_groups(content)
            if changed & ids:
                raise VALUES.bad("concurrent", "writes of different file groups", sorted(changed & ids))
            changed |= ids
            if crash == "files":
                self.state.groups, self.state.replaced = before.groups, before.replaced
                dead = sorted(set(self.state.files) - before.paths)
                self._markers(instant, dead)
                self.state.dead[str(instant["time"])] = sorted(set(self.state.files) - before.paths)
                continue
            pending.append((instant, content))
            self.state.undo.append((instant, before))
        for instant, content in reversed(pending) if is_reversed else pending:
            self.state.instants.complete(instant, content)

    def _begin(self, step: Mapping[str, Any]) -> dict[str, Any]:
        operation = step["op"]
        own = "deltacommit" if self.state.table.is_mor else "commit"
        action = "replacecommit" if operation in REPLACING else own
        inflight = step.get("crash") != "requested"
        return self.state.instants.begin(self.state.instants.time(), action, inflight=inflight)

    def _markers(self, instant: Mapping[str, Any], paths: Sequence[str]) -> None:
        """Files that a dead write leaves in addition to its data files."""
        for path in paths:
            if path.endswith(".hoodie_partition_metadata"):
                continue
            kind = "APPEND" if ".log." in path else "CREATE"
            self.state.files[f".hoodie/.temp/{instant['time']}/{path}.marker.{kind}"] = b""

    # --- writes ---------------------------------------------------------------------------------------

    def _data(self, step: Mapping[str, Any], instant: Mapping[str, Any]) -> dict[str, Any]:
        """Write the files of a step; the content of its completed instant."""
        operation, time = step["op"], str(instant["time"])
        rows = self._checked(step.get("rows", ()))
        replaced: dict[str, list[str]] | None = None
        if operation in REPLACING:
            replaced = self._replace(step, rows, time)
        stats = self._put(rows, time, is_new=replaced is not None)
        if step.get("keys"):
            stats += self._delete(step["keys"], time)
        return commit_of(self.state.table, self.state.columns, _OPERATIONS[operation], stats, replaced)

    def _checked(self, given: Sequence[Row]) -> list[Row]:
        """Rows with values of the types of their columns."""
        known = all_columns(self.state.table, self.state.columns)
        rows = []
        for row in given:
            if set(row) - set(known):
                raise VALUES.bad("row", f"columns {sorted(known)}", sorted(row))
            values = [(name, value) for name, value in row.items() if value is not None]
            typed = {name: TYPES[known[name]].parse(value, name) for name, value in values}
            rows.append(dict.fromkeys(row) | typed)
        keys = [(self.state.table.partition(row), row["id"]) for row in rows]
        if len(set(keys)) < len(keys):
            raise VALUES.bad("rows of a step", "a key once", keys)
        return rows

    def _replace(self, step: Mapping[str, Any], rows: Sequence[Row], time: str) -> dict[str, list[str]]:
        partitions: set[str] | None = None
        if step["op"] == "insert_overwrite":
            partitions = {self.state.table.partition(row) for row in rows}
        elif step["op"] == "delete_partition":
            partitions = set(step["partitions"])
        replaced: dict[str, list[str]] = {}
        for group in self.state.live():
            if partitions is None or group.partition in partitions:
                replaced.setdefault(group.partition, []).append(group.file_id)
        for partition in step.get("partitions", ()):
            replaced.setdefault(partition, [])  # Hudi also names partitions without groups
        for ids in replaced.values():
            self.state.replaced |= dict.fromkeys(ids, time)
        return replaced

    def _put(self, rows: Sequence[Row], time: str, *, is_new: bool) -> list[Stat]:
        """Write rows, to new groups if `is_new`."""
        stats = []
        for (partition, target), mine in self._spread(rows, is_new=is_new).items():
            known = self.state.groups.get(target) if isinstance(target, str) else None
            group = known or self.state.new_group(partition, int(target), time)
            records = self._with_meta(mine, group, time)
            stats.append(self.state.amend(group, time, {str(row["id"]): row for row in records}))
        return stats

    def _delete(self, keys: Sequence[Row], time: str) -> list[Stat]:
        return [
            self.state.amend(self.state.groups[target], time, dict.fromkeys(str(row["id"]) for row in mine))
            for (_, target), mine in self._spread(keys).items()
            if isinstance(target, str)
        ]

    def _spread(self, rows: Sequence[Row], *, is_new: bool = False) -> dict[tuple[str, str | int], list[Row]]:
        """Rows by partition, and by the id of a group or the position of a new one."""
        spread: dict[tuple[str, str | int], list[Row]] = {}
        for row in rows:
            partition, key = self.state.table.partition(row), str(row["id"])
            groups = [] if is_new else self.state.live(partition)
            holding = [group for group in groups if key in group.rows(self.state.table.merge_mode)]
            fitting = [group for group in groups if group.slot == place_of(key)]
            target = next((group.file_id for group in (*holding, *fitting)), place_of(key))
            spread.setdefault((partition, target), []).append(row)
        return spread

    def _with_meta(self, rows: Sequence[Row], group: Group, time: str) -> list[Row]:
        records = []
        for at, row in enumerate(rows):
            values = (time, f"{time}_{group.number}_{at}", row["id"], group.partition, group.file_id)
            records.append({**dict(zip((f"_hoodie_{name}" for name in META), values, strict=True)), **row})
        return records


def _changed_groups(content: Mapping[str, Any]) -> set[str]:
    """File groups that a commit writes to or replaces."""
    stats = [stat["fileId"] for group in content["partitionToWriteStats"].values() for stat in group]
    replaced = [file_id for ids in content.get("partitionToReplaceFileIds", {}).values() for file_id in ids]
    return {*stats, *replaced}
