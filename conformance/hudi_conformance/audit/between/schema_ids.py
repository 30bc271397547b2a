# SPDX-License-Identifier: Apache-2.0
"""Schemas with ids of columns: their history, their ids, and files that readers by id interpret differently.

Tables without such schemas have nothing to check here. Values of nested columns are not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.audit.between.subject import Subject, damage, violation
from hudi_conformance.audit.commits import Commit
from hudi_conformance.audit.findings import WARNING, FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.decode.parquet.base import open_bytes
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.meta_fields import COMMIT_TIME
from hudi_conformance.semantics.schema_ids.parse import HISTORY_START, UNIQUE, parse_history, parse_schema
from hudi_conformance.semantics.schema_ids.renaming import renaming
from hudi_conformance.semantics.schema_ids.types import IdSchema
from hudi_conformance.table.schemas import SCHEMA_FOLDER, SCHEMA_SUFFIX
from hudi_conformance.table.state import REWRITES

_BATCH_ROWS = 8192
MAX_BYTES = 256 << 20  # of a file whose columns are compared with the commit times of its rows
_HISTORY, _LOST, _IDS = "schema-history", "schema-lost", "schema-ids"
_OFF, _REVIVED = "schema-off", "schema-revived"
_LARGE = "values of columns that were dropped and added again, because the file is large"


def check_schema_ids(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield findings about schemas with ids."""
    if not subject.is_metadata_table:
        yield from _Check(subject).check()


