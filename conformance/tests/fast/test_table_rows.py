# SPDX-License-Identifier: Apache-2.0
"""Rows of real tables: as Arrow batches, and beside rows of an engine that is wrong."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

ROWS = resources.fixtures_dir() / "real-rows"
TABLES = sorted(ROWS.glob("*/*.zip"))


def unpack(archive: Path, folder: Path) -> Path:
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
    return folder


@pytest.mark.parametrize("archive", TABLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_batches_hold_the_rows_of_the_careful_reader(archive: Path, tmp_path: Path) -> None:
    line = Line.V0_15 if archive.parent.name == "0.15.0" else Line.V1_2
    table = open_table(unpack(archive, tmp_path), line)
    shape, show = row_shape(table.schema.tree), RowMapper(table.schema.tree)
    for view in (View(), View("read_optimized"), View("incremental")):
        batches = [batch for group in table.slices for batch in group_batches(table, group, view)]
        got = sorted(dumps(row) for batch in batches for row in canonical_rows(batch, shape))
        assert got == sorted(dumps(show(row)) for row in read_view(table, view))


def test_diff_names_what_an_engine_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = unpack(ROWS / "0.15.0" / "cow_plain.zip", tmp_path / "t")
    out = tmp_path / "rows.parquet"
    assert run_cli(["snapshot", str(folder), "--line", "0.15", "--out", str(out)]) == 0
    rows = pq.read_table(out)
    pq.write_table(rows.slice(1), out)
    capsys.readouterr()
    assert run_cli(["diff", str(folder), "--line", "0.15", "--engine", f"parquet:{out}"]) == 1
    lost = rows.column("_hoodie_record_key")[0].as_py()
    assert f"{lost}  only-reference  (base, table.view.snapshot)" in capsys.readouterr().out


def test_a_folder_that_is_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["snapshot", str(tmp_path)]) == 3
    assert "timeline.table.folder" in capsys.readouterr().err
