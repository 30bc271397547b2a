# SPDX-License-Identifier: Apache-2.0
"""Events: written one line each, counted, read back; what is long is left out or cut."""

from __future__ import annotations

import base64
import datetime
import gzip
import lzma
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import suite_factory as factory
from hudi_conformance.suite import events, inputs
from hudi_conformance.suite.expectations import Standing
from hudi_conformance.suite.judge import Judgement
from hudi_conformance.suite.protocol import Answer, Hello

NOW = datetime.datetime(2026, 11, 21, 4, 14, 15, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
HELLO = Hello("n", "1", "c", frozenset(), frozenset(), frozenset(), {"name": "n"})


def result(name: str = "it", status: str = "pass", **answer: object) -> events.Event:
    return events.result(name, "log/a/b", Answer("value", **answer), Judgement("pass"), Standing(status))


def test_header_is_in_utc() -> None:
    header = events.header(["hudi-conformance", "run"], "core", "d", NOW)
    assert header["started"] == "2026-11-21T03:14:15Z"
    assert header["command_line"] == ["hudi-conformance", "run"]


def test_written_events_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with events.Writer(path) as writer:
        writer.write(events.header([], "core", "", NOW))
        writer.write(events.implementation("it", HELLO, 12.345))
        writer.write(result())
        writer.write(result(status="new", ms=1.239))
        assert len(path.read_bytes().splitlines()) == 4  # on disk while the run goes on
    assert list(events.read(path)) == writer.events
    assert writer.counts == {"it": {"pass": 1, "new": 1}}
    assert writer.events[3]["ms"] == 1.24


def test_several_threads_write_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with events.Writer(path) as writer:
        for name in "abcd":
            writer.write(events.implementation(name, HELLO, 0))
        threads = [
            threading.Thread(target=lambda n=name: [writer.write(result(n)) for _ in range(200)])
            for name in "abcd"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(list(events.read(path))) == 804
    assert writer.counts == {name: {"pass": 200} for name in "abcd"}


@pytest.mark.parametrize("name", [events.FILE, "events.jsonl.gz"])
def test_compressed_events_are_the_same(tmp_path: Path, name: str) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        with events.Writer(tmp_path / folder / name) as writer:
            writer.write(events.header([], "core", "", NOW))
            writer.write(events.implementation("it", HELLO, 12.345))
            for _ in range(500):
                writer.write(result())
    path = tmp_path / "a" / name
    assert list(events.read(path)) == writer.events
    assert len(path.read_bytes()) < 2000
    assert path.read_bytes() == (tmp_path / "b" / name).read_bytes()
    for cut in (7, len(path.read_bytes()) // 2, len(path.read_bytes()) - 4):
        (tmp_path / "cut").write_bytes(path.read_bytes()[:cut])
        with pytest.raises(events.EventsError, match="cut: "):
            list(events.read(tmp_path / "cut"))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(events.EventsError):
        list(events.read(tmp_path / "damaged"))


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_a_line_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(events, "MAX_LINE", 1 << 16)
    path = tmp_path / "bomb"
    path.write_bytes(compress(b" " * (1 << 20)))
    with pytest.raises(events.EventsError, match="a line of more than 65536 bytes"):
        list(events.read(path))


@pytest.mark.parametrize("line", ["{", "[]", '{"x":1}', '{"event":1}', '{"event":"a","event":"b"}'])
def test_damaged_files_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"event":"header"}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(events.EventsError, match=r"events.jsonl:2"):
        list(events.read(path))


def test_case_carries_short_inputs_only(tmp_path: Path) -> None:
    fixtures = factory.fixtures(tmp_path)
    short = events.case(factory.one(fixtures), "MUST")
    assert base64.b64decode(short["input"]["b64"]) == fixtures.bytes("log/two.log")
    grown = '[{ op = "append", hex = "00", repeat = 9000 }]'
    long = events.case(factory.one(fixtures, edit=grown), "SHOULD")
    assert "b64" not in long["input"]
    assert long["input"]["len"] == str(len(fixtures.bytes("log/two.log")) + 9000)
    assert (long["level"], long["expect"]["kind"]) == ("SHOULD", "blocks")
    named: inputs.Prepared = factory.one(
        fixtures,
        cmd='"name.parse"',
        base="None",
        edit="None",
        args='{ name = "x" }',
        expect="{ value = '{}' }",
    )
    assert set(events.case(named, "MUST")["input"]) == {"sha256", "base", "edit"}


def test_long_details_and_traces_are_cut() -> None:
    word = Judgement("crash", {"path": "$", "got": ["x" * 5000]}, "m")
    event = events.result("it", "c", Answer("crash", trace="a" * 9000 + "end"), word, Standing("new"))
    assert len(event["detail"]["got"]) == events.MAX_DETAIL + 1
    assert event["trace"].endswith("end")
    assert len(event["trace"]) == events.MAX_DETAIL
    assert (
        events.result("it", "c", Answer("value", trace="t"), Judgement("pass"), Standing("pass"))["trace"]
        is None
    )


def test_names_that_are_no_utf8_survive() -> None:
    with events.Writer(None) as writer:
        writer.write(events.absent("it", "lone \ud800", required=False))
    assert writer.events[0]["reason"] == "lone \ud800"


def test_footer() -> None:
    assert events.footer({"it": {"pass": 1}}, 1, 2.5, ["p"]) == {
        "event": "footer",
        "counts": {"it": {"pass": 1}},
        "exit": 1,
        "seconds": 2.5,
        "problems": ["p"],
    }
