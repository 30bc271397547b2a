# SPDX-License-Identifier: Apache-2.0
"""Violations in the archived instants of a table: archives and merge plan, or the history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import numpy as np
import numpy.typing as npt

from hudi_conformance.decode.bulk.archive_records import Blocks
from hudi_conformance.decode.folder import is_regular, read_file
from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.log.avro_content import decode_avro_content
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.decode.timeline import listing
from hudi_conformance.decode.timeline.archive_entries import PLAN, archive_files, entry_instant, walk_proven
from hudi_conformance.decode.timeline.check import in_file
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import history_folder
from hudi_conformance.decode.timeline.history_check import check_history
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import AvroValue, Finding
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.properties.table import ARCHIVE_FOLDER
from hudi_conformance.model.timeline import LAYOUT_2, PathFinding, Properties, State

METADATA_FIELDS: dict[str, frozenset[tuple[str, State]]] = {
    "hoodieCommitMetadata": frozenset(
        (action, state)
        for action in ("commit", "deltacommit", "compaction", "logcompaction")
        for state in State  # 0.15 archives empty requested files as empty metadata
    ),
    "hoodieCleanMetadata": frozenset({("clean", State.COMPLETED)}),
    "hoodieCompactionMetadata": frozenset({("compaction", State.COMPLETED), ("commit", State.COMPLETED)}),
    "hoodieRollbackMetadata": frozenset({("rollback", State.COMPLETED)}),
    "hoodieSavePointMetadata": frozenset({("savepoint", State.COMPLETED)}),
    "hoodieCompactionPlan": frozenset(
        (action, state)
        for action in ("compaction", "logcompaction")
        for state in (State.REQUESTED, State.INFLIGHT)
    ),
    "hoodieCleanerPlan": frozenset({("clean", State.REQUESTED), ("clean", State.INFLIGHT)}),
    "hoodieReplaceCommitMetadata": frozenset({("replacecommit", State.COMPLETED)}),
    "hoodieRequestedReplaceMetadata": frozenset({("replacecommit", State.REQUESTED)}),
    "HoodieInflightReplaceMetadata": frozenset({("replacecommit", State.INFLIGHT)}),
    "hoodieIndexCommitMetadata": frozenset({("indexing", State.COMPLETED)}),
}


def check_archive(table: Path) -> list[PathFinding]:
    """Findings of the archive of a table: of layouts 0 and 1, or of the history of layout 2.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table.
    """
    properties = listing.read_table_properties(table)
    layout = listing.timeline_layout(properties, listing.table_version(properties))
    if layout >= LAYOUT_2:
        below = history_folder(table).relative_to(table).as_posix()
        return list(in_file(below, check_history(table)))
    return list(_walk(table, properties, layout))


def _walk(table: Path, properties: Properties, layout: int) -> Iterator[PathFinding]:
    hidden = table / ".hoodie"
    folder = listing.inside(hidden, ARCHIVE_FOLDER.get(properties.entries))
    if folder != hidden:
        for path in archive_files(hidden):
            message = f"{path.name} is in .hoodie, not in {folder.name}"
            finding = Finding("archive.file.folder-09", "bad-state", None, message)
            yield PathFinding(f".hoodie/{path.name}", finding)
            yield from in_file(f".hoodie/{path.name}", _check_file(path))
    below = folder.relative_to(table).as_posix()
    for path in archive_files(folder):
        yield from in_file(f"{below}/{path.name}", _check_file(path))
    yield from in_file(f"{below}/{PLAN}", _check_plan(folder / PLAN))
    timeline = listing.timeline_folder(table, properties, layout)
    for instant in listing.all_instants(timeline, layout):
        if instant.state is not State.COMPLETED:
            continue
        try:
            decode_instant(read_file(timeline / instant.name), instant.name, layout)
        except Reject as error:
            message = f"{instant.name} cannot be archived: {error.message}"
            finding = Finding("archive.recovery.no-delete", error.code, error.at, message)
            yield PathFinding(f".hoodie/{instant.name}", finding)


def _check_file(path: Path) -> Iterator[Finding]:
    with open_source(path) as buffer:
        reader = ContentReader(buffer)
        walk = walk_proven(buffer)
        for item in walk:
            if isinstance(item, LogBlock):
                yield from _check_block(path, item, buffer, reader, is_plain=False)
                continue
            for block, is_plain in zip(item.blocks, _plain_blocks(item).tolist(), strict=True):
                yield from _check_block(path, block, buffer, reader, is_plain=is_plain)
        if walk.end.rejection is not None:
            yield finding_of(walk.end.rejection, path.name)


def _plain_blocks(item: Blocks) -> npt.NDArray[np.bool_]:
    """Blocks without findings in their entries, according to the kernels and columns."""
    plain = item.is_proven.copy()
    for entries in item.entries:
        names = [name for name in METADATA_FIELDS if name in entries.shape.names]
        present = [entries.records.column(name).is_valid().to_pylist() for name in names]
        rows = zip(*present, strict=True) if present else repeat((), entries.records.num_rows)
        for number, instant, flags in zip(entries.numbers.tolist(), entries.instants(), rows, strict=False):
            those = [name for name, is_there in zip(names, flags, strict=True) if is_there]
            state = None if instant is None else instant[1:]
            if state is None or len(those) > 1 or (those and state not in METADATA_FIELDS[those[0]]):
                plain[number] = False
    return plain


def _check_block(
    path: Path, block: LogBlock, buffer: Buffer, reader: ContentReader, *, is_plain: bool
) -> Iterator[Finding]:
    """Yield errors of a block; `is_plain`: its content has none."""
    if block.why is not None:
        yield finding_of(replace(block.why, requirement="archive.block.damaged"), path.name)
        return
    if block.type is not BlockType.AVRO_DATA_BLOCK:
        message = f"{path.name}: a {block.type.name}"
        yield Finding("archive.block.foreign", "bad-type", block.ofs_type, message)
        return
    if set(block.header) != {HeaderKey.SCHEMA}:
        keys = ", ".join(key.name for key in block.header)
        message = f"{path.name}: a block with the headers {keys}"
        yield Finding("archive.block.form", "bad-value", block.ofs_header, message)
    if block.footer:
        message = f"{path.name}: a block with {len(block.footer)} footer entries"
        yield Finding("archive.block.form", "trailing-bytes", block.content.end, message)
    if is_plain:
        return
    try:
        schema = reader.schema(block)
    except Reject as error:
        yield finding_of(error, path.name)
        return
    content = decode_avro_content(buffer, block.content, schema)
    if content.rejection is not None:
        yield finding_of(content.rejection, path.name)
    elif content.len_trailing:
        at = block.content.end - content.len_trailing
        message = f"{path.name}: {content.len_trailing} bytes after the last record"
        yield Finding("archive.block.content-length", "length-mismatch", at, message)
    for entry in content.records or ():
        yield from _check_entry(path, block.span.ofs, entry)


def _check_entry(path: Path, ofs: int, entry: AvroValue) -> Iterator[Finding]:
    try:
        instant = entry_instant(entry)
    except Reject as error:
        yield Finding(error.requirement, error.code, ofs, f"{path.name}: {error.message}")
        return
    present = [name for name in METADATA_FIELDS if entry.get(name) is not None]
    label = f"{path.name}: {instant.time} {instant.action} {instant.state}"
    if len(present) > 1:
        message = f"{label} has {' and '.join(present)}"
        yield Finding("archive.entry.one-field", "bad-state", ofs, message)
    elif present and (instant.action, instant.state) not in METADATA_FIELDS[present[0]]:
        yield Finding("archive.entry.one-field", "bad-state", ofs, f"{label} has {present[0]}")


def _check_plan(path: Path) -> Iterator[Finding]:
    if not is_regular(path):
        return
    data = read_file(path)
    requirement = "archive.merge.plan-file"
    if not data:
        yield Finding(requirement, "truncated", 0, "an empty merge plan")
        return
    try:
        decode_one_record(data)
    except Reject as error:
        yield Finding(requirement, error.code, error.at, f"{PLAN}: {error.message}")
    else:
        yield Finding(requirement, "bad-state", None, f"{PLAN} remains of an unfinished merge")
