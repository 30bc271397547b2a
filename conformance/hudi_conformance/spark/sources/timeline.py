# SPDX-License-Identifier: Apache-2.0
"""`hudi_timeline` and `hudi_archive`: instants of tables, active and archived, one row per state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.timeline import canonical_instant_content
from hudi_conformance.decode.source import Buffer
from hudi_conformance.decode.timeline.archive_entries import (
    ARCHIVE_NAME,
    ArchiveBlock,
    entry_instant,
    walk_archive,
)
from hudi_conformance.decode.timeline.content import decode_instant, decode_one_record
from hudi_conformance.decode.timeline.history import FILE_NAME, walk_rows
from hudi_conformance.decode.timeline.listing import NO_TIMELINE
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import read_small
from hudi_conformance.model.common import JsonValue
from hudi_conformance.spark.sources import base

if TYPE_CHECKING:
    from hudi_conformance.lake.files import FileRef

TIMELINE = (
    "table string, path string, time string, action string, state string, completion_time string, "
    "layout int, format string, content string, " + base.REFUSAL_COLUMNS
)
ARCHIVE = (
    "table string, path string, block int, ofs bigint, i int, time string, action string, state string, "
    "completion_time string, content string, " + base.REFUSAL_COLUMNS
)
_HIDDEN = "/.hoodie/"


def table_path(path: str) -> tuple[str, str]:
    """Folder of the table and path below `.hoodie` of a timeline's file; empty for any other file."""
    table, hidden, below = path.rpartition(_HIDDEN)
    return (table, below) if hidden and not below.startswith(NO_TIMELINE) else ("", "")


class TimelineReader(base.FilesReader):
    """One row per file."""

    def matches(self, ref: FileRef) -> bool:
        """By folder and name."""
        _, below = table_path(ref.path)
        return bool(below) and decode_instant_name(ref.name, _layout(below)) is not None

    def batches(self, buffer: Buffer, piece: base.Piece) -> Iterator[pa.RecordBatch]:
        """Yield the row."""
        table, below = table_path(piece.ref.path)
        layout = _layout(below)
        instant = decode_instant_name(piece.ref.name, layout)
        assert instant is not None
        row: base.Row = {
            "table": table, "path": piece.ref.path, "layout": layout, "time": instant.time,
            "action": instant.action, "state": instant.state.value,
            "completion_time": instant.completion_time,
        }  # fmt: skip
        try:
            answer = canonical_instant_content(decode_instant(bytes(buffer[:]), piece.ref.name, layout))
            row["format"] = answer["format"]
            row["content"] = None if answer["content"] is None else dumps(answer["content"])
        except base.READ_ERRORS as error:
            row |= base.refusal(error)
        yield self.row_batch(row)


def _layout(below: str) -> int:
    return 2 if "/" in below else 1


class ArchiveReader(base.FilesReader):
    """One row per archived state, and per rejected block or file."""

    def matches(self, ref: FileRef) -> bool:
        """By folder and name."""
        _, below = table_path(ref.path)
        return bool(below) and (ARCHIVE_NAME.fullmatch(ref.name) or FILE_NAME.fullmatch(ref.name)) is not None

    def split(self, ref: FileRef) -> Iterable[base.Piece]:
        """The file, unless it is one of the history that the current manifest does not name."""
        if FILE_NAME.fullmatch(ref.name) is not None:
            names = _names_in_manifest(ref.path.rpartition("/")[0])
            if names is not None and ref.name not in names:
                return []
        return [base.Piece(ref, 0, ref.size)]

    def batches(self, buffer: Buffer, piece: base.Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows."""
        rows = base.RowBuffer(self)
        table, _ = table_path(piece.ref.path)
        walk = _entries if ARCHIVE_NAME.fullmatch(piece.ref.name) else _history
        for row in walk(buffer, piece.ref.name):
            size = 64 + len(row.get("content") or "")
            yield from rows.add({"table": table, "path": piece.ref.path, **row}, size)
        yield from rows.flush()


class HudiTimeline(base.FilesSource):
    """Files of instants, as in `timeline.decode`."""

    NAME = "hudi_timeline"
    COLUMNS = TIMELINE
    READER = TimelineReader


class HudiArchive(base.FilesSource):
    """Archived instants: archives of log format, and the history of layout 2."""

    NAME = "hudi_archive"
    COLUMNS = ARCHIVE
    READER = ArchiveReader


def _names_in_manifest(folder: str) -> frozenset[str] | None:
    """Names in the manifest that the version file names; None if either file cannot be read."""
    version = read_small(f"{folder}/_version_")
    raw = None if version is None else read_small(f"{folder}/manifest_{version.decode('latin-1').strip()}")
    try:
        files = json.loads(raw or b"")["files"]
        return frozenset(file["fileName"] for file in files)
    except (ValueError, KeyError, TypeError):
        return None


def _entries(buffer: Buffer, _: str) -> Iterator[base.Row]:
    for number, item in enumerate(walk_archive(buffer)):
        if not isinstance(item, ArchiveBlock):
            yield {"block": number, "ofs": item.at, **base.refusal(item)}
            continue
        location = {"block": number, "ofs": item.block.span.ofs}
        mapper = RowMapper(item.schema) if item.entries else None
        for index, entry in enumerate(item.entries):
            row: base.Row = {**location, "i": index}
            try:
                instant = entry_instant(entry)
                row |= {"time": instant.time, "action": instant.action, "state": instant.state.value}
            except Reject as error:
                row |= base.refusal(error)
            if mapper is not None:
                row["content"] = dumps(mapper(entry))
            yield row
        why = item.rejection or item.block.why
        if why is not None:
            yield {**location, **base.refusal(why)}


def _history(buffer: Buffer, name: str) -> Iterator[base.Row]:
    number = 0
    try:
        for number, entry in enumerate(walk_rows(pa.BufferReader(bytes(buffer[:])), name)):
            row: base.Row = {
                "i": number, "time": entry.time, "action": entry.action, "state": "COMPLETED",
                "completion_time": entry.completion_time or entry.time,
            }  # fmt: skip
            try:
                row["content"] = dumps({"metadata": _record(entry.metadata), "plan": _record(entry.plan)})
            except base.READ_ERRORS as error:
                row |= base.refusal(error)
            yield row
    except base.READ_ERRORS as error:
        yield {"i": number, **base.refusal(error)}


def _record(data: bytes | None) -> JsonValue:
    if data is None:
        return None
    schema, value = decode_one_record(data)
    return RowMapper(schema)(value)
