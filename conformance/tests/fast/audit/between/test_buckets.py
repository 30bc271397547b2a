# SPDX-License-Identifier: Apache-2.0
"""`audit.between.buckets`: record keys that releases spell differently are explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from archives import unpacked
from strategies.damage import audit


@pytest.mark.parametrize(
    ("table", "rule", "words"),
    [
        (
            "views/bucket-parsings-v6",
            "table.check.bucket-keys",
            "with 4 buckets, 'a:0' is where releases of 0.x put it",
        ),
        ("views/bucket-parsings-v9", "table.check.bucket-keys", "releases of both series have written"),
        ("views/key-forms-v6", "table.check.key-forms", "0.14.1 to 1.0.2 the second"),
        ("real-buckets/1.2.0/colon", "table.check.bucket-keys", "with 4 buckets, 'a:0' is where"),
        ("real-buckets/1.2.0/mix", "table.check.key-forms", "record keys id:VALUE as well as VALUE alone"),
    ],
)
def test_doubles_that_two_releases_make_are_explained(
    table: str, rule: str, words: str, tmp_path: Path
) -> None:
    unpacked(f"{table}.zip", tmp_path)
    [row] = (row for row in audit(tmp_path) if row.requirement != "table.check.record-keys")
    assert (row.requirement, row.severity) == (rule, "error")
    assert words in row.message


def test_keys_say_nothing_beside_a_group_without_a_bucket(tmp_path: Path) -> None:
    unpacked("views/bucket-parsings-v6.zip", tmp_path)
    base = tmp_path / "00000000-0000-4000-8000-000000000000-0_0-0-0_20260101000200000.parquet"
    base.rename(tmp_path / base.name.replace("00000000-0000-4000", "xxxxxxxx-0000-4000"))
    commit = tmp_path / ".hoodie/20260101000200000.commit"
    commit.write_text(commit.read_text().replace("00000000-0000-4000", "xxxxxxxx-0000-4000"))
    assert "table.check.bucket-keys" not in {row.requirement for row in audit(tmp_path)}
