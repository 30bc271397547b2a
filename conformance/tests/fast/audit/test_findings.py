# SPDX-License-Identifier: Apache-2.0
"""`audit.findings`: columns of a finding, their defaults, and the order of findings."""

from __future__ import annotations

import pytest
from hudi_conformance.audit.finding_columns import from_batches, to_batches, values_of
from hudi_conformance.audit.findings import FindingRow, chunks, rank
from hudi_conformance.errors import Reject

ROW = FindingRow("p", "log", "damage", "truncated", "text")


def test_a_row_says_no_more_than_it_was_given() -> None:
    assert (
        FindingRow(
            "p",
            "log",
            "damage",
            "truncated",
            "text",
            requirement=None,
            severity="error",
            ofs=None,
            len=None,
            block=None,
            kind=None,
            instant=None,
            salvageable=None,
        )
        == ROW
    )
    values = values_of(ROW)
    assert {name for name, value in values.items() if value is None} == {
        "requirement",
        "ofs",
        "len",
        "block",
        "kind",
        "instant",
        "salvageable",
    }


def test_the_row_of_a_broken_rule() -> None:
    error = Reject("bad-value", 7, "log.header.block-identifier", "text")
    row = FindingRow.of(
        error, "p", "log", verdict="violation", salvageable=True, instant="i", kind="k", block=3, size=9
    )
    assert row == FindingRow(
        "p",
        "log",
        "violation",
        "bad-value",
        "text",
        "log.header.block-identifier",
        "warning",
        7,
        9,
        3,
        "k",
        "i",
        True,
    )
    assert FindingRow.of(error, "p", "log", verdict="damage", salvageable=None).len is None


def test_worst_findings_come_first() -> None:
    def row(
        verdict: str, severity: str, path: str = "p", ofs: int | None = None, rule: str | None = None
    ) -> FindingRow:
        return FindingRow(path, "log", verdict, "code", "text", rule, severity, ofs)

    ordered = [
        row("damage", "error", "a", None),
        row("damage", "error", "a", 1, "a"),
        row("damage", "error", "a", 1, "b"),
        row("damage", "error", "a", 2, "a"),
        row("damage", "error", "b"),
        row("unreadable", "error", "a"),
        row("violation", "error", "a"),
        row("damage", "warning", "a"),
        row("note", "info", "a"),
    ]
    assert sorted([*ordered[3:], *ordered[:3]], key=rank) == ordered


@pytest.mark.parametrize(("num", "sizes"), [(0, []), (3, [3]), (4, [4]), (5, [4, 1]), (8, [4, 4])])
def test_chunks(num: int, sizes: list[int]) -> None:
    assert [len(chunk) for chunk in chunks(range(num), 4)] == sizes
    assert [item for chunk in chunks(range(num), 4) for item in chunk] == list(range(num))


def test_many_rows_are_several_batches() -> None:
    rows = [ROW] * 4097
    batches = list(to_batches(rows, "r"))
    assert [batch.num_rows for batch in batches] == [4096, 1]
    assert list(from_batches(batches)) == rows
