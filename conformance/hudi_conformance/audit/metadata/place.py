# SPDX-License-Identifier: Apache-2.0
"""Partitions of a metadata table (announced, defined, numbered), and its timeline against the data's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hudi_conformance.audit.findings import WARNING, FindingRow
from hudi_conformance.audit.metadata.report import damage, shown, violation
from hudi_conformance.audit.metadata.state import State
from hudi_conformance.audit.table_lookup import parse_properties
from hudi_conformance.decode.folder import file_names
from hudi_conformance.decode.metadata.groups import (
    BLOOM_FILTERS,
    COLUMN_STATS,
    EXPRESSION_INDEX,
    FILES,
    PARTITION_STATS,
    RECORD_INDEX,
    SECONDARY_INDEX,
    parse_group_id,
)
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.lake.files import read_small
from hudi_conformance.model.actions import COMMITS
from hudi_conformance.model.base_file import HFILE
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.model.timeline import LAYOUT_2, LEN_TIME, Timeline
from hudi_conformance.model.timeline import State as Step
from hudi_conformance.table.metadata import FOLDER, MetadataTable, announced

RULE = "metadata-partition"
PROPERTIES = f".hoodie/{props.FILE}"
OWN_PROPERTIES = f"{FOLDER}/{PROPERTIES}"
_READY = props.METADATA_PARTITIONS
_DEFINITIONS = props.INDEX_DEFINITIONS.default
_KNOWN = frozenset({FILES, COLUMN_STATS, PARTITION_STATS, BLOOM_FILTERS, RECORD_INDEX})
_STATS = (COLUMN_STATS, PARTITION_STATS)
_NAMED = (SECONDARY_INDEX, EXPRESSION_INDEX)
_LOST = {
    FILES: "readers list no files: queries lose every row, or fail",
    COLUMN_STATS: "queries that skip files by it fail, or skip none",
    PARTITION_STATS: "queries that skip partitions by it fail, or skip none",
    BLOOM_FILTERS: "upserts that look keys up in it insert them a second time, or fail",
    RECORD_INDEX: "lookups find no record: upserts insert every key a second time, or fail",
}
_NAME_OF_NONE = "null_metadata"  # by a write config without the name of the table, up to 0.12
_EXPECTED = {
    props.TYPE.name: TableType.MERGE_ON_READ.value,
    props.BASE_FILE_FORMAT.name: HFILE.name,
    props.META_FIELDS.name: "false",
}


def check_announced(path: Path, data: Timeline, absent: Iterable[str]) -> Iterator[FindingRow]:
    """Yield partitions in the properties that do not exist, or have an unknown name."""
    ready, inflight = announced(data.properties), announced(data.properties, props.METADATA_INFLIGHT)
    gone = frozenset(absent)
    for name in ready:
        if name not in _KNOWN and not name.startswith(_NAMED):
            message = f"{_READY} names {name!r:.60}, which is not an index: readers reject the name"
            yield damage(PROPERTIES, RULE, "bad-value", message)
        elif name in gone:
            is_folder = (path / FOLDER / name).is_dir()
            state = "its folder contains no file" if is_folder else "it has no folder"
            lost = _LOST.get(name, "queries by this index fail, or find no row")
            yield damage(
                PROPERTIES, RULE, "bad-reference", f"{_READY} names {name!r:.60}, and {state}: {lost}"
            )
        elif name in inflight:
            message = (
                f"{name!r:.60} is announced as ready and as being built: readers use the incomplete index"
            )
            yield damage(PROPERTIES, RULE, "bad-state", message)
    if ready and FILES not in ready:
        message = f"{_READY} has {shown(ready)} without {FILES!r}: readers use none of them, and list folders"
        yield violation(PROPERTIES, RULE, "missing-field", message)


def check_forgotten(path: Path, data: Timeline) -> Iterator[FindingRow]:
    """Report a metadata table that has the newest commit of the data although no property names it."""
    try:
        own = read_timeline(path / FOLDER)
    except READ_FAILURES:
        return
    last = max(
        (i.time for i in data.instants if i.action in COMMITS and i.state is Step.COMPLETED), default=None
    )
    if any(item.time == last and item.state is Step.COMPLETED for item in own.instants):
        message = (
            f"{_READY} names no index, and the metadata table has the newest commit {last}: readers ignore"
            " it, and writers rebuild it"
        )
        yield damage(PROPERTIES, RULE, "missing-field", message, severity=WARNING)


def check_definitions(state: State) -> Iterator[FindingRow]:
    """Yield indexes without a definition, definitions without an index, and versions that differ."""
    metadata = state.metadata
    known = {*metadata.ready, *metadata.inflight}
    own = {name for name in known if name.startswith(_NAMED)}
    for name in sorted(own - set(metadata.definitions)):
        message = (
            f"the index {name!r:.60} has no definition: queries by its column do not use it, and writers fail"
        )
        yield damage(_DEFINITIONS, RULE, "missing-field", message)
    for name, definition in sorted(metadata.definitions.items()):
        if name not in known and name not in announced(metadata.data.properties):
            if name in _KNOWN:
                continue  # left by a restore, which removes the metadata table
            message = (
                f"the index {name!r:.60} is defined and not announced: it is neither updated nor read, and"
                " no row is lost"
            )
            yield violation(_DEFINITIONS, RULE, "bad-reference", message)
        elif name in own:
            yield from _check_definition(state, name, definition.source_fields)
    stats = {name: metadata.definitions[name].version for name in _STATS if name in metadata.definitions}
    if len(set(stats.values())) > 1:
        versions = " and ".join(f"{name} {version:.20}" for name, version in stats.items())
        message = (
            f"statistics of two versions, {versions}: readers interpret the bounds of both by the rules of"
            " one"
        )
        yield damage(_DEFINITIONS, RULE, "bad-state", message)


def _check_definition(state: State, name: str, fields: tuple[str, ...]) -> Iterator[FindingRow]:
    tree = state.table.row_schema.tree
    columns = {field["name"] for field in tree.get("fields", ())} if isinstance(tree, dict) else set()
    for field in fields:
        if columns and field.split(".")[0] not in columns:
            message = (
                f"the index {name!r:.60} is defined on the column {field!r:.60}, which the table lacks: "
                f"queries by it find no row"
            )
            yield damage(_DEFINITIONS, RULE, "bad-reference", message)


def check_groups(metadata: MetadataTable) -> Iterator[FindingRow]:
    """Yield file groups with invalid ids, and missing numbers, which affect the routing of keys."""
    definition = metadata.definitions.get(RECORD_INDEX)
    is_partitioned = definition is not None and definition.options.get("isPartitioned") == "true"
    for index, groups in sorted(metadata.slices.items()):
        numbers: dict[str | None, list[int]] = {}
        for item in groups:
            try:
                number, owner = parse_group_id(index, item.file_id)
            except Reject as error:
                message = f"{error.message}: keys are distributed over the others, and their rows are lost"
                yield damage(f"{FOLDER}/{index}", "metadata-groups", "bad-value", message)
                continue
            if owner is not None and not is_partitioned:
                message = f"{item.file_id!r:.80} belongs to one data partition, but the index is global"
                yield damage(f"{FOLDER}/{index}", "metadata-groups", "bad-state", message)
            numbers.setdefault(owner if is_partitioned else None, []).append(number)
        for owner, present in numbers.items():
            expected = list(range(len(present)))
            if sorted(present) != expected:
                at = "" if owner is None else f" of {owner!r:.60}"
                missing = sorted(set(range(max(present))) - set(present))
                message = (
                    f"file groups{at} are numbered {sorted(present)}, expected 0 to {max(present)}: "
                    f"{shown(map(str, missing)) if missing else 'a number'} is "
                    f"{'missing' if missing else 'there twice'}, and lookups read the wrong group: their"
                    " rows are lost"
                )
                yield damage(f"{FOLDER}/{index}", "metadata-groups", "missing-field", message)
        if not groups:
            message = "no file group can be read: " + _LOST.get(index, "lookups by this index find no row")
            yield damage(f"{FOLDER}/{index}", "metadata-groups", "missing-field", message)


def check_own_properties(path: Path, data: Mapping[str, str]) -> Iterator[FindingRow]:
    """Yield properties that show that this is not the metadata table of this table.

    They are read as text: with a wrong version the metadata table may not open.
    """
    raw = read_small(str(path / OWN_PROPERTIES))
    if raw is None:
        return
    own = parse_properties(raw)
    for key, value in _EXPECTED.items():
        if own.get(key, value) != value:
            yield damage(
                OWN_PROPERTIES, "metadata-properties", "bad-value",
                f"{key} is {own.get(key)!r:.60}, expected {value!r}: readers treat its records as rows, or"
                " fail",
            )  # fmt: skip
    version, of_data = props.VERSION.text(own), props.VERSION.text(data)
    if version != of_data:
        message = (
            f"{props.VERSION} is {version!r:.20}, that of the data table "
            f"{of_data!r:.20}: readers reject it, or use the wrong blocks"
        )
        yield damage(OWN_PROPERTIES, "metadata-properties", "bad-state", message)
    name, expected = props.NAME.text(own), f"{props.NAME.text(data)}_metadata"
    if name in {None, expected, _NAME_OF_NONE}:
        return
    # ALTER TABLE RENAME changes the name of the data table alone.
    if _times(path / ".hoodie").isdisjoint(_times(path / FOLDER / ".hoodie")):
        message = (
            f"{props.NAME} is {name!r:.60}, expected {expected!r:.60}: "
            "it belongs to another table, and lists that table's files"
        )
        yield damage(OWN_PROPERTIES, "metadata-properties", "bad-reference", message)


def _times(hidden: Path) -> set[str]:
    """Times of the instants of a timeline, by the names of its files."""
    names = (name for folder in (hidden, hidden / "timeline") for name in file_names(folder))
    return {time for name in names if (time := name[:LEN_TIME]).isdigit()}


def check_compactions(metadata: MetadataTable) -> Iterator[FindingRow]:
    """Yield compactions that included records of a pending data instant: base files are not filtered."""
    if metadata.timeline is None:
        return
    pending = _pending(metadata.data)
    own = [item for item in metadata.timeline.instants if item.state is Step.COMPLETED]
    written = {item.time: item for item in own if item.action == "deltacommit" and item.time in pending}
    is_by_completion = metadata.timeline.layout >= LAYOUT_2
    for compaction in own:
        if compaction.action != "commit":
            continue
        for time, item in sorted(written.items()):
            end = item.completion_time if is_by_completion else time
            if end is None or end >= compaction.time:
                continue
            message = (
                f"the compaction {compaction.time} has taken in {time}, which is pending in the data table:"
                " readers list its files and find its keys, so queries return uncommitted rows"
            )
            yield damage(
                f"{FOLDER}/{metadata.timeline.folder}/{compaction.name}",
                "metadata-pending",
                "bad-state",
                message,
            )


def _pending(data: Timeline) -> set[str]:
    completed = {item.time for item in data.instants if item.state is Step.COMPLETED}
    return {item.time for item in data.instants} - completed
