# SPDX-License-Identifier: Apache-2.0
"""Archived timelines of version 1: log files of one kind of block, and the plan of a merge.

`archive` of a description holds

folder: below `.hoodie`, default `archived`; `""` as in 0.9.0.
files: a list of `name`, `blocks` (a list of lists of entries) or `entries` (split into blocks of `batch`,
10),
    `release`, `version` of the content, `knobs`.
plan: `candidates` and `merged` of a `mergeArchivePlan`, as file names.

An entry is `time`, `action`, `state` and, if there is one, `content`: the row of its action and state.
`record` instead of these is a complete row of `HoodieArchivedMetaEntry`.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from hudi_conformance.encode.avro.container import encode_container
from hudi_conformance.encode.avro.rows import encode_row
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.frame import Frame, encode_frame, encode_map
from hudi_conformance.encode.timeline.schemas import completed_row, parsed, schema_text
from hudi_conformance.encode.values import Values
from hudi_conformance.model.common import JsonValue

ENTRY = "HoodieArchivedMetaEntry"
PLAN = "mergeArchivePlan"
AVRO_BLOCK, COMMAND_BLOCK = 3, 0
KEY_INSTANT, KEY_TARGET, KEY_SCHEMA, KEY_COMMAND = 0, 1, 2, 3
VALUES = Values("archive.block.form")
_STATES = ("REQUESTED", "INFLIGHT", "COMPLETED")
_FILE_KEYS = frozenset({"name", "blocks", "entries", "batch", "release", "version", "knobs"})
_KNOBS = frozenset({
    "num_records", "len_block_delta", "len_trailing", "instant_time", "foreign_block", "schema",
    "trailing_hex",
})  # fmt: skip
_FIELDS = {
    ("commit", "*"): "hoodieCommitMetadata",
    ("deltacommit", "*"): "hoodieCommitMetadata",
    ("replacecommit", "COMPLETED"): "hoodieReplaceCommitMetadata",
    ("replacecommit", "INFLIGHT"): "HoodieInflightReplaceMetadata",
    ("replacecommit", "REQUESTED"): "hoodieRequestedReplaceMetadata",
    ("clustering", "INFLIGHT"): "HoodieInflightReplaceMetadata",
    ("clustering", "REQUESTED"): "hoodieRequestedReplaceMetadata",
    ("clean", "COMPLETED"): "hoodieCleanMetadata",
    ("clean", "*"): "hoodieCleanerPlan",
    ("rollback", "COMPLETED"): "hoodieRollbackMetadata",
    ("savepoint", "COMPLETED"): "hoodieSavePointMetadata",
    ("compaction", "*"): "hoodieCompactionPlan",
    ("logcompaction", "*"): "hoodieCompactionPlan",
}


def content_version(release: str) -> int:
    """Version of the block content that a release writes [archive.block.content-version]."""
    major, minor = (int(part) for part in release.split(".")[:2])
    if (major, minor) < (0, 11):
        return 1
    return 2 if (major, minor) < (0, 14) else 3


def encode_archive(
    description: JsonValue, release: str, files: dict[str, bytes], views: dict[str, Any]
) -> bool:
    """Add archived files to `files` and their views to `views`; return True if damage was requested.

    Raises:
        EncodeError: the description is malformed.
    """
    VALUES.closed(description, "archive", {"folder", "files", "plan"})
    name = description.get("folder", "archived")
    folder = f".hoodie/{name}/" if name else ".hoodie/"
    damaged = False
    entries: dict[str, Any] = {}
    instants: set[tuple[str, str, str]] = set()
    for number, file in enumerate(description.get("files", ())):
        members = VALUES.closed(file, f"archive.files[{number}]", _FILE_KEYS)
        path = folder + VALUES.text(members.get("name"), f"archive.files[{number}].name")
        data, blocks, wrong = _file(members, members.get("release", release))
        damaged |= wrong
        files[path] = data
        entries[path] = {"blocks": blocks}
        instants |= {_identity(entry) for block in blocks for entry in block["entries"]}
    if entries:
        views["entries"] = entries
        ordered = sorted(instants, key=lambda key: (key[0], key[1], _STATES.index(key[2])))
        views["archived"] = {
            "instants": [{"time": time, "action": action, "state": state} for time, action, state in ordered]
        }
    if "plan" in description:
        files[folder + PLAN] = _plan(description["plan"], folder, release)
    return damaged


def _identity(entry: Mapping[str, Any]) -> tuple[str, str, str]:
    return entry["commitTime"], entry["actionType"], entry["actionState"] or "COMPLETED"


def _file(file: Mapping[str, Any], release: str) -> tuple[bytes, list[Any], bool]:
    knobs = file.get("knobs", {})
    VALUES.closed(knobs, "archive knobs", _KNOBS)
    blocks = file.get("blocks")
    if blocks is None:
        entries, batch = file.get("entries", []), VALUES.positive(file.get("batch", 10), "batch")
        blocks = [entries[i : i + batch] for i in range(0, len(entries), batch)]
    out = bytearray()
    views: list[Any] = []
    for block in blocks:
        framed, rows = _block(block, release, file.get("version", content_version(release)), knobs)
        views.append({"ofs": str(len(out)), "entries": rows})
        out += framed
    if knobs.get("foreign_block"):
        header = encode_map([(KEY_INSTANT, b"001"), (KEY_TARGET, b"001"), (KEY_COMMAND, b"0")])
        out += encode_frame(Frame(COMMAND_BLOCK, header, b"")).data
    if "trailing_hex" in knobs:
        out += bytes.fromhex(knobs["trailing_hex"])
    return bytes(out), views, bool(knobs)


def _block(
    entries: Sequence[Any], release: str, version: int, knobs: Mapping[str, Any]
) -> tuple[bytes, list[Any]]:
    schema = schema_text(ENTRY, release)
    encoded = [encode_row(parsed(schema), completed_row(schema, _entry(entry))) for entry in entries]
    count = VALUES.int32(knobs.get("num_records", len(encoded)), "knobs.num_records")
    content = struct.pack(">ii", version, count)
    content += b"".join(struct.pack(">i", len(datum.data)) + datum.data for datum in encoded)
    header = [(KEY_SCHEMA, knobs.get("schema", schema).encode())]
    if "instant_time" in knobs:
        header.insert(0, (KEY_INSTANT, knobs["instant_time"].encode()))
    frame = Frame(
        AVRO_BLOCK, encode_map(header), content,
        len_block_delta=knobs.get("len_block_delta", 0), len_trailing=knobs.get("len_trailing"),
    )  # fmt: skip
    return encode_frame(frame).data, [datum.row for datum in encoded]


def _entry(description: JsonValue) -> JsonValue:
    """The complete row of an archived entry [archive.entry.one-field]."""
    if isinstance(description, dict) and set(description) == {"record"}:
        return description["record"]
    known = {"time", "action", "state", "content", "transition_time"}
    if not {"time", "action", "state"} <= set(VALUES.closed(description, "entry", known)):
        raise VALUES.bad("entry", "time, action and state", description)
    action, state = description["action"], description["state"]
    row = {"commitTime": description["time"], "actionType": action, "actionState": state, "version": None}
    if "transition_time" in description:
        row["stateTransitionTime"] = description["transition_time"]
    if description.get("content") is not None:
        field = _FIELDS.get((action, state), _FIELDS.get((action, "*")))
        if field is None:
            raise EncodeError("bad-state", "archive.entry.one-field", "entry", "no content", (action, state))
        row[field] = description["content"]
    return row


def _plan(description: JsonValue, folder: str, release: str) -> bytes:
    """A merge plan [archive.merge.plan-file]."""
    VALUES.closed(description, "archive.plan", {"candidates", "merged"})
    schema = schema_text("HoodieMergeArchiveFilePlan", release)
    candidates = [f"file:/table/{folder}{name}" for name in description.get("candidates", ())]
    row = {"version": 1, "candidate": candidates, "mergedArchiveFileName": description.get("merged")}
    return encode_container(schema, [encode_row(parsed(schema), completed_row(schema, row)).data])
