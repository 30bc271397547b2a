# SPDX-License-Identifier: Apache-2.0
"""Records of an Avro block one by one, past those that do not decode.

The decoder stops at the first damaged record. Each record has its length before it, though, so that a
damaged record costs no others, and a wrong count none at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.log.avro_content import LEN_HEAD, VERSIONS
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue
from hudi_conformance.salvage.account import REFUSALS, Loss, reason_of

CHUNK = 4096  # records that are written at a time
LEN_CHUNK = 128 << 10  # or as many as have so many bytes: a decoded record takes many times as much


def salvage_avro(
    data: bytes, ofs: int, schema: AvroSchema, block_ofs: int
) -> Iterator[list[AvroValue] | Loss]:
    """Yield records, in lists of at most `CHUNK`, and the losses between them, each kind in file order.

    Args:
        data: content of the block, as far as it exists.
        ofs: where it lies in the file.
        schema: writer schema.
        block_ofs: start of the block.
    """
    size = len(data)

    def lost(what: str, start: int, end: int, error: Exception, num: int | None = None) -> Loss:
        reason = reason_of(error)
        return Loss(what, ofs + start, end - start, block_ofs=block_ofs, num_records=num, **reason)

    if size < LEN_HEAD:
        message = f"content of {size} bytes has no room for version and count"
        yield lost("content", 0, size, Reject("truncated", ofs, "log.avro.form", message))
        return
    version = int.from_bytes(data[:4], "big", signed=True)
    count = int.from_bytes(data[4:LEN_HEAD], "big", signed=True)
    if version not in VERSIONS:
        error = Reject("bad-version", ofs, "log.content.version", f"content of version {version}")
        if chain_end(data, count) != size:
            # Neither the version nor the bytes after it are known.
            yield lost("content", 0, size, error, count if 0 <= count * 4 <= size else None)
            return
        yield lost("version", 0, 4, error)
    expected: int | None = count
    if not 0 <= count * 4 <= size - LEN_HEAD:
        message = f"{count} records in {size - LEN_HEAD} bytes"
        yield lost("count", 4, LEN_HEAD, Reject("count-too-large", ofs + 4, "log.avro.count", message))
        expected = None
    yield from _walk(data, ofs, schema, expected, lost)


def _walk(
    data: bytes, ofs: int, schema: AvroSchema, expected: int | None, lost: Callable[..., Loss]
) -> Iterator[list[AvroValue] | Loss]:
    size, pos, num, start = len(data), LEN_HEAD, 0, LEN_HEAD
    records: list[AvroValue] = []
    datum = Datum(data, ofs)
    while pos < size if expected is None else num < expected:
        left = size - pos - 4
        length = int.from_bytes(data[pos : pos + 4], "big", signed=True) if left >= 0 else 0
        if not 0 <= length <= left:
            yield records
            rest = None if expected is None else expected - num
            if left < 0:
                message = f"{num} records instead of {expected}"
                error = Reject("truncated", ofs + pos, "log.avro.count", message)
            else:
                message = f"record of {length} bytes with {left} left"
                error = Reject("length-mismatch", ofs + pos, "log.avro.record-length", message)
            yield lost("records", pos, size, error, rest)
            return
        end = pos + 4 + length
        datum.pos, datum.end = pos + 4, end
        try:
            records.append(schema.decode(datum, 0))
            if datum.pos != end:
                message = f"{end - datum.pos} bytes after the datum"
                error = Reject("trailing-bytes", ofs + datum.pos, "log.avro.datum", message)
                yield lost("padding", datum.pos, end, error)
        except REFUSALS as error:
            yield lost("record", pos, end, error, 1)
        if len(records) >= CHUNK or end - start >= LEN_CHUNK:
            yield records
            records, start = [], end
        pos, num = end, num + 1
    yield records
    if pos < size:
        message = f"{size - pos} bytes after the last record"
        yield lost("records", pos, size, Reject("trailing-bytes", ofs + pos, "log.avro.form", message))


def chain_end(data: bytes, count: int) -> int:
    """Where `count` records end by their lengths, -1 where they do not fit."""
    pos, size = LEN_HEAD, len(data)
    if not 0 <= count * 4 <= size - LEN_HEAD:
        return -1
    for _ in range(count):
        pos += 4 + int.from_bytes(data[pos : pos + 4], "big")
        if pos > size:
            return -1
    return pos
