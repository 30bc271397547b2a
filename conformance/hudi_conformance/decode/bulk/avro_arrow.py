# SPDX-License-Identifier: Apache-2.0
"""Records of a log file as Arrow batches: runs of blocks by a compiled kernel, the rest on the checked path.

Consecutive blocks with the same schema text are one run, even if they are small. The kernel decodes batches
of a run. The checked decoder reads an irregular block, keeps its readable records and reports the rejection.
Rows, their order and rejections are therefore always those of the checked decoder; `shape` has the types.
Without numba it decodes all blocks.

Memory: one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa

from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.bulk.framing import block_of, drop_pages, has_kernels, walk_frames
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import RowShape, row_shape
from hudi_conformance.decode.grammar import reject_of
from hudi_conformance.decode.log.content import ContentReader, Records
from hudi_conformance.decode.log.content_check import check_records
from hudi_conformance.decode.log.scan import Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.common import Finding, Rejection
from hudi_conformance.model.log import HeaderKey, LogBlock

if TYPE_CHECKING:
    from hudi_conformance.decode.bulk._memory import Table
    from hudi_conformance.decode.bulk.program import Program
    from hudi_conformance.decode.bulk.runs import Rows, RunReader

OnReject: TypeAlias = Callable[[LogBlock | None, Rejection], None]
OnFinding: TypeAlias = Callable[[LogBlock, Finding], None]

BATCH_ROWS = 65536
BLOCK_OFS = "hudi_block_ofs"
BLOCK_INSTANT = "hudi_block_instant"
BLOCK_FIELDS = (pa.field(BLOCK_OFS, pa.int64(), nullable=False), pa.field(BLOCK_INSTANT, pa.string()))
_MAX_SCHEMAS = 64
_MAX_CACHED = 1 << 16  # bytes of a schema text that is cached across files
_CAREFUL_VALUES = 1 << 18  # values of a batch of the checked decoder: each is a Python object


def iter_record_batches(
    source: Input,
    *,
    batch_rows: int = BATCH_ROWS,
    with_block: bool = False,
    on_reject: OnReject | None = None,
    on_finding: OnFinding | None = None,
) -> Iterator[pa.RecordBatch]:
    """Yield the records of all data blocks of a log file in file order, at most `batch_rows` per batch.

    Batches of one schema text have one Arrow schema, except for columns that are returned as JSON.

    Args:
        source: a log file.
        batch_rows: greatest number of rows of a batch; wide or long records reduce it.
        with_block: append the columns `hudi_block_ofs` and `hudi_block_instant`.
        on_reject: called with (block, rejection) for a block whose content is rejected, after its readable
            records were yielded, and with (None, rejection) if the scan has to stop. Without it, the
            rejection is raised.
        on_finding: called with (block, finding) if bytes follow the datum of a record, or the last record of
            an Avro block, and for findings of a scan of an HFile block: violations between readable records.

    Raises:
        Reject: see `on_reject`.
        OSError: the file cannot be opened.
    """
    if batch_rows < 1:
        raise ValueError(f"batches of {batch_rows} rows")
    with open_source(source) as buffer:
        yield from LogReader(buffer, batch_rows, with_block, on_reject or _raise, on_finding).batches()


def decode_block_to_arrow(
    source: Input, block: LogBlock, *, on_finding: OnFinding | None = None
) -> tuple[list[pa.RecordBatch], Rejection | None]:
    """Decode the content of one data block of a log file; `on_finding` as in `iter_record_batches`.

    Returns:
        batches of its records, none for a block without records, and the reason if its content is rejected.
    """
    rejections: list[Rejection] = []
    with open_source(source) as buffer:
        reader = LogReader(
            buffer, BATCH_ROWS, False, lambda _, rejection: rejections.append(rejection), on_finding
        )
        if not block.type.has_records:
            return [], None
        end = block.span.end
        step = next(walk_frames(buffer, block.span.ofs, end), None) if has_kernels() else None
        if step is None or isinstance(step, LogBlock):
            batches = list(reader.careful(block, 0))
        else:
            batches = list(reader.table(step))
    return batches, rejections[0] if rejections else None


def _raise(_: LogBlock | None, rejection: Rejection) -> None:
    raise reject_of(rejection)


@dataclass(frozen=True, slots=True)
class Writer:
    """A writer schema: its columns, and the kernel's reader if the kernel supports it."""

    shape: RowShape
    arrow_schema: pa.Schema
    batch_rows: int
    runs: RunReader | None


