# SPDX-License-Identifier: Apache-2.0
"""What is listed across cases: defects that are known, open questions, who took part in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hudi_conformance.report.model import Case, Result, Run


@dataclass(frozen=True, slots=True)
class Question:
    """An open question with its cases, and what those said who answered any of them."""

    id: str
    answered: list[str]
    rows: list[tuple[Case, list[Result | None]]]


def question_of(case: Case) -> str | None:
    """Id of the question that a case hangs on, None where its rule is settled."""
    if case.expect.get("kind") != "open":
        return None
    return str(case.expect.get("open") or case.expect.get("question") or "without-a-question")


def questions(run: Run) -> list[Question]:
    """Open cases by the question that they hang on."""
    grouped: dict[str, list[Case]] = {}
    for case in run.cases.values():
        question = question_of(case)
        if question is not None:
            grouped.setdefault(question, []).append(case)
    found = []
    for question, cases in sorted(grouped.items()):
        answered = [
            name
            for name in run.names
            if any((r := run.result(name, case.id)) and r.status != "unsupported" for case in cases)
        ]
        rows = [(case, [run.result(name, case.id) for name in answered]) for case in cases]
        found.append(Question(question, answered, rows))
    return found


def defects(run: Run) -> list[tuple[str, list[tuple[str, list[tuple[Case, Result]]]]]]:
    """Known failures: by implementation, then by the reason on its expectation list."""
    grouped: dict[str, dict[str, list[tuple[Case, Result]]]] = {}
    for case, result in run.with_status("known"):
        reasons = grouped.setdefault(result.implementation, {})
        reasons.setdefault(result.reason or "no reason given", []).append((case, result))
    return [
        (name, sorted(grouped[name].items(), key=lambda item: -len(item[1])))
        for name in run.names
        if name in grouped
    ]


def bugs(run: Run) -> list[tuple[Mapping[str, Any], list[Case]]]:
    """Defects that were seen in the world, with the cases that show them; equal ones together."""
    grouped: dict[str, tuple[Mapping[str, Any], list[Case]]] = {}
    for case in run.cases.values():
        if case.bug:
            grouped.setdefault(repr(sorted(case.bug.items())), (case.bug, []))[1].append(case)
    return list(grouped.values())


def bug_places(bug: Mapping[str, Any]) -> list[str]:
    """Where a defect was seen: issues and addresses."""
    seen = bug.get("seen") or []
    return [seen] if isinstance(seen, str) else [str(one) for one in seen]
