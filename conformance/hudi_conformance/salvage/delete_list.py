# SPDX-License-Identifier: Apache-2.0
"""Deletes of version 3 after damage: they have no separator, so the next are where two in a row decode."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.log.deletes import delete_record_schema
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Span

_HAS_KEY = b"\x02"  # the branch of a text opens a delete, as each has a key
_TRIES = 16  # how many times the payload may be decoded to no avail
_COST = 16  # bytes that a try counts as at least


class DeleteList:
    """Offsets of the deletes of a payload that decode."""

    def __init__(self, buffer: Buffer, payload: Span) -> None:
        self._data = bytes(buffer[payload.ofs : payload.end])
        self._payload = payload
        self._datum = Datum(self._data)
        self._decode = delete_record_schema().decode
        self._allowance = _TRIES * len(self._data) + (1 << 16)

    def spans(self) -> Iterator[tuple[Span, bool]]:
        """Yield spans without a gap, and whether each is a delete; the rest is lost."""
        data, pos, last = self._data, 0, 0
        pos = self._head()
        held: tuple[int, int] | None = None
        while pos < len(data):
            end = self._end_of(pos, is_sure=False)
            if end > 0:
                if held is not None:
                    yield self._span(*held), True
                held = pos, end
                pos = end
                continue
            if pos == len(data) - 1 and data[pos] == 0:
                break
            # The last decoded delete may be damaged and include the start of the next.
            last = pos if held is None else held[0]
            start = self._next_start(last + 1)
            if held is not None and start >= pos:
                yield self._span(*held), True
                last = pos
            held = None
            yield self._span(last, start), False
            pos = start
        if held is not None:
            yield self._span(*held), True
        if pos < len(data):
            yield self._span(pos, len(data)), False

    def _span(self, start: int, end: int) -> Span:
        return Span(self._payload.ofs + start, end - start)

    def _head(self) -> int:
        """Bytes of the number of deletes: a number, and the bytes of the list after a negative one."""
        pos = 0
        while pos < len(self._data) and self._data[pos] >= 0x80:
            pos += 1
        return pos + 1

    def _end_of(self, pos: int, *, is_sure: bool) -> int:
        """Where the delete at `pos` ends, -1 for none; one that is sure has a key that is text."""
        if self._allowance < 0:
            return -1
        datum = self._datum
        datum.pos = pos
        try:
            record = self._decode(datum, 0)
        except (Reject, LimitExceeded):
            return -1
        finally:
            self._allowance -= max(datum.pos - pos, _COST) if is_sure else 0
        return datum.pos if not is_sure or isinstance(record["recordKey"], str) else -1

    def _next_start(self, pos: int) -> int:
        """Where the next delete from `pos` on begins, the end of the payload for none."""
        data = self._data
        while (pos := data.find(_HAS_KEY, pos)) >= 0 and self._allowance >= 0:
            end = self._end_of(pos, is_sure=True)
            if end > 0 and (data[end:] == b"\0" or self._end_of(end, is_sure=True) > 0):
                return pos
            pos += 1
        return len(data)
