# SPDX-License-Identifier: Apache-2.0
"""Checks that an audit did not make on a table: they are counted, never silently skipped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """A check that was not made: description, number of subjects, and reason."""

    what: str
    number: int
    why: str


def sum_gaps(gaps: Sequence[Gap]) -> list[Gap]:
    """Combine gaps of one kind, ordered by their texts."""
    sums: dict[tuple[str, str], int] = {}
    for gap in gaps:
        sums[gap.what, gap.why] = sums.get((gap.what, gap.why), 0) + gap.number
    return [Gap(what, number, why) for (what, why), number in sorted(sums.items()) if number]
