# SPDX-License-Identifier: Apache-2.0
"""`audit.name_surface`: names of log files that break a rule, by the version of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from strategies.damage import audit
from strategies.small_table import log_file

TIME = "20240101000000000"
LOG = log_file(f'[{{"time": "{TIME}", "records": 1}}]', "p=1")


@pytest.mark.parametrize(
    ("name", "version", "rule"),
    [
        (f".f1_{TIME}.log.1_0-0-0", None, None),
        (f".f1_{TIME}.log.1_0-0-0", 9, None),
        (f".f1_{TIME}.log.1", 6, None),
        (f".f1_{TIME}.log.1_0-0-0.cdc", 6, None),
        (f".f1_{TIME}.log.1_0-0-0.bak", None, "name.log.whole-match"),
        (f".f.1_{TIME}.log.1_0-0-0", None, "name.log.file-id-characters"),
        (f".f1_{TIME}.log.4294967296_0-0-0", None, "name.log.version-range"),
        (f".f1_{TIME}.log.0_0-0-0", None, "name.log.first-version"),
        (".f1_20230101000000000.log.1_0-0-0", 6, None),
    ],
)
def test_names_of_log_files(name: str, version: int | None, rule: str | None, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(LOG)
    rows = [row for row in audit(tmp_path / name, table_version=version) if row.surface == "name"]
    assert [row.requirement for row in rows if row.surface == "name"] == [rule] * (rule is not None)
    assert {(row.path, row.ofs, row.verdict) for row in rows} <= {(str(tmp_path / name), None, "violation")}


@pytest.mark.parametrize(("since", "num"), [(None, 1), (TIME, 1), ("20240101000000001", 0)])
def test_names_of_files_before_an_instant_are_not_reported(
    since: str | None, num: int, tmp_path: Path
) -> None:
    name = f".f1_{TIME}.log.0_0-0-0"
    (tmp_path / name).write_bytes(LOG)
    assert len(audit(tmp_path / name, since=since)) == num
