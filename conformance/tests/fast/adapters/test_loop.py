# SPDX-License-Identifier: Apache-2.0
"""What adapters of whole tables share, and how Hudi through Spark tells a refusal from an accident."""

from __future__ import annotations

import io
import json
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.adapters import loop
from hudi_conformance.adapters.hudi_spark import adapter as hudi_spark
from hudi_conformance.adapters.table_rows import table_rows
from hudi_conformance.errors import LimitExceeded
from hudi_conformance.suite.adapter import OnceAdapter

SCHEMA = {
    "type": "record",
    "name": "Row",
    "fields": [
        {"name": "id", "type": "string"},
        {"name": "n", "type": ["null", "long"], "default": None},
        {"name": "gone", "type": "int"},
    ],
}


def echo(request: Mapping[str, Any]) -> dict[str, Any]:
    return loop.dispatch(request, dict.fromkeys(("a", "table.read", "hello"), loop.value), {}.get)


def test_every_line_gets_an_answer_until_bye() -> None:
    lines = [
        b'{"cmd": "a", "seq": "1"}',
        b"no JSON",
        b"",
        b"[1]",
        b'{"cmd": 1, "seq": "2"}',
        b'{"cmd": "bye", "seq": "3"}',
        b'{"cmd": "late"}',
    ]
    out = io.BytesIO()
    assert loop.serve(echo, io.BytesIO(b"\n".join(lines)), out) == 0
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0] == {"seq": "1", "answer": "value", "value": {"cmd": "a", "seq": "1"}}
    assert answers[1]["message"].startswith("request is not JSON:")
    assert answers[2:] == [
        {"answer": "error", "message": "a request is an object"},
        {"answer": "unsupported", "seq": "2", "what": "command 1"},
        {"answer": "value", "seq": "3", "value": {}},
    ]


def test_exceptions_become_answers() -> None:
    def answer(request: Mapping[str, Any]) -> dict[str, Any]:
        def fail(error: BaseException) -> Any:
            raise error

        errors = {"limit": LimitExceeded("deep"), "panic": BaseException("x"), "exit": SystemExit()}
        commands = {name: lambda _, error=error: fail(error) for name, error in errors.items()}
        return loop.dispatch(request, commands, lambda error: {"answer": "error", "message": str(error)})

    assert answer({"cmd": "limit"}) == {"answer": "limit", "what": "deep"}
    assert answer({"cmd": "panic", "seq": "7"}) == {"answer": "error", "message": "x", "seq": "7"}
    with pytest.raises(SystemExit):
        answer({"cmd": "exit"})


def test_an_answer_that_cannot_be_printed_is_a_limit() -> None:
    out = io.BytesIO()
    loop.serve(lambda _: loop.value(float("nan")) | {"seq": "1"}, io.BytesIO(b"{}"), out)
    assert json.loads(out.getvalue())["answer"] == "limit"
    assert json.loads(out.getvalue())["seq"] == "1"


def test_one_question(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    arguments = ["--once", "table.read", "--dir", str(tmp_path), "--args", '{"view": "snapshot"}']
    assert loop.run("one", echo, arguments) == 0
    asked = json.loads(capfdbinary.readouterr().out)["value"]
    assert asked == {
        "seq": "0",
        "cmd": "table.read",
        "in": {"dir": str(tmp_path)},
        "args": {"view": "snapshot"},
    }
    assert loop.run("one", lambda _: {"answer": "reject"}, ["--once", "hello"]) == 1
    with pytest.raises(SystemExit, match="2"):
        loop.run("one", echo, ["--once", "hello", "--args", "{"])


@pytest.mark.parametrize("module", ["kaitai.python", "reference_writer"])
def test_our_programs_answer_one_question_a_process(module: str) -> None:
    adapter = OnceAdapter([sys.executable, "-m", f"hudi_conformance.adapters.{module}"])
    assert adapter.hello.commands
    if module == "reference_writer":
        answer = adapter.ask("log.write", None, {"write": {"blocks": []}}, ms=9000, mib=512)
    else:
        answer = adapter.ask("log.scan", b"", {}, ms=9000, mib=512)
    assert answer.answer == "value"


def test_rows_are_sorted_and_columns_that_did_not_come_left_out() -> None:
    batches = pa.table({"id": ["b", "a"], "n": [2**40, None]}).to_batches()
    assert table_rows(batches, SCHEMA) == {"rows": [{"id": "a", "n": None}, {"id": "b", "n": str(2**40)}]}
    assert table_rows([], SCHEMA) == {"rows": []}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("An error occurred.\n: org.apache.hudi.exception.HoodieException: no\n\tat a.B\n", "reject"),
        (
            """x
Caused by: org.apache.hudi.exception.HoodieIOException: a
\tat a.B
Caused by: java.lang.NullPointerException
\tat c.D
""",
            "error",
        ),
        ("java.lang.RuntimeException: is not a Parquet file", "error"),
        ("something else", "error"),
    ],
)
def test_exceptions_of_spark(text: str, word: str) -> None:
    assert hudi_spark._failure(RuntimeError(text))["answer"] == word


def test_questions_that_are_none_for_it() -> None:
    for request, what in (
        ({"cmd": "log.scan"}, "log.scan"),
        ({"cmd": "table.read", "in": {"b64": ""}}, "not a folder"),
        ({"cmd": "table.read", "in": {"dir": "/t"}, "args": {"view": "other"}}, "other"),
    ):
        got = hudi_spark.answerer("1.2.0")({"seq": "7", **request})
        assert (got["answer"], got["seq"]) == ("unsupported", "7")
        assert what in got["what"]


@pytest.mark.parametrize("there", [None, "4.3.0"])
def test_another_spark_is_told_in_a_line(
    there: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hudi_spark, "pyspark", there and types.SimpleNamespace(__version__=there))
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    assert hudi_spark.main([]) == 2
    assert capsys.readouterr().err == "Hudi's bundles need Spark 3.5: pip install 'pyspark==3.5.*'\n"
