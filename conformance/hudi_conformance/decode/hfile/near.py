# SPDX-License-Identifier: Apache-2.0
"""The blocks that one lookup depends on, checked without reading the rest of the file [hfile.lookup.proven].

This covers the index blocks on the path, the data block, and its boundaries: the last cell of the previous
block, the first cell of the next, and the gaps between the three. An irregularity raises `IrregularError`;
reading the entire file then identifies it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from operator import le, lt
from struct import Struct, error, iter_unpack, unpack_from
from typing import TypeVar

from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import (
    LEN_ENTRY,
    LEN_MID_KEY,
    MAX_PAYLOAD,
    IndexReader,
    cell_sort_key,
    entry_sort_key,
)
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.proof import check_gap, is_below, is_hudi_io
from hudi_conformance.decode.hfile.slices import cell_at, slice_rows
from hudi_conformance.decode.hfile.sums import is_last_key
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import HFileBlock, HFileCell, IndexEntry

_MAX_KNOWN = 4096  # blocks whose check is cached
_MAX_HELD = 3  # blocks, and index blocks below the root, that are held
_MAX_VLONG = 127  # that is one byte
_LENGTHS = Struct(">bH")  # of a key and of its row


class IrregularError(Exception):
    """An irregularity near the result, which reading the entire file identifies."""


@dataclass(frozen=True, slots=True)
class Node:
    """An index block, whose rows ascend strictly.

    Attributes:
        payload: of the block.
        starts: starts of its entries, and end of the last one.
        rows: row of the key of each entry.
        len_prefix: bytes of an entry before its key.
    """

    payload: Payload
    starts: Sequence[int]
    rows: Sequence[bytes]
    len_prefix: int

    def entry(self, number: int) -> IndexEntry:
        """An entry."""
        start, end = self.starts[number], self.starts[number + 1]
        ofs, size = unpack_from(">qi", self.payload.data, start)
        key = self.payload.data[start + self.len_prefix : end]
        return IndexEntry(ofs, size, key, self.payload.at(start))


T = TypeVar("T")
Path = tuple[tuple[Node, int], ...]
"""One entry per level, the root first."""


@dataclass(frozen=True, slots=True)
class BlockCells:
    """Cells of a data block: at least one, in order."""

    block: HFileBlock
    rows: Sequence[bytes]
    cell: Callable[[int], HFileCell]
    notes: Sequence[Finding]


class NearBlocks:
    """Data blocks of one file by row, each checked with its boundaries before its cells are returned."""

    def __init__(self, file: HFile, index: IndexReader, cells: CellReader) -> None:
        self._file, self._index, self._cells = file, index, cells
        self._nodes: dict[IndexEntry, Node] = {}
        self._held: dict[IndexEntry, BlockCells] = {}
        self._known: set[IndexEntry] = set()
        self._is_exact = is_hudi_io(file)

    @cached_property
    def _root(self) -> Node:
        payload = self._index.root_payload
        node = _root_node(payload, self._file.trailer.data_index_count)
        if len(payload.data) - node.starts[-1] != (LEN_MID_KEY if self._index.num_levels > 1 else 0):
            raise IrregularError
        return node

    def find(self, row: bytes) -> Path:
        """The last block whose index key is before all cells of a row, or the first block.

        Raises:
            IrregularError: as all methods; also for a file without blocks.
            Reject, LimitExceeded: an index block on the path cannot be read.
        """
        path: Path = ()
        node = self._root
        while True:
            path = (*path, (node, max(bisect_left(node.rows, row) - 1, 0)))
            if len(path) == self._index.num_levels:
                return path
            node = self._child(path)

    def step(self, path: Path, by: int) -> Path | None:
        """The next block, or with -1 the previous one; None after the last."""
        depth = len(path) - 1
        while depth >= 0 and not 0 <= path[depth][1] + by < len(path[depth][0].rows):
            depth -= 1
        if depth < 0:
            return None
        node, number = path[depth]
        moved: Path = (*path[:depth], (node, number + by))
        while len(moved) < len(path):
            node = self._child(moved)
            moved = (*moved, (node, 0 if by > 0 else len(node.rows) - 1))
        return moved

    def _child(self, path: Path) -> Node:
        node, number = path[-1]
        entry = node.entry(number)
        if any(above.entry(position).ofs == entry.ofs for above, position in path[:-1]):
            raise IrregularError
        child = self._nodes.get(entry)
        if child is None:
            payload = self._index.child_payload(entry, self._index.num_levels - len(path) + 1)
            child = _leaf_node(payload)
            _keep(self._nodes, entry, child)
        is_last = number + 1 == len(node.rows)
        if child.rows[0] < node.rows[number] or not (is_last or child.rows[-1] <= node.rows[number + 1]):
            raise IrregularError
        return child

    def cells(self, path: Path) -> BlockCells:
        """Cells of a block, after it has been checked with its neighbours.

        Raises:
            IrregularError: it contradicts the index, or a neighbour.
            Reject, LimitExceeded: one of the three cannot be read.
        """
        entry = _entry(path)
        cells = self._read(entry)
        if entry not in self._known:
            self._check(path, entry, cells)
            if len(self._known) < _MAX_KNOWN:
                self._known.add(entry)
        return cells

    def _check(self, path: Path, entry: IndexEntry, cells: BlockCells) -> None:
        before, after = self.step(path, -1), self.step(path, 1)
        start = end = None
        key, first = entry_sort_key(entry), cell_sort_key(cells.cell(0))
        if key > first or (self._is_exact and key[0] != first[0]):
            raise IrregularError
        if before is not None:
            start = _entry(before)
            held = self._read(start)
            last = cell_sort_key(held.cell(len(held.rows) - 1))
            if not is_below(last, key) or last > first or entry_sort_key(start) > key:
                raise IrregularError
        last_cell = cells.cell(len(cells.rows) - 1)
        if after is not None:
            end = _entry(after)
            key = entry_sort_key(end)
            if not is_below(cell_sort_key(last_cell), key) or key > cell_sort_key(self._first(end)):
                raise IrregularError
        elif not is_last_key(self._file, last_cell):
            raise IrregularError
        if before is after is None and len(cells.rows) != self._file.trailer.entry_count:
            raise IrregularError
        self._check_gaps(start, entry, end)

    def _check_gaps(self, before: IndexEntry | None, entry: IndexEntry, after: IndexEntry | None) -> None:
        """Check that blocks without cells fill the gaps between the three; None is the end of the file."""
        file = self._file
        ofs_end = file.trailer.load_on_open_data_offset if after is None else after.ofs
        for start, end in (
            (file.ofs_first if before is None else before.ofs + before.size, entry.ofs),
            (entry.ofs + entry.size, ofs_end),
        ):
            if start > end:
                raise IrregularError
            check_gap(file, start, end)

    def _first(self, entry: IndexEntry) -> HFileCell:
        held = self._held.get(entry)
        if held is not None:
            return held.cell(0)
        for cell in self._cells.cells(self._index.data_block(entry)):
            return cell
        raise IrregularError

    def _read(self, entry: IndexEntry) -> BlockCells:
        held = self._held.get(entry)
        if held is None:
            held = _cells_of(self._cells, self._file, self._index.data_block(entry))
            _keep(self._held, entry, held)
        return held


def _entry(path: Path) -> IndexEntry:
    node, number = path[-1]
    return node.entry(number)


def _keep(held: dict[IndexEntry, T], entry: IndexEntry, item: T) -> None:
    if len(held) >= _MAX_HELD:
        del held[next(iter(held))]
    held[entry] = item


def _cells_of(reader: CellReader, file: HFile, block: HFileBlock) -> BlockCells:
    payload = file.payload(block)
    sliced = None
    if block.type == "DATA" and reader.encoding is None:
        sliced = slice_rows(payload, reader.layout)
    if sliced is not None and sliced[1] and _ascend(sliced[1]):
        starts, rows = sliced
        return BlockCells(block, rows, lambda number: cell_at(payload, reader.layout, starts[number]), ())
    notes: list[Finding] = []
    cells = list(reader.cells(block, notes))
    keys = list(map(cell_sort_key, cells))
    if not cells or not all(map(le, keys, islice(keys, 1, None))):
        raise IrregularError
    return BlockCells(block, [cell.row for cell in cells], cells.__getitem__, notes)


def _ascend(rows: Sequence[bytes]) -> bool:
    return all(map(lt, rows, islice(rows, 1, None)))


def _root_node(payload: Payload, count: int) -> Node:
    """Node of the root index; lengths of keys are vlongs of one byte."""
    data, pos = payload.data, 0
    if len(data) > MAX_PAYLOAD or not 0 < count * (LEN_ENTRY + 3) <= len(data):
        raise IrregularError
    lengths, width = data[LEN_ENTRY : LEN_ENTRY + 3], LEN_ENTRY + 1 + data[LEN_ENTRY]
    end = count * width
    if all(data[LEN_ENTRY + at : end : width] == lengths[at : at + 1] * count for at in range(3)):
        starts: Sequence[int] = range(0, end + 1, width)
        len_row = int.from_bytes(lengths[1:], "big")
        if data[LEN_ENTRY] > _MAX_VLONG or width < LEN_ENTRY + 3 + len_row:
            raise IrregularError
        entries = iter_unpack(f"15x{len_row}s{width - 15 - len_row}x", memoryview(data)[:end])
        return _node(payload, starts, [*chain.from_iterable(entries)], LEN_ENTRY + 1)
    offsets, rows = [0], []
    unpack = _LENGTHS.unpack_from
    try:
        for _ in range(count):
            len_key, len_row = unpack(data, pos + LEN_ENTRY)
            if len_key < len_row + 2:
                raise IrregularError
            rows.append(data[pos + 15 : pos + 15 + len_row])
            pos += LEN_ENTRY + 1 + len_key
            offsets.append(pos)
    except error:
        raise IrregularError from None
    return _node(payload, offsets, rows, LEN_ENTRY + 1)


def _leaf_node(payload: Payload) -> Node:
    """Node of a leaf or an intermediate index block."""
    data = payload.data
    if not 8 <= len(data) <= MAX_PAYLOAD:
        raise IrregularError
    (num,) = unpack_from(">i", data)
    base = 4 * (num + 2)
    if num <= 0 or base > len(data):
        raise IrregularError
    starts = [base + ofs for ofs in unpack_from(f">{num + 1}i", data, 4)]
    if starts[0] != base or starts[-1] != len(data):
        raise IrregularError
    rows = []
    for start, stop in zip(starts, islice(starts, 1, None), strict=False):
        if stop - start < LEN_ENTRY + 2:
            raise IrregularError
        len_row = int.from_bytes(data[start + LEN_ENTRY : start + LEN_ENTRY + 2], "big")
        if stop - start < LEN_ENTRY + 2 + len_row:
            raise IrregularError
        rows.append(data[start + 14 : start + 14 + len_row])
    return _node(payload, starts, rows, LEN_ENTRY)


def _node(payload: Payload, starts: Sequence[int], rows: Sequence[bytes], len_prefix: int) -> Node:
    if not rows or starts[-1] > len(payload.data) or not _ascend(rows):
        raise IrregularError
    return Node(payload, starts, rows, len_prefix)
