# SPDX-License-Identifier: Apache-2.0
"""Summary of an audit: totals, and the worst files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hudi_conformance import __version__
from hudi_conformance.audit.cause_text import Explained
from hudi_conformance.audit.findings import SEVERITIES, UNREADABLE, VERDICTS, FindingRow, rank
from hudi_conformance.audit.gaps import Gap, sum_gaps
from hudi_conformance.audit.next_steps import next_step
from hudi_conformance.audit.run import Outcome
from hudi_conformance.model.base_file import PARQUET, format_of

SUMMARY_VERSION = 2
MAX_FILES = 1000  # files that a summary lists
MAX_ROWS = 50  # findings of one of them
EXIT_CLEAN, EXIT_FINDINGS, EXIT_UNREADABLE = 0, 1, 3


@dataclass(slots=True)
class FileFindings:
    """Findings of one file: counts, and the worst ones as `rows`."""

    path: str
    counts: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    rows: list[FindingRow] = field(default_factory=list)

    @property
    def num(self) -> int:
        """How many findings."""
        return sum(self.counts.values())

    @property
    def badness(self) -> tuple[Any, ...]:
        """Sort key, worst first."""
        return (
            *(-self.verdicts[verdict] for verdict in VERDICTS),
            *(-self.counts[severity] for severity in SEVERITIES),
            self.path,
        )

    def add(self, row: FindingRow) -> None:
        """Add a finding."""
        self.counts[row.severity] += 1
        self.verdicts[row.verdict] += 1
        self.rows.append(row)
        if len(self.rows) > 2 * MAX_ROWS:
            self.rows = sorted(self.rows, key=rank)[:MAX_ROWS]


@dataclass(slots=True)
class Digest:
    """Counts of findings for reports."""

    severities: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    surfaces: Counter[str] = field(default_factory=Counter)
    requirements: Counter[tuple[str, str]] = field(default_factory=Counter)
    serious: Counter[str] = field(default_factory=Counter)
    files: dict[str, FileFindings] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[FindingRow]) -> Digest:
        """Count findings."""
        digest = cls()
        for row in rows:
            digest.severities[row.severity] += 1
            digest.verdicts[row.verdict] += 1
            digest.surfaces[row.surface] += 1
            digest.serious[row.severity] += row.verdict != UNREADABLE
            digest.requirements[row.requirement or row.code, row.severity] += 1
            digest.files.setdefault(row.path, FileFindings(row.path)).add(row)
        return digest

    def worst(self) -> list[FileFindings]:
        """Files with findings, worst first, each with its worst findings first."""
        files = sorted(self.files.values(), key=lambda file: file.badness)
        for file in files:
            file.rows = sorted(file.rows, key=rank)[:MAX_ROWS]
        return files

    def ordered_requirements(self) -> list[tuple[tuple[str, str], int]]:
        """Violated requirements with severities and counts, the worst first."""
        return sorted(
            self.requirements.items(), key=lambda item: (SEVERITIES.index(item[0][1]), -item[1], item[0][0])
        )

    def at_least(self, severity: str) -> int:
        """Number of findings of this severity or worse, without unreadable files."""
        return sum(self.serious[name] for name in SEVERITIES[: SEVERITIES.index(severity) + 1])

    def exit_code(self, fail_on: str) -> int:
        """1 if there are findings of this severity or worse, else 3 if a file could not be read, else 0."""
        if self.at_least(fail_on):
            return EXIT_FINDINGS
        return EXIT_UNREADABLE if self.verdicts[UNREADABLE] else EXIT_CLEAN


def not_checked(outcome: Outcome, digest: Digest) -> list[dict[str, Any]]:
    """Subjects that the audit did not check, with counts and reasons."""
    plan = outcome.plan
    gaps = [
        Gap("files", plan.num_other, "of unknown formats, or read as a part of a table"),
        Gap("files", plan.num_left_out, "excluded by --sample"),
        Gap("files and folders", digest.verdicts[UNREADABLE], "unreadable, see findings"),
    ]
    number = sum(format_of(task.ref.path) is PARQUET for task in plan.tasks)
    if outcome.options.pages and not outcome.options.deep:
        gaps.append(Gap("pages", outcome.progress.bare, "they have no checksum; --deep decodes them"))
        gaps.append(Gap("base files", number, "their values; --deep decodes pages"))
    elif not outcome.options.deep:
        gaps.append(Gap("base files", number, "only their footers; --deep reads pages"))
    gaps += sum_gaps(outcome.store.gaps)
    return [asdict(gap) for gap in gaps if gap.number]


def summary(
    outcome: Outcome,
    digest: Digest,
    causes: Sequence[Explained],
    fail_on: str,
    suppressed: Mapping[str, int] | None = None,
) -> Mapping[str, Any]:
    """The content of `summary.json`."""
    plan, progress = outcome.plan, outcome.progress
    worst = digest.worst()
    return {
        "summary": SUMMARY_VERSION,
        "suite": __version__,
        "run": outcome.store.run_id,
        "options": outcome.options.to_json(),
        "files": {
            "checked": progress.files,
            "bytes": progress.bytes,
            "blocks": progress.blocks,
            "with_findings": len(digest.files),
            "other": plan.num_other,
            "bytes_other": plan.bytes_other,
            "left_out": plan.num_left_out,
        },
        "seconds": round(progress.seconds, 3),
        "findings": {
            "total": sum(digest.severities.values()),
            "severity": {name: digest.severities[name] for name in SEVERITIES},
            "verdict": {name: digest.verdicts[name] for name in VERDICTS},
            "surface": dict(sorted(digest.surfaces.items())),
            "requirement": [
                {"id": ident, "severity": severity, "findings": number}
                for (ident, severity), number in digest.ordered_requirements()
            ],
        },
        "causes": [explained.to_json() for explained in causes[:MAX_FILES]],
        "num_causes": len(causes),
        "worst": [
            {
                "path": file.path,
                "findings": file.num,
                "severity": {n: file.counts[n] for n in SEVERITIES},
                "next": next_step(file.rows[0]).text,
            }
            for file in worst[:MAX_FILES]
        ],
        "not_checked": not_checked(outcome, digest),
        "suppressed": dict(sorted((suppressed or {}).items())),
        "fail_on": fail_on,
        "exit": digest.exit_code(fail_on),
    }
