# SPDX-License-Identifier: Apache-2.0
"""Timelines and archives of tables: findings of `timeline.check` and `archive.check` as rows.

It also provides a table's metadata as a local folder to other modules, for any store.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from hudi_conformance.audit.findings import DAMAGE, INFO, MAX_MESSAGE, UNREADABLE, VIOLATION, FindingRow
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.decode.bulk.gc_pause import no_collections
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.source import Buffer
from hudi_conformance.decode.timeline.check import MANDATORY
from hudi_conformance.decode.timeline.listing import NO_TIMELINE, read_table_properties, table_version
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import READ_FAILURES, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef, opened
from hudi_conformance.lake.filesystem import NUM_READERS, local_path
from hudi_conformance.model.base_file import PARTITION_METADATA
from hudi_conformance.model.common import Finding
from hudi_conformance.model.properties.table import BACKUP, FILE, LAYOUT
from hudi_conformance.model.table_version import NEWEST
from hudi_conformance.model.timeline import PathFinding

OpenFile = Callable[[FileRef], Buffer]
MAX_COPIED = 1 << 28  # bytes of one file of a timeline
HIDDEN = ".hoodie/"
# Steps that a writer has omitted or done out of order; all other violations affect readers.
_STILL_READABLE = frozenset({"bad-state", "bad-order", "duplicate", "trailing-bytes"})
_LOSES_ROWS = frozenset(
    {"timeline.table.one-layout", "timeline.content.map-keys"}
)  # for readers that do not reject it


def is_complete(table: TableRef) -> bool:
    """Whether all files of a table were listed, not only some of them."""
    names = {f"{table.path}/{HIDDEN}{name}" for name in (FILE, BACKUP)}
    return any(ref.path in names for ref in table.files)


def below(table: TableRef, ref: FileRef) -> str:
    """Path of a file below its table."""
    return ref.path[len(table.path) + 1 :]


def is_timeline(path: str) -> bool:
    """Whether a path below a table's folder belongs to its timeline, or is partition metadata."""
    if path.startswith(HIDDEN):
        return not path[len(HIDDEN) :].startswith(NO_TIMELINE)
    return path.rpartition("/")[2] == PARTITION_METADATA


@contextmanager
def as_folder(table: TableRef, open_file: OpenFile) -> Iterator[Path]:
    """The table's folder; for a remote table a copy of its timeline.

    Raises:
        OSError: a file cannot be read.
    """
    local = local_path(table.path) if table.copy is None else table.copy
    if local is not None:
        yield Path(local)
        return
    with tempfile.TemporaryDirectory() as scratch:
        _copy_timeline(table, open_file, Path(scratch))
        yield Path(scratch)


@contextmanager
def copied(table: TableRef, open_file: OpenFile) -> Iterator[TableRef]:
    """The table; a remote one with one copy of its timeline for all checks, if that can be read."""
    if local_path(table.path) is not None:
        yield table
        return
    with tempfile.TemporaryDirectory() as scratch:
        try:
            _copy_timeline(table, open_file, Path(scratch))
        except (OSError, ValueError, pa.ArrowException):
            yield table  # each surface reports that it cannot be read
        else:
            yield replace(table, copy=scratch)


def _copy_timeline(table: TableRef, open_file: OpenFile, folder: Path) -> None:
    """Write the files of a timeline to a folder; several are requested from a store at a time."""

    def copy(ref: FileRef) -> None:
        target = folder / below(table, ref)
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened(ref, open_file) as buffer:
            target.write_bytes(bytes(buffer[:]))

    files = [
        ref for ref in table.files
        if is_timeline(path := below(table, ref)) and ref.size <= MAX_COPIED and ".." not in path.split("/")
    ]  # fmt: skip
    with ThreadPoolExecutor(NUM_READERS) as pool:
        for _ in pool.map(copy, files):
            pass


def _lost_properties(table: Path) -> Iterator[Finding]:
    """Mandatory properties that are absent, regardless of the checksum [timeline.properties.mandatory]."""
    try:
        entries = decode_properties(read_file(table / ".hoodie" / FILE)).entries
    except READ_FAILURES:
        return
    for key in MANDATORY:
        if key not in entries:
            message = f"{FILE} has no {key}"
            yield Finding("timeline.properties.mandatory", "missing-field", None, message)


def _is_contradicted(table: Path) -> bool:
    """Whether other evidence contradicts an unknown table version.

    It is a timeline in the layout of version 6 and earlier, to which later versions do not return, or a
    metadata table of a known version, since both have the same version.
    """
    if LAYOUT.text(read_table_properties(table).entries) in {"0", "1"}:
        return True
    try:
        table_version(read_table_properties(table / HIDDEN / "metadata"))
    except READ_FAILURES:
        return False
    return True


def _unknown_version(table: TableRef, error: Reject) -> FindingRow:
    """A table that is newer than this program, if its version is correct: it has no findings."""
    message = f"not checked: {error.message} is unknown, the newest is {NEWEST}"
    path = f"{table.path}/{HIDDEN}{FILE}"
    return FindingRow(
        path, "timeline", UNREADABLE, UnsupportedInput.code, message, error.requirement, INFO, kind="timeline"
    )


class FolderSurface:
    """A check of `decode` as a surface: `timeline.check`, or `archive.check` with merge plan and history."""

    def __init__(self, name: str, check: Callable[[Path], Iterable[PathFinding]]) -> None:
        self.name = name
        self._check = check

    def check_table(self, table: TableRef, open_file: OpenFile) -> Iterator[FindingRow]:
        """Yield findings of instants from `since` on; a folder that is not a table is one finding."""
        if not is_complete(table):
            return
        sizes = {below(table, ref): ref.size for ref in table.files}
        findings: list[tuple[str, Finding | Reject]] = []
        with as_folder(table, open_file) as folder:
            try:
                with no_collections():
                    findings += ((item.path, item.finding) for item in self._check(folder))
            except Reject as error:
                is_timeline = self.name == "timeline"
                if is_timeline and error.code == "bad-version" and not _is_contradicted(folder):
                    yield _unknown_version(table, error)
                    return
                findings = [(f"{HIDDEN}{FILE}", error)] if is_timeline else []
                if is_timeline and error.code == "bad-checksum":
                    findings += ((f"{HIDDEN}{FILE}", finding) for finding in _lost_properties(folder))
        for path, finding in findings:
            instant = decode_instant_name(path.rpartition("/")[2], 2)
            is_refusal = isinstance(finding, Reject) or finding.is_refusal
            loses_rows = finding.code not in _STILL_READABLE or finding.requirement in _LOSES_ROWS
            is_damage = is_refusal or loses_rows
            row = FindingRow.of(
                finding, f"{table.path}/{path}", self.name, verdict=DAMAGE if is_damage else VIOLATION,
                salvageable=None if is_damage else True, instant=None if instant is None else instant.time,
                kind=self.name, size=sizes.get(path),
            )  # fmt: skip
            if table.context.includes(row.instant):
                yield replace(row, message=row.message[:MAX_MESSAGE])
