# SPDX-License-Identifier: Apache-2.0
"""Every field of a log file by its path: offset, value, and the rule that governs it.

Edits of cases use the same paths: `blocks[1].header.entries[0].key`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from hudi_conformance.decode.fields import Field, bytes_field, integer_field
from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, LEN_TRAILING, MAGIC, Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source, read_s4
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey, LogBlock


def fields_of(source: Input) -> list[Field]:
    """All fields of the blocks whose framing can be read, in file order.

    A corrupt block has one field, `blocks[i].corrupt`, after its magic. Other bytes are `tail` (up to five
    bytes after the last block) or `rest` (after the offset where the scan stopped).
    """
    fields: list[Field] = []
    pos = 0
    with open_source(source) as buffer:
        walk = Walk(walk_log(buffer))
        for index, block in enumerate(walk):
            fields += block_fields(buffer, block, f"blocks[{index}]")
            pos = block.span.end
        if pos < len(buffer):
            name = "tail" if walk.end.rejection is None else "rest"
            fields.append(bytes_field(buffer, name, pos, len(buffer) - pos, "log.recovery.short-tail"))
    return fields


def block_fields(
    buffer: Buffer, block: LogBlock, path: str, max_records: int | None = None
) -> Iterator[Field]:
    """Yield the fields of one block from a scan of `buffer`.

    Records of Avro content beyond the first `max_records` are one field, `content.more`; so are entries of a
    header or footer, `header.more`.
    """
    ofs = block.span.ofs
    yield Field(f"{path}.magic", ofs, LEN_MAGIC, MAGIC, "log.block.magic")
    if block.type is BlockType.CORRUPT_BLOCK:
        ofs, num = block.content.ofs, block.content.len
        if num:
            yield bytes_field(buffer, f"{path}.corrupt", ofs, num, "log.recovery.corrupt-span")
        return
    yield integer_field(buffer, f"{path}.len_block", ofs + LEN_MAGIC, 8, "log.block.size")
    yield integer_field(buffer, f"{path}.format_version", ofs + LEN_HEAD, 4, "log.block.format-version")
    yield integer_field(buffer, f"{path}.block_type", block.ofs_type, 4, "log.block.type")
    content = block.content
    header = Span(block.ofs_header, content.ofs - 8 - block.ofs_header)
    yield from _map_fields(buffer, f"{path}.header", header, "log.header.key", max_records)
    yield integer_field(buffer, f"{path}.len_content", content.ofs - 8, 8, "log.block.content-length")
    yield from _content_fields(buffer, block, path, max_records)
    ofs_trailing = block.span.end - LEN_TRAILING
    footer = Span(content.end, ofs_trailing - content.end)
    yield from _map_fields(buffer, f"{path}.footer", footer, "log.footer.non-empty", max_records)
    yield integer_field(buffer, f"{path}.len_trailing", ofs_trailing, 8, "log.block.trailing-length")


def torn_fields(buffer: Buffer, block: LogBlock, path: str) -> Iterator[Field]:
    """Yield the fields at the start of a corrupt block, then its other bytes as `corrupt`.

    Any of the values may be the damaged one. A header whose entries do not fit into the block, or whose keys
    are unknown, is part of `corrupt`.
    """
    yield Field(f"{path}.magic", block.span.ofs, LEN_MAGIC, MAGIC, "log.block.magic")
    pos, end = block.content.ofs, block.span.end
    for name, size, rule in _TORN:
        if end - pos < size:
            break
        yield integer_field(buffer, f"{path}.{name}", pos, size, rule)
        pos += size
    else:
        after = _end_of_header(buffer, pos, end)
        if after is not None:
            yield from _map_fields(buffer, f"{path}.header", Span(pos, after - pos), "log.header.key", None)
            pos = after
            if end - pos >= 8:
                yield integer_field(buffer, f"{path}.len_content", pos, 8, "log.block.content-length")
                pos += 8
    if pos < end:
        yield bytes_field(buffer, f"{path}.corrupt", pos, end - pos, "log.recovery.corrupt-span")


def _end_of_header(buffer: Buffer, pos: int, end: int) -> int | None:
    """End of the header map at `pos`; None if its entries are not plausible."""
    num = read_s4(buffer, pos) if end - pos >= 4 else -1
    pos += 4
    for _ in range(num if num <= len(HeaderKey) else 0):
        if end - pos < 8 or read_s4(buffer, pos) not in HeaderKey.__members__.values():
            return None
        len_value = read_s4(buffer, pos + 4)
        if not 0 <= len_value <= end - pos - 8:
            return None
        pos += 8 + len_value
    return pos if 0 <= num <= len(HeaderKey) else None


def header_values(buffer: Buffer, block: LogBlock) -> dict[HeaderKey, Span]:
    """Spans of the header values of an intact block; the last of two entries with one key."""
    if block.type is BlockType.CORRUPT_BLOCK:
        return {}
    return {HeaderKey(key): value for key, value in header_entries(buffer, block.ofs_header)}


def header_entries(buffer: Buffer, ofs: int) -> Iterator[tuple[int, Span]]:
    """Yield ordinal and span of the value of each entry of the map at `ofs`, which a scan has accepted."""
    pos = ofs + 4
    for _ in range(read_s4(buffer, ofs)):
        value = Span(pos + 8, read_s4(buffer, pos + 4))
        yield read_s4(buffer, pos), value
        pos = value.end


def _map_fields(
    buffer: Buffer, path: str, span: Span, requirement: str, max_entries: int | None
) -> Iterator[Field]:
    ofs, end = span.ofs, span.end
    yield integer_field(buffer, f"{path}.num_entries", ofs, 4, "log.map.count-bounds")
    for index, (_, value) in enumerate(header_entries(buffer, ofs)):
        if index == max_entries:
            start = value.ofs - 8
            yield bytes_field(buffer, f"{path}.more", start, end - start, "log.map.form")
            return
        entry = f"{path}.entries[{index}]"
        yield integer_field(buffer, f"{entry}.key", value.ofs - 8, 4, requirement)
        yield integer_field(buffer, f"{entry}.len_value", value.ofs - 4, 4, "log.map.length-bounds")
        yield bytes_field(buffer, f"{entry}.value", value.ofs, value.len, "log.map.form")


def _content_fields(buffer: Buffer, block: LogBlock, path: str, max_records: int | None) -> Iterator[Field]:
    """Fields of the content that its lengths delimit; remaining bytes are `content.rest`."""
    content, pos = block.content, block.content.ofs
    name = f"{path}.content"
    if block.type.payload in _CONTENT_RULES or content.len == 0:
        rule = _CONTENT_RULES.get(block.type.payload, "log.block.content-length")
        yield bytes_field(buffer, name, pos, content.len, rule)
        return
    is_delete = block.type.payload is Payload.DELETES
    if content.len >= 4:
        rule = "log.delete.version" if is_delete else "log.avro.form"
        yield integer_field(buffer, f"{name}.version", pos, 4, rule)
        pos += 4
    if content.len >= 8:
        if is_delete:
            pos = yield from _payload_field(buffer, name, pos, content.end)
        else:
            pos = yield from _record_fields(buffer, name, pos, content.end, max_records)
    if pos < content.end:
        rule = "log.delete.trailing" if is_delete else "log.avro.trailing"
        yield bytes_field(buffer, f"{name}.rest", pos, content.end - pos, rule)


def _payload_field(buffer: Buffer, name: str, pos: int, end: int) -> Generator[Field, None, int]:
    yield integer_field(buffer, f"{name}.len_payload", pos, 4, "log.delete.length")
    payload = Span(pos + 4, read_s4(buffer, pos))
    if not 0 <= payload.len <= end - payload.ofs:
        return payload.ofs
    yield bytes_field(buffer, f"{name}.payload", payload.ofs, payload.len, "log.delete.form")
    return payload.end


def _record_fields(
    buffer: Buffer, name: str, pos: int, end: int, max_records: int | None
) -> Generator[Field, None, int]:
    yield integer_field(buffer, f"{name}.num_records", pos, 4, "log.avro.count")
    num = read_s4(buffer, pos)
    pos += 4
    for index in range(num):
        if end - pos < 4:
            break
        if index == max_records:
            yield bytes_field(buffer, f"{name}.more", pos, end - pos, "log.avro.record-length")
            return end
        datum = Span(pos + 4, read_s4(buffer, pos))
        if not 0 <= datum.len <= end - datum.ofs:
            break
        record = f"{name}.records[{index}]"
        yield integer_field(buffer, f"{record}.len_datum", pos, 4, "log.avro.record-length")
        yield bytes_field(buffer, f"{record}.datum", datum.ofs, datum.len, "log.avro.datum")
        pos = datum.end
    return pos


_TORN = (
    ("len_block", 8, "log.block.size"),
    ("format_version", 4, "log.block.format-version"),
    ("block_type", 4, "log.block.type"),
)
_CONTENT_RULES = {
    Payload.COMMAND: "log.command.content",
    Payload.HFILE: "log.hfile.form",
    Payload.PARQUET: "log.parquet.form",
}
