# SPDX-License-Identifier: Apache-2.0
"""Damage drawn from what real tables state: an audit reports what changes rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn_damage.__main__ import damage, unpack
from drawn_damage.counts import does_matter
from hudi_conformance import resources
from salvaged_tables import outcome

TABLES = [
    resources.fixtures_dir() / "real-rows" / f"{name}.zip" for name in ("1.2.0/mor_part", "0.15.0/cow_part")
]


@pytest.mark.parametrize("first", [910, 920])
def test_what_changes_rows_is_reported(first: int, tmp_path: Path) -> None:
    tables = unpack(TABLES, tmp_path / "tables")
    drawn = [damage(tables, seed, tmp_path, deep=True) for seed in range(first, first + 5)]
    effective = [row for row in drawn if row is not None and does_matter(row)]
    assert effective
    assert [row for row in effective if not row["reported"]] == []


def test_no_row_of_a_salvage_is_wrong(tmp_path: Path) -> None:
    tables = unpack(TABLES, tmp_path / "tables")
    drawn = filter(None, (outcome(tables[seed % 2], tmp_path, seed) for seed in range(910, 916)))
    assert [row for row in drawn if row["wrong"] or row["returned"] < row["untouched"]] == []
