# SPDX-License-Identifier: Apache-2.0
"""What the folder of a table says, for mutants drawn by chance: read by fastavro, pyarrow, json and struct.

It imports nothing of the project but `minimal_log`, which is written from the specification alone, and the
schemas that releases of Hudi brought.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

import fastavro
import minimal_log
import pyarrow.parquet as pq
from hudi_conformance import resources

Row = dict[str, Any]
Key = tuple[str, str]
"""Time and completed action of an instant."""
STATES = ("requested", "inflight", "completed")
COMPLETED_AS = {"compaction": "commit", "clustering": "replacecommit"}
WRITING = frozenset({"commit", "deltacommit", "replacecommit"})
# Table version to the release whose schemas it has [timeline.layout.versions].
RELEASES = {
    0: "0.9.0",
    1: "0.9.0",
    2: "0.9.0",
    3: "0.10.1",
    4: "0.11.1",
    5: "0.13.1",
    6: "0.15.0",
    7: "1.2.1",
    8: "1.2.1",
    9: "1.2.1",
}
_PLANS = {
    "replacecommit": "HoodieRequestedReplaceMetadata",
    "clustering": "HoodieRequestedReplaceMetadata",
    "clean": "HoodieCleanerPlan",
    "compaction": "HoodieCompactionPlan",
    "rollback": "HoodieRollbackPlan",
    "restore": "HoodieRestorePlan",
}
_DONE = {
    "commit": "HoodieCommitMetadata",
    "deltacommit": "HoodieCommitMetadata",
    "replacecommit": "HoodieReplaceCommitMetadata",
    "clean": "HoodieCleanMetadata",
    "rollback": "HoodieRollbackMetadata",
    "restore": "HoodieRestoreMetadata",
    "savepoint": "HoodieSavepointMetadata",
}
_INSTANT = re.compile(r"(\d{17})(?:_(\d{17}))?(?:\.([a-z]+))?(?:\.(requested|inflight))?")
_BASE = re.compile(r"([0-9a-f-]{36}-0)_(\d+-\d+-\d+)_(\d{17})\.parquet")
_LOG = re.compile(r"\.([0-9a-f-]{36}-0)_(\d{17})\.log\.(\d+)_(\d+-\d+-\d+)")


class Wrong(Exception):  # noqa: N818 - what a folder is found to be
    """The folder is not what it has to be."""


@cache
def _document() -> Any:
    return json.loads((resources.schemas_dir() / "avro" / "timeline.json").read_text("utf-8"))


@cache
def schema_of(record: str, version: int) -> Any:
    """Schema of a record as the release of a table version writes it; None where it has none."""
    name = _document()["releases"][RELEASES[version]].get(record)
    return None if name is None else _document()["schemas"][name]


def complete(record: str, version: int, row: Row) -> Row:
    """A row with the defaults of its schema, without members that the schema has not."""
    schema = fastavro.parse_schema(schema_of(record, version))
    known = {one["name"] for one in schema["fields"]}
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, {name: row[name] for name in row if name in known}, strict=False)
    out.seek(0)
    found = fastavro.schemaless_reader(out, schema, None)
    assert isinstance(found, dict)
    return found


def _container(data: bytes, record: str, version: int) -> Row:
    reader = fastavro.reader(io.BytesIO(data))
    schema = json.loads(reader.metadata["avro.schema"])
    if schema != schema_of(record, version):
        raise Wrong(f"{record}: another schema than that of {RELEASES[version]}")
    (row,) = list(reader)
    assert isinstance(row, dict)
    return row


@dataclass
class Instant:
    """An instant of the active timeline.

    Attributes:
        contents: by state; None for an empty file.
        paths: files by state.
    """

    time: str
    action: str
    completion: str | None = None
    contents: dict[str, Any] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        return "completed" in self.contents


@dataclass
class Part:
    """A base or log file of a file group: the instant and version of its name, and what it holds.

    Attributes:
        says: of a log file: instant of a block with rows by key, None for a delete, or with the instant that
            it cancels.
    """

    path: str
    file_id: str
    time: str
    version: int = 0
    rows: list[Row] = field(default_factory=list)
    says: list[tuple[str, dict[str, Row | None] | str]] = field(default_factory=list)
    schemas: list[Any] = field(default_factory=list)

    @property
    def partition(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


@dataclass
class Slice:
    """A base file, or the plan of one, and log files on it in the order of their writes."""

    time: str
    base: Part | None
    logs: list[Part] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [one.path for one in (*([self.base] if self.base else []), *self.logs)]


@dataclass
class Folder:
    """A table of files, read on demand."""

    files: Mapping[str, bytes]
    version: int
    merge_mode: str

    @property
    def is_old(self) -> bool:
        return self.version < 8

    @property
    def home(self) -> str:
        return ".hoodie/" if self.is_old else ".hoodie/timeline/"

    @cached_property
    def instants(self) -> dict[Key, Instant]:
        """Instants of the active timeline by time and completed action."""
        found: dict[Key, Instant] = {}
        for path, data in self.files.items():
            name = path.removeprefix(self.home)
            if not path.startswith(self.home) or "/" in name or name == "hoodie.properties":
                continue
            match = _INSTANT.fullmatch(name)
            if match is None:
                raise Wrong(f"{path}: no name of an instant")
            time, completion, action, state = match.groups()
            state = state or "completed"
            if action in {"inflight", None}:
                action, state = "commit", "inflight"
            if (completion is not None) != (state == "completed" and not self.is_old):
                raise Wrong(f"{path}: completion time {completion}")
            if action in COMPLETED_AS and state == "completed":
                raise Wrong(f"{path}: completed as {action}")
            known = found.setdefault((time, COMPLETED_AS.get(action, action)), Instant(time, action))
            known.action = action if state != "completed" else known.action
            known.contents[state] = self.content_of(path, data, action, state)
            known.paths[state] = path
            known.completion = completion or known.completion
        return found

    def content_of(self, path: str, data: bytes, action: str, state: str) -> Any:
        if not data:
            return None
        if self.is_old and state == "completed" and action in WRITING:
            return json.loads(data)
        record = _DONE[action] if state == "completed" else _PLANS.get(action)
        if record is None:
            raise Wrong(f"{path}: is not empty")
        return _container(data, record, self.version)

    @cached_property
    def archived(self) -> list[Any]:
        """Entries of the archive, in order: of layout 1 (time, action, state, row), of layout 2 rows."""
        found: list[Any] = []
        for path, data in self.files.items():
            if path.startswith(".hoodie/archived/"):
                for block in minimal_log.scan(data):
                    if block.kind != "AVRO_DATA" or set(block.header) != {"SCHEMA"}:
                        raise Wrong(f"{path}: block {block.kind} {sorted(block.header)}")
                    if json.loads(block.header["SCHEMA"]) != schema_of(
                        "HoodieArchivedMetaEntry", self.version
                    ):
                        raise Wrong(f"{path}: another schema than that of {RELEASES[self.version]}")
                    found += minimal_log.records(data, block)
            if path.startswith(".hoodie/timeline/history/") and path.endswith(".parquet"):
                found += pq.read_table(io.BytesIO(data)).to_pylist()
        return found

    @cached_property
    def completed(self) -> dict[Key, Any]:
        """Contents of completed instants, active or archived, by key."""
        found = {key: one.contents["completed"] for key, one in self.instants.items() if one.is_complete}
        for entry in self.archived:
            if self.is_old and entry["actionState"] == "COMPLETED":
                action = entry["actionType"]
                name = "hoodieReplaceCommitMetadata" if action == "replacecommit" else "hoodieCommitMetadata"
                found[entry["commitTime"], action] = entry[name]
            elif not self.is_old:
                record = _DONE[entry["action"]]
                content = _container(entry["metadata"], record, self.version)
                found[entry["instantTime"], entry["action"]] = content
        return found

    @cached_property
    def times(self) -> set[str]:
        """Times of completed writes, active or archived."""
        return {time for time, action in self.completed if action in WRITING}

    @cached_property
    def writes(self) -> list[Instant]:
        """Completed writes of the active timeline, by time."""
        found = [one for key, one in self.instants.items() if one.is_complete and key[1] in WRITING]
        return sorted(found, key=lambda one: one.time)

    @cached_property
    def replaced(self) -> dict[str, str]:
        """Instant that replaced a file group, by file id."""
        return {
            file_id: time
            for (time, action), content in sorted(self.completed.items())
            if action == "replacecommit"
            for ids in (content["partitionToReplaceFileIds"] or {}).values()
            for file_id in ids
        }

    @cached_property
    def parts(self) -> dict[str, Part]:
        """Data files by path."""
        return {path: _part(path, data) for path, data in self.files.items() if is_data(path)}

    @cached_property
    def groups(self) -> dict[str, list[Slice]]:
        """File slices by file id, of completed writes and planned compactions, by time."""
        slices: dict[str, list[Slice]] = {}
        for part in self.parts.values():
            if part.name.endswith(".parquet") and part.time in self.times:
                slices.setdefault(part.file_id, []).append(Slice(part.time, part))
        for one in self.instants.values():
            if one.action == "compaction" and not one.is_complete:
                for operation in one.contents["requested"]["operations"]:
                    slices.setdefault(operation["fileId"], []).append(Slice(one.time, None))
        for group in slices.values():
            group.sort(key=lambda one: one.time)
        rollbacks = {time for time, action in self.completed if action == "rollback"}
        logs = [part for part in self.parts.values() if part.name.startswith(".")]
        targets = {
            say for part in logs for time, say in part.says if isinstance(say, str) and time in rollbacks
        }
        for part in sorted(logs, key=lambda one: (one.time, one.version)):
            if not any(time in self.times | rollbacks | targets for time, _ in part.says):
                continue
            group = slices.get(part.file_id, [])
            before = [one for one in group if one.time <= part.time]
            if not before or (self.is_old and before[-1].time != part.time):
                raise Wrong(f"{part.path}: no slice")
            before[-1].logs.append(part)
        return slices

    def live(self, partition: str | None = None) -> dict[str, list[Slice]]:
        """Groups that nothing replaced."""
        return {
            file_id: group
            for file_id, group in self.groups.items()
            if file_id not in self.replaced and partition in {None, partition_of(group)}
        }

    def rows(self, file_id: str, until: str = "9") -> dict[str, Row]:
        """Merged rows of a group, of what was written before an instant [merge]."""
        group = self.groups.get(file_id, [])
        first = max((at for at, one in enumerate(group) if one.base), default=0)
        rows: dict[str, Row] = {}
        for one in group[first:]:
            if one.base is not None:
                rows = {row["_hoodie_record_key"]: row for row in one.base.rows}
        said: dict[str, Row | None] = {}
        cancelled = {say for one in group for log in one.logs for _, say in log.says if isinstance(say, str)}
        for time, says in (say for one in group[first:] for log in one.logs for say in log.says):
            if isinstance(says, str) or time not in self.times or time in cancelled or time >= until:
                continue
            for key, row in says.items():
                if key not in said or self.is_newer(row, said[key]):
                    said[key] = row
        for key, row in said.items():
            if row is None:
                rows.pop(key, None)
            elif key not in rows or self.is_newer(row, rows[key]):
                rows[key] = row
        return rows

    def is_newer(self, new: Row | None, old: Row | None) -> bool:
        """Whether a version replaces an earlier one; deletes of these tables have no ordering value."""
        if self.merge_mode != "EVENT_TIME_ORDERING" or new is None or old is None:
            return True
        return bool(new["ord"] >= old["ord"])


def is_data(path: str) -> bool:
    """Whether it is a base or a log file."""
    return not path.startswith(".hoodie/") and not path.endswith(".hoodie_partition_metadata")


def partition_of(group: list[Slice]) -> str:
    """Partition of a group that has a file."""
    return next(part.partition for one in group for part in ((one.base,) if one.base else one.logs))


_PARTS: dict[tuple[str, bytes], Part] = {}


def _part(path: str, data: bytes) -> Part:
    if (path, data) not in _PARTS:
        if len(_PARTS) > 500:
            _PARTS.clear()
        _PARTS[path, data] = _read(path, data)
    return _PARTS[path, data]


def _read(path: str, data: bytes) -> Part:
    name = path.rpartition("/")[2]
    if match := _BASE.fullmatch(name):
        file = pq.ParquetFile(io.BytesIO(data))
        table = file.read()
        schemas = [file.schema_arrow, table.num_rows, file.metadata.num_row_groups]
        return Part(path, match[1], match[3], 0, table.to_pylist(), schemas=schemas)
    match = _LOG.fullmatch(name)
    if match is None:
        raise Wrong(f"{path}: no name of a data file")
    part = Part(path, match[1], match[2], int(match[3]))
    for block in minimal_log.scan(data):
        header = {key: value.decode() for key, value in block.header.items()}
        part.schemas.append((block.kind, header))
        says: dict[str, Row | None] | str
        if block.kind == "AVRO_DATA":
            says = {row["_hoodie_record_key"]: row for row in minimal_log.records(data, block)}
        elif block.kind == "DELETE":
            said = minimal_log.deletes(data, block)
            if any(place != part.partition or ordering != ("int", 0) for _, place, ordering in said):
                raise Wrong(f"{path}: deletes {said}")
            says = {key: None for key, _, _ in said}
        elif block.kind == "COMMAND" and header.get("COMMAND_BLOCK_TYPE") == "0":
            says = header["TARGET_INSTANT_TIME"]
        else:
            raise Wrong(f"{path}: block {block.kind} {header}")
        part.says.append((header["INSTANT_TIME"], says))
    return part
