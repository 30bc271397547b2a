# SPDX-License-Identifier: Apache-2.0
"""Pages about rules: requirements, open questions, known failures, disagreements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hudi_conformance.report import wording
from hudi_conformance.report.model import STATUSES, Case, Result, Run, area
from hudi_conformance.report.site import paths
from hudi_conformance.report.site.facts import Facts, Mark, prose

STANDING_STATUS = {
    "held": "pass",
    "known broken": "known",
    "newly broken": "new",
    "in doubt": "new",
    "not judged": "unsupported",
}


def rule_pages(facts: Facts) -> Iterator[tuple[str, str]]:
    """The list, then a page for each chapter with the requirements that cases name."""
    chapters: dict[str, list[str]] = {}
    for requirement in facts.naming:
        chapters.setdefault(area(requirement), []).append(requirement)
    lines = {
        name: [
            {
                "id": requirement,
                "level": _level(facts, requirement),
                "strip": _strip(facts, requirement),
                "num_cases": len(facts.naming[requirement]),
            }
            for requirement in members
        ]
        for name, members in chapters.items()
    }
    uncovered = [rule for rule in facts.spec.requirements.values() if rule.id not in facts.naming]
    yield facts.page(paths.REQUIREMENTS, "requirements.html.j2", areas=lines, uncovered=uncovered)
    names = list(chapters)
    for index, name in enumerate(names):
        before = names[index - 1] if index else None
        after = names[index + 1] if index + 1 < len(names) else None
        path = paths.chapter_page(name)
        rules = [_rule(facts, requirement, paths.root_of(path)) for requirement in chapters[name]]
        yield facts.page(path, "chapter.html.j2", area=name, rules=rules, before=before, after=after)


def _level(facts: Facts, requirement: str) -> str:
    rule = facts.spec.requirements.get(requirement)
    return rule.level if rule else facts.naming[requirement][0].level


def _rule(facts: Facts, requirement: str, root: str) -> dict[str, object]:
    rule = facts.spec.requirements.get(requirement)
    cases = facts.naming[requirement]
    question = rule.open_id if rule is not None and not rule.settled else None
    return {
        "id": requirement,
        "rule": rule,
        "level": _level(facts, requirement),
        "strip": _strip(facts, requirement),
        "text": prose(rule.text, facts.naming, root) if rule else "",
        "source": prose(rule.source, facts.naming, root) if rule else "",
        "question": question if question in {entry.id for entry in facts.questions} else None,
        "rows": _standings(facts, requirement),
        "about": [case for case in cases if case.about == requirement],
        "also": [case for case in cases if case.about != requirement],
    }


def _standings(facts: Facts, requirement: str) -> list[tuple[str, Mark, Mapping[str, int]]]:
    """Names, standing and counts of results; implementations with the same numbers share a row."""
    grouped: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for name in facts.run.names:
        count = Counter(
            result.status
            for case in facts.naming[requirement]
            if (result := facts.run.result(name, case.id)) is not None
        )
        key = (facts.standings[requirement][name], tuple(count[status] for status in STATUSES))
        grouped.setdefault(key, []).append(name)
    return [
        (
            ", ".join(names),
            Mark(names[0], STANDING_STATUS[standing], standing),
            dict(zip(STATUSES, counts, strict=True)),
        )
        for (standing, counts), names in grouped.items()
    ]


def question_page(facts: Facts) -> tuple[str, str]:
    """Open questions: their text in the specification, and the answers to their cases."""
    known = facts.spec.questions
    rows = []
    for question in facts.questions:
        entry = known.get(question.id)
        rows.append(
            (question, entry.title if entry else "", prose(entry.text, facts.naming) if entry else "")
        )
    return facts.page(paths.QUESTIONS, "questions.html.j2", questions=rows, observation=wording.observation)


def defect_page(facts: Facts) -> tuple[str, str]:
    """Known failures with their reasons, and reported defects."""
    return facts.page(
        paths.DEFECTS,
        "defects.html.j2",
        defects=_known_failures(facts.run),
        bugs=_bugs(facts.run),
        bug_places=wording.bug_places,
    )


def differing_page(facts: Facts) -> tuple[str, str]:
    """Cases on which implementations disagree."""
    return facts.page(paths.DIFFERING, "differing.html.j2", differing=facts.differing)


def _strip(facts: Facts, requirement: str) -> list[Mark]:
    standings = facts.standings[requirement]
    return [Mark(name, STANDING_STATUS[standings[name]], standings[name]) for name in facts.run.names]


def _known_failures(run: Run) -> list[tuple[str, list[tuple[str, list[tuple[Case, Result]]]]]]:
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


def _bugs(run: Run) -> list[tuple[Mapping[str, Any], list[Case]]]:
    """Reported defects with the cases that reproduce them; equal ones together."""
    grouped: dict[str, tuple[Mapping[str, Any], list[Case]]] = {}
    for case in run.cases.values():
        if case.bug:
            grouped.setdefault(repr(sorted(case.bug.items())), (case.bug, []))[1].append(case)
    return list(grouped.values())
