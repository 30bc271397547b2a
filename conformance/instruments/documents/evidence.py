# SPDX-License-Identifier: Apache-2.0
"""What real implementations made of each case, for `spec check` to hold against the sources of rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from hudi_conformance.report.model import NOT_JUDGED, Result, Run
from hudi_conformance.specification import evidence
from hudi_conformance.specification.traceability import CaseRef

_REFUSED_BADLY = frozenset({"error", "crash", "hang", "garbled", "wrong-reason"})


def figures(run: Run, real: Collection[str], cases: Sequence[CaseRef]) -> dict[str, Any]:
    """The stored evidence of a run.

    Args:
        run: a run of all implementations.
        real: names of the implementations that are not of this project.
        cases: the cases that were run, as their manifests state them.
    """
    digests = {case.id: evidence.digest(case) for case in cases}
    names = [name for name in run.names if name in real]
    rows = {case: "".join(_letter(run.result(name, case)) for name in names) for case in run.cases}
    return {
        "date": str(run.header["started"])[:10],
        "cases_digest": run.header["suite"]["cases_digest"],
        "implementations": names,
        "cases": {
            case: f"{digests[case]} {row.rstrip(evidence.NOT_ASKED)}".rstrip()
            for case, row in sorted(rows.items())
            if case in digests
        },
    }


def _letter(result: Result | None) -> str:
    if result is None or result.status in NOT_JUDGED:
        return evidence.NOT_ASKED
    if result.verdict in {"pass", "pass-weak"}:
        return evidence.PASSED
    return evidence.REFUSED_BADLY if result.verdict in _REFUSED_BADLY else evidence.MISREAD
