# SPDX-License-Identifier: Apache-2.0
"""Bootstrapped tables by columns, by parts and by the command line: the rows of the cases, row by row."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from archives import unpacked
from hudi_conformance import open_table as open_reader
from hudi_conformance import resources
from hudi_conformance.canonical.json import dumps
from hudi_conformance.cli import run_cli
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.parts import plan_parts
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches

FIXTURES = resources.fixtures_dir() / "bootstrap"
TABLES = sorted(path.name.removesuffix(".snapshot.json") for path in FIXTURES.glob("*.snapshot.json"))


@pytest.mark.parametrize("name", TABLES)
def test_columns_and_parts_have_the_rows_of_the_reference(name: str, tmp_path: Path) -> None:
    unpacked(FIXTURES / f"{name}.zip", tmp_path)
    table, view = open_table(tmp_path, ReadOptions(bootstrap_base=tmp_path / ".hoodie" / ".source")), View()
    expected = sorted(map(dumps, json.loads((FIXTURES / f"{name}.snapshot.json").read_text())["rows"]))
    shape = row_shape(rows_schema(table, view).tree)
    rows = [row for batch in view_batches(table, view) for row in canonical_rows(batch, shape)]
    assert sorted(map(dumps, rows)) == expected
    shared, parts = pickle.loads(pickle.dumps(plan_parts(table, view)))
    assert shared.table.sources is None  # each part has its own
    rows = [row for part in parts for batch in shared.batches(part) for row in canonical_rows(batch, shape)]
    assert sorted(map(dumps, rows)) == expected


def test_the_sources_of_a_moved_table_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unpacked(FIXTURES / "moved-v9.zip", tmp_path)
    base = str(tmp_path / ".hoodie" / ".source")
    assert [row["val"] for row in open_reader(tmp_path, bootstrap_base=base).rows()] == ["1"]
    assert run_cli(["snapshot", str(tmp_path), "--json", "--bootstrap-base", base]) == 0
    assert json.loads(capsys.readouterr().out)["val"] == "1"
    assert run_cli(["snapshot", str(tmp_path), "--json"]) == 3
    assert "/hudi-conformance-nowhere/moved-v9/source/part-a.parquet" in capsys.readouterr().err