class _Check:
    """Schemas of one table."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.commits = subject.facts.commits
        folder = f"{SCHEMA_FOLDER}/"
        paths = [path for path in subject.present if path.startswith(folder)]
        self.files = sorted(path for path in paths if path.endswith(SCHEMA_SUFFIX))

    @cached_property
    def newest(self) -> Commit | None:
        """The newest commit that can change the schema."""
        changing = [commit for commit in self.commits if commit.operation not in REWRITES]
        return changing[-1] if changing else None

    def check(self) -> Iterator[FindingRow | Gap]:
        stated = [commit for commit in self.commits if commit.by_id]
        if not stated and not self.files:
            return
        yield from self._unknown()
        times = {commit.instant.time for commit in self.commits}
        valid = [path for path in self.files if _time_of(path) in times]
        history: list[IdSchema] = []
        if valid:
            text = self._text(valid[-1])
            if not text.startswith(HISTORY_START):
                message = f"starts with {text[:20]!r} instead of {HISTORY_START!r}: writers discard it"
                yield damage(valid[-1], _HISTORY, "bad-value", message, _time_of(valid[-1]))
            yield from self._parse(valid[-1], text, history)
        elif self.files:
            yield from self._lost()
        yield from self._current(stated, [schema.version for schema in history])
        first: dict[str | None, Commit] = {}
        for commit in stated:
            first.setdefault(commit.by_id, commit)
        for commit in first.values():
            yield from self._commit(commit, history)
        yield from self._order(history)
        yield from self._off(stated, history)
        yield from self._revived(history)

    def _text(self, path: str) -> str:
        return self.subject.content(path).decode("utf-8", "replace")

    def _unknown(self) -> Iterator[FindingRow]:
        """Histories of schemas of commits that no timeline has."""
        facts = self.subject.facts
        first, known = facts.first_active, self.subject.known_times
        for path in self.files:
            time = _time_of(path)
            if first is not None and time >= first and time not in known:
                yield violation(path, _LOST, "bad-reference", f"of {time}, which no timeline has", time)

    def _lost(self) -> Iterator[FindingRow]:
        last = self.files[-1]
        if not self._text(last):
            return
        message = "no schema history belongs to a completed commit of the active timeline: ids are lost"
        if self.newest is not None and self.newest.by_id:
            yield damage(last, _LOST, "bad-reference", message, self.newest.instant.time)
        else:
            yield violation(last, _LOST, "bad-reference", message)

    def _parse(self, path: str, text: str, history: list[IdSchema]) -> Iterator[FindingRow]:
        try:
            history += parse_history(text)
        except UnsupportedInput:
            return
        except Reject as error:
            rule = _IDS if error.requirement == UNIQUE else _HISTORY
            yield damage(path, rule, error.code, error.message, _time_of(path))

    def _commit(self, commit: Commit, history: list[IdSchema]) -> Iterator[FindingRow]:
        path, time = self.subject.instant_file(commit.instant), commit.instant.time
        try:
            schema = parse_schema(commit.by_id or "")
        except UnsupportedInput:
            return
        except Reject as error:
            yield damage(path, _IDS, error.code, f"latest_schema: {error.message}", time)
            return
        if all(schema.version != other.version for other in history):
            history.append(schema)
        yield from self._ids(path, schema, time)

    def _current(self, stated: Sequence[Commit], versions: Sequence[int]) -> Iterator[FindingRow]:
        """Check that each commit has the newest schema in the history at its time."""
        last: tuple[str | None, int | None] = None, None
        for commit in stated:
            time = commit.instant.time
            newest = max((version for version in versions if str(version) <= time), default=None)
            if commit.by_id != last[0]:
                last = commit.by_id, None
                with suppress(Reject, UnsupportedInput):  # `_commit` reports it
                    last = commit.by_id, parse_schema(commit.by_id or "").version
            if newest is not None and last[1] in versions and last[1] != newest:
                message = f"latest_schema is version {last[1]}, and the history has {newest} at this time"
                yield damage(self.subject.instant_file(commit.instant), _IDS, "bad-state", message, time)

    def _ids(self, path: str, schema: IdSchema, time: str) -> Iterator[FindingRow]:
        greatest = max((ident for ident, _ in schema.ids()), default=0)
        if schema.max_id is not None and greatest > schema.max_id:
            message = f"version {schema.version} has the id {greatest}, and max_column_id {schema.max_id}"
            yield damage(path, _IDS, "bad-value", message, time)

    def _order(self, history: Sequence[IdSchema]) -> Iterator[FindingRow]:
        """Check that greatest ids do not decrease; otherwise an id is assigned twice."""
        ordered = sorted(history, key=lambda schema: schema.version)
        for older, newer in pairwise(ordered):
            if older.max_id is not None and newer.max_id is not None and newer.max_id < older.max_id:
                message = f"max_column_id {newer.max_id} of version {newer.version} is less than"
                message += f" {older.max_id} of version {older.version}"
                yield damage(SCHEMA_FOLDER, _IDS, "bad-order", message, str(newer.version))

    def _off(self, stated: Sequence[Commit], history: Sequence[IdSchema]) -> Iterator[FindingRow]:
        """Report that the newest commit has no ids although names in older files depend on them."""
        newest = self.newest
        if newest is None or newest.by_id or not stated or not history:
            return
        last = max(history, key=lambda schema: schema.version)
        if any(renaming(schema, last) is not None for schema in history):
            message = (
                f"{newest.instant.name} has no latest_schema, {stated[-1].instant.name} has: ids are off,"
            )
            message += " renamed columns are null and dropped ones return to those added with their names"
            yield violation(
                self.subject.instant_file(newest.instant), _OFF, "bad-state", message, newest.instant.time
            )

    def _revived(self, history: Sequence[IdSchema]) -> Iterator[FindingRow | Gap]:
        """Rows older than a re-added column with values in it, which are those of the dropped column."""
        added = dict(_added_again(history))
        if not added or self.newest is None or not self.newest.by_id:
            return
        for path in self.subject.data_files():
            name = BaseFileName.parse(path.rpartition("/")[2])
            if name is None or not name.instant.isdigit():
                continue
            columns = {c: since for c, since in added.items() if int(name.instant) > since}
            footer = self.subject.footer(path) if columns else None
            if footer is None or COMMIT_TIME not in footer.columns:
                continue
            if (self.subject.present[path].size or 0) > MAX_BYTES:
                yield Gap("base files", 1, _LARGE)
                continue
            for column in self._older_values(path, {c: s for c, s in columns.items() if c in footer.columns}):
                message = f"column {column!r:.60} was dropped and added again in version {added[column]};"
                message += " rows that are older have values in it: those of the dropped column"
                yield damage(path, _REVIVED, "bad-value", message, name.instant, severity=WARNING)

    def _older_values(self, path: str, columns: dict[str, int]) -> Iterator[str]:
        if not columns:
            return
        with suppress(Reject, OSError):  # the file's own check reports these
            file = open_bytes(self.subject.content(path), path)
            revived = {
                column
                for batch in file.batches(_BATCH_ROWS, [COMMIT_TIME, *columns])
                for column, since in columns.items()
                if _has_older(batch, column, str(since))
            }
            yield from (column for column in columns if column in revived)


def _has_older(batch: pa.RecordBatch, column: str, since: str) -> bool:
    """Whether a row of a commit before `since` has a value in a column."""
    is_older = pc.less(batch.column(COMMIT_TIME), since)
    return bool(pc.any(pc.and_(is_older, batch.column(column).is_valid())).as_py())


def _time_of(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].partition("_")[0]


def _added_again(history: Sequence[IdSchema]) -> Iterator[tuple[str, int]]:
    """Columns of the newest schema with the name of a dropped one, and the version that added them."""
    ordered = sorted(history, key=lambda schema: schema.version)
    first: dict[int, int] = {}
    names: dict[str, set[int]] = {}
    for schema in ordered:
        for column in schema.record.columns:
            first.setdefault(column.ident, schema.version)
            names.setdefault(column.name, set()).add(column.ident)
    live = {column.ident for column in ordered[-1].record.columns} if ordered else set()
    for column in ordered[-1].record.columns if ordered else ():
        gone = names[column.name] - live
        if any(first[ident] < first[column.ident] for ident in gone):
            yield column.name, first[column.ident]
