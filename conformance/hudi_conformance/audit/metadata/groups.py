# SPDX-License-Identifier: Apache-2.0
"""Checks of one file group of a metadata table: keys, types, routes, and blocks that are not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.metadata.report import damage, group_path, shown
from hudi_conformance.audit.metadata.routes import groups_of
from hudi_conformance.audit.metadata.state import State
from hudi_conformance.decode.log.scan import walk_log
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
from hudi_conformance.decode.metadata.keys import (
    column_hash,
    column_stats_key,
    encoded,
    expression_partition_key,
    file_hash,
    partition_stats_key,
)
from hudi_conformance.decode.metadata.secondary import separator_of
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.look.text import counted
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.metadata import ColumnStats, FileList, MetadataRecord, RecordType
from hudi_conformance.model.timeline import State as Step
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.metadata import FOLDER, read_group
from hudi_conformance.table.metadata_records import block_records

RULE = "metadata-key"
_TYPES = {
    FILES: {RecordType.PARTITIONS, RecordType.FILES},
    COLUMN_STATS: {RecordType.COLUMN_STATS},
    PARTITION_STATS: {RecordType.PARTITION_STATS},
    BLOOM_FILTERS: {RecordType.BLOOM_FILTER},
    RECORD_INDEX: {RecordType.RECORD_INDEX},
}
_OF_EXPRESSIONS = {RecordType.COLUMN_STATS, RecordType.PARTITION_STATS, RecordType.BLOOM_FILTER}
_LEN_HASH = 12  # characters of the hash of a column or partition

Records = dict[str, MetadataRecord]


def records_of(state: State, index: str) -> Records:
    """All records of an index by key.

    Raises:
        OSError, Reject: as `table.metadata.read_group`.
    """
    records: Records = {}
    for item in state.metadata.slices.get(index, ()):
        records.update(read_group(state.metadata, index, item))
    return records


def check_group(
    state: State, index: str, item: FileSlice, records: Mapping[str, MetadataRecord]
) -> Iterator[FindingRow]:
    """Yield errors of the records of a file group that do not depend on the data."""
    path = group_path(index, item)
    allowed = (
        _OF_EXPRESSIONS
        if index.startswith(EXPRESSION_INDEX)
        else _TYPES.get(index, {RecordType.SECONDARY_INDEX})
    )
    foreign = [key for key, record in records.items() if record.type not in allowed]
    if foreign:
        message = (
            f"records of other types than those of {index}: {shown(foreign)}; readers of them fail, or"
            " ignore their content"
        )
        yield damage(path, RULE, "bad-type", message)
    yield from check_routes(state, index, item, list(records))
    owners = {name: partition for partition, files in state.listing.items() for name in files}
    wrong = [key for key, record in records.items() if not _is_own_key(index, record, owners)]
    if wrong:
        message = (
            f"{counted(len(wrong), 'record')} under keys that do not match the hash of their content:"
            f" {shown(wrong)}; lookups miss them, and readers skip rows of other files by them"
        )
        yield damage(path, RULE, "bad-value", message)
    yield from _check_blocks(state, index, item)


def check_routes(state: State, index: str, item: FileSlice, keys: Sequence[str]) -> Iterator[FindingRow]:
    """Yield keys of a file group that readers look up in another one."""
    groups, owner = siblings(state, index, item)
    own = groups.index(item.file_id)
    routed: list[tuple[str, str]] = []
    for key in keys:
        try:
            routed.append((key, routed_text(state, index, key)))
        except Reject as error:
            yield damage(
                group_path(index, item),
                RULE,
                error.code,
                f"{error.message}: queries by the index lose its row",
            )
    numbers = groups_of([text for _, text in routed], len(groups)).tolist()
    lost = [key for (key, _), number in zip(routed, numbers, strict=True) if number != own]
    if lost:
        among = "" if owner is None else f" of {owner!r:.60}"
        message = (
            f"{counted(len(lost), 'key')} of another of the {len(groups)} file groups{among}: {shown(lost)};"
            " readers search for them there, and miss them"
        )
        yield damage(group_path(index, item), RULE, "bad-reference", message)


def siblings(state: State, index: str, item: FileSlice) -> tuple[list[str], str | None]:
    """File ids to which the keys of a group are routed, and their data partition."""
    items = [other.file_id for other in state.metadata.slices[index]]
    if index != RECORD_INDEX or not is_partitioned(state):
        return items, None
    owner = parse_group_id(index, item.file_id)[1]
    return [other for other in items if parse_group_id(index, other)[1] == owner], owner


def is_partitioned(state: State) -> bool:
    """Whether the record index has one part per data partition."""
    definition = state.metadata.definitions.get(RECORD_INDEX)
    return definition is not None and definition.options.get("isPartitioned") == "true"


def routed_text(state: State, index: str, key: str) -> str:
    """The part of a key whose hash is its file group [metadata.group.route].

    Raises:
        Reject: a key of a secondary index without separator.
    """
    definition = state.metadata.definitions.get(index)
    if index.startswith(SECONDARY_INDEX):
        end = separator_of(key) + 1
        return key[:end] if definition is not None and definition.version == "V2" else key
    return key


def _is_own_key(index: str, record: MetadataRecord, owners: Mapping[str, str]) -> bool:
    payload, key = record.payload, record.key
    if not isinstance(payload, ColumnStats) or payload.column is None or payload.file is None:
        return True
    if record.type is RecordType.PARTITION_STATS:
        if index.startswith(EXPRESSION_INDEX):
            return key == expression_partition_key(payload.column, payload.file)
        return key == partition_stats_key(payload.column, payload.file)
    owner = owners.get(payload.file)
    if owner is not None:
        return key == column_stats_key(payload.column, owner, payload.file)
    # A file that is not listed: its partition is unknown.
    file, column = encoded(file_hash(payload.file)), encoded(column_hash(payload.column))
    return key.startswith(column) and key[2 * _LEN_HASH :] == file


def _check_blocks(state: State, index: str, item: FileSlice) -> Iterator[FindingRow]:
    """Blocks of uncompleted instants although none is pending."""
    pending = {i.time for i in state.metadata.data.instants if i.state is not Step.COMPLETED}
    read = {*state.metadata.valid, *pending, None, ""}  # a corrupt block has no header
    for log in item.log_files:
        with open_source(state.path / FOLDER / index / log.name) as buffer:
            blocks = ((block.header.get(HeaderKey.INSTANT_TIME), block) for block in walk_log(buffer))
            unread = sorted({str(t) for t, block in blocks if t not in read and _has_entries(buffer, block)})
        if unread:
            message = (
                f"blocks of {shown(unread)} are not read, because the instant is not completed in the data"
                " table or the metadata table; files, statistics and keys in them are lost"
            )
            yield damage(f"{FOLDER}/{index}/{log.name}", "metadata-block", "bad-reference", message)


def _has_entries(buffer: Buffer, block: LogBlock) -> bool:
    """Whether readers lose anything without a block: a downgrade writes a list of no partition.

    Raises:
        Reject: the content cannot be decoded.
    """
    if block.type.payload is Payload.COMMAND:
        return False
    records = block_records(buffer, block, takes_zero_words=True)
    return any(record is None or record.payload != FileList({}) for _, record in records)
