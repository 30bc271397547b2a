# SPDX-License-Identifier: Apache-2.0
"""`tools/compare_tables.py` finds every falsified answer, and takes no reason for more rows than it names."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

ROWS = resources.fixtures_dir() / "real-rows"
FORMS = ("snapshot", "ro", "from-start")
Falsify = Callable[[list[dict[str, Any]]], object]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(resources.data_root() / "conformance" / "tools"))
    for name in ("compare_tables", "oracle_images"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("compare_tables")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A folder with a table of 0.15.0 and the answers of that release."""
    folder = tmp_path / "0.15.0"
    folder.mkdir()
    for path in (ROWS / "0.15.0").glob("mor_event_time.*"):
        if path.suffix == ".zip" or path.name.split(".")[1] in FORMS:
            shutil.copy(path, folder)
    return tmp_path


def edit(root: Path, form: str, change: Falsify) -> None:
    path = root / "0.15.0" / f"mor_event_time.{form}.json"
    answer = json.loads(path.read_text("utf-8"))
    change(answer["rows"])
    path.write_text(json.dumps(answer), "utf-8")


def test_true_answers_are_equal(tool: Any, answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main([str(answers)]) == 0
    assert "3 views, 3 equal, 0 explained, 0 unexplained, 0 stale" in capsys.readouterr().out


FALSE: dict[str, Falsify] = {
    "value": lambda rows: rows[0].update(d="99.5"),
    "null": lambda rows: rows[0].update(part=None),
    "more columns here": lambda rows: [row.pop("name") for row in rows],
    "more columns there": lambda rows: [row.update(ghost=1) for row in rows],
    "row missing": lambda rows: rows.pop(),
    "row twice": lambda rows: rows.append(rows[0]),
    "no rows": lambda rows: rows.clear(),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", FALSE)
def test_a_false_answer_is_found(
    tool: Any, answers: Path, capsys: pytest.CaptureFixture[str], form: str, kind: str
) -> None:
    edit(answers, form, FALSE[kind])
    assert tool.main([str(answers)]) == 1
    assert f"0.15.0/mor_event_time {form}:" in (out := capsys.readouterr().out)
    assert "UNEXPLAINED" in out
    assert "1 unexplained" in out


@pytest.mark.parametrize(("bound", "code"), [((0, 1), 0), ((1, 1), 1), ((0, 2), 1)])
def test_a_reason_covers_the_rows_that_it_names(
    tool: Any, answers: Path, bound: tuple[int, int], code: int
) -> None:
    edit(answers, "ro", FALSE["row twice"])
    reason = {"only_here": bound[0], "only_there": bound[1], "reason": "twice"}
    assert tool.report(tool.outcomes(answers), {("0.15.0/mor_event_time", "ro"): reason}) == code


def test_a_reason_without_a_difference_is_stale(tool: Any, answers: Path) -> None:
    reason = {"only_here": 0, "only_there": 1, "reason": "none"}
    assert tool.report(tool.outcomes(answers), {("0.15.0/mor_event_time", "ro"): reason}) == 1


def test_a_refusal_is_an_answer(tool: Any, tmp_path: Path) -> None:
    table = real_table("0.15.0", "mor_no_meta_fields", tmp_path)
    view = View("incremental", begin="000")
    assert tool.ask(table, tool.Question("t", "v", view, None), Line.V0_15).is_equal
    assert not tool.ask(table, tool.Question("t", "v", view, []), Line.V0_15).is_equal
    assert not tool.ask(table, tool.Question("t", "v", View(), None), Line.V0_15).is_equal


def test_every_member_of_an_expected_file_is_asked_with_its_range(tool: Any) -> None:
    expected = {
        "hudi": "x",
        "snapshot": [],
        "cdc": [],
        "incrementalFromStartBegin": "000",
        "incrementalFromStart": [],
        "incrementalFromMiddleBegin": "5",
        "incrementalFromMiddleEnd": "7",
        "incrementalFromMiddleError": "e",
    }
    asked = {question.name: question.view for question in tool.questions("t", expected)}
    assert asked == {
        "snapshot": View(),
        "cdc": View("cdc", begin="000"),
        "incrementalFromStart": View("incremental", begin="000"),
        "incrementalFromMiddle": View("incremental", begin="5", end="7"),
    }
    with pytest.raises(ValueError, match="incrementalByWeek"):
        list(tool.questions("t", {**expected, "incrementalByWeek": []}))


def real_table(release: str, name: str, folder: Path) -> Path:
    return unpacked(ROWS / release / f"{name}.zip", folder / name)


def as_text(row: dict[str, Any] | None) -> str | None:
    """An image as Avro's JSON: decimals as signed bytes of their unscaled value."""
    if row is None:
        return None
    plain = {}
    for name, value in row.items():
        if isinstance(value, Decimal):
            number = int(value.scaleb(2))
            plain[name] = [byte - 256 * (byte > 127) for byte in number.to_bytes(5, "big", signed=True)]
        elif isinstance(value, bytes):
            plain[name] = [byte - 256 * (byte > 127) for byte in value]
        else:
            plain[name] = value
    return json.dumps(plain)


CHANGED: dict[str, Falsify] = {
    "operation": lambda rows: rows[0].update(op="u"),
    "time": lambda rows: rows[0].update(ts_ms="1"),
    "image": lambda rows: rows[0].update(after=None),
    "value": lambda rows: rows[0].update(after=rows[0]["after"].replace('"part": "p', '"part": "q')),
    "change missing": lambda rows: rows.pop(),
    "change twice": lambda rows: rows.append(rows[0]),
}


@pytest.mark.parametrize("kind", [None, *CHANGED])
def test_a_false_change_is_found(tool: Any, tmp_path: Path, kind: str | None) -> None:
    table = real_table("1.2.0", "mor_cdc_data_before", tmp_path)
    view = View("cdc", begin="000")
    rows = [
        {**row, "before": as_text(row["before"]), "after": as_text(row["after"])}
        for row in read_view(open_table(table), view)
    ]
    assert rows[0]["op"] == "i"
    if kind is not None:
        CHANGED[kind](rows)
    outcome = tool.ask(table, tool.Question("t", "cdc", view, rows), Line.V1_2)
    assert outcome.is_equal == (kind is None), outcome


def test_what_is_left_of_a_decimal_is_compared(tool: Any) -> None:
    images = sys.modules["oracle_images"]
    decimal = {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}
    schema = {"type": "record", "name": "r", "fields": [{"name": "n", "type": decimal}]}
    image = images.image_of('{"n": {"zero": false}}', schema)
    assert images.is_same({"n": Decimal("1.50")}, image)
    assert not images.is_same({"n": Decimal("0.00")}, image)
    assert not images.is_same({"n": None}, image)
    with pytest.raises(ValueError, match="ghost"):
        images.image_of('{"ghost": 1}', schema)
