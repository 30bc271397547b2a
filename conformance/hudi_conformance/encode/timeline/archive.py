# SPDX-License-Identifier: Apache-2.0
"""Archived timelines of version 1: log files of one kind of block, and the plan of a merge.

`archive` of a description holds

folder: below `.hoodie`, default `archived`; `""` is what 0.9.0 does.
files: a list of `name`, `blocks` (a list of lists of entries) or `entries` (cut into blocks of `batch`, 10),
    `release`, `version` of the content, `knobs`.
plan: `candidates` and `merged` of a `mergeArchivePlan`, as file names.

An entry is `time`, `action`, `state` and, where there is one, `content`: the row that its action and state
have. `record` in place of these is a whole row of `HoodieArchivedMetaEntry`.
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
from hudi_conformance.views.common import JsonValue

ENTRY = "HoodieArchivedMetaEntry"
PLAN = "mergeArchivePlan"
AVRO_BLOCK, COMMAND_BLOCK = 3, 0
KEY_INSTANT, KEY_TARGET, KEY_SCHEMA, KEY_COMMAND = 0, 1, 2, 3
_RULE = "archive.block.form"
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


def encode_archive(given: JsonValue, release: str, files: dict[str, bytes], views: dict[str, Any]) -> bool:
    """Add archived files to `files` and their views to `views`; True where damage was asked for.

    Raises:
        EncodeError: the description is malformed.
    """
    if not isinstance(given, dict) or set(given) - {"folder", "files", "plan"}:
        raise _bad("archive", "folder, files, plan", given)
    name = given.get("folder", "archived")
    folder = f".hoodie/{name}/" if name else ".hoodie/"
    damaged = False
    entries: dict[str, Any] = {}
    found: set[tuple[str, str, str]] = set()
    for number, one in enumerate(given.get("files", ())):
        if not isinstance(one, dict) or set(one) - _FILE_KEYS or not isinstance(one.get("name"), str):
            raise _bad(f"archive.files[{number}]", f"an object of {sorted(_FILE_KEYS)}", one)
        path = folder + one["name"]
        data, shown, wrong = _file(one, one.get("release", release))
        damaged |= wrong
        files[path] = data
        entries[path] = {"blocks": shown}
        found |= {_identity(entry) for block in shown for entry in block.get("entries", ())}
    if entries:
        views["entries"] = entries
        order = ("REQUESTED", "INFLIGHT", "COMPLETED")
        views["archived"] = {
            "instants": [
                {"time": time, "action": action, "state": state}
                for time, action, state in sorted(
                    found, key=lambda one: (one[0], one[1], order.index(one[2]))
                )
            ]
        }
    if "plan" in given:
        files[folder + PLAN] = _plan(given["plan"], folder, release)
    return damaged


def _identity(entry: Mapping[str, Any]) -> tuple[str, str, str]:
    return entry["commitTime"], entry["actionType"], entry["actionState"] or "COMPLETED"


def _file(one: Mapping[str, Any], release: str) -> tuple[bytes, list[Any], bool]:
    knobs = one.get("knobs", {})
    if not isinstance(knobs, dict) or set(knobs) - _KNOBS:
        raise _bad("archive knobs", f"some of {sorted(_KNOBS)}", knobs)
    blocks = one.get("blocks")
    if blocks is None:
        listed, batch = one.get("entries", []), one.get("batch", 10)
        blocks = [listed[i : i + batch] for i in range(0, len(listed), batch)]
    out = bytearray()
    shown: list[Any] = []
    for block in blocks:
        framed, rows = _block(block, release, one.get("version", content_version(release)), knobs)
        shown.append({"ofs": str(len(out)), "entries": rows})
        out += framed
    if knobs.get("foreign_block"):
        header = encode_map([(KEY_INSTANT, b"001"), (KEY_TARGET, b"001"), (KEY_COMMAND, b"0")])
        out += encode_frame(Frame(COMMAND_BLOCK, header, b"")).data
    if "trailing_hex" in knobs:
        out += bytes.fromhex(knobs["trailing_hex"])
    return bytes(out), shown, bool(knobs)


def _block(
    entries: Sequence[Any], release: str, version: int, knobs: Mapping[str, Any]
) -> tuple[bytes, list[Any]]:
    schema = schema_text(ENTRY, release)
    encoded = [encode_row(parsed(schema), completed_row(schema, _entry(entry))) for entry in entries]
    count = knobs.get("num_records", len(encoded))
    content = struct.pack(">ii", version, count)
    content += b"".join(struct.pack(">i", len(one.data)) + one.data for one in encoded)
    header = [(KEY_SCHEMA, knobs.get("schema", schema).encode())]
    if "instant_time" in knobs:
        header.insert(0, (KEY_INSTANT, knobs["instant_time"].encode()))
    frame = Frame(
        AVRO_BLOCK, encode_map(header), content,
        len_block_delta=knobs.get("len_block_delta", 0), len_trailing=knobs.get("len_trailing"),
    )  # fmt: skip
    return encode_frame(frame).data, [one.row for one in encoded]


def _entry(given: JsonValue) -> JsonValue:
    """A whole row of an archived entry [archive.entry.one-field]."""
    if isinstance(given, dict) and set(given) == {"record"}:
        return given["record"]
    known = {"time", "action", "state", "content", "transition_time"}
    if not isinstance(given, dict) or set(given) - known or not {"time", "action", "state"} <= set(given):
        raise _bad("entry", f"an object of {sorted(known)}", given)
    action, state = given["action"], given["state"]
    row = {"commitTime": given["time"], "actionType": action, "actionState": state, "version": None}
    if "transition_time" in given:
        row["stateTransitionTime"] = given["transition_time"]
    if given.get("content") is not None:
        field = _FIELDS.get((action, state), _FIELDS.get((action, "*")))
        if field is None:
            raise EncodeError("bad-state", "archive.entry.one-field", "entry", "no content", (action, state))
        row[field] = given["content"]
    return row


def _plan(given: JsonValue, folder: str, release: str) -> bytes:
    """A merge plan [archive.merge.plan-file]."""
    if not isinstance(given, dict) or set(given) - {"candidates", "merged"}:
        raise _bad("archive.plan", "candidates and merged", given)
    schema = schema_text("HoodieMergeArchiveFilePlan", release)
    row = completed_row(
        schema,
        {
            "version": 1,
            "candidate": [f"file:/table/{folder}{name}" for name in given.get("candidates", ())],
            "mergedArchiveFileName": given.get("merged"),
        },
    )
    return encode_container(schema, [encode_row(parsed(schema), row).data])


def _bad(what: str, expected: object, got: object) -> EncodeError:
    return EncodeError("bad-value", _RULE, what, expected, got)
