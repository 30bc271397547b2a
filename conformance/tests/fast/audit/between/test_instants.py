# SPDX-License-Identifier: Apache-2.0
"""`audit.between.instants`: instants against each other, and against what their files hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies.damage import Damage, audit, damages, lines


@pytest.mark.parametrize("damage", damages(Path(__file__).with_name("instants.toml")))
def test_findings_about_instants(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows = audit(tmp_path)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []
