# SPDX-License-Identifier: Apache-2.0
"""The judge: what an answer is worth against an expectation. Pure; it knows no implementation."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hudi_conformance.errors import UNSPECIFIED
from hudi_conformance.suite.expectation import Expectation, finding_order
from hudi_conformance.suite.mismatch import ABSENT, Mismatch, first_mismatch
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.suite.trees import Tree, TreeError, check_path, from_zip

VERDICTS = (
    "pass", "pass-weak", "wrong-value", "accepts-invalid", "rejects-valid", "wrong-reason", "error", "crash",
    "hang", "garbled", "limit", "unsupported", "open",
)  # fmt: skip
GOOD = frozenset({"pass", "pass-weak"})
NOT_JUDGED = frozenset({"unsupported", "open"})
_FAILED = {"error": "error", "crash": "crash", "hang": "hang", "garbled": "garbled", "absent": "crash"}
_EXCERPT = 32  # bytes shown of written bytes that differ


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judge's word.

    Attributes:
        verdict: member of `VERDICTS`.
        detail: first difference (`path`, `expected`, `got`), or None where there is none to show.
        message: a sentence where the difference alone does not tell.
        readers: for `reads-back`, the verdict on each reader of the written bytes.
    """

    verdict: str
    detail: Mapping[str, Any] | None = None
    message: str | None = None
    readers: Mapping[str, str] | None = None

    @property
    def good(self) -> bool:
        """True for a pass, be it weak."""
        return self.verdict in GOOD


PASS = Judgement("pass")


def judge(
    expectation: Expectation, answer: Answer, read_back: Mapping[str, Answer] | None = None
) -> Judgement:
    """Judge one answer.

    Args:
        expectation: what the case expects.
        answer: what came back.
        read_back: for `reads-back`, what each reader said to the written bytes. The first that did not
            answer `unsupported` decides, the others are recorded.

    Returns:
        `open` for open cases whatever came back; `unsupported` as answered; else pass or a failure.
    """
    if answer.answer == "unsupported":
        return Judgement("unsupported", message=answer.message)
    kind = expectation.kind
    if kind == "open":
        # Not judged, but recorded: the report tells what every implementation makes of the question.
        seen = answer.value if answer.answer == "value" else answer.partial
        return Judgement("open", None if seen is None else {"path": "$", "got": seen}, answer.message)
    if kind == "any":
        return _judge_any(expectation, answer, read_back)
    if answer.answer in _FAILED:
        return Judgement(_FAILED[answer.answer], message=answer.message)
    if kind == "robust":
        fallen = _fallen(answer.value if answer.answer == "value" else answer.partial)
        return PASS if fallen is None else _error_inside(fallen)
    if answer.answer == "limit":
        return Judgement("limit", message=answer.message)
    if kind == "reject":
        return _judge_reject(expectation, answer)
    if answer.answer == "reject":
        got = {"reject": {"code": answer.code, "at": answer.at}}
        return Judgement("rejects-valid", {"path": "$", "got": got}, answer.message)
    if kind == "bytes":
        return _judge_bytes(expectation.data, answer.value)
    if kind == "reads-back":
        return _judge_read_back(expectation, answer.value, read_back or {})
    if kind == "findings":
        return _judge_findings(expectation.value, answer.value)
    return judge_value(expectation.value, answer.value)


def judge_value(expected: Any, got: Any) -> Judgement:
    """Compare values; blocks one by one, because a block may be refused by itself."""
    blocks, answered = _blocks(expected), _blocks(got)
    if blocks is None or answered is None:
        return _plain(expected, got, "$")
    outer = _judge_blocks(blocks, answered, "$.blocks")
    if not outer.good:
        return outer
    rest = _plain({**expected, "blocks": 0}, {**got, "blocks": 0}, "$")
    return outer if rest.good else rest


def written_bytes(value: Any) -> bytes | None:
    """Bytes of an answer to a write command, None when it has none."""
    text = value.get("b64") if isinstance(value, Mapping) else None
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def written_tree(value: Any) -> Tree | None:
    """The folder of an answer to a command that writes several files, None when it has none."""
    listed = value.get("files") if isinstance(value, Mapping) else None
    if not isinstance(listed, Mapping):
        return None
    files = {}
    for path, given in listed.items():
        content = written_bytes(given)
        if content is None:
            return None
        files[path] = content
    try:
        for path in files:
            check_path(path)
    except TreeError:
        return None
    return Tree(files)


