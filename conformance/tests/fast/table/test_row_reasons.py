# SPDX-License-Identifier: Apache-2.0
"""Tables of scenarios: rows of views, and why those of engines differ, by the versions of the record `a`."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.errors import Reject
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.row_differences import row_differences
from hudi_conformance.table.row_history import record_versions
from hudi_conformance.table.row_reasons import Reasons
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View
from hudi_conformance.table.view_batches import view_batches

VIEWS = tomllib.loads(Path(__file__).with_name("view_rows.toml").read_text("utf-8"))["view"]
TABLES = tomllib.loads(Path(__file__).with_name("row_reasons.toml").read_text("utf-8"))["table"]


def written(entry: dict[str, Any], folder: Path) -> Table:
    """The table of an entry; `properties` replace or follow those of the writer."""
    made = encode_table(json.loads(entry["scenario"]))
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
        if path in made.times:
            os.utime(folder / path, (made.times[path] / 1000,) * 2)
    with (folder / ".hoodie" / "hoodie.properties").open("a") as file:
        file.writelines(f"{name}={value}\n" for name, value in entry.get("properties", {}).items())
    return open_table(folder)


def reasons(entry: dict[str, Any], folder: Path) -> dict[str, list[str]]:
    """By rows of an engine: origin, rule and text of each difference."""
    table, view = written(entry, folder), View(**entry.get("view", {}))
    names = [member["name"] for member in table.schema.tree["fields"] if member["name"][0] != "_"]
    rows = list(map(RowMapper(table.schema.tree), read_view(table, view)))
    versions = record_versions(table, view, [("", "a")]).get(("", "a"), [])
    found = {"versions": [f"{v.path} {v.instant} {v.is_log} {v.hidden_by}" for v in versions]}
    for text in entry["engine"]:
        key = {"id": "a", "ord": "1", **dict.fromkeys(names[2:])}
        engine = [{**key, **row} for row in json.loads(text)] + [row for row in rows if row["id"] != "a"]
        differences = row_differences(rows, engine, lambda row: ("", row["id"]), names)
        made = [Reasons(table, names)(item, versions) for item in differences]
        found[text] = [f"{reason.origin} {reason.rule}: {reason.text}" for reason in made]
    return found


@pytest.mark.parametrize("entry", TABLES, ids=lambda entry: entry["id"])
def test_the_reason_of_a_difference(entry: dict[str, Any], tmp_path: Path) -> None:
    assert reasons(entry, tmp_path) == entry["engine"] | {"versions": entry["versions"]}


def rows_of(table: Table, view: View) -> list[str]:
    """Rows, or the requirement by which they are refused; equal row by row and by columns."""
    found: list[Any] = []
    for is_by_row in (True, False):
        try:
            tree = rows_schema(table, view).tree
            if is_by_row:
                rows = map(RowMapper(tree), read_view(table, view))
            else:
                batches = view_batches(table, view)
                rows = (row for batch in batches for row in canonical_rows(batch, row_shape(tree)))
            found.append(sorted(map(dumps, rows)))
        except Reject as error:
            found.append([f"{error.code} {error.requirement}"])
    assert found[0] == found[1]
    return list(found[0])


@pytest.mark.parametrize("entry", VIEWS, ids=lambda entry: entry["id"])
def test_rows_of_a_view(entry: dict[str, Any], tmp_path: Path) -> None:
    assert rows_of(written(entry, tmp_path), View(**entry["view"])) == entry["rows"]
