# SPDX-License-Identifier: Apache-2.0
"""Rows that writers copy from one base file to the next: columns that they misread, values that they changed.

Only deep, local audits compare rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hudi_conformance.audit.between.live import Live
from hudi_conformance.audit.between.subject import Subject, damage, violation
from hudi_conformance.audit.findings import WARNING, FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.meta_fields import COMMIT_SEQNO, COMMIT_TIME, META_FIELDS, RECORD_KEY
from hudi_conformance.model.properties import table as props
from hudi_conformance.semantics.slices.files import BaseFile
from hudi_conformance.table.reader import stored_rows
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.view import Row, Table, View, at_view
from hudi_conformance.table.view_files import path_of

MAX_ROWS = 200_000  # of all rewritten files of a table


def check_copied_columns(subject: Subject) -> Iterator[FindingRow]:
    """Yield base files of which the next upsert copies columns with other values."""
    live = Live(subject)
    for path in subject.data_files() if not subject.is_metadata_table else ():
        footer = subject.footer(path) if format_of(path) is PARQUET else None
        if footer is not None and footer.stored.misread and live.is_newest(path):
            names = ", ".join(sorted(footer.stored.misread))
            message = f"a writer that copies its rows stores other values, or fails: {names}"
            yield violation(path, "copied-columns", "bad-value", message, severity=WARNING)


def check_kept_rows(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield base files in which rows of earlier commits have other values than in the file before."""
    table = _compared_table(subject)
    if table is None:
        return
    num_left = MAX_ROWS
    for commit in reversed(subject.facts.commits):
        time = commit.instant.time
        for partition, stat in commit.stats:
            slices = table.slices.get((partition, str(stat.get("fileId"))), ())
            files = {item.base_instant: item.base_file for item in slices if not item.log_files}
            old, new = files.get(str(stat.get("prevCommit"))), files.get(time)
            if old is None or new is None or old is new:
                continue
            num_left -= sum(subject.num_rows(path_of(base)) or 0 for base in (old, new))
            if num_left < 0:
                yield Gap("rewritten files", 1, f"rows of earlier commits: more than {MAX_ROWS:,}")
                continue
            newest = next(item.base_file for item in slices if item.base_file is not None)
            try:
                changed = _changed(at_view(table, View(as_of=time)), old, new)
                if changed and newest is not new:
                    kept = {*map(_identity, rows_of_base(table, newest))}
                    changed = {row: text for row, text in changed.items() if row in kept}
            except (*READ_FAILURES, ValueError):
                continue  # the files' own checks report it
            if changed:
                (key, _), change = min(changed.items())
                message = (
                    f"{counted(len(changed), 'row')} of earlier commits not as in {old.name}, such as key"
                    f" {key!r:.60}: {change}"
                )
                yield damage(path_of(new), "kept-rows", "bad-value", message, time)


def check_dropped_logs(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield base files of delta commits with rows that log files before them had replaced or deleted."""
    table = _compared_table(subject)
    if table is None:
        return
    num_left = MAX_ROWS
    for commit in subject.facts.commits:
        if commit.instant.action != "deltacommit":
            continue
        time = commit.instant.time
        before = View.before(time)
        for group in sorted({(partition, str(stat.get("fileId"))) for partition, stat in commit.stats}):
            slices = table.slices.get(group, ())
            for new, old in pairwise(slices):
                if new.base_instant != time or new.base_file is None or not old.log_files:
                    continue
                num_left -= subject.num_rows(path_of(new.base_file)) or 0
                if num_left < 0:
                    yield Gap("rewritten files", 1, f"rows of log files before: more than {MAX_ROWS:,}")
                    continue
                try:
                    earlier = {*map(_identity, stored_rows(at_view(table, before), group, before))}
                    rows = [*rows_of_base(at_view(table, View(as_of=time)), new.base_file)]
                    carried = {_identity(row) for row in rows if row.get(COMMIT_TIME) != time} - earlier
                    more = sorted(carried & {*map(_identity, stored_rows(table, group, View()))})
                except (*READ_FAILURES, ValueError):
                    continue  # the files' own checks report it
                if more:
                    message = (
                        f"{counted(len(more), 'row')} that {old.log_files[0].name} or a later log file had"
                        f" replaced or deleted, such as key {more[0][0]!r:.60}"
                    )
                    yield damage(path_of(new.base_file), "dropped-logs", "bad-value", message, time)


def _compared_table(subject: Subject) -> Table | None:
    has_keys = props.META_FIELDS.get(subject.facts.timeline.properties)
    if not subject.table.context.deep or subject.is_metadata_table or not (has_keys and subject.is_local):
        return None
    try:
        return subject.opened_table
    except (*READ_FAILURES, ValueError):
        return None  # other checks report it


def _changed(table: Table, old: BaseFile, new: BaseFile) -> dict[tuple[str, str], str]:
    """Rows of earlier commits that the new file has changed, with a column and both of its values."""
    rows, changed = dict(_texts(table, old)), dict[tuple[str, str], str]()
    for identity, text in _texts(table, new):
        if rows.get(identity, text) != text and all(identity):
            before, after = json.loads(rows[identity]), json.loads(text)
            name = next(name for name in after if before[name] != after[name])
            changed[identity] = f"{name!r:.40} is {after[name]!r:.60}, and was {before[name]!r:.60}"
    return changed


def _texts(table: Table, base: BaseFile) -> Iterator[tuple[tuple[str, str], str]]:
    """Rows with their values as JSON, which is smaller than the values."""
    to_json = RowMapper(table.schema.tree)
    for row in rows_of_base(table, base):
        values: dict[str, Any] = to_json(row)
        own = {name: value for name, value in values.items() if name not in META_FIELDS}
        yield _identity(row), dumps(own)


def _identity(row: Row) -> tuple[str, str]:
    return row.get(RECORD_KEY) or "", row.get(COMMIT_SEQNO) or ""
