# SPDX-License-Identifier: Apache-2.0
"""Rows of findings: the violation, its location and severity, and whether the data can still be read.

The columns are described in `conformance/schemas/findings.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from itertools import islice
from typing import TypeVar

from hudi_conformance import resources
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.specification.requirements import load

T = TypeVar("T")

DAMAGE, VIOLATION, UNREADABLE, NOTE = "damage", "violation", "unreadable", "note"
VERDICTS = (DAMAGE, UNREADABLE, VIOLATION, NOTE)  # worst first
ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)  # worst first
_SEVERITY_OF_LEVEL = {"MUST": ERROR, "SHOULD": WARNING, "MAY": INFO}
MAX_MESSAGE = 500


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding; fields are the columns of `finding_columns.FINDING_SCHEMA`, without `run_id`.

    Attributes:
        path, surface: file, and the surface that checked it.
        ofs: offset in the file at which the rule is violated.
        len: bytes of the block or other subject.
        block, kind, instant: number, type and instant of the block that contains the byte.
        verdict: one of `VERDICTS`.
        code: of `errors.CODES`; `unsupported`, `limit`, `io` or `internal` if a file cannot be read.
        requirement: violated rule, or None.
        severity: one of `SEVERITIES`.
        salvageable: whether the subject can still be read; None if not applicable.
    """

    path: str
    surface: str
    verdict: str
    code: str
    message: str
    requirement: str | None = None
    severity: str = ERROR
    ofs: int | None = None
    len: int | None = None
    block: int | None = None
    kind: str | None = None
    instant: str | None = None
    salvageable: bool | None = None

    @classmethod
    def of(
        cls, finding: Finding | Reject, path: str, surface: str, *,
        verdict: str, salvageable: bool | None, instant: str | None = None, kind: str | None = None,
        block: int | None = None, size: int | None = None,
    ) -> FindingRow:  # fmt: skip
        """Row of a violated requirement; `size` is the column `len`."""
        return cls(
            path, surface, verdict, finding.code, finding.message, finding.requirement,
            severity_of(finding.requirement), finding.at, size, block, kind, instant, salvageable,
        )  # fmt: skip


NAMES = tuple(field.name for field in fields(FindingRow))


def severity_of(requirement: str) -> str:
    """`error` for a MUST, `warning` for a SHOULD, `info` for a MAY."""
    return _SEVERITY_OF_LEVEL[_levels().get(requirement, "MUST")]


@cache
def _levels() -> Mapping[str, str]:
    requirements = load(resources.spec_dir()).requirements.values()
    return {requirement.id: requirement.level for requirement in requirements}


def chunks(items: Iterable[T], size: int = 4096) -> Iterator[list[T]]:
    """Lists of `size` items, the last one shorter."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def rank(row: FindingRow) -> tuple[int, int, str, int, str]:
    """Sort key: worst first, then by file and offset."""
    return (
        SEVERITIES.index(row.severity), VERDICTS.index(row.verdict), row.path, row.ofs or 0,
        row.requirement or "",
    )  # fmt: skip
