# SPDX-License-Identifier: Apache-2.0
"""The real archivers run against all cases of archives: their lists of known failures are true."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hudi_conformance.cli import run_cli
from hudi_conformance.suite import events
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.toolchain.registry import load_implementations

PASSING = {"hudi-archiver-0.15.0": 130, "hudi-archiver-1.2.1": 190}


@pytest.mark.whole("test_archival_replay asks the archivers for plans, stored runs ask them all cases")
@pytest.mark.parametrize("name", sorted(PASSING))
def test_all_is_as_listed(name: str, tmp_path: Path) -> None:
    words = ["run", "--implementation", name, "--surface", "archive", "--out", str(tmp_path)]
    assert run_cli(words) == 0
    told = list(events.read(tmp_path / "events.jsonl.xz"))
    statuses = Counter(event["status"] for event in told if event["event"] == "result")
    assert statuses["pass"] >= PASSING[name]


@pytest.mark.parametrize(("name", "line"), [("hudi-archiver-0.15.0", "0.15"), ("hudi-archiver-1.2.1", "1.2")])
def test_what_it_does_not_do(name: str, line: str) -> None:
    adapter = ProcessAdapter(load_implementations()[name].command())
    table = {"version": 6, "type": "COPY_ON_WRITE"}
    config = {"hoodie.keep.min.commits": "4", "hoodie.keep.max.commits": "4"}
    args = {"line": line, "table": table, "timeline": [], "config": config}
    assert adapter.ask("archive.plan", b"", args, ms=30_000, mib=700).answer == "reject"
    other = {**args, "line": "0.9"}
    assert adapter.ask("archive.plan", b"", other, ms=30_000, mib=700).answer == "unsupported"
    assert adapter.ask("log.scan", b"", {}, ms=30_000, mib=700).answer == "unsupported"
    assert adapter.close() is None
