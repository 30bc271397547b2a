# SPDX-License-Identifier: Apache-2.0
"""Log files of a damaged slice: their readable versions, merged by the rules of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.shape import RowShape
from hudi_conformance.decode.source import Memory, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import AvroValue, Span
from hudi_conformance.model.log import BlockContent, DeletedKey, HeaderKey, LogBlock
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.salvage.account import REFUSALS, Account, Loss
from hudi_conformance.salvage.contents import Contents, Origin
from hudi_conformance.salvage.log import read_log_file
from hudi_conformance.salvage.schemas import Schemas
from hudi_conformance.salvage.tables import WIDE, Tables
from hudi_conformance.semantics.merge.log import LogMerger
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.semantics.slices.files import FileSlice, SliceLog
from hudi_conformance.table.logs import LogReader, SliceRules
from hudi_conformance.table.view import Table
from hudi_conformance.table.view_files import path_of


class _NoTables(Tables):
    """Nothing is written; rows are unchanged, as if they had one column."""

    def shape(self, text: str, tree: AvroSchema) -> RowShape:  # noqa: ARG002 - the signature of `Tables`
        return WIDE


class _Kept(Contents):
    """Contents of blocks in memory, in file order, instead of in files."""

    def __init__(self, buffer: Memory, account: Account, schemas: Schemas, kept: list[BlockContent]) -> None:
        super().__init__(buffer, _NoTables(Path()), account, schemas)
        self._kept, self._own = kept, (account, schemas)
        self._schema: tuple[str, AvroSchema] | None = None  # of the block at hand, as its rows and deletes
        self._rows: list[AvroValue] = []
        self._keys: list[DeletedKey] = []

    def of(self, buffer: Memory) -> Contents:
        return _Kept(buffer, *self._own, self._kept)

    def steps(self, block: LogBlock, found: str) -> Iterator[int | Loss]:
        self._schema, self._rows, self._keys = None, [], []
        return super().steps(block, found)

    def write_rows(self, text: str, schema: AvroSchema, rows: Sequence[AvroValue], origin: Origin) -> None:
        del origin
        self._schema = text, schema
        self._rows.extend(rows)

    def write_deletes(self, deletes: Sequence[DeletedKey], origin: Origin) -> None:
        del origin
        self._keys.extend(deletes)

    def row(self, block: LogBlock, found: str, num: int, num_losses: int) -> None:
        del found, num, num_losses
        if block.type.has_records and self._schema is not None:
            text, schema = self._schema
            block = replace(block, header={**block.header, HeaderKey.SCHEMA: text})
            self._kept.append(BlockContent(block, schema=schema.tree, records=self._rows))
            self._schema, self._rows = None, []
        elif block.type.payload in {Payload.DELETES, Payload.COMMAND}:
            self._kept.append(BlockContent(block, deletes=self._keys))


def standing_logs(table: Table, item: FileSlice, latest: str) -> tuple[LogMerger, list[str]]:
    """Entries of the log files of a slice, and losses of completed commits as texts.

    Blocks that readers skip next to damage, and records of incomplete ones, are entries like others. A block
    whose instant is unknown is lost.
    """
    limits = ScanLimits(table.facts.table_version, latest, table.facts.is_committed)
    losses: list[str] = []
    blocks: list[SliceBlock] = []
    contents: dict[int, BlockContent] = {}  # by identity: blocks are not hashable

    def lose(block: SliceBlock, error: Reject) -> None:
        losses.append(
            f"{path_of(item.log_files[block.file])}: block at {block.block.span.ofs}: {error.message}"
        )

    for number, log in enumerate(item.log_files):
        for content in _read(table, log, latest, losses):
            block = SliceBlock(number, content.block)
            try:
                blocks_in_effect([block], limits)
            except Reject as error:
                lose(block, error)
            else:
                blocks.append(block)
                contents[id(block)] = content
    reader = LogReader.of(SliceRules(table.rules, table.schema, table.key, limits, table.ids))
    for block in blocks_in_effect(blocks, limits):
        content = contents[id(block)]
        try:
            reader.take(content)
        except Reject as error:
            lose(block, error)
            for row in content.records or ():  # those that were taken change nothing a second time
                with suppress(Reject):
                    reader.take(replace(content, records=[row]))
    return reader.merger, losses


def _read(table: Table, log: SliceLog, latest: str, losses: list[str]) -> Iterator[BlockContent]:
    path = path_of(log)
    kept: list[BlockContent] = []

    def lose(loss: Loss) -> None:
        # an append that failed left bytes that no commit wrote
        span = Span(loss.ofs, max(loss.len, 1))
        block = LogBlock(BlockType.CORRUPT_BLOCK, span, None, {}, span)
        if table.evidence.is_written(log, path, block, latest):
            losses.append(f"{path}: {loss.what} at {loss.ofs}, {loss.len} bytes: {loss.message}")

    try:
        with open_source(table.path / path) as buffer:
            account = Account(len(buffer), lose)
            read_log_file(buffer, account, lambda plain, own, schemas: _Kept(plain, own, schemas, kept))
    except (*REFUSALS, OSError) as error:
        losses.append(f"{path}: {error}")
    is_named = TableVersion(table.facts.table_version).has(Feature.INSTANT_NAMES)
    for content in kept:
        header = content.block.header
        if is_named and not isinstance(header.get(HeaderKey.INSTANT_TIME), str):
            header = {**header, HeaderKey.INSTANT_TIME: log.instant}  # a file is that of one commit
        yield replace(content, block=replace(content.block, header=header))
