# SPDX-License-Identifier: Apache-2.0
"""Files that views read, by names and timeline; checked before a file is reported as superfluous."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from hudi_conformance.audit.between.subject import LogName, Subject, damage, log_name, violation
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.table_version import Feature
from hudi_conformance.model.timeline import State

RULE = "deleted-live"
Group: TypeAlias = tuple[str, str]  # partition and file id


def check_deleted(subject: Subject) -> Iterator[FindingRow]:
    """Files that a completed clean or rollback, or its plan, lists as deleted."""
    live, named = Live(subject), subject.facts.named
    for path in subject.data_files():
        instant = subject.facts.removed.get(path.rpartition("/")[2])
        stated = named.get(path)
        if instant is None or (stated is not None and stated.instant.time > instant.time):
            continue
        is_plan = instant.state is State.REQUESTED
        what = "plans to delete it, and is completed" if is_plan else "states that it deleted it"
        if live.is_newest(path):
            message = f"{instant.name} {what}, and queries read it: nothing in its file group is newer"
            yield damage(path, RULE, "bad-reference", message, instant.time)
        else:
            end = "" if live.is_read(path) else "; no query reads it"
            message = f"{instant.name} {what}, and it is there{end}"
            yield violation(path, "deleted-file-left", "bad-state", message, instant.time)


def check_live_deleted(subject: Subject) -> Iterator[FindingRow]:
    """Absent newest files of their groups, according to a clean or another instant's rollback."""
    live, removed = Live(subject), subject.facts.removed
    for path, named in sorted(subject.facts.named.items()) if not subject.is_metadata_table else ():
        instant = removed.get(path.rpartition("/")[2])
        if instant is None or named.instant.time > instant.time or not subject.is_absent(path):
            continue
        if live.is_newest(path):
            message = (
                f"{instant.name} has deleted {path}: nothing in its file group is newer, its rows are lost"
            )
            yield damage(subject.instant_file(instant), RULE, "missing-field", message, instant.time)


@dataclass(frozen=True)
class Live:
    """Files that snapshots and views as of earlier instants read."""

    subject: Subject

    def is_committed(self, instant: str) -> bool:
        """Whether an instant counts as completed [table.slice.committed]."""
        facts = self.subject.facts
        first = facts.first_active
        is_old = first is not None and instant < first and instant not in facts.active_times
        return is_old or instant in facts.completed_times

    def is_read(self, path: str) -> bool:
        """Whether some view may read a file; true for log files that are named by their slice."""
        name = _name(path)
        is_by_slice = isinstance(name, LogName) and not self.subject.version.has(Feature.INSTANT_NAMES)
        return name is None or is_by_slice or self.is_committed(name.instant)

    def is_newest(self, path: str) -> bool:
        """Whether a file is in the newest slice of a live group, so that a snapshot reads it."""
        name, facts = _name(path), self.subject.facts
        if name is None or not self.is_committed(name.instant) or name.instant in facts.undone:
            return False
        group = path.rpartition("/")[0], name.file_id
        return name.instant >= self.newest.get(group, "") and group not in facts.replaced

    @cached_property
    def newest(self) -> dict[Group, str]:
        """Instant of the newest committed base file of each group, of present and of named files."""
        newest: dict[Group, str] = {}
        for path in {*self.subject.present, *self.subject.facts.named, *self.subject.facts.archived_sizes}:
            name = BaseFileName.of_path(path)
            if name is not None and self.is_committed(name.instant):
                group = path.rpartition("/")[0], name.file_id
                newest[group] = max(name.instant, newest.get(group, ""))
        return newest


def _name(path: str) -> BaseFileName | LogName | None:
    return BaseFileName.of_path(path) or log_name(path.rpartition("/")[2])
