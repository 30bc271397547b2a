# SPDX-License-Identifier: Apache-2.0
"""What an audit asks of an object store: nothing for each partition, and each file of a timeline once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.run import Options, make_plan, run_audit
from scale_store import FILES_PER_FOLDER, FolderStore, GeneratedStore, mounted

TABLE = resources.fixtures_dir() / "real-rows" / "1.2.0" / "mor_part.zip"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A real table with a log file that is cut."""
    folder = tmp_path / "store" / "table"
    unpacked(TABLE, folder)
    logs = sorted(path for path in folder.rglob(".*.log.*") if ".hoodie" not in path.parts)
    logs[0].write_bytes(logs[0].read_bytes()[:-3])
    return folder


def findings(uri: str, out: Path) -> list[tuple[Any, ...]]:
    rows = run_audit(Options([uri]), out).store.rows()
    return sorted((row.path.removeprefix(uri), row.requirement or "", row.code, row.ofs) for row in rows)


def test_a_timeline_is_read_once_and_findings_are_those_of_the_folder(table: Path, tmp_path: Path) -> None:
    store = FolderStore(table.parent)
    found = mounted(store, lambda: findings("count://store/table", tmp_path / "remote"))
    assert found == findings(str(table), tmp_path / "local")
    assert found
    timeline = {path: num for path, num in store.opened.items() if "/.hoodie/timeline/" in path}
    assert timeline
    assert set(timeline.values()) == {1}
    num_files = sum(1 for path in table.rglob("*") if path.is_file())
    assert store.asked["HEAD"] < 3 * num_files


def test_no_partition_is_asked_for_properties() -> None:
    few, many = GeneratedStore(2 * FILES_PER_FOLDER), GeneratedStore(20 * FILES_PER_FOLDER)
    for store in (few, many):
        plan = mounted(store, lambda: make_plan(Options(["count://store/table"])))
        assert len(plan.tables.group(plan.refs)) == 1
    assert few.asked["HEAD"] == many.asked["HEAD"]


def test_a_base_file_takes_two_requests_of_which_many_run_at_a_time(tmp_path: Path) -> None:
    store = GeneratedStore(200, delay_s=0.02)
    assert mounted(store, lambda: findings("count://store/table", tmp_path)) == []
    timeline = 20  # requests that do not depend on the number of base files
    assert store.asked["HEAD"] + store.asked["GET"] <= 2 * 200 + timeline
    assert store.most_in_flight > 8
