# SPDX-License-Identifier: Apache-2.0
"""Descriptions of timelines at the bounds of their forms, for mutants drawn by chance.

    drawn:timeline-forms     which files a description makes, and what of it the writer states
    drawn:timeline-refused   descriptions with one wrong member

The forms are those of `fixtures/recipes/reference/README.md` and of `spec/timeline.md`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported

if TYPE_CHECKING:
    from chance_questions import World

_TIME, _DONE = "20260101000000000", "20260101000001000"
_PLAIN: dict[str, Any] = {"table_version": 9, "properties": {"hoodie.table.name": "t"}}


def near_timeline_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:timeline-forms", "", _forms_fault
    yield "drawn:timeline-refused", "", _refused_fault


def _instant(action: str, **more: Any) -> dict[str, Any]:
    return {"time": _TIME, "action": action, "completion_time": _DONE, **more}


def _names(
    action: str, layout: int, states: tuple[str, ...], completed: str = "", done: str | None = _DONE
) -> set[str]:
    """Names of files [timeline.name.layout-1, timeline.name.layout-2]."""
    folder = ".hoodie/timeline/" if layout == 2 else ".hoodie/"
    names = set()
    for state in states:
        if state == "completed":
            stem = f"{_TIME}_{done}" if layout == 2 and done else _TIME
            names.add(f"{folder}{stem}.{completed or action}")
        elif action == "commit" and state == "inflight":
            names.add(f"{folder}{_TIME}.inflight")
        else:
            names.add(f"{folder}{_TIME}.{action}.{state}")
    return names


def _forms_fault(_: World) -> Failure:
    encode = imported("encode.timeline.table").encode_timeline
    three = ("requested", "inflight", "completed")
    for version, layout in ((5, 1), (7, 1), (8, 2), (9, 2)):
        for action, completed in (
            ("commit", ""), ("deltacommit", ""), ("clean", ""), ("compaction", "commit"),
            ("logcompaction", "deltacommit"), ("clustering", "replacecommit"), ("replacecommit", ""),
            ("rollback", ""), ("restore", ""), ("indexing", ""), ("savepoint", ""),
        ):  # fmt: skip
            made = encode({**_PLAIN, "table_version": version, "instants": [_instant(action)]})
            states = three[1:] if action == "savepoint" else three
            names = _names(action, layout, states, completed)
            if set(made.files) != {*names, ".hoodie/hoodie.properties"} or any(
                made.files[name] for name in names
            ):
                return f"{action} of version {version}: {sorted(made.files)}"
            head = {"time": _TIME, "action": completed or action, "state": "COMPLETED",
                    "completion_time": _DONE if layout == 2 else None}  # fmt: skip
            if made.views["list"] != {"table_version": version, "layout": layout, "active": [head]}:
                return f"{action} of version {version}: {made.views['list']}"
            for one in three:
                only = _instant(action, states=[one.upper()])
                made = encode({**_PLAIN, "table_version": version, "instants": [only]})
                if set(made.files) - {".hoodie/hoodie.properties"} != _names(
                    action, layout, (one,), completed
                ):
                    return f"{one} {action} of version {version}: {sorted(made.files)}"
                (active,) = made.views["list"]["active"]
                if active["state"] != one.upper() or (active["completion_time"] is None) is not (
                    one != "completed" or layout == 1
                ):
                    return f"{one} {action} of version {version}: {active}"
    pending = {"time": _TIME, "action": "commit"}
    made = encode({**_PLAIN, "instants": [pending]})
    if set(made.files) - {".hoodie/hoodie.properties"} != _names("commit", 2, three, done=None):
        return f"without a completion time: {sorted(made.files)}"
    for layout, version in ((1, 9), (2, 6)):
        made = encode({**_PLAIN, "table_version": version, "layout": layout, "instants": [_instant("clean")]})
        if set(made.files) - {".hoodie/hoodie.properties"} != _names("clean", layout, three):
            return f"layout {layout} of version {version}: {sorted(made.files)}"
    return _properties_fault(encode) or _damage_fault(encode)


def _properties_fault(encode: Any) -> Failure:
    checksum = str(zlib.crc32(b".t"))
    plain = {"hoodie.table.name": "t", "hoodie.table.version": "9", "hoodie.timeline.layout.version": "2",
             "hoodie.table.checksum": checksum}  # fmt: skip
    for change, expected, word in (
        ({}, plain, "ok"), ({"a": "b"}, {**plain, "a": "b"}, "ok"),
        ({"hoodie.table.version": None}, {k: v for k, v in plain.items() if k != "hoodie.table.version"},
        "ok"),
        ({"hoodie.table.version": "7"}, {**plain, "hoodie.table.version": "7"}, "ok"),
        ({"hoodie.table.checksum": None}, {k: v for k, v in plain.items() if k != "hoodie.table.checksum"},
        "absent"),
        ({"hoodie.table.checksum": "5"}, {**plain, "hoodie.table.checksum": "5"}, "mismatch"),
        ({"hoodie.database.name": "d"}, {**plain, "hoodie.database.name": "d",
                                         "hoodie.table.checksum": str(zlib.crc32(b"d.t"))}, "ok"),
    ):  # fmt: skip
        made = encode({**_PLAIN, "properties": {"hoodie.table.name": "t", **change}})
        if made.views["properties"] != {"properties": dict(sorted(expected.items())), "checksum": word}:
            return f"{change}: {made.views['properties']}"
        text = made.files[".hoodie/hoodie.properties"].decode()
        stored = dict(line.split("=", 1) for line in text.splitlines() if line[:1] != "#")
        if stored != expected:
            return f"{change}: {stored}"
    if encode({"instants": [_instant("clean")]}).views.keys() != {"contents"}:
        return f"without properties: {encode({'instants': [_instant('clean')]}).views.keys()}"
    if encode({}).files or encode({}).views:
        return f"of nothing: {encode({}).files}"
    moved = encode({**_PLAIN, "properties": {"hoodie.table.name": "t", "hoodie.timeline.path": "tl"},
                    "instants": [_instant("clean")]})  # fmt: skip
    if f".hoodie/tl/{_TIME}.clean.requested" not in moved.files:
        return f"{sorted(moved.files)}"
    return None


def _damage_fault(encode: Any) -> Failure:
    """Files, cuts and knobs are damage, of which nothing is stated."""
    commit = {"b": 1, "a": [1.5, True, None, {"x": 2**60}], "c": "é"}
    old = {**_PLAIN, "table_version": 6, "instants": [_instant("commit", completed=commit)]}
    name = f"{_TIME}.commit"
    made = encode(old)
    data = made.files[f".hoodie/{name}"]
    if json.loads(data) != commit or not data.startswith(b'{\n  "a" : [\n    1.5,\n    true'):
        return f"{data!r}"
    shown = {"b": "1", "a": ["1.5", True, None, {"x": str(2**60)}], "c": "é"}
    view = made.views["contents"][f".hoodie/{name}"]
    if (view["content"], view["format"]) != (shown, "json"):
        return f"{view}"
    for change, path, expected in (
        ({"cut": {name: 0}}, name, b""), ({"cut": {name: len(data)}}, name, data), ({"cut": {name: 5}},
        name, data[:5]),
        ({"files": {"x/y": {"text": "é"}}}, "x/y", "é".encode()), ({"files": {"x": {"hex": "00ff"}}}, "x",
        b"\0\xff"),
        ({"files": {name: {"text": ""}}}, name, b""),
    ):  # fmt: skip
        made = encode({**old, **change})
        if made.views or made.files[f".hoodie/{path}"] != expected:
            return f"{change}: {made.files[f'.hoodie/{path}']!r}, {made.views}"
    made = encode({**_PLAIN, "knobs": {"checksum": "5"}})
    if made.views or b"hoodie.table.checksum=5\n" not in made.files[".hoodie/hoodie.properties"]:
        return f"another checksum: {made.files}"
    for empty in ({"cut": {}}, {"files": {}}, {"knobs": {}}):
        if not encode({**old, **empty}).views:
            return f"{empty} is damage"
    clean = _instant("clean", requested={"policy": "x"}, states=["REQUESTED"])
    for knobs, is_damage in (({}, False), ({"codec": "deflate"}, False), ({"magic": "00"}, True),
    ({"count": 5}, True),
                             ({"block_sync": "00" * 16}, True), ({"size": 1}, True)):  # fmt: skip
        made = encode({**_PLAIN, "instants": [{**clean, "knobs": knobs}]})
        if bool(made.views) is is_damage:
            return f"{knobs}: {made.views.keys()}"
    rows = encode({**_PLAIN, "instants": [_instant("clean", requested=[], states=["REQUESTED"])]})
    (content,) = rows.views["contents"].values()
    return None if (content["format"], content["content"]) == ("avro", None) else f"no record: {content}"


def _refused_fault(_: World) -> Failure:
    encode, error = imported("encode.timeline.table").encode_timeline, imported("encode.errors").EncodeError
    good = _instant("commit", completed={})
    name = f"timeline/{_TIME}_{_DONE}.commit"
    encode({**_PLAIN, "instants": [good], "cut": {name: 1}})
    for change in (
        {"other": 1}, {"table_version": "9"}, {"release": 5}, {"instants": {}}, {"files": []}, {"cut": []},
        {"knobs": []},
        {"properties": {"a": 5}}, {"properties": 5}, {"properties": []}, {"files": {"x": {}}},
        {"files": {"x": "text"}},
        {"files": {"x": {"text": 5}}}, {"files": {"x": {"hex": "zz"}}}, {"files": {"/x": {"text": ""}}},
        {"files": {"a/../b": {"text": ""}}}, {"files": {"..": {"text": ""}}}, {"cut": {"/x": 0}},
        *({"instants": [good], "cut": {name: length}} for length in (-1, 10**6, "1")), {"cut": {"none": 0}},
        *({"instants": [{**good, **wrong}]} for wrong in (
            {"action": "other"}, {"action": None}, {"action": []}, {"time": 5}, {"time": "x"}, {"time": ""},
            {"time": None}, {"states": []}, {"states": ["DONE"]}, {"states": ["COMPLETED", "DONE"]},
            {"more": 1},
            {"requested": {}}, {"knobs": {"other": 1}}, {"knobs": {"magic": "zz"}}, {"knobs": {"magic": 5}},
            {"knobs": []}, {"inflight": {"x": 1}}, {"completed": 5})),
        {"instants": [good, good]}, {"instants": [5]}, {"instants": [_instant("savepoint", inflight={})]},
        {"instants": [_instant("rollback", inflight={})]}, {"release": "0.1"},
    ):  # fmt: skip
        try:
            encode({**_PLAIN, **change})
        except error:
            continue
        if change == {"release": "0.1"}:
            continue  # nothing of it is asked for
        return f"{change} is written"
    for wrong in (None, [], "text", 5):
        try:
            encode(wrong)
        except error:
            continue
        return f"{wrong!r} is written"
    return None
