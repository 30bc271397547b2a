# SPDX-License-Identifier: Apache-2.0
"""Marks of features that are not read, and marks that nobody knows: right, or a refusal by name."""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli
from hudi_conformance.specification.features import REFUSED, Feature, load_features

TABLE, OLDER = "real-rows/1.2.0/mor_event_time.zip", "real-rows/0.15.0/mor_event_time.zip"
Plant = Callable[[Path], object]


def _setting(key: str, value: str) -> Plant:
    def plant(table: Path) -> None:
        path = table / ".hoodie/hoodie.properties"
        kept = re.sub(rf"(?m)^{re.escape(key)}=.*\n", "", path.read_text())
        path.write_text(f"{kept}{key}={value}\n")

    return plant


def _block_type(table: Path) -> None:
    path = next(table.glob(".*.log.1*"))
    data = bytearray(path.read_bytes())
    struct.pack_into(">i", data, 18, 77)
    path.write_bytes(data)


def _ending(old: str, new: str) -> Plant:
    """Another ending of a data file, in its name and in the commits that name it."""

    def plant(table: Path) -> None:
        for path in [path for path in table.iterdir() if old in path.name]:
            path.rename(path.with_name(path.name.replace(old, new)))
        for path in (table / ".hoodie/timeline").glob("*commit"):
            path.write_bytes(path.read_bytes().replace(old.encode(), new.encode()))

    return plant


def _logical_type(table: Path) -> None:
    for path in (table / ".hoodie/timeline").glob("*deltacommit"):
        data = path.read_bytes()
        path.write_bytes(
            data.replace(b'"logicalType":"timestamp-micros"', b'"logicalType":"timestamp-secnds"')
        )


UNKNOWN: dict[str, tuple[Plant, str]] = {
    "table-version": (_setting("hoodie.table.version", "11"), "table version 11"),
    "table-type": (_setting("hoodie.table.type", "MERGE_ON_WRITE"), "MERGE_ON_WRITE"),
    "base-format": (_setting("hoodie.table.base.file.format", "VORTEX"), "VORTEX"),
    "table-format": (_setting("hoodie.table.format", "delta"), "delta"),
    "merge-mode": (_setting("hoodie.record.merge.mode", "BY_VOTE"), "BY_VOTE"),
    "partial-mode": (_setting("hoodie.table.partial.update.mode", "KEEP_ALL"), "KEEP_ALL"),
    "log-block": (_block_type, "block type 77"),
    "base-file-ending": (_ending(".parquet", ".vortexx"), ".vortexx"),
    "log-file-ending": (_ending(".log.", ".wal."), ".wal."),
    "logical-type": (_logical_type, "timestamp-secnds"),
}


def _planted(tmp_path: Path, plant: Plant, name: str = TABLE) -> Path:
    table = tmp_path / "table"
    with zipfile.ZipFile(resources.fixtures_dir() / name) as archive:
        archive.extractall(table)
    plant(table)
    return table


@pytest.mark.parametrize("mark", UNKNOWN)
def test_a_mark_that_nobody_knows_is_refused_by_name_and_not_accused(mark: str, tmp_path: Path) -> None:
    plant, name = UNKNOWN[mark]
    table = _planted(tmp_path, plant)
    result = CliRunner().invoke(cli, ["snapshot", str(table), "--json"])
    assert result.exit_code == 3, result.output
    assert name in result.output
    out = tmp_path / "audit"
    CliRunner().invoke(cli, ["audit", str(table), "--out", str(out)])
    rows = [row for path in out.glob("findings/*.parquet") for row in pq.read_table(path).to_pylist()]
    advice = " ".join(str(row["next"]) for row in rows)
    assert not re.search(r"\b(delete|remove|move) (it|the file)|restore \.hoodie", advice), advice


@pytest.mark.parametrize(
    "feature",
    [
        pytest.param(feature, id=feature.id)
        for feature in load_features(resources.spec_dir())
        if feature.reader == REFUSED and "property" in feature.mark
    ],
)
def test_a_feature_that_is_not_read_is_refused_by_name(feature: Feature, tmp_path: Path) -> None:
    plant = _setting(feature.mark["property"], feature.mark.get("value", "another"))
    table = _planted(tmp_path, plant, OLDER if feature.since.startswith("0.") else TABLE)
    result = CliRunner().invoke(cli, ["snapshot", str(table), "--json"])
    assert result.exit_code == 3, result.output
    assert str(feature.message) in result.output
