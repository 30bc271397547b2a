# SPDX-License-Identifier: Apache-2.0
"""Every field of an Avro object container by its path: offset, value, and the rule that governs it.

Containers store instants of timelines since table version 8, plans and cleans of every version, and columns
of the history. Each record is a field if blocks are not compressed.
"""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.avro.container import (
    LEN_SYNC,
    MAGIC,
    REQUIREMENT,
    Container,
    ContainerBlock,
    decode_container,
)
from hudi_conformance.decode.avro.datum import Datum, decode_long
from hudi_conformance.decode.fields import Field, bytes_field, fields_before_damage
from hudi_conformance.errors import Reject

SYNC_RULE = "timeline.content.avro-sync"
_CODEC_RULE = "timeline.content.avro-codec"


def is_container(data: bytes) -> bool:
    """Whether bytes begin like a container."""
    return data[: len(MAGIC)] == MAGIC


def container_fields(data: bytes, max_records: int | None = None) -> tuple[list[Field], Reject | None]:
    """Fields in file order, which cover every byte, and the reason if the container is rejected.

    Bytes after the end of readable framing are `rest`. In each block at most `max_records` records are
    separate fields; the others are one field.
    """
    refusal: Reject | None = None
    container: Container | None = None
    try:
        container = decode_container(data)
    except Reject as error:
        refusal = error
    fields, stopped = fields_before_damage(_walk(data, Datum(data), container, max_records), Reject)
    refusal = refusal or stopped
    end = fields[-1].end if fields else 0
    if end < len(data):
        rule = REQUIREMENT if refusal is None else refusal.requirement
        fields.append(bytes_field(data, "rest", end, len(data) - end, rule))
    return fields, refusal


def _walk(data: bytes, datum: Datum, container: Container | None, max_records: int | None) -> Iterator[Field]:
    if not is_container(data):
        return
    yield bytes_field(data, "magic", 0, len(MAGIC), REQUIREMENT)
    datum.pos = len(MAGIC)
    entry = 0
    group = 0
    while True:
        count, field = _long(data, datum, f"head.count[{group}]")
        yield field
        if count < 0:
            _, field = _long(data, datum, f"head.size[{group}]")
            yield field
        if count == 0:
            break
        for _ in range(abs(count)):
            for name in ("key", "value"):
                length, field = _long(data, datum, f"head.entries[{entry}].len_{name}")
                yield field
                start = datum.pos
                if length < 0:
                    raise Reject("length-mismatch", start, REQUIREMENT, f"a {name} of {length} bytes")
                datum.take(length, start, name)
                yield bytes_field(data, f"head.entries[{entry}].{name}", start, length, REQUIREMENT)
            entry += 1
        group += 1
    start = datum.pos
    sync = datum.take(LEN_SYNC, start, "sync marker")
    yield bytes_field(data, "head.sync", start, LEN_SYNC, SYNC_RULE)
    index = 0
    while datum.pos < len(data):
        yield from _block(datum, container, f"blocks[{index}]", sync, max_records)
        index += 1


def _block(
    datum: Datum, container: Container | None, path: str, sync: bytes, max_records: int | None
) -> Iterator[Field]:
    data = datum.data
    begin = datum.pos
    count, field = _long(data, datum, f"{path}.num_records")
    yield field
    length, field = _long(data, datum, f"{path}.len_records")
    yield field
    start = datum.pos
    if length < 0 or length > len(data) - start:
        message = f"a block of {length} bytes with {len(data) - start} left"
        raise Reject("truncated" if length > 0 else "length-mismatch", start, REQUIREMENT, message)
    block = ContainerBlock(begin, count, start, length)
    if container is not None and container.codec == "null":
        yield from _records(data, container, block, path, max_records)
    elif length:
        yield bytes_field(data, f"{path}.records", start, length, _CODEC_RULE)
    datum.pos = start + length
    start = datum.pos
    if datum.take(LEN_SYNC, start, "sync marker") != sync:
        raise Reject("bad-magic", start, SYNC_RULE, "another sync marker than the head's")
    yield bytes_field(data, f"{path}.sync", start, LEN_SYNC, SYNC_RULE)


def _records(
    data: bytes, container: Container, block: ContainerBlock, path: str, max_records: int | None
) -> Iterator[Field]:
    datum = Datum(data)
    datum.pos, datum.end = block.ofs_records, block.ofs_records + block.len_records
    num_shown = block.num_records if max_records is None else min(block.num_records, max_records)
    for index in range(num_shown):
        start = datum.pos
        try:
            container.schema.decode(datum, 0)
        except Reject:
            datum.pos = start
            break
        if datum.pos > start:
            yield bytes_field(data, f"{path}.records[{index}]", start, datum.pos - start, REQUIREMENT)
    if datum.pos < datum.end:
        yield bytes_field(data, f"{path}.more", datum.pos, datum.end - datum.pos, REQUIREMENT)


def _long(data: bytes, datum: Datum, path: str) -> tuple[int, Field]:
    """A variable-length number and its field, whose value is the number's bytes."""
    start = datum.pos
    number = decode_long(datum)
    return number, bytes_field(data, path, start, datum.pos - start, REQUIREMENT)
