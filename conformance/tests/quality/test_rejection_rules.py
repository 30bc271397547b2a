# SPDX-License-Identifier: Apache-2.0
"""A rejection's rule is one that the case names, or a parent of one: all cases that may be rejected.

Rejections are those of whole inputs and those inside of values (blocks, records). Findings of checks are
compared with the case by the judge, findings beside a value say what was read over; here it is enough that
their rules exist. Other cases expect values without a rejection, which every run compares
with the answers.
"""

from __future__ import annotations

from typing import Any

import pytest
import whole_suite
from hudi_conformance.adapters import reference_writer
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import split_tree
from hudi_conformance.suite.inputs import Prepared
from rejection_rules import rules, unnamed_rules

MIN_REJECTIONS = 1500
"""Fewer mean that this test no longer sees the answers."""


def answer(ready: Prepared) -> dict[str, Any]:
    """The answer of our decoder or writer, in this process."""
    case = ready.case
    implementation = reference_writer if case.cmd.endswith(".write") else kaitai_python
    with split_tree(ready.input) as (content, folder):
        request = protocol.request("1", case.cmd, content, ready.args, ms=20_000, mib=2048, folder=folder)
        return implementation.answer(request)


def may_reject(ready: Prepared) -> bool:
    """Whether the expected answer, or one of several, is a rejection or has one inside."""
    match ready.expectation.kind:
        case "reads-back" | "bytes":
            return False
        case "value" | "blocks":
            return '"reject":' in canonical_json.dumps(ready.expectation.value)
    return True


@pytest.mark.own_job
def test_rules_of_rejections_are_those_of_the_case() -> None:
    suite, cases = whole_suite.opened()
    known = suite.index.requirements
    others, phantoms, count = [], [], 0
    for ready in filter(may_reject, cases):
        response = answer(ready)
        found = dict.fromkeys(rules(response))
        count += bool(found)
        phantoms += [f"{ready.case.id}: {rule}" for rule in found if rule not in known]
        others += [
            f"{ready.case.id} names {', '.join(ready.case.req)}, the rejection {rule}"
            for rule in unnamed_rules(response, ready.case)
        ]
    assert phantoms == []
    assert others == []
    assert count >= MIN_REJECTIONS
