# SPDX-License-Identifier: Apache-2.0
"""`hudi_log_records`: records, deletes and commands of log files, and their unreadable parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_deleted_key
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, parse_schema
from hudi_conformance.decode.bulk.avro_arrow import decode_block_to_arrow
from hudi_conformance.decode.bulk.framing import has_kernels, walk_blocks
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import Kind, RowShape, row_shape
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.lake.files import list_files, opened
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.common import AvroSchema as SchemaTree
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.log import BlockContent, HeaderKey, LogBlock
from hudi_conformance.spark.sources import base
from hudi_conformance.spark.sources.log_pieces import LogReader, instant_text, is_log, walk_piece
from hudi_conformance.spark.sources.typed import columns_ddl, free_name, shape_of_option, to_spark

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

COLUMNS = (
    "path string, block int, ofs bigint, kind string, instant string, op string, i int, record string, "
    + base.REFUSAL_COLUMNS
)
NAMES = base.column_names(COLUMNS)
_TAKEN = frozenset(NAMES)
RECORD, DELETE, COMMAND, REFUSAL, UNREADABLE = "record", "delete", "command", "refused", "unreadable"
BULK_BYTES = 1 << 16  # contents from this size on are read by the compiled kernels


class HudiLogRecords(base.FilesSource):
    """Contents of log files, as in `log.records`.

    Option `schema`: an Avro schema, or `auto` for that of the first block that has one. Records are then in
    columns of that schema, by name, and their `record` is empty.
    """

    NAME = "hudi_log_records"

    def schema(self) -> StructType | str:
        """Columns of the source, then those of the option `schema`."""
        text = self.writer_schema()
        if text is None:
            return COLUMNS
        return f"{COLUMNS}, {columns_ddl(shape_of_option(text), _TAKEN)}"

    def writer_schema(self) -> str | None:
        """Avro schema that defines columns, or None.

        Raises:
            ValueError: it does not parse, or no block has one.
        """
        text: str | None = self.options.get("schema")
        if text is None:
            return None
        if text == "auto":
            text = first_schema(self.paths())
        shape_of_option(text)
        return text

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        text = self.writer_schema()
        fields = () if text is None else shape_of_option(text).names
        return RecordsReader(self, schema, [free_name(name, _TAKEN) for name in fields])


def first_schema(paths: Sequence[str]) -> str:
    """Text of the first valid schema of a block in the log files."""
    for ref in list_files(paths):
        if not is_log(ref.name):
            continue
        with suppress(*base.READ_ERRORS, SchemaError), opened(ref) as buffer:
            for block in walk_blocks(buffer):
                if isinstance(block, LogBlock) and block.type.has_records:
                    text = block.header.get(HeaderKey.SCHEMA)
                    if isinstance(text, str):
                        parse_schema(text)
                        return text
    raise ValueError("no block has a schema: name one with the option `schema`")


class RecordsReader(LogReader):
    """Decodes the contents of blocks that may be selected; `fields` are the columns of the schema."""

    PRUNING = ("path", "kind", "instant", "op", "ofs", "block")
    UNREADABLE: ClassVar[base.Row] = {"op": UNREADABLE}

    def __init__(self, source: HudiLogRecords, schema: StructType, fields: Sequence[str]) -> None:
        super().__init__(source, schema, [*NAMES, *fields])
        self.fields = [name for name in fields if name in self.arrow.names]
        self.as_json = "record" in self.arrow.names and not fields

    def batches(self, buffer: Buffer, piece: base.Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows of contents."""
        rows = base.RowBuffer(self)
        reader = _Contents(self, buffer, rows)
        for number, step in enumerate(walk_piece(buffer, piece), piece.first):
            if isinstance(step, LogBlock):
                if step.type.payload is not Payload.UNKNOWN:
                    yield from reader.block(step, {"path": piece.ref.path, "block": number})
            elif step.rejection is not None:
                row = {"path": piece.ref.path, "block": number, "ofs": step.rejection.at, "op": REFUSAL}
                yield from rows.add(row | base.refusal(step.rejection))
        yield from rows.flush()


