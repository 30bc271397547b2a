# SPDX-License-Identifier: Apache-2.0
"""Runs of Avro blocks that share a schema, decoded in batches by the kernel.

A batch may span many blocks, and a block many batches. Where the kernel stops it yields an `Irregular`: a
block, and the number of its records already yielded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from hudi_conformance.decode.bulk import _avro_kernel as krn
from hudi_conformance.decode.bulk import _flat_kernel as flat
from hudi_conformance.decode.bulk import _framing_kernel as frm
from hudi_conformance.decode.bulk import _slice_kernel as slc
from hudi_conformance.decode.bulk._memory import Table, address_of
from hudi_conformance.decode.bulk.columns import Columns, NotUtf8, Sizes, TooLarge
from hudi_conformance.decode.bulk.program import Program
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.block_type import RECORD_BLOCKS

BATCH_BYTES = 32 << 20  # of datums; a longer one is a separate batch
OFS_BLOCK = frm.OFS_BLOCK
_CAUTIOUS_ROWS = 1024  # after an irregular block: prepare little that may be discarded


@dataclass(frozen=True, slots=True)
class Rows:
    """Decoded rows.

    Attributes:
        columns: Arrow columns of the row shape.
        blocks: for each row the number of its block in the run.
        ofs_done: offset in the file up to which everything before has been decoded.
        is_exact: every datum fills its record, and the records fill each block that ends here.
    """

    columns: list[pa.Array]
    blocks: Table
    ofs_done: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Irregular:
    """Block number `block` of the run needs the checked decoder, except for its first `num_done` records."""

    block: int
    num_done: int


def data_blocks(rows: Table) -> Table:
    """Rows of the frame table whose blocks contain records."""
    return rows[np.isin(rows[:, frm.BLOCK_TYPE], sorted(RECORD_BLOCKS))]


def run_end(buffer: Buffer, rows: Table, first: int) -> int:
    """Number after the last of the Avro blocks from `first` on with the same schema text."""
    with address_of(buffer) as base:
        return int(frm.same_schema_run(base, rows, first))


def schema_text(buffer: Buffer, row: Table) -> bytes:
    """Schema in the header of an intact block."""
    ofs = int(row[frm.OFS_SCHEMA])
    return bytes(buffer[ofs : ofs + int(row[frm.LEN_SCHEMA])])


def instant_text(buffer: Buffer, row: Table) -> str | None:
    """Instant time in the header of an intact block, None if it is not UTF-8."""
    ofs = int(row[frm.OFS_INSTANT])
    try:
        return bytes(buffer[ofs : ofs + int(row[frm.LEN_INSTANT])]).decode("utf-8")
    except UnicodeDecodeError:
        return None


class RunReader:
    """Decodes runs of one schema."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._sizes = Sizes(program)
        self._left = np.zeros(program.depth + 2, np.int64)  # the first word: whether bytes follow a datum

    def read(self, buffer: Buffer, blocks: Table, batch_rows: int) -> Iterator[Rows | Irregular]:
        """Yield the records of `blocks` (rows of the frame table) in order, at most `batch_rows` at once."""
        ofs_content = np.ascontiguousarray(blocks[:, frm.OFS_CONTENT])
        len_content = np.ascontiguousarray(blocks[:, frm.LEN_CONTENT])
        most_rows = min(batch_rows, max(int(len_content.sum()) // 4, 1))
        # Offset and length of each record, and the number of its block.
        records = np.empty((3, most_rows), np.int64)
        state = np.zeros(slc.NUM_STATE_FIELDS, np.int64)
        num_done = 0  # rows of the next batch's first block that were already yielded
        num_rows = most_rows
        while state[slc.NEXT_BLOCK] < len(blocks):
            block_before = int(state[slc.NEXT_BLOCK])
            found = records[:, :num_rows]
            self._left[0] = 0
            with address_of(buffer) as base:
                slc.slice_records(base, ofs_content, len_content, BATCH_BYTES, state, *found)
                bad = int(state[slc.NEXT_BLOCK]) if state[slc.IS_IRREGULAR] else None
                found = found[:, : int(state[slc.NUM_RECORDS])]
                if bad is not None:
                    found = found[:, : np.searchsorted(found[2], bad)]
                columns, found, bad_record = self._decode(base, found)
            resume = bad
            if bad_record is not None:
                bad, resume = bad_record
            if columns:
                block = int(found[2, -1])
                is_exact = not self._left[0] and not state[slc.HAS_REST]
                yield Rows(columns, found[2], int(blocks[block, frm.OFS_BLOCK]), is_exact)
            if resume is None:
                block = int(state[slc.NEXT_BLOCK])
                is_inside = block < len(blocks) and state[slc.OFS_NEXT] > 0
                num_here = int(np.count_nonzero(found[2] == block)) if is_inside else 0
                num_done = num_here + (num_done if block == block_before else 0)
                num_rows = min(2 * num_rows, most_rows)
                continue
            if bad is not None:
                yield Irregular(bad, num_done if bad == block_before else 0)
                resume = bad + 1
            num_rows = min(num_rows, _CAUTIOUS_ROWS)
            num_done = 0
            state[:] = 0
            state[slc.NEXT_BLOCK] = resume

    def read_spans(self, base: int, spans: Table) -> list[pa.Array]:
        """Columns of datums up to the first irregular one, none if the first is irregular.

        Args:
            base: address that offsets are relative to.
            spans: offset and length of each datum, and a number that ascends.
        """
        while spans.shape[1]:
            self._left[0] = 0
            columns, found, stop = self._decode(base, spans)
            is_exact = not self._left[0]
            if columns and is_exact:
                return columns
            # Bytes after a datum, or invalid text: bisection identifies the datum.
            kept = found.shape[1] if columns else spans.shape[1]
            if stop is not None and not columns and stop[0] == spans[2, 0]:
                return []
            spans = spans[:, : kept // 2]
        return []

    def _run(self, base: int, found: Table, num_good: int, table: Table) -> tuple[int, int]:
        """Call the kernel for programs of this kind."""
        ops, left = self._program.ops.ctypes.data, self._left.ctypes.data + self._left.itemsize
        columns = table.ctypes.data, len(table)
        if self._program.is_flat:
            return flat.decode_flat_records(base, found[0], found[1], num_good, ops, *columns, left)
        absent = self._program.absent.ctypes.data
        return krn.decode_records(base, found[0], found[1], num_good, ops, absent, *columns, left)

    def _decode(self, base: int, found: Table) -> tuple[list[pa.Array], Table, tuple[int | None, int] | None]:
        """Decode records.

        Returns:
            columns (none for no rows); the records in them; and if records remain, the irregular block (None
            if it is not yet known) and the block to continue with.
        """
        num_records = found.shape[1]
        if num_records == 0:
            return [], found, None
        program = self._program
        outcome, num_good = krn.IRREGULAR, 0
        columns = None
        try:
            columns = Columns(program, num_records, int(found[1].sum()), self._sizes)
            while True:
                outcome, num_good = self._run(base, found, num_good, columns.table)
                if outcome <= krn.DONE:
                    break
                columns.grow(outcome - 1, int(found[1, num_good]))
        except TooLarge:
            self._sizes = Sizes(program)
        stop: tuple[int | None, int] | None = None
        if outcome != krn.DONE or columns is None:
            block = int(found[2, num_good])
            stop = block, block
            found = found[:, : np.searchsorted(found[2], block)]
        while columns is not None and found.shape[1]:
            try:
                return columns.arrays(found.shape[1]), found, stop
            except NotUtf8:
                # One of these blocks: bisect until it is the first.
                first, last = int(found[2, 0]), int(found[2, -1])
                middle = (first + last + 1) // 2
                stop = (first, first) if first == last else (None, middle)
                found = found[:, : np.searchsorted(found[2], middle)] if first < last else found[:, :0]
        return [], found, stop
