# SPDX-License-Identifier: Apache-2.0
"""Column chunks in the footer of a Parquet file, by a kernel."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hudi_conformance.decode.bulk import _chunk_kernel as kernel
from hudi_conformance.decode.bulk._memory import address_of
from hudi_conformance.decode.hfile.varints import len_varint, read_varint
from hudi_conformance.decode.parquet.footer import ColumnChunk
from hudi_conformance.model.common import Span

_MIN_CHUNK = 24  # bytes of a column chunk
_MAX_PATH = 1 << 10
_NEEDED = 1 << 5 | 1 << 7 | 1 << 9  # number of values, length and offset
_HAS_PLAIN, _HAS_DICTIONARY = 1 << 6, 1 << 11
_OLD_MAX, _OLD_MIN, _MAX, _MIN = range(kernel.BOUNDS, kernel.NUM_COLUMNS, 2)


def decode_chunks(footer: bytes) -> list[list[ColumnChunk]] | None:
    """Column chunks of each row group as `footer.row_groups` returns them; None for an irregular footer."""
    rows = np.empty((len(footer) // _MIN_CHUNK + 1, kernel.NUM_COLUMNS), np.int64)
    with address_of(footer) as base:
        num_groups, num = kernel.column_chunks(base, base + len(footer), rows)
    if num_groups < 0:
        return None
    groups: list[list[ColumnChunk]] = [[] for _ in range(num_groups)]
    for row in rows[:num].tolist():
        if row[kernel.PRESENT] & _NEEDED != _NEEDED:
            continue
        if row[kernel.PATH_END] - row[kernel.PATH_AT] > _MAX_PATH:
            return None
        groups[row[kernel.GROUP]].append(_chunk(row, footer, base))
    return groups


def _chunk(row: list[int], footer: bytes, base: int) -> ColumnChunk:
    present, first, dictionary = row[kernel.PRESENT], row[kernel.OFS_DATA], row[kernel.OFS_DICTIONARY]
    start = min(first, dictionary) if present & _HAS_DICTIONARY and dictionary > 0 else first
    items = footer[row[kernel.PATH_AT] - base : row[kernel.PATH_END] - base] if row[kernel.PATH_AT] else b"\0"
    len_plain = row[kernel.LEN_PLAIN] if present & _HAS_PLAIN else None
    low, high = _bytes(row, _MIN, footer, base), _bytes(row, _MAX, footer, base)
    if low is None:
        low, old_max = _bytes(row, _OLD_MIN, footer, base), _bytes(row, _OLD_MAX, footer, base)
        low, high = (low, low) if low == old_max else (None, None)
    if low is None or high is None:
        low = high = None
    has_counted = bool(present & kernel.HAS_NULL_COUNT)
    num_nulls = row[kernel.NULL_COUNT] if has_counted else None
    span = Span(start, row[kernel.LEN_PAGES])
    return ColumnChunk(
        _path(items), span, row[kernel.NUM_VALUES], low, high, has_counted, num_nulls, len_plain
    )


def _bytes(row: list[int], slot: int, footer: bytes, base: int) -> bytes | None:
    at = row[slot] - base
    return footer[at : at + row[slot + 1]] if row[slot] else None


@lru_cache(maxsize=1 << 12)
def _path(items: bytes) -> str:
    """A path with names joined by dots, from its stored list of texts."""
    num, at = items[0] >> 4, 1
    if num == 15:
        num, at = read_varint(items, at), at + len_varint(items, at)
    names = []
    for _ in range(num):
        start, size = at + len_varint(items, at), read_varint(items, at)
        at = start + size
        names.append(items[start:at])
    return b".".join(names).decode("utf-8", "replace")
