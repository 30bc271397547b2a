# SPDX-License-Identifier: Apache-2.0
"""Known findings: a file that lists them, and ignored rules.

A finding is known by its path below the audited path, its surface and its rule, not by its offset or text: a
rewritten file with the same defect stays known.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hudi_conformance.audit.findings import FindingRow

BASELINE_VERSION = 1
Key = tuple[str, str, str]


class BaselineError(ValueError):
    """A file that is not a baseline."""


@dataclass(slots=True)
class Filter:
    """Filters findings.

    Attributes:
        paths: audited paths, to which those of a baseline are relative.
        ignored: rules, or codes of findings without one.
        known: findings of a baseline.
        suppressed: number of suppressed findings, by reason.
    """

    paths: Sequence[str]
    ignored: Collection[str]
    known: Collection[Key]
    suppressed: Counter[str] = field(default_factory=Counter)

    def apply(self, rows: Iterable[FindingRow]) -> Iterator[FindingRow]:
        """Rows that are neither ignored nor known; the others are counted."""
        for row in rows:
            if row.requirement in self.ignored or row.code in self.ignored:
                self.suppressed["ignored"] += 1
            elif self.known and key_of(row, self.paths) in self.known:
                self.suppressed["baseline"] += 1
            else:
                yield row


def key_of(row: FindingRow, paths: Sequence[str]) -> Key:
    """The parts of a finding that a baseline stores."""
    for root in paths:
        folder = os.fspath(root).rstrip("/")
        if row.path == folder or row.path.startswith(f"{folder}/"):
            return row.path[len(folder) :].lstrip("/"), row.surface, row.requirement or row.code
    return row.path, row.surface, row.requirement or row.code


def read_baseline(path: Path) -> frozenset[Key]:
    """Findings of a baseline.

    Raises:
        BaselineError: the file cannot be read, or is not a baseline.
    """
    try:
        value = json.loads(path.read_text("utf-8"))
        if value["baseline"] != BASELINE_VERSION:
            raise BaselineError(f"{path}: baseline version {value['baseline']!r}")
        return frozenset((str(file), str(surface), str(rule)) for file, surface, rule in value["findings"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BaselineError(f"{path} is not a baseline: {error}") from None


def write_baseline(path: Path, rows: Iterable[FindingRow], paths: Sequence[str]) -> None:
    """Write all findings of a run as a baseline for later ones."""
    keys = sorted({key_of(row, paths) for row in rows})
    text = json.dumps({"baseline": BASELINE_VERSION, "findings": keys}, indent=0)
    path.write_text(text + "\n", "utf-8")
