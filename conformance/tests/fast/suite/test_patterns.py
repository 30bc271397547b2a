# SPDX-License-Identifier: Apache-2.0
"""Many patterns of ids: an index answers as a comparison with each of them."""

from __future__ import annotations

from hudi_conformance.suite.manifest import matches
from hudi_conformance.suite.patterns import Patterns
from hypothesis import given
from hypothesis import strategies as st

IDS = st.text("ab/", max_size=6)
PATTERNS = st.text("ab/*?[]", max_size=5)


@given(st.lists(PATTERNS, max_size=8), IDS)
def test_positions_are_those_of_patterns_that_match(patterns: list[str], ident: str) -> None:
    expected = [position for position, pattern in enumerate(patterns) if matches(ident, pattern)]
    assert Patterns(patterns).matching(ident) == expected


def test_ids_prefixes_and_wildcards() -> None:
    patterns = Patterns(["log/a/one", "log/a", "log/*/one", "log/a/", "log/a/o", "log", "*"])
    assert patterns.matching("log/a/one") == [0, 1, 2, 3, 5, 6]
    assert patterns.matching("log") == [5, 6]
    assert patterns.matching("name/a") == [6]
