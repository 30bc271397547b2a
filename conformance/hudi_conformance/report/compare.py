# SPDX-License-Identifier: Apache-2.0
"""Two runs side by side: what got better, what got worse, what an implementation can no longer do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hudi_conformance.report.model import Result, Run, load

# Verdicts that hold a rule; every other judged verdict breaks one.
GOOD = frozenset({"pass", "pass-weak"})
# From harmless to harmful: a failure that turns into a worse failure is news too.
_HARM = (
    "wrong-reason",
    "rejects-valid",
    "limit",
    "wrong-value",
    "error",
    "accepts-invalid",
    "garbled",
    "hang",
    "crash",
)


@dataclass(frozen=True)
class Change:
    """One case whose verdict moved."""

    case: str
    old: str
    new: str


@dataclass(frozen=True)
class Difference:
    """What moved for one implementation that is in both runs.

    `moved` holds changes that are neither better nor worse: to or from `open`, or another failure of
    the same harm.
    """

    implementation: str
    old_version: str
    new_version: str
    better: tuple[Change, ...]
    worse: tuple[Change, ...]
    moved: tuple[Change, ...]
    capabilities_lost: tuple[str, ...]
    capabilities_gained: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Two runs compared."""

    old_suite: str
    new_suite: str
    differences: tuple[Difference, ...]
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
        suites = (
            f"{self.old_suite} both"
            if self.old_suite == self.new_suite
            else f"{self.old_suite} → {self.new_suite}"
        )
        lines = [f"suite {suites}"]
        for difference in self.differences:
            lines += _lines(difference)
        lines += _listed("implementation gone", self.implementations_removed)
        lines += _listed("implementation new", self.implementations_added)
        lines += _listed("case gone", self.cases_removed)
        lines += _listed("case new", self.cases_added)
        return lines


def compare_events(old: Path, new: Path) -> Comparison:
    """Compare two events files.

    Raises:
        EventsError: one of them is damaged or truncated.
    """
    return compare_runs(load(old), load(new))


def compare_runs(old: Run, new: Run) -> Comparison:
    """Compare two runs; cases and implementations of only one of them are listed, not judged."""
    both = [name for name in new.names if name in old.names]
    return Comparison(
        old_suite=old.suite_version,
        new_suite=new.suite_version,
        differences=tuple(_difference(old, new, name) for name in both),
        cases_added=tuple(case for case in new.cases if case not in old.cases),
        cases_removed=tuple(case for case in old.cases if case not in new.cases),
        implementations_added=tuple(name for name in new.names if name not in old.names),
        implementations_removed=tuple(name for name in old.names if name not in new.names),
    )


def _difference(old: Run, new: Run, name: str) -> Difference:
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
    return Difference(
        implementation=name,
        old_version=_version(old, name),
        new_version=_version(new, name),
        better=tuple(better),
        worse=tuple(worse),
        moved=tuple(moved),
        capabilities_lost=tuple(sorted(old_can - new_can)),
        capabilities_gained=tuple(sorted(new_can - old_can)),
    )


def _gain(before: Result, after: Result) -> int:
    """Above zero: better; below: worse; zero: neither.

    What was not judged before cannot have got worse; what is no longer answered has, when it passed.
    """
    if "open" in {before.verdict, after.verdict}:
        return 0
    if after.verdict == "unsupported":
        # A failure that is now declared is honest: neither. A pass that is gone is a loss.
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


def _capabilities(run: Run, name: str) -> set[str]:
    hello = next(
        implementation.hello for implementation in run.implementations if implementation.name == name
    )
    return {
        str(word)
        for member in ("commands", "features")
        for word in hello.get(member) or ()
        if isinstance(word, str)
    }


def _version(run: Run, name: str) -> str:
    hello = next(
        implementation.hello for implementation in run.implementations if implementation.name == name
    )
    return str(hello.get("version", "?"))


def _lines(difference: Difference) -> list[str]:
    one = difference.old_version == difference.new_version
    version = difference.new_version if one else f"{difference.old_version} → {difference.new_version}"
    lines = [f"{difference.implementation} {version}"]
    for word, changes in (
        ("better", difference.better),
        ("worse", difference.worse),
        ("moved", difference.moved),
    ):
        lines += [f"  {word:<7} {change.case}  {change.old} → {change.new}" for change in changes]
    lines += [f"  capability lost: {word}" for word in difference.capabilities_lost]
    lines += [f"  capability gained: {word}" for word in difference.capabilities_gained]
    if len(lines) == 1:
        lines.append("  nothing moved")
    return lines


def _listed(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what}: {name}" for name in names]
