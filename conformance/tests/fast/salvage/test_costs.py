# SPDX-License-Identifier: Apache-2.0
"""Salvage of hostile logs: work that grows with the input, and an account that still adds up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hudi_conformance.salvage import salvage_file
from instruments.hostile import FAMILIES


def seconds(family: str, size: int, folder: Path) -> float:
    path = folder / f"{size}.log.1"
    path.write_bytes(FAMILIES[family](size))
    start = time.process_time()
    report = salvage_file(path, folder / f"out{size}", "log").report
    assert report["kept"]["bytes"] + report["lost"]["bytes"] == report["size"]
    return time.process_time() - start


@pytest.mark.parametrize("family", ["torn_bad_records", "torn_mixed_records"])
def test_a_torn_block_takes_linear_time(family: str, tmp_path: Path) -> None:
    seconds(family, 2_000, tmp_path)
    assert seconds(family, 80_000, tmp_path) < 6 * max(seconds(family, 20_000, tmp_path), 0.3)


def test_all_records_of_a_torn_block_are_kept_beside_its_losses(tmp_path: Path) -> None:
    path = tmp_path / "f.log.1"
    path.write_bytes(FAMILIES["torn_mixed_records"](30_000))
    report = salvage_file(path, tmp_path / "out", "log").report
    assert report["kept"]["records"] == 3000
    assert report["lost"]["records"] == 3000
