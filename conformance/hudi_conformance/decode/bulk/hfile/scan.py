# SPDX-License-Identifier: Apache-2.0
"""All cells of an HFile as Arrow batches: plain data blocks by kernels, the rest on the checked path.

The kernels make the checks of `hfile.file` and `hfile.cells`. If a check fails, the preceding cells are
yielded. Then the checked decoder reads that block and rejects it if necessary: cells and rejections are
always those of `CellReader.scan`. Without numba the checked decoder reads all blocks. One input, which no
writer creates, is treated differently: a payload with incomplete Huffman codes and a correct length and
CRC-32. zlib and the audit reject it; the faster library of this scan and of lookups reads it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.decode.bulk.framing import drop_pages, has_kernels
from hudi_conformance.decode.bulk.hfile.columns import CopyMaker, kernel_layout
from hudi_conformance.decode.bulk.hfile.odd import Oddities
from hudi_conformance.decode.bulk.hfile.payloads import Arena, length_ahead, payload_of
from hudi_conformance.decode.hfile.cells import CellReader, check_num_cells
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Input, Memory, held_source, open_source
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import DATA_TYPES, HFileBlock, HFileCell

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk.ahead import Ahead
    from hudi_conformance.decode.bulk.hfile.views import ViewMaker

BATCH_BYTES = 1 << 20  # of payloads, or of the file, more only if one block is longer
CAREFUL_ROWS = 8192
_HEADERS = 256  # blocks that one call of the kernel walks
_FIELDS = {
    "row": pa.binary(),
    "family": pa.binary(),
    "qualifier": pa.binary(),
    "timestamp": pa.int64(),
    "type": pa.uint8(),
    "value": pa.binary(),
    "tags": pa.binary(),
    "mvcc": pa.int64(),
}
COLUMNS = tuple(_FIELDS)
CELL_SCHEMA = pa.schema(list(_FIELDS.items()))


def iter_cell_batches(
    source: Input,
    start: int = 0,
    end: int | None = None,
    columns: Sequence[str] = COLUMNS,
    findings: list[Finding] | None = None,
    *,
    views: bool = False,
    threads: int | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the cells of the HFile at [`start`, `end`) of `source`, in its order.

    Args:
        source: a path, a buffer or a file.
        start: offset of the HFile.
        end: offset after it, None for the end of the source.
        columns: some of `COLUMNS`. `mvcc` is taken modulo 2^64, as signed.
        findings: receives at the end the violations that did not prevent reading, as in `CellReader.scan`.
        views: byte columns have the type `binary_view` and point into the payloads of blocks. Batches keep
            the source open: a file stays mapped, and must not be truncated, while a batch exists.
        threads: number of threads that decompress blocks of large files ahead; None = one for each processor,
            up to four.

    Raises:
        OSError: the file cannot be opened.
        Reject, UnsupportedInput, LimitExceeded: as `CellReader.scan`, after the preceding cells.
    """
    schema = cell_schema(columns, views=views)
    with nullcontext(held_source(source)) if views else open_source(source) as buffer:
        file = HFile(buffer, start, end)
        reader = CellReader.of(file)
        num = 0
        scan = _Scan(buffer, start, file, reader, schema, is_checked=findings is not None)
        if has_kernels():
            batches = scan.batches(threads)
        else:
            blocks = reader.data_blocks()
            batches = (batch for block in blocks for batch in careful_batches(reader, block, schema))
        limit: LimitExceeded | None = None
        try:
            for batch in batches:
                num += batch.num_rows
                yield batch
            check_num_cells(file.trailer, num)
        finally:
            if findings is not None and (not has_kernels() or not scan.is_regular()):
                try:
                    deque(reader.scan(findings), maxlen=0)
                except LimitExceeded as error:
                    limit = error
                except Reject:
                    pass  # raised above, after the preceding cells
        if limit is not None:
            raise limit


def cell_schema(columns: Sequence[str], *, views: bool) -> pa.Schema:
    """Schema of batches of cells."""
    kinds = {pa.binary(): pa.binary_view()} if views else {}
    return pa.schema([(name, kinds.get(_FIELDS[name], _FIELDS[name])) for name in columns])


