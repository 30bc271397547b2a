# SPDX-License-Identifier: Apache-2.0
"""Archived instants of layouts 0 and 1: Avro data blocks of log files [archive.block.form]."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.decode.bulk.archive_records import Blocks, walk_entries
from hudi_conformance.decode.folder import file_names, is_regular, read_file
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.log.avro_content import decode_avro_content
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, Memory, open_source
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.decode.timeline.listing import inside, read_table_properties
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import AvroValue, JsonValue, Rejection
from hudi_conformance.model.log import LogBlock
from hudi_conformance.model.properties.table import ARCHIVE_FOLDER
from hudi_conformance.model.timeline import STATE_ORDER, State

ARCHIVE_NAME = re.compile(r"\.commits_\.archive\.(?P<number>[0-9]+)(?:_[0-9]+-[0-9]+-[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ArchiveBlock:
    """One block of an archive.

    Attributes:
        block: its frame.
        schema: schema of the entries, as `AvroSchema.tree`; None if there is none.
        entries: readable entries.
        rejection: why entries are missing.
    """

    block: LogBlock
    schema: JsonValue = None
    entries: tuple[AvroValue, ...] = ()
    rejection: Rejection | None = None


@dataclass(frozen=True, slots=True)
class ArchivedInstant:
    """One state of an archived instant."""

    time: str
    action: str
    state: State


def scan_archive(source: Input) -> Iterator[ArchiveBlock | Rejection]:
    """Yield the blocks of an archive, and finally a rejection if the scan had to stop.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        yield from walk_archive(buffer)


def walk_archive(buffer: Buffer) -> Iterator[ArchiveBlock | Rejection]:
    """As `scan_archive`."""
    reader = ContentReader(buffer)
    walk = Walk(walk_log(buffer))
    for block in walk:
        yield archive_block(block, buffer, reader)
    if walk.end.rejection is not None:
        yield walk.end.rejection


def walk_proven(buffer: Memory) -> Walk[Blocks | LogBlock]:
    """The blocks of an archive with entries that the kernels validate; `end` states how the scan ended."""
    return Walk(walk_entries(buffer))


def archive_block(block: LogBlock, buffer: Buffer, reader: ContentReader) -> ArchiveBlock:
    """A block of an archive with its entries; `reader` is one of the buffer."""
    if block.type is not BlockType.AVRO_DATA_BLOCK:
        return ArchiveBlock(block)
    try:
        schema = reader.schema(block)
    except Reject as error:
        return ArchiveBlock(block, rejection=rejection_of(error))
    content = decode_avro_content(buffer, block.content, schema)
    return ArchiveBlock(block, schema.tree, tuple(content.records or ()), content.rejection)


def archive_files(folder: Path) -> list[Path]:
    """Archives of a folder by their number; gaps are allowed [archive.file.gaps]."""
    matches = [match for name in file_names(folder) if (match := ARCHIVE_NAME.fullmatch(name))]
    return [folder / name for _, name in sorted((int(match["number"]), match[0]) for match in matches)]


def table_archives(table: Path) -> tuple[Path, list[Path]]:
    """Folder of a table's archives, and the archives: first those of `.hoodie` [archive.file.folder-09].

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, or names a folder outside it.
    """
    properties = read_table_properties(table)
    folder = inside(table / ".hoodie", ARCHIVE_FOLDER.get(properties.entries))
    files = archive_files(folder)
    if folder != table / ".hoodie":
        files = [*archive_files(table / ".hoodie"), *files]
    return folder, files


def entry_instant(entry: AvroValue) -> ArchivedInstant:
    """Time, action and state of an entry [archive.entry.required].

    Raises:
        Reject: missing-field, or bad-value for an unknown state.
    """
    row = entry if isinstance(entry, dict) else {}
    time, action = row.get("commitTime"), row.get("actionType")
    if not isinstance(time, str) or not isinstance(action, str):
        message = f"an entry with commitTime {time!r:.30} and actionType {action!r:.30}"
        raise Reject("missing-field", None, "archive.entry.required", message)
    text = row.get("actionState")
    try:
        state = State.COMPLETED if text is None else State(text)
    except ValueError:
        message = f"actionState {text!r:.40}"
        raise Reject("bad-value", None, "archive.entry.required", message) from None
    return ArchivedInstant(time, action, state)


PLAN = "mergeArchivePlan"


def merged_by_plan(folder: Path) -> str | None:
    """Name of the archive that an unfinished merge writes; None if there is no readable plan."""
    path = folder / PLAN
    try:
        plan = decode_one_record(read_file(path))[1] if is_regular(path) else None
    except Reject:
        return None
    name = plan.get("mergedArchiveFileName") if isinstance(plan, dict) else None
    return name.rpartition("/")[2] if isinstance(name, str) else None


def list_archived(files: list[Path], unfinished: str | None = None) -> list[ArchivedInstant]:
    """Archived instants, each state once, by time, action and state [archive.entry.unique].

    Args:
        files: archives.
        unfinished: archive of an unfinished merge, which is skipped if it cannot be read
            [archive.merge.tolerate].

    Raises:
        OSError: a file cannot be read.
        Reject: a file that is not an archive, or an entry without a time or an action.
    """
    instants: set[ArchivedInstant] = set()
    for path in files:
        for item in scan_archive(path):
            if isinstance(item, ArchiveBlock):
                instants.update(entry_instant(entry) for entry in item.entries)
            elif path.name != unfinished:
                raise Reject(item.code, item.at, item.requirement, f"{path.name}: {item.message}")
    return sorted(instants, key=lambda item: (item.time, item.action, STATE_ORDER[item.state]))
