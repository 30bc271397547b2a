# SPDX-License-Identifier: Apache-2.0
"""The judge: the verdict on an answer by an expectation. It is pure, and independent of implementations."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from hudi_conformance.errors import UNSPECIFIED
from hudi_conformance.model.common import JsonValue
from hudi_conformance.similar import common_start
from hudi_conformance.suite.expectation import Expectation, finding_order, one_or_list
from hudi_conformance.suite.mismatch import ABSENT, Mismatch, first_mismatch
from hudi_conformance.suite.protocol import Answer, blocks_of
from hudi_conformance.suite.trees import Tree, TreeError, check_path, from_zip, is_mtime
from hudi_conformance.suite.type_limits import MEANING, mismatch_beyond

VERDICTS = (
    "pass", "pass-weak", "wrong-value", "accepts-invalid", "rejects-valid", "wrong-reason", "error", "crash",
    "hang", "garbled", "limit", "unsupported", "open",
)  # fmt: skip
GOOD = frozenset({"pass", "pass-weak"})
# Of `metadata.files`: answers of implementations that only list files may lack these members.
INSTANTS = frozenset({"valid_instants", "synced_instant", "latest_compaction"})
NOT_JUDGED = frozenset({"unsupported", "open"})
_FAILED = {"error": "error", "crash": "crash", "hang": "hang", "garbled": "garbled", "absent": "crash"}
_EXCERPT = 32  # bytes of a difference in written bytes that a judgement quotes


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judge's verdict and its grounds.

    Attributes:
        verdict: member of `VERDICTS`.
        detail: first difference (`path`, `expected`, `got`), or None if there is none.
        message: a sentence if the difference alone does not explain the verdict.
        readers: for `reads-back`, the verdict on each reader of the written bytes.
    """

    verdict: str
    detail: Mapping[str, Any] | None = None
    message: str | None = None
    readers: Mapping[str, str] | None = None

    @property
    def good(self) -> bool:
        """True for a pass, including a weak one."""
        return self.verdict in GOOD


PASS = Judgement("pass")


def judge(
    expectation: Expectation, answer: Answer, read_back: Mapping[str, Answer] | None = None
) -> Judgement:
    """Judge one answer.

    Args:
        expectation: the expectation of the case.
        answer: response of the implementation.
        read_back: for `reads-back`, the answer of each reader to the written bytes. The first one that is not
            `unsupported` decides, the others are recorded.

    Returns:
        `open` for open cases with any answer; `unsupported` as answered; otherwise pass or a failure.
    """
    if answer.answer == "unsupported":
        return Judgement("unsupported", message=answer.message)
    kind = expectation.kind
    if kind == "open":
        # Not judged, but recorded: the report lists every implementation's answer to the question.
        got = _value_or_partial(answer)
        return Judgement("open", None if got is None else {"path": "$", "got": got}, answer.message)
    if kind == "any":
        return _judge_any(expectation, answer, read_back)
    if answer.answer in _FAILED:
        return Judgement(_FAILED[answer.answer], message=answer.message)
    if kind == "robust":
        for index, block in enumerate(blocks_of(_value_or_partial(answer)) or ()):
            if isinstance(block, Mapping) and "error" in block:
                return _block_error(f"$.blocks[{index}].error", block["error"])
        return PASS
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
    judgement = _judge_told(expectation.value, answer.value)
    if judgement.verdict == "wrong-value" and answer.limits:
        return _within_limits(expectation.value, answer)
    return judgement


def _judge_told(expected: JsonValue, got: JsonValue) -> Judgement:
    """`judge_value` of the reported members; weak without the members that a lister of files may omit."""
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping) or not expected.keys() >= INSTANTS:
        return judge_value(expected, got)
    untold = sorted(INSTANTS - got.keys())
    judgement = judge_value({name: expected[name] for name in expected if name not in untold}, got)
    if untold and judgement.verdict == "pass":
        return Judgement("pass-weak", message=f"does not report {', '.join(untold)}")
    return judgement


def _within_limits(expected: JsonValue, answer: Answer) -> Judgement:
    """The judgement on a differing value, given the limits of the implementation's types."""
    difference = mismatch_beyond(answer.limits, expected, answer.value)
    if difference is not None:
        return _wrong_value(difference)
    return Judgement("limit", message="; ".join(MEANING[limit] for limit in answer.limits))


def judge_value(expected: JsonValue, got: JsonValue) -> Judgement:
    """Compare values; blocks one by one, because a block may be rejected separately."""
    blocks, got_blocks = blocks_of(expected), blocks_of(got)
    if blocks is None or got_blocks is None:
        return _compare(expected, got, "$")
    judgement = _judge_blocks(blocks, got_blocks, "$.blocks")
    if not judgement.good:
        return judgement
    rest = _compare({**expected, "blocks": 0}, {**got, "blocks": 0}, "$")
    return judgement if rest.good else rest


