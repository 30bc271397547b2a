# SPDX-License-Identifier: Apache-2.0
"""Dissection of log files, including archives of instants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.decode.bulk.first_records import LEN_LARGE, FirstRecords
from hudi_conformance.decode.fields import Field, bytes_field
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.fields import block_fields, torn_fields
from hudi_conformance.decode.log.salvage import walk_salvage
from hudi_conformance.decode.log.scan import ScanEnd, Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect import model
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import preview, shortened
from hudi_conformance.inspect.model import Limits, Note, Part, closed_part, only_part, open_part
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import Rejection, Span
from hudi_conformance.model.log import BlockContent, HeaderKey, LogBlock

MAX_TOLD = 1000  # records of a block that are displayed with their values
_BLOCKS = "log.file.concatenation"


def inspect_log(source: Input, name: str = "", limits: Limits = Limits()) -> Inspection:  # noqa: B008 - frozen
    """Dissect a log file.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        return inspect_log_buffer(buffer, name, limits)


def inspect_log_buffer(buffer: Buffer, name: str, limits: Limits) -> Inspection:
    """Dissect a buffer, one block at a time, for any length of the file.

    Raises:
        NoSuchBlockError: the file has fewer blocks.
    """
    if limits.block is not None:
        block = _find(buffer, name, limits.block)
        part = _open(buffer, block, limits.block, _Contents(buffer), limits)
        return Inspection(name, "log", only_part(part, limits.block, len(buffer), _BLOCKS), len(buffer))
    parts: list[Part] = []
    walk = Walk(walk_log(buffer))
    reader = _Contents(buffer)
    pos = num_fields = 0
    for block in islice(walk, model.MAX_BLOCKS):
        is_open = num_fields < model.MAX_FIELDS
        part = _open(buffer, block, len(parts), reader, limits) if is_open else _closed(block, len(parts))
        parts.append(part)
        num_fields += len(part.notes)
        pos = block.span.end
    # Salvage applies to files that were scanned to their end.
    salvage = list(islice(walk_salvage(buffer), model.MAX_BLOCKS)) if len(parts) < model.MAX_BLOCKS else []
    rest = Span(pos, len(buffer) - pos)
    if rest.len:
        parts += _rest(buffer, rest, walk.end, [block for block in salvage if block.span.ofs >= pos], limits)
    return Inspection(name, "log", parts, len(buffer), walk.end.rejection, salvage)


def _open(buffer: Buffer, block: LogBlock, index: int, reader: _Contents, limits: Limits) -> Part:
    meanings, why = reader.told(block, limits.parts) if limits.check else ({}, None)
    path = f"blocks[{index}]"
    if block.type is BlockType.CORRUPT_BLOCK:
        torn = [Note(field, _torn_meaning(field, block)) for field in torn_fields(buffer, block, path)]
        return replace(open_part(buffer, block.type.name, block.span, torn, block.why), block=block)
    notes = [
        Note(field, meanings.get(field.path.removeprefix(f"{path}."), "") or _meaning(field, block))
        for field in block_fields(buffer, block, path, limits.parts)
    ]
    if limits.check and why is None and block.type.payload is Payload.HFILE:
        from hudi_conformance.inspect.metadata import notes_of_content

        at = next((i for i, note in enumerate(notes) if note.field.ofs >= block.content.end), len(notes))
        notes[at:at] = notes_of_content(buffer, block, path, limits.parts)
    part = open_part(buffer, block.type.name, block.span, notes, block.why or why)
    return replace(part, block=block)


def _find(buffer: Buffer, name: str, number: int) -> LogBlock:
    num = 0
    for num, block in enumerate(walk_log(buffer), 1):
        if num > number:
            return block
    raise model.NoSuchBlockError(f"{name} has {num} readable blocks and no block {number}")


def _closed(block: LogBlock, index: int) -> Part:
    part = closed_part(block.type.name, block.span, _BLOCKS, f"blocks[{index}].closed", "not parsed")
    return replace(part, block=block, why=block.why)


