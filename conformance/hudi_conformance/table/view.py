# SPDX-License-Identifier: Apache-2.0
"""State of an open table, and requests for its views."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.semantics.merge.rules import MergeRules
from hudi_conformance.semantics.slices.cdc import ChangedFile
from hudi_conformance.semantics.slices.changes import Changes, CommitFacts
from hudi_conformance.semantics.slices.files import FileSlice, GroupId, TimelineFacts
from hudi_conformance.table.damages import DamageList, OnDamage
from hudi_conformance.table.evidence import Evidence
from hudi_conformance.table.partition_columns import PartitionColumns
from hudi_conformance.table.rows import KeyReader
from hudi_conformance.table.schemas import ColumnIds, TableSchemas
from hudi_conformance.table.sources import Sources

if TYPE_CHECKING:
    import pyarrow.compute as pc

Row = dict[str, Any]
VIEWS = ("snapshot", "read_optimized", "incremental", "cdc")
CHANGE_VIEWS = frozenset({"incremental", "cdc"})
_INSTANT = re.compile(r"[0-9]{1,17}", re.ASCII)


@dataclass(frozen=True, slots=True)
class View:
    """Request for a view.

    Attributes:
        kind: member of `VIEWS`.
        as_of: requested time of the last commit in a snapshot; None = the latest completed.
        begin: views of changes: commits after this time; None = from the start.
        end: views of changes: commits up to this time; None = the latest.
    """

    kind: str = "snapshot"
    as_of: str | None = None
    begin: str | None = None
    end: str | None = None

    @classmethod
    def before(cls, time: str) -> View:
        """A snapshot as of the millisecond, or second, before an instant."""
        return cls(as_of=str(int(time) - 1).zfill(len(time)))


def checked_view(kind: str, as_of: str | None, begin: str | None, end: str | None) -> View:
    """A view from a user's arguments.

    Raises:
        ValueError: an unknown view, a time that is not an instant, a limit of another view.
    """
    if kind not in VIEWS:
        raise ValueError(f"view {kind!r:.40} is not one of {', '.join(VIEWS)}")
    for name, time in (("as_of", as_of), ("begin", begin), ("end", end)):
        if time is not None and _INSTANT.fullmatch(time) is None:
            raise ValueError(f"{name} is {time!r:.40}, expected the digits of an instant")
    if kind in CHANGE_VIEWS and as_of is not None:
        raise ValueError(f"as_of does not apply to view {kind}: begin and end limit changes")
    if kind not in CHANGE_VIEWS and (begin is not None or end is not None):
        raise ValueError(f"begin and end apply to views of changes, not to {kind}")
    return View(kind, as_of, begin, end)


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """Files and rows of a view of changes.

    Attributes:
        changes: the commits, and which rows are retained.
        slices: incremental: slices of the files that these commits wrote; None for the latest snapshot.
        files: CDC: sources of the changes of each file group.
    """

    changes: Changes
    slices: Mapping[GroupId, list[FileSlice]] | None = None
    files: Mapping[GroupId, list[ChangedFile]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A table, from its folder, its properties and its timeline.

    Attributes:
        path: its folder.
        properties: `hoodie.properties`.
        is_merge_on_read: whether log files belong to its rows.
        rules: how versions merge.
        facts: visibility of files according to the timeline.
        commits: completed commits of the active timeline, oldest first.
        archived_commits: requested time of archived commits to their completion time; layout 2 only.
        schema: reader's schema of files, including meta fields if rows have them.
        key: record key of a row.
        slices: slices of each file group, newest first.
        plans: plans of views of changes that were read; they cost a pass over all commits.
        partition_columns: columns that files do not store; None if they store all.
        ids: ids of columns; None if columns are matched by name.
        schemas: schemas of earlier states; None for a table whose schema is that of its view.
        states: the table in the schemas of earlier states that were read.
        sources: files that skeletons of a bootstrap point to; None if there are no skeletons.
        evidence: statements of commits about files.
        on_damage: how a checked read treats damaged files.
        damages: receives the damages of a read; each checked read has its own.
        where: a filter for which only true rows are needed: readers may leave out others.
    """

    path: Path
    properties: Mapping[str, str]
    is_merge_on_read: bool
    rules: MergeRules
    facts: TimelineFacts
    commits: tuple[CommitFacts, ...]
    archived_commits: Mapping[str, str]
    schema: AvroSchema
    key: KeyReader
    slices: Mapping[GroupId, list[FileSlice]]
    plans: dict[View, ChangePlan] = field(default_factory=dict, compare=False)
    partition_columns: PartitionColumns | None = None
    ids: ColumnIds | None = None
    schemas: TableSchemas | None = field(default=None, compare=False, repr=False)
    states: dict[str, Table] = field(default_factory=dict, compare=False, repr=False)
    sources: Sources | None = None
    evidence: Evidence = field(default_factory=Evidence, compare=False, repr=False)
    on_damage: OnDamage = OnDamage.RAISE
    damages: DamageList = field(default_factory=DamageList, compare=False, repr=False)
    where: pc.Expression | None = field(default=None, compare=False, repr=False)

    @property
    def row_schema(self) -> AvroSchema:
        """Schema of the rows of views of the state: with partition columns that are only in paths."""
        return self.schema if self.partition_columns is None else self.partition_columns.schema


def at_view(table: Table, view: View) -> Table:
    """Return the table with the schema of a view: as of an instant, that of then [table.schema.as-of].

    Raises:
        OSError, Reject, UnsupportedInput: as `TableSchemas.shown`.
    """
    if view.as_of is None or table.schemas is None:
        return table
    known = table.states.get(view.as_of)
    if known is None:
        state = table.schemas.shown(view.as_of)
        known = table.states[view.as_of] = replace(
            table, schema=state.schema, partition_columns=state.partition_columns, ids=state.ids, schemas=None
        )
    is_same = known.damages is table.damages and known.where is table.where
    return known if is_same else replace(known, damages=table.damages, where=table.where)
