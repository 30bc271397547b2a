# SPDX-License-Identifier: Apache-2.0
"""Layers of failure: the meaning of a failed case for an implementation, and the authority behind the rule.

| layer | meaning |
|---|---|
| misread | a value is wrong or missing, or damage is accepted as valid against a rule of the project |
| refused badly | rejected, but by an unchecked exception, a crash or hang, or with a wrong reason or offset |
| proposed | the violated rule, or the missing rejection, is only proposed by this specification |
| by design | behaviour that the project documents or decided; the list entry quotes the source |
| unclassified | the list neither calls it a bug nor quotes a source that it is intended |

Every failure has exactly one layer, derived from judgement, expectation, rule and list entry.

A proposal usually requires a rejection that no project promises. A reader that does not reject is lenient if
its answer is correct. To decide that, the implementation also reads the same input without the damage
(`compared_with_undamaged`). An answer that the damage changed is misread, regardless of the rule's origin. If
a case has no undamaged input, the list entry states the wrong part (`wrong`).
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
"""Member of a judgement's detail: difference from the answer on the undamaged input."""


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
        judgement: its verdict is a failure; its detail states whether the damage changed the answer.
        expectation: the expectation of the case.
        proposed: the proposed part of the case's principal rule: `rule`, `refusal`, or empty.
        group: the entry that lists the failure, None for an unlisted one.
        is_edited: the input is an intact one with edits, to which a proposal about rejections applies.
    """
    verdict = judgement.verdict
    if group is not None and group.design is not None:
        return BY_DESIGN
    if verdict in _FALLEN:
        # Regardless of the rule's origin: a crash or a hang harms every user.
        return REFUSED_BADLY
    is_wrong = CHANGED in (judgement.detail or {}) or (group is not None and group.wrong is not None)
    if is_wrong and judgement.verdict in _LOST:
        return MISREAD
    asks_refusal = expects_refusal(expectation)
    # A proposal about rejections does not excuse a wrong value.
    is_refusal = verdict != "wrong-value" and (asks_refusal or is_edited)
    if proposed == "rule" or (proposed == "refusal" and is_refusal):
        return PROPOSED
    if group is not None and group.kind in _NOT_BUGS:
        return UNCLASSIFIED
    return REFUSED_BADLY if asks_refusal and verdict not in _LOST else MISREAD


def asks_undamaged(judgement: Judgement, expectation: Expectation) -> bool:
    """Whether the answer on the undamaged input decides the layer: the damage was accepted as valid."""
    return judgement.verdict in _LOST and expects_refusal(expectation)


def compared_with_undamaged(judgement: Judgement, damaged: Answer, undamaged: Answer) -> Judgement:
    """The judgement with the effect of the damage: `detail["undamaged"]` is the first difference, if any.

    Parts of the answer that are rejected, or reported as damaged, are not compared: they claim no value.
    """
    if damaged.answer != "value" or undamaged.answer != "value":
        return judgement
    difference = first_mismatch(undamaged.value, damaged.value, passes=is_refused)
    if difference is None:
        return judgement
    return replace(judgement, detail={**(judgement.detail or {}), CHANGED: difference.detail()})


def is_refused(value: object) -> bool:
    """Whether a part of an answer is rejected, or reported as damaged."""
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
