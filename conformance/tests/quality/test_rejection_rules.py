# SPDX-License-Identifier: Apache-2.0
"""A rejection's rule is one that the case names, or a parent of one: all cases, default implementations.

Rejections are those of whole inputs and those inside of values (blocks, records). Findings of checks are
compared with the case by the judge, findings beside a value say what was read over; here it is enough that
their rules exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hudi_conformance.adapters import kaitai_python, reference_writer
from hudi_conformance.damage import edits
from hudi_conformance.suite import protocol
from hudi_conformance.suite.adapter import split_tree
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.session import Session

SUITE = Session(edits)
MIN_REJECTIONS = 400
"""Fewer mean that this test no longer sees the answers."""


def rules(answer: Any) -> Iterator[str]:
    """Requirements of all rejections in an answer."""
    if isinstance(answer, dict):
        if "code" in answer and isinstance(answer.get("requirement"), str):
            yield answer["requirement"]
        for value in answer.values():
            yield from rules(value)
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from rules(value)


def answer(ready: Prepared) -> dict[str, Any]:
    """The answer of our decoder or writer, in this process."""
    case = ready.case
    implementation = reference_writer if case.cmd.endswith(".write") else kaitai_python
    with split_tree(ready.input) as (content, folder):
        request = protocol.request("1", case.cmd, content, ready.args, ms=20_000, mib=2048, folder=folder)
        return implementation.answer(request)


def is_named(rule: str, names: tuple[str, ...]) -> bool:
    return any(name == rule or name.startswith(f"{rule}.") for name in names)


def test_rules_of_rejections_are_those_of_the_case() -> None:
    known = SUITE.index.requirements
    others, phantoms, count = [], [], 0
    for ready in SUITE.prepare_unlocked(SUITE.cases):
        response = answer(ready)
        found = dict.fromkeys(rules(response))
        count += bool(found)
        phantoms += [f"{ready.case.id}: {rule}" for rule in found if rule not in known]
        if ready.case.cmd.endswith(".check") or "open" in ready.case.expect:
            continue
        found = dict.fromkeys(rules({**response, "findings": ()}))
        others += [
            f"{ready.case.id} names {', '.join(ready.case.req)}, the rejection {rule}"
            for rule in found
            if not is_named(rule, tuple(ready.case.req))
        ]
    assert phantoms == []
    assert others == []
    assert count >= MIN_REJECTIONS
