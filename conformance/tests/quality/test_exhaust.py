# SPDX-License-Identifier: Apache-2.0
"""Damage of every kind to every small fixture: our decoder answers, quickly and with registered codes.

Here a sample of the inputs; all of them by `python -m instruments.exhaustive`.
"""

from __future__ import annotations

import base64
import json
import os
from collections import Counter

import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.campaign import generate
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.model.common import Rejection
from instruments.exhaustive import __main__ as command_line
from instruments.exhaustive import fields, files, run
from instruments.exhaustive.files import SURFACE, hfile_targets, log_targets, unchecked_targets
from instruments.exhaustive.run import Tally, Target

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))
IS_WHOLE = "HUDI_CONFORMANCE_WHOLE" in os.environ
NUM_SAMPLED = 20_000 if IS_WHOLE else 1_200
NUM_HFILES, NUM_FLIPS = (1500, 500) if IS_WHOLE else (150, 50)
PEAK = 48 << 20  # bytes for one answer; opening a Parquet file is the most


def one_avro(*, every_byte: bool = False) -> Target:
    (target,) = (one for one in log_targets(every_byte=every_byte) if one.name == "one_avro.log")
    return target


def test_targets_are_all_small_logs_of_the_fixtures() -> None:
    targets = log_targets()
    assert len(targets) > 100
    assert all(len(target.data) <= files.LARGEST for target in targets)
    real = {path.name for path in (resources.fixtures_dir() / "real").rglob("*")}
    assert any(target.name in real for target in targets)


def test_sampled_damage_is_answered() -> None:
    tally = run.run(SURFACE, log_targets(every_byte=True), sample=NUM_SAMPLED, seed=SEED)
    assert tally.failures == [], f"seed {SEED}"
    assert tally.inputs == Counter({"log": NUM_SAMPLED})
    assert list(tally.answers) == list(files.COMMANDS["log"])
    assert all(counts.total() == NUM_SAMPLED for counts in tally.answers.values())
    assert tally.slowest[0] < run.HANG_S


def test_all_damage_of_one_file_is_answered() -> None:
    target = one_avro(every_byte=True)
    tally = run.run(SURFACE, [target], jobs=1)
    assert tally.failures == []
    size = len(target.data)
    assert tally.inputs.total() == target.num == 8 * size + size + size + 2 * (size + 1)
    assert run.traced_peak(SURFACE, one_avro()) < PEAK


def test_inputs_are_numbered_kind_after_kind() -> None:
    target = one_avro(every_byte=True)
    size = len(target.data)
    found = list(target.inputs([0, 8 * size, 9 * size, 10 * size, target.num - 1]))
    assert [edit["op"] for edit, _ in found] == ["xor", "truncate", "cut", "insert", "insert"]
    assert [len(data) for _, data in found] == [size, 0, size - 1, size + 1, size + 1]
    bits = unchecked_targets()[0]
    assert (bits.kinds, bits.num) == (("bits",), 8 * (len(bits.data) - 4096))


def break_scan(monkeypatch: pytest.MonkeyPatch, answer: Rejection | Exception) -> Tally:
    def broken(data: bytes) -> Rejection | None:
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setitem(files.COMMANDS, "log", {"log.scan": broken})
    return run.run_target(SURFACE, one_avro(), (0, 5))


def test_what_escapes_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = break_scan(monkeypatch, IndexError("gone"))
    assert tally.answers == {"log.scan": Counter({"escaped": 2})}
    assert [what for *_, what in tally.failures] == ["IndexError: gone"] * 2


def test_a_limit_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = break_scan(monkeypatch, LimitExceeded("much"))
    assert tally.answers == {"log.scan": Counter({"limit": 2})}
    assert tally.failures == []


def test_an_unregistered_code_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = break_scan(monkeypatch, Rejection("odd", 0, "log.block.magic", ""))
    assert tally.answers == {"log.scan": Counter({"escaped": 2})}


def test_slow_answers_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "HANG_S", 0.0)
    tally = run.run_target(SURFACE, one_avro(), [0], ("log.scan",))
    assert [what for *_, what in tally.failures] == ["took 0.0 s"]


def test_command_line_prints_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = one_avro()
    monkeypatch.setattr(files, "log_targets", lambda *, every_byte: [target])
    assert command_line.main(["--sample", "50", "--jobs", "1", "--quick", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["inputs"] == 50
    assert list(shown["answers"]) == list(files.QUICK)
    assert command_line.main(["--sample", "50", "--jobs", "1"]) == 0
    assert "0 failures" in capsys.readouterr().out


def test_every_bit_of_a_field_is_counted_once() -> None:
    table = fields.tabulate([one_avro().data], fields.our_answer)
    assert table["magic"] == Counter({"refused": 48})
    assert table["len_block"] == Counter({"refused": 64})
    assert table["len_trailing"] == Counter({"refused": 64})
    assert table["header.entries.value"]["changed"] > 0
    assert table["len_content"].total() == table["len_content"]["refused"] == 64
    assert all(counts["failed"] == 0 for counts in table.values())
    assert sum(counts.total() for counts in table.values()) == generate.count(
        one_avro().data, "bits", "field"
    )


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
    assert fields.word_for(answers, [("value", {"blocks": []})]) == word


def test_our_answers_are_those_of_our_adapter() -> None:
    data = one_avro().data
    for damaged in (data, data[:60], b"x" + data[1:], b""):
        for command in fields.COMMANDS:
            given = kaitai_python.answer({"cmd": command, "in": {"b64": base64.b64encode(damaged).decode()}})
            expected = given["answer"], given.get("value", given.get("partial"))
            assert fields.our_answer(command, damaged) == expected


@pytest.mark.own_job
def test_sampled_damage_of_hfiles_is_answered() -> None:
    small = hfile_targets(every_byte=True)
    assert len(small) > 10
    tally = run.run(SURFACE, small, sample=NUM_HFILES, seed=SEED)
    flips = run.run(SURFACE, unchecked_targets(), sample=NUM_FLIPS, seed=SEED)
    assert tally.failures + flips.failures == [], f"seed {SEED}"
    assert (tally.inputs.total(), flips.inputs.total()) == (NUM_HFILES, NUM_FLIPS)
    assert flips.answers["hfile.trailer"] == Counter({"value": NUM_FLIPS})
    assert tally.answers["hfile.blocks"]["bad-checksum"] > 0
    assert max(tally.slowest[0], flips.slowest[0]) < run.HANG_S


@pytest.mark.own_job
def test_command_line_takes_hfiles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = unchecked_targets()[:2]  # the peak of an answer is traced for each
    monkeypatch.setattr(files, "unchecked_targets", lambda: some)
    assert command_line.main(["--unchecked", "20", "--jobs", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["inputs"] == 20
    assert list(shown["answers"]) == list(files.COMMANDS["hfile"])
