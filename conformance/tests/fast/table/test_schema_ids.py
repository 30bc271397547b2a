# SPDX-License-Identifier: Apache-2.0
"""Columns by id: rows as columns are those of the careful reader, and what renaming does to any schema."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import id_tables
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.api.tables import open_table as open_reader
from hudi_conformance.audit.between_surface import BetweenSurface
from hudi_conformance.audit.next_steps import next_step
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.lake.files import list_files, open_ranged
from hudi_conformance.semantics.schema_ids.parse import parse_schema
from hudi_conformance.semantics.schema_ids.renaming import renaming
from hudi_conformance.semantics.schema_ids.types import schema_at
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.table.view_batches import view_batches
from hypothesis import given
from hypothesis import strategies as st
from instruments.writer.schema_ids import changed, first_schema, schema_text

TREES = sorted(path.name for path in (resources.fixtures_dir() / "ids").glob("*.zip"))
HISTORY = ".hoodie/.schema/20260101000400000_20260101000405000.schemacommit"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("by_id", [True, False], ids=["by-id", "by-name"])
def test_columns_are_the_rows(name: str, by_id: bool, tmp_path: Path) -> None:
    table = open_table(unpacked(f"ids/{name}", tmp_path), ReadOptions(by_id=by_id))
    for view in (View(), View(as_of=table.commits[1].time), View("incremental", end=table.commits[-1].time)):
        tree = rows_schema(table, view).tree
        to_json = RowMapper(tree)
        try:
            rows = sorted(dumps(to_json(row)) for row in read_view(table, view))
        except Exception as error:  # the same one by columns
            with pytest.raises(type(error), match=str(error)[:20]):
                list(view_batches(table, view))
            continue
        shape = row_shape(tree)
        columns = [row for batch in view_batches(table, view) for row in canonical_rows(batch, shape)]
        assert sorted(map(dumps, columns)) == rows


def test_a_reader_states_how_columns_are_matched(tmp_path: Path) -> None:
    folder = unpacked("ids/twice-base-v9.zip", tmp_path)
    reader = open_reader(folder)
    assert (reader.is_by_id, open_reader(folder, by_id=False).is_by_id) == (True, False)
    then = "20260101000300000"
    assert [field["name"] for field in reader.schema_as_of(then)["fields"]][-1] == "other"
    rows = [reader.row_to_json(row, as_of=then) for row in reader.rows(as_of=then)]
    assert {row["other"] for row in rows} == {"m1", "m2"}


@pytest.mark.parametrize("instant", ["", "x", "0x1", "-1", "\u00b2", "\u0663"])
def test_an_instant_that_is_not_a_number_has_no_schema(instant: str) -> None:
    schema = parse_schema(schema_text(first_schema({"a": "int"})))
    assert (schema_at([schema], instant), schema_at([schema], "9" * 17)) == (None, schema)


NAMES = st.sampled_from(["a", "b", "c"])
CHANGES = st.lists(st.tuples(st.sampled_from(["rename", "drop", "add"]), NAMES, NAMES), max_size=8)


@given(CHANGES)
def test_a_stored_column_has_the_name_of_its_id(changes: list[tuple[str, str, str]]) -> None:
    schema: dict[str, Any] = first_schema({"a": "int", "b": "int"})
    stored = schema
    for number, (kind, name, new) in enumerate(changes):
        known = {field["name"] for field in schema["fields"]}
        if (kind == "add") == (name in known) or (kind == "rename" and new in known):
            continue
        value: Any = {"rename": new, "drop": True, "add": "int"}[kind]
        schema = changed(schema, str(number + 1), [{"column": name, kind: value}])
    shown = {field["id"]: field["name"] for field in schema["fields"]}
    names = renaming(parse_schema(schema_text(stored)), parse_schema(schema_text(schema)))
    row = {field["name"]: field["id"] for field in stored["fields"]}
    read = row if names is None else names.row(row)
    expected = {shown[ident]: ident for ident in row.values() if ident in shown}
    assert {name: ident for name, ident in read.items() if name in shown.values()} == expected


FINDINGS = tomllib.loads((Path(__file__).parent / "schema_ids_findings.toml").read_text())["finding"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in FINDINGS])
def test_findings(case: dict[str, Any], tmp_path: Path) -> None:
    folder = unpacked(f"ids/{case['tree']}", tmp_path)
    for path in case.get("drop", ()):
        (folder / path).unlink()
    for path, (old, new) in case.get("edit", {}).items():
        text = (folder / path).read_text()
        assert old in text
        (folder / path).write_text(text.replace(old, new))
    ref = TableRef(str(folder), list_files([str(folder)]), Context())
    rows = [row for row in BetweenSurface().check_table(ref, open_ranged) if hasattr(row, "verdict")]
    assert [f"{row.severity} {row.requirement} {row.code}" for row in rows] == case["expect"]
    assert all(next_step(row).steps for row in rows)


def test_fixtures_are_as_their_tool_makes_them() -> None:
    assert id_tables.main(["--check"]) == 0
