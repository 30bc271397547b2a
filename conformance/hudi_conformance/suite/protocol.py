# SPDX-License-Identifier: Apache-2.0
"""Messages between runner and adapter: JSON lines, as `conformance/schemas/protocol.schema.json` defines."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance import __version__
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import CODES, UNSPECIFIED, LimitExceeded
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.shapes import is_strings
from hudi_conformance.suite.type_limits import LIMITS

VERSION = 1
ANSWERS = ("value", "reject", "unsupported", "limit", "error")
"""Answers of an adapter."""
RUNNER_ANSWERS = ("crash", "hang", "garbled", "absent")
"""Answers that the runner records if an adapter returned no usable one."""
ARGUMENTS_ONLY = frozenset(
    {
        "name.parse", "name.order", "metadata.key", "bucket.key",
        "log.write", "hfile.write", "timeline.write", "archive.write", "metadata.write",
        "metadata.bloom.write", "table.write",
    }
)  # fmt: skip
"""Commands without input bytes."""
READS_BACK = {
    "log.write": "log.records",
    "hfile.write": "hfile.cells",
    "timeline.write": "timeline.list",
    "archive.write": "archive.list",
    "metadata.write": "metadata.files",
    "metadata.bloom.write": "metadata.bloom",
    "table.write": "table.content",
}
"""Commands of writers, each with the command that reads the output back unless the case names one in `by`."""
MAX_LINE = 64 << 20
MAX_MESSAGE = 4000
MAX_NESTING = 512
"""Levels of lists and objects in a message; CPython 3.11 can write an event with such a value in it."""
_AT = re.compile(r"0|[1-9]\d{0,18}")
_REQUIRED = {
    "value": ("value",),
    "reject": ("code",),
    "unsupported": ("what",),
    "limit": ("what",),
    "error": ("message",),
}


class Garbled(Exception):  # noqa: N818 - the name of the answer that it becomes
    """A line that violates the protocol."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to one request.

    Attributes:
        answer: member of `ANSWERS` or `RUNNER_ANSWERS`.
        value: value of `value`.
        code: code of `reject`.
        at: byte offset of `reject` as decimal text, or None.
        message: text of a reject or error, `what` of unsupported and limit, or the runner's explanation.
        partial: data read before a reject or error, or None if the adapter does not report it.
        limits: limits of the implementation's types, members of `type_limits.LIMITS`.
        findings: violations that a reader reports in addition to its result, or None.
        trace: stack trace of an error, or the last lines on stderr of a process that died.
        ms: duration.
    """

    answer: str
    value: JsonValue = None
    code: str | None = None
    at: str | None = None
    message: str | None = None
    partial: JsonValue = None
    findings: JsonValue = None
    limits: tuple[str, ...] = ()
    trace: str | None = None
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Hello:
    """An adapter's description of itself; `document` is all of it as JSON."""

    name: str
    version: str
    language: str
    commands: frozenset[str]
    features: frozenset[str]
    inputs: frozenset[str]
    document: Mapping[str, Any] = field(repr=False)

    def lacks(self, cmd: str, needs: tuple[str, ...]) -> str | None:
        """The command or feature of a case that the implementation does not have, or None."""
        if cmd not in self.commands:
            return cmd
        return next((feature for feature in needs if feature not in self.features), None)


def blocks_of(value: JsonValue) -> list[JsonValue] | None:
    """The blocks of an answer's value, None if it has no list of them."""
    blocks = value.get("blocks") if isinstance(value, Mapping) else None
    return blocks if isinstance(blocks, list) else None


def hello_request(seq: str) -> dict[str, Any]:
    """First message to an adapter."""
    return {"v": VERSION, "seq": seq, "cmd": "hello", "suite": __version__}


def bye_request(seq: str) -> dict[str, Any]:
    """Last message to an adapter."""
    return {"v": VERSION, "seq": seq, "cmd": "bye"}


def request(
    seq: str,
    cmd: str,
    data: bytes | None,
    args: Mapping[str, Any],
    *,
    ms: int,
    mib: int,
    path: Path | None = None,
    folder: Path | None = None,
    together: bool = False,
) -> dict[str, Any]:
    """A request to run one command.

    `path`, if set, has the same bytes as `data` and is sent instead; `folder` is a separate kind of input.
    `together`: further requests follow before this one is answered.
    """
    message: dict[str, Any] = {
        "v": VERSION,
        "seq": seq,
        "cmd": cmd,
        "args": dict(args),
        "budget": {"ms": ms, "mib": mib},
    }
    if together:
        message["together"] = True
    if folder is not None:
        message["in"] = {"dir": str(folder)}
    elif path is not None:
        message["in"] = {"path": str(path)}
    elif data is not None:
        message["in"] = {"b64": base64.b64encode(data).decode("ascii")}
    return message


