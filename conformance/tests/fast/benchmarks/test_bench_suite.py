# SPDX-License-Identifier: Apache-2.0
"""The benchmark of the suite in one process: what a question is made of, and what its table says."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import bench_suite
import pytest
from hudi_conformance import edits
from hudi_conformance.suite.session import Choice, Session


def asked(folder: Path) -> tuple[str, dict[str, float]]:
    session = Session(edits)
    clock, digest = bench_suite.Clock(), hashlib.sha256()
    for ready in session.prepare(session.choose(Choice(globs=["timeline/table"], cmds=["timeline.list"]))):
        bench_suite.ask(ready, folder, clock, digest)
    return digest.hexdigest(), dict(clock.parts)


def test_a_question_is_made_of_its_parts(tmp_path: Path) -> None:
    digest, parts = asked(tmp_path)
    assert set(parts) == {
        "writing folders",
        "requests",
        "timeline.list",
        "answers as lines",
        "judging",
        "removing folders",
        "digest of answers",
    }
    assert not list(tmp_path.iterdir())
    other = tmp_path / "elsewhere"
    other.mkdir()
    assert asked(other)[0] == digest, "where a folder lies is no part of an answer"


def test_another_answer_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest, _ = asked(tmp_path)
    monkeypatch.setattr(
        bench_suite.kaitai_python, "answer", lambda _: {"seq": "1", "answer": "unsupported", "what": "all"}
    )
    assert asked(tmp_path)[0] != digest


def document(seconds: float) -> dict[str, Any]:
    turn = {
        "asked": 100,
        "cases": 120,
        "before": {"manifests": 0.5, "preparing": 0.5},
        "passes": [{"log.scan": 3.0, "judging": 1.0}, {"log.scan": seconds, "judging": 0.01}],
    }
    return {"turns": [turn, turn], "least": 0.05, "digest": "d"}


def test_rates_are_cases_by_seconds_of_all_parts() -> None:
    rows = bench_suite.rows_of(document(1.99))
    assert rows[:4] == [
        ["asking, again", "2.00", "", "50", "50 to 50"],
        ["in all, again", "3.00", "", "33", "33 to 33"],
        ["asking, the first time", "4.00", "", "25", "25 to 25"],
        ["in all, the first time", "5.00", "", "20", "20 to 20"],
    ]
    assert [row[:3] for row in rows[4:]] == [
        ["`log.scan`", "1.99", "66%"],
        ["manifests", "0.50", "17%"],
        ["preparing", "0.50", "17%"],
        ["all other commands", "0.01", "0%"],
    ]


def test_two_runs_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    bench_suite.compare(document(3.98), document(1.99))
    told = capsys.readouterr().out
    assert "same answers" in told
    (scan,) = (line.split() for line in told.splitlines() if "log.scan" in line)
    assert scan[1:] == ["3.98", "1.99", "2.00"]
    bench_suite.compare(document(1.0), document(1.0) | {"digest": "e"})
    assert "the answers differ" in capsys.readouterr().out
