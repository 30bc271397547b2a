# SPDX-License-Identifier: Apache-2.0
"""The driver of child processes: one message at a time or many, and what it calls each way to fail."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hudi_conformance.suite import process as driver
from hudi_conformance.suite.process import Failure, Process

Start = Callable[[str], Process]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Process] = []

    def run(program: str) -> Process:
        started.append(Process([sys.executable, "-uc", program], None))
        return started[-1]

    yield run
    for one in started:
        one.kill()


ECHO = "import sys\nfor line in sys.stdin: print(line.strip())"


def test_lines_come_back_in_order(start: Start) -> None:
    echo = start(ECHO)
    assert echo.exchange(b"one\n", 20, None) == b"one\n"
    messages = [b"%d\n" % number for number in range(5000)]
    lines, failure = echo.pipeline(messages, 20, None)
    assert failure is None
    assert [line.data + b"\n" for line in lines] == messages
    assert not echo.has_more
    assert echo.wait(20) == 0


def test_long_lines_pass_and_longer_ones_do_not(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    echo = start(ECHO)
    long = b"x" * (3 << 20) + b"\n"
    assert echo.exchange(long, 20, None) == long
    monkeypatch.setattr(driver, "MAX_LINE", 1 << 20)
    answer = echo.exchange(long[:-1] * 2 + b"\n", 20, None)
    assert isinstance(answer, Failure)
    assert (answer.kind, answer.message[:33]) == ("garbled", "a line without an end, or longer ")


@pytest.mark.parametrize(
    ("program", "alone", "among_many"),
    [
        ("input(); print('half', end='')", "garbled", "crash"),
        ("input(); raise SystemExit(7)", "crash", "crash"),
        ("import time; time.sleep(600)", "hang", "hang"),
        ("input(); import time; x = b'x' * (200 << 20); time.sleep(600)", "crash", "crash"),
    ],
)
def test_ways_to_fail(start: Start, program: str, alone: str, among_many: str) -> None:
    seconds = 1.0 if alone == "hang" else 30.0
    answer = start(program).exchange(b"?\n", seconds, 100)
    assert isinstance(answer, Failure)
    lines, failure = start(program).pipeline([b"?\n", b"?\n"], seconds, 100)
    assert lines == []
    assert failure is not None
    assert (answer.kind, failure.kind) == (alone, among_many)


def test_a_line_that_answers_nothing_is_found_at_the_next_message(start: Start) -> None:
    chatty = start("while True: input(); print('answer'); print('more')")
    assert chatty.exchange(b"?\n", 20, None) == b"answer\n"
    time.sleep(0.2)
    answer = chatty.exchange(b"?\n", 20, None)
    assert isinstance(answer, Failure)
    assert answer.kind == "garbled"
    assert answer.message.startswith("wrote a line that answers no question: b'more")


@pytest.mark.parametrize("last_line", ["", "; input()"])
def test_what_the_command_line_asks_may_be_answered_before_the_input_is_read(
    start: Start, last_line: str
) -> None:
    quick = start(f"print('answer'){last_line}")
    for _ in range(200):
        if not quick._chunks.empty():
            break
        time.sleep(0.05)
    assert quick.exchange(b"?\n", 20, None, last=True) == b"answer\n"


def test_a_process_that_floods_waits_and_can_be_killed(start: Start) -> None:
    flood = start("import os\nwhile True: os.write(1, b'x' * 65535 + b'\\n')")
    answer = flood.exchange(b"?\n", 20, None)
    assert isinstance(answer, bytes | Failure)
    time.sleep(0.5)
    assert flood._chunks.qsize() <= driver._MAX_CHUNKS
    begin = time.monotonic()
    flood.kill()
    assert time.monotonic() - begin < 30


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_that_of_now_and_nothing_stays_open(start: Start) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    process = start(
        "held = []\nfor line in __import__('sys').stdin: held.append(b'x' * (60 << 20)); print(1)"
    )
    assert process.exchange(b"\n", 20, 500) == b"1\n"
    assert len(list(Path("/proc/self/fd").iterdir())) > before
    assert process._resident() > 60 << 20
    process.kill()
    assert process._resident() == 0
    assert len(list(Path("/proc/self/fd").iterdir())) == before
