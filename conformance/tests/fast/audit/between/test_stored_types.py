# SPDX-License-Identifier: Apache-2.0
"""`audit.between.column_types`: types of stored columns against the schema of the rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies.damage import Damage, audit, damages, lines


@pytest.mark.parametrize("damage", damages(Path(__file__).with_name("stored_types.toml")))
def test_findings_about_stored_types(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows = audit(tmp_path)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []
