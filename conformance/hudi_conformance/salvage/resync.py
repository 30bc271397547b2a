# SPDX-License-Identifier: Apache-2.0
"""The start of the next record of a damaged Avro content.

A record is a length and a datum of exactly this length. A coincidence is so rare that two in a row, or a
single large one, are accepted as records. The search is bounded: each byte is tried a few times at most.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import AvroValue

LEN_PREFIX = 4
NUM_LENGTHS = 4  # lengths in a row that lead from record to record
LEN_ALONE = 12  # bytes of a datum that is taken for one although no other follows
MAX_BEFORE = 1 << 16  # bytes before a record that are searched for one without its length
_WINDOW = 1 << 16  # bytes that are looked through at a time
_TRIES = 16  # how many times the content may be decoded to no avail
_COST = 16  # bytes that a try counts as at least
_REFUSALS = (Reject, LimitExceeded, UnsupportedInput)


class Records:
    """Records of one content, wherever they begin.

    Attributes:
        datum: reads `data`; its errors are in offsets of the file.
    """

    def __init__(self, data: bytes, ofs: int, schema: AvroSchema) -> None:
        self._data = data
        self._schema = schema
        self._least = max(schema.len_min, 1)
        self._allowance = _TRIES * len(data) + _WINDOW
        self.datum = Datum(data, ofs)

    def length(self, pos: int) -> int:
        """The length at `pos`, -1 for one that does not fit."""
        left = len(self._data) - pos - LEN_PREFIX
        length = int.from_bytes(self._data[pos : pos + LEN_PREFIX], "big", signed=True) if left >= 0 else -1
        return length if 0 <= length <= left else -1

    def read(self, pos: int, end: int) -> tuple[AvroValue, int]:
        """The datum at `pos`, and its end, before `end`.

        Raises:
            Reject, LimitExceeded: there is none.
        """
        datum = self.datum
        datum.pos, datum.end = pos, end
        return self._schema.decode(datum, 0), datum.pos

    def end_of(self, pos: int, end: int | None = None) -> int:
        """End of a datum at `pos` by its schema, -1 if there is none, or no more may be tried."""
        end = len(self._data) if end is None else end
        if self._allowance < 0 or pos >= end:
            return -1
        try:
            stop = self.read(pos, end)[1]
        except _REFUSALS:
            stop = -1
        self._allowance -= max(self.datum.pos - pos, _COST)
        return stop

    def is_record(self, pos: int) -> bool:
        """Whether length and datum at `pos` agree."""
        length = self.length(pos)
        start = pos + LEN_PREFIX
        return length >= self._least and self.end_of(start, start + length) == start + length

    def leads_on(self, pos: int) -> bool:
        """Whether lengths lead from `pos` to the end of the content, or a few records on."""
        for _ in range(NUM_LENGTHS):
            if pos == len(self._data):
                return True
            length = self.length(pos)
            if length < self._schema.len_min:
                return False
            pos += LEN_PREFIX + length
        return True

    def is_start(self, pos: int) -> bool:
        """Whether a record begins at `pos`, or the content ends there."""
        if pos == len(self._data):
            return True
        if not self.is_record(pos):
            return False
        after = pos + LEN_PREFIX + self.length(pos)
        return after - pos >= LEN_PREFIX + LEN_ALONE or self.leads_on(after) or self.is_record(after)

    def next_start(self, pos: int) -> int:
        """Where the next record from `pos` on begins, the end of the content for none."""
        for start in self._plausible(pos):
            if self._allowance < 0:
                break
            if self.is_start(start):
                return start
        return len(self._data)

    def _plausible(self, pos: int) -> Iterator[int]:
        """Positions with a length that fits."""
        size = len(self._data)
        for low in range(pos, size - LEN_PREFIX, _WINDOW):
            high = min(low + _WINDOW, size - LEN_PREFIX + 1)
            raw = np.frombuffer(self._data, np.uint8, high + LEN_PREFIX - 1 - low, low).astype(np.int64)
            parts = [raw[shift : shift + high - low] << 24 - 8 * shift for shift in range(LEN_PREFIX)]
            lengths = parts[0] + parts[1] + parts[2] + parts[3]
            ends = np.arange(low + LEN_PREFIX, high + LEN_PREFIX) + lengths
            yield from (low + np.flatnonzero((lengths >= self._least) & (ends <= size))).tolist()

    def before(self, low: int, end: int) -> int:
        """Where a datum without its length begins from `low` on, that ends at `end`; -1 for none.

        The last byte of its length is still there.
        """
        low = max(low, end - MAX_BEFORE)
        for pos in range(low, end - max(LEN_ALONE, self._least) + 1):
            if pos and self._data[pos - 1] == end - pos & 0xFF and self.end_of(pos, end) == end:
                return pos
        return -1
