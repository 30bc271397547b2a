# SPDX-License-Identifier: Apache-2.0
"""Types of stored columns against the schema in which readers return rows [table.check.column-types].

The check covers the files that a snapshot reads: the base file of each slice, by the types in its footer, and
the log blocks in effect, by the schema in their headers. Files of pending, replaced and older slices are not
checked. Undecidable cases count as gaps: conversions that reject some values, files of other formats, columns
that are matched by id.

The types that a Parquet log block stores in addition to the schema in its header are not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hudi_conformance.audit.between.subject import BlockFacts, Subject, damage
from hudi_conformance.audit.between.table_schema import TableSchema
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.footers import StoredColumns
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.timeline_surface import HIDDEN
from hudi_conformance.decode.avro.schema import SchemaError, cached_schema
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.meta_fields import META_FIELDS
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.timeline import State
from hudi_conformance.semantics.merge.column_types import ColumnTypes, compare_columns
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.semantics.slices.files import (
    FileSlice,
    TimelineFacts,
    file_slices,
    is_replaced,
    merged_slice,
    read_optimized_file,
)
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.rows import stored_types
from hudi_conformance.table.state import is_merge_on_read, open_timeline

RULE = "column-types"
_BY_IDS = f"{HIDDEN}.schema/"
_MAX_SHOWN = 3
_BASE, _LOG = "base files", "log files"
_BY_VALUE = "types of columns: whether readers reject them depends on values"
_BY_NULL = "types of columns: nulls, or uncounted values, where the schema allows no nulls"
_OTHER_FORMAT = "types of columns, because the file is not Parquet"
_NO_COLUMNS = "types of columns, because rows are outside the table (bootstrap)"
_UNKNOWN_TYPES = "types of columns, because the Parquet library does not support them"
_NOT_READ = "types of columns, because the effective blocks are unknown"


def check_column_types(subject: Subject) -> Iterator[FindingRow | Gap]:
    """Columns of files in use that readers cannot convert to the table's schema."""
    if subject.is_metadata_table:
        return
    try:
        judge = _open(subject)
    except READ_FAILURES as error:
        yield Gap("tables", 1, f"types of columns: {error}")
        return
    if isinstance(judge, str):
        yield Gap("tables", 1, f"types of columns: {judge}")
        return
    yield from judge.check()
    yield from (Gap(kind, number, why) for (kind, why), number in judge.gaps.items() if number)


def _open(subject: Subject) -> _Judge | str:
    """The checker of a table's files, or the reason why they cannot be checked.

    Raises:
        Reject: a required part of the timeline cannot be read.
    """
    facts, properties = subject.facts, subject.facts.timeline.properties
    if any(i.state is State.COMPLETED for i in facts.unreadable):
        return "an instant that cannot be read may have changed the schema"
    if any(path.startswith(_BY_IDS) for path in subject.present):
        return "columns are matched by id, as in schema evolution on read"
    schema = subject.schema
    if schema is None:
        return "no commit states a schema of rows"
    _, timeline = open_timeline(subject.folder)
    names = frozenset(props.PARTITION_FIELDS.get(properties))
    is_dropped = props.DROP_PARTITION_COLUMNS.get(properties)
    return _Judge(
        subject,
        replace(timeline, replaced=facts.replaced),
        schema,
        is_merge_on_read(properties),
        is_partitioned=bool(names),
        given=names if is_dropped else frozenset(),
    )


