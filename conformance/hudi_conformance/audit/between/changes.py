# SPDX-License-Identifier: Apache-2.0
"""Commits at which a query of changes fails, and superfluous log files."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.audit.between.subject import Subject, log_name, violation
from hudi_conformance.audit.findings import INFO, FindingRow
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.model.properties.table import CDC_ENABLED
from hudi_conformance.semantics.slices.cdc import changed_files


def check_changes(subject: Subject) -> Iterator[FindingRow]:
    """Yield commits of a table with CDC that changed rows and wrote no CDC file."""
    if not CDC_ENABLED.get(subject.facts.timeline.properties):
        return
    try:
        commits = subject.opened_table.commits
    except (*READ_FAILURES, ValueError):  # other checks report damage
        return
    for commit in commits:
        try:
            changed_files([commit])
        except Reject as error:
            message = f"{error.message}: queries of changes fail here"
            path = subject.instant_file(subject.facts.completed_commits[commit.time])
            yield violation(path, "changes-absent", error.code, message, commit.time)


def check_empty_logs(subject: Subject) -> Iterator[FindingRow]:
    """Yield empty log files that no commit names, if no writer is active."""
    facts = subject.facts
    if facts.active_times == facts.completed_times:
        for path in subject.data_files():
            is_empty_log = log_name(path.rpartition("/")[2]) is not None and not subject.present[path].size
            if is_empty_log and path not in facts.named:
                message = "an empty log file that no active commit names: it can be deleted"
                yield violation(path, "empty-log", "bad-state", message, severity=INFO)
