# SPDX-License-Identifier: Apache-2.0
"""Rows of every view after the steps of a scenario (`schemas/scenario.schema.json`).

The model collects the versions of a key and folds them. It has no files, file groups or instants: writers and
readers of tables are compared with its rows, and share no code with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.model.meta_fields import PARTITION_PATH, RECORD_KEY
from hudi_conformance.model.properties.values import MergeMode, TableType
from hudi_conformance.model.table_version import Feature, TableVersion

EVENT_TIME = MergeMode.EVENT_TIME_ORDERING
VIEWS = ("snapshot", "read_optimized")
Row = Mapping[str, Any]
Key = tuple[str, str]
"""Partition path and record key."""


class Undetermined(ValueError):  # noqa: N818 - a property of the scenario, not a fault
    """The steps leave a choice to the writer that affects the requested rows."""


@dataclass(frozen=True, slots=True)
class Said:
    """Version of a key in one write: values, or None for a delete, which has no ordering value."""

    values: Row | None
    ordering: int | None
    step: int


@dataclass(slots=True)
class _State:
    """Versions by key: those folded into one, and later versions of merge-on-read writers."""

    folded: dict[Key, Said] = field(default_factory=dict)
    since: dict[Key, list[Said]] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(dict(self.folded), {key: list(versions) for key, versions in self.since.items()})

    def drop(self, partitions: set[str] | None) -> None:
        """Forget all rows of some partitions, of all for None."""
        for keys in (self.folded, self.since):
            for key in [key for key in keys if partitions is None or key[0] in partitions]:
                del keys[key]


@dataclass(slots=True)
class Model:
    """The table that a scenario makes, as rows alone.

    Attributes:
        columns: types of all columns by name, those that a step added included.
    """

    scenario: Mapping[str, Any]
    columns: dict[str, str] = field(default_factory=dict)
    _state: _State = field(default_factory=_State)
    _undo: list[_State] = field(default_factory=list)
    _saved: list[tuple[_State, int]] = field(default_factory=list)
    _planned: int | None = None
    _clock: int = 0
    _has_choice: bool = False

    @classmethod
    def of(cls, scenario: Mapping[str, Any]) -> Model:
        """Carry out all steps."""
        model = cls(scenario)
        part = {"part": "string"} if model._partitioned else {}
        model.columns = {"id": "string", **part, "ord": "long", **scenario.get("columns", {"val": "string"})}
        for number, step in enumerate(scenario["steps"]):
            model._step(number, step)
        return model

    @property
    def _partitioned(self) -> bool:
        return bool(self.scenario.get("partitioned", False))

    @property
    def _is_mor(self) -> bool:
        return bool(self.scenario["type"] == TableType.MERGE_ON_READ)

    @property
    def _by_event_time(self) -> bool:
        return bool(self.scenario.get("merge_mode", EVENT_TIME) == EVENT_TIME)

    def rows(self) -> list[dict[str, Any]]:
        """Rows of a snapshot in the form of `table.content`."""
        merged = self._merged(self._state)
        return self._shown(merged)

    def commits(self) -> list[int]:
        """For each row of `rows`, the rank of the step that wrote it among the steps that wrote any.

        Raises:
            Undetermined: writers may keep or move the commit of a row that a late event did not change.
        """
        if self._has_choice:
            raise Undetermined("a late event leaves the commit of a row to the writer")
        merged = self._merged(self._state)
        steps = sorted({version.step for version in merged.values()})
        ranked = {key: steps.index(version.step) for key, version in merged.items()}
        order = sorted(merged, key=lambda key: _text(self._row(key, merged[key])))
        return [ranked[key] for key in order]

    def last_rows(self) -> list[dict[str, Any]]:
        """Those of `rows` that the last write gave their values.

        Raises:
            Undetermined: see `commits`.
        """
        merged = self._merged(self._state)
        if self._has_choice:
            raise Undetermined("a late event leaves the commit of a row to the writer")
        return self._shown({key: version for key, version in merged.items() if version.step == self._clock})

    def read_optimized(self) -> list[dict[str, Any]]:
        """Rows of the read-optimised view.

        Raises:
            Undetermined: which rows are in base files is the writer's choice until a compaction.
        """
        if self._state.since:
            raise Undetermined("only a compaction of all groups determines the rows in base files")
        return self._shown(self._merged(self._state))

    def _shown(self, merged: Mapping[Key, Said]) -> list[dict[str, Any]]:
        return sorted_rows(self._row(key, version) for key, version in merged.items())

    def _row(self, key: Key, version: Said) -> dict[str, Any]:
        values = version.values or {}
        row = {name: _canonical(values.get(name), kind) for name, kind in self.columns.items()}
        return {PARTITION_PATH: key[0], RECORD_KEY: key[1], **row}

    # --- steps ----------------------------------------------------------------------------------------

    def _step(self, number: int, step: Mapping[str, Any]) -> None:
        match step["op"]:
            case (
                "insert"
                | "upsert"
                | "bulk_insert"
                | "delete"
                | "insert_overwrite"
                | ("insert_overwrite_table" | "delete_partition")
            ):
                self._write(step)
            case "concurrent":
                for write in step["steps"]:
                    self._write(write)
            case "merge":
                self._merge(step)
            case "schedule_compaction":
                self._planned = self._clock
            case "compact":
                self._compact()
            case "rollback":
                self._state = self._undo.pop()
            case "savepoint":
                self._saved.append((self._state.copy(), len(self._undo)))
            case "restore":
                state, depth = self._saved[-1]
                self._state = state.copy()
                del self._undo[depth:]
            case "evolve":
                self.columns |= step["add"]
            case "cluster":
                self._cluster()
            case "clean" | "archive" | "upgrade":
                pass  # no row changes
            case other:
                raise ValueError(f"steps[{number}]: no operation {other!r}")

    def _write(self, step: Mapping[str, Any]) -> None:
        if step.get("crash") is not None:
            return  # never completed: no reader sees any of it
        self._undo.append(self._state.copy())
        self._clock += 1
        rows = step.get("rows", ())
        match step["op"]:
            case "insert_overwrite":
                self._state.drop({self._key(row)[0] for row in rows})
            case "insert_overwrite_table":
                self._state.drop(None)
            case "delete_partition":
                self._state.drop(set(step["partitions"]))
        for row in rows:
            self._say(self._key(row), Said(row, int(row["ord"]), self._clock))
        for row in step.get("keys", ()):
            self._say(self._key(row), Said(None, None, self._clock))
        if not self._is_mor:
            self._fold()

    def _merge(self, step: Mapping[str, Any]) -> None:
        """MERGE INTO of SQL: the rows that a query returns decide what matches."""
        visible = {key[1]: (key, version) for key, version in self._merged(self._state).items()}
        rows, keys = [], []
        for row in step["rows"]:
            if row["id"] not in visible:
                rows += [row] if step.get("not_matched") else []
                continue
            key, version = visible[row["id"]]
            part = {"part": key[0]} if self._partitioned else {}
            if step.get("matched") == "update":
                rows.append({**(version.values or {}), **row, **part})
            elif step.get("matched") == "delete":
                keys.append({"id": row["id"], **part})
        self._write({"op": "upsert", "rows": rows, "keys": keys})

    def _say(self, key: Key, version: Said) -> None:
        self._state.since.setdefault(key, []).append(version)

    def _fold(self) -> None:
        merged = self._merged(self._state)
        self._state = _State(merged)

    def _compact(self) -> None:
        """Fold the versions from before the compaction was planned."""
        last = self._clock if self._planned is None else self._planned
        earlier, later = _State(self._state.folded), {}
        for key, versions in self._state.since.items():
            earlier.since[key] = [version for version in versions if version.step <= last]
            later[key] = [version for version in versions if version.step > last]
        folded = self._merged(_State(earlier.folded, {k: v for k, v in earlier.since.items() if v}))
        self._state = _State(folded, {key: versions for key, versions in later.items() if versions})
        self._planned = None

    def _cluster(self) -> None:
        """Clustering reads merged rows: no log is left. A rollback undoes it before the write."""
        self._undo.append(self._state.copy())
        self._fold()

    def _key(self, row: Row) -> Key:
        value = str(row["part"]) if self._partitioned else ""
        path = f"part={value}" if self._partitioned and self.scenario.get("hive_style") else value
        return path, str(row["id"])

    # --- merging --------------------------------------------------------------------------------------

    def _merged(self, state: _State) -> dict[Key, Said]:
        """The version of each key that counts, deletes left out."""
        merged = dict(state.folded)
        for key, versions in state.since.items():
            stored = merged.pop(key, None)
            self._check_old_logs(key, versions)
            winner = self._kept(key, [*([] if stored is None else [stored]), *versions])
            if winner is not versions[-1]:
                self._has_choice = True
            if winner.values is not None:
                merged[key] = winner
        return merged

    def _kept(self, key: Key, versions: Sequence[Said]) -> Said:
        """The version that counts, wherever base files end and log files begin.

        Raises:
            Undetermined: it is another one for other writers.
        """
        outcomes = [
            self._winner([self._winner(versions[:split]), self._winner(versions[split:])])
            for split in range(1, len(versions))
        ] or [versions[0]]
        if any(version.step != outcomes[0].step for version in outcomes):
            raise Undetermined(f"{key}: which files a writer puts versions into decides which one counts")
        return outcomes[0]

    def _check_old_logs(self, key: Key, versions: Sequence[Said]) -> None:
        """Up to table version 7, payloads of log files are compared by ordering value in either mode.

        Raises:
            Undetermined: so that a version counts only if a compaction comes before the next one.
        """
        orderings = [version.ordering for version in versions if version.ordering is not None]
        is_old = self._is_mor and not TableVersion(self.scenario["version"]).has(Feature.MERGE_MODES)
        if is_old and not self._by_event_time and orderings != sorted(orderings):
            raise Undetermined(f"{key}: log files of old tables merge late events by ordering value")

    def _winner(self, versions: Sequence[Said]) -> Said:
        """The last version, or by event time the last one of those with the largest ordering value."""
        winner = versions[0]
        for version in versions[1:]:
            late = (
                self._by_event_time
                and version.ordering is not None
                and winner.ordering is not None
                and version.ordering < winner.ordering
            )
            winner = winner if late else version
        return winner


def content_of(scenario: Mapping[str, Any], args: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of `table.content` for the folder of a scenario, with the same arguments.

    Raises:
        Undetermined: the steps do not determine the rows of a requested view.
        ValueError: unknown operation or view.
    """
    model = Model.of(scenario)
    content: dict[str, Any] = {"findings": [], "lost_states": 0}
    for view in args.get("views", ["snapshot"]):
        if view not in VIEWS:
            raise ValueError(f"no view {view!r}")
        content[view] = model.rows() if view == "snapshot" else model.read_optimized()
    if args.get("commits"):
        content["commits"] = model.commits()
    return content


def sorted_rows(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in the order of views."""
    return sorted(rows, key=_text)


def _canonical(value: object, kind: str) -> object:
    """A value as rows show it: numbers of 64 bits as text."""
    return str(value) if kind in {"long", "timestamp-micros"} and value is not None else value


def _text(row: Mapping[str, Any]) -> str:
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
