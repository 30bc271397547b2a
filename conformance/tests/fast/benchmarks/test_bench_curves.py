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

MIB = 1 << 20


def cost(code: str, tmp_path: Path, patience: float = 60) -> dict[str, Any]:
    command = [sys.executable, "-I", "-S", one_process.__file__, str(patience), str(tmp_path / "errors")]
    command += [sys.executable, "-I", "-S", "-c", code]
    told: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return told


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
