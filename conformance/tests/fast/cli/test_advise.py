# SPDX-License-Identifier: Apache-2.0
"""`advise`: features of real tables, and the stored answers that count for a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.advice.marks import marks_of
from hudi_conformance.advice.readers import FILE, advise
from hudi_conformance.cli import run_cli
from hudi_conformance.specification.features import load_features
from instruments.documents import readers

FEATURES = load_features(resources.spec_dir())
ABSENT = {"native-log", "table-format", "unknown-values", "unknown-files", "own-payload"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("feature", [item for item in FEATURES if item.table], ids=lambda item: item.id)
def test_the_stored_table_of_a_feature_has_its_mark(feature, tmp_path: Path) -> None:
    if "zip" not in feature.table or feature.mark == {"commit": "schema"}:
        pytest.skip("a file, or a mark of several features")
    found = marks_of(unpacked(feature.table, tmp_path), FEATURES)
    same = {item.id for item in FEATURES if item.mark == feature.mark}
    assert found.features & same, sorted(found.features)
    assert not found.features & ABSENT


def test_answers_count_about_tables_without_other_features(tmp_path: Path) -> None:
    entry = {"right": 3, "wrong": 1, "defects": ["d"]}
    views = {"snapshot": {"0": entry, "1": {"wrong": 9}, "2": {"refused": 2}}}
    engines = {"e": {"version": "1", "date": "2026-01-01", "views": views}}
    stored = {"tables": [["a"], ["a", "c"], ["b"]], "engines": engines}
    (tmp_path / FILE).write_text(json.dumps(stored))
    [engine] = advise(tmp_path, frozenset("ab"))
    answers = engine.views["snapshot"]
    assert answers.counts == {"right": 3, "refused": 2, "wrong": 1, "stops": 0}
    assert (answers.standing, answers.defects, answers.features) == ("wrong", {"d"}, {"a", "b"})
    assert advise(tmp_path, frozenset("b"))[0].views["snapshot"].standing == "refused"
    assert advise(tmp_path, frozenset("c"))[0].views["snapshot"].standing is None


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(unpacked("real-rows/1.2.0/mor_part.zip", tmp_path))
    assert run_cli(["advise", table, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    standings = {engine["name"]: engine["views"]["snapshot"]["standing"] for engine in document["engines"]}
    assert standings["hudi-spark-1.2.0"] == "right"
    assert run_cli(["advise", table, "--engine", "hudi-spark-1.2.0"]) == 0
    assert run_cli(["advise", table, "--engine", "clickhouse-26.9"]) == 1
    assert run_cli(["advise", table, "--engine", "unheard-of"]) == 2
    assert run_cli(["advise", str(tmp_path / ".hoodie")]) == 2


def test_the_stored_answers_are_current() -> None:
    assert readers.main(["check"]) == 0
