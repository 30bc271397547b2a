# SPDX-License-Identifier: Apache-2.0
"""What an audit did not check of a table: a check that cannot be made is counted, never passed over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that was not checked: what, how many, and why."""

    what: str
    number: int
    why: str


def sum_gaps(gaps: Sequence[Gap]) -> list[Gap]:
    """Gaps of one kind as one, in the order of their texts."""
    sums: dict[tuple[str, str], int] = {}
    for gap in gaps:
        sums[gap.what, gap.why] = sums.get((gap.what, gap.why), 0) + gap.number
    return [Gap(what, number, why) for (what, why), number in sorted(sums.items()) if number]
