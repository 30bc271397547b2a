# SPDX-License-Identifier: Apache-2.0
"""Files of a file group that a view reads."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.semantics.slices.files import (
    BaseFile,
    FileSlice,
    GroupId,
    SliceLog,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.view import Table, View


def state_slice(
    table: Table, group: GroupId, view: View, slices: Sequence[FileSlice] | None = None
) -> FileSlice | None:
    """The files that a snapshot or a read-optimized view reads of a file group; None for no file.

    Args:
        table: the table.
        group: the file group.
        view: the view; only its kind and its instant are used.
        slices: slices of the group in place of those of the table.
    """
    slices = table.slices.get(group, ()) if slices is None else slices
    if is_replaced(group, table.facts, view.as_of):
        return None
    if view.kind == "read_optimized" or not table.is_merge_on_read:
        base = read_optimized_file(slices, table.facts, view.as_of)
        return None if base is None else FileSlice(*group, base.instant, base, ())
    return merged_slice(slices, table.facts, view.as_of)


def files_of(item: FileSlice) -> list[BaseFile | SliceLog]:
    """Base file, if there is one, and log files of a slice."""
    return [*([] if item.base_file is None else [item.base_file]), *item.log_files]


def path_of(file: BaseFile | SliceLog) -> str:
    """Path of a file below the table's folder."""
    return f"{file.partition}/{file.name}" if file.partition else file.name
