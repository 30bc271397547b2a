# SPDX-License-Identifier: Apache-2.0
"""The list of files of a metadata table against existing files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from hudi_conformance.audit.between.subject import log_name
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.metadata.report import damage, note, shown, violation
from hudi_conformance.audit.metadata.state import State
from hudi_conformance.audit.table_facts import Facts
from hudi_conformance.decode.base_file import num_rows_of
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARTITION_METADATA, BaseFileName
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import State as Step
from hudi_conformance.table.metadata import FOLDER

RULE = "metadata-listing"
PLACE = f"{FOLDER}/files"
_MAX_DEPTH = 32
_UNDOING = frozenset({"rollback", "restore"})
_DELETING = _UNDOING | {"clean"}


@dataclass
class Disk:
    """Data files of the folders: size by partition and name; base and log files, including CDC files."""

    sizes: dict[str, dict[str, int]] = field(default_factory=dict)

    def size(self, partition: str, name: str) -> int | None:
        """Size of a file in bytes, None if it does not exist."""
        return self.sizes.get(partition, {}).get(name)


def read_disk(path: Path) -> Disk:
    """Data files below a table's folder.

    Raises:
        OSError: a folder cannot be listed.
    """
    disk = Disk()
    _walk(path, "", 0, disk)
    return disk


def _walk(path: Path, partition: str, depth: int, disk: Disk) -> None:
    with os.scandir(path / partition) as entries:
        listed = list(entries)
    for entry in listed:
        if entry.is_symlink() or entry.name == ".hoodie":
            continue
        if entry.is_dir() and depth < _MAX_DEPTH:
            _walk(path, f"{partition}/{entry.name}" if partition else entry.name, depth + 1, disk)
        elif entry.is_file() and (BaseFileName.parse(entry.name) or log_name(entry.name)):
            disk.sizes.setdefault(partition, {})[entry.name] = entry.stat().st_size


@dataclass(frozen=True)
class Listing:
    """Input of the check of a list."""

    state: State
    facts: Facts
    disk: Disk

    def check(self) -> Iterator[FindingRow]:
        """Yield files and partitions that only one of list and folder has, and sizes that differ."""
        listing = self.state.listing
        for partition in sorted(set(self.disk.sizes) - set(listing)):
            yield from self._unlisted_partition(partition)
        for partition, files in sorted(listing.items()):
            if partition and not (self.state.path / partition).is_dir():
                if files and not self._is_undoing:
                    yield self._gone_partition(partition, list(files))
                continue
            for name, size in sorted(files.items()):
                yield from self._listed(partition, name, size)
            there = self.disk.sizes.get(partition, {})
            for name in sorted(set(there) - set(files)):
                yield from self._unlisted(partition, name)

    def _unlisted_partition(self, partition: str) -> Iterator[FindingRow]:
        lost = [name for name in sorted(self.disk.sizes[partition]) if self._is_committed(partition, name)]
        if lost:
            rows = self._rows(partition, lost)
            message = (
                f"the partition {partition!r:.80} is not listed, with {counted(len(lost), 'file')} of "
                f"completed commits: queries lose {rows}"
            )
            path = f"{partition}/{PARTITION_METADATA}" if partition else PLACE
            yield damage(path, RULE, "missing-field", message)

    def _gone_partition(self, partition: str, files: list[str]) -> FindingRow:
        message = (
            f"the partition {partition!r:.80} is listed with {counted(len(files), 'file')} "
            f"({shown(files)}), and its folder is not there: queries that open it fail; its rows are lost"
        )
        return damage(PLACE, RULE, "bad-reference", message)

    def _listed(self, partition: str, name: str, size: int) -> Iterator[FindingRow]:
        path, actual = f"{partition}/{name}" if partition else name, self.disk.size(partition, name)
        if "/" in name or name in {"", ".", ".."}:
            message = (
                f"{name!r:.80} is listed in {partition!r:.80}: not a file name: queries fail there, and lose"
                " its rows"
            )
            yield damage(PLACE, RULE, "bad-value", message)
        elif actual is None:
            if name in self.facts.deleted and name not in self.facts.removed and self._is_undoing:
                return  # a running clean or rollback
            if (self.state.path / path).is_file():
                yield violation(
                    path, RULE, "bad-value", "it is listed, but is neither a base file nor a log file"
                )
                return
            yield self._absent(path, name)
        elif size == 0:
            yield damage(
                path,
                "metadata-size",
                "bad-value",
                f"it is listed as live with 0 bytes: queries lose {self._rows(partition, [name])}",
            )
        elif size != actual and not self._may_have_grown(name, size, actual):
            cause = (
                "read to the wrong end: its footer is not found"
                if BaseFileName.parse(name)
                else "read to the wrong end"
            )
            message = (
                f"{size:,} bytes in the metadata table, {actual:,} in the folder: queries that take the size "
                f"from the list {'fail, or ' if size > actual else ''}lose rows of it, because it is {cause}"
            )
            yield damage(path, "metadata-size", "length-mismatch", message)

    def _absent(self, path: str, name: str) -> FindingRow:
        """A listed file that does not exist: rows of a rolled-back instant are not lost with it."""
        undoing = self.facts.removed.get(name)
        if undoing is None or undoing.action not in _UNDOING:
            message = (
                "it is listed in the metadata table and not there: queries that open it fail; "
                f"{self._stated_rows(path)} are lost"
            )
            return damage(path, RULE, "bad-reference", message)
        first, instant = self.facts.first_active, self._instant_of(name)
        if instant is None or first is None or instant < first or instant in self.facts.completed_commits:
            message = (
                f"it is listed in the metadata table, and {undoing.name} has deleted it: no row is lost, but"
                " queries that open it fail"
            )
            return damage(path, RULE, "bad-reference", message)
        message = (
            f"it is listed in the metadata table, and {undoing.name} has deleted it: no row is lost, and"
            f" queries do not open it before {instant} is older than the active timeline"
        )
        return note(path, RULE, "bad-reference", message)

    def _instant_of(self, name: str) -> str | None:
        """The instant that wrote a file; None for a log file that is named by its slice."""
        base = BaseFileName.parse(name)
        if base is not None:
            return base.instant
        log = log_name(name)
        is_named = TableVersion(self.state.metadata.table_version).has(Feature.INSTANT_NAMES)
        return log.instant if log is not None and is_named else None

    def _unlisted(self, partition: str, name: str) -> Iterator[FindingRow]:
        if not self._is_committed(partition, name):
            return
        path = f"{partition}/{name}" if partition else name
        parsed = log_name(name)
        if parsed is not None and parsed.suffix == ".cdc":
            lost = "queries of changes lose its content"
        elif self._is_read(partition, name):
            lost = f"queries lose {self._rows(partition, [name])}"
        else:
            lost = "queries as of an earlier instant lose its rows"
        message = f"a file of a completed commit, and not listed in the metadata table: {lost}"
        yield damage(path, RULE, "missing-field", message)

    def _is_read(self, partition: str, name: str) -> bool:
        """Whether a snapshot reads the file."""
        parsed = BaseFileName.parse(name) or log_name(name)
        item = None if parsed is None else self.state.slices.get((partition, parsed.file_id))
        if item is None:
            return False
        base = item.base_file
        return (base is not None and base.name == name) or any(log.name == name for log in item.log_files)

    def _is_committed(self, partition: str, name: str) -> bool:
        """Whether a completed commit wrote a file that was not deleted since."""
        path = f"{partition}/{name}" if partition else name
        if name in self.facts.deleted:
            return False
        named = self.facts.named.get(path)
        if named is not None:
            undone = self.facts.undone.get(named.instant.time)
            return undone is None
        parsed = BaseFileName.parse(name) or log_name(name)
        first = self.facts.first_active
        if parsed is None or first is None or parsed.instant >= first:
            return False
        # Archived: files that a snapshot reads were committed; the state of other files is unknown.
        return self._is_read(partition, name) and parsed.instant not in self.facts.undone

    @cached_property
    def _pending(self) -> frozenset[str]:
        """Actions of pending instants."""
        completed = {i.time for i in self.facts.instants if i.state is Step.COMPLETED}
        return frozenset(i.action for i in self.facts.instants if i.time not in completed)

    @property
    def _is_undoing(self) -> bool:
        """Whether a clean, rollback or restore is pending."""
        return not _DELETING.isdisjoint(self._pending)

    def _may_have_grown(self, name: str, size: int, actual: int) -> bool:
        """Below table version 8 writers append to a log file before their commit is completed."""
        if TableVersion(self.state.metadata.table_version).has(Feature.INSTANT_NAMES) or actual < size:
            return False
        return log_name(name) is not None and bool(self._pending)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """Numbers of rows of files by path, from the last commit that states one."""
        stats = (stat for commit in reversed(self.facts.commits) for _, stat in commit.stats)
        numbers: dict[str, int] = {}
        for stat in stats:
            if isinstance(number := stat.get("numWrites"), int):
                numbers.setdefault(f"{stat.get('path')}", number)
        return numbers

    def _stated_rows(self, path: str) -> str:
        """Number of rows of an absent file, by its write stats."""
        return f"its {counted(self._numbers[path], 'row')}" if path in self._numbers else "its rows"

    def _rows(self, partition: str, names: list[str]) -> str:
        """Number of rows of existing files."""
        total = 0
        for name in names:
            try:
                total += num_rows_of(self.state.file(partition, name))
            except READ_FAILURES:
                return f"the rows of {shown(names)}"
        return f"{counted(total, 'row')} of {shown(names)}"
