# SPDX-License-Identifier: Apache-2.0
"""The page `conformance/reports.md`, from the list."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance import resources
from hudi_conformance.look.text import markdown_table

from instruments.reports.model import CANNOT, CAUGHT, NOT, PARTLY, STATUSES, Evidence, Report, Reports

PATH = resources.data_root() / "conformance" / "reports.md"
_HEAD = """\
# 100 public reports, and by what the suite catches them

Public reports of rows and files of Hudi tables that were lost, doubled, stale, wrong or unreadable, from
2021 to 2026. They were selected by stated searches before any of them was compared with the suite: searches,
rule and evidence are in [`reports.toml`](reports.toml). A report that is missed stays in the list.

- **caught**: a user who audits the table, or a project that runs the cases, sees it.
- **partly**: a part of it, or one form of it.
- **not**: nothing in the suite shows it.
- **cannot be**: neither files nor answers differ from what they should be; the reason is given.

A case catches by the answer that it requires, and by the implementation that is listed to fail it. A finding
is one of `hudi-conformance audit --deep`, of a stored table, damaged as stated: by a writer's defect that is
imitated, not by that writer. `python -m instruments.reports check` executes all of it.
Written by `python -m instruments.reports write`; do not edit by hand.
"""
_SHOWN = {CAUGHT: "caught", PARTLY: "partly", NOT: "not", CANNOT: "cannot be"}


def text(reports: Reports) -> str:
    """The page."""
    counts = reports.counts()
    total = [(_SHOWN[status], counts[status]) for status in STATUSES]
    lines = [*markdown_table(["status", "reports"], total, ["---", "---:"]), ""]
    rows = [_row(report) for report in sorted(reports.reports, key=lambda report: report.date)]
    lines += markdown_table(["report", "what happened", "status", "by"], rows)
    return f"{_HEAD}\n" + "\n".join(lines) + "\n"


def _row(report: Report) -> list[str]:
    by = "<br>".join(_evidence(report.by))
    reason = report.reason and f"{report.reason}{'<br>' if by else ''}"
    link = f"[{report.short}]({report.url})<br>{report.date}"
    return [link, report.what.replace("|", "\\|"), _SHOWN[report.status], reason + by]


def _evidence(by: tuple[Evidence, ...]) -> Iterator[str]:
    for item in by:
        if item.case:
            yield f"`{item.case}`" + (f", which {item.fails} fails" if item.fails else "")
        else:
            after = "".join(f", `{text}`" for text in (item.kind, item.option) if text)
            yield f"`{item.finding}` of {item.table}{after}"
