# SPDX-License-Identifier: Apache-2.0
"""Scenarios of tables that writers create: one row for the cases of all table versions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hudi_conformance.report.model import Run

COMMAND = "table.write"
OF_VERSION = re.compile(r"-v(?P<version>\d+)$")
_TITLE_OF_VERSION = re.compile(r", version \d+$")


@dataclass(frozen=True, order=True)
class Scenario:
    """One row: topic of its cases, name without a version, description."""

    topic: str
    name: str
    title: str


def writers_of(run: Run) -> list[str]:
    """Implementations that wrote, or rejected, a table of any scenario, in the order of the run."""
    cases = [case.id for case in run.cases.values() if case.cmd == COMMAND]
    return [
        name
        for name in run.names
        if any(
            (result := run.result(name, case)) is not None and result.status != "unsupported"
            for case in cases
        )
    ]


def scenario_of(case: str, title: str) -> Scenario:
    """The row of a case."""
    _, topic, name = case.split("/", 2)
    return Scenario(topic, OF_VERSION.sub("", name), _TITLE_OF_VERSION.sub("", title))