class LogReader:
    """One pass over a log file."""

    def __init__(
        self, buffer: Buffer, batch_rows: int, with_block: bool, on_reject: OnReject,
        on_finding: OnFinding | None = None,
    ) -> None:  # fmt: skip
        self._buffer = buffer
        self._with_block = with_block
        self._on_reject = on_reject
        self._on_finding = on_finding
        self._told = -1  # start of the last block whose findings were reported
        self._contents = ContentReader(buffer)
        self._writer = kept_writers(batch_rows)
        self._dropped = 0  # end of the released pages

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yield the batches of the file, then report why the scan stopped."""
        walk = Walk(walk_frames(self._buffer) if has_kernels() else walk_log(self._buffer))
        for step in walk:
            if not isinstance(step, LogBlock):
                yield from self.table(step)
            elif step.type.has_records:
                yield from self.careful(step, 0)
        if walk.end.rejection is not None:
            self._on_reject(None, walk.end.rejection)

    def table(self, rows: Table) -> Iterator[pa.RecordBatch]:
        """Yield the batches of a table of intact blocks (`framing.walk_frames`)."""
        from hudi_conformance.decode.bulk import runs

        data = runs.data_blocks(rows)
        first = 0
        while first < len(data):
            end = runs.run_end(self._buffer, data, first)
            writer = self._writer(runs.schema_text(self._buffer, data[first])) if end > first else None
            if writer is None or writer.runs is None:
                yield from self.careful(block_of(self._buffer, data[first].tolist()), 0)
                first += 1
                continue
            blocks = data[first:end]
            for step in writer.runs.read(self._buffer, blocks, writer.batch_rows):
                if isinstance(step, runs.Irregular):
                    yield from self.careful(
                        block_of(self._buffer, blocks[step.block].tolist()), step.num_done
                    )
                else:
                    yield self._finished(step, blocks, writer)
                    if self._on_finding is not None and not step.is_exact:
                        for number in dict.fromkeys(step.blocks.tolist()):
                            self._tell(block_of(self._buffer, blocks[number].tolist()))
                    self._dropped = drop_pages(self._buffer, self._dropped, step.ofs_done)
            first = end

    def careful(self, block: LogBlock, num_done: int) -> Iterator[pa.RecordBatch]:
        """Yield the records of a block from the checked decoder, except the first `num_done`."""
        walk = Records(self._contents.walk(block))
        rows = islice(walk, num_done, None)
        part = list(islice(rows, 1))
        if part:
            text = block.header[HeaderKey.SCHEMA]
            writer = self._writer(text.encode() if isinstance(text, str) else text)
            if writer is None:
                raise AssertionError("records were decoded with a schema that does not parse")
            tree = self._contents.schema(block).tree
            instant = block.header.get(HeaderKey.INSTANT_TIME)
            num_rows = min(writer.batch_rows, max(1, _CAREFUL_VALUES // max(len(writer.shape.columns), 1)))
            while part:
                part += islice(rows, num_rows - len(part))
                yield self._with_blocks(
                    batch_of_rows(part, writer.shape, tree),
                    [block.span.ofs] * len(part),
                    [instant if isinstance(instant, str) else None] * len(part),
                )
                part = list(islice(rows, 1))
        if self._on_finding is not None:
            self._tell(block)
            if block.type.payload is not Payload.AVRO:
                for finding in walk.content.findings:
                    self._on_finding(block, finding)
        if walk.content.rejection is not None:
            self._on_reject(block, walk.content.rejection)

    def _tell(self, block: LogBlock) -> None:
        """Report the findings between the records of an Avro block, once."""
        if self._on_finding is None or block.type.payload is not Payload.AVRO or block.span.ofs <= self._told:
            return
        self._told = block.span.ofs
        try:
            schema = self._contents.schema(block)
        except Reject:
            return  # the block is rejected
        for finding in check_records(self._buffer, block, schema):
            self._on_finding(block, finding)

    def _finished(self, rows: Rows, blocks: Table, writer: Writer) -> pa.RecordBatch:
        from hudi_conformance.decode.bulk import runs

        batch = pa.RecordBatch.from_arrays(rows.columns, schema=writer.arrow_schema)
        if not self._with_block:
            return batch
        first, last = int(rows.blocks[0]), int(rows.blocks[-1])
        instants = [runs.instant_text(self._buffer, row) for row in blocks[first : last + 1]]
        of_row = pa.array(rows.blocks - first)
        return self._with_blocks(
            batch, blocks[rows.blocks, runs.OFS_BLOCK], pa.array(instants, pa.string()).take(of_row)
        )

    def _with_blocks(self, batch: pa.RecordBatch, ofs_blocks: object, instants: object) -> pa.RecordBatch:
        if not self._with_block:
            return batch
        extra = [
            pa.array(values, field.type)
            for values, field in zip((ofs_blocks, instants), BLOCK_FIELDS, strict=True)
        ]
        schema = pa.schema([*batch.schema, *BLOCK_FIELDS])
        return pa.RecordBatch.from_arrays([*batch.columns, *extra], schema=schema)


@dataclass(frozen=True, slots=True)
class WriterColumns:
    """Columns of a writer schema, and the kernel's program if the kernel supports them."""

    shape: RowShape
    program: Program | None


def columns_of_text(text: bytes) -> WriterColumns | None:
    """Columns of the writer schema `text`, None if it is not a schema."""
    columns_of = _cached_columns if len(text) <= _MAX_CACHED else _columns_of
    return columns_of(text, with_program=has_kernels())


def _columns_of(text: bytes, *, with_program: bool) -> WriterColumns | None:
    try:
        shape = row_shape(parse_schema(text.decode("utf-8")).tree)
    except (SchemaError, UnicodeDecodeError):
        return None
    if not with_program:
        return WriterColumns(shape, None)
    from hudi_conformance.decode.bulk.program import compile_program

    return WriterColumns(shape, compile_program(shape))


_cached_columns = lru_cache(maxsize=_MAX_SCHEMAS)(_columns_of)


def kept_writers(batch_rows: int) -> Callable[[bytes], Writer | None]:
    """`writer_of` with batches of this many rows; it caches the writers of some schemas."""
    return lru_cache(maxsize=_MAX_SCHEMAS)(partial(writer_of, batch_rows=batch_rows))


def writer_of(text: bytes, batch_rows: int) -> Writer | None:
    """The writer of the schema `text`, None if it is not a schema; batches have at most `batch_rows` rows."""
    columns = columns_of_text(text)
    if columns is None:
        return None
    runs = None
    if columns.program is not None:
        from hudi_conformance.decode.bulk.runs import RunReader

        runs = RunReader(columns.program)
    shape = columns.shape
    return Writer(shape, shape.arrow_schema, shape.batch_rows(batch_rows), runs)
