# SPDX-License-Identifier: Apache-2.0
"""Damage of every kind to every small fixture: our decoder answers, quickly and with registered codes.

Here a sample of the inputs; all of them by `python -m hudi_conformance.damage.exhaustive`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hudi_conformance.damage import exhaustive as exhaust
from hudi_conformance.damage import exhaustive_fields as exhaust_fields
from hudi_conformance.damage import exhaustive_hfile as exhaust_hfile
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.views.common import Rejection

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))
NUM_SAMPLED = 20_000
PEAK = 48 << 20  # bytes for one answer; opening a Parquet file is the most


def one_avro() -> Path:
    (path,) = (path for path in exhaust.base_files() if path.name == "one_avro.log")
    return path


def test_base_files_are_all_small_logs_of_the_fixtures() -> None:
    paths = exhaust.base_files()
    assert len(paths) > 100
    assert all(path.stat().st_size <= exhaust.LARGEST for path in paths)
    assert any("real" in path.parts for path in paths)


def test_sampled_damage_is_answered() -> None:
    paths = exhaust.base_files()
    tally = exhaust.run(paths, every_byte=True, sample=NUM_SAMPLED, seed=SEED)
    assert tally.failures == [], f"seed {SEED}"
    assert tally.inputs == NUM_SAMPLED
    assert all(sum(counts.values()) == NUM_SAMPLED for counts in tally.answers.values())
    assert tally.slowest[0] < exhaust.HANG_S


def test_all_damage_of_one_file_is_answered() -> None:
    path = one_avro()
    tally = exhaust.run([path], every_byte=True, jobs=1)
    assert tally.failures == []
    assert tally.inputs == exhaust.num_edited(path.stat().st_size, every_byte=True)
    assert exhaust.traced_peak(path) < PEAK


def test_sample_is_the_same_for_a_seed() -> None:
    paths = exhaust.base_files()
    once = exhaust.choose(paths, 100, 7, every_byte=False)
    assert once == exhaust.choose(paths, 100, 7, every_byte=False)
    assert once != exhaust.choose(paths, 100, 8, every_byte=False)
    assert sum(map(len, once)) == 100


def break_scan(monkeypatch: pytest.MonkeyPatch, error: Exception) -> exhaust.Tally:
    def broken(data: bytes) -> Rejection | None:
        raise error

    monkeypatch.setitem(exhaust.COMMANDS, "log.scan", broken)
    return exhaust.run_file(one_avro(), ("log.scan",), False, frozenset({0, 5}))


def test_what_escapes_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = break_scan(monkeypatch, IndexError("gone"))
    assert tally.answers == {"log.scan": Counter({"escaped": 2})}
    assert [what for *_, what in tally.failures] == ["IndexError: gone"] * 2


def test_a_limit_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = break_scan(monkeypatch, LimitExceeded("much"))
    assert tally.answers == {"log.scan": Counter({"limit": 2})}
    assert tally.failures == []


def test_an_unregistered_code_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(exhaust.COMMANDS, "log.scan", lambda _: Rejection("odd", 0, "log.block.magic", ""))
    tally = exhaust.run_file(one_avro(), ("log.scan",), False, frozenset({0}))
    assert tally.answers == {"log.scan": Counter({"escaped": 1})}


def test_slow_answers_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaust, "HANG_S", 0.0)
    tally = exhaust.run_file(one_avro(), ("log.scan",), False, frozenset({0}))
    assert [what for *_, what in tally.failures] == ["took 0.0 s"]


def test_command_line_prints_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = one_avro()
    monkeypatch.setattr(exhaust, "base_files", lambda: [path])
    assert exhaust.main(["--sample", "50", "--jobs", "1", "--quick", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["inputs"] == 50
    assert list(shown["answers"]) == list(exhaust.QUICK)
    assert exhaust.main(["--sample", "50", "--jobs", "1"]) == 0
    assert "0 failures" in capsys.readouterr().out


def test_every_bit_of_a_field_is_counted_once() -> None:
    table = exhaust_fields.tabulate([one_avro()], exhaust_fields.our_answer)
    assert table["magic"] == Counter({"refused": 48})
    assert table["len_block"] == Counter({"refused": 64})
    assert table["len_trailing"] == Counter({"refused": 64})
    assert table["header.entries.value"]["changed"] > 0
    assert sum(table["len_content"].values()) == table["len_content"]["refused"] == 64
    assert all(counts["failed"] == 0 for counts in table.values())


@pytest.mark.parametrize(
    ("answers", "word"),
    [
        ([("value", {"blocks": []})], "unseen"),
        ([("value", {"blocks": [{"kind": "AVRO_DATA_BLOCK"}]})], "changed"),
        ([("value", {"blocks": [{"kind": "CORRUPT_BLOCK"}]})], "refused"),
        ([("value", {"blocks": [{"reject": {"code": "truncated"}}]})], "refused"),
        ([("reject", None)], "refused"),
        ([("value", {"blocks": [{"error": {"message": "null"}}]})], "failed"),
        ([("crash", None)], "failed"),
    ],
)
def test_words_for_answers(answers: list[tuple[str, object]], word: str) -> None:
    assert exhaust_fields.word_for(answers, [("value", {"blocks": []})]) == word


def test_sampled_damage_of_hfiles_is_answered() -> None:
    commands = tuple(exhaust_hfile.COMMANDS)
    small = exhaust_hfile.small_files(exhaust.LARGEST)
    assert len(small) > 10
    tally = exhaust.run(small, commands, every_byte=True, sample=1500, seed=SEED)
    flips = exhaust.run(exhaust_hfile.unchecked_files(), commands, sample=500, seed=SEED, before_trailer=True)
    assert tally.failures + flips.failures == [], f"seed {SEED}"
    assert (tally.inputs, flips.inputs) == (1500, 500)
    assert flips.answers["hfile.trailer"] == Counter({"value": 500})
    assert tally.answers["hfile.blocks"]["bad-checksum"] > 0
    assert max(tally.slowest[0], flips.slowest[0]) < exhaust.HANG_S


def test_command_line_takes_hfiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert exhaust.main(["--unchecked", "20", "--jobs", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["inputs"] == 20
    assert list(shown["answers"]) == list(exhaust_hfile.COMMANDS)
