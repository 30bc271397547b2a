# SPDX-License-Identifier: Apache-2.0
"""The timeline of a writer: instants, their contents, and archiving."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.table import contents
from hudi_conformance.encode.table.plan import Table
from hudi_conformance.encode.timeline.table import COMPLETED_AS, RECORDS, STATES, encode_timeline, file_name

_START = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_HISTORY = {  # records of metadata and plan in the history
    "compaction": ("HoodieCommitMetadata", "HoodieCompactionPlan"),
    "clustering": ("HoodieReplaceCommitMetadata", "HoodieRequestedReplaceMetadata"),
    "replacecommit": ("HoodieReplaceCommitMetadata", None),
    "clean": ("HoodieCleanMetadata", "HoodieCleanerPlan"),
    "rollback": ("HoodieRollbackMetadata", None),
}
# No release of earlier table versions writes these plans.
_FIRST_PLANNED = {"rollback": since.ROLLBACK_PLANS, "restore": since.RESTORE_PLANS}
WRITING = frozenset({"commit", "deltacommit", "replacecommit", "compaction", "clustering"})


@dataclass(slots=True)
class Instants:
    """Instants of a table in order of their times."""

    table: Table
    active: list[dict[str, Any]] = field(default_factory=list)
    archived: list[dict[str, Any]] = field(default_factory=list)
    _clock: int = 0

    def time(self) -> str:
        """A new instant time."""
        self._clock += 1
        return (_START + datetime.timedelta(minutes=self._clock)).strftime("%Y%m%d%H%M%S") + "000"

    def completion(self) -> str:
        """A completion time, after every instant so far and before every later one."""
        self._clock += 1
        return (_START + datetime.timedelta(minutes=self._clock)).strftime("%Y%m%d%H%M%S") + "500"

    def begin(
        self, time: str, action: str, *, inflight: bool = True, requested: object = None
    ) -> dict[str, Any]:
        """Add an instant that is not completed."""
        states = [state for state in STATES[: 2 if inflight else 1] if self._has(action, state)]
        entry = {"time": time, "action": action, "states": states, "requested": requested}
        if action == "clean":
            entry["inflight"] = requested
        self.active.append(entry)
        return entry

    def complete(self, instant: dict[str, Any], content: Mapping[str, Any], completion: str = "") -> None:
        """Complete an instant."""
        action = instant["action"]
        instant["states"] = [state for state in STATES if self._has(action, state)]
        instant["done"] = completion or self.completion()
        record = RECORDS[action][2] or ""
        instant["completed"] = contents.known_members(record, self.table, content)
        if not self.table.is_old:
            instant["completion_time"] = instant["done"]

    def plan(self, action: str, record: str, content: Mapping[str, Any]) -> dict[str, Any] | None:
        """A plan with the members that the release of the table's version supports, None if it has none."""
        return contents.known_members(record, self.table, content) if self._has(action, "REQUESTED") else None

    def completed(self) -> list[dict[str, Any]]:
        """Completed writes of the active timeline in order of their times."""
        writes = [item for item in self.active if "COMPLETED" in item["states"] and item["action"] in WRITING]
        return sorted(writes, key=lambda item: str(item["time"]))

    def archive(self, keep: int, kept_from: str | None) -> None:
        """Archive instants that completed before the last writes, up to the first one that must stay.

        `kept_from`: the oldest instant that stays, with all later ones.
        """
        writes = self.completed()
        if len(writes) <= keep:
            return
        limit = min(str(writes[-keep]["time"]), kept_from or "9")
        for instant in sorted(self.active, key=lambda item: str(item["time"])):
            if instant["time"] >= limit or "COMPLETED" not in instant["states"]:
                break
            self.archived.append(instant)
        gone = [item["time"] for item in self.archived]
        self.active = [item for item in self.active if item["time"] not in gone]

    def files(self) -> dict[str, bytes]:
        """Files of `.hoodie` except those of a metadata table."""
        members = {"time", "action", "completion_time", "states", "requested", "inflight", "completed"}
        active = [
            {key: value for key, value in item.items() if key in members}
            for item in sorted(self.active, key=lambda item: str(item["time"]))
        ]
        description: dict[str, Any] = {
            "release": contents.RELEASES[self.table.version],
            "table_version": self.table.version,
            "properties": contents.properties_of(self.table),
            "instants": active,
        }
        if self.archived and self.table.is_old:
            is_whole = contents.is_archived_whole(self.table.version)
            entries = [
                entry
                for item in self.archived
                for entry in contents.archived_entries(item, COMPLETED_AS, is_whole=is_whole)
            ]
            description["archive"] = {"files": [{"name": ".commits_.archive.1_1-0-1", "entries": entries}]}
        elif self.archived:
            rows = [_history_row(item) for item in self.archived]
            description["history"] = {"files": [{"rows": rows}]}
        return encode_timeline(description).files

    def times(self) -> dict[str, int]:
        """Modification times of the files of instants, in ms since 1970, by name.

        Layout 1 has no other completion time: Hudi 1.x uses that of the file of a completed instant.
        """
        layout = 1 if self.table.is_old else 2
        return {
            file_name(item, state, layout): _ms_of(str(item["done" if state == "COMPLETED" else "time"]))
            for item in self.active
            for state in item["states"]
        }

    def _has(self, action: str, state: str) -> bool:
        if state != "REQUESTED":
            return True
        return action != "savepoint" and self.table.version >= _FIRST_PLANNED.get(action, 0)


def _ms_of(time: str) -> int:
    """Milliseconds since 1970 of an instant time in UTC."""
    second = datetime.datetime.strptime(time[:14], "%Y%m%d%H%M%S").replace(tzinfo=datetime.UTC)
    return int(second.timestamp()) * 1000 + int(time[14:])


def _history_row(instant: Mapping[str, Any]) -> dict[str, Any]:
    action = instant["action"]
    record, plan_record = _HISTORY.get(action, ("HoodieCommitMetadata", None))
    row = {
        "time": instant["time"], "completion_time": instant["done"],
        "action": COMPLETED_AS.get(action, action), "record": record, "metadata": instant["completed"],
    }  # fmt: skip
    return row if plan_record is None else row | {"plan_record": plan_record, "plan": instant["requested"]}


def rollback_plan(target: Mapping[str, Any], action: str, files: Sequence[str]) -> dict[str, Any]:
    """Plan of a rollback: the instant and the deleted files."""
    requests = [
        {"partitionPath": path.rpartition("/")[0], "fileId": "", "latestBaseInstant": "",
         "filesToBeDeleted": [f"file:/table/{path}"], "logBlocksToBeDeleted": {}}
        for path in files
    ]  # fmt: skip
    instant = {"commitTime": target["time"], "action": action}
    return {"instantToRollback": instant, "RollbackRequests": requests}


def rollback_of(time: str, target: Mapping[str, Any], action: str, files: Sequence[str]) -> dict[str, Any]:
    """Metadata of a completed rollback."""
    partitions: dict[str, list[str]] = {}
    for path in files:
        partitions.setdefault(path.rpartition("/")[0], []).append(f"file:/table/{path}")
    return {
        "startRollbackTime": time,
        "timeTakenInMillis": "1",
        "totalFilesDeleted": len(files),
        "commitsRollback": [target["time"]],
        "partitionMetadata": {
            path: {"partitionPath": path, "successDeleteFiles": names, "failedDeleteFiles": []}
            for path, names in partitions.items()
        },
        "instantsRollback": [{"commitTime": target["time"], "action": action}],
    }