class _Contents:
    """Reads the reported contents of the blocks of a buffer."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self._reader = ContentReader(buffer)
        self._first = FirstRecords(buffer)

    def told(self, block: LogBlock, max_records: int | None) -> tuple[Mapping[str, str], Rejection | None]:
        """Meanings of content fields, by path in the block, and the reason if the content is rejected."""
        if block.type is BlockType.CORRUPT_BLOCK or block.content.len > model.MAX_CHECKED:
            return {}, None
        try:
            content = self._read(block, MAX_TOLD if max_records is None else min(max_records, MAX_TOLD))
        except (UnsupportedInput, LimitExceeded) as error:
            return {"len_content": f"content not decoded: {error}"}, None
        return _meanings(self._buffer, block, canonical_content(content)), content.rejection

    def _read(self, block: LogBlock, num_records: int) -> BlockContent:
        """The content; for a large intact one only the reported records."""
        if block.type is BlockType.AVRO_DATA_BLOCK and block.content.len >= LEN_LARGE:
            try:
                schema = self._reader.schema(block)
            except Reject:
                return self._reader.read(block)
            records = self._first.read(block, schema, num_records)
            if records is not None:
                return BlockContent(block, schema=schema.tree, records=records)
        return self._reader.read(block)


def _meanings(buffer: Buffer, block: LogBlock, view: Mapping[str, Any]) -> dict[str, str]:
    meanings: dict[str, str] = {}
    if block.type.payload is Payload.AVRO:
        rows: Sequence[object] = view.get("records") or ()
        numbered = enumerate(rows[:MAX_TOLD])
        meanings = {f"content.records[{i}].datum": shortened(dumps(row)) for i, row in numbered}
    elif "records" in view:
        rows = view["records"]
        meanings = {"content": f"{len(rows)} record{'' if len(rows) == 1 else 's'}"}
        if block.type.payload is Payload.PARQUET and block.content.len:
            from hudi_conformance.decode.parquet.rows import page_sums

            meanings["content"] += f"; {page_sums(buffer[block.content.ofs : block.content.end])}"
    elif "deletes" in view:
        keys = [str(row.get("record_key")) for row in view["deletes"][:20]]
        meanings = {"content.payload": shortened(f"{len(view['deletes'])} deleted: {', '.join(keys)}")}
    return meanings


def _rest(
    buffer: Buffer, rest: Span, end: ScanEnd, salvage: Sequence[LogBlock], limits: Limits
) -> Iterator[Part]:
    """Bytes after the last block, and intact blocks in them that a scan does not reach."""
    if end.rejection is not None:
        title, rule, meaning = "refused", end.rejection.requirement, end.rejection.message
    elif end.len_ignored:
        title, rule, meaning = "ignored", "log.recovery.short-tail", "too short for a block: end of file"
    else:
        title, rule, meaning = "not shown", _BLOCKS, f"behind the first {model.MAX_BLOCKS} blocks"
    why = end.rejection
    pos = rest.ofs
    for index, block in enumerate([*salvage, None]):
        until = rest.end if block is None else block.span.ofs
        if until > pos:
            span = Span(pos, until - pos)
            field = bytes_field(buffer, title.replace(" ", "_"), pos, span.len, rule)
            yield open_part(buffer, title, span, [Note(field, meaning)], why)
            # Only one part has the rejection; the other unread parts are its consequence.
            title, meaning, why = "unread", "behind the refusal", None
        if block is not None:
            notes = [
                Note(field, _meaning(field, block))
                for field in block_fields(buffer, block, f"lost[{index}]", limits.parts)
            ]
            intact = f"{block.type.name}, intact but not returned"
            yield open_part(buffer, intact, block.span, notes)
            pos = block.span.end


def _torn_meaning(field: Field, block: LogBlock) -> str:
    """Meaning of a field of a corrupt block, whose own numbers are not trusted."""
    name = field.path.partition(".")[2]
    if name == "len_block" and isinstance(field.value, int):
        return f"states a block that ends at {field.end + field.value}"
    if name == "block_type":
        return next((kind.name for kind in BlockType if kind == field.value), "unknown type")
    return "" if name == "corrupt" else _meaning(field, block)


def _meaning(field: Field, block: LogBlock) -> str:
    name = field.path.partition(".")[2]
    value = field.value
    match name:
        case "len_block":
            return f"block of 14 + {block.span.len - 14} = {block.span.len} bytes"
        case "len_trailing":
            return "bytes from the magic up to here: block size + 6"
        case "block_type":
            return block.type.name
        case "content.version":
            return "version of the content, not of the frame"
        case "content.more":
            return "more records, not parsed: --limit"
        case "header.more" | "footer.more":
            return "more entries, not parsed: --limit"
    if name.endswith(".key") and isinstance(value, int):
        if name.startswith("header."):
            return HeaderKey(value).name
        return "no release defines footer keys"
    if isinstance(value, bytes) and name not in {"magic"}:
        return preview(value, field.len)
    return ""
