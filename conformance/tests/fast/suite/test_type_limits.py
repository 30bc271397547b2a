# SPDX-License-Identifier: Apache-2.0
"""What the types of an engine cannot hold is told apart from rows that are wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.judge import judge
from hudi_conformance.suite.protocol import Answer, Garbled, parse_answer

EXPECTED = {
    "rows": [{"id": "a", "arr": None, "nested": None}, {"id": "b", "arr": [1, None], "nested": {"x": 1}}]
}


def verdict(rows: list[Any], limits: tuple[str, ...] = ("null-container",)) -> tuple[str, str | None]:
    judgement = judge(
        Expectation("value", {}, value=EXPECTED), Answer("value", value={"rows": rows}, limits=limits)
    )
    return judgement.verdict, (judgement.detail or {}).get("path")


A, B = EXPECTED["rows"]
A_EMPTY = {"id": "a", "arr": [], "nested": {"x": None}}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([A, B], ("pass", None)),
        ([A_EMPTY, B], ("limit", None)),
        ([B, A_EMPTY], ("limit", None)),
        ([A_EMPTY, {**B, "arr": [1, 0]}], ("wrong-value", "$.rows[0].arr[1]")),
        ([A_EMPTY, {**B, "id": None}], ("wrong-value", "$.rows[0].id")),
        ([A_EMPTY], ("wrong-value", "$.rows[1]")),
        ([A_EMPTY, A_EMPTY, B], ("wrong-value", "$.rows[1].id")),
        ([A, {**B, "nested": {"x": 0}}], ("wrong-value", "$.rows[0].nested.x")),
    ],
)
def test_null_containers(rows: list[Any], expected: tuple[str, str | None]) -> None:
    found = verdict(rows)
    assert found[0] == expected[0]
    assert (found[1] is None) == (expected[1] is None)


def test_without_the_limit_an_empty_container_is_wrong() -> None:
    assert verdict([A_EMPTY, B], ())[0] == "wrong-value"


def test_a_limit_has_a_name_of_the_protocol() -> None:
    message = {"seq": "1", "answer": "value", "value": {}, "limits": ["null-container"]}
    assert parse_answer(message, "1").limits == ("null-container",)
    for unknown in (["no-such"], "null-container", [1]):
        with pytest.raises(Garbled, match="limits"):
            parse_answer({**message, "limits": unknown}, "1")
