# SPDX-License-Identifier: Apache-2.0
"""`audit.combine`: of many findings of one rule the first are rows, and one row stands for all others."""

from __future__ import annotations

import pytest
from hudi_conformance.audit.combine import MAX_OF_RULE, combined
from hudi_conformance.audit.findings import FindingRow


def row(number: int, rule: str = "hfile.cell.order", salvageable: bool | None = True) -> FindingRow:
    return FindingRow(
        "p", "hfile", "damage", "bad-order", f"cell {number}", rule, ofs=number * 8, salvageable=salvageable
    )


FIRST = [row(number) for number in range(MAX_OF_RULE)]


@pytest.mark.parametrize("num", [0, 1, MAX_OF_RULE])
def test_few_findings_are_rows_of_their_own(num: int) -> None:
    assert list(combined(FIRST[:num])) == FIRST[:num]


def test_one_more_finding_is_the_finding_itself() -> None:
    more = row(MAX_OF_RULE)
    assert list(combined([*FIRST, more])) == [*FIRST, more]


@pytest.mark.parametrize(
    ("salvageable", "expected"),
    [
        ([True, True, True], True),
        ([False, False, False], False),
        ([None, None, None], None),
        ([True, False, False], None),
        ([False, False, True], None),
        ([None, True, True], None),
    ],
)
def test_all_others_are_one_row(salvageable: list[bool | None], expected: bool | None) -> None:
    """It begins at the first of them, ends with the last byte, and says how many they are."""
    places = (5000, 7000, 6000)
    more = [row(place, salvageable=one) for place, one in zip(places, salvageable, strict=True)]
    *first, rest = combined([*FIRST, *more])
    assert first == FIRST
    assert (rest.ofs, rest.len, rest.salvageable) == (5000 * 8, (7000 - 5000) * 8 + 1, expected)
    assert rest.message == "3 more findings of this rule, the first: cell 5000"


def test_rules_are_counted_one_by_one() -> None:
    others = [row(number, "hfile.cell.form") for number in range(3)]
    more = [row(9000), row(9001)]
    rows = list(combined([*others, *FIRST, *more]))
    assert rows[:-1] == [*others, *FIRST]
    assert rows[-1].message.startswith("2 more findings")


def test_findings_without_an_offset() -> None:
    rows = [
        FindingRow("p", "name", "violation", "bad-value", "m", "name.log.first-version") for _ in range(1003)
    ]
    rest = list(combined(rows))[-1]
    assert (rest.ofs, rest.len, rest.salvageable) == (None, None, None)
