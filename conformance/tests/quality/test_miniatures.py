# SPDX-License-Identifier: Apache-2.0
"""Adapters that misbehave, each in one way: each gets its stated verdicts, and the runner survives."""

from __future__ import annotations

import datetime
import os
import re
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hudi_conformance import edits
from hudi_conformance.suite import adapter as suite_adapter
from hudi_conformance.suite import command_lines, events, inputs, manifest, runner
from hudi_conformance.suite.adapter import CannotStart, OnceAdapter, ProcessAdapter, Question
from hudi_conformance.suite.expectations import KnownFailures, parse_list
from hudi_conformance.suite.smoke import full_checks

HERE = Path(__file__).parent
CASES = ("empty", "two", "three", "bad", "bad-again", "any", "robust", "open", "needs")
TODAY = datetime.date(2026, 11, 21)
SANE = "pass pass pass pass pass pass pass open unsupported"

# verdicts in the order of CASES
VERDICTS = {
    "toy": SANE,
    "chatty_stderr": SANE,
    "never_leaves": SANE,
    "sleepy": SANE,
    "liar": SANE,
    "always_accept": "pass wrong-value wrong-value accepts-invalid accepts-invalid pass pass"
    " open unsupported",
    "always_reject": "rejects-valid rejects-valid rejects-valid pass pass pass pass open unsupported",
    "no_reason": "pass pass pass pass-weak pass-weak pass-weak pass open unsupported",
    "other_reason": "pass pass pass wrong-reason wrong-reason wrong-reason pass open unsupported",
    "off_by_one": "pass wrong-value wrong-value pass pass pass pass open unsupported",
    "number_for_text": "pass wrong-value wrong-value pass pass pass pass open unsupported",
    "falls_over": "error error error error error error error open unsupported",
    "echo_garbage": "garbled garbled garbled garbled garbled garbled garbled open unsupported",
    "wrong_seq": "garbled garbled garbled garbled garbled garbled garbled open unsupported",
    "extra_stdout": "garbled garbled garbled garbled garbled garbled garbled open unsupported",
    "slow": "pass pass hang pass pass pass pass open unsupported",
    "litters": "pass pass hang pass pass pass pass open unsupported",
    "with_child": "pass pass hang pass pass pass pass open unsupported",
    "memory_hog": "pass pass crash pass pass pass pass open unsupported",
    # two questions go to smoke before the first case: the third of every process kills it
    "crash_on_third": "crash pass pass crash pass pass crash open unsupported",
    # the surface is stopped after three in a row; smoke's own question does not count
    "always_crash": "crash crash crash crash crash crash crash open unsupported",
}


@pytest.fixture(autouse=True)
def _quick_goodbye(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits two seconds for a program that never leaves."""
    if "never_leaves" in request.node.name:
        monkeypatch.setattr(suite_adapter, "BYE_MS", 500)


def prepared() -> list[inputs.Prepared]:
    cases, problems = manifest.parse_manifest((HERE / "toy.toml").read_text(encoding="utf-8"), "toy.toml")
    assert problems == []
    return inputs.prepare_all(cases, inputs.Fixtures(HERE), edits)


def command(name: str) -> list[str]:
    return [sys.executable, "-S", str(HERE / "miniatures" / f"{name}.py")]


def judged(
    name: str,
    known: KnownFailures | None = None,
    profile: str = "core",
    waits: Sequence[str] = (),
    **how: object,
) -> tuple[runner.Outcome, list[events.Event]]:
    # On a busy machine it takes long to become too large.
    how = {"patience": 10.0 if name == "memory_hog" else 1.0, "start_ms": 20_000, **how}
    participant = runner.Participant(
        name,
        lambda: ProcessAdapter(command(name), **how),
        known or KnownFailures(name),
        waits=waits,
    )
    ready = prepared()
    plan = runner.Plan(ready, {}, profile, TODAY, [one.case.id for one in ready])
    first = events.header([], profile, "", datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC))
    with events.Writer(None) as writer:
        outcome = runner.run([participant], plan, writer, header=first)
    return outcome, [event for event in writer.events if event["event"] == "result"]


@pytest.mark.parametrize("name", VERDICTS)
def test_stated_verdicts(name: str) -> None:
    outcome, results = judged(name)
    assert not outcome.absences
    assert {r["case"].rpartition("/")[2]: r["verdict"] for r in results} == dict(
        zip(CASES, VERDICTS[name].split(), strict=True)
    )
    bad = any(r["status"] == "new" for r in results)
    assert outcome.exit == int(bad)
    assert bad == (VERDICTS[name] not in {SANE, VERDICTS["no_reason"]})


def test_every_miniature_has_a_stated_verdict() -> None:
    stated = set(VERDICTS) | {"mute", "garbage_hello", "non_deterministic", "greedy", "silent"}
    assert {path.stem for path in (HERE / "miniatures").glob("*.py")} == stated


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts_are_the_same_when_a_second_process_is_asked(name: str) -> None:
    # the second process sees these together: what kills it, or spoils its output, is asked again one by one
    waits = ("log/toy/three", "log/toy/bad", "log/toy/bad-again", "log/toy/needs")
    told = ("verdict", "status", "code", "at", "detail", "value_digest")
    if name not in {
        "always_crash",
        "memory_hog",
    }:  # which cases are not asked after three crashes in a row depends on the order
        told += ("answer",)
    expected, got = (
        {one["case"]: {key: one.get(key) for key in told} for one in judged(*how)[1]}
        for how in [(name,), (name, None, "core", waits)]
    )
    if name == "crash_on_third":  # the first process is asked less, and dies of other questions
        assert set(got) == set(expected)
    else:
        assert got == expected


def test_questions_on_which_a_program_waits_are_asked_at_the_same_time() -> None:
    # it answers each of these only while it is asked another one, and says so if it is not
    adapter = ProcessAdapter(command("sleepy"))
    try:
        questions = [
            Question("log.scan", bytes([first]), {}, 60_000, 64) for first in (0xFF, 0xFE, 0xFD, 0xFC)
        ]
        answers = adapter.ask_together(questions)
        assert [answer and answer.answer for answer in answers] == ["reject"] * 4
        assert all(answer is not None and answer.ms > 0 for answer in answers)
    finally:
        assert adapter.close() is None


@pytest.mark.parametrize("name", ["wrong_seq", "extra_stdout", "echo_garbage", "always_crash", "slow"])
def test_no_answer_is_taken_from_a_process_that_goes_wrong_among_several(name: str) -> None:
    # a sequence number that is off by one is that of another of the questions
    adapter = ProcessAdapter(command(name), patience=1.0)
    try:
        questions = [Question("log.scan", data, {}, 300, 64) for data in (b"#", b"\xff", b"###")]
        assert adapter.ask_together(questions) == [None] * 3
    finally:
        adapter.close()


def test_silent_hangs_until_its_surface_is_stopped() -> None:
    # smoke's nonsense question is answered, its probe is not: that alone is a hang, and the judge's matter
    cases = [one for one in prepared() if one.case.id in {"log/toy/two", "log/toy/three"}]
    adapter = ProcessAdapter(command("silent"), patience=1.0)
    try:
        for one in cases:
            answer = adapter.ask("log.scan", one.data, {}, ms=200, mib=64)
            assert (answer.answer, answer.message) == ("hang", "no answer within 200 ms")
        assert adapter.starts == 2
    finally:
        assert adapter.close() is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mute", r"hello was answered with hang: no answer within 300 ms"),
        ("garbage_hello", r"hello was answered with garbled: .*b'usage: lint"),
        ("missing", r"hello was answered with crash: ended with status 2.*No such file"),
    ],
)
def test_no_hello_is_left_out(name: str, reason: str) -> None:
    outcome, results = judged(name, start_ms=300 if name == "mute" else 20_000)
    assert results == []
    assert outcome.exit == runner.EXIT_ADAPTER
    assert re.search(reason, outcome.absences[name], re.DOTALL)


def test_a_slow_hello_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_lines, "SLOW_HELLO_S", 0.05)
    monkeypatch.setattr(command_lines, "HELLO_MS", 600)
    lines: list[str] = []
    with pytest.raises(CannotStart, match="no answer within 600 ms"):
        command_lines.start_command(shlex.join(command("mute")), notice=lines.append)
    assert [line.partition(": ")[2] for line in lines] == ["no answer to hello yet; waiting for up to 0.6 s"]


def test_no_such_program_cannot_start() -> None:
    with pytest.raises(CannotStart, match="No such file"):
        ProcessAdapter(["/nowhere/adapter"])


def test_two_minds_fail_smoke_before_any_verdict() -> None:
    outcome, results = judged("non_deterministic")
    assert results == []
    assert "answers the same request alike" in outcome.absences["non_deterministic"]


def test_off_by_one_is_told_where() -> None:
    _, results = judged("off_by_one")
    assert results[1]["detail"] == {"path": "$.blocks[0].len", "expected": "2", "got": "3"}


def test_number_for_text_is_a_difference() -> None:
    _, results = judged("number_for_text")
    assert results[1]["detail"] == {"path": "$.blocks[0].len", "expected": "2", "got": 2}


def test_crash_keeps_the_last_words() -> None:
    _, results = judged("crash_on_third")
    crash = next(r for r in results if r["verdict"] == "crash")
    assert crash["message"] == "killed by SIGABRT"
    assert "std::bad_alloc" in crash["trace"]


def test_memory_is_watched() -> None:
    _, results = judged("memory_hog")
    assert re.fullmatch(r"grew by \d+ MiB, 64 MiB were allowed", results[2]["message"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="address space is limited on Linux only")
def test_address_space_is_limited() -> None:
    _, results = judged("greedy", memory_mib=512)
    assert (results[2]["verdict"], results[2]["message"]) == ("error", "MemoryError")
    assert results[3]["verdict"] == "pass"


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_the_whole_group_is_killed() -> None:
    _, results = judged("with_child")
    hang = next(r for r in results if r["verdict"] == "hang")
    pid = int(re.search(r"child (\d+)", hang["trace"])[1])
    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and ") Z " in state.read_text(encoding="ascii"):
            break  # dead, and not ours to collect
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{pid}").exists()


def test_nothing_is_left_of_a_program_that_was_killed() -> None:
    _, results = judged("litters")
    hang = next(r for r in results if r["verdict"] == "hang")
    left = Path(re.search(r"left (\S+)", hang["trace"])[1])
    assert not left.exists()
    assert not left.parent.exists()


def test_three_crashes_in_a_row_stop_the_surface() -> None:
    _, results = judged("always_crash")
    assert [r["answer"] for r in results[:4]] == ["crash", "crash", "crash", "absent"]
    assert results[3]["message"] == "not run: three crashes in a row on surface log"


def test_known_crashes_do_not_stop_a_surface() -> None:
    text = '[[group]]\nreason="dies"\nkind="bug"\noutcome="crash"\ncases=["log/toy/*"]\n'
    outcome, results = judged("always_crash", parse_list(text, "always_crash"))
    assert {r["answer"] for r in results} == {"crash", "unsupported"}
    assert [r["status"] for r in results] == [*["known"] * 7, "stale", "stale"]
    assert outcome.exit == runner.EXIT_UNEXPECTED


def test_skipped_hang_is_not_asked() -> None:
    text = '[[group]]\nreason="hangs"\nkind="hang"\noutcome="hang"\nskip=true\ncases=["log/toy/three"]\n'
    outcome, results = judged("slow", parse_list(text, "slow"))
    assert (results[2]["answer"], results[2]["status"]) == ("absent", "known")
    assert outcome.exit == runner.EXIT_OK


def test_strict_wants_reasons() -> None:
    outcome, results = judged("no_reason", profile="strict")
    assert [r["status"] for r in results[3:6]] == ["new"] * 3
    assert outcome.exit == runner.EXIT_UNEXPECTED


def test_robust_asks_only_not_to_fall_over() -> None:
    outcome, results = judged("off_by_one", profile="robust")
    assert outcome.exit == runner.EXIT_OK
    assert [r["verdict"] for r in results] == ["pass"] * 7 + ["open", "unsupported"]
    outcome, _ = judged("falls_over", profile="robust")
    assert outcome.exit == runner.EXIT_UNEXPECTED


@pytest.mark.parametrize(
    ("name", "failed"),
    [
        ("toy", []),
        ("chatty_stderr", []),
        ("always_accept", []),
        ("non_deterministic", ["log.scan answers the same request alike"]),
        ("falls_over", ["answers something else than error", "takes an input of 1 MiB"]),
        ("never_leaves", ["ends within 2 s of bye, with status 0"]),
        ("garbage_hello", ["starts and answers hello"]),
    ],
)
def test_smoke(name: str, failed: list[str]) -> None:
    checks = full_checks(lambda: ProcessAdapter(command(name)), prepared())
    assert [check.name for check in checks if not check.ok] == failed


def test_smoke_catches_a_liar() -> None:
    text = (HERE / "toy.toml").read_text(encoding="utf-8").replace("log.scan", "log.records")
    more, _ = manifest.parse_manifest(text, "toy.toml")
    cases = prepared() + inputs.prepare_all(more, inputs.Fixtures(HERE), edits)
    checks = full_checks(lambda: ProcessAdapter(command("liar")), cases)
    bad = [check for check in checks if not check.ok]
    assert [check.name.split(" (")[0] for check in bad] == [
        "log.records answers a good input",
        "log.records answers a bad input",
    ]
    assert "hello declares log.records" in bad[0].message


def test_once_mode() -> None:
    adapter = OnceAdapter(command("toy"))
    got = [adapter.ask("log.scan", one.data, {}, ms=2000, mib=512) for one in prepared()[:4]]
    assert [answer.answer for answer in got] == ["value", "value", "value", "reject"]
    assert adapter.ask("no.such", b"", {}, ms=2000, mib=512).answer == "unsupported"
    with pytest.raises(CannotStart):
        OnceAdapter(command("garbage_hello"))


def test_large_input_goes_by_path_and_comes_back() -> None:
    adapter = ProcessAdapter(command("toy"))
    try:
        data = b"#" + bytes(3 << 20)
        answer = adapter.ask("log.scan", data, {}, ms=5000, mib=512)
        assert answer.value == {"blocks": [{"kind": "COMMAND_BLOCK", "ofs": "0", "len": str(len(data))}]}
    finally:
        assert adapter.close() is None
