# SPDX-License-Identifier: Apache-2.0
"""Layers of failure: what a failed case says about an implementation, and whose word it rests on.

| layer | meaning |
|---|---|
| misread | a value is wrong or missing, or damage is taken for good against a rule of the project's own |
| refused badly | rejected, but by an unchecked exception, a crash or a hang, or for another reason or place |
| proposed | only a rule, or a rejection, is broken that the specification marks as its own proposal |
| by design | what the project documents or decided; the list entry quotes the source |
| unclassified | the list does not call it a bug, and quotes no source for the opposite |

Every failure has exactly one layer, derived from judgement, expectation, rule and list entry.

A proposal mostly asks for a rejection that no project promises. Who does not reject is lenient, as long as
the answer is right. Whether it is, the implementation says itself: it is asked for the same input without
the damage (`compared_with_undamaged`). An answer that the damage changed is misread, whoever wrote the
rule. Where a case has no undamaged input, the list entry states what is wrong (`wrong`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.expectation import Expectation
from hudi_conformance.suite.expectations import Group
from hudi_conformance.suite.judge import Judgement
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.protocol import Answer

MISREAD, REFUSED_BADLY, UNCLASSIFIED, PROPOSED, BY_DESIGN = (
    "misread", "refused badly", "unclassified", "proposed", "by design",
)  # fmt: skip
LAYERS = (MISREAD, REFUSED_BADLY, UNCLASSIFIED, PROPOSED, BY_DESIGN)
"""From worst to best."""
_FALLEN = frozenset({"crash", "hang", "garbled"})
_LOST = frozenset({"wrong-value", "accepts-invalid"})
_NOT_BUGS = frozenset({"wontfix", "dispute"})


CHANGED = "undamaged"
"""Member of a judgement's detail: where the answer differs from that on the undamaged input."""


def layer_of(
    judgement: Judgement,
    expectation: Expectation,
    proposed: str,
    group: Group | None,
    *,
    is_edited: bool = False,
) -> str:
    """The layer of a failure.

    Args:
        judgement: its verdict is a failure; its detail says whether the damage changed the answer.
        expectation: what the case expects.
        proposed: what of the case's principal rule is a proposal: `rule`, `refusal`, or nothing.
        group: the entry that lists the failure, None for an unlisted one.
        is_edited: the input is a good one with edits, which a proposal about rejections covers.
    """
    verdict = judgement.verdict
    if group is not None and group.design is not None:
        return BY_DESIGN
    if verdict in _FALLEN:
        # Whoever wrote the rule: a process that is gone, or does not come back, harms everybody.
        return REFUSED_BADLY
    if _is_wrong(judgement, group):
        return MISREAD
    asks_refusal = expects_refusal(expectation)
    # A proposal about rejections is no excuse for a value that is wrong.
    is_refusal = verdict != "wrong-value" and (asks_refusal or is_edited)
    if proposed == "rule" or (proposed == "refusal" and is_refusal):
        return PROPOSED
    if group is not None and group.kind in _NOT_BUGS:
        return UNCLASSIFIED
    return REFUSED_BADLY if asks_refusal and verdict not in _LOST else MISREAD


def asks_undamaged(judgement: Judgement, expectation: Expectation) -> bool:
    """Whether the answer on the undamaged input decides the layer: damage was taken for good."""
    return judgement.verdict in _LOST and expects_refusal(expectation)


def compared_with_undamaged(judgement: Judgement, damaged: Answer, undamaged: Answer) -> Judgement:
    """The judgement with what the damage changed: `detail["undamaged"]` is the first difference, if any.

    Parts of the answer that are rejected, or reported as damaged, are not compared: they claim no value.
    """
    if damaged.answer != "value" or undamaged.answer != "value":
        return judgement
    difference = first_mismatch(undamaged.value, damaged.value, passes=_is_refused)
    if difference is None:
        return judgement
    return replace(judgement, detail={**(judgement.detail or {}), CHANGED: difference.detail()})


def _is_wrong(judgement: Judgement, group: Group | None) -> bool:
    if judgement.verdict not in _LOST:
        return False
    return CHANGED in (judgement.detail or {}) or (group is not None and group.wrong is not None)


def _is_refused(value: object) -> bool:
    return isinstance(value, Mapping) and (
        "reject" in value or "error" in value or value.get("kind") == "CORRUPT_BLOCK"
    )


def expects_refusal(expectation: Expectation) -> bool:
    """Whether the input, or a part of it, has to be rejected or reported as damaged."""
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
