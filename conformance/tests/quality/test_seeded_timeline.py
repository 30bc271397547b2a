# SPDX-License-Identifier: Apache-2.0
"""The audit finds every seeded damage to the timeline of real tables, and nothing in whole ones."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, run_audit
from sampling import at_length
from timeline_damages import TIMELINES, Expected

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))
TABLES = sorted((resources.fixtures_dir() / "real-rows").rglob("*.zip"))
PER_KIND = at_length(2, 1)
# Right to be found in tables that nobody has damaged: an upgrade names files of the history the wrong way
# round, and hudi-io 1.2.0 writes bare rows as index keys.
OF_WHOLE = {
    "history.file.bounds-reversed",
    "hudi.hfile.index-keys",
    # tables whose columns have ids, after writes that lost them
    "table.check.schema-off",
    "table.check.schema-revived",
    # lists of Spark's legacy format, and decimals that a clustering of 0.15.0 stored as integers
    "table.check.copied-columns",
    # unpacked files have other modification times, as those of a copy
    "table.check.file-times",
}
# A bulk insert of 0.15.0 that drops partition columns wrote files without the rows that its commit counts.
OF_TABLES = {
    (f"0.15.0/{name}", "table.check.stat-counts") for name in ("cow_drop_int", "mor_drop_stored")
} | {
    ("0.15.0/mor_west_v6", "table.check.stat-previous"),
    ("client-1.2.1/mor_insert_after_delete_v9", "table.check.dropped-logs"),
    ("client-1.2.1/mor_insert_after_log_v6", "table.check.dropped-logs"),
    ("1.2.0/cow_west_v9", "table.check.stat-previous"),
    ("1.2.0/mor_slices_copied_upgraded", "timeline.completion.unique"),
    ("1.2.0/mor_written_after_replaced", "table.check.replaced-groups"),
    ("flink-0.14.1/cow_no_meta_fields", "table.check.property-value"),
}
NUM_KINDS = 38


def test_there_are_tables() -> None:
    assert len(TABLES) > 30
    assert len(TIMELINES.kinds) >= NUM_KINDS


def test_whole_tables_have_no_findings(tmp_path: Path) -> None:
    for archive in TABLES:
        unpacked(archive, tmp_path / "tables" / archive.parent.name / archive.stem)
    outcome = run_audit(Options([str(tmp_path / "tables")]), tmp_path / "out")
    unexpected = set()
    for row in outcome.store.rows():
        rule = row.requirement or row.code
        table = "/".join(Path(row.path).relative_to(tmp_path / "tables").parts[:2])
        if rule not in OF_WHOLE and (table, rule) not in OF_TABLES:
            unexpected.add((table, rule, row.message))
    assert unexpected == set()


def test_every_damage_is_found(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    targets: list[tuple[str, Path, Expected]] = []
    for name, kind in TIMELINES.kinds.items():
        tables = rng.sample(TABLES, len(TABLES))
        done = 0
        for archive in tables:
            folder = tmp_path / "tables" / f"{name}-{done}"
            expected = kind.damage(unpacked(archive, folder), rng)
            if expected is None:
                for path in sorted(folder.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                continue
            targets.append((f"{name} of {archive.parent.name}/{archive.stem}", folder, expected))
            done += 1
            if done == PER_KIND:
                break
        assert done, f"no table for {name}"
    assert len(targets) >= NUM_KINDS
    outcome = run_audit(Options([str(tmp_path / "tables")]), tmp_path / "out")
    rows = list(outcome.store.rows())
    missed = []
    for what, folder, (path, rule) in targets:
        own = [row for row in rows if row.path.startswith(f"{folder}/")]
        if not any(row.path.endswith(path) and rule in {row.requirement, row.code} for row in own):
            missed.append(
                (
                    what,
                    path,
                    rule,
                    [(row.path[len(str(folder)) + 1 :], row.requirement, row.code) for row in own],
                )
            )
    assert missed == [], f"seed {SEED}"
    # The metadata table cannot be checked if a commit is unreadable.
    unreadable = [row for row in rows if row.verdict == "unreadable"]
    assert [row for row in unreadable if row.kind != "metadata" or row.code == "internal"] == []


@pytest.mark.parametrize("since", ["29990101000000000"])
def test_instants_before_since_are_left_out(tmp_path: Path, since: str) -> None:
    folder = unpacked(TABLES[0], tmp_path / "table")
    assert TIMELINES.kinds["commit_emptied"].damage(folder, random.Random(1)) is not None
    found = run_audit(Options([str(folder)]), tmp_path / "all")
    assert [row.requirement for row in found.store.rows() if row.surface == "timeline"] == [
        "timeline.content.empty-completed"
    ]
    left = run_audit(Options([str(folder)], since=since), tmp_path / "left")
    assert [row for row in left.store.rows() if row.surface == "timeline"] == []


def test_files_of_a_table_alone_say_nothing_of_the_others(tmp_path: Path) -> None:
    archive = next(path for path in TABLES if path.stem == "mor_part")
    folder = unpacked(archive, tmp_path / "table")
    one = next(path for path in sorted(folder.rglob("*.parquet")) if ".hoodie" not in path.parts)
    outcome = run_audit(Options([str(one)]), tmp_path / "out")
    assert list(outcome.store.rows()) == []
