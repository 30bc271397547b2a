# SPDX-License-Identifier: Apache-2.0
"""Log files, archives of instants among them, taken apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hudi_conformance.canonical import canonical_content, dumps
from hudi_conformance.decode.fields import Field, block_fields
from hudi_conformance.decode.log_content import ContentReader
from hudi_conformance.decode.log_salvage import walk_salvage
from hudi_conformance.decode.log_scan import ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.inspect.kinds import MAX_SHOWN, preview, shortened
from hudi_conformance.inspect.parts import (
    MAX_BLOCKS,
    MAX_CHECKED,
    Inspection,
    Limits,
    Note,
    Part,
    excerpts_of,
    flaws_of,
)
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock, Rejection, Span


def inspect_log(source: Input, name: str = "", limits: Limits = Limits()) -> Inspection:  # noqa: B008 - frozen
    """Take a log file apart.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        return inspect_log_buffer(buffer, name, limits)


def inspect_log_buffer(buffer: Buffer, name: str, limits: Limits) -> Inspection:
    """Take apart what is in memory or mapped; a block at a time, however long the file."""
    parts: list[Part] = []
    walk = walk_log(buffer)
    reader = ContentReader(buffer)
    end = ScanEnd()
    pos = num_fields = 0
    while len(parts) < MAX_BLOCKS:
        try:
            block = next(walk)
        except StopIteration as stop:
            end = stop.value
            break
        is_open = limits.opens(len(parts), num_fields)
        part = _open(buffer, block, len(parts), reader, limits) if is_open else _closed(block, len(parts))
        parts.append(part)
        num_fields += len(part.notes)
        pos = block.span.end
    left = Span(pos, len(buffer) - pos)
    if left.len:
        parts.append(_rest(buffer, left, end))
    # A scan that did not come to its end has hidden nothing yet.
    salvage = list(walk_salvage(buffer)) if len(parts) < MAX_BLOCKS else []
    return Inspection(name, "log", parts, len(buffer), end.rejection, salvage, flaws_of(parts, len(buffer)))


def _open(buffer: Buffer, block: LogBlock, index: int, reader: ContentReader, limits: Limits) -> Part:
    told, why = _content(block, reader) if limits.check else ({}, None)
    path = f"blocks[{index}]"
    notes = [
        Note(field, told.get(field.path.removeprefix(f"{path}."), "") or _meaning(field, block))
        for field in block_fields(buffer, block, path, limits.parts)
    ]
    why = block.why or why
    at = None if why is None else why.at
    return Part(block.type.name, block.span, notes, block, why, excerpts_of(buffer, block.span, at))


def _closed(block: LogBlock, index: int) -> Part:
    field = Field(f"blocks[{index}].closed", block.span.ofs, block.span.len, b"", "log.file.concatenation")
    return Part(
        block.type.name, block.span, [Note(field, "not taken apart")], block, block.why, is_open=False
    )


def _content(block: LogBlock, reader: ContentReader) -> tuple[Mapping[str, str], Rejection | None]:
    """What fields of the content mean, by path below the block, and why the content is refused."""
    if block.type is BlockType.CORRUPT_BLOCK or block.content.len > MAX_CHECKED:
        return {}, None
    try:
        content = reader.read(block)
    except (UnsupportedInput, LimitExceeded) as error:
        return {"len_content": f"content not decoded: {error}"}, None
    shown = canonical_content(content)
    told: dict[str, str] = {}
    if block.type in {BlockType.AVRO_DATA_BLOCK, BlockType.CDC_DATA_BLOCK}:
        rows: Sequence[object] = shown.get("records") or ()
        told = {f"content.records[{i}].datum": shortened(dumps(row)) for i, row in enumerate(rows[:1000])}
    elif "records" in shown:
        rows = shown["records"]
        told = {"content": f"{len(rows)} record{'' if len(rows) == 1 else 's'}"}
    elif "deletes" in shown:
        keys = [str(row.get("record_key")) for row in shown["deletes"][:20]]
        told = {"content.payload": shortened(f"{len(shown['deletes'])} deleted: {', '.join(keys)}")}
    return told, content.rejection


def _rest(buffer: Buffer, span: Span, end: ScanEnd) -> Part:
    if end.rejection is not None:
        title, rule, meaning = "refused", end.rejection.requirement, end.rejection.message
    elif end.len_ignored:
        title, rule, meaning = "ignored", "log.recovery.short-tail", "too short for a block: end of file"
    else:
        title, rule, meaning = "not shown", "log.file.concatenation", f"behind the first {MAX_BLOCKS} blocks"
    value = bytes(buffer[span.ofs : span.ofs + MAX_SHOWN])
    field = Field(title.replace(" ", "_"), span.ofs, span.len, value, rule)
    at = None if end.rejection is None else end.rejection.at
    return Part(
        title, span, [Note(field, meaning)], why=end.rejection, excerpts=excerpts_of(buffer, span, at)
    )


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
            return "more records, not taken apart: --limit"
    if name.endswith(".key") and isinstance(value, int):
        if name.startswith("header."):
            return HeaderKey(value).name
        return "no release knows footer keys"
    if isinstance(value, bytes) and name not in {"magic"}:
        return preview(value, field.len)
    return ""
