# SPDX-License-Identifier: Apache-2.0
"""Findings of one rule in one file are combined after the first ones; none is lost of the count."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hudi_conformance.audit.combine import MAX_OF_RULE
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.decode.log.check import CheckContext, check_log
from instruments.hostile import FAMILIES

NAME = ".f1-0_20240101000000001.log.1_0-1-0"
_MORE = re.compile(r"([0-9,]+) more findings of this rule, the first: .+")


def audited(tmp_path: Path, data: bytes) -> list[FindingRow]:
    path = tmp_path / NAME
    path.write_bytes(data)
    rows = list(run_audit(Options([str(path)]), tmp_path / "out").store.rows())
    return [row for row in rows if row.surface == "log"]


def num_of(row: FindingRow) -> int:
    more = _MORE.fullmatch(row.message)
    return 1 if more is None else int(more[1].replace(",", ""))


@pytest.mark.parametrize("family", ["magics", "small_blocks", "padded_records"])
def test_findings_beyond_the_first_are_counted(tmp_path: Path, family: str) -> None:
    data = FAMILIES[family](60_000)
    rows = audited(tmp_path, data)
    found = Counter((row.requirement, row.code) for row in rows)
    assert max(found.values()) <= MAX_OF_RULE + 1
    counts = Counter[tuple[str | None, str]]()
    for row in rows:
        counts[row.requirement, row.code] += num_of(row)
    path = tmp_path / NAME
    told = list(check_log(path, CheckContext(file_name=NAME)))
    expected = Counter((finding.requirement, finding.code) for finding in told)
    assert max(expected.values()) > MAX_OF_RULE + 1
    assert {key: counts[key] for key in expected} == dict(expected)
    for row in rows:
        if num_of(row) > 1:
            own = [one.at for one in told if (one.requirement, one.code) == (row.requirement, row.code)]
            places = [at for at in own[MAX_OF_RULE:] if at is not None]
            assert (row.ofs, row.len) == (places[0], max(places) - places[0] + 1)
