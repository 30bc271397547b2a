# SPDX-License-Identifier: Apache-2.0
"""Compares two runs: verdicts that got better or worse, layers of failures, lost capabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.report import standing
from hudi_conformance.report.model import Result, Run, load
from hudi_conformance.suite.judge import GOOD
from hudi_conformance.suite.layers import UNCLASSIFIED

# Verdicts that hold a rule; every other judged verdict breaks one.
# From harmless to harmful: a failure that turns into a worse one is a regression.
_HARM = (
    "wrong-reason", "rejects-valid", "limit", "wrong-value", "error", "accepts-invalid", "garbled", "hang",
    "crash",
)  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One case with another verdict, or one that fails in both runs in another layer."""

    case: str
    old: str
    new: str


@dataclass(frozen=True)
class ImplementationChanges:
    """Changes of one implementation that is in both runs.

    `moved` holds changes that are neither better nor worse: to or from `open`, or another failure of
    the same harm. `layers` contains failures in a different layer than before, regardless of verdict. They
    are not regressions, because a layer also depends on the specification and on the list of known failures.
    """

    implementation: str
    old_version: str
    new_version: str
    better: tuple[Change, ...]
    worse: tuple[Change, ...]
    moved: tuple[Change, ...]
    layers: tuple[Change, ...]
    capabilities_lost: tuple[str, ...]
    capabilities_gained: tuple[str, ...]


@dataclass(frozen=True)
class RunChanges:
    """Two runs compared."""

    old_suite: str
    new_suite: str
    differences: tuple[ImplementationChanges, ...]
    cases_added: tuple[str, ...]
    cases_removed: tuple[str, ...]
    implementations_added: tuple[str, ...]
    implementations_removed: tuple[str, ...]

    @property
    def regression(self) -> bool:
        """True when something got worse, a capability was lost, or an implementation is gone."""
        return bool(self.implementations_removed) or any(
            difference.worse or difference.capabilities_lost for difference in self.differences
        )

    @property
    def exit_code(self) -> int:
        """1 on a regression, else 0."""
        return int(self.regression)

    def to_json(self) -> dict[str, Any]:
        """Plain values for `--json`."""
        return {**asdict(self), "regression": self.regression}

    def lines(self) -> list[str]:
        """The comparison as text."""
        is_same = self.old_suite == self.new_suite
        lines = [f"suite {self.old_suite}{' both' if is_same else f' → {self.new_suite}'}"]
        for difference in self.differences:
            lines += _lines(difference)
        lines += _listed("implementation gone", self.implementations_removed)
        lines += _listed("implementation new", self.implementations_added)
        lines += _listed("case gone", self.cases_removed)
        lines += _listed("case new", self.cases_added)
        return lines


def compare_events(old: Path, new: Path) -> RunChanges:
    """Compare two events files.

    Raises:
        EventsError: one of them is damaged or truncated.
    """
    return compare_runs(load(old), load(new))


def compare_runs(old: Run, new: Run) -> RunChanges:
    """Compare two runs; cases and implementations of only one of them are listed, not judged."""
    both = [name for name in new.names if name in old.names]
    return RunChanges(
        old_suite=old.suite_version,
        new_suite=new.suite_version,
        differences=tuple(_difference(old, new, name) for name in both),
        cases_added=tuple(case for case in new.cases if case not in old.cases),
        cases_removed=tuple(case for case in old.cases if case not in new.cases),
        implementations_added=tuple(name for name in new.names if name not in old.names),
        implementations_removed=tuple(name for name in old.names if name not in new.names),
    )


def _difference(old: Run, new: Run, name: str) -> ImplementationChanges:
    better: list[Change] = []
    worse: list[Change] = []
    moved: list[Change] = []
    for case in new.cases:
        before, after = old.result(name, case), new.result(name, case)
        if before is None or after is None or before.verdict == after.verdict:
            continue
        change = Change(case, before.verdict, after.verdict)
        gain = _gain(before, after)
        (better if gain > 0 else worse if gain < 0 else moved).append(change)
    old_can, new_can = _capabilities(old, name), _capabilities(new, name)
    return ImplementationChanges(
        implementation=name,
        old_version=str(_hello(old, name).get("version", "?")),
        new_version=str(_hello(new, name).get("version", "?")),
        better=tuple(better),
        worse=tuple(worse),
        moved=tuple(moved),
        layers=_layer_changes(old, new, name),
        capabilities_lost=tuple(sorted(old_can - new_can)),
        capabilities_gained=tuple(sorted(new_can - old_can)),
    )


def _layer_changes(old: Run, new: Run, name: str) -> tuple[Change, ...]:
    """Failures in both runs whose layer differs; none if a run is older than layers."""
    layers = [
        {
            case: layer
            for case, result in run.results.get(name, {}).items()
            if (layer := standing.layer_of(result))
        }
        for run in (old, new)
    ]
    before, after = layers
    if any(set(found.values()) == {UNCLASSIFIED} for found in layers):
        return ()
    return tuple(
        Change(case, before[case], layer)
        for case, layer in after.items()
        if case in before and before[case] != layer
    )


def _gain(before: Result, after: Result) -> int:
    """Above zero: better; below: worse; zero: neither.

    A case that was not judged before cannot get worse; one that passed and is no longer answered does.
    """
    if "open" in {before.verdict, after.verdict}:
        return 0
    if after.verdict == "unsupported":
        # Declaring a failure as unsupported is neutral, no longer passing is a loss.
        return -1 if before.verdict in GOOD else 0
    if before.verdict == "unsupported":
        return 1 if after.verdict in GOOD else 0
    return _rank(before.verdict) - _rank(after.verdict)


def _rank(verdict: str) -> int:
    if verdict == "pass":
        return 0
    if verdict == "pass-weak":
        return 1
    return 2 + (_HARM.index(verdict) if verdict in _HARM else len(_HARM))


def _hello(run: Run, name: str) -> Mapping[str, Any]:
    return next(entry.hello for entry in run.implementations if entry.name == name)


def _capabilities(run: Run, name: str) -> set[str]:
    hello = _hello(run, name)
    words = [word for member in ("commands", "features") for word in hello.get(member) or ()]
    return {word for word in words if isinstance(word, str)}


def _lines(changes: ImplementationChanges) -> list[str]:
    old, new = changes.old_version, changes.new_version
    lines = [f"{changes.implementation} {new if old == new else f'{old} → {new}'}"]
    for word, moves in (("better", changes.better), ("worse", changes.worse), ("moved", changes.moved)):
        lines += [f"  {word:<7} {move.case}  {move.old} → {move.new}" for move in moves]
    lines += [f"  layer   {move.case}  {move.old} → {move.new}" for move in changes.layers]
    lines += [f"  capability lost: {word}" for word in changes.capabilities_lost]
    lines += [f"  capability gained: {word}" for word in changes.capabilities_gained]
    if len(lines) == 1:
        lines.append("  nothing moved")
    return lines


def _listed(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what}: {name}" for name in names]
