# SPDX-License-Identifier: Apache-2.0
"""Commands of an audit's advice, executed on a damaged table; the intact table is the copy that they name."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.audit.cause_text import Explained, explain
from hudi_conformance.audit.causes import find_causes
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.repair.plan import plan_repairs
from hudi_conformance.repair.script import render

from drawn_damage.judge import Finding, Rows, audit, differences, finding, read_rows

_LOOKS = ("ls ", "grep ", "diff ", "hudi-conformance inspect ", "hudi-conformance salvage ", "hudi-cli")
_PLAN = " --plan repair.sh"
_MAX_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Obeyed:
    """Commands that were executed, those that failed, and those that are not executed here."""

    done: tuple[str, ...]
    failed: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """State of a damaged table after following the advice.

    Attributes:
        done, failed, left: commands of all rounds.
        is_clean: whether the last audit has no errors or warnings except those of the intact table.
        is_restored: whether every view is that of the intact table.
        lost: views that lack rows which both the intact and the damaged table have; "" if none.
    """

    done: tuple[str, ...]
    failed: tuple[str, ...]
    left: tuple[str, ...]
    is_clean: bool
    is_restored: bool
    lost: str


def obey_all(
    folder: Path, copy: Path, version: int, scratch: Path, *, intact: Rows, usual: Set[Finding]
) -> Outcome:
    """Audit, execute the commands of the strongest cause, and again, until nothing is reported or changed.

    `intact` are the rows of the copy, `usual` the findings of its audit.
    """
    damaged = read_rows(folder, version)
    rounds: list[Obeyed] = []
    for _ in range(_MAX_ROUNDS):
        shutil.rmtree(scratch / "audit", ignore_errors=True)
        findings = [row for row in audit(folder, scratch / "audit", deep=True) if finding(row) not in usual]
        if not findings or (rounds and not rounds[-1].done):
            break
        rounds.append(obey(folder, copy, findings, scratch / "commands"))
    after = read_rows(folder, version)
    lost = {view: ((rows & damaged[view]) - after[view]).total() for view, rows in intact.items()}
    return Outcome(
        *(
            tuple(text for obeyed in rounds for text in getattr(obeyed, name))
            for name in ("done", "failed", "left")
        ),
        is_clean=not findings,
        is_restored=not differences(intact, after),
        lost=", ".join(f"{view} -{num}" for view, num in lost.items() if num),
    )


def causes_of(folder: Path, rows: Sequence[FindingRow]) -> list[Explained]:
    """Causes of the findings of one table, strongest first, as the report shows them."""
    return [explain(cause) for cause in find_causes(lambda: iter(rows), lambda _: str(folder))]


def obey(folder: Path, copy: Path, rows: Sequence[FindingRow], scratch: Path) -> Obeyed:
    """Execute the commands of the strongest cause; read-only commands are skipped."""
    done: list[str] = []
    failed: list[str] = []
    left: list[str] = []
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    for step in causes_of(folder, rows)[0].steps:
        command = step.run.replace("COPY/", f"{shlex.quote(str(copy))}/")
        if not command or command.startswith(_LOOKS) or command == f"hudi-conformance audit {folder}":
            continue
        if command.endswith(_PLAN):
            plans = list(plan_repairs([str(folder)], rows))
            (scratch / "repair.sh").write_text(render(plans, "repair.sh"))
            continue
        name = command.replace(str(copy), "COPY").replace(str(folder), "TABLE")
        if not command.startswith(("cp ", "mv ", "APPLY=1 sh ")):
            left.append(name)
            continue
        ended = subprocess.run(
            ["sh", "-c", command], cwd=scratch, env=dict(os.environ), capture_output=True, check=False
        )
        (done if ended.returncode == 0 else failed).append(name)
    return Obeyed(tuple(done), tuple(failed), tuple(left))
