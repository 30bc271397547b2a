# SPDX-License-Identifier: Apache-2.0
"""The audit finds every seeded damage at its place under its rule, and nothing in whole files."""

from __future__ import annotations

from pathlib import Path

from damages import LOG_KINDS, make_damages
from hudi_conformance import resources
from seeded_damage import healthy_files, score


def test_every_damage_that_breaks_a_rule_is_found(tmp_path: Path) -> None:
    fixtures = resources.fixtures_dir()
    folders = [
        fixtures / name for name in ("real", "real-hfile", "real-tables") if (fixtures / name).is_dir()
    ]
    healthy = healthy_files(folders, tmp_path / "first")
    damages = make_damages(healthy, 200, seed=1)
    assert len({damage.kind for damage in damages}) >= 20
    assert {make.__name__ for make in LOG_KINDS} <= {damage.kind for damage in damages}
    result = score(damages, healthy[:60], tmp_path / "second")
    assert result.missed == []
    assert result.false == []
    assert result.num_breaking >= 150
