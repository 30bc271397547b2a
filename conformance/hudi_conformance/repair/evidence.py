# SPDX-License-Identifier: Apache-2.0
"""Evidence in the intact parts of a damaged table: files, readable commits, and their contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hudi_conformance.audit.between.subject import log_name
from hudi_conformance.audit.findings import ERROR, WARNING, FindingRow
from hudi_conformance.decode.folder import read_file
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.listing import read_timeline
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.actions import COMMITS
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.timeline import Instant, InstantContent, State, Timeline

HIDDEN = ".hoodie"


@dataclass(frozen=True)
class Stat:
    """A write stat of a readable commit: its instant, partition and members."""

    instant: Instant
    partition: str
    values: Mapping[str, Any]

    @property
    def path(self) -> str:
        """Path of the file below the table."""
        return str(self.values.get("path") or "")


@dataclass(frozen=True)
class Evidence:
    """A damaged table.

    Attributes:
        folder: the table.
        findings: errors and warnings of its audit, those of its metadata table among them.
    """

    folder: Path
    findings: Sequence[FindingRow]

    @classmethod
    def of(cls, folder: Path, rows: Iterator[FindingRow]) -> Evidence:
        """Evidence for a table from the findings of an audit."""
        prefix = f"{folder}/"
        return cls(
            folder, [row for row in rows if row.severity in {ERROR, WARNING} and row.path.startswith(prefix)]
        )

    def below(self, row: FindingRow) -> str:
        """Path of a finding below the table."""
        return row.path[len(str(self.folder)) + 1 :]

    def rows(self, *requirements: str) -> Iterator[tuple[str, FindingRow]]:
        """Findings of the table itself by requirement, with the path below the table."""
        for row in self.findings:
            path = self.below(row)
            if row.requirement in requirements and not path.startswith(f"{HIDDEN}/metadata/"):
                yield path, row

    @cached_property
    def files(self) -> dict[str, int]:
        """Sizes of data files by path below the table."""
        sizes: dict[str, int] = {}
        for path in sorted(self.folder.rglob("*")):
            below = path.relative_to(self.folder).as_posix()
            if not below.startswith(f"{HIDDEN}/") and path.is_file() and not path.is_symlink():
                sizes[below] = path.stat().st_size
        return sizes

    @cached_property
    def bases(self) -> dict[str, list[tuple[str, str]]]:
        """Instants and paths of base files by file id."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for path in self.files:
            name = BaseFileName.of_path(path)
            if name is not None:
                groups.setdefault(name.file_id, []).append((name.instant, path))
        return groups

    @cached_property
    def written(self) -> dict[object, list[str]] | None:
        """Data files by the instants of their names or blocks; None if a log file cannot be read."""
        paths: dict[object, list[str]] = {}
        for path in self.files:
            base = BaseFileName.of_path(path)
            try:
                times = _block_times(self.folder / path) if base is None else {base.instant}
            except (Reject, LimitExceeded, UnsupportedInput, OSError):
                return None
            for time in times:
                paths.setdefault(time, []).append(path)
        return paths

    @cached_property
    def timeline(self) -> Timeline | None:
        """The active timeline, None if it cannot be listed."""
        try:
            return read_timeline(self.folder)
        except (Reject, LimitExceeded, OSError):
            return None

    def path_of(self, instant: Instant) -> str:
        """Path of an instant's file below the table."""
        assert self.timeline is not None
        return f"{self.timeline.folder}/{instant.name}"

    def content(self, name: str) -> InstantContent | None:
        """Content of a file of the timeline, None if it is absent or cannot be decoded."""
        if self.timeline is None:
            return None
        try:
            data = read_file(self.folder / self.timeline.folder / name)
            return decode_instant(data, name, self.timeline.layout)
        except (Reject, LimitExceeded, OSError):
            return None

    @cached_property
    def commits(self) -> list[tuple[Instant, InstantContent]]:
        """Completed commits that can be read, by time."""
        instants = self.timeline.instants if self.timeline is not None else ()
        readable = (
            (instant, self.content(instant.name))
            for instant in instants
            if instant.state is State.COMPLETED and instant.action in COMMITS
        )
        return [(instant, content) for instant, content in readable if content is not None and content.value]

    @cached_property
    def stats(self) -> list[Stat]:
        """Write stats of all readable commits."""
        return [
            Stat(instant, partition, values)
            for instant, content in self.commits
            for partition, group in (content.value.get("partitionToWriteStats") or {}).items()
            for values in group
        ]

    @cached_property
    def named(self) -> dict[str, Stat]:
        """The last write stat of each path."""
        return {stat.path: stat for stat in self.stats}


def _block_times(path: Path) -> set[object]:
    """Instants of the intact blocks of a log file; none of another file."""
    if log_name(path.name) is None:
        return set()
    with open_source(path) as buffer:
        return {block.header.get(HeaderKey.INSTANT_TIME) for block in walk_log(buffer) if block.why is None}
