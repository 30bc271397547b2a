# SPDX-License-Identifier: Apache-2.0
"""The first case that detects a changed branch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from hudi_conformance.suite.adapter import CannotStart
from hudi_conformance.suite.judge import NOT_JUDGED

from .judging import PATIENCE, Judge, Judges, Verdict
from .record import Record
from .sites import Site, built_agent

MAX_OTHERS = 100
LONGER = 8
CHANGES = ("negate", "redirect")
_UNSTABLE = frozenset({"hang", "crash"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """An executed side of a site, and the change: `negate` the condition, or `redirect` only this side."""

    site: Site
    side: int
    change: str

    def plan(self, marker: Path) -> str:
        """The plan of the agent, which creates the marker when it changes the class."""
        site = self.site
        lines = (
            built_agent().asm, "change", marker, site.type, site.method + site.descriptor, site.position,
            self.change, self.side,
        )  # fmt: skip
        return "\n".join(map(str, lines))


@dataclass(frozen=True, slots=True)
class Detection:
    """The run that detects a change: implementation, case, verdict. Without a verdict none of the runs does.

    Attributes:
        name: implementation.
        case: case, empty if the implementation does not start.
        verdict: verdict of the case with the change.
        num_runs: number of cases that were run.
    """

    name: str = ""
    case: str = ""
    verdict: str = ""
    num_runs: int = 0


def draw(
    record: Record, seed: int, num: int, change: str, earlier: Sequence[tuple[str, str, int, int]] = ()
) -> list[Mutant]:
    """Executed sides by seed, all with the same probability, at most one per site.

    Args:
        record: the executed sides.
        seed: seed of the draw.
        num: number of mutants.
        change: one of `CHANGES`.
        earlier: sides drawn earlier with this seed. They are used again, because one more executed branch
            would change the entire draw.
    """
    executed = record.executed()
    sides = [
        (site, side) for site in record.sites for side in range(site.num_sides) if executed[site.first + side]
    ]
    by_key = {(site.type, site.method + site.descriptor, site.position, side): site for site, side in sides}
    if earlier and by_key.keys() >= set(earlier):
        return [Mutant(by_key[key], key[-1], change) for key in earlier]
    Random(seed).shuffle(sides)  # noqa: S311 - a reproducible choice
    drawn: dict[int, Mutant] = {}
    for site, side in sides:
        if len(drawn) < num:
            drawn.setdefault(site.first, Mutant(site, side, change))
    return list(drawn.values())


class Detector:
    """Finds the case that detects a mutant.

    Cases that execute the side run first, then `MAX_OTHERS` of those that execute another branch of the
    class: a value that the process keeps was computed for the first case only. Cases that execute the same
    sides of the class are alike; one of each kind runs before the second of any, in random order by seed.
    """

    def __init__(self, judges: Judges, record: Record, mutants: Sequence[Mutant], seed: int) -> None:
        self._judges = judges
        self._record = record
        self._seed = seed
        self._runs = record.runs_of([mutant.site.first + mutant.side for mutant in mutants])
        types = {mutant.site.type for mutant in mutants}
        self._sides = {
            type_: [
                site.first + side
                for site in record.sites
                if site.type == type_
                for side in range(site.num_sides)
            ]
            for type_ in types
        }

    def num_cases(self, mutant: Mutant) -> tuple[int, int]:
        """Number of runs that execute the drawn side, and of those whose answer is judged."""
        runs = self._runs[mutant.site.first + mutant.side]
        statuses = [self._record.runs[name][case].verdict.status for name, case in runs]
        return len(runs), sum(status not in NOT_JUDGED for status in statuses)

    def detect(
        self,
        mutant: Mutant,
        scratch: Path,
        likely: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> Detection:
        """Run cases until one detects the mutant.

        Args:
            mutant: the mutant.
            scratch: folder for files of the agent.
            likely: implementation and case to begin with.
            limit: number of cases of an implementation after which it ends.

        Raises:
            ValueError: the agent did not change the class.
        """
        marker, plan = scratch / "changed", scratch / "change.plan"
        marker.unlink(missing_ok=True)
        plan.write_text(mutant.plan(marker), encoding="utf-8")
        num_runs = 0
        for name, cases in self._ordered(mutant, likely):
            try:
                with self._judges.started(name, plan) as judge:
                    for case in cases[:limit]:
                        num_runs += 1
                        verdict = self._detects(judge, name, case)
                        if verdict is not None and verdict.verdict in _UNSTABLE:
                            verdict = self._again(name, plan, case)
                        if verdict is not None:
                            return Detection(name, case, verdict.verdict, num_runs)
            except CannotStart:
                return Detection(name, "", "no start", num_runs)
            if not marker.is_file():
                raise ValueError(f"{mutant.site.type} was not changed")
        return Detection(num_runs=num_runs)

    def unstable(self, detecting: Iterable[tuple[str, str]]) -> list[str]:
        """Cases, by implementation, that have an unexpected verdict without a change, too."""
        cases: dict[str, list[str]] = {}
        for name, case in sorted(detecting):
            if case:
                cases.setdefault(name, []).append(case)
        unstable = []
        for name, idents in cases.items():
            with self._judges.started(name, None) as judge:
                unstable += [case for case in idents if self._detects(judge, name, case) is not None]
        return unstable

    def _detects(self, judge: Judge, name: str, case: str) -> Verdict | None:
        """The verdict of a case that is not the listed one."""
        ready = self._judges.cases[case]
        if self._record.runs[name][case].verdict.is_unexpected:
            return None
        verdict = judge.verdict(ready)
        return verdict if verdict.is_unexpected else None

    def _again(self, name: str, plan: Path, case: str) -> Verdict | None:
        """Detect in a new process with more time: on a busy machine a process that is only slow hangs."""
        with self._judges.started(name, plan, PATIENCE * LONGER) as judge:
            return self._detects(judge, name, case)

    def _ordered(self, mutant: Mutant, likely: tuple[str, str] | None) -> Iterator[tuple[str, list[str]]]:
        """Cases by implementation: that with most of them first."""
        executing = self._runs[mutant.site.first + mutant.side]
        if likely is not None and likely in executing:
            yield likely[0], [likely[1]]
        random = Random(f"{self._seed} {mutant.site.first}")  # noqa: S311 - as above
        sides = self._sides[mutant.site.type]
        for name in sorted(self._record.runs, key=lambda name: -sum(each == name for each, _ in executing)):
            kinds: dict[str, bytes] = {}
            for case, run in self._record.runs[name].items():
                executed = run.executed()
                kinds[case] = bytes(map(executed.__getitem__, sides))
            first = [case for each, case in executing if each == name]
            remaining = [case for case, kind in kinds.items() if any(kind)]
            random.shuffle(first)
            random.shuffle(remaining)
            ordered = list(dict.fromkeys([*_kind_by_kind(first, kinds), *remaining[:MAX_OTHERS]]))
            if ordered:
                # those on which the implementation sleeps for seconds run last
                yield name, sorted(ordered, key=partial(self._judges.is_waiting, name))


def _kind_by_kind(cases: Iterable[str], kinds: Mapping[str, bytes]) -> list[str]:
    """The first case of each kind, the second of each, and so on."""
    seen: Counter[bytes] = Counter()
    ranks = {}
    for case in cases:
        ranks[case] = seen[kinds[case]]
        seen[kinds[case]] += 1
    return sorted(ranks, key=ranks.__getitem__)
