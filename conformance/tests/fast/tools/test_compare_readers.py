# SPDX-License-Identifier: Apache-2.0
"""`tools/compare_readers.py` finds a falsified answer, and explains no more rows than a reason names."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.suite.protocol import Answer

ROWS = resources.fixtures_dir() / "real-rows" / "1.2.0"
TABLE = "1.2.0/mor_event_time"
READER = "kaitai-python"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(resources.data_root() / "conformance" / "tools"))
    for name in ("compare_readers", "compare_tables", "oracle_images"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("compare_readers")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with one table and what Hudi 1.2.0 returned."""
    folder = tmp_path / "1.2.0"
    folder.mkdir()
    found = [path for path in ROWS.iterdir() if path.name.partition(".")[0] == TABLE.partition("/")[2]]
    assert len(found) > 1
    for path in found:
        shutil.copy(path, folder)
    return tmp_path


class Said:
    """A reader that gives the same rows whatever it is asked."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def ask(self, *_: object, **__: object) -> Answer:
        return self.answer


def reason(here: int, there: int) -> dict[str, Any]:
    entry = {"reader": READER, "table": TABLE, "view": "snapshot", "reason": "known"}
    return entry | {"only_here": here, "only_there": there}


def asked_alone(tool: Any, root: Path, rows: Sequence[Any] | None, reasons: Sequence[Any]) -> bool:
    """Whether a reader with these rows passes for the snapshot of the table."""
    asked = [one for one in tool.questions(root) if one.form == "snapshot"]
    answer = Answer("reject", message="no") if rows is None else Answer("value", value={"rows": rows})
    is_good: bool = tool.compare(asked, READER, Said(answer), reasons)
    return is_good


def test_our_reader_and_a_healthy_table(tool: Any, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main([str(root), "--reader", READER]) == 0
    printed = capsys.readouterr().out
    assert "0 unexplained, 0 stale" in printed
    assert "audit: 1 tables" in printed


def test_reasons_are_bound_to_rows(tool: Any, root: Path) -> None:
    rows = json.loads((root / f"{TABLE}.snapshot.json").read_text("utf-8"))["rows"]
    false = [rows[0] | {"_hoodie_record_key": "other"}, *rows[1:]]
    assert asked_alone(tool, root, rows, [])
    assert not asked_alone(tool, root, false, [])
    assert asked_alone(tool, root, false, [reason(1, 1)])
    assert not asked_alone(tool, root, false[1:], [reason(1, 1)])
    assert not asked_alone(tool, root, rows, [reason(1, 1)]), "a reason without a difference is stale"


def test_a_refusal_is_a_difference(tool: Any, root: Path) -> None:
    rows = json.loads((root / f"{TABLE}.snapshot.json").read_text("utf-8"))["rows"]
    assert not asked_alone(tool, root, None, [])
    assert asked_alone(tool, root, None, [reason(0, len(rows))])


def test_a_finding_that_no_writer_explains(tool: Any, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "damaged").mkdir()
    shutil.copy(resources.fixtures_dir() / "metadata" / "damaged.zip", root / "damaged" / "table.zip")
    assert not tool.audit(root)
    assert "UNEXPLAINED" in capsys.readouterr().out
