# SPDX-License-Identifier: Apache-2.0
"""Violations in the timeline of a table: every requirement that the timeline's files violate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from hudi_conformance.decode.avro.datum import RepeatedMap, repeated_map
from hudi_conformance.decode.folder import file_names, is_regular, read_file, walk_folder
from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.timeline import listing
from hudi_conformance.decode.timeline.content import decode_instant, decode_json, is_json, is_silent
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import Reject
from hudi_conformance.model.actions import comparable_action
from hudi_conformance.model.base_file import PARTITION_METADATA
from hudi_conformance.model.common import AvroValue, Finding
from hudi_conformance.model.names import UUID
from hudi_conformance.model.properties.table import BACKUP, FILE, LAYOUT, NAME, TYPE, VERSION
from hudi_conformance.model.timeline import Instant, PathFinding, Properties, State

MANDATORY = (NAME.name, TYPE.name, VERSION.name, LAYOUT.name)
_TEMPORARY = re.compile(rf"(?P<name>.+)\.(?:tmp|{UUID})")
# first table version with a requested file for an action [timeline.state.requested]
_REQUESTED_SINCE = {"rollback": 3, "restore": 4}


def check_timeline(table: Path) -> list[PathFinding]:
    """Findings of a table's folder: properties, instants, their contents, partition metadata.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: the folder is not a table, and no other finding is possible.
    """
    findings = list(in_file(f".hoodie/{FILE}", _check_properties(table)))
    properties = listing.read_table_properties(table)
    missing = [key for key in MANDATORY if key not in properties.entries]
    rule = "timeline.properties.mandatory"
    absent = (Finding(rule, "missing-field", None, f"{FILE} has no {key}") for key in missing)
    findings += in_file(f".hoodie/{FILE}", absent)
    if VERSION.name in missing or LAYOUT.name in missing:
        return findings
    version = listing.table_version(properties)
    layout = listing.timeline_layout(properties, version)
    folder = listing.timeline_folder(table, properties, layout)
    below = folder.relative_to(table).as_posix()
    for path in listing.moved_instants(table, layout, properties.entries):
        message = (
            "a completed instant in the folder of the other layout: an upgrade or a downgrade was interrupted"
        )
        findings.append(PathFinding(path, Finding("timeline.table.one-layout", "bad-state", None, message)))
    findings += in_file(below, _check_names(folder, layout))
    instants = listing.all_instants(folder, layout)
    findings += in_file(below, _check_states(instants, version))
    for instant in instants:
        findings += in_file(f"{below}/{instant.name}", _check_content(folder, instant, layout))
    return [*findings, *_check_partitions(table)]


def in_file(path: str, findings: Iterable[Finding]) -> Iterator[PathFinding]:
    """Convert findings to those of one file."""
    return (PathFinding(path, finding) for finding in findings)


def _check_properties(table: Path) -> Iterator[Finding]:
    if not is_regular(table / ".hoodie" / BACKUP):
        return
    yield Finding("timeline.properties.backup-left", "bad-state", None, f"{BACKUP} is there")
    main, backup = _sound_properties(table, FILE), _sound_properties(table, BACKUP)
    if backup is None:
        return
    lost = sorted(set(backup.entries) - set(main.entries)) if main is not None else ["all"]
    if lost:
        message = f"{FILE} lacks properties of the backup: {', '.join(lost)[:120]}"
        yield Finding("timeline.properties.update", "bad-state", None, message)


def _sound_properties(table: Path, name: str) -> Properties | None:
    """Properties of a file of `.hoodie`, None if the file is absent or rejected."""
    path = table / ".hoodie" / name
    try:
        properties = decode_properties(read_file(path)) if is_regular(path) else None
    except Reject:
        return None
    return None if properties is None or properties.checksum == "mismatch" else properties


def _check_names(folder: Path, layout: int) -> Iterator[Finding]:
    for name in file_names(folder):
        match = _TEMPORARY.fullmatch(name)
        if match is not None and decode_instant_name(match["name"], layout) is not None:
            message = f"{name} remains of an unfinished file"
            yield Finding("timeline.name.temporary", "bad-state", None, message)


def _check_states(instants: Sequence[Instant], version: int) -> Iterator[Finding]:
    states: dict[tuple[str, str], set[State]] = {}
    for item in instants:
        states.setdefault((item.time, comparable_action(item.action)), set()).add(item.state)
    by_completion: dict[str, str] = {}
    for item in instants:
        present = states[item.time, comparable_action(item.action)]
        is_needed = item.action != "savepoint" and version >= _REQUESTED_SINCE.get(item.action, 1)
        if present == {State.INFLIGHT} and is_needed:
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
            message = f"{instant.name} has {len(data)} bytes, which readers ignore"
            yield Finding("timeline.content.pending-empty", "trailing-bytes", 0, message)
        return
    try:
        if is_json(instant, layout):
            value: AvroValue = decode_json(data, _members)
        else:
            value = decode_instant(data, instant.name, layout).value
    except Reject as error:
        yield finding_of(error, instant.name)
        return
    members = {"content": value, **value} if isinstance(value, Mapping) else {}
    for name, member in members.items():
        if isinstance(member, RepeatedMap):
            message = (
                f"{instant.name}: the key {member.key!r:.60} is twice in {name:.60}; readers use the last"
            )
            yield Finding("timeline.content.map-keys", "duplicate", None, message)


def _members(pairs: list[tuple[str, AvroValue]]) -> dict[str, AvroValue]:
    """A JSON object, and the keys that occur twice in it."""
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            break
        seen.add(name)
    return repeated_map(values, name)


def _check_partitions(table: Path) -> Iterator[PathFinding]:
    for below, name in walk_folder(table, frozenset({".hoodie"})):
        if name != PARTITION_METADATA:
            continue
        where = f"{below}/{name}" if below else name
        depth = len(below.split("/")) if below else 0
        try:
            entries = decode_properties(read_file(table / below / name)).entries
        except Reject as error:
            yield PathFinding(where, finding_of(error, where))
            continue
        yield from in_file(where, _check_partition(where, depth, entries))


def _check_partition(where: str, depth: int, entries: Mapping[str, str]) -> Iterator[Finding]:
    time, stored = entries.get("commitTime"), entries.get("partitionDepth")
    keys = "timeline.partition-metadata.keys"
    if time is None:
        yield Finding(keys, "missing-field", None, f"{where} has no commitTime")
    if stored is None:
        yield Finding(keys, "missing-field", None, f"{where} has no partitionDepth")
    elif not re.fullmatch(r"-?[0-9]{1,9}", stored):
        yield Finding(keys, "bad-value", None, f"{where}: partitionDepth {stored!r:.40}")
    elif int(stored) != depth:
        message = f"{where}: partitionDepth {stored}, expected {depth}"
        yield Finding("timeline.partition-metadata.depth", "bad-value", None, message)
