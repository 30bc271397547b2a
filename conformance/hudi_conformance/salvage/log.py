# SPDX-License-Identifier: Apache-2.0
"""Everything readable of a log file: blocks of the scan, blocks next to damage, starts of torn ones.

Blocks of the scan and those of `log.salvage` are merged in file order. The bytes between them are searched
for blocks with a valid start. One block is in memory at a time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, TypeAlias

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_ordering
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.avro_arrow import decode_block_to_arrow
from hudi_conformance.decode.bulk.framing import drop_pages
from hudi_conformance.decode.hfile.records import decode_record
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.fields import header_values
from hudi_conformance.decode.log.salvage import walk_salvage
from hudi_conformance.decode.log.scan import LEN_MAGIC, MAGIC, check_frame, find_magic, read_block, walk_log
from hudi_conformance.decode.parquet.pages import NO_CHECKSUM
from hudi_conformance.decode.parquet.rows import page_sums
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import AvroValue, Rejection
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import BlockContent, DeletedKey, HeaderKey, LogBlock
from hudi_conformance.salvage.account import REFUSALS, Account, Loss, Losses, reason_of, record_loss
from hudi_conformance.salvage.avro import chain_end, salvage_avro
from hudi_conformance.salvage.deletes import PREFIX_NOTE, salvage_deletes
from hudi_conformance.salvage.hfile import HFileSalvage
from hudi_conformance.salvage.parquet import salvage_parquet
from hudi_conformance.salvage.tables import WIDE, Tables
from hudi_conformance.salvage.torn import read_torn

Origin: TypeAlias = dict[str, Any]  # columns that tell where a record comes from
SCAN, SALVAGE, TORN = "scan", "salvage", "torn"
TORN_NOTE = "records of blocks that are not whole are marked `torn`: no reader would count them"
_ARCHIVED = '"HoodieArchivedMetaEntry"'  # name of the record of an archived instant
BULK_BYTES = 1 << 16  # contents from this size on are decoded by the compiled kernels


def salvage_log_file(buffer: Memory, tables: Tables, account: Account) -> None:
    """Write the readable content of a log file to `tables`, and record the losses in `account`."""
    reader = _Blocks(buffer, tables, account)
    covered = dropped = 0
    for block, found in blocks_of(buffer):
        if block.span.ofs > covered:
            reader.gap(covered, block.span.ofs)
        reader.block(block, found)
        covered = max(covered, block.span.end)
        dropped = drop_pages(buffer, dropped, covered)
    if covered < len(buffer):
        reader.gap(covered, len(buffer))


def blocks_of(buffer: Buffer) -> Iterator[tuple[LogBlock, str]]:
    """Yield all intact blocks in file order, each with how it was found."""
    intact = (block for block in walk_log(buffer) if block.type is not BlockType.CORRUPT_BLOCK)
    scanned = ((block.span.ofs, SCAN, block) for block in _until_limit(intact))
    salvaged = ((block.span.ofs, SALVAGE, block) for block in _until_limit(walk_salvage(buffer)))
    for _, found, block in heapq.merge(scanned, salvaged, key=itemgetter(0)):
        yield block, found


def _until_limit(blocks: Iterable[LogBlock]) -> Iterator[LogBlock]:
    try:
        yield from blocks
    except LimitExceeded:
        return  # the rest is a gap, with a reason at each of its magics


def reason_at(buffer: Buffer, ofs: int) -> Reject | LimitExceeded | Rejection:
    """Why no intact block begins at an offset."""
    size = len(buffer)
    if size - ofs < LEN_MAGIC:
        message = f"{size - ofs} bytes at the end of the file"
        return Rejection("truncated", ofs, "log.recovery.short-tail", message)
    if bytes(buffer[ofs : ofs + LEN_MAGIC]) != MAGIC:
        return Rejection("bad-magic", ofs, "log.recovery.bad-magic", "no magic opens these bytes")
    why = check_frame(buffer, ofs)
    if why is not None:
        return why
    try:
        block = read_block(buffer, ofs)
    except (Reject, LimitExceeded) as error:
        return error
    message = f"the {block.type.name} is inside of something else"
    return Rejection("overlap", ofs, "log.recovery.salvage", message)


class _Blocks:
    """Writes blocks of one file, and the readable parts of others."""

    def __init__(self, buffer: Memory, tables: Tables, account: Account) -> None:
        self._buffer = buffer
        self._tables = tables
        self._account = account
        self._reader = ContentReader(buffer)

    def gap(self, start: int, end: int) -> None:
        """Bytes outside of intact blocks: each magic in them may open an incomplete one."""
        while start < end:
            stop = min(find_magic(self._buffer, start + 1), end)
            reason = reason_of(reason_at(self._buffer, start))
            if end == len(self._buffer) and end - start < LEN_MAGIC:
                self._account.lose(Loss("tail", start, end - start, **reason))
                return
            torn = read_torn(self._buffer, start, stop)
            if torn is None or not self._torn(torn, reason):
                self._account.lose(Loss("block", start, stop - start, block_ofs=start, **reason))
            start = stop

    def _torn(self, block: LogBlock, reason: dict[str, Any]) -> bool:
        """Write the readable part of an incomplete block; False if there is none."""
        losses = Losses()
        num = 0
        for step in self._content(block, TORN):
            if isinstance(step, Loss):
                losses.add(step)
            else:
                num += step
        if not num:
            return False
        # The last loss is the end of what there is: the rest of the block is lost with it.
        inside = [loss for loss in losses.found if loss.ofs + loss.len < block.content.end]
        last = next((loss for loss in losses.found if loss.ofs + loss.len >= block.content.end), None)
        used = block.content.end if last is None else last.ofs
        for loss in inside:
            self._account.lose(loss)
        num_bytes = block.span.end - used
        rest = None if last is None else last.num_records
        lost = Loss("block", used, num_bytes, block_ofs=block.span.ofs, num_records=rest, **reason)
        self._account.lose(lost)
        self._account.note(TORN_NOTE)
        self._row(block, TORN, num, len(inside) + 1)
        return True

    def block(self, block: LogBlock, found: str) -> None:
        """Write an intact block."""
        num = num_losses = 0
        for step in self._content(block, found):
            if isinstance(step, Loss):
                num_losses += 1
                self._account.lose(step)
            else:
                num += step
        self._row(block, found, num, num_losses)

    def _row(self, block: LogBlock, found: str, num: int, num_losses: int) -> None:
        self._account.kept["blocks"] += 1
        header = {key.name: _text(value) for key, value in block.header.items()}
        self._tables.row(
            "blocks",
            {
                "block_ofs": block.span.ofs, "block_len": block.span.len, "kind": block.type.name,
                "format_version": block.format_version, "instant": header.get("INSTANT_TIME"),
                "header": header, "content_ofs": block.content.ofs, "content_len": block.content.len,
                "found": found, "num_records": num, "num_losses": num_losses,
            },
            200 + sum(len(value) for value in header.values()),
        )  # fmt: skip

    # --- contents ----------------------------------------------------------------------------------------

    def _content(self, block: LogBlock, found: str) -> Iterator[int | Loss]:
        """Write the content of a block; yield numbers of rows written, and losses."""
        if HeaderKey.INSTANT_TIME not in block.header and not _is_of_archive(block):
            at, message = block.ofs_header, "the header has no INSTANT_TIME"
            reason = Rejection("missing-field", at, "log.header.instant-time", message)
            yield Loss("instant", at, 0, block_ofs=block.span.ofs, **reason_of(reason))
        try:
            if block.type.has_records:
                yield from self._records(block, found)
            elif block.type.payload is Payload.DELETES:
                yield from self._deletes(block, found)
            else:
                yield from self._other(block, found)
        except REFUSALS as error:
            yield _content_loss(block, error)

    def _records(self, block: LogBlock, found: str) -> Iterator[int | Loss]:
        raw = block.header.get(HeaderKey.SCHEMA)
        if isinstance(raw, bytes):
            # Releases up to 0.14 wrote headers in the charset of the platform; all read them so.
            at = header_values(self._buffer, block)[HeaderKey.SCHEMA].ofs
            why = Reject("bad-schema", at, "log.header.schema-json", "the schema is not UTF-8")
            yield Loss("charset", at, 0, block_ofs=block.span.ofs, **reason_of(why))
            text = raw.decode("utf-8", "replace")
            block = replace(block, header={**block.header, HeaderKey.SCHEMA: text})
        schema = self._reader.schema(block)
        text = str(block.header[HeaderKey.SCHEMA])
        origin = _origin(block, found)
        content = block.content
        is_wide = self._tables.shape(text, schema.tree) is WIDE
        if not is_wide and found != TORN and content.len >= BULK_BYTES and self._is_plain(block):
            findings: set[str] = set()
            batches, rejection = decode_block_to_arrow(
                self._buffer, block, on_finding=lambda _, finding: findings.add(finding.code)
            )
            if rejection is None and not findings:
                for batch in batches:
                    self._tables.batch(text, schema.tree, batch, origin)
                    self._account.kept["records"] += batch.num_rows
                    yield batch.num_rows
                return
        if block.type.payload is Payload.AVRO:
            data = bytes(self._buffer[content.ofs : content.end])
            for step in salvage_avro(data, content.ofs, schema, block.span.ofs):
                yield step if isinstance(step, Loss) else self._write(text, schema, step, origin)
        elif block.type.payload is Payload.HFILE:
            yield from self._hfile(block, text, schema, origin)
        else:
            yield from self._parquet(block, text, schema, origin)

    def _parquet(
        self, block: LogBlock, text: str, schema: AvroSchema, origin: Origin
    ) -> Iterator[int | Loss]:
        """Row groups, each by itself: one whose pages are damaged costs no other."""
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

    def _write(self, text: str, schema: AvroSchema, rows: Sequence[AvroValue], origin: Origin) -> int:
        self._tables.records(text, schema.tree, rows, origin)
        self._account.kept["records"] += len(rows)
        return len(rows)

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

    def _deletes(self, block: LogBlock, found: str) -> Iterator[int | Loss]:
        origin = {"block_ofs": block.span.ofs, "instant": _instant(block), "found": found}
        for step in salvage_deletes(self._buffer, block):
            if isinstance(step, Loss):
                if step.what == "deletes":
                    self._account.note(PREFIX_NOTE)
                yield step
                continue
            for deleted in step:
                self._tables.row("deletes", {**origin, **_deleted(deleted)})
            self._account.kept["deletes"] += len(step)
            yield len(step)

    def _other(self, block: LogBlock, found: str) -> Iterator[int | Loss]:
        view = self._reader.read(block)
        origin = {"block_ofs": block.span.ofs, "instant": _instant(block), "found": found}
        if view.command is not None:
            target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
            row = {"command": view.command, "target_instant": _optional_text(target)}
            self._tables.row("commands", origin | row)
            self._account.kept["commands"] += 1
            for finding in view.findings:
                self._account.note(f"command at {block.span.ofs}: {finding.message}")
            yield 1
        yield from _content_losses(view)


def _is_of_archive(block: LogBlock) -> bool:
    """Whether a block holds archived instants: no writer states an instant of such a block."""
    schema = block.header.get(HeaderKey.SCHEMA)
    return isinstance(schema, str) and _ARCHIVED in schema


def _content_losses(view: BlockContent) -> Iterator[Loss]:
    """The loss of a refused content; a missing instant is a loss of its own."""
    is_read = view.records is not None or view.deletes is not None or view.command is not None
    if view.rejection is not None and not (
        is_read and view.rejection.requirement == "log.header.instant-time"
    ):
        yield _content_loss(view.block, view.rejection)


def _content_loss(block: LogBlock, error: Exception | Rejection) -> Loss:
    ofs, length = block.content.ofs, block.content.len
    return Loss("content", ofs, length, block_ofs=block.span.ofs, **reason_of(error))


def _origin(block: LogBlock, found: str) -> Origin:
    return {
        "hudi_block_ofs": block.span.ofs,
        "hudi_block_instant": _instant(block),
        "hudi_block_kind": block.type.name,
        "hudi_found": found,
    }


def _instant(block: LogBlock) -> str | None:
    return _optional_text(block.header.get(HeaderKey.INSTANT_TIME))


def _text(value: str | bytes) -> str:
    """As text; bytes that are not UTF-8 as canonical JSON."""
    canonical = canonical_text(value)
    return canonical if isinstance(canonical, str) else dumps(canonical)


def _optional_text(value: str | bytes | None) -> str | None:
    return None if value is None else _text(value)


def _deleted(deleted: DeletedKey) -> dict[str, Any]:
    ordering = canonical_ordering(deleted.ordering)
    return {
        "record_key": _optional_text(deleted.record_key),
        "partition_path": _optional_text(deleted.partition_path),
        "ordering_type": None if ordering is None else ordering["type"],
        "ordering": None if ordering is None else dumps(ordering["value"]),
    }
