# SPDX-License-Identifier: Apache-2.0
"""Metadata tables in a store: held against the data with the findings of the same table in a folder."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance.audit.metadata import remote
from hudi_conformance.audit.metadata.run import check_metadata
from hudi_conformance.audit.run import Options, Outcome, run_audit
from hudi_conformance.audit.store import Store
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.engine import local
from hudi_conformance.model.base_file import PARTITION_METADATA
from instruments.tables.metadata_table import plan_of, write
from instruments.tables.table import Table
from scale_store import FolderStore, mounted

DEFECTIVE = (
    "real-metadata/1.1.1/cow_nan",
    "real-metadata/1.2.0/cow_types",
    "real-metadata-client/1.2.1/cow_one_group",
)
HEALTHY = ("0.15.0/cow_rolled_back", "1.0.2/cow_secondary", "1.2.0/mor_secondary_expr")


def real_table(archive: str, folder: Path) -> Path:
    return unpacked(f"{archive}.zip", folder / "table")


def findings(store: Store, uri: str) -> list[tuple[Any, ...]]:
    rows = (row for row in store.rows() if row.surface == "metadata")
    return sorted((row.path.removeprefix(uri), row.requirement or "", row.code, row.message) for row in rows)


def audited(uri: str, out: Path, *, is_deep: bool) -> Outcome:
    return run_audit(Options([uri], deep=is_deep), out)


def both(table: Path, out: Path, *, is_deep: bool) -> tuple[Outcome, Outcome]:
    """The audit of the folder, and that of the store that shows it."""
    here = audited(str(table), out / "here", is_deep=is_deep)
    uri = f"count://store/{table.name}"
    store = FolderStore(table.parent)
    return here, mounted(store, lambda: audited(uri, out / "store", is_deep=is_deep))


def equal_findings(table: Path, out: Path, *, is_deep: bool) -> list[tuple[Any, ...]]:
    here, remote_one = both(table, out, is_deep=is_deep)
    found = findings(remote_one.store, f"count://store/{table.name}")
    assert found == findings(here.store, str(table))
    assert [gap for gap in remote_one.store.gaps if "of a remote table" not in gap.why] == here.store.gaps
    return found


def test_a_timeline_that_is_not_copied_is_a_gap() -> None:
    result = check_metadata(TableRef("count://store/t", [], Context()), "", local.run_tasks)
    assert (result.findings, [gap.what for gap in result.gaps]) == ([], ["metadata tables"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_deep", [False, True])
@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_tables(name: str, is_deep: bool, tmp_path: Path) -> None:
    assert (
        equal_findings(real_table(f"real-metadata/{name}", tmp_path / "t"), tmp_path, is_deep=is_deep) == []
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("is_deep", [False, True])
@pytest.mark.parametrize("name", DEFECTIVE)
def test_tables_of_defective_writers(name: str, is_deep: bool, tmp_path: Path) -> None:
    assert equal_findings(real_table(name, tmp_path / "t"), tmp_path, is_deep=is_deep)


@pytest.mark.parametrize("is_deep", [False, True])
def test_a_damaged_table(is_deep: bool, tmp_path: Path) -> None:
    plan = plan_of(Table(real_table("real-metadata/1.2.0/cow_rolled_back", tmp_path / "t")), Random(1))
    assert plan is not None
    plan.rows["record_index"].pop(2)
    plan.rows["column_stats"] = [
        {**row, "max": row["min"]} if row.get("column") == "_hoodie_record_key" else row
        for row in plan.rows["column_stats"]
    ]
    for files in plan.listing.values():
        files[next(iter(files))] = 7  # a size
    write(plan)
    found = equal_findings(plan.table.path, tmp_path, is_deep=is_deep)
    rules = {rule for _, rule, *_ in found}
    assert {f"table.check.metadata-{name}" for name in ("record-index", "statistics", "size")} <= rules


def test_a_file_group_that_cannot_be_read(tmp_path: Path) -> None:
    table = real_table("real-metadata/1.2.0/cow_rolled_back", tmp_path / "t")
    for log in (table / ".hoodie/metadata/record_index").glob(".record-index-*"):
        log.write_bytes(log.read_bytes()[:-9])
    min(table.rglob("*_20261122030326910.parquet")).write_bytes(b"no Parquet file")
    found = equal_findings(table, tmp_path, is_deep=True)
    assert {code for _, _, code, _ in found} >= {"missing-field", "length-mismatch"}


def test_what_is_over_a_limit_is_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = real_table("real-metadata/1.2.0/cow_rolled_back", tmp_path / "t")
    files = table / ".hoodie/metadata/files"
    size = sum(path.stat().st_size for path in files.iterdir() if path.name != PARTITION_METADATA)
    monkeypatch.setattr(remote, "MAX_PARTITION", size)
    monkeypatch.setattr(remote, "MAX_DATA", 0)
    _, outcome = both(table, tmp_path, is_deep=True)
    assert findings(outcome.store, "") == []
    gaps = [(gap.what, gap.why) for gap in outcome.store.gaps]
    assert ("partitions of metadata tables", f"more than {size:,} bytes in a store: column_stats") in gaps
    assert any(what == "data files" and "only footers" in why for what, why in gaps)
    assert not any(why.endswith(": files") for what, why in gaps if what == "partitions of metadata tables")


def test_a_timeline_that_is_behind_and_a_property_of_another_table(tmp_path: Path) -> None:
    table = real_table("real-metadata/0.15.0/cow_rolled_back", tmp_path / "t")
    own = table / ".hoodie" / "metadata" / ".hoodie"
    max(own.glob("*.deltacommit")).unlink()
    rules = {"table.check.metadata-behind", "table.check.metadata-properties"}
    for expected in sorted(rules):
        outcomes = both(table, tmp_path / expected, is_deep=False)
        rows = [
            sorted(
                (row.path.rpartition("/.hoodie/")[2], row.requirement, row.surface, row.kind, row.len)
                for row in outcome.store.rows()
                if row.requirement in rules
            )
            for outcome in outcomes
        ]
        assert rows[0] == rows[1]
        assert expected in {row[1] for row in rows[0]}
        properties = own / "hoodie.properties"
        properties.write_text(properties.read_text().replace("=MERGE_ON_READ", "=COPY_ON_WRITE"))


def test_footers_that_are_longer_than_what_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_LEN_END", 16)
    name = "real-metadata/0.15.0/cow_rolled_back"
    assert equal_findings(real_table(name, tmp_path / "t"), tmp_path, is_deep=False) == []
