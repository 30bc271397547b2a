# SPDX-License-Identifier: Apache-2.0
"""Expectations and answers as sentences."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.report import wording
from hudi_conformance.report.model import Result


@pytest.mark.parametrize(
    ("expect", "sentence"),
    [
        ({"kind": "value", "value": "x.json"}, "accept, with exactly the recorded answer"),
        ({"kind": "blocks", "blocks": []}, "accept, with these blocks: none"),
        (
            {"kind": "blocks", "blocks": ["=0", '=1@300 {"len":"5"}', "corrupt 1..9", '{"kind":"x"}']},
            (
                'accept, with these blocks: base block 0, base block 1 moved to 300 with {"len":"5"}, '
                'corrupt 1..9, {"kind":"x"}'
            ),
        ),
        ({"kind": "reject", "reject": ["bad-type"], "at": "18"}, "refuse as bad-type at byte 18"),
        (
            {"kind": "reject", "reject": ["truncated", "bad-type"], "blocks": ["=0"]},
            "refuse as truncated or bad-type, after base block 0",
        ),
        ({"kind": "reject", "reject": ["x"], "blocks": []}, "refuse as x, with no block before it"),
        (
            {"kind": "any", "any": [{"blocks": ["=0"]}, {"kind": "reject", "reject": ["bad-magic"]}]},
            "any of: accept, with these blocks: base block 0; or refuse as bad-magic",
        ),
        ({"kind": "open", "open": "log-x"}, "nothing: open question log-x"),
        ({"kind": "robust", "robust": True}, "a value, a refusal or a limit, within the budget"),
        ({"kind": "bytes", "bytes": "x"}, "write exactly the recorded bytes"),
        ({"kind": "reads-back", "reads-back": "x"}, "write bytes that read back as requested"),
        ({"kind": "findings", "findings": []}, "exactly these findings: none"),
        (
            {"kind": "findings", "findings": [["log.a.b", "bad-value", "7"], ["log.c.d", "duplicate"]]},
            "exactly these findings: log.a.b bad-value 7, log.c.d duplicate",
        ),
        ({"kind": "a kind of next year"}, "a kind of next year"),
        ({}, "?"),
    ],
)
def test_expectation(expect: dict[str, Any], sentence: str) -> None:
    assert wording.expectation(expect) == sentence


def result(answer: str = "value", got: Any = None, **more: Any) -> Result:
    detail = None if got is None else {"path": "$", "got": got}
    return Result("a", "log/a/b", answer, "open", "open", detail=detail, **more)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (result(), "accepted"),
        (result("reject", code="bad-version", at="14"), "refused as bad-version at byte 14"),
        (result("reject", code="truncated", got={"blocks": []}), "refused as truncated: no blocks"),
        (result("hang"), "did not answer in time"),
        (
            result(
                got={
                    "blocks": [
                        {"kind": "AVRO_DATA_BLOCK", "records": [{}, {}]},
                        {"kind": "DELETE_BLOCK", "deletes": [], "reject": {"code": "bad-type"}},
                        {"kind": "CORRUPT_BLOCK", "error": {"message": "NullPointerException"}},
                        7,
                    ]
                }
            ),
            (
                "accepted: avro data of 2 records, delete of 0 deletes (refused as bad-type), "
                "corrupt (error: NullPointerException), 7"
            ),
        ),
        (result(got={"file_id": "a"}), 'accepted: {"file_id": "a"}'),
    ],
)
def test_what_was_seen_of_an_open_case(given: Result, sentence: str) -> None:
    assert wording.observation(given) == sentence


def test_long_values_are_cut_and_say_so() -> None:
    assert wording.short_json("x" * 700).endswith("… (102 characters more)")
    assert wording.clipped("abc", 3) == "abc"


@pytest.mark.parametrize(
    ("command_line", "who"),
    [
        ([], "--implementation a"),
        (["run", "--adapter", "my adapter"], "--adapter 'my adapter'"),
        (["run", "--adapter=x"], "--adapter x"),
        (["run", "--adapter", "x", "--implementation", "a"], "--implementation a"),
        (["run", "--adapter"], "--implementation a"),
    ],
)
def test_reproduce(command_line: list[str], who: str) -> None:
    case = wording.Case("log/a/b", "", "log", "a", "log.scan", ("log.a.b",), "MUST", {}, {}, {}, None, None)
    assert wording.reproduce(case, "a", command_line) == f"hudi-conformance run {who} --cases log/a/b"
