# SPDX-License-Identifier: Apache-2.0
"""Descriptions to `.hoodie` folders, with the writer's model of their contents.

A description has `release` (of the schemas), `table_version`, and any of

properties: of `hoodie.properties`; version, layout and checksum are added, a null omits one. comments: lines
above them. instants: each `time`, `action`, `completion_time`, `states` (default all three), and the contents
    `requested`, `inflight`, `completed`: a row, whose defaults are filled in, or null for an empty file.
archive: archived files of version 1, see `archive`. history: the LSM history, see `history`. files: other
files, path below `.hoodie` to `{"text": …}` or `{"hex": …}`. cut: path below `.hoodie` to the number of bytes
that remain of a file.

Damage is requested by name: `knobs` of an instant are those of its container, `knobs` of the description
`checksum` (a text), and the entries of `cut` and `files`. There is a model only without damage.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.canonical.scalars import canonical_float64
from hudi_conformance.encode import table_versions as since
from hudi_conformance.encode.avro.container import ContainerKnobs, encode_container
from hudi_conformance.encode.avro.rows import encode_row
from hudi_conformance.encode.timeline.archive import encode_archive
from hudi_conformance.encode.timeline.history import encode_history
from hudi_conformance.encode.timeline.properties import CHECKSUM, checksum_of, encode_properties
from hudi_conformance.encode.timeline.schemas import completed_row, parsed, schema_text
from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
_KEYS = frozenset({
    "about", "release", "table_version", "layout", "properties", "comments", "instants", "archive", "history",
    "files", "cut", "knobs",
})  # fmt: skip
_INSTANT_KEYS = frozenset(
    {"time", "action", "completion_time", "states", "requested", "inflight", "completed", "knobs"}
)
# Name of a completed instant of an action on disk.
COMPLETED_AS = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
# action -> records of (requested, inflight, completed); None: never written
RECORDS: Mapping[str, tuple[str | None, str | None, str | None]] = {
    "commit": (None, "HoodieCommitMetadata", "HoodieCommitMetadata"),
    "deltacommit": (None, "HoodieCommitMetadata", "HoodieCommitMetadata"),
    "replacecommit": (
        "HoodieRequestedReplaceMetadata", "HoodieCommitMetadata", "HoodieReplaceCommitMetadata"
    ),
    "clustering": ("HoodieRequestedReplaceMetadata", "HoodieCommitMetadata", "HoodieReplaceCommitMetadata"),
    "clean": ("HoodieCleanerPlan", "HoodieCleanerPlan", "HoodieCleanMetadata"),
    "compaction": ("HoodieCompactionPlan", None, "HoodieCommitMetadata"),
    "logcompaction": ("HoodieCompactionPlan", None, "HoodieCommitMetadata"),
    "rollback": ("HoodieRollbackPlan", None, "HoodieRollbackMetadata"),
    "restore": ("HoodieRestorePlan", None, "HoodieRestoreMetadata"),
    "savepoint": (None, None, "HoodieSavepointMetadata"),
    "indexing": ("HoodieIndexPlan", None, "HoodieIndexCommitMetadata"),
}  # fmt: skip
VALUES = Values("timeline.table.folder")
_KNOBS = frozenset({"codec", "count", "size", "block_sync", "magic", "blocks"})
_JSON = frozenset({"HoodieCommitMetadata", "HoodieReplaceCommitMetadata"})


@dataclass
class EncodedTimeline:
    """Files in the table's folder, and the expected answers of readers.

    Attributes:
        files: content by path; `.hoodie/…` all of them.
        views: expected values by name: `list`, `properties`, `contents` (`timeline.decode` by path),
            `entries` (`archive.entries` by path), `archived` (`archive.list`), `history`; none if damage was
            requested.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    views: dict[str, Any] = field(default_factory=dict)


def encode_timeline(description: JsonValue) -> EncodedTimeline:
    """Write the described folder.

    Raises:
        EncodeError: the description is malformed, or no release can write it.
    """
    try:
        return _encode(_checked(description))
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise VALUES.bad("description", "the members of its entries", repr(error)) from error


