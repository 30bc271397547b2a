# SPDX-License-Identifier: Apache-2.0
"""All versions of some records in the files of a table, and the rule that hides each from a view."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey, OrderingValue
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.rows import Version
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.semantics.slices.files import BaseFile, FileSlice, GroupId, SliceLog, is_replaced
from hudi_conformance.table.logs import LogReader, SliceRules, fields_of
from hudi_conformance.table.stored import rows_of_base
from hudi_conformance.table.view import Row, Table, View
from hudi_conformance.table.view_files import files_of, path_of, state_slice

RecordId = tuple[str, str]  # partition path, record key
_VIEW = "table.view.snapshot"
_WITHOUT_ROWS = frozenset({Payload.COMMAND, Payload.UNKNOWN})


@dataclass(frozen=True, slots=True)
class RecordVersion:
    """A version of a record.

    Attributes:
        path: its file, below the table's folder.
        instant: instant of its base file or block.
        is_log: whether it is in a log file.
        version: row, or None for the key in a delete block, and its ordering value.
        is_partial: whether a log block has only some fields.
        hidden_by: requirement by which the view does not read it; empty if it does.
        entry: entry of the key after this version of a log file was merged.
    """

    path: str
    instant: str
    is_log: bool
    version: Version
    is_partial: bool
    hidden_by: str
    entry: Version | None = None

    @property
    def row(self) -> Row | None:
        """The fields; None for a key in a delete block."""
        return None if self.version.row is None else dict(self.version.row)


def record_versions(
    table: Table, view: View, records: Iterable[RecordId]
) -> dict[RecordId, list[RecordVersion]]:
    """Versions of records: those that the view reads in the order in which they merge, then hidden ones.

    Unreadable files and blocks are skipped. Rows of a table without meta fields do not state their partition:
    versions of all partitions belong to the record with the partition path "".
    """
    has_paths = table.key.has_meta_fields
    keys: dict[str, set[str]] = defaultdict(set)
    for partition, key in records:
        keys[partition].add(key)
    versions: dict[RecordId, list[RecordVersion]] = defaultdict(list)
    for group, slices in table.slices.items():
        partition = group[0] if has_paths else ""
        if partition in keys:
            reader = _GroupReader(table, view, group, keys[partition])
            for key, version in reader.versions(slices):
                versions[partition, key].append(version)
    return {
        record: sorted(items, key=lambda item: bool(item.hidden_by)) for record, items in versions.items()
    }


@dataclass(slots=True)
class _Recorder(LogMerger):
    """Records the versions of some keys, and the entry after each."""

    keys: frozenset[str] = frozenset()
    steps: list[tuple[str, Version, bool, Version]] = field(default_factory=list)

    def add(self, key: str, new: Version, *, is_partial: bool = False) -> None:
        LogMerger.add(self, key, new, is_partial=is_partial)
        if key in self.keys:
            self.steps.append((key, new, is_partial, self.entries[key]))

    def delete(self, key: str, ordering: OrderingValue | None) -> None:
        before = self.entries.get(key)
        LogMerger.delete(self, key, ordering)
        if key in self.keys:
            entry = self.entries[key]
            self.steps.append((key, Version(None, ordering) if entry is before else entry, False, entry))


_Found = Iterator[tuple[str, RecordVersion]]


@dataclass(frozen=True, slots=True)
class _GroupReader:
    """Versions of some keys in one file group."""

    table: Table
    view: View
    group: GroupId
    keys: set[str]

    def versions(self, slices: Iterable[FileSlice]) -> _Found:
        """Contents of its files: base files first."""
        seen = state_slice(self.table, self.group, self.view)
        read = set() if seen is None else {path_of(file) for file in files_of(seen)}
        for item in slices:
            if item.base_file is not None:
                yield from self._of_base(item.base_file, self._hidden_by(item.base_file, read))
        logs = [log for item in reversed(list(slices)) for log in item.log_files]
        yield from self._of_logs([log for log in logs if path_of(log) in read], "")
        for log in logs:
            if path_of(log) not in read:
                yield from self._of_logs([log], self._hidden_by(log, read))

    def _hidden_by(self, file: BaseFile | SliceLog, read: set[str]) -> str:
        facts = self.table.facts
        if path_of(file) in read:
            return ""
        if is_replaced(self.group, facts, self.view.as_of):
            return "table.view.replaced"
        if isinstance(file, SliceLog):
            if self.view.kind == "read_optimized":
                return "table.view.read-optimized"
            return _VIEW if facts.is_committed(file.instant) else "table.slice.pending-log"
        if file.instant in {facts.pending_compactions.get(self.group), *facts.pending_clusterings}:
            return "table.view.pending-compaction"
        return _VIEW if facts.is_committed(file.instant) else "table.slice.committed"

    def _of_base(self, base: BaseFile, hidden_by: str) -> _Found:
        merger = self._recorder()
        with suppress(Reject, UnsupportedInput, OSError):
            for row in rows_of_base(self.table, base):
                key = self.table.key(row)
                if key in self.keys:
                    version = Version(row, merger.ordering(row))
                    yield key, RecordVersion(path_of(base), base.instant, False, version, False, hidden_by)

    def _of_logs(self, logs: list[SliceLog], hidden_by: str) -> _Found:
        """Versions of log files that are read together; each hidden block is read separately."""
        facts = self.table.facts
        latest = (self.view.as_of or facts.latest) if not hidden_by else None
        limits = ScanLimits(facts.table_version, latest, facts.is_committed)
        blocks: list[SliceBlock] = []
        for number, log in enumerate(logs):
            with suppress(Reject, OSError), open_source(self.table.path / path_of(log)) as buffer:
                blocks += [
                    SliceBlock(number, block)
                    for block in walk_log(buffer)
                    if isinstance(block.header.get(HeaderKey.INSTANT_TIME), str)
                ]
        effect: list[SliceBlock] = []
        with suppress(Reject):
            effect = [] if hidden_by else blocks_in_effect(blocks, limits)
        rules = SliceRules(self.table.rules, self.table.schema, self.table.key, limits, self.table.ids)
        reader = LogReader(rules, self._recorder())
        for item in effect:
            yield from self._of_block(reader, logs[item.file], item, "")
        in_effect = set(map(id, effect))
        for item in blocks:
            if id(item) not in in_effect and item.block.type.payload not in _WITHOUT_ROWS:
                why = hidden_by or _hidden_block(item, blocks, limits)
                yield from self._of_block(LogReader(rules, self._recorder()), logs[item.file], item, why)

    def _of_block(self, reader: LogReader, log: SliceLog, item: SliceBlock, hidden_by: str) -> _Found:
        recorder = reader.merger
        if not isinstance(recorder, _Recorder):
            raise TypeError("a reader of another merger")
        recorder.steps.clear()
        with (
            suppress(Reject, UnsupportedInput, OSError),
            open_source(self.table.path / path_of(log)) as buffer,
        ):
            reader.take(ContentReader(buffer).read(item.block))
        for key, version, is_partial, entry in recorder.steps:
            yield (
                key,
                RecordVersion(path_of(log), item.instant, True, version, is_partial, hidden_by, entry),
            )

    def _recorder(self) -> _Recorder:
        return _Recorder(self.table.rules, fields_of(self.table.schema), keys=frozenset(self.keys))


def _hidden_block(item: SliceBlock, blocks: list[SliceBlock], limits: ScanLimits) -> str:
    """Requirement by which a block of a file in use is not in effect."""
    later = blocks[blocks.index(item) + 1 :]
    commands = [other.block.header for other in later if other.block.type.payload is Payload.COMMAND]
    if any(header.get(HeaderKey.TARGET_INSTANT_TIME) == item.instant for header in commands):
        return "log.scan.rollback"
    if limits.is_taken(item.instant):
        return "log.scan.compacted"
    is_late = limits.latest is not None and item.instant > limits.latest
    return "log.scan.limit" if is_late else "log.scan.committed"