class _Contents:
    """Rows of the blocks of one piece."""

    def __init__(self, reader: RecordsReader, buffer: Buffer, rows: base.RowBuffer) -> None:
        self._reader = reader
        self._buffer = buffer
        self._rows = rows
        self._contents = ContentReader(buffer)
        self._memory = buffer if isinstance(buffer, Memory) and has_kernels() else None
        self._known: tuple[AvroSchema, RowShape, RowMapper] | None = None

    def block(self, block: LogBlock, row: base.Row) -> Iterator[pa.RecordBatch]:
        """Yield full batches of a block's rows."""
        row |= {"ofs": block.span.ofs, "kind": block.type.name, "instant": instant_text(block)}
        op = DELETE if block.type.payload is Payload.DELETES else COMMAND
        op = RECORD if block.type.has_records else op
        selection = self._reader.selection
        has_op = selection.accepts("op", op) or selection.accepts("op", REFUSAL)
        if not has_op or not selection.accepts_row(row):
            return
        # Without an instant a block is rejected, though its records are read.
        is_quick = HeaderKey.INSTANT_TIME in block.header and block.type.has_records
        is_quick = is_quick and block.content.len >= BULK_BYTES
        try:
            if self._memory is not None and self._reader.fields and is_quick:
                batches, rejection = decode_block_to_arrow(self._memory, block)
                _, shape, _ = self._shape(block)
                if rejection is None and not any(fell_back(batch, shape) for batch in batches):
                    yield from self._rows.flush()
                    yield from self._typed(block, batches, row)
                    return
            content = self._contents.read(block)
        except (LimitExceeded, UnsupportedInput) as error:
            yield from self._rows.add(row | {"op": REFUSAL, **base.refusal(error)})
            return
        yield from self._content(content, row)

    def _content(self, content: BlockContent, row: base.Row) -> Iterator[pa.RecordBatch]:
        if content.records:
            yield from self._records(content, row)
        for i, deleted in enumerate(content.deletes or ()):
            text = dumps(canonical_deleted_key(deleted))
            yield from self._rows.add(row | {"op": DELETE, "i": i, "record": text}, len(text) + 64)
        if content.command is not None:
            target = content.block.header.get(HeaderKey.TARGET_INSTANT_TIME)
            instant = None if target is None else canonical_text(target)
            text = dumps({"command": content.command, "target_instant": instant})
            yield from self._rows.add(row | {"op": COMMAND, "i": 0, "record": text})
        if content.rejection is not None:
            yield from self._rows.add(row | {"op": REFUSAL, **base.refusal(content.rejection)})

    def _records(self, content: BlockContent, row: base.Row) -> Iterator[pa.RecordBatch]:
        schema, shape, mapper = self._shape(content.block)
        records = content.records or ()
        if self._reader.fields:
            yield from self._rows.flush()
            step = max(
                1, min(base.BATCH_ROWS, base.BATCH_BYTES * len(records) // max(content.block.content.len, 1))
            )
            parts = (records[start : start + step] for start in range(0, len(records), step))
            batches = (batch for part in parts for batch in typed_batches(part, shape, schema.tree))
            yield from self._typed(content.block, batches, row)
            return
        for i, record in enumerate(records):
            text = dumps(mapper(record)) if self._reader.as_json else None
            yield from self._rows.add(row | {"op": RECORD, "i": i, "record": text}, len(text or "") + 64)

    def _shape(self, block: LogBlock) -> tuple[AvroSchema, RowShape, RowMapper]:
        schema = self._contents.schema(block)
        if self._known is None or self._known[0] is not schema:
            self._known = schema, row_shape(schema.tree), RowMapper(schema.tree)
        return self._known

    def _typed(
        self, block: LogBlock, batches: Iterable[pa.RecordBatch], row: base.Row
    ) -> Iterator[pa.RecordBatch]:
        """Batches with the selected columns of the block's schema, by name and type."""
        _, shape, _ = self._shape(block)
        positions = {free_name(name, _TAKEN): i for i, name in enumerate(shape.names)}
        first = 0
        for batch in batches:
            numbers = pa.array(range(first, first + batch.num_rows), pa.int32())
            columns: base.Row = {**row, "op": RECORD, "i": numbers}
            for name in self._reader.fields:
                if name in positions:
                    kind, number = self._reader.arrow.field(name).type, positions[name]
                    if kind == pa.string() or not is_json(batch, shape, number):
                        columns[name] = cast_or_null(batch.column(number), kind)
            first += batch.num_rows
            yield self._reader.batch(columns, batch.num_rows)


def typed_batches(rows: Sequence[AvroValue], shape: RowShape, tree: SchemaTree) -> Iterator[pa.RecordBatch]:
    """Rows as one batch, or as one batch per row if a value does not fit: then only that value is lost."""
    batch = batch_of_rows(rows, shape, tree)
    if fell_back(batch, shape) and len(rows) > 1:
        yield from (batch_of_rows([row], shape, tree) for row in rows)
    else:
        yield batch


def fell_back(batch: pa.RecordBatch, shape: RowShape) -> bool:
    """Whether a column is JSON because a value does not fit its type."""
    return any(is_json(batch, shape, number) for number in range(len(shape.names)))


def is_json(batch: pa.RecordBatch, shape: RowShape, number: int) -> bool:
    """Whether one column is JSON because a value does not fit its type."""
    return bool(batch.schema.field(number).type != shape.columns[number].arrow) or (
        bool(batch.schema.field(number).metadata) and shape.columns[number].kind is not Kind.JSON
    )


def cast_or_null(array: pa.Array, kind: pa.DataType) -> pa.Array:
    """The array as the type of a column; nulls where the block's schema has a type that cannot be cast."""
    try:
        return to_spark(array, kind)
    except (pa.ArrowException, TypeError, ValueError):
        return pa.nulls(len(array), kind)
