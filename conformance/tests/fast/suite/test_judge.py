# SPDX-License-Identifier: Apache-2.0
"""The judge: every verdict of every kind of expectation, and where differences are found."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.judge import VERDICTS, judge, judge_value, written_bytes
from hudi_conformance.suite.mismatch import ABSENT, first_mismatch
from hudi_conformance.suite.protocol import Answer

A = {"kind": "AVRO_DATA_BLOCK", "ofs": "0", "records": [{"a": 1}]}
B = {"kind": "AVRO_DATA_BLOCK", "ofs": "9", "records": []}


def expects(kind: str, **how: Any) -> Expectation:
    return Expectation(kind, {"kind": kind}, **how)


def value(given: Any) -> Answer:
    return Answer("value", value=given)


def reject(code: str = "truncated", at: str | None = None, partial: Any = None) -> Answer:
    return Answer("reject", code=code, at=at, partial=partial)


# --- comparison --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "got", "path"),
    [
        (1, 1, None),
        (1, "1", "$"),
        (1, True, "$"),
        (0, False, "$"),
        (None, None, None),
        (None, 0, "$"),
        ("a", "A", "$"),
        ({"a": 1}, {"a": 1, "b": None}, "$.b"),
        ({"a": 1, "b": 2}, {"a": 1}, "$.b"),
        ([1, 2], [1], "$[1]"),
        ([1], [1, 2], "$[1]"),
        ({"x": [{"y": 1}]}, {"x": [{"y": 2}]}, "$.x[0].y"),
        ({"#0": 1}, {"#0": 2}, "$['#0']"),
        ({}, [], "$"),
        ({"a": {"b": 1}, "c": 1}, {"c": 2, "a": {"b": 2}}, "$.a.b"),
        ({"records": [{"id": "a-b"}]}, {"records": [{"id": "a_b"}]}, "$.records[0].id"),
    ],
)
def test_first_mismatch(expected: Any, got: Any, path: str | None) -> None:
    found = first_mismatch(expected, got)
    assert (found and found.path) == path


def test_difference_leaves_out_what_is_absent() -> None:
    assert first_mismatch({"a": 1}, {}).detail() == {"path": "$.a", "expected": 1}
    assert first_mismatch({}, {"a": None}).detail() == {"path": "$.a", "got": None}
    assert first_mismatch(ABSENT, ABSENT) is None


def test_bytes_by_digest_equal_the_bytes_as_hex() -> None:
    data = bytes(2000)
    digest = {"$digest": {"len": "2000", "sha256": hashlib.sha256(data).hexdigest()}}
    for left, right in ((digest, data.hex()), (data.hex(), digest), (digest, digest)):
        assert first_mismatch({"a": left}, {"a": right}) is None
    other = {"$digest": {"len": "2000", "sha256": "0" * 64}}
    found = first_mismatch(other, data.hex())
    assert found is not None
    assert found.path == "$['$digest'].sha256"
    assert first_mismatch(digest, "not hex") is not None


def test_depth_is_no_matter() -> None:
    left: Any = 1
    right: Any = 2
    for _ in range(50_000):
        left, right = [left], [right]
    found = first_mismatch(left, right)
    assert found is not None
    assert found.path.count("[0]") == 50_000


# --- answers that are no answers -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["value", "reject", "robust", "bytes", "reads-back", "findings"])
@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("error", "error"),
        ("crash", "crash"),
        ("hang", "hang"),
        ("garbled", "garbled"),
        ("absent", "crash"),
        ("unsupported", "unsupported"),
    ],
)
def test_failures_are_never_passes(kind: str, answer: str, verdict: str) -> None:
    how = {"value": {"findings": []}} if kind == "findings" else {}
    word = judge(expects(kind, **how), Answer(answer, message="m"))
    assert (word.verdict, word.message) == (verdict, "m")
    assert word.verdict in VERDICTS


@pytest.mark.parametrize(
    "answer", ["value", "reject", "limit", "error", "crash", "hang", "garbled", "absent"]
)
def test_open_is_open_whatever_comes(answer: str) -> None:
    assert judge(expects("open", question="q"), Answer(answer)).verdict == "open"


def test_open_cases_too_may_be_unsupported() -> None:
    assert judge(expects("open"), Answer("unsupported")).verdict == "unsupported"


# --- values --------------------------------------------------------------------------------------------


def test_limit_and_reject_where_a_value_is_expected() -> None:
    expectation = expects("value", value={"blocks": []})
    assert judge(expectation, Answer("limit")).verdict == "limit"
    word = judge(expectation, reject("truncated", "5"))
    assert (word.verdict, word.detail) == (
        "rejects-valid",
        {"path": "$", "got": {"reject": {"code": "truncated", "at": "5"}}},
    )


@pytest.mark.parametrize(
    ("expected", "got", "verdict", "path"),
    [
        ([A, B], [A, B], "pass", None),
        ([A, B], [A], "wrong-value", "$.blocks[1]"),
        ([A], [A, B], "wrong-value", "$.blocks[1]"),
        ([A], [{**A, "records": [{"a": 2}]}], "wrong-value", "$.blocks[0].records[0].a"),
        (
            [A],
            [{**A, "kind": "CORRUPT_BLOCK", "reject": {"code": "truncated"}}],
            "wrong-value",
            "$.blocks[0].kind",
        ),
        ([A], [{**A, "error": {"message": "NPE"}}], "error", "$.blocks[0].error"),
        ([A], [{**A, "reject": {"code": "truncated"}}], "rejects-valid", "$.blocks[0].reject"),
        ([A], ["x"], "wrong-value", "$.blocks[0]"),
        ([A], "x", "wrong-value", "$.blocks"),
    ],
)
def test_blocks(expected: list[Any], got: Any, verdict: str, path: str | None) -> None:
    word = judge_value({"blocks": expected}, {"blocks": got})
    assert (word.verdict, word.detail and word.detail["path"]) == (verdict, path)


REFUSED = {**A, "reject": {"code": ["truncated", "count-too-large"], "at": "7"}}


@pytest.mark.parametrize(
    ("got", "verdict", "path"),
    [
        ({**A, "reject": {"code": "truncated", "at": "7"}}, "pass", None),
        ({**A, "reject": {"code": "count-too-large"}}, "pass-weak", None),
        ({**A, "reject": {"code": "truncated", "at": "8"}}, "wrong-reason", "$.blocks[0].reject.at"),
        ({**A, "reject": {"code": "bad-magic", "at": "7"}}, "wrong-reason", "$.blocks[0].reject.code"),
        ({**A, "reject": {"code": "unspecified"}}, "pass-weak", None),
        ({**A, "reject": {"code": "truncated", "at": "7", "message": "more", "x": 1}}, "pass", None),
        ({**A, "records": [], "reject": {"code": "truncated"}}, "wrong-value", "$.blocks[0].records[0]"),
        (A, "accepts-invalid", "$.blocks[0].reject"),
        ({**A, "error": {"message": "NPE"}}, "error", "$.blocks[0].error"),
        ({**A, "reject": "truncated"}, "wrong-value", "$.blocks[0].reject"),
    ],
)
def test_block_that_must_be_refused(got: Any, verdict: str, path: str | None) -> None:
    word = judge(expects("blocks", value={"blocks": [REFUSED, B]}), value({"blocks": [got, B]}))
    assert (word.verdict, word.detail and word.detail["path"]) == (verdict, path)


def test_one_code_may_stand_alone() -> None:
    expected = {"blocks": [{**A, "reject": {"code": "truncated"}}]}
    assert (
        judge_value(expected, {"blocks": [{**A, "reject": {"code": "truncated", "at": "1"}}]}).verdict
        == "pass"
    )


def test_a_weak_block_does_not_hide_a_wrong_one() -> None:
    weak = {**A, "reject": {"code": "unspecified"}}
    assert judge_value({"blocks": [REFUSED, B]}, {"blocks": [weak, A]}).verdict == "wrong-value"
    assert judge_value({"blocks": [REFUSED, B], "x": 1}, {"blocks": [weak, B], "x": 2}).detail == {
        "path": "$.x",
        "expected": 1,
        "got": 2,
    }


# --- rejections ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (reject("truncated", "5", {"blocks": [A]}), "pass"),
        (reject("bad-magic", "9", {"blocks": [A]}), "pass"),
        (reject("bad-magic", None, {"blocks": [A]}), "pass-weak"),
        (reject("bad-magic", None, {"blocks": [B]}), "wrong-value"),
        (reject("bad-type", "5", {"blocks": [A]}), "wrong-reason"),
        (reject("truncated", "6", {"blocks": [A]}), "wrong-reason"),
        (reject("unspecified", None, {"blocks": [A]}), "pass-weak"),
        (reject("truncated", "5", {"blocks": [B]}), "wrong-value"),
        (reject("truncated", "5", {"blocks": []}), "wrong-value"),
        (reject("unspecified", None, {"blocks": [A, B]}), "wrong-value"),
        (reject("truncated", "5"), "pass-weak"),
        (value({"blocks": [A]}), "accepts-invalid"),
        (Answer("limit"), "limit"),
    ],
)
def test_reject(answer: Answer, verdict: str) -> None:
    expectation = expects("reject", codes=("truncated", "bad-magic"), at=("5", "9"), blocks=[A])
    assert judge(expectation, answer).verdict == verdict


def test_reject_before_anything_needs_no_partial() -> None:
    assert judge(expects("reject", codes=("truncated",), blocks=[]), reject()).verdict == "pass"
    assert judge(expects("reject", codes=("truncated",)), reject(partial={"blocks": [A]})).verdict == "pass"


# --- any, robust ---------------------------------------------------------------------------------------


def test_any_takes_the_best() -> None:
    strong = expects("reject", codes=("truncated",))
    either = expects("any", options=(expects("blocks", value={"blocks": [A]}), strong))
    assert judge(either, value({"blocks": [A]})).verdict == "pass"
    assert judge(either, reject()).verdict == "pass"
    assert judge(either, reject("unspecified")).verdict == "pass-weak"
    assert judge(either, reject("bad-type")).verdict == "wrong-reason"
    word = judge(either, value({"blocks": [B]}))
    assert (word.verdict, word.message) == ("wrong-value", "none of the 2 answers that are allowed")
    assert judge(either, Answer("crash")).verdict == "crash"
    assert judge(either, Answer("unsupported")).verdict == "unsupported"


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (value({"blocks": [A]}), "pass"),
        (reject(), "pass"),
        (Answer("limit"), "pass"),
        (value(None), "pass"),
        (value({"blocks": [A, {**B, "error": {"message": "NPE"}}]}), "error"),
        (reject(partial={"blocks": [{**B, "error": {"message": "NPE"}}]}), "error"),
    ],
)
def test_robust(answer: Answer, verdict: str) -> None:
    assert judge(expects("robust"), answer).verdict == verdict


# --- writers, checks -----------------------------------------------------------------------------------


def written(data: bytes) -> Answer:
    return value({"b64": base64.b64encode(data).decode()})


def test_bytes() -> None:
    expectation = expects("bytes", data=b"abcdef")
    assert judge(expectation, written(b"abcdef")).verdict == "pass"
    word = judge(expectation, written(b"abXdef"))
    assert (word.verdict, word.detail) == (
        "wrong-value",
        {"path": "bytes[2]", "expected": "63646566", "got": "58646566"},
    )
    assert judge(expectation, written(b"abc")).detail == {"path": "bytes[3]", "expected": "646566", "got": ""}
    assert judge(expectation, value({"b64": "*"})).verdict == "wrong-value"
    assert judge(expectation, value(None)).detail["path"] == "$.b64"
    assert judge(expectation, reject()).verdict == "rejects-valid"
    assert written_bytes({"b64": "AA=="}) == b"\0"
    assert written_bytes({"b64": 3}) is None


def test_reads_back() -> None:
    expectation = expects("reads-back", value={"blocks": [A]})
    good, bad = value({"blocks": [A]}), value({"blocks": [B]})
    assert judge(expectation, written(b""), {"one": good}).verdict == "pass"
    word = judge(expectation, written(b""), {"one": good, "two": bad, "three": Answer("unsupported")})
    assert (word.verdict, word.readers) == ("pass", {"one": "pass", "two": "wrong-value"})
    word = judge(expectation, written(b""), {"zero": Answer("unsupported"), "one": bad, "two": good})
    assert (word.verdict, word.message) == ("wrong-value", "read back by one: wrong-value")
    assert word.detail["path"] == "$.blocks[0].ofs"
    assert judge(expectation, written(b""), {"one": reject()}).verdict == "rejects-valid"
    assert judge(expectation, written(b""), {"one": Answer("crash")}).verdict == "crash"
    assert judge(expectation, written(b""), {}).verdict == "unsupported"
    assert judge(expectation, value({}), {"one": good}).verdict == "wrong-value"


FOUND = {"requirement": "log.a", "code": "truncated", "at": "5"}


@pytest.mark.parametrize(
    ("got", "verdict"),
    [
        ([FOUND], "pass"),
        ([{**FOUND, "at": None}], "pass"),
        ([{**FOUND, "message": "more"}], "pass"),
        ([{**FOUND, "at": "6"}], "wrong-value"),
        ([{**FOUND, "code": "bad-type"}], "wrong-value"),
        ([], "accepts-invalid"),
        ([FOUND, {**FOUND, "at": "9"}], "rejects-valid"),
        (["x"], "wrong-value"),
        ("x", "wrong-value"),
    ],
)
def test_findings(got: Any, verdict: str) -> None:
    assert (
        judge(expects("findings", value={"findings": [FOUND]}), value({"findings": got})).verdict == verdict
    )


def test_findings_come_in_any_order() -> None:
    expected = [{**FOUND, "at": None}, FOUND, {**FOUND, "at": "10"}]
    got = value({"findings": [expected[2], expected[0], expected[1]]})
    assert judge(expects("findings", value={"findings": expected}), got).verdict == "pass"


# --- what is left out --------------------------------------------------------------------------------

LISTED = {
    "available": True,
    "partitions": [{"partition": "", "files": []}],
    "valid_instants": ["1"],
    "synced_instant": "1",
    "latest_compaction": None,
}
INSTANTS = {"valid_instants", "synced_instant", "latest_compaction"}


def test_a_lister_of_files_may_leave_out_instants() -> None:
    told = {name: member for name, member in LISTED.items() if name not in INSTANTS}
    judgement = judge(expects("value", value=LISTED), value(told))
    assert judgement.verdict == "pass-weak"
    assert judgement.message == "does not report latest_compaction, synced_instant, valid_instants"
    assert judge(expects("value", value=LISTED), value(LISTED)).verdict == "pass"


@pytest.mark.parametrize(
    "change", [{"partitions": []}, {"available": False}, {"valid_instants": ["2"]}, {"other": 1}]
)
def test_what_is_told_must_be_right(change: dict[str, Any]) -> None:
    told = {name: member for name, member in LISTED.items() if name not in INSTANTS} | change
    assert judge(expects("value", value=LISTED), value(told)).verdict == "wrong-value"


def test_other_members_may_not_be_left_out() -> None:
    told = {name: member for name, member in LISTED.items() if name != "partitions"}
    assert judge(expects("value", value=LISTED), value(told)).verdict == "wrong-value"


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ({"a": [1, {"b": None}], "c": "x"}, {"c": "x", "a": [1, {"b": None}]}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1.0}, False),
        ({"a": 0}, {"a": False}, False),
        ({"a": "1"}, {"a": 1}, False),
        ({"a": [1]}, {"a": (1,)}, False),
        ({"a": -0.0}, {"a": 0.0}, True),
        ({"a": {"$digest": {"len": "1", "sha256": hashlib.sha256(b"x").hexdigest()}}}, {"a": "78"}, True),
    ],
)
def test_types_count_on_the_quick_way_too(left: object, right: object, equal: bool) -> None:
    assert (first_mismatch(left, right) is None) == equal
    assert (first_mismatch(left, right, passes=lambda _: False) is None) == equal
