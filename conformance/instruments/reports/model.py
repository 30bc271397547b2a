# SPDX-License-Identifier: Apache-2.0
"""The list of reports as typed values, and what is wrong with its form."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from hudi_conformance import resources

NUM_REPORTS = 100
CAUGHT, PARTLY, NOT, CANNOT = "caught", "partly", "not", "cannot-be"
STATUSES = (CAUGHT, PARTLY, NOT, CANNOT)
_YEARS = range(2021, 2027)


@dataclass(frozen=True)
class Evidence:
    """How a report is caught: by a case, or by a finding of an audit.

    Attributes:
        case: the reference gives the answer that this case requires.
        fails: implementation that is listed to fail the case.
        finding: rule that an audit reports of `table`.
        table: archive below `fixtures/`, without `.zip`.
        kind: damage done to the table before, of `instruments.tables` or `instruments.reports.damages`.
        option: of the audit, besides `--deep`.
    """

    case: str = ""
    fails: str = ""
    finding: str = ""
    table: str = ""
    kind: str = ""
    option: str = ""


@dataclass(frozen=True)
class Report:
    """One public report; `search` is the number of the search that led to it, 0 of a named report."""

    url: str
    title: str
    date: date
    search: int
    what: str
    status: str = ""
    reason: str = ""
    by: tuple[Evidence, ...] = ()

    @property
    def short(self) -> str:
        """Owner, repository and number."""
        owner, name, _, number = self.url.rsplit("/", 3)
        return f"{owner.rpartition('/')[2]}/{name}#{number}"


@dataclass(frozen=True)
class Reports:
    """The whole list with the searches that it was selected by."""

    rule: str
    searches: tuple[str, ...]
    reports: tuple[Report, ...]

    def counts(self) -> Counter[str]:
        """Reports by status."""
        return Counter(report.status for report in self.reports)


def load() -> Reports:
    """Read `conformance/reports.toml`."""
    path = resources.data_root() / "conformance" / "reports.toml"
    document = tomllib.loads(path.read_text("utf-8"))
    reports = tuple(_report(entry) for entry in document["report"])
    return Reports(document["rule"], tuple(document["searches"]), reports)


def _report(entry: Mapping[str, Any]) -> Report:
    by = tuple(Evidence(**item) for item in entry.get("by", ()))
    return Report(**{**entry, "by": by})


def problems(reports: Reports, cases: Mapping[str, object], rules: Mapping[str, object]) -> Iterator[str]:
    """Yield violations of the format: missing members of a report, and names that do not exist."""
    if len(reports.reports) != NUM_REPORTS:
        yield f"expected {NUM_REPORTS} reports, got {len(reports.reports)}"
    for short, num in Counter(report.short for report in reports.reports).items():
        if num > 1:
            yield f"{short} is listed {num} times"
    for report in reports.reports:
        if report.search not in range(len(reports.searches) + 1) or report.date.year not in _YEARS:
            yield f"{report.short}: search {report.search} or date {report.date} is out of range"
        if report.status not in STATUSES:
            yield f"{report.short}: status {report.status!r} is not one of {', '.join(STATUSES)}"
        if (report.status == CAUGHT) == bool(report.reason):
            yield f"{report.short}: a reason belongs to every status but {CAUGHT}"
        if report.status in {CAUGHT, PARTLY} and not report.by:
            yield f"{report.short}: {report.status} by nothing"
        yield from (f"{report.short}: {what}" for what in _evidence(report.by, cases, rules))


def _evidence(
    by: Sequence[Evidence], cases: Mapping[str, object], rules: Mapping[str, object]
) -> Iterator[str]:
    for item in by:
        if bool(item.case) == bool(item.finding) or bool(item.finding) != bool(item.table):
            yield f"expected a case, or a finding of a table, got {item}"
        if item.case and item.case not in cases:
            yield f"no case {item.case}"
        if item.finding and item.finding not in rules:
            yield f"no rule {item.finding}"
