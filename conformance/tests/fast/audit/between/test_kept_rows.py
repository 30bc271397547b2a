# SPDX-License-Identifier: Apache-2.0
"""`audit.between.kept_rows`: values that real writers changed in rows that they copied, or would change."""

from __future__ import annotations

from pathlib import Path

import pytest
from archives import unpacked
from strategies.damage import audit

CHANGED = {
    "real-rows/0.15.0/cow_bulk_lists_v6.zip": ["1 row of earlier commits", "'l' is None, and was [1, 2]"],
    "real-rows/0.15.0/cow_cluster.zip": ["14 rows of earlier", "'dec' is '-2001.00', and was '-20.01'"],
    "real-metadata/1.0.2/cow_types.zip": ["1 row of earlier commits", "'arr' is None, and was [1, 2]"],
    "real-rows/1.2.0/cow_ids_revived.zip": ["2 rows of earlier", "'b' is 'b1', and was None"],
}
MISREAD = {
    "real-rows/0.15.0/mor_bulk_lists_v6.zip": "l (a list in Spark's legacy format), t (a list in",
    "real-rows/0.15.0/cow_cluster.zip": "dec (a decimal as INT64)",
}


@pytest.mark.parametrize("name", CHANGED)
def test_values_that_a_writer_changed_in_rows_that_it_copied(name: str, tmp_path: Path) -> None:
    rows = [row for row in audit(unpacked(name, tmp_path)) if row.requirement == "table.check.kept-rows"]
    assert [(row.severity, text in row.message) for row in rows for text in CHANGED[name]] == [
        ("error", True),
        ("error", True),
    ]


@pytest.mark.parametrize("name", MISREAD)
def test_columns_that_a_writer_would_copy_with_other_values(name: str, tmp_path: Path) -> None:
    rows = audit(unpacked(name, tmp_path))
    [row] = [row for row in rows if row.requirement == "table.check.copied-columns"]
    assert (row.severity, MISREAD[name] in row.message) == ("warning", True)


def test_columns_that_are_safe_in_the_newest_file(tmp_path: Path) -> None:
    rows = audit(unpacked("real-rows/0.15.0/cow_bulk_lists_v6.zip", tmp_path))
    assert "table.check.copied-columns" not in {row.requirement for row in rows}


@pytest.mark.parametrize("name", ["mor_insert_after_log_v6", "mor_insert_after_delete_v9"])
def test_rows_that_a_writer_took_from_a_base_file_without_its_logs(name: str, tmp_path: Path) -> None:
    rows = audit(unpacked(f"real-rows/client-1.2.1/{name}.zip", tmp_path))
    [row] = [row for row in rows if row.requirement == "table.check.dropped-logs"]
    assert row.severity == "error"
    assert row.message.startswith("1 row that .")
    assert row.message.endswith("had replaced or deleted, such as key 'a'")
