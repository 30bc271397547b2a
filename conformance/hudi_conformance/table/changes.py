# SPDX-License-Identifier: Apache-2.0
"""Rows of the incremental view: those that commits of a range wrote [table.view.incremental-files]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from hudi_conformance.decode.timeline.listing import inside
from hudi_conformance.errors import Reject
from hudi_conformance.model.meta_fields import COMMIT_TIME
from hudi_conformance.semantics.slices import changes as slice_changes
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId, SliceLog, file_slices
from hudi_conformance.table.features import visible_files
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.view import ChangePlan, Row, Table, View
from hudi_conformance.table.view_files import files_of, state_slice


def changes_of(table: Table, view: View) -> slice_changes.Changes:
    """The commits of the view's range.

    Raises:
        Reject: missing-field for a table without meta fields [table.view.incremental-meta-fields].
    """
    _check_meta_fields(table)
    rules = slice_changes.change_rules(table.rules.line, table.facts.table_version)
    if view.kind == "cdc":
        rules = slice_changes.ChangeRules(by_completion=False)  # for every release [table.view.cdc-range]
    return slice_changes.select_changes(
        table.commits,
        table.archived_commits,
        slice_changes.Range(view.begin, view.end),
        rules,
        is_merge_on_read=table.is_merge_on_read and view.kind != "cdc",
    )


def _check_meta_fields(table: Table) -> None:
    if not table.key.has_meta_fields:
        message = "rows without _hoodie_commit_time cannot be assigned to commits: no meta fields"
        raise Reject("missing-field", None, "table.view.incremental-meta-fields", message)


def plan_changes(table: Table, view: View) -> ChangePlan:
    """Files and rows of the incremental view.

    Raises:
        Reject: see `changes_of`.
    """
    changes = changes_of(table, view)
    files = data_files_of(dict.fromkeys(stat.path for commit in changes.commits for stat in commit.stats))
    rules = slice_changes.change_rules(table.rules.line, table.facts.table_version)
    if rules.by_completion:
        every: list[BaseFile | SliceLog] = [*files.base_files, *files.log_files]
        if changes.is_archived or not all(_is_there(table, file) for file in every):
            return ChangePlan(changes, None)
    bases = visible_files(table.properties, files.base_files)
    return ChangePlan(changes, file_slices(bases, files.log_files, table.facts))


def change_groups(table: Table, view: View) -> list[GroupId]:
    """File groups that the view reads.

    Raises:
        Reject: see `changes_of`.
    """
    plan = _plan(table, view)
    return list(table.slices if plan.slices is None else plan.slices)


def changed_slices(table: Table, view: View) -> Mapping[GroupId, list[FileSlice]] | None:
    """Slices of files that commits of the range wrote, by file group; None for the newest slices.

    Raises:
        Reject: see `changes_of`.
    """
    return _plan(table, view).slices


def slice_of_changes(table: Table, group: GroupId, view: View) -> tuple[FileSlice, str] | None:
    """The slice that the view reads of a group, of existing files, and the last instant that it includes.

    Raises:
        Reject: see `changes_of`; bad-reference if a file was removed since [table.view.incremental-gone].
    """
    plan = _plan(table, view)
    as_of = None if plan.slices is None else plan.changes.last
    latest = as_of or table.facts.latest
    slices = (table.slices if plan.slices is None else plan.slices).get(group)
    if slices is None or latest is None:
        return None
    item = state_slice(table, group, replace(view, as_of=as_of), slices)
    if item is None:
        return None
    for file in files_of(item):
        if not _is_there(table, file):
            message = f"{file.name}, which a commit of the range wrote, is missing"
            raise Reject("bad-reference", None, "table.view.incremental-gone", message)
    return item, latest


def _is_there(table: Table, file: BaseFile | SliceLog) -> bool:
    return inside(table.path, f"{file.partition}/{file.name}".lstrip("/")).is_file()


def is_snapshot(table: Table, view: View) -> bool:
    """Whether the range is open on both sides, which is a snapshot from 1.0 on.

    Raises:
        Reject: see `changes_of`.
    """
    _check_meta_fields(table)
    rules = slice_changes.change_rules(table.rules.line, table.facts.table_version)
    return rules.by_completion and view.begin is None and view.end is None


def kept_rows(table: Table, view: View, rows: Iterator[Row]) -> Iterator[Row]:
    """Rows that commits of the range wrote."""
    keeps = keeper(table, view)
    return (row for row in rows if keeps(row.get(COMMIT_TIME) or ""))


def keeper(table: Table, view: View) -> Callable[[str], bool]:
    """Whether rows with a commit time, "" for none, belong to commits of the range."""
    return _plan(table, view).changes.keeps


def _plan(table: Table, view: View) -> ChangePlan:
    plan = table.plans.get(view)
    if plan is None:
        plan = table.plans[view] = plan_changes(table, view)
    return plan
