# SPDX-License-Identifier: Apache-2.0
"""The adapter kaitai-python: every request gets one well-formed answer."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hudi_conformance import errors, resources
from hudi_conformance.adapters.kaitai.python import COMMANDS, answer
from hudi_conformance.canonical import json as canonical_json
from hypothesis import given, settings
from hypothesis import strategies as st

ONE = (resources.fixtures_dir() / "log" / "one_avro.log").read_bytes()
LOG_COMMANDS = sorted(name for name in COMMANDS if name.startswith("log."))
MERGED = {
    "line": "1.2",
    "rule": {"payload": "DefaultHoodieRecordPayload"},
    "table_version": 6,
    "latest": "20240101000000009",
    "completed": ["20240101000000001"],
    "ordering_fields": ["v"],
    "schema": json.dumps(
        {
            "type": "record",
            "name": "Row",
            "fields": [
                {"name": "id", "type": "string"},
                {"name": "v", "type": ["null", "int"], "default": None},
            ],
        }
    ),
}


def ask(cmd: str, data: bytes = ONE, **args: Any) -> dict[str, Any]:
    text = base64.b64encode(data).decode("ascii")
    return answer({"v": 1, "seq": "7", "cmd": cmd, "in": {"b64": text}, "args": args})


def test_hello_lists_what_it_answers() -> None:
    value = answer({"cmd": "hello"})["value"]
    assert value["name"] == "kaitai-python"
    assert set(LOG_COMMANDS) < set(value["commands"])
    for cmd in value["commands"]:
        assert answer({"cmd": cmd})["answer"] != "unsupported"


def test_rejection_tells_what_survived() -> None:
    data = bytearray(ONE + ONE)
    data[254 + 21] = 9
    got = ask("log.scan", bytes(data))
    assert (got["answer"], got["code"], got["at"], got["seq"]) == ("reject", "bad-type", "272", "7")
    assert len(got["partial"]["blocks"]) == 1
    assert ask("name.parse", name="x")["code"] == "bad-value"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"cmd": "log.merge"}, "unsupported"),
        ({"cmd": "log.merged"}, "error"),
        ({"cmd": "log.merged", "in": {"b64": ""}, "args": {"table_version": 8}}, "error"),
        ({"cmd": None}, "unsupported"),
        ({"cmd": ["log.scan"]}, "unsupported"),
        ({}, "unsupported"),
        ({"cmd": "log.scan"}, "error"),
        ({"cmd": "log.scan", "in": {"b64": "*"}}, "error"),
        ({"cmd": "log.scan", "in": {"path": "/no/such/file"}}, "error"),
        ({"cmd": "log.scan", "in": {"path": "bad\0name"}}, "error"),
        ({"cmd": "log.check", "in": {"b64": ""}, "args": {"table_version": "8"}}, "error"),
        ({"cmd": "log.check", "in": {"b64": ""}, "args": []}, "error"),
        ({"cmd": "name.parse", "args": {"name": 5}}, "error"),
        ({"cmd": "name.order", "args": {"names": [5]}}, "error"),
    ],
)
def test_bad_requests(request_: dict[str, Any], expected: str) -> None:
    assert answer(request_)["answer"] == expected
    assert answer([])["answer"] == "error"


@settings(max_examples=150)
@given(
    st.sampled_from(LOG_COMMANDS),
    st.integers(0, len(ONE) - 1),
    st.binary(min_size=1, max_size=8),
    st.booleans(),
)
def test_any_damage_gets_an_answer(cmd: str, ofs: int, new: bytes, is_cut: bool) -> None:
    data = ONE[:ofs] + new + (b"" if is_cut else ONE[ofs + len(new) :])
    got = ask(cmd, data + ONE, **(MERGED if cmd == "log.merged" else {}))
    assert got["answer"] in {"value", "reject"}, got
    canonical_json.dumps(got)
    if got["answer"] == "reject":
        assert got["code"] in errors.CODES