@dataclass
class _Judge:
    """Files of one table; equal schemas are compared once."""

    subject: Subject
    facts: TimelineFacts
    schema: TableSchema
    is_merge_on_read: bool
    is_partitioned: bool
    given: frozenset[str]
    gaps: Counter[tuple[str, str]] = field(default_factory=Counter)
    _stored: dict[int, ColumnTypes | None] = field(default_factory=dict)
    _headers: dict[tuple[str, bool], ColumnTypes | None] = field(default_factory=dict)

    def check(self) -> Iterator[FindingRow]:
        """Findings, folder by folder: the slices of the entire table would need much memory."""
        for folder, paths in self.subject.data_folders():
            if not self._is_read(folder):
                continue
            files = data_files_of(paths)
            for group, slices in file_slices(files.base_files, files.log_files, self.facts).items():
                if is_replaced(group, self.facts):
                    continue
                if self.is_merge_on_read:
                    item = merged_slice(slices, self.facts)
                    base = None if item is None else item.base_file
                else:
                    item, base = None, read_optimized_file(slices, self.facts)
                if base is not None:
                    yield from self._check_base(_below(folder, base.name), base.instant)
                if item is not None:
                    yield from self._check_logs(item)

    def _is_read(self, folder: str) -> bool:
        """Whether readers list a folder; another check reports data files in unlisted folders."""
        return self.subject.has_metafile(folder) if self.is_partitioned else not folder

    def _check_base(self, path: str, instant: str) -> Iterator[FindingRow]:
        if format_of(path) is not PARQUET:
            self.gaps[_BASE, _OTHER_FORMAT] += 1
            return
        footer = self.subject.footer(path)
        if footer is None:
            return  # the file's own check reports it
        stored = footer.stored
        if stored.names <= set(META_FIELDS):
            self.gaps[_BASE, _NO_COLUMNS] += 1
            return
        if id(stored) not in self._stored:
            self._stored[id(stored)] = self._compare(stored)
        types = self._stored[id(stored)]
        if types is None:
            self.gaps[_BASE, _UNKNOWN_TYPES] += 1
            return
        self.gaps[_BASE, _BY_VALUE] += bool(types.by_value)
        self.gaps[_BASE, _BY_NULL] += not self.subject.with_nulls(footer).isdisjoint(types.by_null)
        if types.refused:
            yield damage(path, RULE, "schema-mismatch", self._message(types), self._since(instant))

    def _compare(self, stored: StoredColumns) -> ColumnTypes | None:
        if stored.types is None:
            return None
        writer = stored_types(stored.types, stored.text, self.schema.reader)
        return compare_columns(writer, self.schema.reader.tree, self.given)

    def _check_logs(self, item: FileSlice) -> Iterator[FindingRow]:
        paths = [_below(item.partition, log.name) for log in item.log_files]
        blocks: list[SliceBlock] = []
        numbers: dict[tuple[int, int], int] = {}
        for at, path in enumerate(paths):
            retained = self.subject.blocks_of(path)
            if retained is None:
                self.gaps[_LOG, _NOT_READ] += len(paths)
                return
            blocks += (SliceBlock(at, _block(entry)) for entry in retained)
            numbers |= {(at, entry.ofs): number for number, entry in enumerate(retained)}
        limits = ScanLimits(self.facts.table_version, self.facts.latest, self.facts.is_committed)
        try:
            taken = blocks_in_effect(blocks, limits)
        except Reject:  # which the log file's own check reports
            self.gaps[_LOG, _NOT_READ] += len(paths)
            return
        by_value, by_null, reported = set(), set(), set()
        for entry in taken:
            types = self._types_of(entry.block)
            if types is None:
                continue
            if types.by_value:
                by_value.add(entry.file)
            if types.by_null:
                by_null.add(entry.file)
            if types.refused and entry.file not in reported:
                reported.add(entry.file)
                ofs = entry.block.span.ofs
                message, since = self._message(types), self._since(entry.instant)
                row = damage(paths[entry.file], RULE, "schema-mismatch", message, since)
                yield replace(row, ofs=ofs, block=numbers[entry.file, ofs])
        self.gaps[_LOG, _BY_VALUE] += len(by_value)
        self.gaps[_LOG, _BY_NULL] += len(by_null)

    def _types_of(self, block: LogBlock) -> ColumnTypes | None:
        """The parsed schema of a header; None if it is invalid, which the log file's own check reports."""
        text = block.header.get(HeaderKey.SCHEMA)
        if not block.type.has_records or not isinstance(text, str):
            return None
        is_partial = str(block.header.get(HeaderKey.IS_PARTIAL, "")).lower() == "true"
        if (text, is_partial) not in self._headers:
            self._headers[text, is_partial] = self._compare_header(text, is_partial=is_partial)
        return self._headers[text, is_partial]

    def _compare_header(self, text: str, *, is_partial: bool) -> ColumnTypes | None:
        try:
            writer = cached_schema(text).tree
        except SchemaError:
            return None
        if not isinstance(writer, dict) or "fields" not in writer:
            return None
        names = {member["name"] for member in self.schema.reader.tree["fields"]} if is_partial else self.given
        return compare_columns(writer, self.schema.reader.tree, names)

    def _message(self, types: ColumnTypes) -> str:
        """Columns and reasons, with the commit whose schema requires other types."""
        columns = "; ".join(f"{name!r:.60}: {why:.120}" for name, why in types.refused[:_MAX_SHOWN])
        more = len(types.refused) - _MAX_SHOWN
        return f"{columns}{f' and {more} more' if more > 0 else ''}; by the schema of {self.schema.source}"

    def _since(self, instant: str) -> str:
        """The later of a file's instant and the schema's: before, the rows could be read."""
        commit = self.schema.commit
        return instant if commit is None else max(instant, commit.instant.time)


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _block(facts: BlockFacts) -> LogBlock:
    """A block with the retained parts of its header, and without content."""
    nothing = Span(facts.ofs, 0)
    return LogBlock(facts.type, nothing, None, dict(facts.header), nothing)
