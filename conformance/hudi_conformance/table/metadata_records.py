# SPDX-License-Identifier: Apache-2.0
"""Records of one file slice of the metadata table: base file, then the blocks of its logs on top."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import LEN_SMALL, Lookup
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.hfile_content import walk_cells
from hudi_conformance.decode.metadata.payload import decode_payload
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.metadata import MetadataRecord
from hudi_conformance.semantics.metadata.merge import merge_records
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.semantics.slices.files import FileSlice
from hudi_conformance.table.logs import all_blocks, raise_rejection
from hudi_conformance.table.metadata_quick import quick_records

MAX_LOOKED_UP = 256  # keys; for more, the entire file is read


@dataclass(frozen=True, slots=True)
class SliceReader:
    """Limits of a read of a slice.

    Attributes:
        table_version: of the metadata table.
        latest: blocks of later instants are skipped; None = no limit.
        valid: instants whose blocks count; None = all.
        takes_zero_words: whether checksum words that are all zero are not compared; see `HFile`.
    """

    table_version: int
    latest: str | None
    valid: frozenset[str] | None
    takes_zero_words: bool


def read_slice_records(
    folder: Path, item: FileSlice, reader: SliceReader, keys: Collection[str] | None = None
) -> dict[str, MetadataRecord]:
    """Merged records by key, at least those of `keys`; without tombstones [metadata.record.delete].

    Raises:
        OSError: a file cannot be read.
        Reject: a file, block or record that cannot be read: a result without it would be wrong.
    """
    logs = _merged_logs(folder, item, reader)
    records: dict[str, MetadataRecord] = {}
    if item.base_file is not None:
        path = folder / item.base_file.name
        for record in _base(path, folder.name, reader, keys):
            merged = merge_records(record, logs.pop(record.key)) if record.key in logs else record
            if merged is not None:
                records[record.key] = merged
    records.update((key, record) for key, record in logs.items() if record is not None)
    return records


def _base(
    path: Path, partition: str, reader: SliceReader, keys: Collection[str] | None
) -> Iterable[MetadataRecord]:
    if keys is not None and len(keys) <= MAX_LOOKED_UP and path.stat().st_size > LEN_SMALL:
        matches = _looked_up(path, keys, takes_zero_words=reader.takes_zero_words)
        if matches is not None:
            return matches
    quick = quick_records(path, partition, keys)
    return base_records(path, takes_zero_words=reader.takes_zero_words) if quick is None else quick


def _looked_up(path: Path, keys: Collection[str], *, takes_zero_words: bool) -> list[MetadataRecord] | None:
    """Records of keys by the index of a base file; None if a row is not the key of its record."""
    with open_source(path) as buffer:
        file = HFile(buffer, takes_zero_words=takes_zero_words)
        _, schema = read_schema(file)
        lookup = Lookup(file)
        matches = []
        for key in sorted(set(keys)):
            records = [_record(cell, schema) for cell in lookup.get(key.encode("utf-8", "surrogatepass"))]
            if any(record.key != key for record in records):
                return None
            matches += records
        return matches


def base_records(path: Path, *, takes_zero_words: bool = False) -> Iterator[MetadataRecord]:
    """Yield the records of a base file in its order.

    Raises:
        OSError: the file cannot be read.
        Reject: it is not an HFile, or a record cannot be decoded.
    """
    with open_source(path) as buffer:
        file = HFile(buffer, takes_zero_words=takes_zero_words)
        _, schema = read_schema(file)
        for cell in CellReader.of(file).scan():
            yield _record(cell, schema)


def _merged_logs(folder: Path, item: FileSlice, reader: SliceReader) -> dict[str, MetadataRecord | None]:
    files = [folder / log.name for log in item.log_files]
    blocks: list[SliceBlock] = []
    for number, file in enumerate(files):
        with open_source(file) as buffer:
            blocks.extend(SliceBlock(number, block) for block in all_blocks(buffer))
    in_range = None if reader.valid is None else reader.valid.__contains__
    limits = ScanLimits(reader.table_version, reader.latest, None, in_range)
    merged: dict[str, MetadataRecord | None] = {}
    for block in blocks_in_effect(blocks, limits):
        with open_source(files[block.file]) as buffer:
            for key, record in block_records(buffer, block.block, takes_zero_words=reader.takes_zero_words):
                merged[key] = merge_records(merged[key], record) if key in merged else record
    return merged


def block_records(
    buffer: Buffer, block: LogBlock, *, takes_zero_words: bool
) -> Iterator[tuple[str, MetadataRecord | None]]:
    """Yield key and record of a block's content; None for a deleted key [metadata.record.delete].

    Raises:
        Reject: the content cannot be decoded, or is of a kind that metadata tables do not have.
    """
    contents = ContentReader(buffer)
    if block.type.payload is Payload.DELETES:
        content = contents.read(block)
        raise_rejection(content.rejection)
        for deleted in content.deletes or ():
            if deleted.record_key is not None:
                yield deleted.record_key, None
        return
    if block.type.payload is not Payload.HFILE:
        message = f"a block of type {block.type.name} in a log of the metadata table"
        raise Reject("bad-type", block.span.ofs + 18, "metadata.record.payload", message)
    schema = contents.schema(block)
    for cell in walk_cells(buffer, block.content, takes_zero_words=takes_zero_words):
        record = _record(cell, schema)
        yield record.key, record


def _record(cell: HFileCell, schema: AvroSchema) -> MetadataRecord:
    return decode_payload(decode_record(cell, schema), cell.ofs_value)
