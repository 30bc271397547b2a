# SPDX-License-Identifier: Apache-2.0
"""Views of changes for every begin and end of real tables, as three releases of Hudi returned them."""

from __future__ import annotations

import importlib
import json
import lzma
import sys
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources

ANSWERS = sorted((resources.fixtures_dir() / "real-ranges").glob("*.json.xz"))


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(resources.data_root() / "conformance" / "tools"))
    for name in ("compare_ranges", "compare_tables", "oracle_images"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("compare_ranges")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.own_job) for path in ANSWERS[:-1]] + ANSWERS[-1:],
    ids=lambda path: path.name.removesuffix(".json.xz"),
)
def test_every_range_is_equal_or_explained(tool: Any, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main([str(path)]) == 0, capsys.readouterr().out
    [summary] = capsys.readouterr().out.splitlines()[-1:]
    assert int(summary.split()[0]) > 300
    assert summary.endswith("0 unexplained, 0 stale")


def test_a_false_answer_is_found(tool: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = json.loads(lzma.decompress(ANSWERS[0].read_bytes()))
    name = "real-rows/0.15.0/mor_event_time"
    answers["tables"] = {name: answers["tables"][name]}
    asked = next(one for one in answers["tables"][name] if len(one.get("rows", ())) > 1)
    asked["rows"][0], asked["rows"][1][2] = asked["rows"][1], "nobody"
    path = tmp_path / "0.15.0.json.xz"
    path.write_bytes(lzma.compress(json.dumps(answers).encode()))
    found = list(tool.differences(answers, resources.fixtures_dir()))
    assert [(key[1], one.num_ranges) for key, _, one in found] == [(name, 1)]
    assert tool.main([str(path)]) == 1
    assert f"0.15.0 {name} incremental: 1 of " in capsys.readouterr().out
