# SPDX-License-Identifier: Apache-2.0
"""The benchmark of commands on small inputs: what is measured, and what its table says."""

from __future__ import annotations

import sys
from pathlib import Path

import bench_commands as bench
from hudi_conformance import cli


def test_commands_and_their_inputs_exist(tmp_path: Path) -> None:
    assert {text.split()[0] for text in bench.COMMANDS} <= {*cli.COMMANDS, "--version"}
    paths = bench.inputs(tmp_path)
    assert {word for text in bench.COMMANDS for word in text.split() if word.isupper()} <= set(paths)
    assert all(Path(path).exists() for name, path in paths.items() if name != "OUT")


def test_a_process_is_measured_with_its_exit_code() -> None:
    measured = bench.measure([sys.executable, "-c", "raise SystemExit(3)"])
    assert measured["code"] == 3
    assert min(measured["cpu"], measured["wall"]) > 0


def test_a_row_has_least_and_median_and_ratios_of_each_turn() -> None:
    turns = [
        {name: {"wall": wall * factor, "cpu": wall, "code": 0} for name, wall in walls.items()}
        for factor, walls in zip(
            (1, 3, 2), [{bench.PYTHON: 0.1, bench.ARROW: 0.2, "list": 0.4}] * 3, strict=True
        )
    ]
    assert bench.rows_of({"turns": turns})[-1] == ["`list`", "0.40", "0.80", "0.40", "", "4.0", "2.0"]
