# SPDX-License-Identifier: Apache-2.0
"""Kinds of damage to whole tables: a seeded sample of them is found, and intact tables have no findings."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.specification.requirements import load
from instruments.tables.every_kind import CANNOT_BE_FOUND, KINDS
from instruments.tables.score import run
from instruments.tables.table import Table

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261122"))
NUM_KINDS = 14 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 5
TABLES = (
    "0.15.0/cow_part",
    "0.15.0/mor_part",
    "0.15.0/mor_archive_nomerge",
    "1.2.0/mor_part",
    "1.2.0/cow_plain",
    "1.2.0/mor_v8",
)


def unpack(folder: Path) -> None:
    for name in TABLES:
        path = resources.fixtures_dir() / "real-rows" / f"{name}.zip"
        if path.is_file():
            unpacked(path, folder / name.replace("/", "-"))


def test_there_are_kinds() -> None:
    assert len(KINDS) >= 120
    assert len(CANNOT_BE_FOUND) >= 10


def test_every_rule_is_one_of_the_specification() -> None:
    known = load(resources.spec_dir()).requirements
    # A damaged container may be any of several things; that a reader knows some of them is enough.
    named = {rule for kind in KINDS.values() for rule in kind.rules[:1]}
    assert sorted(named - set(known)) == []


@pytest.mark.own_job
def test_a_sample_of_damages_is_found(tmp_path: Path) -> None:
    unpack(tmp_path / "tables")
    kinds = random.Random(SEED).sample(sorted(KINDS), NUM_KINDS)
    score = run(tmp_path / "tables", tmp_path / "out", SEED, per_kind=1, kinds=kinds)
    assert score.num_damages > NUM_KINDS // 2
    missed = [(damage.kind.name, damage.source, damage.expected, rules) for damage, rules in score.missed]
    assert missed == [], f"seed {SEED}"
    assert score.unexplained == []


def test_an_audit_that_finds_nothing_has_no_recall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpack(tmp_path / "tables")
    monkeypatch.setattr("instruments.tables.score.audit", lambda *_: {})
    score = run(tmp_path / "tables", tmp_path / "out", SEED, per_kind=1, kinds=["base_gone", "type_lost"])
    assert score.num_damages > 0
    assert score.num_found == 0


@pytest.mark.own_job
def test_a_kind_that_does_not_apply_leaves_no_copy(tmp_path: Path) -> None:
    unpack(tmp_path / "tables")
    score = run(tmp_path / "tables", tmp_path / "out", SEED, per_kind=1, kinds=["metadata_file_gone"])
    left = list((tmp_path / "out" / "damaged").glob("*")) if (tmp_path / "out" / "damaged").is_dir() else []
    assert len(left) == score.num_damages
    assert Table(tmp_path / "tables" / "0.15.0-cow_part").version == 6
