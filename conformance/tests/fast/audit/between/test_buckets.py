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
