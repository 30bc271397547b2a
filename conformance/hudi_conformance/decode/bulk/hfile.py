# SPDX-License-Identifier: Apache-2.0
"""All cells of an HFile as Arrow record batches: plain data blocks by compiled kernels, the rest carefully.

The kernels make the checks of `hfile.file` and `hfile.cells`. Where one fails, the cells before it are
yielded, then the careful decoder reads that block and refuses it if necessary: cells and refusals are always
those of `CellReader.scan`. Without numba the careful decoder reads all blocks.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import google_crc32c
import pyarrow as pa

from hudi_conformance.decode.bulk.framing import drop_pages, has_kernels
from hudi_conformance.decode.bulk.hfile_odd import Oddities
from hudi_conformance.decode.hfile.cells import CellReader, check_num_cells
from hudi_conformance.decode.hfile.codec import inflate, max_inflated
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.views.common import Finding
from hudi_conformance.views.hfile import DATA_TYPES, ChecksumType, Codec, HFileBlock, HFileCell

isal_zlib: Any
try:
    from isal import isal_zlib
except ImportError:  # the extra `fast` brings it
    isal_zlib = None

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BATCH_BYTES = 1 << 20  # of payloads, more only where one block is longer
CAREFUL_ROWS = 8192
_HEADERS = 256  # that one call of the kernel walks
_MAX_QUICK = 1 << 20  # bytes that a gzip member may become without the bounds of `inflate`
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
) -> Iterator[pa.RecordBatch]:
    """Yield the cells of the HFile at [`start`, `end`) of `source`, in its order.

    Args:
        source: a path, a buffer or a file.
        start: offset of the HFile.
        end: offset after it, None for the end of the source.
        columns: some of `COLUMNS`. `mvcc` is taken modulo 2^64, as signed.
        findings: gets at the end what breaks a rule and is returned all the same, as in `CellReader.scan`.

    Raises:
        OSError: the file cannot be opened.
        Reject, UnsupportedInput, LimitExceeded: as `CellReader.scan`, after the cells before it.
    """
    schema = pa.schema([(name, _FIELDS[name]) for name in columns])
    with open_source(source) as buffer:
        file = HFile(buffer, start, end)
        reader = CellReader.of(file)
        num = 0
        scan = _Scan(buffer, start, file, reader, schema, is_checked=findings is not None)
        if has_kernels():
            batches = scan.batches()
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
                    pass  # raised above, with the cells before it
        if limit is not None:
            raise limit


def careful_batches(reader: CellReader, block: HFileBlock, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the cells of one data block, read one by one.

    Raises:
        Reject: after the cells before it.
    """
    cells = reader.cells(block)
    failed: Reject | LimitExceeded | None = None
    while failed is None:
        part: list[HFileCell] = []
        try:
            for cell in islice(cells, CAREFUL_ROWS):
                part.append(cell)  # noqa: PERF402 - cells before a refusal are kept
        except (Reject, LimitExceeded) as error:
            failed = error
        if part:
            arrays = [pa.array([_value(cell, f.name) for cell in part], f.type) for f in schema]
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        elif failed is None:
            return
    raise failed


def cell_table(cells: Sequence[HFileCell]) -> pa.Table:
    """Cells that were read one by one, as columns."""
    arrays = [pa.array([_value(cell, f.name) for cell in cells], f.type) for f in CELL_SCHEMA]
    return pa.Table.from_arrays(arrays, schema=CELL_SCHEMA)


def _value(cell: HFileCell, name: str) -> object:
    return (cell.mvcc + (1 << 63)) % (1 << 64) - (1 << 63) if name == "mvcc" else getattr(cell, name)


def _quick_gunzip(stored: bytes, len_inflated: int) -> bytes | None:
    """One gzip member of exactly `len_inflated` bytes, or None: then `inflate` has the refusal.

    The library is laxer than zlib about flags and the length at the end, so both are checked here.
    """
    if stored[:4] != b"\x1f\x8b\x08\x00" or stored[-4:] != len_inflated.to_bytes(4, "little"):
        return None
    try:
        inflater = isal_zlib.decompressobj(wbits=31)
        payload: bytes = inflater.decompress(stored, len_inflated + 1)
    except (isal_zlib.error, EOFError, ValueError):
        return None
    is_complete = inflater.eof and not inflater.unused_data and len(payload) == len_inflated
    return payload if is_complete else None


