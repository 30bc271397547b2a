# SPDX-License-Identifier: Apache-2.0
"""Tables of scenarios: Hudi reads what the reference writer writes, its client writes what the model says.

A sample of the scenarios, all of them with HUDI_CONFORMANCE_WHOLE set, as `tox -e slow` does. A run of the
implementations `hudi-client-*` asks all of them, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Adapter, CannotStart, close_quietly
from hudi_conformance.suite.judge import written_tree
from hudi_conformance.suite.manifest import Case, load_manifests
from hudi_conformance.suite.trees import Tree
from instruments.scenario.model import content_of

EACH = 1 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 8
CASES = [
    case
    for case in load_manifests(resources.cases_dir())
    if case.cmd == "table.write" and case.kind == "reads-back" and not case.needs
][::EACH]
OF_WRITER = ("_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_file_name")
LIMITS = {"ms": 60_000, "mib": 1024}
FIRST_VERSION = 6  # of tables that the reader takes for what they are


@pytest.fixture(scope="module", params=["hudi-java-1.2.1"])
def reader(request: pytest.FixtureRequest) -> Iterator[Adapter]:
    yield from started(request.param)


@pytest.fixture(scope="module", params=["hudi-client-1.2.1", "hudi-client-0.15.0"])
def writer(request: pytest.FixtureRequest) -> Iterator[Adapter]:
    yield from started(request.param)


@pytest.fixture(scope="module")
def ours() -> Iterator[Adapter]:
    yield from started("kaitai-python")


def started(name: str) -> Iterator[Adapter]:
    try:
        adapter = session.starter(session.implementations([name])[name], 6.0)()
    except CannotStart as error:
        pytest.skip(str(error))
    yield adapter
    close_quietly(adapter)


def texts(rows: list[Mapping[str, Any]]) -> list[str]:
    shown = [{name: value for name, value in row.items() if name not in OF_WRITER} for row in rows]
    return sorted(json.dumps(row, sort_keys=True) for row in shown)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id.rpartition("/")[2])
def test_hudi_reads_the_rows_of_the_reference_writer(case: Case, reader: Adapter) -> None:
    scenario = case.args["write"]
    if scenario["version"] < FIRST_VERSION:
        pytest.skip("written as releases that this one does not read without an upgrade")
    table = encode_table(scenario)
    tree = Tree(table.files, table.times)
    told = reader.ask("table.read", tree, {"view": "snapshot"}, **LIMITS)
    assert told.answer == "value", told.message
    assert texts(told.value["rows"]) == texts(content_of(scenario, {})["snapshot"])


@pytest.mark.own_job
@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id.rpartition("/")[2])
def test_hudi_writes_what_the_model_says(case: Case, writer: Adapter, ours: Adapter) -> None:
    answer = writer.ask("table.write", None, case.args, **LIMITS)
    if answer.answer == "unsupported":
        pytest.skip(str(answer.message))
    assert answer.answer == "value", answer.message
    tree = written_tree(answer.value)
    assert tree is not None
    args = case.expect.get("args", {})
    assert ours.ask("table.content", tree, args, **LIMITS).value == content_of(case.args["write"], args)
