# SPDX-License-Identifier: Apache-2.0
"""First and last releases of defects, and dated counts: what is stored, and what was not asked."""

from __future__ import annotations

from hudi_conformance.defects.model import Defect
from hudi_conformance.report.site.matrix import Family
from instruments.documents import figures, history, stored_matrix

FAMILY = Family("x", [(version, f"x-{version}") for version in ("1", "2", "3", "4", "5")])
DEFECT = Defect("a-b", "t", "loss", "w", ("a/b/c",), ("x-2", "x-3"), "not found", "log")
SEEN = {"a/b/c": {"x-1": "pass", "x-2": "error", "x-3": "error", "x-4": "wrong-value"}}


def test_releases_of_a_defect() -> None:
    (line,) = history.lines_of(FAMILY, [DEFECT], SEEN)
    assert line.states == {"1": "has not", "2": "has", "3": "has", "4": "other", "5": "not asked"}
    assert history.cells(line) == ["2", "3", "1", "4"]
    (line,) = history.lines_of(FAMILY, [DEFECT], {})
    assert history.cells(line) == ["from 2", "to 3", "", ""]
    assert history.lines_of(Family("y", [("1", "y-1")]), [DEFECT], SEEN) == []


def test_the_page_and_the_newest_dated_result_are_those_of_the_stored_run() -> None:
    assert history.main(["check"]) == 0
    stored = figures.load("matrix")
    entry = history.dated(stored_matrix.from_figures(stored), stored["cases_digest"])
    file = figures.results_dir() / "history" / f"{entry['date']}-{entry['cases_digest'][:8]}.json"
    assert file.read_text(encoding="utf-8") == history.dated_text(entry)
    head, rows = history.over_time(history.load_dated(file.parent), "hudi-java")
    assert len(head) - 2 == len(list(file.parent.iterdir()))
    assert all(len(row) == len(head) for row in rows)
