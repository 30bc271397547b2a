# SPDX-License-Identifier: Apache-2.0
"""`audit.between.buckets`: file groups of bucket indexes, and record keys that releases spell differently."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies.damage import Damage, audit, damages, lines


@pytest.mark.parametrize("damage", damages(Path(__file__).with_name("buckets.toml")))
def test_findings_about_buckets(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows = audit(tmp_path)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []
