# SPDX-License-Identifier: Apache-2.0
"""Counts of verdicts, and the standing of each requirement: which ones does an implementation hold?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hudi_conformance.look.text import counted
from hudi_conformance.report.model import (
    NOT_JUDGED,
    STATUSES,
    UNEXPECTED,
    Case,
    Implementation,
    Run,
    area,
)

# Standing of one requirement with one implementation, from worst to best.
STANDINGS = ("newly broken", "known broken", "held", "not reached")
# Segments of a bar of results, left to right.
BAR = ("pass", "pass-weak", "known", "new", "open", "unsupported")


@dataclass(frozen=True)
class Tally:
    """Requirements of one area or level by their standing with one implementation."""

    held: int = 0
    known: int = 0
    new: int = 0
    unreached: int = 0

    @property
    def applicable(self) -> int:
        """Requirements with a judged case: those that the implementation does not support are left out."""
        return self.held + self.known + self.new


@dataclass(frozen=True, slots=True)
class Counts:
    """Results by status; a stale entry of an expectation list counts as new."""

    count: Mapping[str, int]

    @classmethod
    def of(cls, statuses: Iterable[str]) -> Counts:
        """Count statuses."""
        count = Counter("new" if status == "stale" else status for status in statuses)
        return cls({status: count[status] for status in STATUSES})

    @classmethod
    def total(cls, parts: Iterable[Counts]) -> Counts:
        """The sums of all parts."""
        counts = [part.count for part in parts]
        return cls({status: sum(count[status] for count in counts) for status in STATUSES})

    @property
    def passed(self) -> int:
        """Passes, weak ones included."""
        return self.count["pass"] + self.count["pass-weak"]

    @property
    def judged(self) -> int:
        """Passes and failures."""
        return self.passed + self.count["known"] + self.count["new"]

    @property
    def share(self) -> float:
        """Passes in percent of judged results."""
        return 100 * self.passed / self.judged if self.judged else 0

    @property
    def status(self) -> str:
        """The worst status; `unsupported` without results."""
        for status in ("new", "known", "pass-weak", "pass", "open"):
            if self.count[status]:
                return "pass" if status == "pass-weak" else status
        return "unsupported"

    @property
    def extras(self) -> list[tuple[str, int]]:
        """Counts beside plain passes."""
        extras = ("pass-weak", "known", "open", "new")
        return [(status, self.count[status]) for status in extras if self.count[status]]

    @property
    def bar(self) -> list[tuple[str, float]]:
        """Shares of all results in percent, left to right."""
        total = sum(self.count.values())
        return [(status, 100 * self.count[status] / total) for status in BAR if self.count[status]]

    @property
    def summary(self) -> str:
        """The counts in words."""
        names = {"pass-weak": "weak", "new": "unexpected"}
        parts = [f"{self.count[s]:,} {names.get(s, s)}" for s in BAR if self.count[s]]
        return ", ".join(parts) or "not asked"


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation in a table of all of them: its counts, and the MUSTs that it holds."""

    implementation: Implementation
    counts: Counts
    must: Tally

    @property
    def numbers(self) -> tuple[tuple[int, str], ...]:
        """Number and status of the columns pass, weak, known, unexpected, unsupported, open."""
        others = ("pass-weak", "known", "new", "unsupported", "open")
        return (self.counts.passed, "pass"), *((self.counts.count[status], status) for status in others)

    @property
    def must_held(self) -> str:
        """The column of MUSTs."""
        return f"{self.must.held} of {self.must.applicable}"


def rows(run: Run) -> list[Row]:
    """One row per implementation, in the order of the run."""
    must = musts(run)
    return [
        Row(entry, Counts.of(run.counts(entry.name).elements()), must[entry.name])
        for entry in run.implementations
    ]


def standing(run: Run, implementation: str, requirement: str, cases: Iterable[Case]) -> str:
    """One of `STANDINGS` for a requirement.

    A rule is broken by a failing case that is *about* it (its first requirement), and held when some
    case that names it was judged and none that is about it failed.
    """
    judged = False
    worst = "held"
    for case in cases:
        result = run.result(implementation, case.id)
        if result is None or result.status in NOT_JUDGED:
            continue
        judged = True
        # A stale entry is an expectation list that is out of date; the rule itself is kept.
        if case.about != requirement or result.status in {"pass", "pass-weak", "stale"}:
            continue
        if result.status == "new":
            return "newly broken"
        worst = "known broken"
    return worst if judged else "not reached"


def standings(run: Run) -> dict[str, dict[str, str]]:
    """By requirement, then by implementation."""
    return {
        requirement: {name: standing(run, name, requirement, cases) for name in run.names}
        for requirement, cases in run.by_requirement().items()
    }


def tally(words: Iterable[str]) -> Tally:
    """Count standings."""
    count = Counter(words)
    return Tally(count["held"], count["known broken"], count["newly broken"], count["not reached"])


def levels(run: Run) -> dict[str, str]:
    """Level of each requirement, as the cases that are about it carry it.

    A requirement that is only ever named second gets the level of the first case that names it.
    """
    return {
        requirement: next((case for case in cases if case.about == requirement), cases[0]).level
        for requirement, cases in run.by_requirement().items()
    }


def musts(run: Run, words: dict[str, dict[str, str]] | None = None) -> dict[str, Tally]:
    """MUST requirements by implementation."""
    words = standings(run) if words is None else words
    level = levels(run)
    selected = [requirement for requirement in words if level[requirement] == "MUST"]
    return {name: tally(words[requirement][name] for requirement in selected) for name in run.names}


def matrix(run: Run, words: dict[str, dict[str, str]] | None = None) -> dict[str, dict[str, Tally]]:
    """Areas of the spec × implementations."""
    words = standings(run) if words is None else words
    areas: dict[str, list[str]] = {}
    for requirement in words:
        areas.setdefault(area(requirement), []).append(requirement)
    return {
        name: {
            implementation: tally(words[requirement][implementation] for requirement in members)
            for implementation in run.names
        }
        for name, members in areas.items()
    }


def differing(run: Run) -> list[tuple[tuple[str, ...], list[Case]]]:
    """Cases on which implementations disagree, those with the same outcomes together, most cases first.

    An outcome is what was judged (passes alike, failures by verdict); `unsupported` and a case that was
    not run against an implementation agree with any outcome.
    """
    groups: dict[tuple[str, ...], list[Case]] = {}
    for case in run.cases.values():
        row = []
        for name in run.names:
            result = run.result(name, case.id)
            row.append("" if result is None or result.status == "unsupported" else _plain(result.outcome))
        if len({outcome for outcome in row if outcome}) > 1:
            groups.setdefault(tuple(row), []).append(case)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _plain(outcome: str) -> str:
    return "pass" if outcome == "pass-weak" else outcome


def unexpected(run: Run) -> int:
    """Number of unexpected results."""
    return sum(
        count for name in run.names for status, count in run.counts(name).items() if status in UNEXPECTED
    )


def headline(run: Run) -> str:
    """The result of the run in one sentence."""
    subject = f"{counted(len(run.cases), 'case')} run against {counted(len(run.names), 'implementation')}"
    num_unexpected = unexpected(run)
    if not num_unexpected and run.problems:
        return f"{subject}: the verdicts are as expected, but the expectation lists are not in order."
    if not num_unexpected:
        return f"{subject}: everything is as expected."
    names = [name for name in run.names if any(run.counts(name)[status] for status in UNEXPECTED)]
    plural = "result is" if num_unexpected == 1 else "results are"
    return f"{subject}: {num_unexpected} {plural} unexpected ({', '.join(names)})."
