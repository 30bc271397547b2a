# SPDX-License-Identifier: Apache-2.0
"""Skeletons of a bootstrap against the index, and against the source files that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.audit.between.live import Live
from hudi_conformance.audit.between.subject import Subject, damage, violation
from hudi_conformance.audit.findings import WARNING, FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.decode.base_file import num_rows_of
from hudi_conformance.decode.bootstrap import decode_file_ids, decode_partitions
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.model.base_file import PARQUET, BaseFileName, format_of
from hudi_conformance.model.bootstrap import FILE_IDS_FILE, PARTITIONS_FILE, SKELETONS, BootstrapIndex
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.timeline import State
from hudi_conformance.table.sources import Sources, source_path

INDEX, SOURCE, ROWS = "bootstrap-index", "bootstrap-source", "bootstrap-rows"
_READERS = {PARTITIONS_FILE: decode_partitions, FILE_IDS_FILE: decode_file_ids}
_NOT_HERE = "rows of skeletons, as their source files are not on this machine (bootstrap)"
Group = tuple[str, str]


def check_bootstrap(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Index and source files of skeletons that readers return."""
    present = [name for name in _READERS if name in subject.present]
    skeletons = _live(subject)
    if subject.is_metadata_table or not (present or skeletons):
        return
    if present and not _is_completed(subject, SKELETONS):
        message = f"an index of {SKELETONS}, which is not completed: readers ignore it"
        yield violation(present[0], INDEX, "bad-state", message, SKELETONS)
    missing = [name for name in _READERS if subject.is_absent(name)]
    if skeletons and missing:
        message = (
            f"not there, and {len(skeletons)} base files contain only meta fields: their rows are unreadable"
        )
        yield damage(missing[0], INDEX, "bad-reference", message, SKELETONS)
    indexes: dict[str, BootstrapIndex] = {}
    for name in present:
        yield from _decode(subject, name, indexes)
    yield from _announced(subject, indexes)
    index = indexes.get(PARTITIONS_FILE)
    if index is not None and skeletons:
        yield from _Check(subject, index, skeletons).run()


def _is_completed(subject: Subject, time: str) -> bool:
    """Whether an instant is completed, on the timeline or in the archive."""
    states = [instant.state for instant in subject.facts.instants if instant.time == time]
    return State.COMPLETED in states if states else time in subject.known_times


def _live(subject: Subject) -> dict[Group, str]:
    """Paths of skeletons that are the newest base file of their group."""
    live = Live(subject)
    names = ((path, BaseFileName.of_path(path)) for path in subject.data_files())
    return {
        (path.rpartition("/")[0], name.file_id): path
        for path, name in names
        if name is not None and name.instant == SKELETONS and live.is_newest(path)
    }


def _decode(subject: Subject, name: str, indexes: dict[str, BootstrapIndex]) -> Iterator[FindingRow]:
    try:
        with subject.opened(name) as buffer:
            indexes[name] = _READERS[name](buffer)
    except Reject as error:
        message = f"{error.message}: rows of skeletons are unreadable"
        yield damage(name, INDEX, error.code, message, SKELETONS)
    except READ_FAILURES:
        return  # the check of the file reports it


def _announced(subject: Subject, indexes: Mapping[str, BootstrapIndex]) -> Iterator[FindingRow]:
    """Check the file info, and whether both files name the same sources."""
    base = props.BOOTSTRAP_BASE.text(subject.facts.timeline.properties)
    for name, index in indexes.items():
        if index.num_keys != index.num_cells:
            message = f"{index.num_cells} keys, INDEX_INFO states {index.num_keys}"
            yield violation(name, INDEX, "count-too-large", message, SKELETONS)
        if base is not None and _plain(base) != _plain(index.base_path):
            message = f"sources below {index.base_path!r:.120}, {props.BOOTSTRAP_BASE} is {base!r:.120}"
            yield violation(name, INDEX, "bad-reference", message, SKELETONS)
    if len(indexes) == len(_READERS) and indexes[PARTITIONS_FILE].files != indexes[FILE_IDS_FILE].files:
        message = "its pointers differ from those by partition, which readers use"
        yield violation(FILE_IDS_FILE, INDEX, "bad-reference", message, SKELETONS)


def _plain(path: str) -> str:
    return path.removeprefix("file:").replace("///", "/").rstrip("/")


@dataclass
class _Check:
    """Skeletons in use of one table."""

    subject: Subject
    index: BootstrapIndex
    skeletons: Mapping[Group, str]

    def run(self) -> Iterator[FindingRow | Gap]:
        sources = Sources(self.index.base_path, None, self.index.files)
        top = Path(_plain(self.index.base_path))
        is_here = self.subject.is_local and top.is_absolute() and top.is_dir()
        num_unknown = 0
        for group, path in sorted(self.skeletons.items()):
            source = self.index.files.get(group)
            if source is None:
                message = (
                    "contains only meta fields, and the index has no pointer for it: its rows are unreadable"
                )
                yield damage(path, INDEX, "missing-field", message, SKELETONS)
                continue
            try:
                location = source_path(sources, source) if is_here else None
            except READ_FAILURES:
                location = None
            if location is None:
                num_unknown += 1
                continue
            yield from self._source(path, location, source.length)
        if num_unknown:
            yield Gap("base files", num_unknown, _NOT_HERE)
            base = f"{self.index.base_path!r:.200}"
            message = (
                f"the sources of {num_unknown} base files, below {base}, are not on this machine: readers"
                " without access to them cannot read the rows"
            )
            yield violation(PARTITIONS_FILE, SOURCE, "bad-reference", message, SKELETONS, severity=WARNING)

    def _source(self, path: str, source: Path, length: int | None) -> Iterator[FindingRow]:
        if not source.is_file():
            message = f"its source {source} is not there: its rows are unreadable"
            yield damage(path, SOURCE, "bad-reference", message, SKELETONS)
            return
        size = source.stat().st_size
        if length is not None and size != length:
            message = f"its source {source} has {size} bytes, {length} when the table was bootstrapped"
            yield damage(path, SOURCE, "length-mismatch", message, SKELETONS)
            return
        footer = self.subject.footer(path)
        if footer is None or format_of(source.name) is not PARQUET:
            return
        try:
            num_rows = num_rows_of(source)
        except READ_FAILURES as error:
            message = f"its source {source} cannot be read: {error}"
            yield damage(path, SOURCE, "bad-value", message, SKELETONS)
            return
        if num_rows != footer.num_rows:
            message = f"{footer.num_rows} rows, its source {source} has {num_rows}: readers join by position"
            yield damage(path, ROWS, "length-mismatch", message, SKELETONS)
