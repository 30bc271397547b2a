# SPDX-License-Identifier: Apache-2.0
"""Avro object containers: the head, then blocks of records, decoded with the schema that the file carries.

Every count and length is compared with the number of remaining bytes before use.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from hudi_conformance.decode.avro.datum import Datum, decode_bytes, decode_long
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.errors import Reject

MAGIC = b"Obj\x01"
LEN_SYNC = 16
MAX_HEAD_ENTRIES = 64
MAX_INFLATED = 256 << 20
REQUIREMENT = "timeline.content.avro"
_SYNC = "timeline.content.avro-sync"
_CODEC = "timeline.content.avro-codec"


@dataclass(frozen=True, slots=True)
class ContainerBlock:
    """One block: offsets and lengths in bytes, from the start of the data."""

    ofs: int
    num_records: int
    ofs_records: int
    len_records: int


@dataclass(frozen=True, slots=True)
class Container:
    """A container whose framing is intact.

    Attributes:
        schema: writer's schema.
        codec: `null` or `deflate`.
        ofs_blocks: offset of the first block.
        blocks: its blocks.
    """

    schema: AvroSchema
    codec: str
    ofs_blocks: int
    blocks: tuple[ContainerBlock, ...]


def decode_container(data: bytes) -> Container:
    """Head and blocks of a container; records are not decoded.

    Raises:
        Reject: bad-magic, truncated, count-too-large, length-mismatch, bad-varint, bad-schema, bad-value for
            a codec, each at the field that is wrong.
    """
    if data[:4] != MAGIC:
        code = "truncated" if MAGIC.startswith(data) and len(data) < len(MAGIC) else "bad-magic"
        code = "bad-magic" if not data else code
        raise Reject(code, 0, REQUIREMENT, f"an Avro container begins 4f626a01, got {data[:4].hex()}")
    datum = Datum(data)
    datum.pos = len(MAGIC)
    try:
        metadata = _metadata(datum)
        sync_at = datum.pos
        sync = datum.take(LEN_SYNC, sync_at, "sync marker")
    except Reject as error:
        raise _renamed(error, REQUIREMENT) from None
    schema = _schema(metadata)
    stored = metadata.get("avro.codec")
    codec = b"null" if stored is None else stored[0]
    if stored is not None and codec not in {b"null", b"deflate"}:
        raise Reject("bad-value", stored[1], _CODEC, f"codec {codec!r:.40}")
    blocks = []
    while datum.pos < len(data):
        blocks.append(_block(datum, sync))
    return Container(schema, codec.decode(), sync_at + LEN_SYNC, tuple(blocks))


def _metadata(datum: Datum) -> dict[str, tuple[bytes, int]]:
    """Values of the head's map with their positions."""
    entries: dict[str, tuple[bytes, int]] = {}
    while True:
        at = datum.pos
        count = decode_long(datum)
        if count == 0:
            return entries
        if count < 0:
            count = -count
            decode_long(datum)
        if count * 2 > datum.end - datum.pos:
            # a head has a handful of entries: if they do not fit, the file was truncated
            code = "truncated" if count <= MAX_HEAD_ENTRIES else "count-too-large"
            datum.refuse(code, at, f"{count} entries in {datum.end - datum.pos} bytes")
        for _ in range(count):
            key = _member(datum)
            value_at = datum.pos
            entries[key.decode("utf-8", "replace")] = (_member(datum), value_at)


def _member(datum: Datum) -> bytes:
    at = datum.pos
    try:
        return decode_bytes(datum, 0)
    except Reject as error:
        if error.code == "schema-mismatch":
            datum.refuse("length-mismatch", at, error.message)
        raise


def _schema(metadata: dict[str, tuple[bytes, int]]) -> AvroSchema:
    text = metadata.get("avro.schema")
    if text is None:
        raise Reject("bad-schema", len(MAGIC), REQUIREMENT, "the head has no avro.schema")
    try:
        return cached_schema(text[0].decode("utf-8"))
    except (SchemaError, UnicodeDecodeError) as error:
        raise Reject("bad-schema", text[1], REQUIREMENT, str(error)[:200]) from None


def _block(datum: Datum, sync: bytes) -> ContainerBlock:
    start = datum.pos
    try:
        count = decode_long(datum)
        if count < 0:
            datum.refuse("count-too-large", start, f"{count} records")
        len_at = datum.pos
        length = decode_long(datum)
        remaining = datum.end - datum.pos
        if length < 0:
            datum.refuse("length-mismatch", len_at, f"a block of {length} bytes")
        if length > remaining:
            datum.refuse("truncated", len_at, f"a block of {length} bytes with {remaining} left")
        if count > max(length, 1):  # a record may have zero bytes; a large number of them is an attack
            datum.refuse("count-too-large", start, f"{count} records in {length} bytes")
        block = ContainerBlock(start, count, datum.pos, length)
        datum.pos += length
        sync_at = datum.pos
        marker = datum.take(LEN_SYNC, sync_at, "sync marker")
    except Reject as error:
        raise _renamed(error, _SYNC if error.message.startswith("sync") else REQUIREMENT) from None
    if marker != sync:
        message = f"sync marker {marker.hex()}, expected {sync.hex()}"
        raise Reject("bad-magic", sync_at, _SYNC, message)
    return block


def _renamed(error: Reject, requirement: str) -> Reject:
    return Reject(error.code, error.at, requirement, error.message)


def walk_records(data: bytes, container: Container) -> Iterator[object]:
    """Yield the records of a container.

    Raises:
        Reject: a record that does not decode, or does not end at the end of its block; data that does not
            decompress.
    """
    for block in container.blocks:
        start, end = block.ofs_records, block.ofs_records + block.len_records
        if container.codec == "deflate":
            datum = Datum(_inflate(data[start:end], start), start)
        else:
            datum = Datum(data)
            datum.pos, datum.end = start, end
        try:
            for _ in range(block.num_records):
                yield container.schema.decode(datum, 0)
        except Reject as error:
            raise _renamed(error, REQUIREMENT) from None
        if datum.pos != datum.end:
            message = f"{datum.end - datum.pos} bytes after the last record"
            raise Reject("length-mismatch", datum.ofs + datum.pos, REQUIREMENT, message)


def _inflate(raw: bytes, at: int) -> bytes:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        inflated = inflater.decompress(raw, MAX_INFLATED)
    except zlib.error as error:
        raise Reject("decompress", at, _CODEC, str(error)) from None
    if not inflater.eof:
        raise Reject("decompress", at, _CODEC, "the deflate stream does not end")
    return inflated
