# SPDX-License-Identifier: Apache-2.0
"""All repairs for the findings of an audit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.repair import files, instants, metadata, properties
from hudi_conformance.repair.evidence import HIDDEN, Evidence
from hudi_conformance.repair.model import Move, Repair

_REPAIRS: Sequence[Callable[[Evidence], Iterator[Repair]]] = (
    properties.restore, files.rename_back, files.move_back, instants.complete_again,
    instants.complete_pending, files.set_copies_aside, files.cut_torn_logs, metadata.rebuild,
)  # fmt: skip
"""Safest first: restore, then set aside, then leave to a writer to rebuild."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Repairs of a table, and its findings, all or none of which they may resolve."""

    folder: Path
    repairs: tuple[Repair, ...]
    findings: tuple[FindingRow, ...]


def plan_repairs(paths: Iterable[str], rows: Sequence[FindingRow]) -> Iterator[TablePlan]:
    """Plans for local tables at and below paths that have errors or warnings."""
    for folder in sorted({table for path in paths for table in _tables(Path(path))}):
        evidence = Evidence.of(folder, iter(rows))
        if not evidence.findings:
            continue
        repairs: list[Repair] = []
        touched: set[str] = set()
        for make in _REPAIRS:
            for repair in make(evidence):
                paths_of = {step.path for step in repair.steps} | {
                    step.target for step in repair.steps if isinstance(step, Move)
                }
                if not paths_of & touched:  # a second repair of a file waits for the next audit
                    touched |= paths_of
                    repairs.append(repair)
        yield TablePlan(folder, tuple(repairs), tuple(evidence.findings))


def _tables(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        return
    for hidden in (path / HIDDEN, *path.rglob(HIDDEN)):
        if hidden.is_dir() and HIDDEN not in hidden.parent.relative_to(path).parts:
            yield hidden.parent
