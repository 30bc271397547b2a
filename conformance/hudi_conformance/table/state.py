# SPDX-License-Identifier: Apache-2.0
"""A table by its folder: properties, timeline, replaced and planned files, schema, files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance.decode.bulk.history import TIMES, list_rows
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.history import history_below
from hudi_conformance.decode.timeline.listing import moved_instants, read_timeline
from hudi_conformance.errors import Reject
from hudi_conformance.model.actions import COMMITS, REPLACING, WRITES
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.meta_fields import OPERATION
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.generator import is_complex
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.model.timeline import LAYOUT_2, Instant, State, Timeline
from hudi_conformance.semantics.merge.rules import line_of_version, rules_of
from hudi_conformance.semantics.slices.changes import CommitFacts, WriteStat
from hudi_conformance.semantics.slices.files import GroupId, TimelineFacts, file_slices
from hudi_conformance.table.evidence import evidence_of
from hudi_conformance.table.features import check_files, visible_files
from hudi_conformance.table.files import DataFiles, list_data_files
from hudi_conformance.table.operation_field import schema_of_files
from hudi_conformance.table.options import DEFAULTS, ReadOptions
from hudi_conformance.table.rows import KeyReader
from hudi_conformance.table.schemas import CommitSchema, TableSchemas
from hudi_conformance.table.sources import open_sources
from hudi_conformance.table.view import Table

REWRITES = frozenset({"COMPACT", "LOG_COMPACT", "CLUSTER"})  # their schema is that of the rewritten files


@dataclass(slots=True)
class _Contents:
    """Facts from the contents of instants, gathered over the timeline."""

    replaced: dict[GroupId, str] = field(default_factory=dict)
    compactions: dict[GroupId, str] = field(default_factory=dict)
    commits: list[CommitFacts] = field(default_factory=list)
    archived: dict[str, str] = field(default_factory=dict)
    schemas: list[CommitSchema] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)  # equal texts of many commits are one object


def open_table(
    path: Path, options: ReadOptions = DEFAULTS, files: DataFiles | None = None, *, data: Path | None = None
) -> Table:
    """Open a table as a release series reads it.

    Args:
        path: folder of the table.
        options: of reading; its listing is ignored, see `listing.open_listed`.
        files: data files from another listing than that of the folders; None = those of the folders.
        data: folder with the data files, if only the timeline is in `path`.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, or a completed instant or the index of a bootstrap cannot be
            decoded.
        UnsupportedInput: an unsupported feature of the table, see `features`.
    """
    timeline = read_timeline(path)
    if moved := moved_instants(path, timeline.layout, timeline.properties):
        message = f"{moved[0]}: a completed instant in the folder of the other layout"
        raise Reject("bad-state", None, "timeline.table.one-layout", message)
    line = options.line or line_of_version(timeline.table_version)
    contents = _Contents()
    folder = path / timeline.folder
    for instant in timeline.instants:
        _take(contents, folder, instant, timeline.layout)
    properties = timeline.properties
    facts = _facts(path, timeline, contents)
    fields = props.PARTITION_FIELDS.text(properties) or ""
    if files is None:
        files = list_data_files(path, line, is_partitioned=bool(fields.strip()))
    written = (stat.path for commit in contents.commits for stat in commit.stats)
    check_files(properties, files.base_files, written)
    commits = tuple(sorted(contents.commits, key=lambda commit: commit.time))
    has_meta = props.META_FIELDS.get(properties)
    text = schema_of_files(data or path, reversed(commits))
    has_operation = has_meta and f'"{OPERATION}"' in (text or "")
    has_files = any(commit.stats for commit in commits)
    stated = tuple(contents.schemas)
    schemas = TableSchemas(path, properties, stated, options.by_id, has_operation, has_files, text)
    resolved = schemas.shown()
    return Table(
        path=path,
        properties=properties,
        is_merge_on_read=is_merge_on_read(properties),
        rules=rules_of(properties, line),
        facts=facts,
        commits=commits,
        archived_commits=contents.archived,
        schema=resolved.schema,
        key=KeyReader(has_meta, props.RECORD_KEY_FIELDS.get(properties), is_complex(properties)),
        slices=file_slices(visible_files(properties, files.base_files), files.log_files, facts),
        partition_columns=resolved.partition_columns,
        ids=resolved.ids,
        schemas=schemas,
        sources=open_sources(path, properties, files.base_files, options.bootstrap_base),
        evidence=evidence_of(commits, facts.table_version, facts.first_active),
        on_damage=options.on_damage,
    )


def open_timeline(path: Path) -> tuple[Timeline, TimelineFacts]:
    """Timeline of a table and visibility of files; contents of commits are not read.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, or a plan of a compaction cannot be decoded.
    """
    timeline = read_timeline(path)
    contents = _Contents()
    for instant in timeline.instants:
        if instant.state is not State.COMPLETED:
            _take(contents, path / timeline.folder, instant, timeline.layout)
    return timeline, _facts(path, timeline, contents)


def is_merge_on_read(properties: Mapping[str, str]) -> bool:
    """Whether log files belong to the rows [table.type.known].

    Raises:
        Reject: bad-value for an unknown type.
    """
    try:
        return props.TYPE.get(properties) is TableType.MERGE_ON_READ
    except ValueError:
        text = props.TYPE.text(properties)
        message = f"{props.TYPE} is {text!r:.40}, expected {' or '.join(TableType)}"
        raise Reject("bad-value", None, "table.type.known", message) from None


def _facts(path: Path, timeline: Timeline, contents: _Contents) -> TimelineFacts:
    completed: dict[str, str] = {}
    if timeline.layout >= LAYOUT_2:
        # The completion time determines the slice of a log file, even after the instant was archived.
        rows = list_rows(history_below(path / timeline.folder, timeline.properties))
        for time, completion, action in zip(*(rows[name].to_pylist() for name in TIMES), strict=True):
            completed[time] = completion or time
            if action in COMMITS and completion is not None:
                contents.archived[time] = completion
    pending, clusterings, times = set(), set(), []
    is_mor = is_merge_on_read(timeline.properties)
    for instant in timeline.instants:
        if instant.state is State.COMPLETED:
            if instant.action == "deltacommit" and not is_mor:
                pending.add(instant.time)  # of no copy-on-write table [table.type.known]
                continue
            completed[instant.time] = instant.completion_time or instant.time
        else:
            pending.add(instant.time)
            if instant.action in REPLACING:
                clusterings.add(instant.time)
        if instant.action in WRITES:
            times.append(instant.time)
    return TimelineFacts(
        table_version=timeline.table_version,
        completed=completed,
        first_active=min(times, default=None),
        pending=frozenset(pending),
        pending_compactions=contents.compactions,
        pending_clusterings=frozenset(clusterings),
        replaced=contents.replaced,
    )


def _take(contents: _Contents, folder: Path, instant: Instant, layout: int) -> None:
    if instant.state is State.COMPLETED and instant.action in COMMITS:
        content = decode_instant(read_file(folder / instant.name), instant.name, layout).value or {}
        _take_commit(contents, instant, content)
    elif instant.state is not State.COMPLETED and instant.action == "compaction":
        name = f"{instant.time}.compaction.requested"
        path = folder / name
        plan = decode_instant(read_file(path), name, layout).value if path.is_file() else None
        for operation in map(members_of, list_of(members_of(plan).get("operations"))):
            partition, file_id = _text(operation.get("partitionPath")) or "", _text(operation.get("fileId"))
            if file_id is not None:
                contents.compactions[partition, file_id] = instant.time


def _take_commit(contents: _Contents, instant: Instant, content: Mapping[str, Any]) -> None:
    operation = _text(content.get("operationType"))
    replaced = tuple(
        (partition, file_id)
        for partition, ids in members_of(content.get("partitionToReplaceFileIds")).items()
        for file_id in map(str, list_of(ids))
    )
    contents.replaced.update(dict.fromkeys(replaced, instant.time))
    contents.commits.append(
        CommitFacts(
            time=instant.time,
            completion_time=instant.completion_time or instant.time,
            action=instant.action,
            operation=operation,
            stats=tuple(
                _write_stat(partition, stat)
                for partition, stats in members_of(content.get("partitionToWriteStats")).items()
                for stat in list_of(stats)
            ),
            replaced=replaced,
        )
    )
    extra = members_of(content.get("extraMetadata"))
    texts = (_text(extra.get(name)) for name in ("schema", "latest_schema"))
    text, by_id = (contents.texts.setdefault(text, text) if text else None for text in texts)
    contents.schemas.append(CommitSchema(instant.time, operation in REWRITES, text, by_id))


def _write_stat(partition: str, stat: JsonValue) -> WriteStat:
    get = members_of(stat).get

    def number(key: str) -> int:
        value = get(key)
        return value if type(value) is int else 0

    cdc = get("cdcStats")
    return WriteStat(
        group=(partition, str(get("fileId"))),
        path=str(get("path") or ""),
        prev_commit=_text(get("prevCommit")),
        num_writes=number("numWrites"),
        num_updates=number("numUpdateWrites"),
        num_inserts=number("numInserts"),
        num_deletes=number("numDeletes"),
        cdc_files=tuple(sorted(cdc)) if isinstance(cdc, Mapping) else (),
        base_file=_text(get("baseFile")) or None,
        log_files=tuple(map(str, list_of(get("logFiles")))),
        size=max(number("fileSizeInBytes"), 0),
        log_offset=max(number("logOffset"), 0),
    )


def _text(value: JsonValue) -> str | None:
    """A text member; a member of another type counts as empty."""
    return value if isinstance(value, str) else None


def members_of(value: JsonValue) -> Mapping[str, JsonValue]:
    """An object member; a member of another type counts as empty."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: JsonValue) -> list[Any]:
    """A list member; a member of another type counts as empty."""
    return value if isinstance(value, list) else []
