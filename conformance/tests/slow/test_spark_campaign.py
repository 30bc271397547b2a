# SPDX-License-Identifier: Apache-2.0
"""Campaigns on Spark with real implementations: verdicts as of a plain loop, adapters kept, nothing lost."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest

pytest.importorskip("pyspark", reason="needs the extra `spark`")

from hudi_conformance.campaign import run, verdicts
from hudi_conformance.campaign.plan import Plan, Selection, fixture_bases, make_plan
from hudi_conformance.campaign.store import Store
from hudi_conformance.campaign.work import COMMANDS, Settings
from hudi_conformance.engine import local
from hudi_conformance.engine.spark import run_tasks
from instruments.scenario import campaign as scenarios

pytestmark = pytest.mark.own_job

SILENT = lambda *_: None
NAMES = {
    "log": ("kaitai-python", "kaitai-java", "hudi-java-1.2.1"),
    "hfile": ("kaitai-python", "hudi-io-1.2.1"),
}
# Said of the same input by the same program: all but the time. Messages of the JVM can differ.
COMPARED = [name for name in verdicts.SCHEMA.names if name not in {"ms", "reason"}]


def plan_of(surface: str, num: int) -> Plan:
    settings = Settings(tuple((name, "") for name in NAMES[surface]), {surface: COMMANDS[surface]}, ms=5000)
    bases = [base for base in fixture_bases([surface]) if "bomb" not in base.name][::9]
    return make_plan(bases, Selection(sample=num, num_random=num // 3, seed=11), settings)


def rows(store: Store) -> list[dict[str, Any]]:
    order = [(name, "ascending") for name in ("task", "number", "command", "implementation")]
    return store.table(COMPARED).sort_by(order).to_pylist()


@pytest.mark.whole("test_two_readers_of_one_grammar_agree runs a campaign on Spark")
@pytest.mark.parametrize(
    "surface", ["log", pytest.param("hfile", marks=pytest.mark.whole("the same with edited logs"))]
)
def test_spark_says_what_a_plain_loop_says(spark: Any, surface: str, tmp_path: Path) -> None:
    plan = plan_of(surface, 120)
    one, other = Store(tmp_path / "spark"), Store(tmp_path / "plain")
    run.check_start(plan.settings)
    run.ask_all(plan, one, partial(run_tasks, spark, **run.ON_SPARK), resume=False, progress=SILENT)
    run.ask_all(plan, other, local.run_tasks, resume=False, progress=SILENT)
    assert rows(one) == rows(other)
    answers = set(one.table(["answer"])["answer"].to_pylist())
    assert not answers & {"crash", "hang", "garbled", "absent"}


def test_two_readers_of_one_grammar_agree(spark: Any, tmp_path: Path) -> None:
    plan = plan_of("log", 200)
    store = Store(tmp_path)
    run.ask_all(plan, store, partial(run_tasks, spark, **run.ON_SPARK), resume=False, progress=SILENT)
    where = ds.field("implementation") == "kaitai-java"
    words = set(store.table(["agreement"], where)["agreement"].to_pylist())
    assert words <= {"same", "unsupported"}
    result = run.conclude(plan, store, [], ["kaitai-python", "kaitai-java"], progress=SILENT, max_classes=10)
    assert not result.failed
    assert {one.key.implementation for one in result.cases} == {"hudi-java-1.2.1"}
    assert len(result.cases) >= 3


@pytest.mark.whole("test_spark_engine kills workers of plain tasks")
def test_a_killed_worker_loses_no_input(spark: Any, tmp_path: Path) -> None:
    settings = Settings((("kaitai-python", ""),), {"log": ("log.scan",)})
    bases = [base for base in fixture_bases(["log"]) if base.name == "log/three_avro.log"]
    plan = make_plan(bases, Selection(kinds=("bits",)), settings)
    store = Store(tmp_path)
    killed: list[int] = []

    def progress(_stage: str, done: int, _total: int) -> None:
        if done and not killed:
            killed.extend(workers(os.getpid()))
            for worker in killed:
                os.kill(worker, 9)

    run.ask_all(plan, store, partial(run_tasks, spark, **run.ON_SPARK), resume=False, progress=progress)
    assert killed
    table = store.table(["number", "answer"])
    assert sorted(table["number"].to_pylist()) == list(range(8 * len(bases[0].data)))
    assert set(table["answer"].to_pylist()) <= {"value", "reject"}


def workers(pid: int) -> list[int]:
    """Python workers of Spark below a process."""
    children: dict[int, list[int]] = {}
    commands: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                commands[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            children.setdefault(parent, []).append(int(folder.name))
    found, todo = [], [(pid, False)]
    while todo:
        one, below = todo.pop()
        for child in children.get(one, []):
            daemon = "pyspark.daemon" in commands[child]
            if daemon and below:
                found.append(child)
            todo.append((child, daemon))
    return found


@pytest.mark.whole("test_two_readers_of_one_grammar_agree runs a campaign on Spark")
def test_scenarios_have_the_same_outcomes_as_in_a_plain_loop(spark: Any) -> None:
    engine = partial(run_tasks, spark, **scenarios.ON_SPARK)
    found = scenarios.outcomes_of(7, 40, engine)
    assert found == dict.fromkeys(range(40), "equal")
    assert found == scenarios.outcomes_of(7, 40, local.run_tasks)
