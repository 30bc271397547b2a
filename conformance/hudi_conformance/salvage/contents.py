# SPDX-License-Identifier: Apache-2.0
"""Contents of blocks, intact or not, written to tables: records, deletes, commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from hudi_conformance.canonical.json import dumps, plain_text
from hudi_conformance.canonical.log import canonical_ordering
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.avro_arrow import decode_block_to_arrow
from hudi_conformance.decode.hfile.records import decode_record
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.parquet.pages import NO_CHECKSUM
from hudi_conformance.decode.parquet.rows import page_sums
from hudi_conformance.decode.source import Memory
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.common import AvroValue, Rejection
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import BlockContent, DeletedKey, HeaderKey, LogBlock
from hudi_conformance.salvage.account import REFUSALS, Account, Loss, reason_of, record_loss
from hudi_conformance.salvage.avro import chain_end, salvage_avro, salvage_rest
from hudi_conformance.salvage.deletes import PREFIX_NOTE, salvage_deletes
from hudi_conformance.salvage.hfile import HFileSalvage
from hudi_conformance.salvage.parquet import salvage_parquet
from hudi_conformance.salvage.recognise import block_type_of
from hudi_conformance.salvage.schemas import Schemas
from hudi_conformance.salvage.tables import WIDE, Tables

Origin: TypeAlias = dict[str, Any]  # columns with the origin of a record
SCAN, SALVAGE, MENDED, TORN = "scan", "salvage", "mended", "torn"
_ARCHIVED = '"HoodieArchivedMetaEntry"'  # record of an archived timeline, whose blocks have no instant
BULK_BYTES = 1 << 16  # contents from this size on are decoded by the compiled kernels


class Contents:
    """Writes contents of blocks of one file."""

    def __init__(self, buffer: Memory, tables: Tables, account: Account, schemas: Schemas) -> None:
        self._buffer = buffer
        self._tables = tables
        self._account = account
        self._schemas = schemas
        self._reader = ContentReader(buffer)

    def of(self, buffer: Memory) -> Contents:
        """The same for blocks of another buffer."""
        return Contents(buffer, self._tables, self._account, self._schemas)

    def block(self, block: LogBlock, method: str) -> None:
        """Write an intact block."""
        num = num_losses = 0
        kind = block_type_of(self._buffer, block.content, block.header, block.type) or block.type
        if kind is not block.type:
            why = Reject(
                "bad-type", block.ofs_type, "log.block.type", f"the content is that of a {kind.name}"
            )
            self._account.lose(Loss("type", block.ofs_type, 4, block_ofs=block.span.ofs, **reason_of(why)))
            num_losses += 1
            block, method = replace(block, type=kind), MENDED
        for step in self.steps(block, method):
            if isinstance(step, Loss):
                num_losses += 1
                self._account.lose(step)
            else:
                num += step
        self.row(block, method, num, num_losses)

    def row(self, block: LogBlock, method: str, num: int, num_losses: int) -> None:
        """Record a block from which something was read."""
        self._account.retained["blocks"] += 1
        self._account.rows_by[method] += num
        header = {key.name: plain_text(value) for key, value in block.header.items()}
        to_file, content = self._account.to_file, block.content
        self._tables.row(
            "blocks",
            {
                "block_ofs": to_file(block.span.ofs), "block_len": block.span.len, "kind": block.type.name,
                "format_version": block.format_version, "instant": header.get("INSTANT_TIME"),
                "header": header, "content_ofs": to_file(content.ofs), "content_len": content.len,
                "found": method, "num_records": num, "num_losses": num_losses,
            },
            200 + sum(len(value) for value in header.values()),
        )  # fmt: skip

    def steps(self, block: LogBlock, method: str) -> Iterator[int | Loss]:
        """Write the content of a block; yield numbers of rows written, and losses.

        Args:
            block: an intact block, or what there is of one.
            method: how it was found.
        """
        is_archive = _ARCHIVED in str(block.header.get(HeaderKey.SCHEMA))
        if HeaderKey.INSTANT_TIME not in block.header and not is_archive:
            at, message = block.ofs_header, "the header has no INSTANT_TIME"
            reason = Rejection("missing-field", at, "log.header.instant-time", message)
            yield Loss("instant", at, 0, block_ofs=block.span.ofs, **reason_of(reason))
        try:
            if block.type.has_records:
                yield from self._records(block, method)
            elif block.type.payload is Payload.DELETES:
                yield from self._deletes(block, method)
            else:
                yield from self._other(block, method)
        except REFUSALS as error:
            yield _content_loss(block, error)

    def _records(self, block: LogBlock, method: str) -> Iterator[int | Loss]:
        text, schema, losses = self._schemas.of(block)
        yield from losses
        if block.header.get(HeaderKey.SCHEMA) != text:
            block = replace(block, header={**block.header, HeaderKey.SCHEMA: text})
        origin = self._origin(block, method)
        content = block.content
        is_wide = self._tables.shape(text, schema.tree) is WIDE
        is_intact = method in {SCAN, SALVAGE} and not losses
        if not is_wide and is_intact and content.len >= BULK_BYTES and self._is_plain(block):
            findings: set[str] = set()
            batches, rejection = decode_block_to_arrow(
                self._buffer, block, on_finding=lambda _, finding: findings.add(finding.code)
            )
            if rejection is None and not findings and all(self._tables.fits(text, b) for b in batches):
                for batch in batches:
                    self._tables.batch(text, schema.tree, batch, origin)
                    self._account.retained["records"] += batch.num_rows
                    yield batch.num_rows
                return
        if block.type.payload is Payload.AVRO:
            yield from self._avro(block, text, schema, origin)
        elif block.type.payload is Payload.HFILE:
            yield from self._hfile(block, text, schema, origin)
        else:
            yield from self._parquet(block, text, schema, origin)

    def _avro(self, block: LogBlock, text: str, schema: AvroSchema, origin: Origin) -> Iterator[int | Loss]:
        content = block.content
        data = bytes(self._buffer[content.ofs : content.end])
        for step in salvage_avro(data, content.ofs, schema, block.span.ofs):
            yield step if isinstance(step, Loss) else self._write(text, schema, step, origin)

    def rest(self, block: LogBlock, text: str, schema: AvroSchema) -> Iterator[int | Loss]:
        """Write records of a content without a start; yield numbers of rows written, and losses."""
        origin = self._origin(block, TORN)
        content = block.content
        if block.type.payload is Payload.HFILE:
            yield from self._hfile(block, text, schema, origin)
            return
        for step in salvage_rest(
            bytes(self._buffer[content.ofs : content.end]), content.ofs, schema, block.span.ofs
        ):
            yield step if isinstance(step, Loss) else self._write(text, schema, step, origin)

    def _parquet(
        self, block: LogBlock, text: str, schema: AvroSchema, origin: Origin
    ) -> Iterator[int | Loss]:
        """Row groups, read separately: damaged pages of one do not affect others."""
        content = block.content
        data = self._buffer[content.ofs : content.end]
        for step in salvage_parquet(data, content, schema):
            if isinstance(step, list):
                yield self._write(text, schema, step, origin)
            else:
                yield replace(step, block_ofs=block.span.ofs)
        sums = page_sums(data)
        if NO_CHECKSUM in sums:
            self._account.note(f"Parquet block at {block.span.ofs}: {sums}")

    def _is_plain(self, block: LogBlock) -> bool:
        """Whether the block is one of Avro in which the lengths lead to the end of the content."""
        if block.type.payload is not Payload.AVRO:
            return False
        data = bytes(self._buffer[block.content.ofs : block.content.end])
        return chain_end(data, int.from_bytes(data[4:8], "big", signed=True)) == len(data)

    def _origin(self, block: LogBlock, method: str) -> Origin:
        return {
            "hudi_block_ofs": self._account.to_file(block.span.ofs),
            "hudi_block_instant": _instant(block),
            "hudi_block_kind": block.type.name,
            "hudi_found": method,
        }

    def _source(self, block: LogBlock, method: str) -> Origin:
        """The columns of deletes and commands with their origin."""
        ofs = self._account.to_file(block.span.ofs)
        return {"block_ofs": ofs, "instant": _instant(block), "found": method}

    def _write(self, text: str, schema: AvroSchema, rows: Sequence[AvroValue], origin: Origin) -> int:
        self.write_rows(text, schema, rows, origin)
        self._account.retained["records"] += len(rows)
        return len(rows)

    def write_rows(self, text: str, schema: AvroSchema, rows: Sequence[AvroValue], origin: Origin) -> None:
        """Write records of a block."""
        self._tables.records(text, schema.tree, rows, origin)

    def _hfile(self, block: LogBlock, text: str, schema: AvroSchema, origin: Origin) -> Iterator[int | Loss]:
        if block.content.len == 0:
            return
        rows: list[AvroValue] = []
        salvage = HFileSalvage(self._buffer, block.content.ofs, block.content.end)
        for step in salvage.steps():
            if isinstance(step, HFileCell):
                try:
                    rows.append(decode_record(step, schema))
                except REFUSALS as error:
                    yield record_loss(error, block.span.ofs, block.content.ofs)
            elif isinstance(step, Loss):
                yield replace(step, block_ofs=block.span.ofs)
        for note in salvage.notes:
            self._account.note(note)
        yield self._write(text, schema, rows, origin)

    def _deletes(self, block: LogBlock, method: str) -> Iterator[int | Loss]:
        origin = self._source(block, method)
        for step in salvage_deletes(self._buffer, block):
            if isinstance(step, Loss):
                if step.what == "deletes":
                    self._account.note(PREFIX_NOTE)
                yield step
                continue
            self.write_deletes(step, origin)
            self._account.retained["deletes"] += len(step)
            yield len(step)

    def write_deletes(self, deletes: Sequence[DeletedKey], origin: Origin) -> None:
        """Write deletes of a block."""
        for deleted in deletes:
            self._tables.row("deletes", {**origin, **_deleted(deleted)})

    def _other(self, block: LogBlock, method: str) -> Iterator[int | Loss]:
        view = self._reader.read(block)
        if view.command is not None:
            target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
            row = {"command": view.command, "target_instant": _optional_text(target)}
            self._tables.row("commands", self._source(block, method) | row)
            self._account.retained["commands"] += 1
            for finding in view.findings:
                self._account.note(f"command at {block.span.ofs}: {finding.message}")
            yield 1
        yield from _content_losses(view)


def _content_losses(view: BlockContent) -> Iterator[Loss]:
    """The loss of a rejected content; a missing instant is a separate loss."""
    is_read = view.records is not None or view.deletes is not None or view.command is not None
    if view.rejection is not None and not (
        is_read and view.rejection.requirement == "log.header.instant-time"
    ):
        yield _content_loss(view.block, view.rejection)


def _content_loss(block: LogBlock, error: Exception | Rejection) -> Loss:
    ofs, length = block.content.ofs, block.content.len
    return Loss("content", ofs, length, block_ofs=block.span.ofs, **reason_of(error))


def _instant(block: LogBlock) -> str | None:
    return _optional_text(block.header.get(HeaderKey.INSTANT_TIME))


def _optional_text(value: str | bytes | None) -> str | None:
    return None if value is None else plain_text(value)


def _deleted(deleted: DeletedKey) -> dict[str, Any]:
    ordering = canonical_ordering(deleted.ordering)
    return {
        "record_key": _optional_text(deleted.record_key),
        "partition_path": _optional_text(deleted.partition_path),
        "ordering_type": None if ordering is None else ordering["type"],
        "ordering": None if ordering is None else dumps(ordering["value"]),
    }
