# SPDX-License-Identifier: Apache-2.0
"""Plain cells of an HFile, read by slicing the payload, with the checks of the grammar.

Cells that pass all checks are read here. Other cells, and those with an mvcc number of more than eight bytes,
are read by the grammar, which reports errors. `by_grammar` reads all cells by the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from struct import Struct, iter_unpack

from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.model.hfile import HFileCell

_LENGTHS = Struct(">iiH")  # of key, value and row
_END_OF_KEY = Struct(">qB")  # timestamp and type
_LEN_KEY_MIN = 12
_LEN_CELL_MIN = 8 + _LEN_KEY_MIN
_IS_BY_GRAMMAR: ContextVar[bool] = ContextVar("cells are read by the grammar", default=False)


@contextmanager
def by_grammar() -> Iterator[None]:
    """Read all cells by the grammar inside this context: the suite also judges it with valid cells."""
    token = _IS_BY_GRAMMAR.set(True)
    try:
        yield
    finally:
        _IS_BY_GRAMMAR.reset(token)


def is_by_grammar() -> bool:
    """Whether the generated parsers read everything here."""
    return _IS_BY_GRAMMAR.get()


def slice_cells(payload: Payload, layout: Layout, start: int, end: int) -> Iterator[HFileCell | int]:
    """Yield the cells from `start` on, and return the position of the first that the grammar must read.

    Args:
        payload: of a data block.
        layout: parts of its cells.
        start: start of the first cell.
        end: greatest end of the last one.
    """
    if _IS_BY_GRAMMAR.get():
        yield start
        return
    data = payload.data
    shift, scale = (payload.ofs, 1) if payload.is_exact else (payload.ofs, 0)
    has_tags, has_mvcc, is_zero = layout.has_tags, layout.has_mvcc, layout.is_mvcc_zero
    lengths, end_of_key = _LENGTHS.unpack_from, _END_OF_KEY.unpack_from
    tags, mvcc = b"", 0
    while end - start >= _LEN_CELL_MIN:
        len_key, len_value, len_row = lengths(data, start)
        key = start + 8
        value = key + len_key
        after = value + len_value
        qualifier = value - 9
        family = key + 3 + len_row
        # The check above proves that the byte of the family's length is in the key, and so in the payload.
        if len_value < 0 or after > end or family > qualifier or family + data[family - 1] > qualifier:
            break
        at_qualifier = family + data[family - 1]
        stop = after
        if has_tags:
            if end - after < 2:
                break
            stop = after + 2 + (data[after] << 8 | data[after + 1])
            if stop > end:
                break
            tags = data[after + 2 : stop]
        if has_mvcc:
            if stop >= end:
                break
            mvcc = data[stop]
            stop += 1
            if mvcc > 127 or (mvcc and is_zero):
                len_rest = _len_rest(mvcc)
                if is_zero or len_rest > 7 or stop + len_rest > end:
                    break
                mvcc = _vlong(mvcc, data[stop : stop + len_rest])
                stop += len_rest
        timestamp, kind = end_of_key(data, qualifier)
        yield HFileCell(
            data[key + 2 : family - 1],
            data[family:at_qualifier],
            data[at_qualifier:qualifier],
            timestamp,
            kind,
            data[value:after],
            tags,
            mvcc,
            shift + key * scale,
            shift + value * scale,
        )
        start = stop
    yield start


def cell_at(payload: Payload, layout: Layout, start: int) -> HFileCell:
    """The cell at a position that `slice_rows` returned."""
    return next(
        cell for cell in slice_cells(payload, layout, start, len(payload.data)) if isinstance(cell, HFileCell)
    )


def slice_rows(payload: Payload, layout: Layout) -> tuple[Sequence[int], list[bytes]] | None:
    """Position and row of each cell of a payload; None if the grammar must read a cell."""
    if _IS_BY_GRAMMAR.get():
        return None
    data, end = payload.data, len(payload.data)
    is_bare = not (layout.has_tags or layout.has_mvcc)
    is_short = layout.has_mvcc and not layout.has_tags  # nearly always: a byte 0
    lengths = _LENGTHS.unpack_from
    if (is_bare or is_short) and (equal := _rows_of_equal_cells(data, 1 if is_short else 0)) is not None:
        return equal
    starts: list[int] = []
    rows: list[bytes] = []
    start, last = 0, end - _LEN_CELL_MIN
    try:
        while start <= last:
            len_key, len_value, len_row = lengths(data, start)
            family = start + 11 + len_row
            stop = start + 8 + len_key + len_value
            if len_value < 0 or stop > end or family + data[family - 1] >= start + len_key:
                return None
            starts.append(start)
            rows.append(data[start + 10 : family - 1])
            if is_short and not data[stop]:
                start = stop + 1
            else:
                start = stop if is_bare else _end_of_cell(data, stop, layout)
    except IndexError:
        return None
    return (starts, rows) if start == end else None


def _rows_of_equal_cells(data: bytes, len_mvcc: int) -> tuple[Sequence[int], list[bytes]] | None:
    """As `slice_rows`, if all cells have the lengths of the first and 0 as mvcc number; otherwise None."""
    if len(data) < _LEN_CELL_MIN:
        return None
    len_key, len_value, len_row = _LENGTHS.unpack_from(data)
    width, after_row = 8 + len_key + len_value + len_mvcc, 10 + len_row
    num, rest = divmod(len(data), width) if len_key >= _LEN_KEY_MIN and len_value >= 0 else (0, 1)
    if rest or after_row >= width or after_row + 1 + data[after_row] >= len_key:
        return None
    if any(data[at::width] != data[at : at + 1] * num for at in (*range(10), after_row)):
        return None
    if len_mvcc and data[width - 1 :: width].count(0) != num:
        return None
    cells = iter_unpack(f"10x{len_row}s{width - after_row}x", data)
    return range(0, len(data), width), [*chain.from_iterable(cells)]


def _end_of_cell(data: bytes, stop: int, layout: Layout) -> int:
    """End of a cell whose value ends at `stop`.

    Raises:
        IndexError: the grammar must read it, or the payload ends earlier.
    """
    if layout.has_tags:
        stop += 2 + (data[stop] << 8 | data[stop + 1])
    if layout.has_mvcc:
        mvcc = data[stop]
        stop += 1
        if mvcc > 127 or (mvcc and layout.is_mvcc_zero):
            if layout.is_mvcc_zero or _len_rest(mvcc) > 7:
                raise IndexError
            stop += _len_rest(mvcc)
    return stop


def _len_rest(first: int) -> int:
    """Bytes of a vlong after its first one, unsigned."""
    if first >= 144:
        return 0
    return 136 - first if first < 136 else 144 - first


def _vlong(first: int, rest: bytes) -> int:
    if first >= 144:
        return first - 256
    number = int.from_bytes(rest, "big")
    return number if first >= 136 else ~number
