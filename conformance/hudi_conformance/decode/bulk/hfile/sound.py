# SPDX-License-Identifier: Apache-2.0
"""Whether blocks, cells and data index of an HFile are intact, checked by the compiled kernels in one pass.

A file that is not reported as intact may still be; the checked path decides.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from hudi_conformance.decode.bulk.framing import drop_pages, has_kernels
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk.hfile.odd import Oddities
    from hudi_conformance.decode.bulk.hfile.payloads import Arena
    from hudi_conformance.decode.hfile.cells import CellReader
    from hudi_conformance.decode.hfile.file import HFile

MIN_BYTES = 8 << 20  # a smaller file is checked cell by cell before the kernels are imported
_BATCH_BYTES = 1 << 20  # of payloads, more only if one block is longer
_HEADERS = 256  # that one call of the kernel walks
_AT_PREV = 16  # of a header: offset of the data block before


_NUM_TOGETHER: ContextVar[int] = ContextVar("bytes of all files that are to be read", default=0)


@contextmanager
def read_together(sizes: Iterable[int]) -> Iterator[None]:
    """Announce HFiles of these sizes: kernels are imported if it pays off for all of them."""
    token = _NUM_TOGETHER.set(sum(sizes))
    try:
        yield
    finally:
        _NUM_TOGETHER.reset(token)


def is_worth_kernels(num_bytes: int) -> bool:
    """Whether the kernels check the cells of a file of this size, in memory."""
    is_large = max(num_bytes, _NUM_TOGETHER.get()) >= MIN_BYTES or "numba" in sys.modules
    return is_large and has_kernels()


def check_hfile(buffer: Buffer) -> list[Finding]:
    """Findings of a file: those of `decode.hfile.check.check_hfile`.

    Raises:
        UnsupportedInput, LimitExceeded: as the decoder.
    """
    from hudi_conformance.decode.hfile import check

    return check.check_hfile(buffer, is_sound)


def is_sound(file: HFile, buffer: Buffer) -> bool:
    """Whether a check of blocks, cells and data index finds nothing in the file, which fills the buffer.

    Every payload inflates and matches its checksums, and every cell fits and is in order. Sums and extremes
    match trailer and file info, and the index entries match the blocks.
    """
    if not isinstance(buffer, Memory) or file.len != len(buffer) or not is_worth_kernels(file.len):
        return False
    from hudi_conformance.decode.bulk.hfile.odd import Oddities
    from hudi_conformance.decode.hfile.cells import CellReader

    try:
        reader = CellReader.of(file)
        if reader.encoding is not None or file.ofs_first:
            return False
        oddities = Oddities(file)
        walk = _Walk(file, buffer, reader, oddities)
        return walk.is_regular() and oddities.num_cells > 0 and oddities.are_none(reader.layout)
    except (Reject, LimitExceeded, UnsupportedInput):
        return False


class _Walk:
    """One pass over the blocks of a file."""

    def __init__(self, file: HFile, buffer: Memory, reader: CellReader, oddities: Oddities) -> None:
        from hudi_conformance.decode.bulk.hfile.columns import kernel_layout

        self._file = file
        self._buffer = buffer
        self._layout = kernel_layout(reader.layout)
        self._oddities = oddities
        self._before = -1  # offset of the last data block
        self._blocks: list[int] = []  # data blocks whose cells are to be checked
        self._spans: list[tuple[int, int]] = []
        self._num_bytes = 0
        self._arena: Arena | None = None

    def is_regular(self) -> bool:
        """Whether the kernels read all blocks and cells and find nothing; sums and index are compared later.

        Raises:
            Reject, LimitExceeded: in the same cases as the checked decoder.
        """
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import kernel as krn
        from hudi_conformance.decode.hfile.file import LEN_HEADER

        trailer = self._file.trailer
        headers = np.empty((_HEADERS, krn.NUM_COLUMNS), np.int64)
        pos = dropped = 0
        while pos < trailer.ofs:
            with address_of(self._buffer) as base:
                num, pos, why = krn.walk_headers(base, pos, trailer.ofs, int(trailer.has_checksums), headers)
            if why == krn.NOT_INTACT:
                return False
            rows = headers[:num]
            if trailer.has_checksums and (rows[:, krn.LEN_CHUNK] < LEN_HEADER).any():
                return False
            if not all(map(self._block, rows.tolist())) or not self._are_cells_regular():
                return False
            dropped = drop_pages(self._buffer, dropped, pos)
        return True

    def _block(self, row: Sequence[int]) -> bool:
        """Whether the block of a row of `walk_headers` is regular; its cells are checked later, in groups."""
        from hudi_conformance.decode.bulk.hfile import kernel as krn
        from hudi_conformance.decode.bulk.hfile.payloads import payload_of

        ofs = row[krn.OFS_BLOCK]
        if not row[krn.IS_DATA]:
            self._file.load(self._file.header(ofs))
            return True
        before = int.from_bytes(self._buffer[ofs + _AT_PREV : ofs + _AT_PREV + 8], "big", signed=True)
        # Blocks are distinguished by the addresses of their first cells, so a block without cells is skipped.
        if before != self._before or not row[krn.LEN_INFLATED]:
            return False
        self._before = ofs
        try:
            payload = payload_of(self._file, self._buffer, 0, row, strictly=True)
        except ValueError:
            return False
        length = row[krn.LEN_INFLATED]
        is_regular = self._num_bytes + length <= _BATCH_BYTES or self._are_cells_regular()
        self._add(ofs, row[krn.STORED_OFS], length, payload)
        return is_regular

    def _add(self, ofs: int, stored_ofs: int, length: int, payload: bytes | None) -> None:
        from hudi_conformance.decode.bulk.hfile.payloads import Arena

        start = stored_ofs
        if payload is not None:
            if self._arena is None or self._arena.buffer.size < length:
                self._arena = Arena(max(_BATCH_BYTES, length))
            start = self._arena.add(payload) or 0
        self._blocks.append(ofs)
        self._spans.append((start, start + length))
        self._num_bytes += length

    def _are_cells_regular(self) -> bool:
        """Whether the cells of the data blocks so far are regular; empties the buffer."""
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import kernel as krn
        from hudi_conformance.decode.bulk.hfile import order_kernel as order

        if not self._blocks:
            return True
        cells = np.empty(self._num_bytes // krn.LEN_CELL_MIN, np.int64)
        sums = np.empty(krn.NUM_SUMS, np.int64)
        with address_of(self._buffer if self._arena is None else self._arena.buffer) as base:
            spans = np.array(self._spans, np.int64) + base
            starts, ends = np.ascontiguousarray(spans[:, 0]), np.ascontiguousarray(spans[:, 1])
            num, num_blocks = krn.find_cells(starts, ends, *self._layout, cells, sums)
            if num_blocks < len(self._blocks):
                return False
            firsts = dict(zip(starts.tolist(), self._blocks, strict=True))
            self._oddities.cells(cells, num, self._layout, firsts)
        self._blocks, self._spans, self._num_bytes = [], [], 0
        if self._arena is not None:
            self._arena.used = 0
        return not self._oddities.odd & ~order.ODD_EQUAL
