# SPDX-License-Identifier: Apache-2.0
"""Texts for people: numbers with their nouns."""

from __future__ import annotations

import pytest
from hudi_conformance.look.text import counted


@pytest.mark.parametrize(
    ("num", "expected"),
    [(0, "0 cases"), (1, "1 case"), (2, "2 cases"), (1234, "1,234 cases")],
)
def test_a_noun_follows_its_number(num: int, expected: str) -> None:
    assert counted(num, "case") == expected


def test_an_irregular_plural_is_given() -> None:
    assert [counted(num, "class", "classes") for num in (1, 3)] == ["1 class", "3 classes"]
