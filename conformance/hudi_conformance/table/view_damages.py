# SPDX-License-Identifier: Apache-2.0
"""Damaged files of a view, detected by the timeline and the sizes of files, and optionally by opening them.

Only completed commits of the active timeline count as evidence, and only files of the slices that the view
reads: cleaned slices, replaced groups and appends that failed are not damage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hudi_conformance.decode.bulk.framing import walk_blocks
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.log.scan import ScanEnd
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.listing import inside, read_timeline
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.timeline import State
from hudi_conformance.semantics.slices.files import (
    BaseFile,
    FileSlice,
    GroupId,
    SliceLog,
    by_group,
    file_slices,
)
from hudi_conformance.table.cdc import cdc_changes
from hudi_conformance.table.changes import changed_slices, is_snapshot, slice_of_changes
from hudi_conformance.table.corrupt import block_damage
from hudi_conformance.table.damages import FILE_MISSING, FILE_SHORT, UNREADABLE, Damage, in_order
from hudi_conformance.table.features import visible_files
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.retained import check_retained
from hudi_conformance.table.stored import open_stored
from hudi_conformance.table.view import Table, View, at_view
from hudi_conformance.table.view_files import files_of, path_of, state_slice

_UNDOING = frozenset({"rollback", "restore"})
_METADATA_TABLE = (".hoodie", "metadata")


def planned_damages(table: Table, view: View) -> list[Damage]:
    """Files of a view that are missing, or shorter than commits state; no file is opened.

    Raises:
        OSError: a folder or the timeline cannot be read.
        Reject: this table does not support the view.
    """
    if view.as_of is not None:
        check_retained(table.path, view.as_of)
    latest = _latest(table, view)
    if latest is None:
        return []
    if view.kind == "cdc":
        paths = {item.stat.path.lstrip("/") for item in cdc_changes(table, view) if item.stat is not None}
        # A missing file is rejected if an image needs it [table.view.cdc-image].
        return in_order(item for item in _short(table, paths, latest) if item.requirement == FILE_SHORT)
    damages = [*_missing(table, view, latest)] if _is_state(table, view) else []
    named = {damage.path for damage in damages}
    paths_read = (path_of(file) for item in _slices(table, view) for file in files_of(item))
    damages += _short(table, [path for path in paths_read if path not in named], latest)
    return in_order(damages)


def view_damages(table: Table, view: View) -> list[Damage]:
    """All damages of a view, including those detected by opening its base files and framing its log files.

    Raises:
        OSError: a folder or the timeline cannot be read.
        Reject: this table does not support the view.
    """
    damages, latest = planned_damages(table, view), _latest(table, view)
    if latest is None:
        return damages
    missing = {damage.path for damage in damages if damage.requirement == FILE_MISSING}
    for item in _slices(at_view(table, view), view):
        for file in files_of(item):
            if path_of(file) not in missing:
                damages += file_damages(table, file, latest)
    return in_order(set(damages))


def file_damages(table: Table, file: BaseFile | SliceLog, latest: str) -> Iterator[Damage]:
    """Damages of one file that are detected by opening it: its frame, and corrupt blocks of a log file."""
    path = path_of(file)
    try:
        if isinstance(file, BaseFile):
            open_stored(table, file)
            return
        with open_source(table.path / path) as buffer:
            for step in walk_blocks(buffer):
                if isinstance(step, ScanEnd):
                    if step.rejection is not None:
                        why = step.rejection
                        yield Damage(path, why.code, why.at, why.requirement, why.message)
                elif step.type is BlockType.CORRUPT_BLOCK:
                    damage = block_damage(table, file, step, latest)
                    if damage is not None:
                        yield damage
    except Reject as error:
        yield Damage(path, error.code, error.at, error.requirement, error.message)
    except UnsupportedInput:
        return  # not damage; reading the file raises it
    except OSError as error:
        yield Damage(
            path, "bad-reference", None, UNREADABLE, f"it cannot be opened: {error.strerror or error}"
        )


def _latest(table: Table, view: View) -> str | None:
    """Instant up to which commits count as evidence."""
    return view.as_of or table.facts.latest


def _is_state(table: Table, view: View) -> bool:
    """Whether a view reads the newest slices, and not files that commits of a range wrote."""
    if view.kind != "incremental":
        return view.kind != "cdc"
    return is_snapshot(table, view) or changed_slices(table, view) is None


def _slices(table: Table, view: View) -> Iterator[FileSlice]:
    """Slices that a view reads; for changes, those of existing files."""
    if view.kind == "cdc":
        return
    if _is_state(table, view):
        for group in table.slices:
            item = state_slice(table, group, view)
            if item is not None:
                yield item
        return
    for group in changed_slices(table, view) or ():
        try:
            selected = slice_of_changes(table, group, view)
        except Reject:  # a file of it is missing: reading the group is rejected
            continue
        if selected is not None:
            yield selected[0]


def _short(table: Table, paths: Iterable[str], latest: str) -> Iterator[Damage]:
    """Files that are shorter than commits state, or missing [table.damage.file-short]."""
    for path in paths:
        try:
            size = inside(table.path, path).stat().st_size
        except FileNotFoundError:
            yield _gone(table, path, latest)
            continue
        stated = max(table.evidence.of(path, latest), key=lambda item: item.least_size, default=None)
        if stated is not None and size < stated.least_size:
            message = f"{size} bytes, the commit {stated.instant} states {stated.least_size}"
            yield Damage(path, "truncated", size, FILE_SHORT, message)


def _gone(table: Table, path: str, latest: str) -> Damage:
    named = table.evidence.of(path, latest)
    who = f"the commit {named[0].instant} names" if named else "the listing names"
    return Damage(path, "bad-reference", None, FILE_MISSING, f"it is missing, but {who} it")


# --- files that are not listed ---------------------------------------------------------------------------


def _missing(table: Table, view: View, latest: str) -> Iterator[Damage]:
    """Files that commits name, and that the view would read if they were listed."""
    present = {
        path_of(file) for slices in table.slices.values() for item in slices for file in files_of(item)
    }
    absent = [path for path in table.evidence.paths(latest) if path not in present]
    if not absent:
        return
    undone: frozenset[str] | None = None
    unlisted = data_files_of(absent)
    groups = by_group(visible_files(table.properties, unlisted.base_files), unlisted.log_files)
    is_metadata = table.path.parts[-2:] == _METADATA_TABLE  # indexes of which may have been dropped
    for group, (bases, logs) in groups.items():
        slices = table.slices.get(group, [])
        current = state_slice(table, group, view)
        files: list[BaseFile | SliceLog] = [*bases, *logs]
        if all(_is_older(table, file, current) for file in files):
            continue
        for path in _would_read(table, group, view, [*bases, *_bases(slices)], [*logs, *_logs(slices)]):
            if path in present or (is_metadata and not (table.path / path).parent.is_dir()):
                continue
            undone = _undone_files(table.path) if undone is None else undone
            if path.rpartition("/")[2] not in undone:
                yield _unlisted(table, path, latest)


def _is_older(table: Table, file: BaseFile | SliceLog, current: FileSlice | None) -> bool:
    """Whether a file certainly belongs to an earlier slice, as most cleaned files do."""
    if current is None or current.base_file is None:
        return False
    return table.facts.completed.get(file.instant, file.instant) < current.base_instant


def _would_read(
    table: Table, group: GroupId, view: View, bases: list[BaseFile], logs: list[SliceLog]
) -> Iterator[str]:
    """Paths of the files that the view would read of a group with these files."""
    slices = file_slices(bases, logs, table.facts)[group]
    item = state_slice(table, group, view, slices)
    return iter(()) if item is None else (path_of(file) for file in files_of(item))


def _bases(slices: Iterable[FileSlice]) -> Iterator[BaseFile]:
    return (item.base_file for item in slices if item.base_file is not None)


def _logs(slices: Iterable[FileSlice]) -> Iterator[SliceLog]:
    return (log for item in slices for log in item.log_files)


def _unlisted(table: Table, path: str, latest: str) -> Damage:
    if not inside(table.path, path).is_file():
        return _gone(table, path, latest)
    message = f"the commit {table.evidence.of(path, latest)[0].instant} names it, but the listing does not"
    return Damage(path, "bad-reference", None, FILE_MISSING, message)


def _undone_files(table: Path) -> frozenset[str]:
    """Names in completed rollbacks and restores of the active timeline, those of deleted files among them."""
    timeline = read_timeline(table)
    names: set[str] = set()
    for instant in timeline.instants:
        if instant.state is State.COMPLETED and instant.action in _UNDOING:
            data = read_file(table / timeline.folder / instant.name)
            names.update(_names(decode_instant(data, instant.name, timeline.layout).value))
    return frozenset(names)


def _names(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value.rpartition("/")[2]
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key).rpartition("/")[2]
            yield from _names(item)
    elif isinstance(value, list):
        for item in value:
            yield from _names(item)