def written_bytes(value: JsonValue) -> bytes | None:
    """Bytes of an answer to a write command, None if it has none."""
    text = value.get("b64") if isinstance(value, Mapping) else None
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def written_tree(value: JsonValue) -> Tree | None:
    """The folder of an answer to a command that writes several files, None if it has none."""
    contents = value.get("files") if isinstance(value, Mapping) else None
    if not isinstance(contents, Mapping):
        return None
    files, times = {}, {}
    for path, content in contents.items():
        data, mtime = written_bytes(content), content.get("mtime") if isinstance(content, Mapping) else None
        if data is None or not (mtime is None or is_mtime(mtime)):
            return None
        files[path] = data
        if mtime is not None:
            times[path] = mtime
    try:
        for path in files:
            check_path(path)
    except TreeError:
        return None
    return Tree(files, times)


def _judge_any(expectation: Expectation, answer: Answer, read_back: Mapping[str, Answer] | None) -> Judgement:
    """The best judgement of the alternatives; if all fail, that of the nearest one."""
    judgements = [judge(option, answer, read_back) for option in expectation.options]
    # A value is compared with the alternatives that are values, a rejection with the rejections.
    best = min(judgements, key=lambda judgement: _DISTANCE.get(judgement.verdict, 0))
    if best.good:
        return best
    return replace(best, message=best.message or f"none of the {len(judgements)} answers that are allowed")


_DISTANCE = {
    "pass": -2, "pass-weak": -1,
    "wrong-value": 1, "wrong-reason": 1, "accepts-invalid": 2, "rejects-valid": 2,
}  # fmt: skip


def _judge_reject(expectation: Expectation, answer: Answer) -> Judgement:
    if answer.answer == "value":
        expected = {"reject": {"code": list(expectation.codes), "at": one_or_list(expectation.at)}}
        return Judgement("accepts-invalid", {"path": "$", "expected": expected})
    judgement = _judge_reason(expectation.codes, expectation.at, answer.code, answer.at, "$")
    if not judgement.good or expectation.blocks is None:
        return replace(judgement, message=judgement.message or answer.message)
    survivors = blocks_of(answer.partial)
    if survivors is None:
        if not expectation.blocks:
            return judgement
        return Judgement("pass-weak", message="does not report which blocks it read before")
    before = _judge_blocks(expectation.blocks, survivors, "$.partial.blocks")
    return judgement if before.verdict == "pass" else before


def _judge_reason(
    codes: Sequence[str], places: Sequence[str], code: str | None, at: str | None, path: str
) -> Judgement:
    """A named offset must be correct; a missing one fails only in profile strict."""
    if code == UNSPECIFIED:
        return Judgement("pass-weak", message="rejected without a reason")
    if code not in codes:
        return Judgement("wrong-reason", {"path": f"{path}.code", "expected": list(codes), "got": code})
    if places and at is None:
        return Judgement("pass-weak", message="rejected without a place")
    if places and at not in places:
        expected = one_or_list(tuple(places))
        return Judgement("wrong-reason", {"path": f"{path}.at", "expected": expected, "got": at})
    return PASS


def _judge_blocks(expected: Sequence[JsonValue], got: Sequence[JsonValue], path: str) -> Judgement:
    weak: Judgement | None = None
    for index, pair in enumerate(zip_longest(expected, got, fillvalue=ABSENT)):
        judgement = _judge_block(*pair, f"{path}[{index}]")
        if judgement.verdict == "pass-weak":
            weak = weak or judgement
        elif not judgement.good:
            return judgement
    return weak or PASS


def _judge_block(expected: JsonValue, got: JsonValue, path: str) -> Judgement:
    if not isinstance(expected, Mapping) or not isinstance(got, Mapping):
        return _compare(expected, got, path)
    if "error" in got:
        return _block_error(f"{path}.error", got["error"])
    for key in ("kind", "ofs"):  # a different block: its rejection is irrelevant
        if difference := first_mismatch(expected.get(key, ABSENT), got.get(key, ABSENT), f"{path}.{key}"):
            return _wrong_value(difference)
    expected_reject, got_reject = expected.get("reject"), got.get("reject")
    if expected_reject is None and "reject" in got:
        return Judgement("rejects-valid", {"path": f"{path}.reject", "got": got_reject})
    rest = _compare(_without_reject(expected), _without_reject(got), path)
    if expected_reject is None:
        return rest
    if got_reject is None:
        return Judgement("accepts-invalid", {"path": f"{path}.reject", "expected": expected_reject})
    if not isinstance(got_reject, Mapping):
        return _wrong_value(Mismatch(f"{path}.reject", expected_reject, got_reject))
    if not rest.good:
        return rest
    code = expected_reject.get("code", [])
    codes = [code] if isinstance(code, str) else list(code)
    at = expected_reject.get("at")
    places = [] if at is None else [at]
    return _judge_reason(codes, places, got_reject.get("code"), got_reject.get("at"), f"{path}.reject")


