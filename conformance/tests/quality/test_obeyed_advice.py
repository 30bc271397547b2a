# SPDX-License-Identifier: Apache-2.0
"""Advice that moves or deletes files, obeyed on damaged copies of real tables: no view loses a row."""

from __future__ import annotations

import os
import random
import shutil
import zipfile
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.api.tables import open_table
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.next_steps import entry_of
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from instruments.tables.every_kind import KINDS
from instruments.tables.table import Table
from strategies.damage import audit

TABLES = ("0.15.0/cow_archive", "0.15.0/mor_rollback_twice", "1.2.0/mor_part", "1.2.0/cow_rollback_failed")
SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261128"))
# Kinds that make files superfluous, or look as if they did.
NAMES = [name for name, kind in KINDS.items() if any(rule.startswith("table.") for rule in kind.rules)]
CHOSEN = NAMES if "HUDI_CONFORMANCE_WHOLE" in os.environ else random.Random(SEED).sample(sorted(NAMES), 3)
ALWAYS = ("cleaned_file_back", "rolled_back_file_back", "foreign_parquet", "clean_of_live_file")


def views(folder: Path) -> dict[str, list[str] | None]:
    """Rows of the snapshot, and as of each completed instant; None of a view that cannot be read."""
    times = [i.time for i in Table(folder).completed("commit", "deltacommit", "replacecommit")]
    rows: dict[str, list[str] | None] = {}
    for time in (None, *times):
        try:
            rows[time or ""] = sorted(map(str, open_table(folder).rows(as_of=time)))
        except (Reject, LimitExceeded, UnsupportedInput, OSError):
            rows[time or ""] = None
    return rows


def obey(folder: Path, row: FindingRow, act: str) -> None:
    """Do what the advice of a finding says."""
    if act == "rebuild":
        shutil.rmtree(folder / ".hoodie" / "metadata", ignore_errors=True)
        path = folder / ".hoodie" / "hoodie.properties"
        lines = path.read_text("latin-1").splitlines()
        path.write_text("\n".join(x for x in lines if "metadata.partitions=" not in x) + "\n", "latin-1")
    else:
        assert act == "move"
        Path(row.path).unlink(missing_ok=True)


@pytest.mark.parametrize("name", [*ALWAYS, *(name for name in CHOSEN if name not in ALWAYS)])
@pytest.mark.parametrize("source", TABLES)
def test_no_view_loses_a_row(source: str, name: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(resources.fixtures_dir() / "real-rows" / f"{source}.zip") as archive:
        archive.extractall(tmp_path)
    if KINDS[name].damage(Table(tmp_path), random.Random(SEED)) is None:
        return
    before = views(tmp_path)
    for row in audit(tmp_path):
        entry = entry_of(row)
        if entry is not None and entry.act:
            obey(tmp_path, row, entry.act)
    after = views(tmp_path)
    assert {time for time, rows in before.items() if rows is not None and after[time] != rows} == set()
