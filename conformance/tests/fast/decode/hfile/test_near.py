# SPDX-License-Identifier: Apache-2.0
"""Lookups that prove only the neighbourhood of a row, on the files of the cases, most of which are small."""

from __future__ import annotations

from dataclasses import replace

import pytest
from callable_adapter import CallableAdapter
from hudi_conformance import edits
from hudi_conformance.adapters.kaitai import python
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.suite import runner
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.session import READER, Session


def test_the_cases_of_lookups_hold_without_the_rest_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(edits)
    prepared = session.prepare([case for case in session.cases if case.cmd in {"hfile.get", "hfile.prefix"}])
    adapter = CallableAdapter(python.answer)
    readers = {READER: lambda: adapter}
    plan = replace(session.plan(prepared), readers=readers)
    turn = runner.Turn(
        runner.Participant("near", readers[READER], KnownFailures("near")), plan, runner.Readers(readers)
    )
    monkeypatch.setattr(Lookup.__init__, "__defaults__", (0,))
    verdicts = {ready.case.id: turn.judge_case(adapter, ready)[1].verdict for ready in prepared}
    assert len(verdicts) > 200
    assert {name: verdict for name, verdict in verdicts.items() if verdict not in {"pass", "open"}} == {}
