# SPDX-License-Identifier: Apache-2.0
"""Hudi through Spark answers alike whatever it was asked before; needs PySpark 3.5, as its bundles do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hudi_conformance.cli import common
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.suite.judge import judge
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

# Metadata tables of two releases with equal schemas, and one whose schema has a field less.
ORDERS = (
    ("metadata/golden/client-0-14-1-files", "metadata/tables/cow-uncommitted-1-2-0-files"),
    ("metadata/tables/cow-uncommitted-1-2-0-files", "metadata/golden/client-0-14-1-files"),
)


def verdicts(name: str, order: Sequence[str]) -> dict[str, str]:
    """Verdicts about cases that one session is asked in this order."""
    implementation = load_implementations()[name]
    try:
        command = implementation.command()
    except ToolMissing as missing:
        pytest.skip(f"{name} does not start here: {missing}")
    suite = common.open_session()
    cases = {one.case.id: one for one in suite.prepare([one for one in suite.cases if one.id in order])}
    adapter = ProcessAdapter(command, memory_mib=implementation.memory_mib, patience=20)
    try:
        return {
            ident: judge(
                cases[ident].expectation,
                adapter.ask(
                    cases[ident].case.cmd, cases[ident].input, cases[ident].args, ms=60_000, mib=4096
                ),
            ).verdict
            for ident in order
        }
    finally:
        adapter.close()


@pytest.mark.parametrize("name", ["hudi-spark-1.2.0", "hudi-spark-1.1.1"])
def test_answers_do_not_depend_on_earlier_questions(name: str) -> None:
    first, second = (verdicts(name, order) for order in ORDERS)
    assert first == second
