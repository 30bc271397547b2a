# SPDX-License-Identifier: Apache-2.0
"""Every command whose costs are measured reads the inputs that are written for it; HFiles need Java."""

from __future__ import annotations

import json
from pathlib import Path

import bench_curves
import pytest
from curve_works import WORKS


@pytest.mark.whole("fast tests run the benchmark on one input, and tests of their own each command")
@pytest.mark.timeout(900)
def test_every_command_reads_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "costs.json"
    assert bench_curves.main(["run", str(out), "--smallest", "256K", "--largest", "256K", "--warm"]) == 0
    document = json.loads(out.read_text())
    missing = {line.partition(":")[0] for line in document["missing"]}
    assert missing <= {"hfile"}
    expected = [work.id for work in WORKS if work.input not in missing]
    assert sorted(f"{row['input']}/{row['work']}" for row in document["rows"]) == sorted(expected)
    for row in document["rows"]:
        assert row["ended"] == "ok"
        assert abs(row["num_bytes"] / row["size"] - 1) < 0.5
