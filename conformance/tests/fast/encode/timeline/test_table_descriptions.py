# SPDX-License-Identifier: Apache-2.0
"""Timelines that the reference writer makes from descriptions: names, contents, expected views, damage."""

from __future__ import annotations

import io
import json
import zlib
from typing import Any

import fastavro
import pytest
from hudi_conformance.encode.timeline.table import encode_timeline

TIME, DONE = "20260101000000000", "20260101000001000"
PROPERTIES = ".hoodie/hoodie.properties"
V9: dict[str, Any] = {"table_version": 9, "properties": {"hoodie.table.name": "t"}}
COMPLETED_AS = {"compaction": "commit", "logcompaction": "deltacommit", "clustering": "replacecommit"}
ACTIONS = [
    "commit",
    "deltacommit",
    "replacecommit",
    "clean",
    "rollback",
    "restore",
    "indexing",
    *COMPLETED_AS,
]


def instant(action: str, **more: Any) -> dict[str, Any]:
    """An instant of a description."""
    return {"time": TIME, "action": action, "completion_time": DONE, **more}


@pytest.mark.parametrize(("version", "layout"), [(5, 1), (7, 1), (8, 2), (9, 2)])
@pytest.mark.parametrize("action", [*ACTIONS, "savepoint"])
def test_files_of_an_instant_have_the_names_of_the_layout(version: int, layout: int, action: str) -> None:
    folder = ".hoodie/timeline/" if layout == 2 else ".hoodie/"
    completed = COMPLETED_AS.get(action, action)
    names = {
        "REQUESTED": f"{folder}{TIME}.{action}.requested",
        "INFLIGHT": f"{folder}{TIME}{'' if action == 'commit' else f'.{action}'}.inflight",
        "COMPLETED": f"{folder}{TIME}{f'_{DONE}' if layout == 2 else ''}.{completed}",
    }
    for states in (["REQUESTED"], ["INFLIGHT"], ["COMPLETED"], ["REQUESTED", "INFLIGHT", "COMPLETED"], None):
        named = {} if states is None else {"states": states}
        made = encode_timeline({**V9, "table_version": version, "instants": [instant(action, **named)]})
        written = states or (["INFLIGHT", "COMPLETED"] if action == "savepoint" else list(names))
        assert set(made.files) == {PROPERTIES, *(names[state] for state in written)}
        state = written[-1]
        is_done = state == "COMPLETED"
        expected = {
            "time": TIME,
            "action": completed if is_done else action,
            "state": state,
            "completion_time": DONE if is_done and layout == 2 else None,
        }
        assert made.views["list"] == {"table_version": version, "layout": layout, "active": [expected]}


def test_contents_are_json_or_one_record() -> None:
    commit = {"b": 1, "a": [1.5, True, None, {"x": 2**60}], "c": "é"}
    made = encode_timeline({**V9, "table_version": 6, "instants": [instant("commit", completed=commit)]})
    assert json.loads(made.files[f".hoodie/{TIME}.commit"]) == commit
    shown = {"b": "1", "a": ["1.5", True, None, {"x": str(2**60)}], "c": "é"}
    assert made.views["contents"][f".hoodie/{TIME}.commit"]["content"] == shown
    plan = {"policy": "x"}
    made = encode_timeline({**V9, "instants": [instant("clean", requested=plan, states=["REQUESTED"])]})
    (record,) = fastavro.reader(io.BytesIO(made.files[f".hoodie/timeline/{TIME}.clean.requested"]))
    assert isinstance(record, dict)
    assert record["policy"] == "x"


@pytest.mark.parametrize(
    ("change", "checksum"),
    [
        ({}, "ok"),
        ({"hoodie.table.checksum": "5"}, "mismatch"),
        ({"hoodie.table.checksum": None}, "absent"),
        ({"hoodie.database.name": "d"}, "ok"),
    ],
)
def test_properties_have_the_checksum_of_both_names(change: dict[str, Any], checksum: str) -> None:
    made = encode_timeline({**V9, "properties": {"hoodie.table.name": "t", **change}})
    lines = made.files[PROPERTIES].decode().splitlines()
    stored = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    crc = str(zlib.crc32(f"{stored.get('hoodie.database.name', '')}.t".encode()))
    expected = change.get("hoodie.table.checksum", crc)
    assert stored.get("hoodie.table.checksum") == expected
    assert made.views["properties"] == {"properties": stored, "checksum": checksum}


NAME = f"{TIME}.commit"
OLD = {**V9, "table_version": 6, "instants": [instant("commit", completed={"a": 1})]}
CLEAN = instant("clean", requested={"policy": "x"}, states=["REQUESTED"])


@pytest.mark.parametrize(
    ("change", "path", "data"),
    [
        ({"cut": {NAME: 5}}, NAME, b'{\n  "'),
        ({"cut": {NAME: 0}}, NAME, b""),
        ({"files": {NAME: {"text": "é"}}}, NAME, "é".encode()),
        ({"files": {"x/y": {"hex": "00ff"}}}, "x/y", b"\x00\xff"),
    ],
)
def test_damaged_files_have_no_views(change: dict[str, Any], path: str, data: bytes) -> None:
    made = encode_timeline({**OLD, **change})
    assert (made.files[f".hoodie/{path}"], made.views) == (data, {})