def _judge_any(expectation: Expectation, answer: Answer, read_back: Mapping[str, Answer] | None) -> Judgement:
    """The best word of the alternatives; when all fail, that of the one that comes nearest."""
    words = [judge(option, answer, read_back) for option in expectation.options]
    for verdict in ("pass", "pass-weak"):
        if best := next((word for word in words if word.verdict == verdict), None):
            return best
    # A value is held against the alternatives that are values, a rejection against the rejections.
    nearest = min(words, key=lambda word: _FAR.get(word.verdict, 0))
    return replace(nearest, message=nearest.message or f"none of {len(words)} alternatives")


_FAR = {"wrong-value": 1, "wrong-reason": 1, "accepts-invalid": 2, "rejects-valid": 2}


def _judge_reject(expectation: Expectation, answer: Answer) -> Judgement:
    wanted = {"reject": {"code": list(expectation.codes), "at": expectation.at}}
    if answer.answer == "value":
        return Judgement("accepts-invalid", {"path": "$", "expected": wanted})
    word = _judge_reason(expectation.codes, expectation.at, answer.code, answer.at, "$")
    if not word.good or expectation.blocks is None:
        return replace(word, message=word.message or answer.message)
    survived = _blocks(answer.partial)
    if survived is None:
        if not expectation.blocks:
            return word
        return Judgement("pass-weak", message="does not tell which blocks it read before")
    before = _judge_blocks(expectation.blocks, survived, "$.partial.blocks")
    return word if before.verdict == "pass" else before


def _judge_reason(
    codes: Sequence[str], at: str | None, code: str | None, got_at: str | None, path: str
) -> Judgement:
    if code == UNSPECIFIED:
        return Judgement("pass-weak", message="rejected without a reason")
    if code not in codes:
        return Judgement("wrong-reason", {"path": f"{path}.code", "expected": list(codes), "got": code})
    if at is not None and got_at is not None and got_at != at:
        return Judgement("wrong-reason", {"path": f"{path}.at", "expected": at, "got": got_at})
    return PASS


def _judge_blocks(expected: Sequence[Any], got: Sequence[Any], path: str) -> Judgement:
    weak: Judgement | None = None
    for index in range(max(len(expected), len(got))):
        where = f"{path}[{index}]"
        if index >= len(expected):
            return _wrong(Mismatch(where, ABSENT, got[index]))
        if index >= len(got):
            return _wrong(Mismatch(where, expected[index], ABSENT))
        word = _judge_block(expected[index], got[index], where)
        if word.verdict == "pass-weak":
            weak = weak or word
        elif not word.good:
            return word
    return weak or PASS


def _judge_block(expected: Any, got: Any, path: str) -> Judgement:
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        return _plain(expected, got, path)
    if "error" in got:
        return _error_inside((f"{path}.error", got["error"]))
    wanted = expected.get("reject")
    for key in ("kind", "ofs"):  # another block altogether: whether it is refused says nothing
        if found := first_mismatch(expected.get(key, ABSENT), got.get(key, ABSENT), f"{path}.{key}"):
            return _wrong(found)
    if wanted is None and "reject" in got:
        return Judgement("rejects-valid", {"path": f"{path}.reject", "got": got["reject"]})
    rest = _plain(_without(expected), _without(got), path)
    if wanted is None:
        return rest
    refused = got.get("reject")
    if refused is None:
        return Judgement("accepts-invalid", {"path": f"{path}.reject", "expected": wanted})
    if not isinstance(refused, Mapping):
        return _wrong(Mismatch(f"{path}.reject", wanted, refused))
    if not rest.good:
        return rest
    codes = wanted.get("code", [])
    listed = [codes] if isinstance(codes, str) else list(codes)
    return _judge_reason(listed, wanted.get("at"), refused.get("code"), refused.get("at"), f"{path}.reject")


