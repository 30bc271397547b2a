# SPDX-License-Identifier: Apache-2.0
"""`hudi_timeline` and `hudi_archive`: instants of tables, active and archived, one row a state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

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
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import read_small
from hudi_conformance.spark.sources.base import (
    REFUSED,
    UNREADABLE,
    FilesReader,
    FilesSource,
    Piece,
    RowBuffer,
    column_names,
    refused,
)

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

    from hudi_conformance.lake.files import FileRef

TIMELINE = (
    "table string, path string, time string, action string, state string, completion_time string, "
    "layout int, format string, content string, " + REFUSED
)
ARCHIVE = (
    "table string, path string, block int, ofs bigint, i int, time string, action string, state string, "
    "completion_time string, content string, " + REFUSED
)
_HIDDEN = "/.hoodie/"
# Folders of `.hoodie` with copies of instants' files, or with none; `metadata` is a table of its own.
_ASIDE = (
    ".aux/",
    ".temp/",
    ".heartbeat/",
    ".schema/",
    ".locks/",
    ".index_defs/",
    ".bucket_index/",
    "metadata/",
)


def split(path: str) -> tuple[str, str]:
    """Folder of the table that a file of `.hoodie` is of, and its path below `.hoodie`; else empty texts."""
    table, found, below = path.rpartition(_HIDDEN)
    return (table, below) if found and not below.startswith(_ASIDE) else ("", "")


class HudiTimeline(FilesSource):
    """Files of instants, as `timeline.decode` answers them."""

    COLUMNS = TIMELINE

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_timeline"

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        return TimelineReader(self, schema, column_names(TIMELINE))


class HudiArchive(FilesSource):
    """Archived instants: archives of log format, and the history of layout 2."""

    COLUMNS = ARCHIVE

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_archive"

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        return ArchiveReader(self, schema, column_names(ARCHIVE))


class TimelineReader(FilesReader):
    """One row a file."""

    def fits(self, ref: FileRef) -> bool:
        """By folder and name."""
        _, below = split(ref.path)
        return bool(below) and decode_instant_name(ref.name, _layout(below)) is not None

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield the row."""
        table, below = split(piece.ref.path)
        layout = _layout(below)
        instant = decode_instant_name(piece.ref.name, layout)
        assert instant is not None
        row: dict[str, Any] = {
            "table": table, "path": piece.ref.path, "layout": layout, "time": instant.time,
            "action": instant.action, "state": instant.state.value,
            "completion_time": instant.completion_time,
        }  # fmt: skip
        try:
            shown = canonical_instant_content(decode_instant(bytes(buffer[:]), piece.ref.name, layout))
            row["format"] = shown["format"]
            row["content"] = None if shown["content"] is None else dumps(shown["content"])
        except UNREADABLE as error:
            row |= refused(error)
        yield self.batch({name: [row.get(name)] for name in self.arrow.names}, 1)


def _layout(below: str) -> int:
    return 2 if "/" in below else 1


class ArchiveReader(FilesReader):
    """One row an archived state; a block or a file that is refused is a row, too."""

    def fits(self, ref: FileRef) -> bool:
        """By folder and name."""
        _, below = split(ref.path)
        return bool(below) and (ARCHIVE_NAME.fullmatch(ref.name) or FILE_NAME.fullmatch(ref.name)) is not None

    def plan(self, ref: FileRef) -> Iterable[Piece]:
        """The file; nothing of a file that the manifest in force does not name."""
        if FILE_NAME.fullmatch(ref.name) is not None:
            named = _names_in_force(ref.path.rpartition("/")[0])
            if named is not None and ref.name not in named:
                return []
        return [Piece(ref, 0, ref.size)]

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows."""
        rows = RowBuffer(self)
        table, _ = split(piece.ref.path)
        walk = _entries if ARCHIVE_NAME.fullmatch(piece.ref.name) else _history
        for row in walk(buffer, piece.ref.name):
            size = 64 + len(row.get("content") or "")
            yield from rows.add({"table": table, "path": piece.ref.path, **row}, size)
        yield from rows.flush()


def _names_in_force(folder: str) -> frozenset[str] | None:
    """Names of the manifest that the version file names; None where that cannot be told."""
    version = read_small(f"{folder}/_version_")
    raw = None if version is None else read_small(f"{folder}/manifest_{version.decode('latin-1').strip()}")
    try:
        files = json.loads(raw or b"")["files"]
        return frozenset(one["fileName"] for one in files)
    except (ValueError, KeyError, TypeError):
        return None


def _entries(buffer: Buffer, _: str) -> Iterator[dict[str, Any]]:
    for number, item in enumerate(walk_archive(buffer)):
        if not isinstance(item, ArchiveBlock):
            yield {"block": number, "ofs": item.at, **refused(item)}
            continue
        place = {"block": number, "ofs": item.block.span.ofs}
        mapper = RowMapper(item.schema) if item.entries else None
        for index, entry in enumerate(item.entries):
            row: dict[str, Any] = {**place, "i": index}
            try:
                found = entry_instant(entry)
                row |= {"time": found.time, "action": found.action, "state": found.state.value}
            except Reject as error:
                row |= refused(error)
            if mapper is not None:
                row["content"] = dumps(mapper(entry))
            yield row
        why = item.rejection or item.block.why
        if why is not None:
            yield {**place, **refused(why)}


def _history(buffer: Buffer, name: str) -> Iterator[dict[str, Any]]:
    number = 0
    try:
        for number, found in enumerate(walk_rows(pa.BufferReader(bytes(buffer[:])), name)):
            row: dict[str, Any] = {
                "i": number, "time": found.time, "action": found.action, "state": "COMPLETED",
                "completion_time": found.completion_time or found.time,
            }  # fmt: skip
            try:
                row["content"] = dumps({"metadata": _record(found.metadata), "plan": _record(found.plan)})
            except UNREADABLE as error:
                row |= refused(error)
            yield row
    except UNREADABLE as error:
        yield {"i": number, **refused(error)}


def _record(data: bytes | None) -> Any:
    if data is None:
        return None
    schema, value = decode_one_record(data)
    return RowMapper(schema)(value)