def _encode(plan: Mapping[str, Any]) -> EncodedTimeline:
    release, version = plan["release"], plan["table_version"]
    layout = plan.get("layout", 2 if version >= since.LAYOUT_2 else 1)
    timeline = EncodedTimeline()
    files, views = timeline.files, timeline.views
    is_damaged = bool(plan.get("cut") or plan.get("files") or plan.get("knobs"))
    folder = ".hoodie/"
    if plan.get("properties") is not None:
        properties = _properties(plan, version, layout)
        folder = _folder(properties, layout)
        files[".hoodie/hoodie.properties"] = encode_properties(properties, plan.get("comments", ()))
        stated = properties.get(CHECKSUM)
        word = "absent" if stated is None else "ok" if stated == checksum_of(properties) else "mismatch"
        views["properties"] = {"properties": properties, "checksum": word}
    instants = _Instants(files, release, layout, folder)
    for number, instant in enumerate(plan.get("instants", ())):
        is_damaged |= instants.add(instant, f"instants[{number}]")
    if "properties" in views:
        active = sorted(instants.active.values(), key=lambda head: (head["time"], head["action"]))
        views["list"] = {"table_version": version, "layout": layout, "active": active}
    if instants.contents:
        views["contents"] = instants.contents
    if "archive" in plan:
        is_damaged |= encode_archive(plan["archive"], release, files, views)
    if "history" in plan:
        is_damaged |= encode_history(plan["history"], release, files, views)
    for path, content in plan.get("files", {}).items():
        files[f".hoodie/{path}"] = _raw(path, content)
    for path, length in plan.get("cut", {}).items():
        name = f".hoodie/{path}"
        if name not in files or not 0 <= length <= len(files[name]):
            raise VALUES.bad("cut", "a length within an existing file", {path: length})
        files[name] = files[name][:length]
    if is_damaged:
        views.clear()
    return timeline


def file_name(instant: Mapping[str, Any], state: str, layout: int) -> str:
    """Name of the file of an instant's state [timeline.name.layout-1] [timeline.name.layout-2]."""
    time, action = instant["time"], instant["action"]
    if state == "COMPLETED":
        action = COMPLETED_AS.get(action, action)
        completion = instant.get("completion_time")
        return (
            f"{time}_{completion}.{action}" if layout > 1 and completion is not None else f"{time}.{action}"
        )
    if action == "commit" and state == "INFLIGHT":
        return f"{time}.inflight"
    return f"{time}.{action}.{state.lower()}"


@dataclass(slots=True)
class _Instants:
    """Files of instants, added to `files`; heads of the active timeline, and contents by path."""

    files: dict[str, bytes]
    release: str
    layout: int
    folder: str
    active: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    contents: dict[str, Any] = field(default_factory=dict)

    def add(self, description: JsonValue, where: str) -> bool:
        """Write the states of one instant; return True if damage was requested."""
        instant = VALUES.closed(description, where, _INSTANT_KEYS)
        action, time = instant.get("action"), instant.get("time")
        known = isinstance(action, str) and action in RECORDS
        if not known or not isinstance(action, str) or not isinstance(time, str) or not time.isdecimal():
            raise VALUES.bad(where, "a time in digits and a known action", (time, action))
        states = instant.get("states", STATES if action != "savepoint" else STATES[1:])
        if not states or set(states) - set(STATES):
            raise VALUES.bad(f"{where}.states", f"some of {STATES}", states)
        completion = instant.get("completion_time")
        knobs = _knobs(instant.get("knobs", {}), f"{where}.knobs")
        for state, record in zip(STATES, RECORDS[action], strict=True):
            if state not in states:
                continue
            path = self.folder + file_name(instant, state, self.layout)
            data, view = self._content(record, instant.get(state.lower()), where, knobs)
            if path in self.files:
                raise VALUES.bad(where, "a separate instant", path)
            self.files[path] = data
            completed = COMPLETED_AS.get(action, action)
            head = {
                "time": time,
                "action": completed if state == "COMPLETED" else action,
                "state": state,
                "completion_time": completion if state == "COMPLETED" and self.layout > 1 else None,
            }
            self.contents[path] = {**head, **view}
            self.active[time, completed] = head
        return knobs.is_damage

    def _content(
        self, record: str | None, row: JsonValue, where: str, knobs: ContainerKnobs
    ) -> tuple[bytes, dict[str, Any]]:
        """Bytes and view of one file."""
        if row is None:
            return b"", {"format": "empty", "content": None}
        if record is None:
            raise VALUES.bad(where, "an empty file", row)
        if self.layout <= 1 and record in _JSON:
            text = json.dumps(row, indent=2, ensure_ascii=False, separators=(",", " : "), sort_keys=True)
            return text.encode(), {"format": "json", "content": json_view(row)}
        schema = schema_text(record, self.release)
        rows = row if isinstance(row, list) else [row]
        encoded = [encode_row(parsed(schema), completed_row(schema, item)) for item in rows]
        data = encode_container(schema, [datum.data for datum in encoded], knobs)
        return data, {"format": "avro", "content": encoded[0].row if encoded else None}


