# SPDX-License-Identifier: Apache-2.0
"""`audit.between.buckets`: file groups of bucket indexes, and record keys that releases spell differently."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hudi_conformance import resources
from strategies.damage import Damage, audit, damages, lines


@pytest.mark.parametrize("damage", damages(Path(__file__).with_name("buckets.toml")))
def test_findings_about_buckets(damage: Damage, tmp_path: Path) -> None:
    damage.write(tmp_path)
    rows = audit(tmp_path)
    assert lines(rows, tmp_path) == damage.expected
    assert damage.absent(rows) == []


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
    zipfile.ZipFile(resources.fixtures_dir() / f"{table}.zip").extractall(tmp_path)
    [row] = (row for row in audit(tmp_path) if row.requirement != "table.check.record-keys")
    assert (row.requirement, row.severity) == (rule, "error")
    assert words in row.message
