# SPDX-License-Identifier: Apache-2.0
"""One campaign from plan to report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.campaign import charts, classes, minimal_cases, report, verdicts
from hudi_conformance.campaign.classes import Class, Key, Known
from hudi_conformance.campaign.minimal_cases import MinimalCase
from hudi_conformance.campaign.outcome import FAILURES
from hudi_conformance.campaign.plan import Plan
from hudi_conformance.campaign.store import Store
from hudi_conformance.campaign.work import Settings, Team, close_teams, do_tasks
from hudi_conformance.engine.tasks import Engine

Progress = Callable[[str, int, int], None]
"""Called with the stage, the number of items done, and their total."""

MAX_CLASSES = 400
# Arguments of `engine.spark.run_tasks`. A task whose answers all hang takes far less than the timeout.
ON_SPARK = {"tasks_per_group": 6, "timeout_s": 1800.0}


@dataclass(frozen=True)
class Result:
    """Result of a campaign.

    Attributes:
        summary: see `report.summarise`.
        cases: classes with their smallest input, unlisted ones first.
        unreproduced: classes that could not be reproduced.
        failed: whether an implementation of this project failed to answer.
    """

    summary: dict[str, Any]
    cases: list[MinimalCase] = field(default_factory=list)
    unreproduced: list[Class] = field(default_factory=list)
    failed: bool = False

    @property
    def exit_code(self) -> int:
        """0 if all disagreements are known and all of our implementations answered, otherwise 1."""
        known = self.summary["classes"]["all"] == self.summary["classes"]["known"]
        return 0 if known and not self.failed else 1


def check_start(settings: Settings) -> None:
    """Start every implementation once on this machine, which builds those that are not yet built.

    Raises:
        CannotStart: one of them does not start.
    """
    Team(settings).close()


def ask_all(plan: Plan, store: Store, engine: Engine, *, resume: bool, progress: Progress) -> None:
    """Run all pending tasks.

    Raises:
        OtherCampaign: the folder of the store belongs to another campaign.
    """
    done = store.open(plan.description(), resume=resume)
    is_pending = pc.invert(pc.is_in(plan.tasks["task"], pa.array(sorted(done), pa.int32())))
    tasks = plan.tasks.filter(is_pending)
    total = plan.num_inputs
    num_done = total - sum(tasks.column("num").to_pylist())
    progress("inputs", num_done, total)
    names = [name for name, _ in plan.settings.implementations]

    def on_batch(group: pa.Table, batches: list[pa.RecordBatch]) -> None:
        nonlocal num_done
        store.add(group, batches)
        num_done += sum(group.column("num").to_pylist())
        progress("inputs", num_done, total)

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
    """Count, group, minimise, and write the reports: a function of the verdicts that exist.

    Args:
        plan: the plan of the campaign.
        store: where its verdicts are.
        known: expected classes.
        ours: implementations of this project, which must not fail.
        progress: called during minimisation.
        max_classes: greatest number of minimised classes, unknown ones first.
    """

    def classify(key: Key) -> str | None:
        return next((entry.why for entry in known if entry.fits(key)), None)

    cases: list[MinimalCase] = []
    unreproduced: list[Class] = []
    team = Team(replace(plan.settings, scope=plan.selection.scope))
    try:
        listed = classes.classes(store, known, minimal_cases.base_agreements(plan.bases, team))
        chosen = sorted(listed, key=lambda group: (group.known is not None, -group.num))[:max_classes]
        if chosen:
            cases, unreproduced = minimal_cases.minimise_classes(
                chosen, plan.bases, team, lambda done, total: progress("minimise", done, total), classify
            )
    finally:
        team.close()
    summary = report.summarise(store, plan.description(), listed)
    failed = any(group.key.implementation in ours and group.key.agreement in FAILURES for group in listed)
    write(store, summary, cases)
    return Result(summary, cases, unreproduced, failed)


def write(store: Store, summary: dict[str, Any], cases: Sequence[MinimalCase]) -> None:
    """Write `summary.json`, `report.md`, `report.html` and `cases/<surface>/campaign.toml`."""
    store.write_json("summary.json", summary)
    (store.folder / "report.md").write_text(report.as_markdown(summary, cases), encoding="utf-8")
    (store.folder / "report.html").write_text(charts.as_html(summary, cases), encoding="utf-8")
    for surface in sorted({case.key.surface for case in cases}):
        folder = store.folder / "cases" / surface
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "campaign.toml").write_text(minimal_cases.cases_toml(cases, surface), encoding="utf-8")