def json_view(value: JsonValue) -> JsonValue:
    """Content of a JSON file as `timeline.decode` returns it: numbers as text [timeline.content.json]."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return canonical_float64(value)
    if isinstance(value, list):
        return [json_view(item) for item in value]
    if isinstance(value, dict):
        return {key: json_view(item) for key, item in value.items()}
    return value


def _checked(description: JsonValue) -> dict[str, Any]:
    plan = {"release": "1.2.1", "table_version": 9, **VALUES.closed(description, "description", _KEYS)}
    if not isinstance(plan["table_version"], int) or not isinstance(plan["release"], str):
        raise VALUES.bad(
            "table_version, release", "a number and a text", (plan["table_version"], plan["release"])
        )
    for key, kind in (("instants", list), ("files", dict), ("cut", dict), ("knobs", dict)):
        if not isinstance(plan.get(key, kind()), kind):
            raise VALUES.bad(key, kind.__name__, plan[key])
    for path in (*plan.get("files", {}), *plan.get("cut", {})):
        if path.startswith("/") or ".." in path.split("/"):
            raise VALUES.bad("path", "one below .hoodie", path)
    return plan


def _properties(plan: Mapping[str, Any], version: int, layout: int) -> dict[str, str]:
    properties = {
        "hoodie.table.version": str(version),
        "hoodie.timeline.layout.version": str(layout),
        **plan["properties"],
    }
    if CHECKSUM not in properties:
        properties[CHECKSUM] = checksum_of({k: v for k, v in properties.items() if v is not None})
    properties |= {CHECKSUM: plan["knobs"]["checksum"]} if "checksum" in plan.get("knobs", {}) else {}
    present = {key: properties[key] for key in sorted(properties) if properties[key] is not None}
    if not all(isinstance(value, str) for value in present.values()):
        raise VALUES.bad("properties", "texts", present)
    return present


def _folder(properties: Mapping[str, str], layout: int) -> str:
    if layout <= 1:
        return ".hoodie/"
    return f".hoodie/{properties.get('hoodie.timeline.path', 'timeline')}/"


def _knobs(value: JsonValue, where: str) -> ContainerKnobs:
    members = dict(VALUES.closed(value, where, _KNOBS))
    try:
        for name in {"block_sync", "magic"} & set(members):
            members[name] = bytes.fromhex(members[name])
    except (ValueError, TypeError) as error:
        raise VALUES.bad(where, "hex texts and numbers", value) from error
    return ContainerKnobs(**members)


def _raw(path: str, content: JsonValue) -> bytes:
    where = f"files[{path}]"
    if isinstance(content, dict) and isinstance(content.get("text"), str):
        return str(content["text"]).encode()
    if isinstance(content, dict) and isinstance(content.get("hex"), str):
        return VALUES.hexadecimal(content["hex"], where)
    raise VALUES.bad(where, "text or hex", content)
