# SPDX-License-Identifier: Apache-2.0
"""A view by parts, for remote tasks: one plan with data for all file groups, and for each.

If each task opened the table, it would list all files, and see the commits that exist when it starts. With
parts all rows belong to one state of the table, regardless of concurrent writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pyarrow as pa

from hudi_conformance.semantics.slices.cdc import ChangedFile
from hudi_conformance.semantics.slices.files import FileSlice, GroupId
from hudi_conformance.table.arrow import group_batches
from hudi_conformance.table.checked import report_planned, reporting
from hudi_conformance.table.damages import DamageList
from hudi_conformance.table.evidence import Statements
from hudi_conformance.table.reader import view_groups
from hudi_conformance.table.sources import Sources
from hudi_conformance.table.view import ChangePlan, Table, View, at_view
from hudi_conformance.table.view_files import files_of, path_of


@dataclass(frozen=True, slots=True)
class GroupPart:
    """Plan of one file group.

    Attributes:
        group: the file group.
        slices: its slices, newest first; none if all its files are gone.
        changed: incremental: slices of files that commits of the range wrote; None as in `ChangePlan`.
        files: CDC: sources of its changes.
        sources: source of its skeleton.
        statements: statements of commits about its files.
    """

    group: GroupId
    slices: list[FileSlice]
    changed: list[FileSlice] | None
    files: list[ChangedFile]
    sources: Sources | None
    statements: Statements


@dataclass(frozen=True, slots=True)
class SharedPart:
    """Plan data shared by all file groups of a view; its size does not grow with their number.

    Attributes:
        table: the table without its file groups.
        view: the view, planned.
    """

    table: Table
    view: View

    def batches(self, part: GroupPart) -> Iterator[pa.RecordBatch]:
        """Rows of one file group.

        Raises:
            OSError, Reject: as `group_batches`.
            DamagedFiles: corrupt blocks, if the table was opened with `on_damage` of `raise`.
        """
        plans = {
            view: replace(
                plan,
                slices=None if part.changed is None else {part.group: part.changed},
                files={part.group: part.files},
            )
            for view, plan in self.table.plans.items()
        }
        slices = {part.group: part.slices} if part.slices else {}
        table = replace(
            self.table,
            slices=slices,
            plans=plans,
            sources=part.sources,
            evidence=self.table.evidence.with_statements(part.statements),
            damages=DamageList(),
        )
        yield from reporting(table, group_batches(table, part.group, self.view))


def plan_parts(table: Table, view: View) -> tuple[SharedPart, list[GroupPart]]:
    """A view of a table by parts.

    Files that are missing or too short are reported here, corrupt blocks by the tasks that read them.

    Raises:
        Reject: this table does not support the view.
        DamagedFiles: files are damaged, and the table was opened with `on_damage` of `raise`.
    """
    table = replace(at_view(table, view), damages=DamageList())
    report_planned(table, view)
    groups = view_groups(table, view)
    plan = table.plans.get(view)
    slices = {} if plan is None or plan.slices is None else plan.slices
    files = {} if plan is None else plan.files
    is_changed = plan is not None and plan.slices is not None
    parts = [
        GroupPart(
            group,
            table.slices.get(group, []),
            slices.get(group, []) if is_changed else None,
            files.get(group, []),
            None if table.sources is None else table.sources.only(group),
            table.evidence.statements(
                path_of(file)
                for item in (*table.slices.get(group, ()), *slices.get(group, ()))
                for file in files_of(item)
            ),
        )
        for group in groups
    ]
    plans = {} if plan is None else {view: _without_groups(plan)}
    shared = replace(
        table,
        slices={},
        plans=plans,
        commits=(),
        archived_commits={},
        schemas=None,
        states={},
        sources=None,
        evidence=table.evidence.with_statements({}),
        damages=DamageList(),
    )
    return SharedPart(shared, view), parts


def _without_groups(plan: ChangePlan) -> ChangePlan:
    """Plan for rows: which commits are retained, and which is the last."""
    last = max(plan.changes.commits, key=lambda commit: commit.time, default=None)
    commits = () if last is None else (replace(last, stats=(), replaced=()),)
    return replace(
        plan,
        slices=None if plan.slices is None else {},
        files={},
        changes=replace(plan.changes, commits=commits),
    )
