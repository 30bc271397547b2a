# SPDX-License-Identifier: Apache-2.0
"""`hudi_log_records`: records, deletes and commands of log files, and what of them could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.log import canonical_deleted_key
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, parse_schema
from hudi_conformance.decode.bulk.avro_arrow import decode_block_to_arrow
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import Kind, RowShape, row_shape
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.lake.files import close_buffer, list_files, open_ranged
from hudi_conformance.spark.sources.base import (
    BATCH_ROWS,
    REFUSED,
    UNREADABLE,
    FilesReader,
    FilesSource,
    Piece,
    RowBuffer,
    refused,
)
from hudi_conformance.spark.sources.log_blocks import text_of
from hudi_conformance.spark.sources.log_pieces import is_log, plan_log, walk_piece
from hudi_conformance.spark.sources.typed import columns_ddl, free_name, to_spark
from hudi_conformance.views.log import BlockContent, BlockType, HeaderKey, LogBlock

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

    from hudi_conformance.lake.files import FileRef

COLUMNS = (
    "path string, block int, ofs bigint, kind string, instant string, op string, i int, record string, "
    + REFUSED
)
NAMES = (
    "path", "block", "ofs", "kind", "instant", "op", "i", "record", "code", "at", "requirement", "message",
)  # fmt: skip
RECORD, DELETE, COMMAND, REFUSAL, UNREAD = "record", "delete", "command", "refused", "unreadable"
BULK_BYTES = 1 << 16  # contents from this size on go through the compiled kernels
_DATA = frozenset(
    {
        BlockType.AVRO_DATA_BLOCK,
        BlockType.CDC_DATA_BLOCK,
        BlockType.HFILE_DATA_BLOCK,
        BlockType.PARQUET_DATA_BLOCK,
    }
)


class HudiLogRecords(FilesSource):
    """Contents of log files, as `log.records` answers it.

    Option `schema`: an Avro schema, or `auto` for that of the first block that has one. Records then come in
    columns of that schema, by name, and `record` is empty for them.
    """

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_log_records"

    def schema(self) -> StructType | str:
        """Columns of the source, then those of the option `schema`."""
        text = self.writer_schema()
        if text is None:
            return COLUMNS
        return f"{COLUMNS}, {columns_ddl(row_shape(parse_schema(text).tree), set(NAMES))}"

    def writer_schema(self) -> str | None:
        """Avro schema that columns are made of, None without.

        Raises:
            ValueError: it does not parse, or no block has one.
        """
        text: str | None = self.options.get("schema")
        if text is None:
            return None
        if text == "auto":
            text = first_schema(self.paths())
        try:
            parse_schema(text)
        except SchemaError as error:
            raise ValueError(f"option schema: {error}") from None
        return text

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        text = self.writer_schema()
        shape = None if text is None else row_shape(parse_schema(text).tree)
        extra = [] if shape is None else [free_name(name, set(NAMES)) for name in shape.names]
        return RecordsReader(self, schema, [*NAMES, *extra], extra)


def first_schema(paths: Sequence[str]) -> str:
    """Text of the schema of the first block of the first log file that has one that parses."""
    for ref in list_files(paths):
        if not is_log(ref.path):
            continue
        try:
            buffer = open_ranged(ref)
        except UNREADABLE:
            continue
        try:
            for step in walk_piece(buffer, Piece(ref, 0, ref.size)):
                text = step.header.get(HeaderKey.SCHEMA) if isinstance(step, LogBlock) else None
                if isinstance(text, str) and step.type in _DATA:  # type: ignore[union-attr]
                    parse_schema(text)
                    return text
        except (*UNREADABLE, SchemaError):
            continue
        finally:
            close_buffer(buffer)
    raise ValueError("no block has a schema: name one with the option `schema`")


class RecordsReader(FilesReader):
    """Decodes the contents of blocks that may be wanted."""

    PRUNING = ("path", "kind", "instant", "op", "ofs", "block")

    def __init__(
        self, source: HudiLogRecords, schema: StructType, known: Sequence[str], typed: Sequence[str]
    ) -> None:
        super().__init__(source, schema, known)
        self.typed = [name for name in typed if name in self.arrow.names]
        # Without columns of a schema, or when somebody asks for the text only, records are JSON.
        self.as_json = "record" in self.arrow.names and not typed

    def fits(self, ref: FileRef) -> bool:
        """By the name."""
        return is_log(ref.path)

    def plan(self, ref: FileRef) -> Iterable[Piece]:
        """Cut at block boundaries."""
        return plan_log(ref, self.split_size)

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows of contents."""
        rows = RowBuffer(self)
        reader = _Contents(self, buffer, rows)
        number = piece.first
        for step in walk_piece(buffer, piece):
            if isinstance(step, LogBlock):
                if step.type is not BlockType.CORRUPT_BLOCK:
                    yield from reader.block(step, {"path": piece.ref.path, "block": number})
                number += 1
            elif step.rejection is not None:
                row = {"path": piece.ref.path, "block": number, "ofs": step.rejection.at, "op": REFUSAL}
                yield from rows.add(row | refused(step.rejection))
        yield from rows.flush()

    def unreadable(self, piece: Piece, error: Exception) -> Iterator[pa.RecordBatch]:
        """Yield the row of a file that cannot be read."""
        row = {"path": piece.ref.path, "op": UNREAD, **refused(error)}
        yield self.batch({name: [row.get(name)] for name in self.arrow.names}, 1)


