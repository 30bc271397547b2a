# SPDX-License-Identifier: Apache-2.0
"""What is wrong with the timeline of a table: every requirement that its own files break."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hudi_conformance.decode.folder import file_names, read_file, walk_folder
from hudi_conformance.decode.timeline.content import decode_instant, is_silent
from hudi_conformance.decode.timeline.listing import (
    BACKUP,
    LAYOUT,
    PROPERTIES,
    VERSION,
    all_instants,
    read_table_properties,
    table_version,
    timeline_folder,
    timeline_layout,
)
from hudi_conformance.decode.timeline.names import comparable_action, decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import Finding
from hudi_conformance.views.timeline import Instant, PathFinding, Properties, State

MANDATORY = ("hoodie.table.name", "hoodie.table.type", VERSION, LAYOUT)
PARTITION_METADATA = ".hoodie_partition_metadata"
_TEMPORARY = re.compile(r"(?P<name>.+)\.(?:tmp|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})")
# table version since which the requested file of an action is written [timeline.state.requested]
_REQUESTED_SINCE = {"rollback": 3, "restore": 4}


def check_timeline(table: Path) -> list[PathFinding]:
    """Findings of a table's folder: properties, instants, their contents, partition metadata.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is no table, so that nothing else can be said.
    """
    return list(walk_findings(table))


def walk_findings(table: Path) -> Iterator[PathFinding]:
    """Yield what `check_timeline` lists."""
    main = f".hoodie/{PROPERTIES}"
    yield from told_of(main, _check_properties(table))
    properties = read_table_properties(table)
    missing = [key for key in MANDATORY if key not in properties.entries]
    for key in missing:
        message = f"{PROPERTIES} has no {key}"
        finding = Finding("timeline.properties.mandatory", "missing-field", None, message)
        yield PathFinding(main, finding)
    if VERSION in missing or LAYOUT in missing:
        return
    version = table_version(properties)
    layout = timeline_layout(properties, version)
    folder = timeline_folder(table, properties, layout)
    below = folder.relative_to(table).as_posix()
    yield from told_of(below, _check_names(folder, layout))
    instants = all_instants(folder, layout)
    yield from told_of(below, _check_states(instants, version))
    for instant in instants:
        yield from told_of(f"{below}/{instant.name}", _check_content(folder, instant, layout))
    yield from _check_partitions(table)


def told_of(path: str, findings: Iterable[Finding]) -> Iterator[PathFinding]:
    """Findings as those of one file."""
    return (PathFinding(path, finding) for finding in findings)


def _check_properties(table: Path) -> Iterator[Finding]:
    found: dict[str, Properties | None] = {}
    for name in (PROPERTIES, BACKUP):
        path = table / ".hoodie" / name
        if path.is_file() and not path.is_symlink():
            try:
                decoded = decode_properties(read_file(path))
            except Reject:
                found[name] = None
            else:
                found[name] = None if decoded.checksum == "mismatch" else decoded
    if BACKUP not in found:
        return
    yield Finding("timeline.properties.backup-left", "bad-state", None, f"{BACKUP} is there")
    main, backup = found.get(PROPERTIES), found[BACKUP]
    if backup is None:
        return
    lost = sorted(set(backup.entries) - set(main.entries)) if main is not None else ["all"]
    if lost:
        message = f"{PROPERTIES} lacks what the backup has: {', '.join(lost)[:120]}"
        yield Finding("timeline.properties.update", "bad-state", None, message)


def _check_names(folder: Path, layout: int) -> Iterator[Finding]:
    for name in file_names(folder):
        match = _TEMPORARY.fullmatch(name)
        if match is not None and decode_instant_name(match["name"], layout) is not None:
            message = f"{name} is left of a file in the making"
            yield Finding("timeline.name.temporary", "bad-state", None, message)


def _check_states(instants: Sequence[Instant], version: int) -> Iterator[Finding]:
    states: dict[tuple[str, str], set[State]] = {}
    for item in instants:
        states.setdefault((item.time, comparable_action(item.action)), set()).add(item.state)
    by_completion: dict[str, str] = {}
    for item in instants:
        own = states[item.time, comparable_action(item.action)]
        is_needed = item.action != "savepoint" and version >= _REQUESTED_SINCE.get(item.action, 1)
        if own == {State.INFLIGHT} and is_needed:
            message = f"{item.name} has no requested file"
            yield Finding("timeline.state.requested", "bad-state", None, message)
        completion = item.completion_time
        if completion is None:
            continue
        if completion < item.time:
            message = f"{item.name} was completed before it was requested"
            yield Finding("timeline.completion.order", "bad-order", None, message)
        if by_completion.setdefault(completion, item.time) != item.time:
            message = f"{item.name} has the completion time of {by_completion[completion]}"
            yield Finding("timeline.completion.unique", "duplicate", None, message)


def _check_content(folder: Path, instant: Instant, layout: int) -> Iterator[Finding]:
    data = read_file(folder / instant.name)
    if not data:
        if instant.state is State.COMPLETED:
            message = f"{instant.name} is empty"
            yield Finding("timeline.content.empty-completed", "bad-state", None, message)
        return
    if is_silent(instant):
        if instant.state is State.INFLIGHT:
            message = f"{instant.name} has {len(data)} bytes that nobody reads"
            yield Finding("timeline.content.pending-empty", "trailing-bytes", 0, message)
        return
    try:
        decode_instant(data, instant.name, layout)
    except Reject as error:
        message = f"{instant.name}: {error.message}"
        yield Finding(error.requirement, error.code, error.at, message)


def _check_partitions(table: Path) -> Iterator[PathFinding]:
    for below, name in walk_folder(table, frozenset({".hoodie"})):
        if name != PARTITION_METADATA:
            continue
        where = f"{below}/{name}" if below else name
        depth = len(below.split("/")) if below else 0
        try:
            entries = decode_properties(read_file(table / below / name)).entries
        except Reject as error:
            finding = Finding(error.requirement, error.code, error.at, f"{where}: {error.message}")
            yield PathFinding(where, finding)
            continue
        found = _check_partition(where, depth, entries.get("commitTime"), entries.get("partitionDepth"))
        yield from told_of(where, found)


def _check_partition(where: str, depth: int, time: str | None, told: str | None) -> Iterator[Finding]:
    keys = "timeline.partition-metadata.keys"
    if time is None:
        yield Finding(keys, "missing-field", None, f"{where} has no commitTime")
    if told is None:
        yield Finding(keys, "missing-field", None, f"{where} has no partitionDepth")
    elif not re.fullmatch(r"-?[0-9]{1,9}", told):
        yield Finding(keys, "bad-value", None, f"{where}: partitionDepth {told!r:.40}")
    elif int(told) != depth:
        message = f"{where}: partitionDepth {told}, expected {depth}"
        yield Finding("timeline.partition-metadata.depth", "bad-value", None, message)
