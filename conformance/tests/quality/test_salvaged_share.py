# SPDX-License-Identifier: Apache-2.0
"""Records that damage did not touch come out of a salvage, whatever was destroyed around them.

The large run is `python conformance/measures/salvaged_share.py --per-kind 55`.
"""

from __future__ import annotations

from random import Random

import pytest
from log_damage import KINDS, Good
from salvaged_share import good, outcome
from table_log import table_log

# A name in a schema says nothing of what it was: its block has another column then, which a note tells.
SHARE_LOST = {"bits": 0.05, "value": 0.34}


@pytest.fixture(scope="module")
def files() -> list[Good]:
    return [good(table_log(Random(num), num)) for num in (20, 60)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_untouched_records_are_returned(kind: str, files: list[Good]) -> None:
    rng = Random(f"7 {kind}")
    tried = [outcome(rng.choice(files), kind, rng) for _ in range(6)]
    results = [result for result in tried if result is not None]
    assert sum(result.untouched for result in results) > 100
    assert sum(result.silent for result in results) == 0
    lost = sum(result.lost for result in results)
    assert lost <= SHARE_LOST.get(kind, 0.02) * sum(result.untouched for result in results)
