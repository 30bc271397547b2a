# SPDX-License-Identifier: Apache-2.0
"""What every page of a site wants to know of its run, worked out once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.report import standing
from hudi_conformance.report.model import Case, Run
from hudi_conformance.report.site import lists, paths
from hudi_conformance.report.site.environment import Mark, environment, strip
from hudi_conformance.specification.requirements import SpecIndex


@dataclass(frozen=True, slots=True)
class Facts:
    """A run and what follows from it.

    Attributes:
        naming: cases by each requirement that they name.
        words: what is said of a requirement and an implementation, by both.
        strips: marks of a case.
        differing: cases with different outcomes, equal rows together.
        questions: open questions with their cases.
        topics: cases by surface and topic.
    """

    run: Run
    spec: SpecIndex
    naming: Mapping[str, Sequence[Case]]
    words: Mapping[str, Mapping[str, str]]
    strips: Mapping[str, Sequence[Mark]]
    differing: Sequence[tuple[tuple[str, ...], Sequence[Case]]]
    questions: Sequence[lists.Question]
    topics: Mapping[tuple[str, str], Sequence[Case]]

    def page(self, path: str, template: str, **context: Any) -> tuple[str, str]:
        """Path and text of one page of the site."""
        root = paths.root_of(path)
        return path, self.text(template, root=root, home=f"{root}../index.html", **context)

    def text(self, template: str, **context: Any) -> str:
        """A template filled in."""
        common = {
            "run": self.run,
            "command_line": [str(word) for word in self.run.header.get("command_line") or ()],
            "num_differing": sum(len(cases) for _, cases in self.differing),
            "num_questions": len(self.questions),
            "num_rules": len(self.naming),
            "strips": self.strips,
        }
        return environment().get_template(template).render(common | context)


def facts_of(run: Run, spec: SpecIndex) -> Facts:
    """Work a run out."""
    topics: dict[tuple[str, str], list[Case]] = {}
    for case in run.cases.values():
        topics.setdefault((case.surface, case.topic), []).append(case)
    return Facts(
        run=run,
        spec=spec,
        naming=run.by_requirement(),
        words=standing.standings(run),
        strips={case_id: strip(run, case) for case_id, case in run.cases.items()},
        differing=standing.differing(run),
        questions=lists.questions(run),
        topics=topics,
    )
