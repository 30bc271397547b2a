# SPDX-License-Identifier: Apache-2.0
"""Check data about defects against cases, lists of known failures, and measured verdicts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from hudi_conformance.defects.model import Defect, Measured
from hudi_conformance.suite.expectations import KnownFailures

Stored = Mapping[str, Collection[str]]
"""Implementations that a stored measurement shows to fail, by its name as `Defect.stored` has it."""


def load_stored(conformance: Path) -> dict[str, set[str]]:
    """All stored measurements that show a failure: states of upgrades, reasons of slices."""
    shown: dict[str, set[str]] = {}
    for run in json.loads((conformance / "results/upgrades.json").read_text(encoding="utf-8")):
        name = f"{run['writer']}-v{run['version']}-{run['changer']}-v{run['to']}-{run['shape']}"
        for state in run["states"]:
            then = state["then"]
            fails = state["again"][-1] != "done" or then["ours"] != "same" or then[run["changer"]] != "same"
            if fails or "lost" in state["ours"]:
                key = f"upgrade {name} {state['after']}{' cut' if state['cut'] else ''}"
                shown[key] = {f"hudi-client-{run['changer']}"}
    for file in (conformance / "slices").glob("*.known.txt"):
        name = file.name.removesuffix(".known.txt")
        for line in file.read_text(encoding="utf-8").splitlines():
            shown[f"slice {name}: {line.partition(' # ')[2]}"] = {f"{name}-main"}
    return shown


def _stored_problems(defect: Defect, stored: Stored) -> list[str]:
    """Claims that stored measurements do not show."""
    missing = [
        f"{defect.id}: nothing stored shows {entry!r}" for entry in defect.stored if entry not in stored
    ]
    shown = {name for entry in defect.stored for name in stored.get(entry, ())}
    return missing + [
        f"{defect.id}: no stored measurement of {name}"
        for name in defect.implementations
        if name not in shown
    ]


def problems(
    defects: Sequence[Defect],
    cases: Collection[str],
    lists: Mapping[str, KnownFailures],
    measured: Measured,
    stored: Stored | None = None,
) -> list[str]:
    """Sentences about inconsistencies; empty if there are none.

    Args:
        defects: the data.
        cases: ids of all cases.
        lists: list of known failures by implementation, empty lists for those without one.
        measured: verdicts of a run over the cases that defects name.
        stored: results of measurements outside cases.
    """
    counts = Counter(defect.id for defect in defects)
    sentences = [f"{ident}: there are two of this id" for ident, count in counts.items() if count > 1]
    for defect in defects:
        sentences += [f"{defect.id}: no case {case!r}" for case in defect.cases if case not in cases]
        if defect.stored:
            sentences += _stored_problems(defect, stored or {})
            continue
        sentences += [
            f"{defect.id}: no implementation {name!r}" for name in defect.implementations if name not in lists
        ]
        for case, name in pairs(defect):
            if case in cases and name in lists:
                sentences += _pair_problems(defect, case, name, lists[name], measured)
        sentences += _design_problems(defect, lists)
    return sentences


def _design_problems(defect: Defect, lists: Mapping[str, KnownFailures]) -> list[str]:
    """A defect and the lists agree on whether the behaviour is by design."""
    groups = {
        (case, name): group
        for case, name in pairs(defect)
        if name in lists and (group := lists[name].find(case)) is not None
    }
    bugs = [f"{case} of {name}" for (case, name), group in groups.items() if group.design is None]
    if defect.design:
        return [f"{defect.id}: by design, but the list does not state it for {bug}" for bug in bugs]
    if groups and not bugs:
        return [f"{defect.id}: its lists quote a source for the design of every case: state `design`"]
    return []


def pairs(defect: Defect) -> list[tuple[str, str]]:
    """Each case with each implementation that fails it."""
    return [(case, name) for name in defect.implementations for case in defect.cases]


def _pair_problems(
    defect: Defect, case: str, name: str, known: KnownFailures, measured: Measured
) -> list[str]:
    group = known.find(case)
    if group is None:
        return [f"{defect.id}: {case} is not a known failure of {name}"]
    verdict = measured.get(case, {}).get(name)
    if verdict is None:
        return [f"{defect.id}: {case} was not measured with {name}"]
    if verdict not in group.outcomes:
        listed = " or ".join(group.outcomes)
        return [f"{defect.id}: {case} of {name} was {verdict}, its list states {listed}"]
    return []
