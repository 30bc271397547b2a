# SPDX-License-Identifier: Apache-2.0
"""Content of Avro and CDC blocks: a version, a count, and records, each with a length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue, Finding, Rejection, Span

LEN_HEAD = 8
VERSIONS = frozenset({1, 2, 3})


@dataclass(slots=True)
class AvroContent:
    """Content of an Avro block.

    Attributes:
        version: content version, None if there is no room for one.
        records: decoded records, in order; None if even their number is unknown.
        rejection: why decoding stopped early, if it did.
        padding: for each record with bytes after its datum: offset in the file and number of them.
        len_trailing: bytes after the last record.
        num_padded: number of records with bytes after their datum.
        first_padding: the bytes after the first of those.
    """

    version: int | None = None
    records: list[AvroValue] | None = None
    rejection: Rejection | None = None
    padding: list[Span] = field(default_factory=list)
    len_trailing: int = 0
    num_padded: int = 0
    first_padding: Span | None = None


def left_over(avro: AvroContent, content: Span) -> Iterator[Finding]:
    """Yield findings about bytes outside datums: one for all records, one for the end."""
    if avro.first_padding is not None:
        yield padding_finding(avro.first_padding, avro.num_padded)
    yield from trailing_findings(avro, content)


def trailing_findings(avro: AvroContent, content: Span) -> Iterator[Finding]:
    """Yield a finding about bytes after the last record."""
    if avro.len_trailing:
        at = content.end - avro.len_trailing
        message = f"{avro.len_trailing} bytes after the last record"
        yield Finding("log.avro.form", "trailing-bytes", at, message)


def padding_finding(padding: Span, num: int = 1) -> Finding:
    """The finding about bytes after the datum of a record, the first of `num` such records."""
    message = f"{padding.len} bytes after the datum"
    if num > 1:
        message += f", the first of {num} such records"
    return Finding("log.avro.datum", "trailing-bytes", padding.ofs, message)


def decode_avro_content(buffer: Buffer, content: Span, schema: AvroSchema) -> AvroContent:
    """Decode the records of an Avro or CDC block with the schema of its header.

    A rejection is returned, together with the records decoded before it.
    """
    avro = AvroContent()
    for record, padding in walk_avro_content(buffer, content, schema, avro):
        if avro.records is not None:
            avro.records.append(record)
        if padding is not None:
            avro.padding.append(padding)
    return avro


def walk_avro_content(
    buffer: Buffer, content: Span, schema: AvroSchema, avro: AvroContent
) -> Iterator[tuple[AvroValue, Span | None]]:
    """Yield the records of an Avro or CDC block, each with the bytes after its datum, if any.

    At the end `avro` has all other attributes; its `records` and `padding` are left empty.
    """
    try:
        yield from _walk(avro, bytes(buffer[content.ofs : content.end]), content.ofs, schema)
    except Reject as error:
        avro.rejection = rejection_of(error)


def _walk(
    avro: AvroContent, data: bytes, ofs: int, schema: AvroSchema
) -> Iterator[tuple[AvroValue, Span | None]]:
    size = len(data)
    if size < LEN_HEAD:
        message = f"content of {size} bytes has no room for version and count"
        raise Reject("truncated", ofs, "log.avro.form", message)
    avro.version = int.from_bytes(data[:4], "big", signed=True)
    if avro.version not in VERSIONS:
        raise Reject("bad-version", ofs, "log.content.version", f"content of version {avro.version}")
    count = int.from_bytes(data[4:LEN_HEAD], "big", signed=True)
    avro.records = []
    too_many = None
    if not 0 <= count * 4 <= size - LEN_HEAD:
        message = f"{count} records in {size - LEN_HEAD} bytes"
        requirement = "log.avro.count-negative" if count < 0 else "log.avro.count"
        too_many = Reject("count-too-large", ofs + 4, requirement, message)
    datum = Datum(data, ofs)
    decode = schema.decode
    pos = LEN_HEAD
    for num in range(count):
        left = size - pos - 4
        if left < 0:
            message = f"{num} records instead of {count}"
            raise too_many or Reject("truncated", ofs + pos, "log.avro.count", message)
        length = int.from_bytes(data[pos : pos + 4], "big", signed=True)
        if not 0 <= length <= left:
            message = f"record of {length} bytes with {left} left"
            raise too_many or Reject("length-mismatch", ofs + pos, "log.avro.record-length", message)
        datum.pos = pos + 4
        datum.end = pos = datum.pos + length
        record = decode(datum, 0)
        if datum.pos == pos:
            yield record, None
            continue
        padding = Span(ofs + datum.pos, pos - datum.pos)
        avro.num_padded += 1
        avro.first_padding = avro.first_padding or padding
        yield record, padding
    if too_many is not None:
        raise too_many
    avro.len_trailing = size - pos
