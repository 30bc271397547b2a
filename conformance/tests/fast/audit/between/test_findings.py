# SPDX-License-Identifier: Apache-2.0
"""`audit.between`: findings about damaged tables, with a TOML file per module."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies.damage import Damage, audit, damages, lines

FILES = sorted(path for path in Path(__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("damage", [item for path in FILES for item in damages(path)])
def test_findings(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows = audit(tmp_path)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []
