# SPDX-License-Identifier: Apache-2.0
"""Counts of verdicts, and the standing of each requirement: which ones does an implementation hold?"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from hudi_conformance.look.text import counted
from hudi_conformance.report.model import (
    NOT_JUDGED,
    STATUSES,
    UNEXPECTED,
    Case,
    Implementation,
    Result,
    Run,
    area,
)
from hudi_conformance.suite.layers import LAYERS, UNCLASSIFIED

# Standing of one requirement with one implementation, from worst to best.
STANDINGS = ("newly broken", "known broken", "in doubt", "held", "not judged")
# Segments of a bar of results, left to right.
BAR = ("pass", "pass-weak", "known", "new", "open", "unsupported")


@dataclass(frozen=True)
class Tally:
    """Requirements of one area or level by their standing with one implementation."""

    held: int = 0
    known: int = 0
    new: int = 0
    doubtful: int = 0
    unjudged: int = 0

    @property
    def applicable(self) -> int:
        """Judged requirements, without those that have no judged case."""
        return self.held + self.known + self.new + self.doubtful


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
        """Counts of all except plain passes."""
        extras = ("pass-weak", "known", "open", "new")
        return [(status, self.count[status]) for status in extras if self.count[status]]

    @property
    def bar(self) -> list[tuple[str, float]]:
        """Shares of all results in percent, left to right."""
        total = sum(self.count.values())
        return [(status, 100 * self.count[status] / total) for status in BAR if self.count[status]]

    @property
    def summary(self) -> str:
        """The counts as text."""
        names = {"pass-weak": "weak", "new": "unexpected"}
        parts = [f"{self.count[s]:,} {names.get(s, s)}" for s in BAR if self.count[s]]
        return ", ".join(parts) or "not asked"


@dataclass(frozen=True, slots=True)
class Row:
    """One implementation in a table of all: its counts, the MUSTs that it holds, its failures by layer."""

    implementation: Implementation
    counts: Counts
    must: Tally
    layers: Mapping[str, int]

    @property
    def numbers(self) -> tuple[tuple[int, str], ...]:
        """Number and status of the columns pass, weak, known, unexpected, unsupported, open."""
        statuses = ("pass-weak", "known", "new", "unsupported", "open")
        return (self.counts.passed, "pass"), *((self.counts.count[status], status) for status in statuses)

    @property
    def must_held(self) -> str:
        """The column of MUSTs."""
        return f"{self.must.held} of {self.must.applicable}"


def layer_of(result: Result) -> str | None:
    """Layer of a failure, None if the result is none."""
    return (result.layer or UNCLASSIFIED) if result.failed else None


def layer_counts(run: Run, implementation: str) -> Counter[str]:
    """Failures of an implementation by layer."""
    layers = map(layer_of, run.results.get(implementation, {}).values())
    return Counter(layer for layer in layers if layer is not None)


def layers_of(run: Run) -> list[str]:
    """Layers that occur in a run, worst first; the four that have a meaning for it always do."""
    occurring = {layer_of(result) for results in run.results.values() for result in results.values()}
    return [layer for layer in LAYERS if layer != UNCLASSIFIED or layer in occurring]


def rows(run: Run) -> list[Row]:
    """One row per implementation, in the order of the run."""
    must = musts(run)
    return [
        Row(
            entry,
            Counts.of(run.counts(entry.name).elements()),
            must[entry.name],
            layer_counts(run, entry.name),
        )
        for entry in run.implementations
    ]


@dataclass(frozen=True, slots=True)
class Witness:
    """One implementation as evidence for rules.

    Attributes:
        results: its results by case.
        commands: commands for which it distinguishes inputs: it passed cases with different answers. A
            constant answer to a command passes some cases, but does not prove a rule.
    """

    results: Mapping[str, Result]
    commands: frozenset[str]

    @classmethod
    def of(cls, run: Run, implementation: str) -> Witness:
        """The witness that an implementation is in a run."""
        results = run.results.get(implementation, {})
        answers: defaultdict[str, set[str]] = defaultdict(set)
        for case_id, result in results.items():
            case = run.cases[case_id]
            # A robust case takes any answer for right.
            if result.status in {"pass", "pass-weak"} and case.expect.get("kind") != "robust":
                answers[case.cmd].add(_answer(case, result))
        return cls(results, frozenset(cmd for cmd, different in answers.items() if len(different) > 1))

    def standing(self, requirement: str, cases: Iterable[Case]) -> str:
        """One of `STANDINGS` for a requirement and the cases that name it.

        A rule is broken by a failing case that is *about* it (its first requirement), or whose listed reason
        concerns it. It is held if a case about it passed and no failure puts that in doubt: an unexplained
        failure may be due to any rule that its case names.
        """
        judged = [
            (case, result)
            for case in cases
            if (result := self.results.get(case.id)) is not None and result.status not in NOT_JUDGED
        ]
        failed = [(case, result) for case, result in judged if result.failed]
        to_blame = [
            result.status
            for case, result in failed
            if case.about == requirement or requirement in result.rules
        ]
        if to_blame:
            return "newly broken" if "new" in to_blame else "known broken"
        # A stale entry is an expectation list that is out of date; the rule itself is kept.
        if not any(case.about == requirement and case.cmd in self.commands for case, _ in judged):
            return "not judged"
        return "in doubt" if any(result.status == "new" for _, result in failed) else "held"

    def layer(self, requirement: str, cases: Iterable[Case]) -> str | None:
        """The worst layer of the failures that break a requirement, None if none does."""
        layers = {
            layer_of(result)
            for case in cases
            if (result := self.results.get(case.id)) is not None
            and result.failed
            and (case.about == requirement or requirement in result.rules)
        }
        return next((layer for layer in LAYERS if layer in layers), None)


def _answer(case: Case, result: Result) -> str:
    """The answer as stored in events: equal texts are equal answers."""
    if result.answer != "value":
        return f"{result.answer} {result.code}"
    return result.value_digest or json.dumps(case.expect, sort_keys=True)


@lru_cache(maxsize=1)  # every document of a run requests it
def standings(run: Run) -> Mapping[str, Mapping[str, str]]:
    """By requirement, then by implementation."""
    witnesses = {name: Witness.of(run, name) for name in run.names}
    return {
        requirement: {name: witness.standing(requirement, cases) for name, witness in witnesses.items()}
        for requirement, cases in run.by_requirement().items()
    }


def must_layers(run: Run) -> dict[str, Counter[str]]:
    """By implementation: the broken MUSTs, each by the worst layer of its failures."""
    level = levels(run)
    naming = [(ident, cases) for ident, cases in run.by_requirement().items() if level[ident] == "MUST"]
    counts: dict[str, Counter[str]] = {}
    for name in run.names:
        witness = Witness.of(run, name)
        layers = (witness.layer(ident, cases) for ident, cases in naming)
        counts[name] = Counter(layer for layer in layers if layer is not None)
    return counts


def tally(states: Iterable[str]) -> Tally:
    """Count standings."""
    count = Counter(states)
    return Tally(
        *(count[state] for state in ("held", "known broken", "newly broken", "in doubt", "not judged"))
    )


def levels(run: Run) -> dict[str, str]:
    """Level of each requirement, as the cases that are about it carry it.

    A requirement that is only ever named second gets the level of the first case that names it.
    """
    return {
        requirement: next((case for case in cases if case.about == requirement), cases[0]).level
        for requirement, cases in run.by_requirement().items()
    }


def musts(run: Run) -> dict[str, Tally]:
    """MUST requirements by implementation."""
    states, level = standings(run), levels(run)
    selected = [requirement for requirement in states if level[requirement] == "MUST"]
    return {name: tally(states[requirement][name] for requirement in selected) for name in run.names}


def matrix(run: Run) -> dict[str, dict[str, Tally]]:
    """Areas of the spec × implementations."""
    states = standings(run)
    areas: dict[str, list[str]] = {}
    for requirement in states:
        areas.setdefault(area(requirement), []).append(requirement)
    return {
        name: {
            implementation: tally(states[requirement][implementation] for requirement in members)
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


def unjudged(run: Run) -> list[str]:
    """Implementations that took part without a single judged answer."""
    return [name for name in run.names if not Counts.of(run.counts(name).elements()).judged]


def is_good(run: Run) -> bool:
    """Whether the run is green: answers were judged, no implementation is missing, nothing is unexpected."""
    is_judged = len(unjudged(run)) < len(run.names)
    return is_judged and not (run.exit_code or run.missing or run.problems or unexpected(run))


def headline(run: Run) -> str:
    """Numbers of judged and correct answers, and the problems of the run."""
    total = Counts.total(Counts.of(run.counts(name).elements()) for name in run.names)
    count = total.count
    subject = f"{counted(len(run.cases), 'case')}, {counted(len(run.names), 'implementation')}"
    if not total.judged:
        sentences = [f"{subject}: nothing was judged"]
    else:
        parts = [f"{total.passed:,} of {counted(total.judged, 'judged answer')} right"]
        if count["known"]:
            parts.append(f"{count['known']:,} wrong as listed")
        if count["new"]:
            names = [name for name in run.names if any(run.counts(name)[status] for status in UNEXPECTED)]
            parts.append(f"{count['new']:,} unexpected ({', '.join(names)})")
        sentences = [f"{subject}: {', '.join(parts)}"]
        if silent := unjudged(run):
            sentences.append(f"No answer was judged for {', '.join(silent)}")
    if run.missing:
        sentences.append(f"Missing: {', '.join(run.missing)}")
    if run.problems:
        sentences.append("The expectation lists have problems")
    return ". ".join(sentences) + "."