class _Contents:
    """Rows of the blocks of one piece."""

    def __init__(self, reader: RecordsReader, buffer: Buffer, rows: RowBuffer) -> None:
        self._reader = reader
        self._buffer = buffer
        self._rows = rows
        self._contents = ContentReader(buffer)
        self._memory = buffer if isinstance(buffer, Memory) and has_kernels() else None
        self._known: tuple[AvroSchema, RowShape, RowMapper] | None = None

    def block(self, block: LogBlock, row: dict[str, Any]) -> Iterator[pa.RecordBatch]:
        """Yield full batches of a block's rows."""
        instant = block.header.get(HeaderKey.INSTANT_TIME)
        row = row | {
            "ofs": block.span.ofs, "kind": block.type.name,
            "instant": None if instant is None else text_of(instant),
        }  # fmt: skip
        wanted = self._reader.wanted
        known = {name: row[name] for name in ("ofs", "block", "kind", "instant")}
        op = DELETE if block.type is BlockType.DELETE_BLOCK else COMMAND
        op = RECORD if block.type in _DATA else op
        if not wanted.any_fits(**known) or not (wanted.fits("op", op) or wanted.fits("op", REFUSAL)):
            return
        try:
            if self._memory is not None and self._reader.typed and self._is_quick(block):
                batches, rejection = decode_block_to_arrow(self._memory, block)
                _, shape, _ = self._shape(block)
                if rejection is None and not any(fell_back(batch, shape) for batch in batches):
                    yield from self._rows.flush()
                    yield from self._typed(block, batches, row)
                    return
            content = self._contents.read(block)
        except (LimitExceeded, UnsupportedInput) as error:
            yield from self._rows.add(row | {"op": REFUSAL, **refused(error)})
            return
        yield from self._content(content, row)

    def _is_quick(self, block: LogBlock) -> bool:
        # Without an instant a block is refused, though its records are read.
        has_instant = HeaderKey.INSTANT_TIME in block.header
        return has_instant and block.type in _DATA and block.content.len >= BULK_BYTES

    def _content(self, content: BlockContent, row: dict[str, Any]) -> Iterator[pa.RecordBatch]:
        if content.records:
            yield from self._records(content, row)
        for i, deleted in enumerate(content.deletes or ()):
            text = dumps(canonical_deleted_key(deleted))
            yield from self._rows.add(row | {"op": DELETE, "i": i, "record": text}, len(text) + 64)
        if content.command is not None:
            target = content.block.header.get(HeaderKey.TARGET_INSTANT_TIME)
            shown = {
                "command": content.command,
                "target_instant": None if target is None else canonical_text(target),
            }
            yield from self._rows.add(row | {"op": COMMAND, "i": 0, "record": dumps(shown)})
        if content.rejection is not None:
            yield from self._rows.add(row | {"op": REFUSAL, **refused(content.rejection)})

    def _records(self, content: BlockContent, row: dict[str, Any]) -> Iterator[pa.RecordBatch]:
        schema, shape, mapper = self._shape(content.block)
        records = content.records or ()
        if self._reader.typed:
            yield from self._rows.flush()
            step = max(1, min(BATCH_ROWS, (8 << 20) * len(records) // max(content.block.content.len, 1)))
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
        self, block: LogBlock, batches: Iterable[pa.RecordBatch], row: dict[str, Any]
    ) -> Iterator[pa.RecordBatch]:
        """Batches with the columns of the block's schema that are asked for, by name and type."""
        _, shape, _ = self._shape(block)
        places = {free_name(name, set(NAMES)): i for i, name in enumerate(shape.names)}
        first = 0
        for batch in batches:
            columns: dict[str, Any] = {name: row.get(name) for name in NAMES}
            columns |= {"op": RECORD, "i": pa.array(range(first, first + batch.num_rows), pa.int32())}
            for name in self._reader.typed:
                if name in places:
                    wanted = self._reader.arrow.field(name).type
                    is_left = not_fitting(batch, shape, places[name]) and wanted != pa.string()
                    array = batch.column(places[name])
                    columns[name] = None if is_left else fitting(array, wanted)
            first += batch.num_rows
            yield self._reader.batch(columns, batch.num_rows)


def typed_batches(rows: Sequence[Any], shape: RowShape, tree: Any) -> Iterator[pa.RecordBatch]:
    """Rows as one batch, or where a value does not fit its type, a batch a row: only that value is lost."""
    batch = batch_of_rows(rows, shape, tree)
    if fell_back(batch, shape) and len(rows) > 1:
        yield from (batch_of_rows([row], shape, tree) for row in rows)
    else:
        yield batch


def fell_back(batch: pa.RecordBatch, shape: RowShape) -> bool:
    """Whether a column is JSON because a value does not fit its type."""
    return any(not_fitting(batch, shape, number) for number in range(len(shape.names)))


def not_fitting(batch: pa.RecordBatch, shape: RowShape, number: int) -> bool:
    """Whether this column is JSON because a value does not fit its type."""
    return bool(batch.schema.field(number).type != shape.columns[number].arrow) or (
        bool(batch.schema.field(number).metadata) and shape.columns[number].kind is not Kind.JSON
    )


def fitting(array: pa.Array, wanted: pa.DataType) -> pa.Array:
    """The array as the type that is asked for; empty where another schema has another type there."""
    try:
        return to_spark(array, wanted)
    except (pa.ArrowException, TypeError, ValueError):
        return pa.nulls(len(array), wanted)