def _judge_bytes(expected: bytes, value: JsonValue, path: str = "bytes") -> Judgement:
    tree = written_tree(value)
    if tree is not None and expected.startswith(b"PK"):
        return _judge_tree(from_zip(expected), tree)
    got = written_bytes(value)
    if got is None:
        return _wrong_value(Mismatch("$.b64", expected[:_EXCERPT].hex(), _excerpt(value)))
    if got == expected:
        return PASS
    at = common_start(expected, got)
    detail = {
        "path": f"{path}[{at}]",
        "expected": expected[at : at + _EXCERPT].hex(),
        "got": got[at : at + _EXCERPT].hex(),
    }
    return Judgement("wrong-value", detail, f"{len(got)} bytes, expected {len(expected)}")


def _judge_tree(expected: Mapping[str, bytes], got: Tree) -> Judgement:
    for path in sorted({*expected, *got.files}):
        if path not in got.files:
            return _wrong_value(Mismatch(f"files[{path!r}]", expected[path][:_EXCERPT].hex(), ABSENT))
        if path not in expected:
            return _wrong_value(Mismatch(f"files[{path!r}]", ABSENT, got.files[path][:_EXCERPT].hex()))
        answer = {"b64": base64.b64encode(got.files[path]).decode("ascii")}
        judgement = _judge_bytes(expected[path], answer, f"files[{path!r}]")
        if not judgement.good:
            return judgement
    return PASS


def _judge_read_back(
    expectation: Expectation, value: JsonValue, read_back: Mapping[str, Answer]
) -> Judgement:
    if written_bytes(value) is None and written_tree(value) is None:
        return _wrong_value(Mismatch("$.b64", "base64 text", _excerpt(value)))
    inner = Expectation("value", {}, value=expectation.value)
    judgements = {
        reader: judge(inner, answer) for reader, answer in read_back.items() if answer.answer != "unsupported"
    }
    if not judgements:
        return Judgement("unsupported", message="no reader here can read this back")
    # One reader decides: a writer is not to blame for the defects of others, and its verdict must not
    # depend on who else takes part. The verdicts on the other readers are also recorded.
    name, judgement = next(iter(judgements.items()))
    verdicts = {reader: judgements[reader].verdict for reader in judgements}
    message = f"read back by {name}: {judgement.message or judgement.verdict}"
    return replace(judgement, message=None if judgement.verdict == "pass" else message, readers=verdicts)


def _judge_findings(expected: JsonValue, got: JsonValue) -> Judgement:
    findings = got.get("findings") if isinstance(got, Mapping) else None
    if not isinstance(findings, list) or not all(isinstance(item, Mapping) for item in findings):
        return _wrong_value(Mismatch("$.findings", expected["findings"], _excerpt(got)))
    pairs = zip_longest(expected["findings"], sorted(findings, key=finding_order))
    for index, (want, finding) in enumerate(pairs):
        path = f"$.findings[{index}]"
        if want is None:
            return Judgement("rejects-valid", {"path": path, "got": dict(finding)})
        if finding is None:
            return Judgement("accepts-invalid", {"path": path, "expected": want})
        have = {key: finding.get(key) for key in ("requirement", "code", "at")}
        judgement = _compare(want if have["at"] is not None else {**want, "at": None}, have, path)
        if not judgement.good:
            return judgement
    return PASS


def _compare(expected: JsonValue, got: JsonValue, path: str) -> Judgement:
    difference = first_mismatch(expected, got, path)
    return PASS if difference is None else _wrong_value(difference)


def _wrong_value(difference: Mismatch) -> Judgement:
    return Judgement("wrong-value", difference.detail())


def _block_error(path: str, error: JsonValue) -> Judgement:
    text = error.get("message") if isinstance(error, Mapping) else error
    return Judgement("error", {"path": path, "got": error}, None if text is None else str(text))


def _value_or_partial(answer: Answer) -> JsonValue:
    return answer.value if answer.answer == "value" else answer.partial


def _without_reject(block: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {key: value for key, value in block.items() if key != "reject"}


def _excerpt(value: JsonValue) -> JsonValue:
    text = repr(value)
    return value if len(text) <= 200 else text[:200] + "…"
