# SPDX-License-Identifier: Apache-2.0
"""Messages of the adapter protocol: what is sent, what is accepted, and that the schema says the same."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.protocol import Answer, Garbled


def valid(message: Any, part: str) -> bool:
    path = resources.schemas_dir() / "protocol.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{part}"}]}).is_valid(
        message
    )


def test_requests_follow_the_schema() -> None:
    messages = [
        protocol.hello_request("0"),
        protocol.request("1", "log.scan", b"\x23\x48", {}, ms=5000, mib=512),
        protocol.request("2", "name.parse", None, {"name": "x"}, ms=1, mib=1),
        protocol.request("3", "log.scan", b"x", {}, ms=1, mib=1, path=Path("/x/y")),
        protocol.bye_request("4"),
    ]
    for message in messages:
        assert valid(message, "request"), message
    assert base64.b64decode(messages[1]["in"]["b64"]) == b"\x23\x48"
    assert "in" not in messages[2]
    assert messages[3]["in"] == {"path": "/x/y"}


ANSWERS = [
    {"answer": "value", "value": {"blocks": []}},
    {"answer": "value", "value": None},
    {"answer": "reject", "code": "truncated"},
    {
        "answer": "reject",
        "code": "unspecified",
        "at": "0",
        "message": "m",
        "requirement": "log.x",
        "partial": {},
    },
    {"answer": "reject", "code": "bad-magic", "at": None},
    {"answer": "unsupported", "what": "log.write"},
    {"answer": "limit", "what": "depth"},
    {"answer": "error", "message": "NPE", "trace": "at X", "partial": {"blocks": []}},
    {"answer": "value", "value": 1, "unknown": "passed over"},
]
GARBLED = [
    {"answer": "maybe"},
    {},
    {"answer": "value"},
    {"answer": "reject"},
    {"answer": "reject", "code": "bad-luck"},
    {"answer": "reject", "code": "truncated", "at": 5},
    {"answer": "reject", "code": "truncated", "at": "-1"},
    {"answer": "reject", "code": "truncated", "at": "05"},
    {"answer": "reject", "code": ["truncated"]},
    {"answer": "unsupported"},
    {"answer": "limit"},
    {"answer": "error"},
]


@pytest.mark.parametrize("said", ANSWERS)
def test_answers(said: dict[str, Any]) -> None:
    message = {"seq": "7", **said}
    answer = protocol.parse_answer(message, "7", 1.5)
    assert (answer.answer, answer.ms) == (said["answer"], 1.5)
    assert answer.value == said.get("value")
    assert answer.code == said.get("code")
    assert answer.partial == said.get("partial")
    assert valid(message, "response")


@pytest.mark.parametrize("said", GARBLED)
def test_what_is_no_answer(said: dict[str, Any]) -> None:
    message = {"seq": "7", **said}
    with pytest.raises(Garbled):
        protocol.parse_answer(message, "7")
    assert not valid(message, "response")


@pytest.mark.parametrize("seq", ["8", 7, None])
def test_seq_must_be_that_of_the_question(seq: Any) -> None:
    with pytest.raises(Garbled, match="does not match the request"):
        protocol.parse_answer({"seq": seq, "answer": "value", "value": 1}, "7")


@pytest.mark.parametrize(
    "line", [b"INFO reading\n", b"[]\n", b"\xff\n", b'{"a":1,"a":2}\n', b"\n", b'{"x":NaN}\n', b"[" * 100_000]
)
def test_lines_that_are_no_messages(line: bytes) -> None:
    with pytest.raises(Garbled):
        protocol.parse_line(line)


def test_long_messages_are_cut() -> None:
    answer = protocol.parse_answer({"seq": "1", "answer": "error", "message": "x" * 10_000, "trace": 5}, "1")
    assert len(answer.message or "") == protocol.MAX_MESSAGE
    assert answer.trace == "5"


HELLO = {
    "protocol": 1,
    "name": "n",
    "version": "1",
    "language": "rust",
    "commands": ["log.scan"],
    "features": ["content.avro"],
    "inputs": ["b64"],
}


def test_hello() -> None:
    hello = protocol.parse_hello(Answer("value", value=HELLO))
    assert hello.document == HELLO
    assert hello.lacks("log.scan", ("content.avro",)) is None
    assert hello.lacks("log.scan", ("content.avro", "content.hfile")) == "content.hfile"
    assert hello.lacks("log.write", ()) == "log.write"
    assert valid(HELLO, "hello_value")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"protocol": 2}, "speaks protocol 2"),
        ({"name": 3}, "name must be a string"),
        ({"language": None}, "language"),
        ({"commands": "log.scan"}, "commands must be a list"),
        ({"features": None}, "features must be a list"),
        ({"commands": []}, "commands is empty"),
        ({"inputs": []}, "b64, path or dir"),
        ({"inputs": ["fax"]}, "b64, path or dir"),
    ],
)
def test_hello_that_is_none(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Garbled, match=sentence):
        protocol.parse_hello(Answer("value", value={**HELLO, **change}))


def test_hello_must_be_a_value() -> None:
    with pytest.raises(Garbled, match="answered with error: boom"):
        protocol.parse_hello(Answer("error", message="boom"))


def test_a_pure_writer_needs_no_inputs() -> None:
    assert protocol.parse_hello(Answer("value", value={**HELLO, "commands": ["log.write"], "inputs": []}))


def test_the_deepest_value_of_a_message_can_be_recorded_in_an_event() -> None:
    depth = protocol.MAX_NESTING - 1  # the message itself is one level
    line = b'{"seq":"1","answer":"value","value":' + b"[" * depth + b"]" * depth + b"}\n"
    answer = protocol.parse_answer(protocol.parse_line(line), "1")
    assert canonical_json.dumps_line({"event": {"detail": answer.value}})


@pytest.mark.parametrize("depth", [protocol.MAX_NESTING, 990, 2000, 50_000])
@pytest.mark.parametrize(("start", "end"), [(b"[", b"]"), (b'{"a":[', b"]}")], ids=["lists", "objects"])
def test_a_deeper_value_is_garbled_on_every_python(depth: int, start: bytes, end: bytes) -> None:
    line = b'{"seq":"1","answer":"value","value":' + start * depth + end * depth + b"}\n"
    with pytest.raises(Garbled, match="nested"):
        protocol.parse_line(line)


def test_a_wide_message_is_not_deep() -> None:
    value = [[{"a": []}] for _ in range(protocol.MAX_NESTING)]
    assert protocol.parse_line(canonical_json.dumps_line({"value": value})) == {"value": value}
