# SPDX-License-Identifier: Apache-2.0
"""Layers of failure: what a failed case says about an implementation, and whose word it rests on.

| layer | meaning |
|---|---|
| misread | a good input is not read as its bytes say, or a damaged one is taken for good |
| refused badly | refused, but by an unchecked exception, a crash or a hang, or for another reason or place |
| proposed | only a rule, or a refusal, is broken that the specification marks as its own proposal |
| by design | what the project documents, or decided: the entry of the expectation list quotes the source |
| unclassified | the list does not call it a bug, and quotes no source for the opposite |

Every failure has exactly one layer, derived from verdict, expectation, rule and list entry.
"""

from __future__ import annotations

from collections.abc import Mapping

from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import Group
from hudi_conformance.views.common import JsonValue

MISREAD, REFUSED_BADLY, UNCLASSIFIED, PROPOSED, BY_DESIGN = (
    "misread", "refused badly", "unclassified", "proposed", "by design",
)  # fmt: skip
LAYERS = (MISREAD, REFUSED_BADLY, UNCLASSIFIED, PROPOSED, BY_DESIGN)
"""From worst to best."""
_FALLEN = frozenset({"crash", "hang", "garbled"})
_LOST = frozenset({"wrong-value", "accepts-invalid"})
_NOT_BUGS = frozenset({"wontfix", "dispute"})


def layer_of(
    verdict: str,
    expectation: Expectation,
    proposed: str,
    group: Group | None,
    *,
    is_edited: bool = False,
) -> str:
    """The layer of a failure.

    Args:
        verdict: member of `judge.VERDICTS` that is a failure.
        expectation: what the case expects.
        proposed: what of the case's principal rule is a proposal: `rule`, `refusal`, or nothing.
        group: the entry that lists the failure, None for an unlisted one.
        is_edited: the input is a good one with edits, which a proposal about refusals covers.
    """
    if group is not None and group.design is not None:
        return BY_DESIGN
    if verdict in _FALLEN:
        # Whoever wrote the rule: a process that is gone, or does not come back, harms everybody.
        return REFUSED_BADLY
    asks_refusal = expects_refusal(expectation)
    # A proposal about refusals is no excuse for a value that is wrong.
    is_refusal = verdict != "wrong-value" and (asks_refusal or is_edited)
    if proposed == "rule" or (proposed == "refusal" and is_refusal):
        return PROPOSED
    if group is not None and group.kind in _NOT_BUGS:
        return UNCLASSIFIED
    return REFUSED_BADLY if asks_refusal and verdict not in _LOST else MISREAD


def expects_refusal(expectation: Expectation) -> bool:
    """Whether the input, or a part of it, has to be refused or reported as damaged."""
    match expectation.kind:
        case "reject" | "robust":
            return True
        case "any":
            return any(map(expects_refusal, expectation.options))
        case "findings":
            return bool(expectation.value["findings"])
    return _names_refusal(expectation.value)


def _names_refusal(value: JsonValue) -> bool:
    if isinstance(value, Mapping):
        return (
            "reject" in value
            or value.get("kind") == "CORRUPT_BLOCK"
            or value.get("corrupt") is True
            or any(map(_names_refusal, value.values()))
        )
    return isinstance(value, list) and any(map(_names_refusal, value))
