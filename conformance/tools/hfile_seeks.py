# SPDX-License-Identifier: Apache-2.0
"""Seeks of HBase and hudi-io in an HFile against ours, which go through the index as theirs do."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from hfile_blocks import is_same
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import SortKey, entry_sort_key, sort_key
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.model.hfile import HFileCell

Pair: TypeAlias = tuple[str, str]  # aspect and detail
EXACT, AFTER, BEFORE_FIRST, IN_GAP, BEYOND = 0, 1, -1, -2, 2
"""Results of a seek: the key is there; behind the cell; before the first cell of the file; between the key
of an index entry and the first cell of its block, which is the cell; behind the last cell of the file."""


@lru_cache(maxsize=2)
def scan_cells(file: HFile) -> Sequence[HFileCell]:
    """All cells of a file, read once.

    Raises:
        Reject: the file is damaged.
    """
    return list(CellReader.of(file).scan())


def compare_hbase_seeks(seeks: Sequence[dict[str, Any]], file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """Yield each seek with another result or cell: to a key, and to the cell before a key."""
    lookup = Lookup(file)
    cells = scan_cells(file)
    known = _known_parts(cells)
    for seek in seeks:
        key = seek["key"]
        parts = [_part(key[name], known) for name in ("row", "family", "qualifier")]
        row, family, qualifier = (part or b"" for part in parts)
        if None in parts:
            yield "unresolved-key", str(seek)
            continue
        counts[f"HBase {seek['op']}"] += 1
        if "error" in seek:
            yield "seek-error", str(seek)
            continue
        target = sort_key(row, family, qualifier, key["timestamp"], key["type"])
        if seek["op"] == "seek_to":
            result, cell = _seek(lookup, file, target)
        else:
            cell = _before(lookup, file, target)
            result = cell is not None
        if result != seek["result"] or not _is_cell(seek["at"], cell):
            yield seek["op"].replace("_", "-"), f"{seek} | {result} {cell}"
        if (family, qualifier, key["type"]) == (b"", b"", 255) and seek["op"] == "seek_before":
            before = lookup.before(row)
            if not _is_cell(seek["at"], before):
                yield "lookup-before", f"{seek} | {before}"


def _known_parts(cells: Sequence[HFileCell]) -> dict[str, bytes]:
    """Parts of keys that an answer may give by digest: those of the file, and rows with a NUL behind."""
    parts = {part for cell in cells for part in (cell.row, cell.row + b"\0", cell.family, cell.qualifier)}
    return {hashlib.sha256(part).hexdigest(): part for part in parts}


def _part(their: str | dict[str, Any], known: dict[str, bytes]) -> bytes | None:
    """A part of a key; None if it is given by the digest of bytes that are not known."""
    return bytes.fromhex(their) if isinstance(their, str) else known.get(their["sha256"])


def _is_cell(their: dict[str, Any] | None, our: HFileCell | None) -> bool:
    if their is None or our is None:
        return their is None and our is None
    return all(is_same(value, getattr(our, name)) for name, value in their.items())


def _key(cell: HFileCell) -> SortKey:
    return sort_key(cell.row, cell.family, cell.qualifier, cell.timestamp, cell.type)


def _seek(lookup: Lookup, file: HFile, target: SortKey) -> tuple[int, HFileCell | None]:
    """Result of a seek to a key and the cell that it stops at, as HBase states them."""
    entries = list(lookup.index.data())
    position = bisect_right(entries, target, key=entry_sort_key) - 1
    if position < 0:
        return BEFORE_FIRST, None
    cells = list(CellReader.of(file).cells(lookup.index.data_block(entries[position])))
    below = [cell for cell in cells if _key(cell) <= target]
    if not below:
        return IN_GAP, cells[0]
    if _key(below[-1]) == target:
        return EXACT, next(cell for cell in below if _key(cell) == target)
    return AFTER, below[-1]


def _before(lookup: Lookup, file: HFile, target: SortKey) -> HFileCell | None:
    """The last cell before a key."""
    entries = list(lookup.index.data())
    position = bisect_right(entries, target, key=entry_sort_key) - 1
    for entry in reversed(entries[: position + 1]):
        cells = CellReader.of(file).cells(lookup.index.data_block(entry))
        below = [cell for cell in cells if _key(cell) < target]
        if below:
            return below[-1]
    return None


def compare_hudi_io_seeks(
    seeks: Sequence[dict[str, Any]], file: HFile, counts: Counter[str]
) -> Iterator[Pair]:
    """Yield each seek to a row with another result or row."""
    lookup = Lookup(file)
    cells = scan_cells(file)
    known = _known_parts(cells)
    for seek in seeks:
        key = seek["key"]
        row = _part(key, known)
        if row is None:
            yield "unresolved-key", str(seek)
            continue
        counts[f"hudi-io {seek['op']}"] += 1
        if "error" in seek or not isinstance(seek.get("result"), int):
            yield "seek-error", str(seek)
            continue
        result, at = _seek_row(lookup, cells, row)
        is_equal = seek["at"] is at if at is None or seek["at"] is None else is_same(seek["at"], at)
        if (seek["result"], is_equal) != (result, True):
            yield "lookup", f"{seek} | {result} {at!r}"


def _seek_row(lookup: Lookup, cells: Sequence[HFileCell], row: bytes) -> tuple[int, bytes | None]:
    """Result of a seek to a row and the row that it stops at, as hudi-io states them."""
    if next(lookup.get(row), None) is not None:
        return EXACT, row
    before = lookup.before(row)
    if before is None:
        return (BEFORE_FIRST, cells[0].row) if cells else (BEYOND, None)
    is_last = not any(cell.row > row for cell in cells)
    return (BEYOND, None) if is_last else (AFTER, before.row)
