# SPDX-License-Identifier: Apache-2.0
"""The log files of one file slice, reduced to one entry per key [log.scan.*].

Two passes: the framing of all files determines the blocks in effect, then their contents are read, one
block at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.grammar import reject_of
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import BlockContent, HeaderKey, LogBlock
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.merge.resolve import Resolve, resolver
from hudi_conformance.semantics.merge.rows import RowField, Version, row_fields
from hudi_conformance.semantics.merge.rules import MergeRules
from hudi_conformance.semantics.schema_ids.renaming import Renaming, by_letter_case
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.table.corrupt import SkippedBlock
from hudi_conformance.table.rows import KeyReader
from hudi_conformance.table.schemas import ColumnIds


@dataclass(frozen=True, slots=True)
class SliceRules:
    """How the log files of a slice are read.

    Attributes:
        merge: how versions merge.
        schema: reader's schema; rows of blocks are resolved to it [table.schema.resolution].
        key: record key of a row of a block.
        limits: which blocks are read.
        ids: ids of columns; None if columns are matched by name.
        skipped: receives corrupt blocks.
    """

    merge: MergeRules
    schema: AvroSchema
    key: KeyReader
    limits: ScanLimits
    ids: ColumnIds | None
    skipped: SkippedBlock | None = None


def merge_logs(files: Sequence[Input], rules: SliceRules) -> LogMerger:
    """The entries of the log files of a slice, one per key.

    Raises:
        OSError: a file cannot be opened.
        Reject: a block that cannot be read: a result without it would be wrong.
    """
    blocks: list[SliceBlock] = []
    for number, file in enumerate(files):
        with open_source(file) as buffer:
            for block in all_blocks(buffer):
                blocks.append(SliceBlock(number, block))
                if block.type is BlockType.CORRUPT_BLOCK and rules.skipped is not None:
                    rules.skipped(number, block)
    reader = LogReader.of(rules)
    for number, run in block_runs(blocks_in_effect(blocks, rules.limits)):
        with open_source(files[number]) as buffer:
            contents = ContentReader(buffer)
            for item in run:
                reader.take(contents.read(item.block))
    return reader.merger


@lru_cache(maxsize=8)
def fields_of(schema: AvroSchema) -> tuple[RowField, ...]:
    """Fields of the reader's schema, which all slices of a table share."""
    return row_fields(schema.tree)


@lru_cache(maxsize=8)
def names_of(schema: AvroSchema) -> frozenset[str]:
    """Names of the columns of the reader's schema."""
    return frozenset(member.name for member in fields_of(schema))


@dataclass(slots=True)
class LogReader:
    """Merges the contents of blocks, in the order in which they apply."""

    rules: SliceRules
    merger: LogMerger
    resolvers: dict[tuple[str | bytes, int], tuple[Resolve, bool]] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: SliceRules) -> LogReader:
        """A reader without entries."""
        return cls(rules, LogMerger(rules.merge, fields_of(rules.schema)))

    def take(self, content: BlockContent) -> None:
        """Merge the content of a block.

        Raises:
            Reject: the content cannot be read, or its rows have another schema.
        """
        raise_rejection(content.rejection)
        if content.block.type.payload is Payload.DELETES:
            for deleted in content.deletes or ():
                if deleted.record_key is not None:  # a null deletes nothing [table.row.key-null]
                    self.merger.delete(self.rules.key.deleted(deleted.record_key), deleted.ordering)
            return
        renaming = renaming_of(self.rules.ids, content.block, names_of(self.rules.schema))
        resolve, is_partial = self._resolver(content, renaming)
        rows = content.records or ()
        for row in rows if renaming is None else map(renaming.row, rows):
            key = self.rules.key(row)
            resolved = resolve(row)
            self.merger.add(key, Version(resolved, self.merger.ordering(resolved)), is_partial=is_partial)

    def _resolver(self, content: BlockContent, renaming: Renaming | None) -> tuple[Resolve, bool]:
        header = content.block.header
        text = header[HeaderKey.SCHEMA], id(renaming)  # `ColumnIds` holds it
        is_partial = str(header.get(HeaderKey.IS_PARTIAL, "")).lower() == "true"
        known = self.resolvers.get(text)
        if known is None:
            reader, writer = self.rules.schema.tree, content.schema
            if renaming is not None:
                writer = renaming.tree(writer)
            if is_partial:
                written = {member["name"] for member in writer["fields"]}
                members = [member for member in reader["fields"] if member["name"] in written]
                reader = {**reader, "fields": members}
            known = self.resolvers[text] = (resolver(writer, reader), is_partial)
        return known


def all_blocks(buffer: Buffer) -> Iterator[LogBlock]:
    """Blocks of a log file; raises Reject if the scan stops before its end."""
    walk = Walk(walk_log(buffer))
    yield from walk
    raise_rejection(walk.end.rejection)


def renaming_of(ids: ColumnIds | None, block: LogBlock, names: frozenset[str]) -> Renaming | None:
    """Renaming of the columns of a block for readers, by the instant in its header [table.ids.log-block].

    Args:
        ids: of columns; None if they are matched by name.
        block: the block.
        names: columns of the reader's schema.
    """
    if ids is None:
        text = block.header.get(HeaderKey.SCHEMA)
        return _by_letter_case(text, names) if isinstance(text, str) else None
    instant = block.header.get(HeaderKey.INSTANT_TIME)
    return ids.renaming(instant) if isinstance(instant, str) else None


@lru_cache(maxsize=32)
def _by_letter_case(text: str, names: frozenset[str]) -> Renaming | None:
    with suppress(SchemaError):  # the block is rejected when its rows are read
        tree = cached_schema(text).tree
        if isinstance(tree, dict) and "fields" in tree:
            return by_letter_case([member["name"] for member in tree["fields"]], names)
    return None


def raise_rejection(why: Rejection | None) -> None:
    """Raise a rejection as `Reject`, if there is one."""
    if why is not None:
        raise reject_of(why)


def block_runs(blocks: Iterable[SliceBlock]) -> Iterator[tuple[int, list[SliceBlock]]]:
    """Yield blocks in order, consecutive ones of one file together, so that a file is opened once per run."""
    run: list[SliceBlock] = []
    for item in blocks:
        if run and run[-1].file != item.file:
            yield run[0].file, run
            run = []
        run.append(item)
    if run:
        yield run[0].file, run
