# SPDX-License-Identifier: Apache-2.0
"""Detect cells of an HFile that violate a rule without being rejected by a scan [decode.hfile.rules]."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hudi_conformance.decode.hfile import rules
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import SortKey
from hudi_conformance.decode.hfile.proof import Bounds, index_findings
from hudi_conformance.decode.hfile.sums import EARLIEST, NUM_DELETES, CellSums, sum_findings
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import DATA_TYPES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Oddities:
    """Whether cells violate a rule, according to a kernel; the checked reader reports which rule."""

    def __init__(self, file: HFile) -> None:
        self._file = file
        self._is_hudi = int(rules.has_records(file))
        self._last: SortKey | None = None
        self._last_key = b""
        self._first_row = b""
        self._max_mvcc = 0
        self.odd = 0
        self._sums = CellSums()
        self.bounds: dict[int, Bounds] = {}

    @property
    def num_cells(self) -> int:
        """Number of the cells so far."""
        return self._sums.num

    def cells(
        self, cells: npt.NDArray[np.int64], num: int, layout: tuple[int, int], starts: Mapping[int, int]
    ) -> None:
        """Check the cells of some blocks, in file order.

        Args:
            cells: addresses from a kernel.
            num: number of cells.
            layout: `kernel_layout`.
            starts: offset of each block by the address of its first cell.
        """
        import numpy as np

        from hudi_conformance.decode.bulk.hfile import order_kernel as krn

        numbers = np.zeros(krn.NUM_SUMS, np.int64)
        numbers[krn.LEN_BIGGEST] = self._sums.len_biggest
        odd, max_mvcc = krn.odd_cells(cells, num, *layout, self._is_hudi, numbers)
        self.odd |= odd
        self._add(num, numbers.tolist())
        self._max_mvcc = max(self._max_mvcc, int(max_mvcc))
        firsts = np.flatnonzero(np.isin(cells[:num], list(starts))).tolist() if len(starts) > 1 else [0]
        before = self._last
        for position, index in enumerate(firsts):
            stop = firsts[position + 1] if position + 1 < len(firsts) else num
            address = int(cells[index])
            self._last_key = key_at(int(cells[stop - 1]))
            first, last = cell_key(key_at(address)), cell_key(self._last_key)
            if before is not None and first <= before:
                self.odd |= krn.ODD_ORDER if first < before else krn.ODD_EQUAL_BLOCKS
            self.bounds[starts[address]] = (first, last)
            self._first_row = first[0] if before is None else self._first_row
            before = last
        self._last = before

    def _add(self, num: int, numbers: Sequence[int]) -> None:
        """Sums of a kernel, in the order of its names."""
        from hudi_conformance.decode.bulk.hfile import order_kernel as krn

        sums = self._sums
        sums.num += num
        sums.len_keys += numbers[krn.LEN_KEYS]
        sums.len_rows += numbers[krn.LEN_ROWS]
        sums.len_values += numbers[krn.LEN_VALUES]
        sums.max_tags = max(sums.max_tags, numbers[krn.MAX_TAGS])
        if numbers[krn.LEN_BIGGEST] > sums.len_biggest:
            sums.len_biggest, sums.biggest = numbers[krn.LEN_BIGGEST], key_at(numbers[krn.AT_BIGGEST])

    def are_none(self, layout: Layout) -> bool:
        """Whether the checked reader would report nothing."""
        from hudi_conformance.decode.bulk.hfile import order_kernel as krn

        file, info = self._file, self._file.info
        last_row = b"" if self._last is None else self._last[0]
        if (
            self.odd & ~krn.ODD_EQUAL
            or self._sums.num != file.trailer.entry_count
            or (rules.has_bloom(file) or EARLIEST in info or NUM_DELETES in info)
            or any(rules.file_findings(file, layout))
            or any(sum_findings(file, self._sums, is_hudi=rules.is_hudi(file)))
        ):
            return False
        if layout.has_mvcc and info.get(b"MAX_MEMSTORE_TS_KEY") != self._max_mvcc.to_bytes(8, "big"):
            return False
        last = info.get(b"hfile.LASTKEY", b"")
        if self._sums.num and last and last not in {self._last_key, self._last_key[: 2 + len(last_row)]}:
            return False
        if (
            self._is_hudi
            and self._sums.num
            and (
                info.get(b"minRecordKey", self._first_row) != self._first_row
                or info.get(b"maxRecordKey", last_row) != last_row
            )
        ):
            return False
        blocks = rules.BlockRules(file)
        for block in file.headers():
            blocks.block(block)
            # Blocks are distinguished by the addresses of their first cells, so a block without cells is
            # skipped.
            is_empty = block.type in DATA_TYPES and block.ofs not in self.bounds
            if is_empty or any(rules.checksum_findings(file, block)):
                return False
        try:
            return not any(blocks.end()) and not any(index_findings(file, self.bounds))
        except Reject:
            return False


def key_at(address: int) -> bytes:
    """Key of the cell at an address from a kernel."""
    length = int.from_bytes(ctypes.string_at(address, 4), "big")
    return ctypes.string_at(address + 8, length)


def cell_key(key: bytes) -> SortKey:
    """Sort key of the bytes of a key with valid lengths."""
    family = 2 + int.from_bytes(key[:2], "big")
    qualifier = family + 1 + key[family]
    timestamp = int.from_bytes(key[-9:-1], "big", signed=True)
    return key[2:family], key[family + 1 : qualifier], key[qualifier:-9], -timestamp, -key[-1]
