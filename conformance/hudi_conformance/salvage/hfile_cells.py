# SPDX-License-Identifier: Apache-2.0
"""Cells of a plain data block past those whose sizes lie.

Cells have no marks between them. If one does not fit, the next is searched: the first offset from which
consecutive cells lead to the end of the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hudi_conformance.decode.hfile.cells import decode_cells
from hudi_conformance.decode.hfile.encodings import Layout, plain_size
from hudi_conformance.decode.hfile.fields import len_vlong
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.rules import TYPES
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileCell

_LEN_KEY_MIN = 12  # u16 row length, u8 family length, timestamp, type
# Eight bytes that can be the lengths of a key, of 12 bytes to 16 MiB, and of a value.
_LENGTHS = re.compile(rb"\x00(?:[^\x00]..|\x00[^\x00].|\x00\x00[\x0c-\xff])[\x00-\x7f]...", re.DOTALL)
_UNKNOWN, _BAD, _GOOD = range(3)


@dataclass(frozen=True, slots=True)
class Skip:
    """Bytes [`start`, `end`) of a payload without a cell that fits; `is_rest`: nor one after them."""

    start: int
    end: int
    error: Reject | LimitExceeded
    is_rest: bool


def plain_cells(payload: Payload, layout: Layout, notes: list[Finding]) -> Iterator[HFileCell | Skip]:
    """Yield the cells of a payload and the bytes between them; `notes` gets the findings of `decode_cells`.

    A cell is held back until the next one fits: if cells begin within it, its sizes are wrong.
    """
    chain = _Chain(payload.data, layout)
    start = 0
    while True:
        held: HFileCell | None = None
        begin = start
        try:
            for cell in decode_cells(payload, layout, notes, start):
                if held is not None:
                    yield held
                held, begin = cell, start
                start += plain_size(cell, layout)
        except (Reject, LimitExceeded) as error:
            failed = error
        else:
            if held is not None:
                yield held
            return
        found = chain.find(begin + 1)
        if found is not None and found < start:
            yield Skip(begin, found, failed, is_rest=False)
            start = found
            continue
        if held is not None:
            yield held
            found = chain.find(start + 1)
        yield Skip(start, len(payload.data) if found is None else found, failed, is_rest=found is None)
        if found is None:
            return
        start = found


class _Chain:
    """Offsets in a payload from which cells lead to its end; each is tried once."""

    def __init__(self, data: bytes, layout: Layout) -> None:
        self._data = data
        self._layout = layout
        self._state = bytearray(len(data))

    def find(self, pos: int) -> int | None:
        """The first such place from `pos` on."""
        match = _LENGTHS.search(self._data, pos)
        while match is not None:
            if self._is_good(match.start()):
                return match.start()
            match = _LENGTHS.search(self._data, match.start() + 1)
        return None

    def _is_good(self, pos: int) -> bool:
        path = []
        size = len(self._data)
        while pos < size and self._state[pos] == _UNKNOWN:
            end = self._end(pos)
            if end < 0:
                self._state[pos] = _BAD
                break
            path.append(pos)
            pos = end
        verdict = _GOOD if pos == size or self._state[pos] == _GOOD else _BAD
        for place in path:
            self._state[place] = verdict
        return verdict == _GOOD

    def _end(self, pos: int) -> int:
        """End of the cell at `pos`, -1 if there cannot be one."""
        data, layout = self._data, self._layout
        size = len(data)
        if size - pos < 8 + _LEN_KEY_MIN + 2 * layout.has_tags + layout.has_mvcc:
            return -1
        len_key, len_value = read_s4(data, pos), read_s4(data, pos + 4)
        len_row = int.from_bytes(data[pos + 8 : pos + 10], "big")
        key_end = pos + 8 + len_key
        end = key_end + len_value
        if len_key < _LEN_KEY_MIN + len_row or len_value < 0 or end > size:
            return -1
        len_family = data[pos + 10 + len_row]
        if len_key < _LEN_KEY_MIN + len_row + len_family or data[key_end - 1] not in TYPES:
            return -1
        if data[key_end - 9] & 0x80:  # no timestamp is negative
            return -1
        if layout.has_tags:
            end += 2 + int.from_bytes(data[end : end + 2], "big")
        if layout.has_mvcc:
            end += 1 if layout.is_mvcc_zero or end >= size else len_vlong(data[end])
        return end if end <= size else -1
