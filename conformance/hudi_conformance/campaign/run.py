# SPDX-License-Identifier: Apache-2.0
"""One campaign from plan to report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.campaign import classes, minimal_cases, report, verdicts
from hudi_conformance.campaign.classes import Class, Key, Known
from hudi_conformance.campaign.minimal_cases import MinimalCase
from hudi_conformance.campaign.outcome import FALLEN
from hudi_conformance.campaign.plan import Plan
from hudi_conformance.campaign.store import Store
from hudi_conformance.campaign.work import Settings, Team, close_teams, do_tasks
from hudi_conformance.engine.tasks import Engine

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much is done, and how much there is."""

MAX_CLASSES = 400
# Of `engine.spark.run_tasks`. What a group may take without a sign of life: every answer of a task a hang,
# twice, is far less.
ON_SPARK = {"tasks_per_group": 6, "timeout_s": 1800.0}


@dataclass(frozen=True)
class Result:
    """What a campaign came to.

    Attributes:
        summary: see `report.summarise`.
        found: classes made small, those that no list knows first.
        gone: classes that did not show again when they were asked about once more.
        failed: whether an implementation of this project failed to answer.
    """

    summary: dict[str, Any]
    found: list[MinimalCase] = field(default_factory=list)
    gone: list[Class] = field(default_factory=list)
    failed: bool = False

    @property
    def exit_code(self) -> int:
        """0 when all disagreements are known and all of ours answered, else 1."""
        known = self.summary["classes"]["all"] == self.summary["classes"]["known"]
        return 0 if known and not self.failed else 1


def check_start(settings: Settings) -> None:
    """Start every implementation once, here: builds what is to be built.

    Raises:
        CannotStart: one of them does not come up.
    """
    Team(settings).close()


def ask_all(plan: Plan, store: Store, engine: Engine, *, resume: bool, progress: Progress) -> None:
    """Run all tasks that are not done.

    Raises:
        OtherCampaign: the folder of the store is of another one.
    """
    done = store.open(plan.description(), resume=resume)
    left = pc.invert(pc.is_in(plan.tasks["task"], pa.array(sorted(done), pa.int32())))
    tasks = plan.tasks.filter(left)
    total = plan.num_inputs
    asked = total - sum(tasks.column("num").to_pylist())
    progress("inputs", asked, total)
    names = [name for name, _ in plan.settings.implementations]

    def on_batch(group: pa.Table, batches: list[pa.RecordBatch]) -> None:
        nonlocal asked
        store.add(group, batches)
        asked += sum(group.column("num").to_pylist())
        progress("inputs", asked, total)

    def on_lost(task: pa.Table, why: str) -> list[pa.RecordBatch]:
        commands = plan.settings.commands.get(task.column("surface")[0].as_py(), ("?",))
        return verdicts.lost(task, why, names, commands[0])

    if tasks.num_rows:
        func = partial(do_tasks, settings=plan.settings)
        try:
            engine(tasks, func, verdicts.SCHEMA, on_batch=on_batch, on_lost=on_lost)
        finally:
            close_teams()


def conclude(
    plan: Plan, store: Store, known: Sequence[Known], ours: Sequence[str], *, progress: Progress,
    max_classes: int = MAX_CLASSES,
) -> Result:  # fmt: skip
    """Count, group, make small, and write the reports: a function of the verdicts that are there.

    Args:
        plan: what was asked.
        store: where its verdicts are.
        known: what is expected.
        ours: implementations of this project, which must not fall over.
        progress: called now and then.
        max_classes: so many are made small, those that nobody knows first.
    """

    def classify(key: Key) -> str | None:
        return next((entry.why for entry in known if entry.fits(key)), None)

    small: list[MinimalCase] = []
    gone: list[Class] = []
    team = Team(replace(plan.settings, scope=plan.wanted.scope))
    try:
        listed = classes.classes(store, known, minimal_cases.base_agreements(plan.bases, team))
        chosen = sorted(listed, key=lambda one: (one.known is not None, -one.num))[:max_classes]
        if chosen:
            small, gone = minimal_cases.minimise_classes(
                chosen, plan.bases, team, lambda n, of: progress("minimise", n, of), classify
            )
    finally:
        team.close()
    summary = report.summarise(store, plan.description(), listed)
    failed = any(one.key.implementation in ours and one.key.agreement in FALLEN for one in listed)
    write(store, summary, small)
    return Result(summary, small, gone, failed)


def write(store: Store, summary: dict[str, Any], small: Sequence[MinimalCase]) -> None:
    """Write `summary.json`, `report.md`, `report.html` and `cases/<surface>/campaign.toml`."""
    store.write_json("summary.json", summary)
    (store.folder / "report.md").write_text(report.as_markdown(summary, small), encoding="utf-8")
    (store.folder / "report.html").write_text(report.as_html(summary, small), encoding="utf-8")
    for surface in sorted({one.key.surface for one in small}):
        folder = store.folder / "cases" / surface
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "campaign.toml").write_text(minimal_cases.cases_toml(small, surface), encoding="utf-8")