def parse_line(line: bytes) -> dict[str, Any]:
    """Parse one line of an adapter into an object.

    Raises:
        Garbled: it is not a strict JSON object.
    """
    try:
        message = canonical_json.loads(line)
        if line.count(b"[") + line.count(b"{") > MAX_NESTING:  # otherwise it cannot be nested that deeply
            _check_nesting(message)
    except (ValueError, LimitExceeded) as error:
        raise Garbled(f"not a JSON line: {line[:80]!r} ({error})") from error
    if not isinstance(message, dict):
        raise Garbled(f"not a JSON object: {line[:80]!r}")
    return message


def _check_nesting(message: JsonValue) -> None:
    """Reject a message that is nested deeper than `MAX_NESTING`, without recursion."""
    level: list[Any] = [message]
    for _ in range(MAX_NESTING):
        members = (value.values() if isinstance(value, dict) else value for value in level)
        level = [value for inner in members for value in inner if isinstance(value, dict | list)]
        if not level:
            return
    raise LimitExceeded(f"JSON nested deeper than {MAX_NESTING} levels")


def parse_answer(message: Mapping[str, Any], seq: str, ms: float = 0.0) -> Answer:
    """The answer in a response object; unknown members are ignored.

    Raises:
        Garbled: wrong `seq`, unknown answer, or a member that is missing or of the wrong type.
    """
    if message.get("seq") != seq:
        raise Garbled(f"seq {message.get('seq')!r} does not match the request {seq!r}")
    kind = message.get("answer")
    if kind not in ANSWERS:
        raise Garbled(f"answer {kind!r} is not one of {', '.join(ANSWERS)}")
    for member in _REQUIRED[kind]:
        if member not in message:
            raise Garbled(f"answer {kind!r} lacks {member!r}")
    code, at = message.get("code"), message.get("at")
    if kind == "reject":
        if not isinstance(code, str) or (code not in CODES and code != UNSPECIFIED):
            raise Garbled(f"code {code!r} is not in the registry")
        if at is not None and not (isinstance(at, str) and _AT.fullmatch(at)):
            raise Garbled(f"at must be an offset as decimal text, not {at!r}")
    limits = message.get("limits", [])
    if not is_strings(limits) or not set(limits) <= set(LIMITS):
        raise Garbled(f"limits {limits!r:.80} are not of {', '.join(LIMITS)}")
    text = message.get("what") if kind in {"unsupported", "limit"} else message.get("message")
    return Answer(
        answer=kind,
        value=message.get("value"),
        code=code if kind == "reject" else None,
        at=at if kind == "reject" else None,
        message=None if text is None else str(text)[:MAX_MESSAGE],
        partial=message.get("partial"),
        findings=message.get("findings"),
        limits=tuple(limits),
        trace=None if message.get("trace") is None else str(message["trace"])[: 4 * MAX_MESSAGE],
        ms=ms,
    )


def parse_hello(answer: Answer) -> Hello:
    """The adapter's description of itself, from its answer to `hello`.

    Raises:
        Garbled: not a `value`, another protocol version, or a member that is missing or of the wrong type.
    """
    document = answer.value
    if answer.answer != "value" or not isinstance(document, dict):
        raise Garbled(f"hello was answered with {answer.answer}: {answer.message or ''}".rstrip(": "))
    if document.get("protocol") != VERSION:
        raise Garbled(f"hello speaks protocol {document.get('protocol')!r}, this suite speaks {VERSION}")
    for member in ("name", "version", "language"):
        if not isinstance(document.get(member), str):
            raise Garbled(f"hello: {member} must be a string")
    for member in ("commands", "features", "inputs"):
        if not is_strings(document.get(member)):
            raise Garbled(f"hello: {member} must be a list of strings")
    if not document["commands"]:
        raise Garbled("hello: commands is empty")
    if not set(document["inputs"]) & {"b64", "path", "dir"} and set(document["commands"]) - ARGUMENTS_ONLY:
        raise Garbled("hello: inputs must have b64, path or dir")
    return Hello(
        name=document["name"],
        version=document["version"],
        language=document["language"],
        commands=frozenset(document["commands"]),
        features=frozenset(document["features"]),
        inputs=frozenset(document["inputs"]),
        document=document,
    )
