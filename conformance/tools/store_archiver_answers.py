#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Request the plans of drawn timelines from the archivers of 0.15.0 and 1.2.1, and store their answers.

    python conformance/tools/store_archiver_answers.py [--num 60]      2 minutes, needs Java

`tests/fast/semantics/archival/test_real_archivers.py` reads the answers and needs no Java. Timelines are
drawn by `tests/support/archival_timelines.py`, the same ones in every run.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import sys
import warnings
from pathlib import Path
from typing import Any

from hudi_conformance.suite.adapter import Adapter
from hudi_conformance.suite.session import implementations, starter
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

TESTS = Path(__file__).resolve().parents[1] / "tests"
STORED = TESTS / "fast" / "semantics" / "archival" / "archiver_answers.json.gz"
TIMES_DRAWN = 3  # of as many as are stored: those with the longest answers are stored


def main() -> None:
    """Request and store all answers."""
    sys.path.insert(1, str(TESTS / "support"))
    drawn: Any = importlib.import_module("archival_timelines")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num", type=int, default=60, help="answers per kind of request, default 60")
    num = parser.parse_args().num
    old, new = (
        starter(implementations([name])[name])() for name in ("hudi-archiver-0.15.0", "hudi-archiver-1.2.1")
    )
    stored = {
        "archive.plan-0.15": answers(old, "archive.plan", drawn.questions("0.15", 1), num),
        "archive.plan-1.2-layout-1": answers(new, "archive.plan", drawn.questions("1.2", 1), num),
        "archive.plan-1.2-layout-2": answers(new, "archive.plan", drawn.questions("1.2", 2), num),
        "archive.merge_plan-0.15": answers(old, "archive.merge_plan", drawn.merges(), num),
        "archive.merge_plan-1.2": answers(new, "archive.merge_plan", drawn.compactions(), num),
    }
    old.close()
    new.close()
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"))
    STORED.write_bytes(gzip.compress(text.encode(), mtime=0))


def answers(adapter: Adapter, command: str, strategy: st.SearchStrategy[Any], num: int) -> list[Any]:
    """Pairs of arguments and answer, those with the longest answers."""
    requests: dict[str, Any] = {}

    @seed(1)
    @settings(
        max_examples=TIMES_DRAWN * num,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(args: Any) -> None:
        requests.setdefault(json.dumps(args, sort_keys=True), args)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collect()
    pairs = []
    for args in requests.values():
        answer = adapter.ask(command, b"", args, ms=30_000, mib=700)
        if answer.answer == "value":
            pairs.append([args, answer.value])
        else:
            print(f"{command}: {answer.answer} of {json.dumps(args):.200}", file=sys.stderr)
    return sorted(pairs, key=lambda pair: -len(json.dumps(pair[1])))[:num]


if __name__ == "__main__":
    main()
