# SPDX-License-Identifier: Apache-2.0
"""Results of real implementations for each case, which `instruments.specification` compares with rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from hudi_conformance.report.model import NOT_JUDGED, Case, Result, Run

from instruments.specification import evidence
from instruments.specification.traceability import CaseRef

_REFUSED_BADLY = frozenset({"error", "crash", "hang", "garbled", "wrong-reason"})


def figures(
    run: Run,
    real: Collection[str],
    cases: Sequence[CaseRef],
    more: Sequence[Run] = (),
    earlier: evidence.Evidence | None = None,
) -> dict[str, Any]:
    """The stored evidence of a run, and of implementations that it does not have.

    Args:
        run: a run of all implementations.
        real: names of the implementations that are not of this project.
        cases: the cases that were run, as their manifests state them.
        more: runs of implementations that need separate environments; the last run's answer to a case counts.
            A case that differs between such a run and `run` counts as not run.
        earlier: previously stored evidence: answers of implementations in none of the runs stay if command
            and expectation of the case are the same.
    """
    digests = {case.id: evidence.digest(case) for case in cases}
    letters = {name: _letters(run, run, name) for name in run.names if name in real}
    for other in more:
        for name in other.names:
            if name in real and name not in run.names:
                letters.setdefault(name, {}).update(_letters(other, run, name))
    for index, name in enumerate(() if earlier is None else earlier.implementations):
        if earlier is not None and name in real and name not in run.names:
            stored = {case: row[index : index + 1] for case, row in earlier.cases.items()}
            same = {
                case: letter for case, letter in stored.items() if earlier.digests[case] == digests.get(case)
            }
            letters[name] = same | letters.get(name, {})
    rows = {
        case: "".join(of_name.get(case) or evidence.NOT_ASKED for of_name in letters.values())
        for case in run.cases
    }
    return {
        "date": str(run.header["started"])[:10],
        "cases_digest": run.header["suite"]["cases_digest"],
        "implementations": list(letters),
        "cases": {
            case: f"{digests[case]} {row.rstrip(evidence.NOT_ASKED)}".rstrip()
            for case, row in sorted(rows.items())
            if case in digests
        },
    }


def _letters(answered: Run, run: Run, name: str) -> dict[str, str]:
    """Results of an implementation for cases that are equal in two runs, by case."""
    return {
        case: _letter(answered.result(name, case))
        for case, question in answered.cases.items()
        if case in run.cases and _asked(question) == _asked(run.cases[case])
    }


def _asked(case: Case) -> tuple[object, ...]:
    """Data on which an answer and its verdict depend."""
    return case.cmd, case.args, case.input, case.expect


def _letter(result: Result | None) -> str:
    if result is None or result.status in NOT_JUDGED:
        return evidence.NOT_ASKED
    if result.verdict in {"pass", "pass-weak"}:
        return evidence.PASSED
    return evidence.REFUSED_BADLY if result.verdict in _REFUSED_BADLY else evidence.MISREAD
