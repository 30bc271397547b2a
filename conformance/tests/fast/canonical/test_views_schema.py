# SPDX-License-Identifier: Apache-2.0
"""The schema of values describes what cases expect, command by command."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import jsonschema
import pytest
import whole_suite
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json

VIEWS = json.loads((resources.schemas_dir() / "views.schema.json").read_text(encoding="utf-8"))
CASES = whole_suite.opened()[1]
# The answers of writers are bytes: see the protocol.
WRITERS = {ready.case.cmd for ready in CASES if ready.case.cmd.endswith(".write")}
COMMANDS = sorted({ready.case.cmd for ready in CASES} - WRITERS)


@cache
def validator(cmd: str) -> Any:
    return jsonschema.Draft202012Validator({**VIEWS, "$ref": f"#/$defs/{cmd}"})


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(VIEWS)
    assert [cmd for cmd in COMMANDS if cmd not in VIEWS["$defs"]] == []


def an_answer(expected: Any) -> Any:
    """An answer that an expected value takes: where a refusal may have one of several codes, the first."""
    if isinstance(expected, list):
        return [an_answer(item) for item in expected]
    if not isinstance(expected, dict):
        return expected
    answer = {key: an_answer(value) for key, value in expected.items()}
    match answer.get("reject"):
        case {"code": [str(code), *_], **rest}:
            answer["reject"] = rest | {"code": code}
    return answer


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cmd", COMMANDS)
def test_expected_values_have_its_form(cmd: str) -> None:
    wrong = []
    seen = Counter[str]()
    texts = set()
    for ready in CASES:
        if ready.case.cmd != cmd or ready.expectation.kind != "value":
            continue
        seen[cmd] += 1
        text = canonical_json.dumps(ready.expectation.value)
        if text in texts:  # many cases expect what the others of their base do
            continue
        texts.add(text)
        value = an_answer(canonical_json.loads(text.encode()))
        wrong += [(ready.case.id, error.message[:200]) for error in validator(cmd).iter_errors(value)]
    assert wrong == []
    if cmd in {"hfile.cells", "timeline.list", "archive.plan", "merge.reduce", "table.read"}:
        assert seen[cmd] > 10


def test_other_forms_are_refused() -> None:
    good = {"key": "61", "cells": []}
    assert validator("hfile.get").is_valid({"results": [good]})
    for bad in ({**good, "more": 1}, {"key": "6"}, {"key": 61, "cells": []}):
        assert not validator("hfile.get").is_valid({"results": [bad]})
    assert not validator("archive.recover").is_valid({"plan": "read", "merge": "none"})
    assert not validator("merge.reduce").is_valid({"outcome": "newer", "record": None})
