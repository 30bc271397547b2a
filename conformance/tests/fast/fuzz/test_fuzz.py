# SPDX-License-Identifier: Apache-2.0
"""Fuzzing: corpora are answered, mutations are drawn by seed, finds are kept, exports are complete."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import Reject
from hudi_conformance.fuzz import corpus
from instruments.fuzz import __main__ as fuzz
from instruments.fuzz import committed, equality, loop
from instruments.fuzz.targets import TARGETS, Target, attempt

pytest.importorskip("numba", reason="needs the extra `fast`")
NAMES = sorted(TARGETS)


def broken(data: bytes) -> None:
    if data[:1] == b"\x00":
        raise Reject("bad-magic", 0, "log.block.magic", "no magic")
    if b"\xff" in data:
        raise ZeroDivisionError("a find")


@pytest.mark.parametrize("name", NAMES)
def test_seeds_and_the_committed_corpus_are_answered_alike_by_both_paths(name: str) -> None:
    target = TARGETS[name]
    inputs = [*committed.read_corpus(name), *list(corpus.seeds(name))[:40]]
    assert inputs
    assert {attempt(target, data) for data in inputs} <= {
        "value",
        "Reject",
        "LimitExceeded",
        "UnsupportedInput",
        "Stopped",
    }


@pytest.mark.parametrize("name", NAMES)
def test_mutated_seeds_are_answered(name: str, tmp_path: Path) -> None:
    watch = loop.Watch(TARGETS[name], tmp_path / "finds.jsonl")
    loop.run_loop(watch, list(corpus.seeds(name)), 40, seed=5)
    assert watch.runs == 40
    assert not watch.finds.exists(), watch.finds.read_text()


def test_a_find_is_written_once_per_place_with_its_input(tmp_path: Path) -> None:
    watch = loop.Watch(Target("broken", broken), tmp_path / "finds.jsonl")
    kept = loop.run_loop(watch, [b"\x00ab", b"cd"], 3000, seed=1)
    (find,) = [json.loads(line) for line in watch.finds.read_text().splitlines()]
    assert find["place"].startswith("ZeroDivisionError")
    assert find["message"] == "ZeroDivisionError: a find"
    assert 0 < watch.values < watch.runs == 3000
    assert kept == loop.run_loop(
        loop.Watch(Target("broken", broken), tmp_path / "b"), [b"\x00ab", b"cd"], 3000, seed=1
    )


def test_mutations_depend_on_the_seed_and_stay_short() -> None:
    pool = [bytes(200), b"#HUDI#" * 2000]
    first = [loop.mutate(random.Random(seed), pool) for seed in range(200)]
    assert first == [loop.mutate(random.Random(seed), pool) for seed in range(200)]
    assert len(set(first)) > 150
    assert max(map(len, first)) <= corpus.MAX_LEN


def test_a_difference_between_the_paths_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    data = next(data for data in corpus.seeds("log-scan") if scan_log(data).blocks)
    monkeypatch.setattr(equality, "scan_log_fast", lambda _: [])
    with pytest.raises(equality.Differs):
        TARGETS["log-scan"].run(data)


def test_the_command_counts_and_fails_on_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--target", "log-name", "--engine", "loop", "--runs", "300", "--out", str(tmp_path)]
    assert fuzz.main(options) == 0
    assert "300 executions" in capsys.readouterr().out
    assert json.loads((tmp_path / "log-name/counts.json").read_text())["runs"] == 300
    (tmp_path / "log-name/finds.jsonl").write_text('{"target": "log-name", "place": "p", "message": "m"}\n')
    assert fuzz.main(options) == 1


def test_export_writes_corpora_and_dictionaries(tmp_path: Path) -> None:
    assert run_cli(["export", "--corpus", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out/corpus").iterdir()) == NAMES
    assert all(any(path.iterdir()) for path in (tmp_path / "out/corpus").iterdir())
    words = (tmp_path / "out/dictionaries/log-scan.dict").read_text().splitlines()
    assert '"#HUDI#"' in words
    assert all(word.startswith('"') and word.endswith('"') and word.isascii() for word in words)


def test_what_is_stored_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.resources, "data_root", lambda: tmp_path)
    (tmp_path / "conformance" / "results").mkdir(parents=True)
    find = {"target": "log-scan", "place": "p", "message": "m"}
    for finds in ([], [find], [find]):
        fuzz._store({"targets": [{"target": "log-scan", "runs": 5, "values": 2}], "finds": finds})
    stored = json.loads((tmp_path / "conformance" / "results" / "fuzz.json").read_text("utf-8"))
    assert stored["tables"][0]["rows"] == [["log-scan", 15, 6, 1], ["all", 15, 6, 1]]
