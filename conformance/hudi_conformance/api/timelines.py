# SPDX-License-Identifier: Apache-2.0
"""Timelines of tables: active instants, their contents, archive and history."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

from hudi_conformance.api.reading import Reading
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.source import Buffer, Input
from hudi_conformance.decode.timeline import archive_entries, content, history, listing
from hudi_conformance.decode.timeline.archive_entries import ArchiveBlock, ArchivedInstant
from hudi_conformance.model.common import AvroValue, Rejection
from hudi_conformance.model.timeline import History, Instant, InstantContent, Timeline

Folder = str | os.PathLike[str]


def read_timeline(table: Folder) -> Timeline:
    """The active timeline of a table.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, or the table has an unknown version.
    """
    return listing.read_timeline(Path(table))


def read_instant(table: Folder, timeline: Timeline, instant: Instant) -> InstantContent:
    """Content of an instant's file in the active timeline.

    Raises:
        OSError: the file cannot be read.
        Reject: a content that does not match its name.
        LimitExceeded: a content that is nested too deeply, or too large.
    """
    data = read_file(Path(table) / timeline.folder / instant.name)
    return content.decode_instant(data, instant.name, timeline.layout)


def archive_files(table: Folder) -> list[Path]:
    """Archives of a table of layout 0 or 1, oldest first.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table.
    """
    return archive_entries.table_archives(Path(table))[1]


def read_archive(source: Input) -> Reading[ArchiveBlock]:
    """Entries of one archive, block by block; a rejected block has the rejection in its `ArchiveBlock`.

    Raises:
        OSError: the file cannot be opened.
    """

    def walk(buffer: Buffer) -> Generator[ArchiveBlock, None, Rejection | None]:
        for item in archive_entries.walk_archive(buffer):
            if isinstance(item, Rejection):
                return item
            yield item
        return None

    return Reading.of(source, walk)


def list_archived(table: Folder) -> list[ArchivedInstant]:
    """All archived instants of a table of layout 0 or 1, each state once, by time, action and state.

    Raises:
        OSError: a file cannot be read.
        Reject: the folder is not a table, or one of its archives is damaged.
    """
    folder, files = archive_entries.table_archives(Path(table))
    return archive_entries.list_archived(files, archive_entries.merged_by_plan(folder))


def read_history(table: Folder, begin: str | None = None, end: str | None = None) -> History:
    """The history of a table of layout 2, or its entries in a closed range of requested times.

    Raises:
        OSError: a file cannot be read.
        Reject: the folder is not such a table, or a current file cannot be read.
    """
    return history.read_history(Path(table), begin, end)


def decode_metadata(data: bytes) -> AvroValue:
    """The record in `metadata` or `plan` of a `HistoryRow`, an Avro container.

    Raises:
        Reject: not a container of one record.
    """
    return content.decode_one_record(data)[1]
