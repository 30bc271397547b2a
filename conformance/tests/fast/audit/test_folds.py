# SPDX-License-Identifier: Apache-2.0
"""Equal findings are one line with their number and first places; different ones stay apart."""

from __future__ import annotations

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.folds import key_of
from hudi_conformance.audit.summary import Digest


def finding(path: str, message: str, ofs: int | None = None, code: str = "bad-checksum") -> FindingRow:
    return FindingRow(path, "hfile", "damage", code, message, "hfile.checksum.mismatch", ofs=ofs)


ROWS = [
    finding(f"t/f{number}.hfile", f"chunk {at} is stored as 0, computed {at * 77}", at)
    for number in range(5)
    for at in (0, 100)
]
OTHER = finding("t/z.hfile", "the trailer is cut", code="truncated")


def test_numbers_and_paths_do_not_tell_findings_apart() -> None:
    assert len({key_of(row) for row in ROWS}) == 1
    assert key_of(OTHER) not in {key_of(row) for row in ROWS}
    assert key_of(finding("a", "file a/b.parquet is missing")) == key_of(finding("b", "file c/d is missing"))
    assert key_of(finding("a", "is missing")) != key_of(finding("a", "is missing", code="truncated"))


def test_a_summary_has_equal_findings() -> None:
    [fold] = [one for one in Digest.of([*ROWS, OTHER]).folds.values() if one.num > 1]
    shown = fold.to_json()
    assert (shown["findings"], shown["files"]) == (10, 5)
    assert shown["first"] == ["t/f0.hfile at byte 0", "t/f0.hfile at byte 100", "t/f1.hfile at byte 0"]
