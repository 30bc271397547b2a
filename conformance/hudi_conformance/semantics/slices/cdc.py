# SPDX-License-Identifier: Apache-2.0
"""Sources of changed rows: CDC files, or inference from base and log files [table.view.cdc]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.slices.changes import CommitFacts, WriteStat
from hudi_conformance.semantics.slices.files import GroupId

# Operations that change rows; compactions, clusterings and similar actions only move them [table.view.cdc].
DATA_OPERATIONS = frozenset(
    {
        "INSERT", "INSERT_PREPPED", "UPSERT", "UPSERT_PREPPED", "DELETE", "DELETE_PREPPED", "BULK_INSERT",
        "BULK_INSERT_PREPPED", "INSERT_OVERWRITE", "INSERT_OVERWRITE_TABLE", "DELETE_PARTITION", "BOOTSTRAP",
    }
)  # fmt: skip


class Source(StrEnum):
    """Source of the changes of one file."""

    CDC_FILES = "cdc-files"
    BASE_INSERTS = "base-inserts"  # every row of a new base file
    BASE_DELETES = "base-deletes"  # every row of the base file before
    LOG = "log"  # a log file against the slice before it
    REPLACED = "replaced"  # every row of a group that was replaced


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One file, or one replaced group, whose changes belong to a commit; `stat` is None for a group."""

    time: str
    source: Source
    stat: WriteStat | None


def changed_files(commits: Iterable[CommitFacts]) -> dict[GroupId, list[ChangedFile]]:
    """Sources of the changes of commits by file group, in the order of the commits.

    Raises:
        Reject: missing-field if a commit updated rows and wrote no CDC file [table.view.cdc-absent].
    """
    groups: dict[GroupId, list[ChangedFile]] = {}
    for commit in commits:
        if commit.operation not in DATA_OPERATIONS:
            continue
        for stat in commit.stats:
            source = _source(commit.operation, stat)
            if source is None:
                message = f"commit {commit.time} changed rows of {stat.path} and wrote no CDC file"
                raise Reject("missing-field", None, "table.view.cdc-absent", message)
            groups.setdefault(stat.group, []).append(ChangedFile(commit.time, source, stat))
        for group in commit.replaced:
            groups.setdefault(group, []).append(ChangedFile(commit.time, Source.REPLACED, None))
    return groups


def _source(operation: str | None, stat: WriteStat) -> Source | None:
    if stat.cdc_files:
        return Source.CDC_FILES
    if stat.path.rpartition("/")[2].startswith("."):
        return Source.LOG
    if operation is not None and operation.startswith("DELETE") and not stat.num_writes and stat.num_deletes:
        return Source.BASE_DELETES
    is_new = not stat.num_updates and not stat.num_deletes and stat.num_writes == stat.num_inserts
    return Source.BASE_INSERTS if is_new else None
