# SPDX-License-Identifier: Apache-2.0
"""Rows of compactions and clusterings against the slices that they read; for deep, local audits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hudi_conformance.audit.between.subject import LogName, Subject, damage, log_name
from hudi_conformance.audit.commits import Commit
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.meta_fields import META_FIELDS
from hudi_conformance.model.table_version import Feature
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.reader import stored_rows
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.view import Table, View, at_view

MAX_ROWS = 200_000
_OPERATIONS = frozenset({"COMPACT", "CLUSTER"})
Rows: TypeAlias = Counter[tuple[str, str, str]]  # partition, key, values if the merge rules are the same


def check_service_rows(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Yield compactions and clusterings that lost, invented or changed rows."""
    if not subject.table.context.deep or subject.is_metadata_table or not subject.is_local:
        return
    services = _Services(subject)
    for commit in subject.facts.commits:
        read = subject.facts.rewritten.get(commit.instant.time)
        if commit.operation in _OPERATIONS and read and read <= subject.present.keys():
            try:
                yield from services.check(commit, read)
            except (*READ_FAILURES, ValueError) as error:  # checks of the files report damage
                yield Gap("rows of services", 1, f"{commit.instant.name}: {error}"[:200])


@dataclass(frozen=True)
class _Services:
    subject: Subject

    def check(self, commit: Commit, read: frozenset[str]) -> Iterator[FindingRow | Gap]:
        time = commit.instant.time
        written = [str(stat.get("path")) for _, stat in commit.stats if stat.get("path")]
        instants = [other.instant for other in self.subject.facts.commits]
        if not any(other.time < time for other in instants):
            return  # the timeline no longer contains the table's state before it
        if any(other.time < time < (other.completion_time or "") for other in instants):
            return  # its rows may be missing in the slices of the plan
        if (num_rows := commit.num_writes) > MAX_ROWS:
            yield Gap("rows of services", num_rows, f"{commit.instant.name} wrote more than {MAX_ROWS:,}")
            return
        if self._is_downgraded and any(map(_log_of, read)):
            yield Gap(
                "rows of services", num_rows, f"{commit.instant.name} read logs of a later table version"
            )
            return
        before = View.before(time)
        opened = self.subject.opened_table
        table, later = at_view(opened, before), at_view(opened, View(as_of=time))
        is_exact = self._is_exact(read) and table.schema.tree == later.schema.tree
        old: Rows = Counter()
        for group in sorted({_group(path) for path in read}):
            old.update(_rows(table, group[0], stored_rows(table, group, before), is_exact=is_exact))
        new: Rows = Counter()
        for base in data_files_of(written).base_files:
            new.update(_rows(later, base.partition, rows_of_base(later, base), is_exact=is_exact))
        yield from self._compared(commit, old, new)

    def _is_exact(self, read: frozenset[str]) -> bool:
        """Whether the merge rules are unchanged: an upgrade may have changed them."""
        is_upgraded = self.subject.table.context.initial_version not in {None, self.subject.version}
        return not is_upgraded or not any(map(_log_of, read))

    @property
    def _is_downgraded(self) -> bool:
        """Whether names of logs may state their own instants, which readers now take for those of slices."""
        return not (self.subject.was_upgraded or self.subject.version.has(Feature.INSTANT_NAMES))

    def _compared(self, commit: Commit, old: Rows, new: Rows) -> Iterator[FindingRow]:
        path, time = self.subject.instant_file(commit.instant), commit.instant.time
        for rows, change in ((old - new, "has not carried over"), (new - old, "has added")):
            if rows:
                _, key, _ = min(rows)
                message = (
                    f"{commit.instant.name} {change} {counted(rows.total(), 'row')}, such as key {key!r:.60}"
                )
                yield damage(path, "service-rows", "bad-value", message, time)


def _log_of(path: str) -> LogName | None:
    return log_name(path.rpartition("/")[2])


def _group(path: str) -> tuple[str, str]:
    name = BaseFileName.of_path(path) or _log_of(path)
    return path.rpartition("/")[0], "" if name is None else name.file_id


def _rows(table: Table, partition: str, rows: Iterator[Mapping[str, Any]], *, is_exact: bool) -> Rows:
    """Keys of rows and, if merge rules are unchanged, values as JSON, since encodings of decimals differ."""
    to_json = RowMapper(table.schema.tree)
    counts: Rows = Counter()
    for row in rows:
        values: Any = to_json(row) if is_exact else {}
        text = dumps({name: value for name, value in values.items() if name not in META_FIELDS})
        counts[partition, table.key(row), text] += 1
    return counts
