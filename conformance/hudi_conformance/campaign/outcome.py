# SPDX-License-Identifier: Apache-2.0
"""What an answer comes to, in a form that is compared millions of times, and the comparison.

Two answers are compared by a digest of what was read. In a block that a reader refuses or falls over at, how
far it got is not compared, nor is the code: readers stop at different bytes for the same fault.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hudi_conformance.campaign.pipe import Reply
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.suite import protocol
from hudi_conformance.suite.protocol import Garbled

FALLEN = frozenset({"error", "crash", "hang", "garbled", "absent"})
SILENT = frozenset({"unsupported", "limit"})

AGREEMENTS = (
    "reference", "same", "accepts", "refuses", "differs", "partial", "error", "crash", "hang", "garbled",
    "absent", "unsupported", "limit", "no-reference",
)  # fmt: skip
"""How an answer stands to that of the reference, see `agreement`."""
DISAGREE = frozenset({"accepts", "refuses", "differs", "partial", *FALLEN})
EFFECTS = ("refused", "changed", "unseen", "failed", "unsupported", "")
"""How an answer stands to that of the same implementation about the base, see `effect`."""

MAX_REASON = 160
_CACHE_LINE = 4096
_CACHE_SIZE = 1 << 15


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer, short.

    Attributes:
        answer: what an adapter or the runner says; see `suite.protocol`.
        said: the answer with what is inside of it: `value`, `value+reject`, `value+corrupt`, `value+error`,
            `reject:bad-type`, `error`, …
        code, at: of a rejection, of the file or of the first block that is refused.
        digest: of what was read, 32 hex digits, None where nothing can be compared.
        reason: what an error, limit or failure is about, without numbers.
        requirement: the rule that a rejection names, where an implementation names one.
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
        """Whether something is called bad: the file, a block, or a stretch that is taken for corrupt."""
        return self.answer == "reject" or "+" in self.said

    @property
    def fallen(self) -> bool:
        """Whether it fell over, be it in a block."""
        return self.answer in FALLEN or self.said.endswith("+error")


class OutcomeReader:
    """Reads replies; equal lines are read once."""

    def __init__(self) -> None:
        self._known: dict[bytes, Outcome] = {}

    def read(self, reply: Reply, seq: int) -> Outcome:
        """The outcome of one reply to question `seq`."""
        if reply.kind != "line":
            return Outcome(reply.kind, reply.kind, reason=shape(reply.message))
        mark = f'"seq":"{seq}"'.encode("ascii")
        if reply.line.count(mark) != 1 or len(reply.line) > _CACHE_LINE:
            return outcome_of(reply.line, str(seq))
        key = reply.line.replace(mark, b"")
        found = self._known.get(key)
        if found is None:
            found = outcome_of(reply.line, str(seq))
            if len(self._known) >= _CACHE_SIZE:
                self._known.clear()
            self._known[key] = found
        return found


def outcome_of(line: bytes, seq: str) -> Outcome:
    """The outcome of an answer line."""
    try:
        message = json.loads(line)
        if not isinstance(message, dict):
            return Outcome("garbled", "garbled", reason="not a JSON object")
        answer = protocol.parse_answer(message, seq)
        named = message.get("requirement")
        named = named if isinstance(named, str) else None
        match answer.answer:
            case "value":
                return _value(answer.value)
            case "reject":
                at = None if answer.at is None else int(answer.at)
                digest = None if _blocks(answer.partial) is None else _digest(_plain(answer.partial))
                return Outcome("reject", f"reject:{answer.code}", answer.code, at, digest, requirement=named)
    except (Garbled, ValueError, TypeError, RecursionError, LimitExceeded) as error:
        return Outcome("garbled", "garbled", reason=shape(str(error)))
    return Outcome(answer.answer, answer.answer, reason=shape(answer.message or ""))


def _value(value: Any) -> Outcome:
    said, code, at, reason, inside = "value", None, None, None, ""
    for block in _blocks(value) or ():
        if not isinstance(block, Mapping):
            continue
        if "error" in block:
            inside = "+error"
            told = block["error"]
            reason = reason or shape(str(told.get("message") if isinstance(told, Mapping) else told))
        elif isinstance(block.get("reject"), Mapping):
            inside = inside if inside == "+error" else "+reject"
            if code is None:
                refused = block["reject"]
                code = str(refused.get("code"))
                at = int(refused["at"]) if str(refused.get("at", "")).isdigit() else None
        elif block.get("kind") == "CORRUPT_BLOCK":
            inside = inside or "+corrupt"
    if inside == "+reject":
        inside = f"+reject:{code}"
    return Outcome("value", said + inside, code, at, _digest(_plain(value)), reason)


def _plain(value: Any) -> Any:
    """The value with no more than kind and place of blocks that are refused or fallen over at."""
    blocks = _blocks(value)
    if blocks is None:
        return value
    return {**value, "blocks": [_plain_block(block) for block in blocks]}


def _plain_block(block: Any) -> Any:
    if isinstance(block, Mapping) and ("reject" in block or "error" in block):
        return {"kind": block.get("kind"), "ofs": block.get("ofs"), "refused": True}
    return block


def _blocks(value: Any) -> list[Any] | None:
    blocks = value.get("blocks") if isinstance(value, Mapping) else None
    return blocks if isinstance(blocks, list) else None


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical_json.dumps(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def shape(text: str) -> str:
    """A message without what differs from input to input: numbers, names of files, quoted texts."""
    first = text.strip().partition("\n")[0]
    first = re.sub(r'"[^"]*"|“[^”]*”|\'[^\']*\'', "…", first)
    first = re.sub(r"[^\x20-\x7e…]+", "…", first)
    first = re.sub(r"(?:/[\w.\-]+){2,}", "PATH", first)
    return re.sub(r"-?\b(?:0x[0-9a-fA-F]+|\d[\d.]*)\b", "N", first)[:MAX_REASON]


def agreement(reference: Outcome, other: Outcome) -> str:
    """How an answer stands to that of the reference.

    same: both read the same, or both refuse. accepts: takes what the reference refuses, be it a block.
    refuses: the other way round. differs: both read, but not the same. partial: both refuse the file, but
    read something else before it. error, crash, hang, garbled, absent: it fell over. unsupported, limit: it
    does not say. no-reference: the reference does not say. reference: it is the reference.
    """
    if other.fallen:
        return other.answer if other.answer in FALLEN else "error"
    if other.answer in SILENT:
        return other.answer
    if other is reference:
        return "reference"
    if reference.fallen or reference.answer in SILENT:
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
    """What an edit did to what one implementation says.

    refused: it noticed. changed: it reads other values and takes them for good. unseen: the answer is the
    same as about the base. failed: it fell over. Empty where the base itself is not taken for good.
    """
    if base.answer != "value" or "+" in base.said:
        return ""
    if other.fallen:
        return "failed"
    if other.answer in SILENT:
        return "unsupported"
    if other.refuses:
        return "refused"
    return "unseen" if base.digest == other.digest else "changed"