def careful_batches(reader: CellReader, block: HFileBlock, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the cells of one data block, read one by one.

    Raises:
        Reject: after the preceding cells.
    """
    cells = reader.cells(block)
    failed: Reject | LimitExceeded | None = None
    while failed is None:
        part: list[HFileCell] = []
        try:
            for cell in islice(cells, CAREFUL_ROWS):
                part.append(cell)  # noqa: PERF402 - cells before a rejection are kept
        except (Reject, LimitExceeded) as error:
            failed = error
        if part:
            arrays = [pa.array([_value(cell, f.name) for cell in part], f.type) for f in schema]
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        elif failed is None:
            return
    raise failed


def _value(cell: HFileCell, name: str) -> object:
    return (cell.mvcc + (1 << 63)) % (1 << 64) - (1 << 63) if name == "mvcc" else getattr(cell, name)


class _Scan:
    """One pass over the blocks of a file."""

    def __init__(
        self,
        buffer: Memory,
        start: int,
        file: HFile,
        reader: CellReader,
        schema: pa.Schema,
        *,
        is_checked: bool,
    ) -> None:
        self._buffer = buffer
        self._start = start
        self._file = file
        self._reader = reader
        self._schema = schema
        oddities = Oddities(file) if is_checked else None
        layout = kernel_layout(reader.layout)
        self._maker: CopyMaker | ViewMaker
        if pa.binary_view() in schema.types:
            from hudi_conformance.decode.bulk.hfile.views import ViewMaker

            self._maker = ViewMaker(schema, layout, oddities, pa.py_buffer(buffer))
        else:
            self._maker = CopyMaker(schema, layout, oddities)

    def is_regular(self) -> bool:
        """Whether the kernels read all cells and detect no violation."""
        oddities = self._maker.oddities
        return oddities is not None and oddities.are_none(self._reader.layout)

    def batches(self, threads: int | None) -> Iterator[pa.RecordBatch]:
        """Yield the batches; a rejection is raised after the batches before it."""
        from hudi_conformance.decode.bulk.ahead import reading_ahead

        with reading_ahead(threads) as ahead:
            yield from self._batches(ahead)

    def _batches(self, ahead: Ahead) -> Iterator[pa.RecordBatch]:
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of
        from hudi_conformance.decode.bulk.hfile import kernel as krn

        trailer = self._file.trailer
        headers = np.empty((_HEADERS, krn.NUM_COLUMNS), np.int64)
        pos = self._file.ofs_first
        dropped = 0
        while pos < trailer.ofs:
            with address_of(self._buffer) as base:
                num, walked, why = krn.walk_headers(
                    base + self._start, pos, trailer.ofs, int(trailer.has_checksums), headers
                )
            room = min(BATCH_BYTES, int(headers[:num, krn.LEN_INFLATED].sum()))
            group = _Group(room)
            is_irregular = why == krn.NOT_INTACT
            rows = headers[:num].tolist()
            payloads = ahead.in_order(rows, length_ahead(self._file), self._payload)
            for row in rows:
                try:
                    payload = next(payloads)
                except (ValueError, Reject, LimitExceeded):
                    is_irregular = True
                    walked = row[krn.OFS_BLOCK]
                    break
                if not row[krn.IS_DATA]:
                    continue
                if not group.add(row, payload):
                    yield from self._emit(group)
                    group = _Group(room)
                    group.add(row, payload)
            yield from self._emit(group)
            pos = walked
            if is_irregular:
                block = self._file.header(pos)
                if block.type in DATA_TYPES:
                    yield from careful_batches(self._reader, self._file.load(block), self._schema)
                else:
                    self._file.verify(block)
                pos = block.end
            if self._start == 0:
                dropped = drop_pages(self._buffer, dropped, pos)

    def _payload(self, row: Sequence[int]) -> bytes | None:
        from hudi_conformance.decode.bulk.hfile import kernel as krn

        if row[krn.IS_DATA]:
            if self._reader.encoding is not None:
                raise ValueError("encoded")
            return payload_of(self._file, self._buffer, self._start, row)
        # Other blocks are verified, but not decompressed.
        self._file.verify(self._file.header(row[0]))
        return None

    def _emit(self, group: _Group) -> Iterator[pa.RecordBatch]:
        """Yield the cells of data blocks; a block with an irregular cell takes the checked path."""
        import numpy as np

        from hudi_conformance.decode.bulk._memory import address_of

        first = 0
        while first < len(group.blocks):
            held = None if group.arena is None else group.arena.buffer
            with address_of(self._buffer if held is None else held) as base:
                spans = np.array(group.spans[first:], np.int64)
                spans += base + (self._start if held is None else 0)
                num_blocks, batch = self._maker.make(spans, group.blocks[first:], held)
            if batch is not None:
                yield batch
            first += num_blocks
            if first < len(group.blocks):
                block = self._file.load(self._file.header(group.blocks[first]))
                yield from careful_batches(self._reader, block, self._schema)
                first += 1


class _Group:
    """Data blocks that become one batch.

    Attributes:
        blocks: their offsets.
        spans: start and end of their payloads, in the file or, if there is one, in the arena.
        arena: payloads that are not stored plain in the file.
    """

    def __init__(self, room: int) -> None:
        self.blocks: list[int] = []
        self.spans: list[tuple[int, int]] = []
        self.arena: Arena | None = None
        self._room = room

    def add(self, row: Sequence[int], payload: bytes | None) -> bool:
        """Whether the block of a row of `walk_headers` fitted; the first one always does."""
        ofs_block, _, length, _, _, ofs, *_ = row
        if payload is not None:
            if self.arena is None:
                self.arena = Arena(max(self._room, length))
            place = self.arena.add(payload)
            if place is None:
                return False
            ofs = place
        elif self.spans and ofs + length - self.spans[0][0] > self._room:
            return False
        self.blocks.append(ofs_block)
        self.spans.append((ofs, ofs + length))
        return True
