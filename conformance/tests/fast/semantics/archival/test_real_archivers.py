# SPDX-License-Identifier: Apache-2.0
"""Plans of drawn timelines, merges and compactions: stored answers of the archivers of 0.15.0 and 1.2.1.

`tools/store_archiver_answers.py` requests the answers again; `slow/test_archival_replay.py` draws other
timelines.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai.archival import archive_merge_plan, archive_plan

STORED: dict[str, list[Any]] = json.loads(
    gzip.decompress(Path(__file__).with_name("archiver_answers.json.gz").read_bytes())
)
PLANS = ("0.15", "1.2-layout-1", "1.2-layout-2")


@pytest.mark.parametrize(
    "name", [*(f"archive.plan-{of}" for of in PLANS), "archive.merge_plan-0.15", "archive.merge_plan-1.2"]
)
def test_answers_are_those_of_the_archiver(name: str) -> None:
    assert len(STORED[name]) == 60
    for args, answer in STORED[name]:
        assert (archive_plan if name.startswith("archive.plan") else archive_merge_plan)(args) == answer
