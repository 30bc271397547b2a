# SPDX-License-Identifier: Apache-2.0
"""Header and footer maps of blocks; long ones are read entry by entry [limits.allocation].

A generated parser keeps an object for every entry, twenty times the eight bytes of a minimal entry. Each
entry of a long map is parsed by its generated type and dropped; only the last value of a key is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from hudi_parsers.hudi_log_block import HudiLogBlock
from kaitaistruct import KaitaiStream

from hudi_conformance.decode.limits import allowance, check_allowance
from hudi_conformance.decode.source import Buffer, Window, open_window, read_s4

MAX_KEPT = 256  # entries of a map that are kept as objects of the parser
OFS_HEADER = 22  # from the start of a block
LEN_TRAILING = 8
LEN_ENTRY_MIN = 8
BYTES_OF_KEY = 250  # of a key and a short value in the memory of a command
_Entry: TypeAlias = Callable[[int, KaitaiStream], Any]


class LongMap(Window):
    """The bytes [`ofs`, `end`) of a buffer, whose long map at `ofs_map` is empty for the parser.

    When the parser reads the number of entries, this class reads them, and the parser continues after them.
    Errors of an entry are therefore raised in order, and all positions are those in the buffer.

    Attributes:
        values: last value of each key, in the order of their first entries.
    """

    __slots__ = ("_end_map", "_entry", "_ofs_map", "values")

    def __init__(self, buffer: Buffer, ofs: int, end: int, ofs_map: int, entry: _Entry) -> None:
        super().__init__(buffer, ofs, end)
        self._ofs_map = ofs_map
        self._end_map = end - LEN_TRAILING
        self._entry = entry
        self.values: dict[int, Any] = {}

    def read(self, num: int = -1) -> bytes:
        """As `Window.read`, but return 0 for the count of the map."""
        if self._pos != self._ofs_map:
            return super().read(num)
        stream = open_window(self._buffer, self._ofs_map + 4, self._end)
        max_keys = allowance(len(self._buffer)) // BYTES_OF_KEY
        for _ in range(read_s4(self._buffer, self._ofs_map)):
            entry = self._entry(self._end_map, stream)
            self.values[int(entry.key)] = entry.value
            if len(self.values) > max_keys:
                num = len(self.values)
                what = f"{num} keys and more in the map at {self._ofs_map}"
                check_allowance(num * BYTES_OF_KEY, len(self._buffer), what)
        self._pos = stream.pos()
        return bytes(4)


def open_long_header(buffer: Buffer, pos: int, end: int) -> LongMap | None:
    """A window of the block at [`pos`, `end`), or None if the header is not long."""
    ofs_map = pos + OFS_HEADER
    return (
        LongMap(buffer, pos, end, ofs_map, HudiLogBlock.HeaderEntry)
        if _is_long(buffer, ofs_map, end)
        else None
    )


def read_long_footer(buffer: Buffer, ofs: int, end: int) -> dict[int, Any] | None:
    """The last value of each key of the footer at `ofs` of a block up to `end`, or None if it is not long.

    Raises:
        KaitaiStructError: as the generated parser.
        LimitExceeded: the keys exceed the allowance.
    """
    if not _is_long(buffer, ofs, end):
        return None
    window = LongMap(buffer, ofs, end, ofs, HudiLogBlock.FooterEntry)
    HudiLogBlock.FooterMap(end - LEN_TRAILING, KaitaiStream(window))
    return window.values


def _is_long(buffer: Buffer, ofs: int, end: int) -> bool:
    # An impossible count is left to the parser, which rejects it.
    num = read_s4(buffer, ofs)
    return num > MAX_KEPT and num * LEN_ENTRY_MIN <= end - LEN_TRAILING - (ofs + 4)
