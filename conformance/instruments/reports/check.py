# SPDX-License-Identifier: Apache-2.0
"""Executing the evidence: cases by the reference, lists of known failures, audits of damaged tables."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.report import model as events
from hudi_conformance.suite.events import FILE
from hudi_conformance.suite.judge import GOOD
from hudi_conformance.suite.session import known_failures

from instruments.reports.damages import DAMAGES
from instruments.reports.model import CAUGHT, Evidence, Reports
from instruments.tables.every_kind import KINDS
from instruments.tables.score import Found, audit
from instruments.tables.table import Table

REFERENCES = ("kaitai-python", "reference-writer")
_SEED = 1


@dataclass(frozen=True)
class Claim:
    """One piece of evidence of one report, and the status of that report."""

    report: str
    evidence: Evidence
    status: str


def claims(reports: Reports) -> list[Claim]:
    """All evidence, in the order of the list."""
    return [Claim(report.short, item, report.status) for report in reports.reports for item in report.by]


def failures(reports: Reports) -> Iterator[str]:
    """Yield what does not hold. It runs the cases by the reference, and one audit of all tables."""
    every = claims(reports)
    yield from _lists([claim for claim in every if claim.evidence.fails])
    with tempfile.TemporaryDirectory() as scratch:
        yield from _cases([claim for claim in every if claim.evidence.case], Path(scratch))
        with_findings = [claim for claim in every if claim.evidence.finding]
        for number, option in enumerate(sorted({claim.evidence.option for claim in with_findings})):
            of_option = [claim for claim in with_findings if claim.evidence.option == option]
            yield from _findings(of_option, Path(scratch) / f"audit-{number}", option)


def _lists(every: Sequence[Claim]) -> Iterator[str]:
    for claim in every:
        case, name = claim.evidence.case, claim.evidence.fails
        if known_failures(name).find(case) is None:
            yield f"{claim.report}: {name} is not listed to fail {case}"


def _cases(every: Sequence[Claim], scratch: Path) -> Iterator[str]:
    """Cases that no reference answers as required; of a part of a report, open ones count."""
    every = [claim for claim in every if not claim.evidence.fails]
    chosen = sorted({claim.evidence.case for claim in every})
    if not chosen:
        return
    out = scratch / "run"
    command = [sys.executable, "-m", "hudi_conformance", "run", "--out", str(out), "--jobs", "1"]
    command += [argument for name in REFERENCES for argument in ("--implementation", name)]
    command += [argument for case in chosen for argument in ("--cases", case)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"the run ended with {done.returncode}: {done.stderr[-2000:]}")
    run = events.load(out / FILE)
    for claim in every:
        results = [run.result(name, claim.evidence.case) for name in REFERENCES]
        good = GOOD if claim.status == CAUGHT else GOOD | {"open"}
        if not any(result is not None and result.verdict in good for result in results):
            yield f"{claim.report}: the reference does not answer {claim.evidence.case} as required"


def _findings(every: Sequence[Claim], scratch: Path, option: str) -> Iterator[str]:
    """Findings that an audit does not have, or has of the undamaged table, too."""
    folder = scratch / "tables"
    names: dict[tuple[str, str], str] = {}
    for claim in every:
        for kind in {"", claim.evidence.kind}:
            key = (claim.evidence.table, kind)
            if key not in names:
                names[key] = f"{len(names):03d}"
                if not _build(*key, folder / names[key]):
                    yield f"{claim.report}: {kind} does not apply to {claim.evidence.table}"
    findings = audit(folder, scratch / "audit", set(names.values()), option) if names else {}
    for claim in every:
        if not _is_found(claim.evidence, names, findings):
            rules = sorted({row[1] for row in findings[names[claim.evidence.table, claim.evidence.kind]]})
            where = f"{claim.evidence.table} {claim.evidence.kind}".strip()
            yield f"{claim.report}: no {claim.evidence.finding} of {where}, instead {', '.join(rules)}"


def _is_found(item: Evidence, names: Mapping[tuple[str, str], str], findings: Found) -> bool:
    rows = findings.get(names[item.table, item.kind], [])
    before = {row[:3] for row in findings.get(names[item.table, ""], ())} if item.kind else set()
    return any(row[1] == item.finding and row[:3] not in before for row in rows)


def _build(table: str, kind: str, folder: Path) -> bool:
    """Extract a table and damage it; False if it has nothing to damage so."""
    with zipfile.ZipFile(resources.fixtures_dir() / f"{table}.zip") as archive:
        archive.extractall(folder)
    if not kind:
        return True
    rng = random.Random(f"{_SEED} {kind}")  # noqa: S311 - no secret
    if kind in DAMAGES:
        return DAMAGES[kind](Table(folder), rng)
    return KINDS[kind].damage(Table(folder), rng) is not None