def _judge_bytes(expected: bytes, value: Any, path: str = "bytes") -> Judgement:
    tree = written_tree(value)
    if tree is not None and expected.startswith(b"PK"):
        return _judge_tree(from_zip(expected), tree)
    got = written_bytes(value)
    if got is None:
        return _wrong(Mismatch("$.b64", expected[:_EXCERPT].hex(), _peek(value)))
    if got == expected:
        return PASS
    at = next(
        (ofs for ofs, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b),
        min(len(expected), len(got)),
    )
    detail = {
        "path": f"{path}[{at}]",
        "expected": expected[at : at + _EXCERPT].hex(),
        "got": got[at : at + _EXCERPT].hex(),
    }
    return Judgement("wrong-value", detail, f"{len(got)} bytes, expected {len(expected)}")


def _judge_tree(expected: Mapping[str, bytes], got: Tree) -> Judgement:
    for path in sorted({*expected, *got.files}):
        if path not in got.files:
            return _wrong(Mismatch(f"files[{path!r}]", expected[path][:_EXCERPT].hex(), ABSENT))
        if path not in expected:
            return _wrong(Mismatch(f"files[{path!r}]", ABSENT, got.files[path][:_EXCERPT].hex()))
        one = {"b64": base64.b64encode(got.files[path]).decode("ascii")}
        word = _judge_bytes(expected[path], one, f"files[{path!r}]")
        if not word.good:
            return word
    return PASS


def _judge_read_back(expectation: Expectation, value: Any, read_back: Mapping[str, Answer]) -> Judgement:
    if written_bytes(value) is None and written_tree(value) is None:
        return _wrong(Mismatch("$.b64", "base64 text", _peek(value)))
    inner = Expectation("value", {}, value=expectation.value)
    words = {name: judge(inner, said) for name, said in read_back.items() if said.answer != "unsupported"}
    if not words:
        return Judgement("unsupported", message="no reader here can read this back")
    # One reader decides: a writer is not to blame for the defects of others, and its verdict must not
    # depend on who else takes part. What the others made of the bytes is kept beside it.
    name, word = next(iter(words.items()))
    told = {reader: said.verdict for reader, said in words.items()}
    message = None if word.verdict == "pass" else f"read back by {name}: {word.message or word.verdict}"
    return replace(word, message=message, readers=told)


def _judge_findings(expected: Any, got: Any) -> Judgement:
    listed = got.get("findings") if isinstance(got, Mapping) else None
    if not isinstance(listed, list) or not all(isinstance(item, Mapping) for item in listed):
        return _wrong(Mismatch("$.findings", expected["findings"], _peek(got)))
    ordered = sorted(listed, key=finding_order)
    wanted = expected["findings"]
    for index in range(max(len(wanted), len(ordered))):
        where = f"$.findings[{index}]"
        if index >= len(wanted):
            return Judgement("rejects-valid", {"path": where, "got": dict(ordered[index])})
        if index >= len(ordered):
            return Judgement("accepts-invalid", {"path": where, "expected": wanted[index]})
        want, have = wanted[index], {key: ordered[index].get(key) for key in ("requirement", "code", "at")}
        if have["at"] is None:
            want = {**want, "at": None}
        if found := first_mismatch(want, have, where):
            return _wrong(found)
    return PASS


def _plain(expected: Any, got: Any, path: str) -> Judgement:
    found = first_mismatch(expected, got, path)
    return PASS if found is None else _wrong(found)


def _wrong(found: Mismatch) -> Judgement:
    return Judgement("wrong-value", found.shown())


def _error_inside(place: tuple[str, Any]) -> Judgement:
    path, error = place
    text = error.get("message") if isinstance(error, Mapping) else error
    return Judgement("error", {"path": path, "got": error}, None if text is None else str(text))


def _fallen(value: Any) -> tuple[str, Any] | None:
    """The first block-level error of a value."""
    for index, block in enumerate(_blocks(value) or ()):
        if isinstance(block, Mapping) and "error" in block:
            return f"$.blocks[{index}].error", block["error"]
    return None


def _blocks(value: Any) -> Sequence[Any] | None:
    blocks = value.get("blocks") if isinstance(value, Mapping) else None
    return blocks if isinstance(blocks, list) else None


def _without(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "reject"}


def _peek(value: Any) -> Any:
    text = repr(value)
    return value if len(text) <= 200 else text[:200] + "…"
