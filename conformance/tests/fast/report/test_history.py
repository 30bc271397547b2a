# SPDX-License-Identifier: Apache-2.0
"""Stored runs side by side, and who reads what as a stored result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import report_factory as make
from hudi_conformance.cli import run_cli
from hudi_conformance.look.charts import Bar, Line
from hudi_conformance.report import history, model
from hudi_conformance.report.site.matrix import word_of
from instruments.documents import figures, stored_matrix


def stored(date: str, held: int, known: int, **layers: int) -> dict[str, object]:
    row = {
        "name": "reader-1.0",
        "pass": 7,
        "known": known,
        "unexpected": 0,
        "musts_held": held,
        "musts_judged": 9,
    }
    row |= {"layers": layers} if layers else {}
    return {
        "date": date,
        "suite": "0.1.0",
        "cases_digest": f"{held:08}",
        "cases": 10,
        "implementations": [row],
    }


def test_runs_are_ordered_by_date_whatever_their_names(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(stored("2026-02-01", 8, 3, misread=2, proposed=1)))
    (tmp_path / "b.json").write_text(json.dumps(stored("2026-01-01", 5, 4)))
    (tmp_path / "other.json").write_text('{"tables": []}')
    (tmp_path / "broken.json").write_text("{")
    found = history.collect(tmp_path)
    assert [run[0] for run in found.runs] == ["2026-01-01", "2026-02-01"]
    first, last = found.points["reader-1.0"]
    assert (first.held, last.held) == (5, 8)
    assert first.wrong == {"unclassified": 4}, "a run of before there were layers"
    assert last.wrong == {"misread": 2, "proposed": 1}
    assert history.to_markdown(found).splitlines()[2] == "| reader-1.0 | 2 | 5 of 9 | 8 of 9 | 4 | 3 |"
    page = history.to_html(found)
    assert 'aria-label="2026-01-01 5 of 9, 2026-02-01 8 of 9"' in page
    assert 'aria-label="2 misread, 1 proposed"' in page
    assert "<script" not in page
    assert json.loads(history.to_json(found))["implementations"]["reader-1.0"][1]["wrong"]["misread"] == 2


def test_events_are_runs_and_a_cut_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    path = make.write(tmp_path / "runs" / "one.jsonl", make.small())
    (tmp_path / "runs" / "cut.jsonl").write_bytes(path.read_bytes()[:-40])
    found = history.collect(tmp_path)
    run = model.load(path)
    assert set(found.points) == set(run.names)
    assert [problem.partition(":")[0] for problem in found.problems] == ["cut.jsonl"]
    for name, [point] in found.points.items():
        count = run.counts(name)
        assert point.num_wrong == count["known"] + count["new"] + count["stale"]
    with pytest.raises(history.HistoryError, match="no stored run"):
        history.collect(Path(__file__).parent / "golden_files")


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    folder = str(figures.results_dir() / "runs")
    assert run_cli(["report", "--history", folder, "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.html", "history.json"]
    assert run_cli(["report", "--history", folder, "--layers"]) == 2
    assert run_cli(["report"]) == 2
    assert run_cli(["report", "--history", str(tmp_path)]) == 2


def test_the_last_stored_run_is_kept_for_the_history() -> None:
    run = figures.load("run")
    kept = figures.results_dir() / "runs" / f"{run['date']}-{run['cases_digest'][:8]}.json"
    assert json.loads(kept.read_text(encoding="utf-8")) == run


def test_a_stored_matrix_says_what_the_run_says() -> None:
    run = model.build(make.small())
    matrix = stored_matrix.from_figures(json.loads(json.dumps(stored_matrix.figures(run))))
    for name in run.names:
        words = [word_of(result) for result in run.results[name].values()]
        total = matrix.total(name)
        assert total.total() == len(run.cases)
        for word in set(words) - {"not built in"}:
            assert total[word] == words.count(word)
    failed = {case for name in run.names for case, result in run.results[name].items() if result.failed}
    assert matrix.failed.keys() == failed


def test_charts_are_in_proportion() -> None:
    bar = Bar([("pass", "held", 3), ("known", "known", 0), ("new", "new", 1)], 8)
    assert bar.shares == [("pass", 37.5), ("new", 12.5)]
    assert bar.label == "3 held, 1 new"
    assert Bar([], 0).label == "none"
    points = Line([0, 0.5, 1], "up").points
    assert [y for _, y in points] == [24, 14, 4]
    assert points[-1][0] == 156
