# SPDX-License-Identifier: Apache-2.0
"""Why rows of engines differ from the reference: by the versions of the record `a` in tables of scenarios."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.row_differences import row_differences
from hudi_conformance.table.row_history import record_versions
from hudi_conformance.table.row_reasons import Reasons
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View

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
