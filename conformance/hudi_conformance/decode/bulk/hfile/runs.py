# SPDX-License-Identifier: Apache-2.0
"""All cells of one plain data block of an HFile at once, by the compiled kernels, or none of them.

The checked decoder reads the cells of other blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.decode.bulk.hfile.columns import gather_columns, kernel_layout
from hudi_conformance.decode.bulk.hfile.odd import cell_key, key_at
from hudi_conformance.decode.bulk.hfile.scan import CELL_SCHEMA
from hudi_conformance.decode.hfile.cells import decode_cells
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.rules import CellRun, FileRules
from hudi_conformance.decode.hfile.sums import DELETE_FAMILIES, CellSums
from hudi_conformance.model.hfile import PUT, HFileCell

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk._memory import Table

_MAX_COLUMN = (1 << 31) - 1  # bytes of one column of a batch


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells of a data block: each fits, and the last one ends with the payload.

    Attributes:
        columns: of `CELL_SCHEMA`.
        payload: of the block.
        layout: parts of a cell.
    """

    columns: pa.RecordBatch
    payload: Payload
    layout: Layout

    @property
    def num(self) -> int:
        """How many."""
        num: int = self.columns.num_rows
        return num

    def one_by_one(self) -> Iterator[HFileCell]:
        """Yield them as the checked decoder does."""
        return decode_cells(self.payload, self.layout, [])


class RunReader:
    """Reads the cells of payloads; the buffer for their addresses is reused."""

    def __init__(self) -> None:
        import numpy as np

        self._cells: Table = np.empty(0, np.int64)

    def read(self, payload: Payload, layout: Layout, rules: FileRules | None, ofs_block: int) -> Cells | None:
        """The cells of a payload; None if a cell does not fit, or may violate a rule.

        Args:
            payload: of a block of plain cells.
            layout: parts of its cells.
            rules: collects findings; None if rules are not checked.
            ofs_block: offset of the block.
        """
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import kernel as krn

        length = len(payload.data)
        if len(self._cells) < length // krn.LEN_CELL_MIN:
            self._cells = np.empty(length // krn.LEN_CELL_MIN, np.int64)
        parts, sums = kernel_layout(layout), np.empty(krn.NUM_SUMS, np.int64)
        with address_of(payload.data) as base:
            starts, ends = np.array([base], np.int64), np.array([base + length], np.int64)
            num, num_payloads = krn.find_cells(starts, ends, *parts, self._cells, sums)
            if not num or not num_payloads or int(sums.max()) > _MAX_COLUMN:
                return None
            columns = gather_columns(self._cells[:num], CELL_SCHEMA, parts, sums)
            if rules is not None:
                run = self._run(parts, rules, columns)
                if run is None or not rules.run(run, ofs_block):
                    return None
        return Cells(columns, payload, layout)

    def _run(self, parts: tuple[int, int], rules: FileRules, columns: pa.RecordBatch) -> CellRun | None:
        import numpy as np

        from hudi_conformance.decode.bulk.hfile import order_kernel as krn

        num = columns.num_rows
        numbers = np.zeros(krn.NUM_SUMS, np.int64)
        odd, max_mvcc = krn.odd_cells(self._cells, num, *parts, int(rules.cells.wants_records), numbers)
        if odd & ~krn.ODD_EQUAL:
            return None
        types = columns["type"].to_numpy()
        puts = columns["timestamp"].to_numpy()[types == PUT]
        sums = CellSums(
            num=num,
            len_keys=int(numbers[krn.LEN_KEYS]),
            len_rows=int(numbers[krn.LEN_ROWS]),
            len_values=int(numbers[krn.LEN_VALUES]),
            max_tags=int(numbers[krn.MAX_TAGS]),
            len_biggest=int(numbers[krn.LEN_BIGGEST]),
            biggest=key_at(int(numbers[krn.AT_BIGGEST])),
            earliest=int(puts.min()) if len(puts) else None,
            num_deletes=int(np.isin(types, list(DELETE_FAMILIES)).sum()) if len(puts) < num else 0,
        )
        first, last = (key_at(int(self._cells[index])) for index in (0, num - 1))
        return CellRun(sums, _keyed(first), _keyed(last), int(max_mvcc))


def _keyed(key: bytes) -> HFileCell:
    """The key of a cell, as a cell without value and tags."""
    row, family, qualifier, timestamp, kind = cell_key(key)
    return HFileCell(row, family, qualifier, -timestamp, -kind)
