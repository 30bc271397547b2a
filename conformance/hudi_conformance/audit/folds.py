# SPDX-License-Identifier: Apache-2.0
"""Equal findings: one rule, one code and one message but for numbers, in as many places as there are.

A writer that leaves the checksum words of every block zero is one thing to know, not one for each block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from hudi_conformance.audit.findings import FindingRow

MAX_FIRST = 3  # places of equal findings that are named
_VARIABLE = re.compile(r"'[^']*'|\"[^\"]*\"|\S*/\S+|\S*\d\S*")
FoldKey: TypeAlias = tuple[str, str, str, str, str]


@dataclass(slots=True)
class Fold:
    """Equal findings: the first of them, how many in which files, and their first places."""

    first: FindingRow
    num: int = 0
    files: set[str] = field(default_factory=set)
    places: list[str] = field(default_factory=list)

    def add(self, row: FindingRow) -> None:
        """Count a finding."""
        self.num += 1
        self.files.add(row.path)
        if len(self.places) < MAX_FIRST:
            self.places.append(row.path if row.ofs is None else f"{row.path} at byte {row.ofs}")

    def text(self) -> str:
        """How many there are, and where."""
        files = "one file" if len(self.files) == 1 else f"{len(self.files):,} files"
        return f"{self.num:,} equal findings in {files}, the first: {'; '.join(self.places)}"

    def to_json(self) -> dict[str, object]:
        """As data of `summary.json`."""
        return {
            "requirement": self.first.requirement,
            "code": self.first.code,
            "severity": self.first.severity,
            "message": self.first.message,
            "findings": self.num,
            "files": len(self.files),
            "first": list(self.places),
        }


def key_of(row: FindingRow) -> FoldKey:
    """What equal findings have in common; names, paths and numbers in messages differ."""
    message = _VARIABLE.sub("…", row.message)
    return (row.verdict, row.severity, row.requirement or "", row.code, message)
