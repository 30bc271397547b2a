# SPDX-License-Identifier: Apache-2.0
"""Lookups of many rows in a regular HFile: rows in order, blocks in order, one walk that meets both.

The first walk passes every cell and proves what a lookup relies on [hfile.lookup.proven]; later ones pass
the blocks that can hold one of the rows. What is not regular is left to the other lookups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from hudi_conformance.decode import limits
from hudi_conformance.decode.bulk import _rows_kernel as krn
from hudi_conformance.decode.bulk._memory import address_of
from hudi_conformance.decode.bulk.ahead import Ahead, reading_ahead
from hudi_conformance.decode.bulk.hfile import kernel as hfile_kernel
from hudi_conformance.decode.bulk.hfile.columns import gather_columns, kernel_layout
from hudi_conformance.decode.bulk.hfile.payloads import Arena, length_ahead, payload_of
from hudi_conformance.decode.bulk.hfile.scan import CELL_SCHEMA
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import MAX_PAYLOAD, IndexReader
from hudi_conformance.decode.hfile.proof import is_hudi_io, prove_index
from hudi_conformance.decode.source import Memory
from hudi_conformance.model.hfile import ChecksumType, Codec

Numbers = npt.NDArray[np.int64]
_MAX_HELD = 4 << 20  # bytes of decompressed blocks
_MAX_BYTES = (1 << 31) - 1  # of one column of a batch
_ROOM = 64
_LEN_ENTRY_MIN = 13


class IrregularError(Exception):
    """Input that is left to the lookups by row."""


@dataclass(frozen=True, slots=True)
class Found:
    """Cells of rows.

    Attributes:
        cells: columns of `hfile.COLUMNS`.
        rows: number of the row of each.
        keys: offset of the key of each in the file, that of the block where it is compressed.
        is_wide: whether an mvcc number may exceed 63 bits.
    """

    cells: pa.Table
    rows: Numbers
    keys: Numbers
    is_wide: bool


class RowWalk:
    """Walks through one file, whose index it reads once; `threads` as of `hfile.iter_cell_batches`.

    Raises:
        IrregularError: the file is encoded, or its index does not pass the checks.
        Reject, UnsupportedInput, LimitExceeded: as the careful lookup.
    """

    def __init__(
        self, buffer: Memory, start: int, file: HFile, reader: CellReader, threads: int | None
    ) -> None:
        if reader.encoding is not None:
            raise IrregularError
        self._buffer = buffer
        self._start = start
        self._file = file
        self._layout = kernel_layout(reader.layout)
        self._threads = threads
        self._is_exact = int(is_hudi_io(file))
        self._entries, self._kept = self._read_index()
        self._blocks = self._read_headers()
        self._is_proven = False

    def find(self, rows: Sequence[bytes]) -> Found:
        """All cells of the rows, in the order of the file.

        Raises:
            IrregularError: a block that does not pass the checks, or cells that exceed an Arrow column.
            Reject, LimitExceeded: a block that cannot be decompressed.
        """
        order = np.array(sorted(range(len(rows)), key=rows.__getitem__), np.int64)
        spans: Numbers = np.zeros(len(rows) + 1, np.int64)
        np.cumsum([len(row) for row in rows], out=spans[1:])
        joined = pa.py_buffer(b"".join(rows))
        numbers = np.arange(len(self._entries))
        if self._is_proven:
            marks = np.zeros(len(self._entries), np.int64)
            krn.mark_blocks(self._entries, joined.address, spans, order, marks)
            numbers = np.flatnonzero(marks)
        state: Numbers = np.zeros(krn.NUM_STATE, np.int64)
        state[krn.LAST_NUMBER] = -2
        with address_of(self._buffer) as base, reading_ahead(self._threads) as ahead:
            taker = _Taker(self._layout, base + self._start, is_plain=self._file.codec is Codec.NONE)
            found = np.empty((krn.NUM_COLUMNS, len(rows) + _ROOM), np.int64)
            for some, addresses, held in self._groups(numbers, base, ahead):
                done, why = 0, krn.IS_FULL
                while why == krn.IS_FULL:
                    done, why = krn.walk_rows(
                        addresses, some, done, self._entries, *self._layout, self._is_exact,
                        joined.address, spans, order, state, found,
                    )  # fmt: skip
                    if why == krn.IS_FULL:
                        found = np.concatenate([found, np.empty_like(found)], axis=1)
                if why == krn.IS_IRREGULAR:
                    raise IrregularError
                # Payloads are needed by the next call too, which compares its first cell with the last one.
                num = int(state[krn.NUM_FOUND])
                taker.take(found[:, :num], self._blocks[found[krn.FOUND_BLOCK, :num], 0], held)
                state[krn.NUM_FOUND] = 0
            if not self._is_proven and state[krn.NUM_CELLS] != self._file.trailer.entry_count:
                raise IrregularError
            self._is_proven = True
            return taker.found(is_wide=bool(state[krn.IS_WIDE]))

    def _read_index(self) -> tuple[Numbers, object]:
        """The entries to all data blocks, and what their addresses point into."""
        file, index = self._file, IndexReader(self._file)
        limit = file.trailer.load_on_open_data_offset
        if file.trailer.num_data_index_levels != 1:
            found = prove_index(file, index, has_headers=False).entries
            fields = ((e.ofs.to_bytes(8, "big"), e.size.to_bytes(4, "big"), e.key) for e in found)
            payload = b"".join(
                ofs + size + b"\x8c" + len(key).to_bytes(4, "big") + key for ofs, size, key in fields
            )
            num = len(found)
        else:
            payload, num = file.load(file.load_on_open[0]).payload, file.trailer.data_index_count
        is_limited = len(payload) > MAX_PAYLOAD and not limits.is_lifted()
        if num * _LEN_ENTRY_MIN > len(payload) or is_limited:
            raise IrregularError
        kept = pa.py_buffer(payload)
        entries: Numbers = np.empty((num, krn.NUM_ENTRY), np.int64)
        if krn.find_entries(kept.address, kept.address + len(payload), limit, entries) != num:
            raise IrregularError
        return entries, kept

    def _read_headers(self) -> Numbers:
        """Headers of all data blocks, which are those of the index: columns of `walk_headers`."""
        trailer = self._file.trailer
        pos, end = self._file.ofs_first, trailer.load_on_open_data_offset
        parts: list[Numbers] = []
        with address_of(self._buffer) as base:
            while pos < end:
                part: Numbers = np.empty((len(self._entries) + _ROOM, hfile_kernel.NUM_COLUMNS), np.int64)
                num, pos, why = hfile_kernel.walk_headers(
                    base + self._start, pos, end, int(trailer.has_checksums), part
                )
                if why == hfile_kernel.NOT_INTACT:
                    raise IrregularError
                parts.append(part[:num][part[:num, hfile_kernel.IS_DATA] == 1])
        blocks = np.concatenate(parts) if parts else np.empty((0, hfile_kernel.NUM_COLUMNS), np.int64)
        starts, ends = blocks[:, hfile_kernel.OFS_BLOCK], blocks[:, hfile_kernel.END]
        entries = self._entries
        if not np.array_equal(starts, entries[:, krn.ENTRY_OFS]):
            raise IrregularError
        if not np.array_equal(ends - starts, entries[:, krn.ENTRY_SIZE]):
            raise IrregularError
        return blocks

    def _groups(
        self, numbers: Numbers, base: int, ahead: Ahead
    ) -> Iterator[tuple[Numbers, Numbers, list[pa.Buffer]]]:
        """Yield numbers of blocks, addresses of their payloads, and payloads that are no part of the file.

        `base` is the address of the buffer, which is valid for as long as the caller pins it.
        """
        blocks = self._blocks[numbers]
        stored, inflated = blocks[:, hfile_kernel.STORED_LEN], blocks[:, hfile_kernel.LEN_INFLATED]
        at = base + self._start + blocks[:, hfile_kernel.STORED_OFS]
        is_plain = self._file.codec is Codec.NONE
        if is_plain and not np.array_equal(stored, inflated):
            raise IrregularError
        if is_plain and (blocks[:, hfile_kernel.CHECKSUM_TYPE] == ChecksumType.NULL).all():
            yield numbers, np.stack([at, at + inflated], axis=1), []
            return
        # The last cell of a group is compared with the first one of the next: two arenas take turns.
        arena, other = Arena(_MAX_HELD), Arena(_MAX_HELD)
        first = 0
        starts: list[int] = []
        read = partial(payload_of, self._file, self._buffer, self._start)
        payloads = ahead.in_order(blocks.tolist(), length_ahead(self._file), read)
        for place in range(len(blocks)):
            try:
                payload = next(payloads)
            except ValueError:
                raise IrregularError from None
            if payload is None:
                starts.append(int(at[place]))
                continue
            ofs = arena.add(payload)
            if ofs is None:
                yield numbers[first:place], _spans(starts, inflated[first:place]), [arena.buffer]
                first, starts = place, []
                arena, other = other, arena
                arena.used = 0
                ofs = arena.add(payload)
            if ofs is None:
                arena, ofs = Arena(len(payload)), 0
                arena.add(payload)
            starts.append(arena.buffer.address + ofs)
        yield numbers[first:], _spans(starts, inflated[first:]), [arena.buffer]


def _spans(starts: Sequence[int], lengths: Numbers) -> Numbers:
    """Where payloads begin and end."""
    begin = np.array(starts, np.int64)
    return np.stack([begin, begin + lengths], axis=1)


class _Taker:
    """Gathers cells into columns while their blocks are in memory."""

    def __init__(self, layout: tuple[int, int], base: int, *, is_plain: bool) -> None:
        self._layout = layout
        self._base = base
        self._is_plain = is_plain
        self._held: list[pa.Buffer] = []  # of the group before: its last cell is compared with the next one
        self._batches: list[pa.RecordBatch] = []
        self._rows: list[Numbers] = [np.empty(0, np.int64)]
        self._keys: list[Numbers] = [np.empty(0, np.int64)]

    def take(self, found: Numbers, ofs_blocks: Numbers, held: list[pa.Buffer]) -> None:
        """Take cells by their addresses, before the blocks of the next group are read."""
        self._held = held
        if not found.shape[1]:
            return
        cells = np.ascontiguousarray(found[krn.FOUND_CELL])
        sums: Numbers = np.zeros(hfile_kernel.NUM_SUMS, np.int64)
        krn.add_lengths(cells, self._layout[0], sums)
        if sums.max() > _MAX_BYTES:
            raise IrregularError
        self._batches.append(gather_columns(cells, CELL_SCHEMA, self._layout, sums))
        self._rows.append(found[krn.FOUND_ROW].copy())
        self._keys.append(cells - self._base + 8 if self._is_plain else ofs_blocks)

    def found(self, *, is_wide: bool) -> Found:
        """All that was taken."""
        cells = pa.Table.from_batches(self._batches, CELL_SCHEMA)
        return Found(cells, np.concatenate(self._rows), np.concatenate(self._keys), is_wide)
