# SPDX-License-Identifier: Apache-2.0
"""Answers in a form that is cheap to compare millions of times, and the comparison.

Two answers are compared by a digest of what was read. In a block at which a reader rejects or fails, neither
its position nor its code is compared: readers stop at different bytes for the same fault.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from hudi_conformance.campaign.pipe import Reply
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.suite import protocol
from hudi_conformance.suite.protocol import Garbled, blocks_of

FAILURES = frozenset({"error", "crash", "hang", "garbled", "absent"})
SILENT = frozenset({"unsupported", "limit"})

AGREEMENTS = (
    "reference", "same", "accepts", "refuses", "differs", "partial", "error", "crash", "hang", "garbled",
    "absent", "unsupported", "limit", "no-reference",
)  # fmt: skip
"""Relation of an answer to that of the reference, see `agreement`."""
DISAGREE = frozenset({"accepts", "refuses", "differs", "partial", *FAILURES})

MAX_REASON = 160
_CACHE_LINE = 4096
_CACHE_SIZE = 1 << 15


@dataclass(frozen=True, slots=True)
class Outcome:
    """Short form of an answer.

    Attributes:
        answer: kind of the answer, of an adapter or the runner; see `suite.protocol`.
        said: the answer and the worst result in it: `value`, `value+reject`, `value+corrupt`, `value+error`,
            `reject:bad-type`, `error`, …
        code, at: of a rejection, of the file or of the first block that is rejected.
        digest: of the values read, 32 hex digits, None if nothing can be compared.
        reason: message of an error, limit or failure, without numbers.
        requirement: the rule that a rejection names, if any.
    """

    answer: str
    said: str
    code: str | None = None
    at: int | None = None
    digest: str | None = None
    reason: str | None = None
    requirement: str | None = None

    @property
    def refuses(self) -> bool:
        """Whether anything is rejected: the file, a block, or a range that is treated as corrupt."""
        return self.answer == "reject" or "+" in self.said

    @property
    def has_failed(self) -> bool:
        """Whether it failed, in the file or in a block."""
        return self.answer in FAILURES or self.said.endswith("+error")


class OutcomeReader:
    """Reads replies; equal lines are read once."""

    def __init__(self) -> None:
        self._known: dict[bytes, Outcome] = {}

    def read(self, reply: Reply, seq: int) -> Outcome:
        """The outcome of one reply to request `seq`."""
        if reply.kind != "line":
            return Outcome(reply.kind, reply.kind, reason=shape(reply.message))
        mark = f'"seq":"{seq}"'.encode("ascii")
        if reply.line.count(mark) != 1 or len(reply.line) > _CACHE_LINE:
            return outcome_of(reply.line, str(seq))
        key = reply.line.replace(mark, b"")
        outcome = self._known.get(key)
        if outcome is None:
            outcome = outcome_of(reply.line, str(seq))
            if len(self._known) >= _CACHE_SIZE:
                self._known.clear()
            self._known[key] = outcome
        return outcome


def outcome_of(line: bytes, seq: str) -> Outcome:
    """The outcome of an answer line."""
    try:
        message = json.loads(line)
        if not isinstance(message, dict):
            return Outcome("garbled", "garbled", reason="not a JSON object")
        answer = protocol.parse_answer(message, seq)
        requirement = message.get("requirement")
        match answer.answer:
            case "value":
                return _value(answer.value)
            case "reject":
                at = None if answer.at is None else int(answer.at)
                digest = None if blocks_of(answer.partial) is None else _digest(_plain(answer.partial))
                rule = requirement if isinstance(requirement, str) else None
                return Outcome("reject", f"reject:{answer.code}", answer.code, at, digest, requirement=rule)
    except (Garbled, ValueError, TypeError, RecursionError, LimitExceeded) as error:
        return Outcome("garbled", "garbled", reason=shape(str(error)))
    return Outcome(answer.answer, answer.answer, reason=shape(answer.message or ""))


def _value(value: object) -> Outcome:
    code, at, reason, inside = None, None, None, ""
    for block in blocks_of(value) or ():
        if not isinstance(block, Mapping):
            continue
        if "error" in block:
            inside = "+error"
            error = block["error"]
            reason = reason or shape(str(error.get("message") if isinstance(error, Mapping) else error))
        elif isinstance(block.get("reject"), Mapping):
            inside = inside if inside == "+error" else "+reject"
            if code is None:
                rejection = block["reject"]
                code = str(rejection.get("code"))
                at = int(rejection["at"]) if str(rejection.get("at", "")).isdigit() else None
        elif block.get("kind") == "CORRUPT_BLOCK":
            inside = inside or "+corrupt"
    if inside == "+reject":
        inside = f"+reject:{code}"
    return Outcome("value", "value" + inside, code, at, _digest(_plain(value)), reason)


def _plain(value: object) -> object:
    """The value; rejected or failed blocks are reduced to kind and offset."""
    blocks = blocks_of(value)
    if blocks is None or not isinstance(value, Mapping):
        return value
    return {**value, "blocks": [_plain_block(block) for block in blocks]}


def _plain_block(block: object) -> object:
    if isinstance(block, Mapping) and ("reject" in block or "error" in block):
        return {"kind": block.get("kind"), "ofs": block.get("ofs"), "refused": True}
    return block


def _digest(value: object) -> str:
    return hashlib.sha256(canonical_json.dumps(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def shape(text: str) -> str:
    """A message without parts that depend on the input: numbers, file names, quoted texts."""
    line = text.strip().partition("\n")[0]
    line = re.sub(r'"[^"]*"|“[^”]*”|\'[^\']*\'', "…", line)
    line = re.sub(r"[^\x20-\x7e…]+", "…", line)
    line = re.sub(r"(?:/[\w.\-]+){2,}", "PATH", line)
    return re.sub(r"-?\b(?:0x[0-9a-fA-F]+|\d[\d.]*)\b", "N", line)[:MAX_REASON]


def agreement(reference: Outcome, other: Outcome) -> str:
    """Relation of an answer to that of the reference.

    same: both read the same, or both reject. accepts: accepts a file or block that the reference rejects.
    rejects: the reverse. differs: both read, but different values. partial: both reject the file, but differ
    in the values read before. error, crash, hang, garbled, absent: it failed. unsupported, limit: it has no
    verdict. no-reference: the reference has no verdict. reference: it is the reference.
    """
    if other.has_failed:
        return other.answer if other.answer in FAILURES else "error"
    if other.answer in SILENT:
        return other.answer
    if other is reference:
        return "reference"
    if reference.has_failed or reference.answer in SILENT:
        return "no-reference"
    if reference.answer == other.answer == "reject":
        comparable = reference.digest is not None and other.digest is not None
        return "partial" if comparable and reference.digest != other.digest else "same"
    if reference.answer == other.answer and reference.digest == other.digest:
        return "same"
    if reference.refuses and not other.refuses:
        return "accepts"
    return "refuses" if other.refuses and not reference.refuses else "differs"


def effect(base: Outcome, other: Outcome) -> str:
    """Effect of an edit on the answer of one implementation.

    refused: it is detected. changed: other values are read and accepted. unseen: the answer is the same as
    for the base. failed: the implementation fails. Empty if the base itself is not accepted.
    """
    if base.answer != "value" or "+" in base.said:
        return ""
    if other.has_failed:
        return "failed"
    if other.answer in SILENT:
        return "unsupported"
    if other.refuses:
        return "refused"
    return "unseen" if base.digest == other.digest else "changed"