def payload_of(file: HFile, buffer: Buffer, start: int, row: Sequence[int]) -> bytes | None:
    """Verified payload of the block of a row of `walk_headers`; None where it lies plain in the file.

    Raises:
        ValueError: a wrong checksum; the careful decoder has the refusal.
        Reject, LimitExceeded: as `inflate`.
    """
    ofs, _, len_inflated, kind, len_chunk, stored_ofs, stored_len, _ = row
    end = stored_ofs + stored_len
    if kind != ChecksumType.NULL:
        checksum = zlib.crc32 if kind == ChecksumType.CRC32 else google_crc32c.value
        at = start + end
        for begin in range(start + ofs, at, len_chunk):
            covered = buffer[begin : min(begin + len_chunk, start + end)]
            word = buffer[at : at + 4]
            if checksum(bytes(covered)) != int.from_bytes(word, "big"):
                raise ValueError("checksum")
            at += 4
    if file.codec is Codec.NONE:
        if stored_len != len_inflated:
            raise ValueError("length")
        return None
    stored = bytes(buffer[start + stored_ofs : start + end])
    if file.codec is Codec.GZ and isal_zlib is not None and len_inflated <= _MAX_QUICK:
        quick = _quick_gunzip(stored, len_inflated)
        if quick is not None:
            return quick
    return inflate(file.codec, stored, len_inflated, stored_ofs, ofs + 12, bound=max_inflated(file.len))


