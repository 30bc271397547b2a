# SPDX-License-Identifier: Apache-2.0
"""Answers of real Hudi to drawn questions, for mutants drawn by chance.

    drawn:measured-COMMAND-LINE-N   plans of archivers on drawn timelines, merges and compactions of archives:
                                    what the archivers of 0.15.0 and 1.2.1 do, as stored here

The answers are stored, so that no JVM is needed:

    python conformance/tests/quality/chance_measured.py [--num 60]   # asks the archivers again, 2 min

`slow/test_archival_replay.py` asks the same of questions that are drawn anew.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from hudi_conformance.suite.mismatch import first_mismatch
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

if TYPE_CHECKING:
    from chance_questions import World

STORED = Path(__file__).resolve().parent / "chance_measured.json.gz"
_PER_QUESTION = 20
_TIMES_DRAWN = 3  # of as many as are kept: first those whose answers are new
_COMMANDS = {"archive.plan": "archive_plan", "archive.merge_plan": "archive_merge_plan"}


def measured_questions() -> Iterator[Asked]:
    """All of them."""
    stored: dict[str, list[Any]] = json.loads(gzip.decompress(STORED.read_bytes()))
    for name, pairs in stored.items():
        for number, start in enumerate(range(0, len(pairs), _PER_QUESTION)):
            group = pairs[start : start + _PER_QUESTION]
            yield f"drawn:measured-{name}-{number}", json.dumps(group), partial(_fault, name, group)


def _fault(name: str, pairs: list[Any], _: World) -> Failure:
    module = imported("adapters.kaitai_archival")
    answer_to = getattr(module, _COMMANDS[name.partition("-")[0]])
    for args, expected in pairs:
        difference = first_mismatch(answer_to(args), expected)
        if difference is not None:
            return f"{difference} of {json.dumps(args):.200}"
    return None


def drawn(strategy: st.SearchStrategy[Any], num: int) -> list[Any]:
    """The first different values of a strategy, the same ones at every call."""
    found: dict[str, Any] = {}

    @seeded(1)
    @settings(max_examples=num, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(strategy)
    def collect(value: Any) -> None:
        found.setdefault(json.dumps(value, sort_keys=True), value)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collect()
    return list(found.values())


def main() -> int:
    """Ask the archivers and store what they answer."""
    from hudi_conformance.suite.session import implementations, starter

    support: Any = importlib.import_module("strategies.timelines")
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--num", type=int, default=60, help="questions of each kind")
    options = parser.parse_args()
    old, new = "hudi-archiver-0.15.0", "hudi-archiver-1.2.1"
    kinds = {
        "archive.plan-0.15": (old, support.questions("0.15", 1)),
        "archive.plan-1.2-layout-1": (new, support.questions("1.2", 1)),
        "archive.plan-1.2-layout-2": (new, support.questions("1.2", 2)),
        "archive.merge_plan-0.15": (old, support.merges()),
        "archive.merge_plan-1.2": (new, support.compactions()),
    }
    adapters = {name: starter(implementations([name])[name])() for name in (old, new)}
    stored: dict[str, list[Any]] = {}
    for kind, (name, strategy) in kinds.items():
        pairs = []
        for args in drawn(strategy, _TIMES_DRAWN * options.num):
            answer = adapters[name].ask(kind.partition("-")[0], b"", args, ms=30_000, mib=700)
            if answer.answer != "value":
                print(f"{kind}: {answer.answer} of {json.dumps(args):.200}", file=sys.stderr)
                continue
            pairs.append([args, answer.value])
        stored[kind] = _varied(pairs, options.num)
        print(f"{kind}: {len(stored[kind])} of {len(pairs)}")
    for adapter in adapters.values():
        adapter.close()
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"))
    STORED.write_bytes(gzip.compress(text.encode(), mtime=0))
    return 0


def _varied(pairs: list[Any], num: int) -> list[Any]:
    """As many pairs, those whose answers say more first."""
    return sorted(pairs, key=lambda pair: -len(json.dumps(pair[1])))[:num]


if __name__ == "__main__":
    sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))
    sys.exit(main())
