# SPDX-License-Identifier: Apache-2.0
"""Log files, archives of instants among them, taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_content
from hudi_conformance.decode.fields import Field
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.fields import block_fields
from hudi_conformance.decode.log.salvage import walk_salvage
from hudi_conformance.decode.log.scan import ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.kinds import MAX_SHOWN, preview, shortened
from hudi_conformance.inspect.model import (
    MAX_BLOCKS,
    MAX_CHECKED,
    MAX_FIELDS,
    Limits,
    NoSuchBlockError,
    Note,
    Part,
    closed_part,
    excerpts_of,
    flaws_of,
)
from hudi_conformance.views.common import Rejection, Span
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock


def inspect_log(source: Input, name: str = "", limits: Limits = Limits()) -> Inspection:  # noqa: B008 - frozen
    """Take a log file apart.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        return inspect_log_buffer(buffer, name, limits)


def inspect_log_buffer(buffer: Buffer, name: str, limits: Limits) -> Inspection:
    """Take apart what is in memory or mapped; a block at a time, however long the file.

    Raises:
        NoSuchBlockError: the file has not so many blocks.
    """
    if limits.block is not None:
        return _one_block(buffer, name, limits.block, limits)
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
        is_open = num_fields < MAX_FIELDS
        part = _open(buffer, block, len(parts), reader, limits) if is_open else _closed(block, len(parts))
        parts.append(part)
        num_fields += len(part.notes)
        pos = block.span.end
    # A scan that did not come to its end has hidden nothing yet.
    salvage = list(walk_salvage(buffer)) if len(parts) < MAX_BLOCKS else []
    left = Span(pos, len(buffer) - pos)
    if left.len:
        parts += _rest(buffer, left, end, [block for block in salvage if block.span.ofs >= pos], limits)
    return Inspection(name, "log", parts, len(buffer), end.rejection, salvage, flaws_of(parts, len(buffer)))


def _open(buffer: Buffer, block: LogBlock, index: int, reader: ContentReader, limits: Limits) -> Part:
    meanings, why = _content(block, reader) if limits.check else ({}, None)
    path = f"blocks[{index}]"
    notes = [
        Note(field, meanings.get(field.path.removeprefix(f"{path}."), "") or _meaning(field, block))
        for field in block_fields(buffer, block, path, limits.parts)
    ]
    why = block.why or why
    at = None if why is None else why.at
    return Part(block.type.name, block.span, notes, block, why, excerpts_of(buffer, block.span, at))


def _one_block(buffer: Buffer, name: str, wanted: int, limits: Limits) -> Inspection:
    num = 0
    for index, block in enumerate(walk_log(buffer)):
        num = index + 1
        if index < wanted:
            continue
        parts = [_open(buffer, block, index, ContentReader(buffer), limits)]
        rule = "log.file.concatenation"
        if block.span.ofs:
            parts.insert(0, closed_part(f"{index} blocks before", Span(0, block.span.ofs), rule))
        after = Span(block.span.end, len(buffer) - block.span.end)
        if after.len:
            parts.append(closed_part("after", after, rule))
        return Inspection(name, "log", parts, len(buffer), None, (), flaws_of(parts, len(buffer)))
    raise NoSuchBlockError(f"{name} has {num} blocks that can be read, there is no block {wanted}")


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
    view = canonical_content(content)
    meanings: dict[str, str] = {}
    if block.type in {BlockType.AVRO_DATA_BLOCK, BlockType.CDC_DATA_BLOCK}:
        rows: Sequence[object] = view.get("records") or ()
        meanings = {f"content.records[{i}].datum": shortened(dumps(row)) for i, row in enumerate(rows[:1000])}
    elif "records" in view:
        rows = view["records"]
        meanings = {"content": f"{len(rows)} record{'' if len(rows) == 1 else 's'}"}
    elif "deletes" in view:
        keys = [str(row.get("record_key")) for row in view["deletes"][:20]]
        meanings = {"content.payload": shortened(f"{len(view['deletes'])} deleted: {', '.join(keys)}")}
    return meanings, content.rejection


def _rest(
    buffer: Buffer, left: Span, end: ScanEnd, salvage: Sequence[LogBlock], limits: Limits
) -> Iterator[Part]:
    """Bytes behind the last block, and intact blocks in them that a scan does not come to."""
    if end.rejection is not None:
        title, rule, meaning = "refused", end.rejection.requirement, end.rejection.message
    elif end.len_ignored:
        title, rule, meaning = "ignored", "log.recovery.short-tail", "too short for a block: end of file"
    else:
        title, rule, meaning = "not shown", "log.file.concatenation", f"behind the first {MAX_BLOCKS} blocks"
    why = end.rejection
    pos = left.ofs
    for index, block in enumerate([*salvage, None]):
        until = left.end if block is None else block.span.ofs
        if until > pos:
            span = Span(pos, until - pos)
            value = bytes(buffer[pos : min(pos + MAX_SHOWN, until)])
            field = Field(title.replace(" ", "_"), pos, span.len, value, rule)
            at = None if why is None else why.at
            excerpts = excerpts_of(buffer, span, at)
            yield Part(title, span, [Note(field, meaning)], why=why, excerpts=excerpts)
            # One refusal stands at one part; what else nobody reads is there because of it.
            title, meaning, why = "unread", "behind the refusal", None
        if block is not None:
            notes = [
                Note(field, _meaning(field, block))
                for field in block_fields(buffer, block, f"lost[{index}]", limits.parts)
            ]
            intact = f"{block.type.name}, intact but not returned"
            yield Part(intact, block.span, notes, excerpts=excerpts_of(buffer, block.span))
            pos = block.span.end


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
