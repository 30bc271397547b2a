# SPDX-License-Identifier: Apache-2.0
"""Columns of files and blocks against the schema in their commit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
from functools import cache

from hudi_conformance.audit.between.instants import schema_error
from hudi_conformance.audit.between.subject import Subject, damage, log_name, violation
from hudi_conformance.audit.commits import Commit
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.model.base_file import PARQUET, BaseFileName
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.properties import table as props
from hudi_conformance.table.state import REWRITES

RULE = "schema-columns"
_META = "_hoodie_"


def check_written_schemas(subject: Subject) -> Iterator[FindingRow]:
    """Base files with more or fewer columns than their commit states, and log blocks with different ones."""
    if subject.is_metadata_table:
        return
    given = frozenset(props.PARTITION_FIELDS.get(subject.facts.timeline.properties))
    stated: dict[str, tuple[Commit, tuple[str, ...]]] = {}
    before = frozenset[str]()
    for commit in subject.facts.commits:
        columns = _columns(commit.schema) if commit.schema else None
        if columns is not None:
            if commit.operation not in REWRITES:
                if not commit.by_id:
                    yield from _check_removed(subject, commit, before - given, columns)
                before = frozenset(columns)
            stated[commit.instant.time] = commit, columns
            yield from _check_base_files(subject, commit, columns, given)
    for path in subject.data_files():
        log = log_name(path.rpartition("/")[2])
        if log is not None and log.suffix != ".cdc":
            yield from _check_blocks(subject, path, stated)


def _check_removed(
    subject: Subject, commit: Commit, before: Set[str], columns: Sequence[str]
) -> Iterator[FindingRow]:
    """Columns that the commit before had, unless in other letter case."""
    names = {*map(str.lower, columns)}
    if absent := sorted(name for name in before if name.lower() not in names):
        which = f"{', '.join(absent)!r:.80}, which the commit before has"
        message = f"the schema has no {which}: readers omit it, and files that are written again lose it"
        path, time = subject.instant_file(commit.instant), commit.instant.time
        yield violation(path, "columns-removed", "missing-field", message, time)


def _check_base_files(
    subject: Subject, commit: Commit, columns: tuple[str, ...], given: frozenset[str]
) -> Iterator[FindingRow]:
    for _, stat in commit.stats:
        path = str(stat.get("path"))
        name = BaseFileName.of_path(path)
        if name is None or name.format is not PARQUET or path not in subject.present:
            continue
        footer = subject.footer(path)
        if footer is None or footer.stored.types is None or footer.num_rows == 0:
            continue
        stored = frozenset(name for name in footer.stored.types.names if not name.startswith(_META))
        extra, absent = (sorted(names - given) for names in (stored - set(columns), set(columns) - stored))
        if extra or (absent and stored):  # a file of a bootstrap may have none, since they are in its source
            which = ", ".join(extra or absent)
            difference = f"no {which!r:.80}, {path} has" if extra else f"{which!r:.80}, {path} has not"
            message = f"the schema of {commit.instant.name} has {difference}: queries return other values"
            code = "missing-field" if extra else "bad-schema"
            yield damage(subject.instant_file(commit.instant), RULE, code, message, commit.instant.time)
            return


def _check_blocks(
    subject: Subject, path: str, stated: dict[str, tuple[Commit, tuple[str, ...]]]
) -> Iterator[FindingRow]:
    for block in subject.blocks_of(path) or ():
        header = dict(block.header)
        commit = stated.get(header.get(HeaderKey.INSTANT_TIME, ""))
        if commit is None or not block.type.has_records or header.get(HeaderKey.IS_PARTIAL) == "true":
            continue
        columns = _columns(header.get(HeaderKey.SCHEMA, ""))
        # With ids, a commit states the order of the table's columns, and a block that of the written rows.
        order = sorted if commit[0].by_id else tuple
        if columns is not None and order(columns) != order(commit[1]):
            message = (
                f"the block at byte {block.ofs} has the columns {', '.join(columns)!r:.120}, "
                f"the schema of {commit[0].instant.name} has {', '.join(commit[1])!r:.120}"
            )
            yield damage(path, RULE, "bad-schema", message, commit[0].instant.time)


@cache
def _columns(schema: str) -> tuple[str, ...] | None:
    """Names of the columns of a record schema in order, without meta columns; None of another schema."""
    if schema_error(schema) is not None:
        return None
    names = (str(member["name"]) for member in json.loads(schema)["fields"])
    return tuple(name for name in names if not name.startswith(_META))
