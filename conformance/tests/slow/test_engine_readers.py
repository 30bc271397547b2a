# SPDX-License-Identifier: Apache-2.0
"""Engines that read tables: each starts and reads what it claims, or is left out with a plain line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hudi_conformance.cli import common
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.suite.judge import judge
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.native import check_tool
from hudi_conformance.toolchain.registry import load_implementations

READERS = {
    "clickhouse-26.9": ("table/read/base-file-whole", "limit"),
    "daft-0.7.26": ("table/read/base-file-whole", "pass"),
    "hudi-flink-0.14.1": ("table/releases/mor-plain-0-12-3-snapshot", "pass"),
    "hudi-hive-0.15.0": ("table/read/mor-event-time-0-15-0-snapshot", "pass"),
    "hudi-rs-0.6.0-rc.1": ("table/read/base-file-whole", "pass"),
}


@pytest.fixture(params=READERS)
def reader(request: pytest.FixtureRequest) -> Iterator[tuple[str, ProcessAdapter]]:
    implementation = load_implementations()[request.param]
    try:
        if implementation.program and not check_tool(implementation.program):
            pytest.skip(f"{request.param} is not built yet, which takes 20 minutes")
        command = implementation.command()
    except ToolMissing as missing:
        pytest.skip(f"{request.param} does not start here: {missing}")
    adapter = ProcessAdapter(command, memory_mib=implementation.memory_mib)
    yield request.param, adapter
    adapter.close()


def test_a_reader_starts_and_reads_a_table(reader: tuple[str, ProcessAdapter]) -> None:
    name, adapter = reader
    case, verdict = READERS[name]
    suite = common.open_session()
    [ready] = suite.prepare([one for one in suite.cases if one.id == case])
    answer = adapter.ask(ready.case.cmd, ready.input, ready.args, ms=60_000, mib=4096)
    assert judge(ready.expectation, answer).verdict == verdict, answer
    assert adapter.close() is None