class _Scan:
    """One pass over the blocks of a file."""

    def __init__(
        self,
        buffer: Buffer,
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
        self._maker = _BatchMaker(schema, reader.layout, Oddities(file) if is_checked else None)

    def is_regular(self) -> bool:
        """Whether the kernels read all cells and none breaks a rule, as far as they look."""
        oddities = self._maker.oddities
        return oddities is not None and oddities.are_none(self._reader.layout)

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the batches; refusals after what is before them."""
        import numpy as np

        from hudi_conformance.decode.bulk import hfile_kernel as krn
        from hudi_conformance.decode.bulk._memory import address_of

        trailer = self._file.trailer
        headers = np.empty((_HEADERS, krn.NUM_COLUMNS), np.int64)
        pos = self._file.ofs_first
        dropped = 0
        while pos < trailer.ofs:
            with address_of(self._buffer) as base:
                num, walked, why = krn.walk_headers(
                    base + self._start, pos, trailer.ofs, int(trailer.has_checksums), headers
                )
            group: list[tuple[Sequence[int], bytes | None]] = []
            len_group = 0
            is_irregular = why == krn.NOT_INTACT
            for row in headers[:num].tolist():
                try:
                    payload = self._payload(row, is_data=bool(row[krn.IS_DATA]))
                except (ValueError, Reject, LimitExceeded):
                    is_irregular = True
                    walked = row[krn.OFS_BLOCK]
                    break
                if not row[krn.IS_DATA]:
                    continue
                group.append((row, payload))
                len_group += row[krn.LEN_INFLATED]
                if len_group >= BATCH_BYTES:
                    yield from self._emit(group)
                    group, len_group = [], 0
            if group:
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

    def _payload(self, row: Sequence[int], *, is_data: bool) -> bytes | None:
        if is_data and self._reader.encoding is not None:
            raise ValueError("encoded")
        if is_data:
            return payload_of(self._file, self._buffer, self._start, row)
        # Other blocks are verified, but not decompressed.
        self._file.verify(self._file.header(row[0]))
        return None

    def _emit(self, group: Sequence[tuple[Sequence[int], bytes | None]]) -> Iterator[pa.RecordBatch]:
        """Yield the cells of data blocks; a block with an irregular cell is read carefully."""
        from hudi_conformance.decode.bulk._memory import address_of

        while group:
            with address_of(self._buffer) as base:
                spans = []
                for row, payload in group:
                    length = row[2]
                    at = base + self._start + row[5] if payload is None else pa.py_buffer(payload).address
                    spans.append((at, at + length))
                num_blocks, batch = self._maker.make(spans, [row[0] for row, _ in group])
            if batch is not None:
                yield batch
            group = group[num_blocks:]
            if group:
                block = self._file.load(self._file.header(group[0][0][0]))
                yield from careful_batches(self._reader, block, self._schema)
                group = group[1:]


def kernel_layout(layout: Layout) -> tuple[int, int]:
    """`has_tags` and `has_mvcc` as the kernels take them."""
    return int(layout.has_tags), 2 if layout.is_mvcc_zero else int(layout.has_mvcc)


class _BatchMaker:
    """Makes record batches of payloads; buffers of intermediate results are reused."""

    def __init__(self, schema: pa.Schema, layout: Layout, oddities: Oddities | None) -> None:
        import numpy as np

        self._schema = schema
        self._has_tags, self._has_mvcc = kernel_layout(layout)
        self.oddities = oddities
        self._cells: npt.NDArray[np.int64] = np.empty(0, np.int64)

    def make(
        self, spans: Sequence[tuple[int, int]], ofs_blocks: Sequence[int]
    ) -> tuple[int, pa.RecordBatch | None]:
        """Cells of payloads by their addresses and of blocks by offset, and of how many payloads they are."""
        import numpy as np

        from hudi_conformance.decode.bulk import hfile_kernel as krn

        table = np.array(spans, np.int64)
        most = int((table[:, 1] - table[:, 0]).sum()) // krn.LEN_CELL_MIN
        if len(self._cells) < most:
            self._cells = np.empty(most, np.int64)
        sums = np.empty(krn.NUM_SUMS, np.int64)
        num, num_payloads = krn.find_cells(
            np.ascontiguousarray(table[:, 0]),
            np.ascontiguousarray(table[:, 1]),
            self._has_tags,
            self._has_mvcc,
            self._cells,
            sums,
        )
        if not num:
            return num_payloads, None
        if self.oddities is not None:
            starts = {at: ofs for (at, _), ofs in zip(spans[:num_payloads], ofs_blocks, strict=False)}
            self.oddities.cells(self._cells, num, (self._has_tags, self._has_mvcc), starts)
        batch = gather_columns(self._cells[:num], self._schema, (self._has_tags, self._has_mvcc), sums)
        return num_payloads, batch


def gather_columns(
    cells: npt.NDArray[np.int64], schema: pa.Schema, layout: tuple[int, int], sums: npt.NDArray[np.int64]
) -> pa.RecordBatch:
    """Columns of cells at addresses that `find_cells` has checked.

    Args:
        cells: their addresses.
        schema: columns of `COLUMNS`.
        layout: as of `kernel_layout`.
        sums: bytes of the parts of all cells.
    """
    import numpy as np

    from hudi_conformance.decode.bulk import hfile_kernel as krn

    num = len(cells)
    outs = np.zeros(krn.NUM_OUTS, np.int64)
    buffers: list[list[pa.Buffer | None]] = []
    for field in schema:
        if field.type == pa.binary():
            column, which = _BINARY[field.name]
            offsets, data = pa.allocate_buffer(4 * num + 4), pa.allocate_buffer(int(sums[which]))
            outs[column], outs[column + 1] = offsets.address, data.address
            buffers.append([None, offsets, data])
        else:
            column, width = _FIXED[field.name]
            data = pa.allocate_buffer(width * num)
            outs[column] = data.address
            buffers.append([None, data])
    krn.gather_cells(cells, num, *layout, outs)
    arrays = [
        pa.Array.from_buffers(field.type, num, parts, 0) for field, parts in zip(schema, buffers, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


# Columns of the kernel's sums and outputs, which cannot be imported without numba.
_BINARY = {"row": (0, 0), "family": (2, 1), "qualifier": (4, 2), "value": (6, 3), "tags": (8, 4)}
_FIXED = {"timestamp": (10, 8), "type": (11, 1), "mvcc": (12, 8)}
