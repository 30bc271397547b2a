# SPDX-License-Identifier: Apache-2.0
"""What the reference writer writes is a healthy table: an audit of drawn histories finds nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from histories import History
from history_model import KEYS, Step, Write, histories
from history_tables import STRATEGIES, stat_of
from hudi_conformance.audit.run import Options, run_audit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

VERSIONS = (0, 1, 2, 3, 4, 5, 6, 8, 9)
DRAWN = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # to make a failure small takes minutes
    suppress_health_check=[HealthCheck.too_slow],
)
MODES = st.sampled_from(sorted(STRATEGIES))
FINDING = tuple[str, str | None, str, str]


def findings(history: History, num_archived: int = 0) -> set[FINDING]:
    """Rule, code, severity and message of every finding of a deep audit."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table"
        history.store(table, num_archived)
        outcome = run_audit(Options([str(table)], deep=True), Path(folder) / "out")
        num_data = len(history.bases) + sum(map(len, history.logs))
        assert outcome.progress.files >= num_data
        return {
            (row.requirement or "", row.code, row.severity, row.message.replace(folder, ""))
            for row in outcome.store.rows()
        }


@pytest.mark.parametrize("version", VERSIONS)
def test_an_audit_of_a_drawn_table_finds_nothing(version: int) -> None:
    @DRAWN
    @given(histories(), MODES, st.integers(0, 6))
    def check(steps: list[Step], mode: str, num_archived: int) -> None:
        history = History(mode, version)
        history.run(steps)
        assert findings(history, num_archived) == set()

    check()


def test_a_fault_of_the_writer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*args: Any, **options: Any) -> dict[str, Any]:
        return stat_of(*args, **options) | {"numWrites": 99}

    monkeypatch.setattr("histories.stat_of", faulty)
    history = History("EVENT_TIME_ORDERING", 6)
    history.run([Write(dict.fromkeys(KEYS, (1, "0")))])
    assert {rule for rule, *_ in findings(history)} == {"table.check.stat-counts"}
