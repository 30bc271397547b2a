# SPDX-License-Identifier: Apache-2.0
"""Descriptions of records of a metadata table, as notes on their bytes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import islice

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.metadata import canonical_bound
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.hfile_content import walk_cells
from hudi_conformance.decode.metadata.payload import decode_payload, is_metadata_schema
from hudi_conformance.decode.metadata.secondary import split_key
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect.model import Note
from hudi_conformance.model.hfile import HFileBlock, HFileCell
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.metadata import (
    BloomRow,
    Bound,
    ColumnStats,
    FileList,
    Location,
    MetadataRecord,
    RecordType,
    SecondaryRow,
)

_RULE = "metadata.record.payload"
_NAMED = 4  # entries of a list that are named
_MAX_BOUND = 40  # characters of a bound
_REFUSALS = (Reject, UnsupportedInput, LimitExceeded, SchemaError)


def notes_of_block(file: HFile, block: HFileBlock, path: str, limit: int | None) -> list[Note]:
    """Notes of the records in a data block of an HFile; none if it is not one of a metadata table.

    Args:
        file: the HFile.
        block: a block of it.
        path: of the block.
        limit: number of records; None = all.
    """
    if block.type not in {"DATA", "ENCODED_DATA"}:
        return []
    try:
        _, schema = read_schema(file)
        if not is_metadata_schema(schema):
            return []
        return _notes(CellReader.of(file).cells(file.load(block)), schema, path, block.end, limit)
    except _REFUSALS:
        return []  # the block itself has the reason


def notes_of_content(buffer: Buffer, block: LogBlock, path: str, limit: int | None) -> list[Note]:
    """Notes of the records in an HFile block of a log file, as `notes_of_block`."""
    try:
        schema = ContentReader(buffer).schema(block)
        if not is_metadata_schema(schema):
            return []
        cells = walk_cells(buffer, block.content)
        return _notes(cells, schema, f"{path}.content", block.content.end, limit)
    except _REFUSALS:
        return []


def _notes(
    cells: Iterable[HFileCell], schema: AvroSchema, path: str, at: int, limit: int | None
) -> list[Note]:
    """A note without bytes for each record: its values are compressed, or spread over fields."""
    notes = []
    for number, cell in enumerate(islice(cells, None if limit is None else limit + 1)):
        if number == limit:
            notes.append(Note(Field(f"{path}.records.more", at, 0, b"", _RULE), "more records: --limit"))
            break
        try:
            meaning = text_of(decode_payload(decode_record(cell, schema), cell.ofs_value))
        except _REFUSALS as error:
            meaning = f"not a record: {error}"
        notes.append(Note(Field(f"{path}.records[{number}]", at, 0, b"", _RULE), meaning))
    return notes


def text_of(record: MetadataRecord) -> str:
    """Describe a record in a line."""
    match record.payload:
        case FileList() as listed:
            what = "partitions" if record.type is RecordType.PARTITIONS else f"files of {record.key!r}"
            return f"{what}: {_entries(listed)}"
        case ColumnStats() as stats:
            return _stats(record, stats)
        case BloomRow() as bloom:
            state = ", deleted" if bloom.is_deleted else ""
            size = f"{len(bloom.filter):,} characters"
            return f"Bloom filter {bloom.type} of {bloom.timestamp}, {size}, key {record.key}{state}"
        case Location() as place:
            position = "" if place.position is None else f", position {place.position}"
            where = f"file group {place.file_id} of {place.partition!r}"
            return f"record {record.key!r} in {where}, since {_time(place.instant_ms)}{position}"
        case SecondaryRow() as row:
            return _secondary(record.key, row)


def _entries(listed: FileList) -> str:
    live = [(name, entry.size) for name, entry in listed.entries.items() if not entry.is_deleted]
    gone = [name for name, entry in listed.entries.items() if entry.is_deleted]
    parts = []
    if live:
        named = (f"{name} ({size:,})" if size else name for name, size in live)
        parts.append(f"{len(live)} live, {_some(named, len(live))}")
    if gone:
        parts.append(f"{len(gone)} deleted, {_some(gone, len(gone))}")
    return "; ".join(parts) or "none"


def _some(names: Iterable[str], num: int) -> str:
    shown = ", ".join(islice(names, _NAMED))
    return f"{shown} …" if num > _NAMED else shown


def _stats(record: MetadataRecord, stats: ColumnStats) -> str:
    kind = "partition" if record.type is RecordType.PARTITION_STATS else "file"
    of = f"column {stats.column} of {kind} {stats.file}"
    if stats.is_deleted:
        return f"{of}: deleted"
    counts = f"{_number(stats.num_values)} values, {_number(stats.num_nulls)} of them null"
    tight = ", tight" if stats.is_tight else ""
    return f"{of}: {_bound(stats.min)} to {_bound(stats.max)}, {counts}{tight}"


def _number(value: int | None) -> str:
    return "unknown" if value is None else f"{value:,}"


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return "no bound"
    shown = canonical_bound(bound)
    text = dumps(shown["value"]) if isinstance(shown, dict) else ""
    text = text if len(text) <= _MAX_BOUND else f"{text[:_MAX_BOUND]}…"
    return f"{text} ({bound.type})"


def _secondary(key: str, row: SecondaryRow) -> str:
    try:
        secondary, record_key = split_key(key)
    except Reject as error:
        return f"not a row of a secondary index: {error}"
    state = ", deleted" if row.is_deleted else ""
    return f"secondary key {'null' if secondary is None else repr(secondary)}, record {record_key!r}{state}"


def _time(milliseconds: int) -> str:
    """UTC; the writer's zone is not in the record."""
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"millisecond {milliseconds}"
