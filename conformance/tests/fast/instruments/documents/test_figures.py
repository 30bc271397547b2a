# SPDX-License-Identifier: Apache-2.0
"""Generated blocks of Markdown are what stored data gives, and stored data fits the repository."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import report_factory as make
from hudi_conformance import resources
from hudi_conformance.report import model
from hudi_conformance.specification import requirements
from hudi_conformance.toolchain.registry import load_implementations
from instruments.documents import figures
from instruments.specification import evidence, traceability


def test_no_block_is_out_of_date() -> None:
    assert [str(path) for path in figures.outdated()] == [], "run python -m instruments.documents write"


def test_no_stored_result_contradicts_the_repository() -> None:
    assert list(figures.contradictions()) == []


def test_each_block_stands_in_one_document() -> None:
    texts = [(resources.data_root() / name).read_text(encoding="utf-8") for name in figures.DOCUMENTS]
    for name in figures.BLOCKS:
        assert sum(text.count(f"<!-- begin {name} -->") for text in texts) == 1, name


def test_what_people_write_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(figures.BLOCKS, "one", lambda: iter(["1", "2"]))
    text = "before\n<!-- begin one -->\nold\n<!-- end one -->\nafter\n"
    assert figures.rendered(text) == text.replace("old", "1\n2")
    with pytest.raises(figures.DocumentError, match="unheard"):
        figures.rendered("<!-- begin unheard -->\n<!-- end unheard -->")


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path in figures.results_dir().glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(figures, "results_dir", lambda: tmp_path)
    return tmp_path


def test_contradictions_are_found(stored: Path) -> None:
    run = figures.load("run")
    run["cases"] += 10_000
    run["absent"].append({"name": "unheard", "reason": "of nobody"})
    (stored / "run.json").write_text(json.dumps(run))
    found = "\n".join(figures.contradictions())
    assert f"has {run['cases']:,} cases" in found
    assert "that the registry lacks: unheard" in found


@pytest.mark.own_job
def test_cases_that_are_newer_than_the_stored_run_are_counted(stored: Path) -> None:
    cases, _ = traceability.load_cases(resources.cases_dir())
    digests = {case.id: evidence.digest(case) for case in cases}
    first, second, *_ = digests
    rows = {**digests, "log/gone/one": "00000000", "log/gone/two": "00000000", first: "00000000"}
    del rows[second]
    run = figures.load("run") | {"cases": len(rows), "date": "2026-01-02", "cases_digest": "0123456789"}
    run["absent"] = [{"name": name} for name in load_implementations()]
    run["implementations"] = [
        row for row in run["implementations"] if row["name"] != run["absent"][0]["name"]
    ]
    del run["absent"][0]
    run["requirements"] = len(requirements.load(resources.spec_dir()).requirements) - 3
    (stored / "run.json").write_text(json.dumps(run))
    old = figures.load("evidence")
    (stored / "evidence.json").write_text(json.dumps(old | {"cases_digest": "0123456789", "cases": rows}))
    expected = (
        "1 case added, 1 case changed, 2 cases removed, 3 requirements added, 1 implementation added"
        " since the stored run 2026-01-02-01234567"
    )
    assert figures.newer() == expected
    assert not [line for line in figures.contradictions() if "cases, not" in line or "evidence" in line]


def test_results_of_two_runs_contradict_each_other(stored: Path) -> None:
    for name in ("evidence", "matrix"):
        (stored / f"{name}.json").write_text(json.dumps(figures.load(name) | {"cases_digest": "other"}))
    problems = list(figures.contradictions())
    assert [line.partition(":")[0] for line in problems] == [
        "the stored matrix is that of another run",
        "the stored evidence is that of another run",
    ]


def test_a_changed_result_is_seen_in_the_documents(stored: Path) -> None:
    run = figures.load("run")
    run["implementations"][0]["pass"] = 123_456
    (stored / "run.json").write_text(json.dumps(run))
    assert {path.name for path in figures.outdated()} == {"README.md", "results.md"}


def test_figures_of_a_run() -> None:
    run = model.build(make.small())
    row = figures.run_figures(run, 7)
    assert row["requirements"] == 7
    assert row["cases"] == len(run.cases)
    first = row["implementations"][0]
    counts = run.counts(first["name"])
    assert first["pass"] == counts["pass"] + counts["pass-weak"]
    answers = ("pass", "known", "open", "unsupported", "unexpected")
    assert sum(first[key] for key in answers) == counts.total()
    json.dumps(row)


def test_a_run_that_cannot_be_read_is_not_stored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["store", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be read" in capsys.readouterr().err
