# SPDX-License-Identifier: Apache-2.0
"""`diff`: the rule that explains a row of an engine which reads a real table wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.cli import run_cli

ROWS = resources.fixtures_dir() / "real-rows"
EVENT_TIME = ROWS / "1.2.0" / "mor_event_time.zip"


def differences(
    archive: Path, rows: pa.Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, Any]]:
    """What `diff` prints of a table and the rows of an engine."""
    pq.write_table(rows, tmp_path / "engine.parquet")
    folder = unpacked(archive, tmp_path / "table")
    assert run_cli(["diff", str(folder), "--engine", f"parquet:{tmp_path}/engine.parquet", "--json"]) == 1
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def rows_of(folder: Path, *options: str) -> pa.Table:
    """Rows of a table in a file as an engine would write them."""
    out = folder.parent / "rows.parquet"
    assert run_cli(["snapshot", str(folder), *options, "--out", str(out)]) == 0
    return pq.read_table(out)


CLUSTERED = ROWS / "0.15.0" / "cow_cluster.zip"
READS = {  # what an engine does wrongly: table, options of `snapshot`, rules
    "without-logs": (
        EVENT_TIME,
        "--view read_optimized",
        {"merge.mode.event-time", "merge.mode.default-ordering"},
    ),
    "by-arrival": (EVENT_TIME, "", {"merge.mode.event-time"}),
    "replaced-groups": (CLUSTERED, "--allow-damaged", {"table.view.replaced"}),
}


@pytest.mark.parametrize("wrong", READS)
def test_the_rule_is_that_of_the_two_versions(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, options, rules = READS[wrong]
    copy = unpacked(archive, tmp_path / "wrong")
    if wrong == "replaced-groups":
        for file in (copy / ".hoodie").rglob("*.replacecommit"):
            file.unlink()
    if wrong == "by-arrival":
        file = copy / ".hoodie" / "hoodie.properties"
        file.write_text(file.read_text().replace("=EVENT_TIME_ORDERING", "=COMMIT_TIME_ORDERING"))
    rows = rows_of(copy, *options.split())
    capsys.readouterr()
    assert {item["rule"] for item in differences(archive, rows, tmp_path, capsys)} == rules


def test_columns_and_rows_that_no_rule_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of(unpacked(EVENT_TIME, tmp_path / "t"))
    inner = rows.column("nested").combine_chunks().field(0)
    member = rows.schema.field("nested").type.field(0).name
    rows = rows.set_column(
        rows.schema.get_field_index("nested"), "nested", pa.StructArray.from_arrays([inner], [member])
    )
    rows = rows.drop_columns(["arr"]).append_column("extra", pa.nulls(len(rows))).slice(1)
    capsys.readouterr()
    printed = differences(EVENT_TIME, rows, tmp_path, capsys)
    columns = {item["kind"]: item["columns"] for item in printed if not item["key"]}
    assert columns["columns-only-engine"] == ["extra"]
    assert "arr" in columns["columns-only-reference"]
    assert any(name.startswith("nested.") for name in columns["columns-only-reference"])
    assert [item["rule"] for item in printed if item["kind"] == "only-reference"] == [None]
