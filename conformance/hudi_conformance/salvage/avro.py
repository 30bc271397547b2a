# SPDX-License-Identifier: Apache-2.0
"""Records of an Avro block one by one, past damage.

The decoder stops at the first damaged record. Each record has its length before it, though, so that a
damaged datum costs no other record; where the length is wrong the datum ends by its schema; and where neither
holds, the next record is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.log.avro_content import LEN_HEAD, VERSIONS
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue
from hudi_conformance.salvage.account import REFUSALS, Loss, reason_of
from hudi_conformance.salvage.resync import LEN_PREFIX, Records

CHUNK = 4096  # records per write
LEN_DOUBLED_MIN = 128  # bytes; equality with the preceding ones is then no coincidence
LEN_CHUNK = 128 << 10  # or bytes per write: a decoded record needs many times its size


def salvage_avro(
    data: bytes, ofs: int, schema: AvroSchema, block_ofs: int
) -> Iterator[list[AvroValue] | Loss]:
    """Yield records, in lists of at most `CHUNK`, and the losses between them, each kind in file order.

    Args:
        data: the existing content of the block.
        ofs: its offset in the file.
        schema: writer schema.
        block_ofs: start of the block.
    """
    yield from _Walk(data, ofs, schema, block_ofs).steps()


def salvage_rest(
    data: bytes, ofs: int, schema: AvroSchema, block_ofs: int
) -> Iterator[list[AvroValue] | Loss]:
    """As `salvage_avro`, of a content whose start is not there."""
    walk = _Walk(data, ofs, schema, block_ofs)
    start = walk.records.next_start(0)
    if start:
        message = "the start of the content is missing"
        yield walk.lost("records", 0, start, Reject("truncated", ofs, "log.avro.form", message))
    if start < len(data):
        yield from walk.from_start(start)


class _Walk:
    """One pass over a content."""

    def __init__(self, data: bytes, ofs: int, schema: AvroSchema, block_ofs: int) -> None:
        self._data = data
        self._ofs = ofs
        self._block_ofs = block_ofs
        self.records = Records(data, ofs, schema)
        self._is_mended = False  # from here on the count of the content is meaningless

    def lost(self, what: str, start: int, end: int, error: Exception, num: int | None = None) -> Loss:
        """The loss of bytes of the content."""
        reason = reason_of(error)
        ofs = self._ofs + start
        return Loss(what, ofs, end - start, block_ofs=self._block_ofs, num_records=num, **reason)

    def _reject(self, code: str, pos: int, requirement: str, message: str) -> Reject:
        return Reject(code, self._ofs + pos, requirement, message)

    def steps(self) -> Iterator[list[AvroValue] | Loss]:
        """Records and losses of a content that begins with its version."""
        data, size = self._data, len(self._data)
        if size < LEN_HEAD:
            message = f"content of {size} bytes has no room for version and count"
            yield self.lost("content", 0, size, self._reject("truncated", 0, "log.avro.form", message))
            return
        version = int.from_bytes(data[:4], "big", signed=True)
        count = int.from_bytes(data[4:LEN_HEAD], "big", signed=True)
        if version not in VERSIONS:
            error = self._reject("bad-version", 0, "log.content.version", f"content of version {version}")
            if chain_end(data, count) != size and not self.records.is_start(LEN_HEAD):
                start = self.records.next_start(LEN_HEAD)
                if start == size:
                    # Neither the version nor the bytes after it are known.
                    yield self.lost("content", 0, size, error, count if 0 <= count * 4 <= size else None)
                    return
                yield self.lost("records", 0, start, error)
                yield from self.from_start(start)
                return
            yield self.lost("version", 0, 4, error)
        expected: int | None = count
        if not 0 <= count * 4 <= size - LEN_HEAD:
            message = f"{count} records in {size - LEN_HEAD} bytes"
            yield self.lost(
                "count", 4, LEN_HEAD, self._reject("count-too-large", 4, "log.avro.count", message)
            )
            expected = None
        yield from self.from_start(LEN_HEAD, expected)

    def from_start(self, pos: int, expected: int | None = None) -> Iterator[list[AvroValue] | Loss]:
        """Records and losses from the record at `pos` on."""
        size, num, start = len(self._data), 0, pos
        rows: list[AvroValue] = []
        records = self.records
        while pos < size:
            if num == expected and not self._is_mended:
                if not self._goes_on(pos):
                    break
                message = f"more than {expected} records"
                yield self.lost("count", 4, 8, self._reject("count-too-large", 4, "log.avro.count", message))
                self._is_mended = True
            length = records.length(pos)
            end = pos + LEN_PREFIX + length
            record = loss = None
            is_read = False
            if length >= 0:
                try:
                    record, stop = records.read(pos + LEN_PREFIX, end)
                    is_read = True
                    if stop != end:
                        message = f"{end - stop} bytes after the datum"
                        error: Exception = self._reject("trailing-bytes", stop, "log.avro.datum", message)
                        loss = self.lost("padding", stop, end, error)
                except REFUSALS as refused:
                    loss = self.lost("record", pos, end, refused, 1)
            if length < 0 or (loss is not None and not records.leads_on(end)):
                mended = self._mend(pos, length, None if expected is None else expected - num)
                record, is_read, loss, end = mended or (record, is_read, loss, end)
                self._is_mended = True
            if is_read:
                rows.append(record)
            if loss is not None:
                yield loss
            if len(rows) >= CHUNK or end - start >= LEN_CHUNK:
                yield rows
                rows, start = [], end
            pos, num = end, num + 1
        yield rows
        if pos < size:
            message = f"{size - pos} bytes after the last record"
            yield self.lost(
                "records", pos, size, self._reject("trailing-bytes", pos, "log.avro.form", message)
            )
        elif not self._is_mended and expected is not None and num < expected:
            message = f"{num} records instead of {expected}"
            error = self._reject("truncated", pos, "log.avro.count", message)
            yield self.lost("records", pos, size, error, expected - num)

    def _goes_on(self, pos: int) -> bool:
        """Whether the content has more records than its count."""
        end = pos
        while end < len(self._data):
            if not self.records.is_record(end):
                return False
            end += LEN_PREFIX + self.records.length(end)
        return True

    def _mend(
        self, pos: int, length: int, left: int | None
    ) -> tuple[AvroValue, bool, Loss | None, int] | None:
        """Read the bytes at `pos`, whose length and datum do not lead to the next record.

        Returns:
            the record, whether there is one, the loss, and the start of the next; None if the length
            leads to a record that has lost its own.
        """
        records, size = self.records, len(self._data)
        left_over = size - pos - LEN_PREFIX
        if left_over < 0:
            message = f"{left_over + LEN_PREFIX} bytes where a length has {LEN_PREFIX}"
            error = self._reject("truncated", pos, "log.avro.count", message)
            return None, False, self.lost("records", pos, size, error, left), size
        raw = int.from_bytes(self._data[pos : pos + LEN_PREFIX], "big", signed=True)
        message = f"record of {raw} bytes with {left_over} left"
        error = self._reject("length-mismatch", pos, "log.avro.record-length", message)
        stop = records.end_of(pos + LEN_PREFIX)
        if records.is_start(stop) if stop > pos + LEN_PREFIX else stop > 0 and records.leads_on(stop):
            record, _ = records.read(pos + LEN_PREFIX, size)
            return record, True, self.lost("record-length", pos, pos + LEN_PREFIX, error), stop
        if length >= 0:
            end = pos + LEN_PREFIX + length
            stop = records.end_of(end + LEN_PREFIX)
            if stop > end + LEN_PREFIX and records.is_start(stop):
                return None
        start = records.next_start(pos + 1)
        if start == size:
            return None, False, self.lost("records", pos, size, error, left), size
        before = records.before(pos + LEN_PREFIX, start)
        if before < 0:
            return None, False, self.lost("records", pos, start, error), start
        record, _ = records.read(before, start)
        return record, True, self.lost("records", pos, before, error), start


def chain_end(data: bytes, count: int) -> int:
    """End of `count` records by their lengths, -1 if they do not fit."""
    pos, size = LEN_HEAD, len(data)
    if not 0 <= count * 4 <= size - LEN_HEAD:
        return -1
    for _ in range(count):
        pos += 4 + int.from_bytes(data[pos : pos + 4], "big")
        if pos > size:
            return -1
    return pos


def doubled_at(data: bytes, num: int) -> int | None:
    """Where the second of two equal runs of `num` bytes begins that follow each other, None for none."""
    if not LEN_DOUBLED_MIN <= num <= len(data) // 2:
        return None
    raw = np.frombuffer(data, np.uint8)
    other = np.flatnonzero(raw[:-num] != raw[num:])
    bounds = np.concatenate(([-1], other, [len(data) - num]))
    runs = np.flatnonzero(np.diff(bounds) > num)
    return int(bounds[runs[0]]) + 1 + num if len(runs) else None
