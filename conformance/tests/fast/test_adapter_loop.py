# SPDX-License-Identifier: Apache-2.0
"""What adapters of whole tables share, and how Hudi through Spark tells a refusal from an accident."""

from __future__ import annotations

import io
import json
import sys
import types
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.adapters import hudi_spark, loop
from hudi_conformance.adapters.table_rows import table_rows

SCHEMA = {
    "type": "record",
    "name": "Row",
    "fields": [
        {"name": "id", "type": "string"},
        {"name": "n", "type": ["null", "long"], "default": None},
        {"name": "gone", "type": "int"},
    ],
}


def echo(request: dict[str, Any]) -> dict[str, Any]:
    return {"seq": request.get("seq", "0"), "answer": "value", "value": request}


def test_every_line_gets_an_answer_until_bye() -> None:
    lines = ['{"cmd": "a", "seq": "1"}', "no JSON", "[1]", '{"cmd": "bye", "seq": "2"}', '{"cmd": "late"}']
    out = io.StringIO()
    assert loop.serve(echo, io.StringIO("\n".join(lines)), out) == 0
    answers = [json.loads(line)["value"]["cmd"] for line in out.getvalue().splitlines()]
    assert answers[0] == "a"
    assert answers[1].startswith("line that is no JSON:")
    assert answers[2:] == ["line that is no JSON object", "bye"]


def test_one_question(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def refuse(request: dict[str, Any]) -> dict[str, Any]:
        return echo(request) | {"answer": "reject"}

    arguments = ["--once", "table.read", "--dir", str(tmp_path), "--args", '{"view": "snapshot"}']
    assert loop.run("one", echo, arguments) == 0
    asked = json.loads(capsys.readouterr().out)["value"]
    assert asked == {"cmd": "table.read", "in": {"dir": str(tmp_path)}, "args": {"view": "snapshot"}}
    assert loop.run("one", refuse, ["--once", "hello"]) == 1


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
        ({"cmd": "table.read", "in": {"b64": ""}}, "no folder"),
        ({"cmd": "table.read", "in": {"dir": "/t"}, "args": {"view": "other"}}, "other"),
    ):
        got = hudi_spark.answer({"seq": "7", **request})
        assert (got["answer"], got["seq"]) == ("unsupported", "7")
        assert what in got["what"]


@pytest.mark.parametrize("there", [None, "4.3.0"])
def test_another_spark_is_told_in_a_line(
    there: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hudi_spark, "pyspark", there and types.SimpleNamespace(__version__=there))
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    assert hudi_spark.main([]) == 2
    assert capsys.readouterr().err == "Hudi 1.2.0 needs Spark 3.5: pip install 'pyspark==3.5.*'\n"
