# SPDX-License-Identifier: Apache-2.0
"""Pages about rules: the list of requirements, a page for each, open questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hudi_conformance.report import wording
from hudi_conformance.report.model import STATUSES, Case, area
from hudi_conformance.report.rules import heading
from hudi_conformance.report.site import lists, paths
from hudi_conformance.report.site.environment import Mark, prose
from hudi_conformance.report.site.facts import Facts

STANDING_STATUS = {
    "held": "pass",
    "known broken": "known",
    "newly broken": "new",
    "not reached": "unsupported",
}


def rule_pages(facts: Facts) -> Iterator[tuple[str, str]]:
    """The list, then a page for each requirement that a case names."""
    by_area: dict[str, list[dict[str, Any]]] = {}
    for requirement, cases in facts.naming.items():
        rule = facts.spec.requirements.get(requirement)
        by_area.setdefault(area(requirement), []).append(
            {
                "id": requirement,
                "level": rule.level if rule else cases[0].level,
                "strip": _strip(facts, requirement),
                "text": prose(rule.text) if rule else "",
                "num_cases": len(cases),
            }
        )
    silent = [rule for rule in facts.spec.requirements.values() if rule.id not in facts.naming]
    yield facts.page(paths.REQUIREMENTS, "requirements.html.j2", areas=by_area, silent=silent)
    names = list(facts.naming)
    for index, requirement in enumerate(names):
        beside = (names[index - 1] if index else None, names[index + 1] if index + 1 < len(names) else None)
        yield _rule_page(facts, requirement, beside)


def _rule_page(facts: Facts, requirement: str, beside: tuple[str | None, str | None]) -> tuple[str, str]:
    path = paths.requirement_page(requirement)
    rule = facts.spec.requirements.get(requirement)
    cases = facts.naming[requirement]
    root = paths.root_of(path)
    rows = []
    for name in facts.run.names:
        count = Counter(
            result.status for case in cases if (result := facts.run.result(name, case.id)) is not None
        )
        word = facts.words[requirement][name]
        counts = {status: count[status] for status in STATUSES}
        rows.append((name, Mark(name, STANDING_STATUS[word], word), counts))
    question = rule.open_id if rule is not None and not rule.settled else None
    return facts.page(
        path,
        "requirement.html.j2",
        id=requirement,
        rule=rule,
        area=area(requirement),
        level=rule.level if rule else cases[0].level,
        heading=heading(rule) if rule else "",
        text=prose(rule.text, facts.naming, root) if rule else "",
        source=prose(rule.source, facts.naming, root) if rule else "",
        question=question if question in {one.id for one in facts.questions} else None,
        rows=rows,
        about=[case for case in cases if case.about == requirement],
        also=[case for case in cases if case.about != requirement],
        before=beside[0],
        after=beside[1],
    )


def question_page(facts: Facts) -> tuple[str, str]:
    """Open questions: what the specification says of them, and what everybody does."""
    known = facts.spec.questions
    told = {
        one.id: prose(known[one.id].text, facts.naming) if one.id in known else "" for one in facts.questions
    }
    titles = {one.id: known[one.id].title if one.id in known else "" for one in facts.questions}
    return facts.page(
        paths.QUESTIONS,
        "questions.html.j2",
        questions=facts.questions,
        told=told,
        titles=titles,
        seen=wording.seen,
    )


def defect_page(facts: Facts) -> tuple[str, str]:
    """Known failures with their reasons, and defects that were seen in the world."""
    return facts.page(
        paths.DEFECTS,
        "defects.html.j2",
        defects=lists.defects(facts.run),
        bugs=lists.bugs(facts.run),
        bug_places=lists.bug_places,
    )


def differing_page(facts: Facts) -> tuple[str, str]:
    """Cases on which implementations disagree."""
    shown: list[tuple[tuple[str, ...], list[Case]]] = [(row, list(cases)) for row, cases in facts.differing]
    return facts.page(paths.DIFFERING, "differing.html.j2", differing=shown)


def _strip(facts: Facts, requirement: str) -> list[Mark]:
    words = facts.words[requirement]
    return [Mark(name, STANDING_STATUS[words[name]], words[name]) for name in facts.run.names]
