# SPDX-License-Identifier: Apache-2.0
"""`hudi-conformance audit`: exit codes and reports."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hudi_conformance import resources
from hudi_conformance.cli import run_cli

THREE = resources.fixtures_dir() / "log" / "three_avro.log"


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    folder.mkdir()
    shutil.copy(THREE, folder / "good.log")
    (folder / "notes.txt").write_text("x")
    return folder


def audit(lake: Path, out: Path, *more: str) -> int:
    return run_cli(["audit", str(lake), "--out", str(out), "--engine", "plain", *more])


def test_clean(lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(lake, tmp_path / "out") == 0
    assert "1 file, 3 blocks" in capsys.readouterr().out
    report = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert (report["files"]["checked"], report["files"]["other"], report["exit"]) == (1, 1, 0)
    page = (tmp_path / "out" / "index.html").read_text()
    assert "No findings in 1 file<" in page
    assert [gap["number"] for gap in report["not_checked"]] == [1]
    assert all(gap["why"] in page for gap in report["not_checked"])


def test_nothing_is_written_without_out(lake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(lake.parent.rglob("*"))
    assert run_cli(["audit", str(lake), "--engine", "plain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"]["checked"] == 1
    assert sorted(lake.parent.rglob("*")) == files
    assert run_cli(["audit", str(lake), "--resume"]) == 2


def test_findings(lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = THREE.read_bytes()
    (lake / "<bad>&.log").write_bytes(data + b"\xaa" * 6)
    (lake / "worse.log").write_bytes(b"#hUDI#" + data[6:])
    assert audit(lake, tmp_path / "out", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report == json.loads((tmp_path / "out" / "summary.json").read_text())
    assert report["findings"]["total"] == 3
    assert report["findings"]["severity"] == {"error": 2, "warning": 0, "info": 1}
    assert {one["id"] for one in report["findings"]["requirement"]} == {
        "log.recovery.bad-magic",
        "log.recovery.corrupt-check",
        "log.recovery.salvage",
    }
    page = (tmp_path / "out" / "index.html").read_text()
    assert "&lt;bad&gt;&amp;.log" in page
    assert "<bad>" not in page
    assert "prefers-color-scheme: dark" in page
    assert "http://" not in page
    assert "https://" not in page
    root = ET.parse(tmp_path / "out" / "junit.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "2", "0")
    assert {one.get("type") for one in root.iter("failure")} == {
        "log.recovery.bad-magic",
        "log.recovery.corrupt-check",
    }


def test_fail_on(lake: Path, tmp_path: Path) -> None:
    # What follows the last block: the severity is that of the level in the specification.
    (lake / "tail.log").write_bytes(THREE.read_bytes() + b"\0\0")
    code = audit(lake, tmp_path / "a", "--fail-on", "error")
    report = json.loads((tmp_path / "a" / "summary.json").read_text())
    severity = next(name for name, number in report["findings"]["severity"].items() if number)
    assert code == (1 if severity == "error" else 0)
    assert audit(lake, tmp_path / "b", "--fail-on", "info") == 1


def test_unreadable(lake: Path, tmp_path: Path) -> None:
    (lake / "gone.log").symlink_to(tmp_path / "nowhere")
    assert audit(lake, tmp_path / "out") == 3
    root = ET.parse(tmp_path / "out" / "junit.xml").getroot()
    assert root.get("errors") == "1"


def test_usage(lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(tmp_path / "nothing", tmp_path / "out") == 2
    assert "no file or folder at" in capsys.readouterr().err
    assert audit(lake, tmp_path / "fresh", "--resume") == 2
    assert run_cli(["audit", "--out", str(tmp_path / "x")]) == 2
    assert run_cli(["audit", "nosuch://bucket/x", "--out", str(tmp_path / "x")]) == 2


def test_resume(lake: Path, tmp_path: Path) -> None:
    assert audit(lake, tmp_path / "out") == 0
    (lake / "bad.log").write_bytes(THREE.read_bytes() + b"\xaa" * 6)
    assert audit(lake, tmp_path / "out", "--resume") == 1
    report = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert report["files"]["checked"] == 2
