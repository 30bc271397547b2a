# SPDX-License-Identifier: Apache-2.0
"""Descriptions to `.hoodie` folders, with the writer's own model of what it wrote.

A description says `release` (whose schemas), `table_version`, and any of

properties: of `hoodie.properties`; version, layout and checksum are added, a null leaves one out.
comments: lines above them.
instants: each `time`, `action`, `completion_time`, `states` (default all three), and the contents
    `requested`, `inflight`, `completed`: a row, whose defaults are filled in, or null for an empty file.
archive: archived files of version 1, see `archive`.
history: the LSM history, see `history`.
files: other files, path below `.hoodie` to `{"text": …}` or `{"hex": …}`.
cut: path below `.hoodie` to the number of bytes that are left of a file.

Wrong output is asked for by name: `knobs` of an instant are those of its container, `knobs` of the
description `checksum` (a text), and whatever stands in `cut` and `files`. There is a model only where
nothing is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hudi_conformance.encode.avro.container import ContainerKnobs, encode_container
from hudi_conformance.encode.avro.rows import encode_row
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.timeline.archive import encode_archive
from hudi_conformance.encode.timeline.history import encode_history
from hudi_conformance.encode.timeline.properties import CHECKSUM, checksum_of, encode_properties
from hudi_conformance.encode.timeline.schemas import completed_row, parsed, schema_text
from hudi_conformance.views.common import JsonValue

FIRST_LAYOUT_2 = 8
STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
_KEYS = frozenset({
    "about", "release", "table_version", "layout", "properties", "comments", "instants", "archive", "history",
    "files", "cut", "knobs",
})  # fmt: skip
_INSTANT_KEYS = frozenset(
    {"time", "action", "completion_time", "states", "requested", "inflight", "completed", "knobs"}
)
# What a completed instant of an action is called on disk.
COMPLETED_AS = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
# action -> records of (requested, inflight, completed); None: nothing is ever written there
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
_JSON = frozenset({"HoodieCommitMetadata", "HoodieReplaceCommitMetadata"})


@dataclass
class EncodedTimeline:
    """Files below the table's folder, and what readers must say of them.

    Attributes:
        files: content by path; `.hoodie/…` all of them.
        views: expected values by name: `list`, `properties`, `contents` (`timeline.decode` by path),
            `entries` (`archive.entries` by path), `archived` (`archive.list`), `history`; none where damage
            was asked for.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    views: dict[str, Any] = field(default_factory=dict)


def encode_timeline(description: JsonValue) -> EncodedTimeline:
    """Write the folder that a description asks for.

    Raises:
        EncodeError: the description is malformed, or asks for what no release can write.
    """
    plan = _checked(description)
    release, version = plan["release"], plan["table_version"]
    layout = plan.get("layout", 2 if version >= FIRST_LAYOUT_2 else 1)
    made = EncodedTimeline()
    damaged = bool(plan.get("cut") or plan.get("files") or plan.get("knobs"))
    folder = ".hoodie/"
    if plan.get("properties") is not None:
        properties = _properties(plan, version, layout)
        folder = _folder(properties, layout)
        made.files[".hoodie/hoodie.properties"] = encode_properties(properties, plan.get("comments", ()))
        stated = properties.get(CHECKSUM)
        word = "absent" if stated is None else "ok" if stated == checksum_of(properties) else "mismatch"
        made.views["properties"] = {"properties": properties, "checksum": word}
    listed: dict[tuple[str, str], dict[str, Any]] = {}
    contents: dict[str, Any] = {}
    for number, instant in enumerate(plan.get("instants", ())):
        damaged |= _instant(made, instant, f"instants[{number}]", release, layout, folder, listed, contents)
    if "properties" in made.views:
        active = sorted(listed.values(), key=lambda one: (one["time"], one["action"]))
        made.views["list"] = {"table_version": version, "layout": layout, "active": active}
    if contents:
        made.views["contents"] = contents
    if "archive" in plan:
        damaged |= encode_archive(plan["archive"], release, made.files, made.views)
    if "history" in plan:
        damaged |= encode_history(plan["history"], release, made.files, made.views)
    for path, content in plan.get("files", {}).items():
        made.files[f".hoodie/{path}"] = _raw(path, content)
    for path, length in plan.get("cut", {}).items():
        name = f".hoodie/{path}"
        if name not in made.files or not 0 <= length <= len(made.files[name]):
            raise _bad("cut", "a length within a file that is there", {path: length})
        made.files[name] = made.files[name][:length]
    if damaged:
        made.views.clear()
    return made


def file_name(instant: Mapping[str, Any], state: str, layout: int) -> str:
    """Name of the file of an instant's state [timeline.name.layout-1] [timeline.name.layout-2]."""
    time, action = instant["time"], instant["action"]
    if state == "COMPLETED":
        done = COMPLETED_AS.get(action, action)
        completion = instant.get("completion_time")
        return f"{time}_{completion}.{done}" if layout > 1 and completion is not None else f"{time}.{done}"
    if action == "commit" and state == "INFLIGHT":
        return f"{time}.inflight"
    return f"{time}.{action}.{state.lower()}"


