# SPDX-License-Identifier: Apache-2.0
"""Our plan of an archiver against what the real ones do, on timelines drawn at random.

As many as `HUDI_CONFORMANCE_TIMELINES` says for each of: 0.15.0, 1.2.1 on layout 1, 1.2.1 on layout 2;
without it 40, and 100 with HUDI_CONFORMANCE_WHOLE set, as `tox -e slow` does.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai.archival import archive_merge_plan, archive_plan
from hudi_conformance.errors import Reject
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.session import implementations, starter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies.timelines import compactions, merges, questions

pytestmark = pytest.mark.own_job

EACH = "100" if "HUDI_CONFORMANCE_WHOLE" in os.environ else "20"
EXAMPLES = int(os.environ.get("HUDI_CONFORMANCE_TIMELINES", EACH))
ASKED = [
    ("0.15", 1, "hudi-archiver-0.15.0"),
    ("1.2", 1, "hudi-archiver-1.2.1"),
    ("1.2", 2, "hudi-archiver-1.2.1"),
]


@pytest.fixture(scope="module")
def archivers() -> Iterator[dict[str, Adapter]]:
    started: dict[str, Adapter] = {}
    for name in {name for _, _, name in ASKED}:
        try:
            started[name] = starter(implementations([name])[name])()
        except CannotStart as error:
            pytest.skip(str(error))
    yield started
    for adapter in started.values():
        adapter.close()


def ours(args: dict[str, Any]) -> dict[str, Any] | str:
    try:
        return archive_plan(args)
    except Reject as reject:
        return reject.code


@pytest.mark.parametrize(("line", "layout", "name"), ASKED)
def test_our_plan_is_what_the_archiver_did(
    archivers: dict[str, Adapter], line: str, layout: int, name: str
) -> None:
    adapter = archivers[name]
    seen: Counter[str] = Counter()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def replay(data: st.DataObject) -> None:
        args = data.draw(questions(line, layout))
        answer = adapter.ask("archive.plan", b"", args, ms=30_000, mib=700)
        assert answer.answer == "value", (answer, args)
        plan = ours(args)
        assert not isinstance(plan, str), (plan, args)
        difference = first_mismatch(plan, answer.value)
        assert difference is None, (difference, args)
        seen["timelines"] += 1
        seen["archiving"] += bool(plan["archive"])

    replay()
    assert seen["timelines"] >= EXAMPLES
    assert seen["archiving"] >= EXAMPLES // 10, seen


@pytest.mark.parametrize(
    ("asked", "name"), [(merges(), "hudi-archiver-0.15.0"), (compactions(), "hudi-archiver-1.2.1")]
)
def test_our_merge_is_what_the_archiver_did(
    archivers: dict[str, Adapter], asked: st.SearchStrategy[dict[str, Any]], name: str
) -> None:
    adapter = archivers[name]
    merging = 0

    @settings(max_examples=EXAMPLES // 2, suppress_health_check=list(HealthCheck))
    @given(asked)
    def replay(args: dict[str, Any]) -> None:
        nonlocal merging
        answer = adapter.ask("archive.merge_plan", b"", args, ms=30_000, mib=700)
        assert answer.answer == "value", (answer, args)
        plan = archive_merge_plan(args)
        assert first_mismatch(plan, answer.value) is None, (plan, answer.value, args)
        merging += bool(plan.get("candidates") or plan.get("compactions"))

    replay()
    # how many depends on the constants of all modules that Hypothesis has seen
    assert merging >= 1
