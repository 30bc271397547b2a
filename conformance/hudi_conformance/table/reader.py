# SPDX-License-Identifier: Apache-2.0
"""The rows of a table's views by the reference semantics [table.view.*].

A reader reads group by group: it only keeps the log entries of one file slice in memory. Rows are those that
Hudi returns: `checked`, which users call, reports rows missing because of damage.
"""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.semantics.slices.files import GroupId
from hudi_conformance.table.cdc import cdc_groups, read_cdc
from hudi_conformance.table.changes import change_groups, is_snapshot, kept_rows, slice_of_changes
from hudi_conformance.table.retained import check_retained
from hudi_conformance.table.slice_rows import read_slice
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.tolerant import to_first_error
from hudi_conformance.table.view import Row, Table, View, at_view
from hudi_conformance.table.view_files import state_slice


def view_groups(table: Table, view: View) -> list[GroupId]:
    """File groups that a view reads, at most; some may have no rows.

    Raises:
        Reject: this table does not support the view.
        UnsupportedInput: changes of a table whose files do not store all columns.
    """
    if view.as_of is not None:
        check_retained(table.path, view.as_of)
    if view.kind == "cdc":
        if table.partition_columns is not None:
            names = ", ".join(table.partition_columns.names)
            raise UnsupportedInput(f"changes of a table whose files do not store partition columns ({names})")
        return cdc_groups(table, view)
    if view.kind == "incremental" and not is_snapshot(table, view):
        return change_groups(table, view)
    return list(table.slices)


def read_view(table: Table, view: View) -> Iterator[Row]:
    """Rows of a view, group by group; physical values by `view_schema`.

    Corrupt blocks are skipped and added to `table.damages`; also unreadable file groups, unless
    `table.on_damage` is `raise`. For a checked read see `checked.checked_rows`.

    Raises:
        OSError: a file cannot be read.
        Reject: a file that cannot be decoded, or versions that cannot be merged; a view that the table does
            not support.
    """
    for group in view_groups(table, view):
        yield from read_group(table, group, view)


def read_group(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Rows of one file group."""
    table = at_view(table, view)
    rows, columns = stored_rows(table, group, view), table.partition_columns
    rows = to_first_error(table, group, view, rows)
    yield from rows if columns is None else (columns.row(group[0], row) for row in rows)


def stored_rows(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Rows of one file group with the columns that files store."""
    if view.kind == "cdc":
        yield from read_cdc(table, group, view)
    elif view.kind == "incremental":
        yield from _read_changes(table, group, view)
    else:
        yield from _read_state(table, group, view)


def _read_state(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    latest = view.as_of or table.facts.latest
    item = state_slice(table, group, view)
    if item is None or latest is None:
        return
    if item.base_file is not None and not item.log_files:
        yield from rows_of_base(table, item.base_file)
        return
    yield from read_slice(table, item, latest)


def _read_changes(table: Table, group: GroupId, view: View) -> Iterator[Row]:
    """Rows of the group that commits in the range wrote [table.view.incremental-files]."""
    if is_snapshot(table, view):
        yield from _read_state(table, group, View())
        return
    found = slice_of_changes(table, group, view)
    if found is not None:
        item, latest = found
        yield from kept_rows(table, view, read_slice(table, item, latest))