def _instant(  # noqa: PLR0917 - what one instant adds to, piece by piece
    made: EncodedTimeline,
    instant: JsonValue,
    where: str,
    release: str,
    layout: int,
    folder: str,
    listed: dict[tuple[str, str], dict[str, Any]],
    contents: dict[str, Any],
) -> bool:
    if not isinstance(instant, dict) or set(instant) - _INSTANT_KEYS:
        raise _bad(where, f"an object of {sorted(_INSTANT_KEYS)}", instant)
    action, time = instant.get("action"), instant.get("time")
    known = isinstance(action, str) and action in RECORDS
    if not known or not isinstance(action, str) or not isinstance(time, str) or not time.isdecimal():
        raise _bad(where, "a time in digits and a known action", (time, action))
    states = instant.get("states", STATES if action != "savepoint" else STATES[1:])
    if not states or set(states) - set(STATES):
        raise _bad(f"{where}.states", f"some of {STATES}", states)
    completion = instant.get("completion_time")
    knobs = _knobs(instant.get("knobs", {}), where)
    for state in (state for state in STATES if state in states):
        path = folder + file_name(instant, state, layout)
        row = instant.get(state.lower())
        record = RECORDS[action][STATES.index(state)]
        data, shown = _content(record, row, release, layout, where, knobs)
        if path in made.files:
            raise _bad(where, "an instant of its own", path)
        made.files[path] = data
        done = COMPLETED_AS.get(action, action) if state == "COMPLETED" else action
        head = {
            "time": time,
            "action": done,
            "state": state,
            "completion_time": completion if state == "COMPLETED" and layout > 1 else None,
        }
        contents[path] = {**head, **shown}
        listed[time, COMPLETED_AS.get(action, action)] = head
    return knobs.is_damage


def _content(  # noqa: PLR0917 - the shape of one file
    record: str | None, row: JsonValue, release: str, layout: int, where: str, knobs: ContainerKnobs
) -> tuple[bytes, dict[str, Any]]:
    if row is None:
        return b"", {"format": "empty", "content": None}
    if record is None:
        raise _bad(where, "an empty file", row)
    if layout <= 1 and record in _JSON:
        text = json.dumps(row, indent=2, ensure_ascii=False, separators=(",", " : "), sort_keys=True)
        return text.encode(), {"format": "json", "content": shown_json(row)}
    schema = schema_text(record, release)
    rows = row if isinstance(row, list) else [row]
    encoded = [encode_row(parsed(schema), completed_row(schema, one)) for one in rows]
    data = encode_container(schema, [one.data for one in encoded], knobs)
    return data, {"format": "avro", "content": encoded[0].row if encoded else None}


def shown_json(value: JsonValue) -> JsonValue:
    """Content of a JSON file as `timeline.decode` shows it: whole numbers as text [timeline.content.json]."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return [shown_json(item) for item in value]
    if isinstance(value, dict):
        return {key: shown_json(item) for key, item in value.items()}
    return value


def _checked(description: JsonValue) -> dict[str, Any]:
    if not isinstance(description, dict) or set(description) - _KEYS:
        raise _bad("description", f"an object of {sorted(_KEYS)}", description)
    plan = {"release": "1.2.1", "table_version": 9, **description}
    if not isinstance(plan["table_version"], int) or not isinstance(plan["release"], str):
        raise _bad("table_version, release", "a number and a text", (plan["table_version"], plan["release"]))
    for key, kind in (("instants", list), ("files", dict), ("cut", dict), ("knobs", dict)):
        if not isinstance(plan.get(key, kind()), kind):
            raise _bad(key, kind.__name__, plan[key])
    for path in (*plan.get("files", {}), *plan.get("cut", {})):
        if path.startswith("/") or ".." in path.split("/"):
            raise _bad("path", "one below .hoodie", path)
    return plan


def _properties(plan: Mapping[str, Any], version: int, layout: int) -> dict[str, str]:
    wanted = {
        "hoodie.table.version": str(version),
        "hoodie.timeline.layout.version": str(layout),
        **plan["properties"],
    }
    if CHECKSUM not in wanted:
        wanted[CHECKSUM] = checksum_of({k: v for k, v in wanted.items() if v is not None})
    wanted |= {CHECKSUM: plan["knobs"]["checksum"]} if "checksum" in plan.get("knobs", {}) else {}
    kept = {key: wanted[key] for key in sorted(wanted) if wanted[key] is not None}
    if not all(isinstance(value, str) for value in kept.values()):
        raise _bad("properties", "texts", kept)
    return kept


def _folder(properties: Mapping[str, str], layout: int) -> str:
    if layout <= 1:
        return ".hoodie/"
    return f".hoodie/{properties.get('hoodie.timeline.path', 'timeline')}/"


def _knobs(given: JsonValue, where: str) -> ContainerKnobs:
    names = {"codec", "count", "size", "block_sync", "magic", "blocks"}
    if not isinstance(given, dict) or set(given) - names:
        raise _bad(f"{where}.knobs", f"some of {sorted(names)}", given)
    try:
        made: dict[str, Any] = {
            key: bytes.fromhex(value) if key in {"block_sync", "magic"} else value
            for key, value in given.items()
        }
        return ContainerKnobs(**made)
    except (ValueError, TypeError) as error:
        raise _bad(f"{where}.knobs", "hex texts and numbers", given) from error


def _raw(path: str, content: JsonValue) -> bytes:
    if isinstance(content, dict) and isinstance(content.get("text"), str):
        return str(content["text"]).encode()
    if isinstance(content, dict) and isinstance(content.get("hex"), str):
        try:
            return bytes.fromhex(content["hex"])
        except ValueError as error:
            raise _bad(f"files[{path}]", "hex digits", content["hex"]) from error
    raise _bad(f"files[{path}]", "text or hex", content)


def _bad(what: str, expected: object, got: object) -> EncodeError:
    return EncodeError("bad-value", "timeline.table.folder", what, expected, got)
