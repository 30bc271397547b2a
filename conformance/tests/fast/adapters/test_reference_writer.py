# SPDX-License-Identifier: Apache-2.0
"""The reference writer over the adapter protocol, in process and as a process."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.reference_writer import answer

COMMAND = [sys.executable, "-m", "hudi_conformance.adapters.reference_writer"]


def write(description: Any) -> dict[str, Any]:
    return {"v": 1, "seq": "7", "cmd": "log.write", "args": {"write": description}}


def fixture(name: str) -> Any:
    return json.loads((resources.fixtures_dir() / "log" / f"{name}.write.json").read_text(encoding="utf-8"))


def test_writes_what_the_fixture_holds() -> None:
    response = answer(write(fixture("three_avro")))
    assert (response["seq"], response["answer"]) == ("7", "value")
    kept = (resources.fixtures_dir() / "log" / "three_avro.log").read_bytes()
    assert base64.b64decode(response["value"]["b64"]) == kept


@pytest.mark.parametrize("description", [None, 5, [], {}, {"blocks": [{"kind": "COMMAND_BLOCK"}]}])
def test_misuse_is_a_rejection(description: Any) -> None:
    response = answer(write(description))
    assert response["answer"] == "reject"
    assert set(response) == {"seq", "answer", "code", "message", "requirement"}


def test_other_commands_are_unsupported() -> None:
    assert answer({"seq": "1", "cmd": "log.scan", "in": {"b64": ""}})["answer"] == "unsupported"
    assert answer({"seq": "1"})["answer"] == "unsupported"


def test_long_lived_process() -> None:
    requests = [
        {"v": 1, "seq": "0", "cmd": "hello", "suite": "0"},
        write({"blocks": []}),
        {"v": 1, "seq": "8", "cmd": "bye"},
        {"v": 1, "seq": "9", "cmd": "hello"},
    ]
    lines = "not json\n" + "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(COMMAND, input=lines, capture_output=True, text=True, timeout=60, check=True)
    garbled, hello, written, bye = (json.loads(line) for line in done.stdout.splitlines())
    assert garbled["answer"] == "error"
    assert hello["value"]["protocol"] == 1
    writers = [f"{surface}.write" for surface in ("log", "hfile", "timeline", "archive", "metadata")]
    assert hello["value"]["commands"] == [*writers, "metadata.bloom.write", "table.write"]
    assert written == {"seq": "7", "answer": "value", "value": {"b64": ""}}
    assert bye == {"seq": "8", "answer": "value", "value": {}}


@pytest.mark.parametrize(
    ("command", "text", "code", "kind"),
    [
        ("log.write", json.dumps({"blocks": []}), 0, "value"),
        ("log.write", json.dumps({"write": {"blocks": []}}), 0, "value"),
        ("log.write", "{}", 1, "reject"),
        ("log.write", "{", 1, "reject"),
        ("log.scan", "", 3, "unsupported"),
    ],
)
def test_one_shot(command: str, text: str, code: int, kind: str) -> None:
    done = subprocess.run(
        [*COMMAND, "--once", command], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, json.loads(done.stdout)["answer"]) == (code, kind)
