# SPDX-License-Identifier: Apache-2.0
"""Cases on which releases of Hudi sleep: `waits` of `implementations.toml`, and no others of their topic."""

from __future__ import annotations

import pytest
from hudi_conformance.cli import common
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import ProcessAdapter, Question
from hudi_conformance.suite.waiting import is_waiting
from hudi_conformance.toolchain.registry import load_implementations

pytestmark = pytest.mark.own_job

SHIPPED = load_implementations()
SLEEPS_MS = 4500  # five times a second


_OTHERS = pytest.mark.whole("those of the default run are asked")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[_OTHERS] if entry.optional else [], id=name)
        for name, entry in SHIPPED.items()
        if entry.waits
    ],
)
def test_the_listed_cases_wait_and_the_others_do_not(name: str) -> None:
    suite = common.open_session()
    cases = suite.prepare(suite.choose(session.Choice(globs=["timeline/table", *SHIPPED[name].waits])))
    adapter = ProcessAdapter(SHIPPED[name].command())
    try:
        cases = [ready for ready in cases if ready.missing_feature(adapter.hello) is None]
        waiting = [ready for ready in cases if is_waiting(ready, SHIPPED[name].waits)]
        assert len(waiting) == len(SHIPPED[name].waits)
        answers = adapter.ask_together(
            [Question(ready.case.cmd, ready.input, ready.args, 10_000, 512) for ready in waiting]
        )
        slept = {ready.case.id: answer and answer.ms for ready, answer in zip(waiting, answers, strict=True)}
        assert all(ms is not None and ms > SLEEPS_MS for ms in slept.values()), slept
        others = {
            ready.case.id: adapter.ask(ready.case.cmd, ready.input, ready.args, ms=10_000, mib=512).ms
            for ready in cases
            if ready not in waiting
        }
        assert len(others) > 20
        assert max(others.values()) < SLEEPS_MS, max(others.items(), key=lambda pair: pair[1])
    finally:
        assert adapter.close() is None
