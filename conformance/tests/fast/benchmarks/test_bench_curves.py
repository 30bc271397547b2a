# SPDX-License-Identifier: Apache-2.0
"""The measurement of costs by size: rows are complete, figures are those of the measured process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import bench_curves
import curve_inputs
import curve_works
import one_process
import pytest
from hudi_conformance.cli import COMMANDS
from instruments.documents import costs

MIB = 1 << 20


def cost(code: str, tmp_path: Path, patience: float = 60) -> dict[str, Any]:
    command = [sys.executable, "-I", "-S", one_process.__file__, str(patience), str(tmp_path / "errors")]
    command += [sys.executable, "-I", "-S", "-c", code]
    told: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return told


def test_memory_is_that_of_the_process_and_not_of_who_started_it(tmp_path: Path) -> None:
    mine = bytearray(b"x") * (150 * MIB)
    small = cost("pass", tmp_path)
    large = cost(f"import time; x = bytearray(b'x') * (60 * {MIB}); time.sleep(.2)", tmp_path)
    assert len(mine) == 150 * MIB
    assert small["peak_mib"] < 60
    assert 60 < large["peak_mib"] < 120
    if Path("/proc/self/status").exists():
        assert 60 < large["anonymous_mib"] < 120
    assert large["wall"] >= 0.2
    assert 0 < large["cpu"] < 30


def test_failures_and_the_end_of_patience_are_told(tmp_path: Path) -> None:
    assert cost("import sys; sys.exit('gone wrong')", tmp_path)["code"] == 1
    assert (tmp_path / "errors").read_text().strip() == "gone wrong"
    assert cost("while True: pass", tmp_path, patience=0.2)["code"] is None


def test_sizes() -> None:
    assert [bench_curves.parse_size(text) for text in ("7", "64K", "4M", "4G")] == [
        7,
        1 << 16,
        4 * MIB,
        1 << 32,
    ]
    with pytest.raises(ValueError, match="4T"):
        bench_curves.parse_size("4T")
    assert list(bench_curves.sizes_of(MIB, 20 * MIB)) == [MIB, 4 * MIB, 16 * MIB]
    by_id = {work.id: work for work in curve_works.WORKS}
    limits = bench_curves.Limits.parse(["1G", "table=2G", "log/dump=4M"])
    given = {
        name: limits.of(by_id[name]) for name in ("log/inspect", "log/dump", "table/rows", "history/list")
    }
    assert given == {
        "log/inspect": 1 << 30,
        "log/dump": 4 * MIB,
        "table/rows": 2 << 30,
        "history/list": 256 * MIB,
    }
    with pytest.raises(ValueError, match="no input or command is called unheard"):
        bench_curves.Limits.parse(["unheard=4M"])


def test_every_command_is_measured_or_left_out_with_a_reason() -> None:
    measured = {work.words.split()[0] for work in curve_works.WORKS if work.words}
    assert measured.isdisjoint(curve_works.LEFT_OUT)
    assert measured | curve_works.LEFT_OUT.keys() == COMMANDS.keys()
    assert {work.input for work in curve_works.WORKS} == curve_inputs.INPUTS.keys()
    readers = {work.id for work in curve_works.WORKS if not work.words}
    assert readers == curve_works.READERS.keys()
    assert len({work.id for work in curve_works.WORKS}) == len(curve_works.WORKS)


@pytest.mark.whole("each work and the page have tests of their own")
def test_a_run_has_a_row_for_each_size_and_becomes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "costs.json"
    arguments = ["run", str(out), "--smallest", "64K", "--largest", "1M", "log-one-block=256K"]
    arguments += ["--only", "log-one-block/(inspect|records)$", "--folder", str(tmp_path / "scratch")]
    assert bench_curves.main(arguments) == 0
    document = json.loads(out.read_text())
    rows = document["rows"]
    assert [(row["work"], row["size"]) for row in rows] == [
        ("inspect", 1 << 16),
        ("records", 1 << 16),
        ("inspect", 1 << 18),
        ("records", 1 << 18),
    ]
    for row in rows:
        assert row["ended"] == "ok"
        assert abs(row["num_bytes"] / row["size"] - 1) < 0.1
        assert row["cpu"] > 0
        assert row["wall"] > 0
        assert row["peak_mib"] >= row["anonymous_mib"] > 0
    assert list((tmp_path / "scratch").iterdir()) == []  # inputs are deleted
    text = "\n".join(costs.lines(document))
    assert "Log files of one block" in text
    for row in rows:
        assert f"{row['cpu']:.1f} s" in text
    assert capsys.readouterr().out.count("64 KiB") == 2
    with pytest.raises(SystemExit, match="it lacks log/inspect"):
        bench_curves.store([document])
    with pytest.raises(SystemExit, match="two runs have the same input"):
        bench_curves.store([document, document])


def test_a_command_that_fails_is_not_asked_again_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = curve_works.Work("broken", "log-one-block", "inspect {out}", "nothing")
    monkeypatch.setattr(bench_curves, "WORKS", (broken,))
    out = tmp_path / "costs.json"
    assert bench_curves.main(["run", str(out), "--smallest", "16K", "--largest", "256K"]) == 1
    assert [(row["size"], row["ended"]) for row in json.loads(out.read_text())["rows"]] == [
        (1 << 14, "exit code 2")
    ]
