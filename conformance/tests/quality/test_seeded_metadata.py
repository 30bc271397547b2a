# SPDX-License-Identifier: Apache-2.0
"""Disagreements of a metadata table and its data: a seeded sample of the kinds is found, and names rows."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.specification.requirements import load
from instruments.tables.every_kind import KINDS
from instruments.tables.score import run

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261122"))
NUM_KINDS = 12 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 3
TABLES = (
    "real-metadata/0.15.0/cow_rolled_back",
    "real-metadata/1.0.2/cow_secondary",
    "real-metadata/1.2.0/cow_rolled_back",
    "real-rows/1.2.0/cow_cluster",
)
REPLACED = "metadata_key_in_replaced_group"  # of a table with a replacecommit alone
OF_TIMELINES = {f"table.check.metadata-{name}" for name in ("ahead", "behind", "completed")}
NAMES = sorted(
    name
    for name, kind in KINDS.items()
    if name.startswith("metadata_")
    and kind.rules[0].startswith("table.check.metadata-")
    and kind.rules[0] not in OF_TIMELINES
)


def test_there_are_kinds_of_every_rule() -> None:
    assert len(NAMES) >= 80
    rules = {rule for name in NAMES for rule in KINDS[name].rules}
    known = {
        rule for rule in load(resources.spec_dir()).requirements if rule.startswith("table.check.metadata-")
    }
    assert known - rules == OF_TIMELINES


@pytest.mark.own_job
def test_a_sample_of_disagreements_is_found(tmp_path: Path) -> None:
    for name in TABLES:
        unpacked(f"{name}.zip", tmp_path / "tables" / name.replace("/", "-"))
    kinds = [*random.Random(SEED).sample([name for name in NAMES if name != REPLACED], NUM_KINDS), REPLACED]
    score = run(tmp_path / "tables", tmp_path / "out", SEED, per_kind=1, kinds=kinds)
    assert score.num_damages > NUM_KINDS
    missed = [(damage.kind.name, damage.source, damage.expected, rules) for damage, rules in score.missed]
    assert missed == [], f"seed {SEED}"
    assert score.absent == []
    assert score.unexplained == []
