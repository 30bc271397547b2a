# SPDX-License-Identifier: Apache-2.0
"""Rows of one file slice: its base file with its log files on top [table.view.snapshot]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.slices.blocks import ScanLimits
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.corrupt import skipped_blocks
from hudi_conformance.table.logs import SliceRules, merge_logs
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.view import Row, Table


def slice_merger(table: Table, item: FileSlice, latest: str, only: str | None = None) -> LogMerger:
    """The log files of a slice, reduced to one entry per key.

    Args:
        table: their table.
        item: the slice.
        latest: blocks of later instants are skipped.
        only: the only instant whose blocks are read; None = all.

    Raises:
        OSError: a file cannot be opened.
        Reject: a block that cannot be read: rows without it would be wrong.
    """
    in_range = None if only is None else only.__eq__
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed, in_range)
    files = [table.path / log.partition / log.name for log in item.log_files]
    skipped = skipped_blocks(table, item.log_files, latest)
    return merge_logs(files, SliceRules(table.rules, table.schema, table.key, limits, table.ids, skipped))


def read_slice(table: Table, item: FileSlice, latest: str) -> Iterator[Row]:
    """Rows of one file slice: its base file with its log files on top [table.view.snapshot].

    Raises:
        Reject: a block that cannot be read: rows without it would be wrong.
    """
    merger = slice_merger(table, item, latest)
    seen: set[str] = set()
    if item.base_file is not None:
        yield from merged_rows(table, rows_of_base(table, item.base_file), merger, seen)
    for key in merger.entries:
        if key not in seen:
            alone = merger.alone(key)
            if alone is not None:
                yield dict(alone)


def merged_rows(table: Table, rows: Iterable[Row], merger: LogMerger, seen: set[str]) -> Iterator[Row]:
    """Rows of a base file with their entries [table.view.key-twice]; `seen` receives keys that have one."""
    for row in rows:
        key = table.key(row) if merger.entries else ""
        if key not in merger.entries or key in seen:
            yield row
            continue
        seen.add(key)
        shown = merger.over(key, row)
        if shown is not None:
            yield dict(shown)
