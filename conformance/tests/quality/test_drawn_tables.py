# SPDX-License-Identifier: Apache-2.0
"""What the reference writer writes is a healthy table: an audit of drawn histories finds nothing.

No release creates tables of version 7 by default, and the writer of 1.2.1 takes 6, 8 and 9 only
(`hoodie.write.table.version`). Its upgrade to 7 makes one of a table of version 6: `hoodie.table.version` is
all that it changes, layout 1 stays. So tables of version 7 are drawn as those of version 6.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from histories import History
from history_model import KEYS, Step, Write
from history_tables import STRATEGIES, stat_of
from hudi_conformance.audit.run import Options, run_audit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from strategies.tables import histories

VERSIONS = tuple(range(10))
DRAWN = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # to make a failure small takes minutes
    suppress_health_check=[HealthCheck.too_slow],
)
MODES = st.sampled_from(sorted(STRATEGIES))
FINDING = tuple[str, str | None, str, str]


def findings(
    history: History, num_archived: int = 0, change: Callable[[Path], None] = lambda _: None
) -> set[FINDING]:
    """Rule, code, severity and message of every finding of a deep audit, after a change of the table."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table"
        history.store(table, num_archived)
        change(table)
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


@pytest.mark.parametrize("is_null", [False, True], ids=["count-of-99", "null-counts-as-0"])
def test_a_fault_of_the_writer_is_noticed(is_null: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*args: Any, **options: Any) -> dict[str, Any]:
        stat = stat_of(*args, **options)
        nulled = {"numUpdateWrites": None, "numInserts": stat["numWrites"] + 1}
        return stat | (nulled if is_null else {"numWrites": 99})

    monkeypatch.setattr("histories.stat_of", faulty)
    history = History("EVENT_TIME_ORDERING", 6)
    history.run([Write(dict.fromkeys(KEYS, (1, "0")))])
    assert {rule for rule, *_ in findings(history)} == {"table.check.stat-counts"}


@pytest.mark.parametrize("version", [6, 8])
def test_a_base_file_of_an_archived_commit_has_its_size(version: int) -> None:
    history = History("EVENT_TIME_ORDERING", version)
    history.run([Write(dict.fromkeys(KEYS, (number, "0"))) for number in (1, 2)])
    [path, *_] = history.bases

    def grow(table: Path) -> None:
        data = (table / path).read_bytes()
        ofs_footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
        (table / path).write_bytes(data[:ofs_footer] + bytes(4) + data[ofs_footer:])

    assert findings(history, 1) == set()
    [(rule, _, severity, message)] = findings(history, 1, grow)
    assert (rule, severity) == ("table.check.named-size", "error")
    assert "the archived commit 20260101000100000 states" in message
