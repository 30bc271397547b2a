# SPDX-License-Identifier: Apache-2.0
"""Fates of drawn mutants: kept between runs, classified, and counted in tables.

`verdicts.toml` lists mutants that no probe can detect: *equivalent* ones behave the same for every input,
*unspecified* ones move a limit to which no rule gives a number. An entry is bound to the text of its lines.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mutation.judging import Fate
from mutation.mutants import Mutant

KINDS = ("cases", "tests")
COLUMNS = (
    "seed",
    "area or family",
    "drawn",
    "equivalent",
    "unspecified",
    "a case executes",
    "killed by cases alone",
    "by tests alone",
    "together",
    "survived",
    "cases, of executed",
    "together, of all",
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant of `verdicts.toml`; without `after`, whatever is changed in the line."""

    file: str
    function: str
    before: str
    after: Sequence[str]
    reason: str

    def fits(self, mutant: Mutant) -> bool:
        """Whether it is about this mutant."""
        is_line = (self.file, self.function, self.before) == mutant.key[:3]
        return is_line and (not self.after or mutant.after in self.after)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Files without mutants with their reasons, and mutants that no probe can detect."""

    excluded: Mapping[str, str]
    equivalent: Sequence[Verdict]
    unspecified: Sequence[Verdict]

    @classmethod
    def load(cls, path: Path) -> Verdicts:
        """Read `verdicts.toml`."""
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        excluded = {file: item["reason"] for item in content.get("excluded", ()) for file in item["files"]}
        lists = (
            [
                Verdict(file, function, before, after, group["reason"])
                for group in content.get(name, ())
                for file, function, before, *after in group["mutants"]
            ]
            for name in ("equivalent", "unspecified")
        )
        return cls(excluded, *lists)

    def class_of(self, mutant: Mutant) -> str:
        """`equivalent`, `unspecified`, or nothing."""
        for name, verdicts in (("equivalent", self.equivalent), ("unspecified", self.unspecified)):
            if any(verdict.fits(mutant) for verdict in verdicts):
                return name
        return ""

    def stale(self, mutants: Sequence[Mutant]) -> list[str]:
        """Entries that fit no mutant."""
        by_line: dict[tuple[str, str, str], list[Mutant]] = {}
        for mutant in mutants:
            by_line.setdefault(mutant.key[:3], []).append(mutant)
        return [
            f"{verdict.file} {verdict.function}: {verdict.before}"
            for verdict in (*self.equivalent, *self.unspecified)
            if not any(
                verdict.fits(mutant)
                for mutant in by_line.get((verdict.file, verdict.function, verdict.before), ())
            )
        ]


@dataclass
class Log:
    """Fates in a file, one JSON line each; a run of the same sources continues from them."""

    path: Path | None
    sources: str
    fates: dict[tuple[str, tuple[str, str, str, str]], dict[str, Any]] = field(default_factory=dict)

    def load(self) -> None:
        """Read the fates of these sources; the last one of a mutant counts."""
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry.pop("sources") == self.sources:
                self.fates[entry["kind"], tuple(entry["mutant"])] = entry

    def add(self, fate: Fate) -> None:
        """Append a fate."""
        entry = {
            "kind": fate.kind,
            "mutant": fate.mutant.key,
            "killed_by": fate.killed_by,
            "fault": fate.fault,
            "num_executing": fate.num_executing,
            "num_run": fate.num_run,
        }
        self.fates[fate.kind, fate.mutant.key] = entry
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"sources": self.sources, **entry}) + "\n")

    def killed_by(self, kind: str, mutant: Mutant) -> str:
        """The probe that killed a mutant, if one did."""
        return str(self.fates.get((kind, mutant.key), {}).get("killed_by", ""))

    def num_executing(self, kind: str, mutant: Mutant) -> int:
        """Probes of a kind that execute the changed lines."""
        return int(self.fates.get((kind, mutant.key), {}).get("num_executing", 0))


def rows(
    seed: str, mutants: Sequence[Mutant], log: Log, verdicts: Verdicts, *, with_groups: bool
) -> Iterator[list[Any]]:
    """Rows of the table: all mutants of a draw, and if required by area and by family."""
    groups: dict[str, list[Mutant]] = {}
    if with_groups:
        for mutant in sorted(mutants, key=lambda item: item.area):
            groups.setdefault(mutant.area, []).append(mutant)
        for mutant in sorted(mutants, key=lambda item: item.family):
            groups.setdefault(f"*{mutant.family}*", []).append(mutant)
    groups["all"] = list(mutants)
    for name, group in groups.items():
        yield [seed, name, *_counts(group, log, verdicts)]


def _counts(mutants: Sequence[Mutant], log: Log, verdicts: Verdicts) -> list[Any]:
    classes = Counter(verdicts.class_of(mutant) for mutant in mutants)
    live = [mutant for mutant in mutants if not verdicts.class_of(mutant)]
    executed = [mutant for mutant in live if log.num_executing("cases", mutant)]
    killed = {kind: {mutant.key for mutant in live if log.killed_by(kind, mutant)} for kind in KINDS}
    together = killed["cases"] | killed["tests"]
    return [
        len(mutants),
        classes["equivalent"],
        classes["unspecified"],
        len(executed),
        len(killed["cases"]),
        len(killed["tests"]),
        len(together),
        len(live) - len(together),
        percent(len(killed["cases"]), len(executed)),
        percent(len(together), len(live)),
    ]


def percent(num: int, total: int) -> str:
    """A share for people."""
    return f"{100 * num / total:.1f} %" if total else "–"


def survivor_lines(mutants: Sequence[Mutant], log: Log) -> Iterator[str]:
    """Describe mutants, and what ran against each."""
    for mutant in sorted(mutants, key=lambda item: (item.file, item.line)):
        run = ", ".join(
            f"{log.num_executing(kind, mutant)} {kind} execute it"
            + (f", killed by {log.killed_by(kind, mutant)}" if log.killed_by(kind, mutant) else "")
            for kind in KINDS
        )
        yield f"{mutant.file}:{mutant.line} {mutant.function} [{mutant.family}] {run}"
        yield f"  - {mutant.before}"
        yield f"  + {mutant.after}"
