# SPDX-License-Identifier: Apache-2.0
"""Checks of `audit.between`: small tables with one change each, one TOML file for each module."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from strategies.damage import Damage, audit_with_gaps, damages, lines

FILES = sorted(Path(__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("damage", [damage for path in FILES for damage in damages(path)])
def test_findings_of_a_changed_table(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows, gaps = audit_with_gaps(tmp_path, global_keys=damage.global_keys)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []
    pairs = zip_longest(gaps, damage.gaps, fillvalue="")
    assert [gap[: len(text)] for gap, text in pairs] == list(damage.gaps)
