# SPDX-License-Identifier: Apache-2.0
"""Timelines and archives of whole tables: what `timeline.check` and `archive.check` find, as rows.

Also for other modules: a table's metadata as a folder of this machine, wherever the table is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hudi_conformance.audit.findings import DAMAGE, VIOLATION, FindingRow, severity_of
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.decode.source import Buffer
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.check import PARTITION_METADATA, check_timeline
from hudi_conformance.decode.timeline.listing import PROPERTIES
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import FileRef, close_buffer
from hudi_conformance.lake.filesystem import local_path
from hudi_conformance.views.common import Finding
from hudi_conformance.views.timeline import PathFinding

OpenFile = Callable[[FileRef], Buffer]
MAX_COPIED = 1 << 28  # bytes of one file of a timeline
HIDDEN = ".hoodie/"
# Folders of `.hoodie` that are no part of its timeline.
_ASIDE = (
    ".aux/",
    ".temp/",
    ".heartbeat/",
    ".locks/",
    ".schema/",
    ".index_defs/",
    ".bucket_index/",
    "metadata/",
)
# What a writer has left undone or done out of order; everything else keeps readers from something.
_READ_ALL_THE_SAME = frozenset({"bad-state", "bad-order", "duplicate", "trailing-bytes"})


def is_whole(table: TableRef) -> bool:
    """Whether all files of a table were listed, and not some that lie in it."""
    return any(ref.path == f"{table.path}/{HIDDEN}{PROPERTIES}" for ref in table.files)


def below(table: TableRef, ref: FileRef) -> str:
    """Path of a file below its table."""
    return ref.path[len(table.path) + 1 :]


def is_timeline(path: str) -> bool:
    """Whether a path below a table's folder is of its timeline, or partition metadata."""
    if path.startswith(HIDDEN):
        return not path[len(HIDDEN) :].startswith(_ASIDE)
    return path.rpartition("/")[2] == PARTITION_METADATA


@contextmanager
def as_folder(table: TableRef, open_file: OpenFile) -> Iterator[Path]:
    """The table's folder; of a table elsewhere a copy of its timeline.

    Raises:
        OSError: a file cannot be read.
    """
    local = local_path(table.path)
    if local is not None:
        yield Path(local)
        return
    with tempfile.TemporaryDirectory() as scratch:
        for ref in table.files:
            path = below(table, ref)
            if not is_timeline(path) or ref.size > MAX_COPIED or ".." in path.split("/"):
                continue
            target = Path(scratch) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            buffer = open_file(ref)
            try:
                target.write_bytes(bytes(buffer[:]))
            finally:
                close_buffer(buffer)
        yield Path(scratch)


class _Surface:
    """A check of decode/ as a surface."""

    def __init__(self, name: str, check: Callable[[Path], Iterable[PathFinding]]) -> None:
        self.name = name
        self._check = check

    def check_table(self, table: TableRef, open_file: OpenFile) -> Iterator[FindingRow]:
        """Yield the findings, those of instants before `since` aside; a table that is none is one finding."""
        if not is_whole(table):
            return
        sizes = {below(table, ref): ref.size for ref in table.files}
        with as_folder(table, open_file) as folder:
            try:
                found = list(self._check(folder))
            except Reject as error:
                if self.name == "timeline":
                    yield self._row(table, sizes, f"{HIDDEN}{PROPERTIES}", error, is_refusal=True)
                return
        for one in found:
            row = self._row(table, sizes, one.path, one.finding, is_refusal=one.finding.is_refusal)
            if table.context.since is None or row.instant is None or row.instant >= table.context.since:
                yield row

    def _row(
        self, table: TableRef, sizes: dict[str, int], path: str, told: Finding | Reject, *, is_refusal: bool
    ) -> FindingRow:
        is_damage = is_refusal or told.code not in _READ_ALL_THE_SAME
        return FindingRow(
            f"{table.path}/{path}", self.name, DAMAGE if is_damage else VIOLATION, told.code,
            told.message[:500], told.requirement, severity_of(told.requirement), told.at, sizes.get(path),
            kind=self.name, instant=_instant(path), salvageable=None if is_damage else True,
        )  # fmt: skip


def _instant(path: str) -> str | None:
    found = decode_instant_name(path.rpartition("/")[2], 2)
    return None if found is None else found.time


def timeline_surface() -> _Surface:
    """`timeline.check` of each table."""
    return _Surface("timeline", check_timeline)


def archive_surface() -> _Surface:
    """`archive.check` of each table: archives, merge plan, history."""
    return _Surface("archive", check_archive)
