# SPDX-License-Identifier: Apache-2.0
"""The versions in the log files of one slice, as Arrow columns in the order in which they apply.

Columns are read only if they certainly equal those of the checked reader: intact blocks of Avro records or
deletes, whose schema has the columns of the reader's schema. In all other cases, such as damage, `table.logs`
reads the slice again and reports rejections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from hudi_conformance.decode.bulk.avro_arrow import BATCH_ROWS, LogReader, columns_of_text
from hudi_conformance.decode.bulk.framing import block_of, has_kernels, walk_frames
from hudi_conformance.decode.bulk.shape import Kind, RowShape
from hudi_conformance.decode.limits import allowance
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.scan import Walk, walk_log
from hudi_conformance.decode.source import Input, Memory, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.log import DeletedKey, HeaderKey, LogBlock
from hudi_conformance.model.meta_fields import RECORD_KEY
from hudi_conformance.semantics.slices.blocks import ScanLimits, SliceBlock, blocks_in_effect
from hudi_conformance.table.corrupt import SkippedBlock
from hudi_conformance.table.logs import block_runs, renaming_of
from hudi_conformance.table.schemas import ColumnIds

MAX_BYTES = 1 << 30  # of all columns of a slice's log files; an Arrow column of text holds twice as many
Numbers = npt.NDArray[np.int64]
_Names: TypeAlias = "tuple[tuple[str, str | None], ...]"
_Schema: TypeAlias = "tuple[bytes, _Names]"


class ByRows(Exception):  # noqa: N818 - not an error: another path must be taken
    """The slice must be merged row by row; the argument is the reason."""


@dataclass(frozen=True, slots=True)
class LogVersions:
    """All versions of a slice, in the order in which they apply.

    Attributes:
        rows: rows of data blocks, in the reader's schema.
        deletes: entries of delete blocks.
        keys: key of each version.
        places: for each version the number of its row, or -1 - the number of its delete.
    """

    rows: pa.RecordBatch
    deletes: Sequence[DeletedKey]
    keys: pa.StringArray
    places: Numbers


def read_versions(
    files: Sequence[Input],
    schema: AvroSchema,
    shape: RowShape,
    limits: ScanLimits,
    ids: ColumnIds | None,
    *,
    skipped: SkippedBlock | None = None,
) -> LogVersions:
    """The versions of the blocks in effect.

    Args:
        files: log files of the slice, in order.
        schema: reader's schema as a tree.
        shape: its columns.
        limits: which blocks are read.
        ids: ids of columns; None if columns are matched by name.
        skipped: receives corrupt blocks.

    Raises:
        ByRows: a part is too complex, or would be rejected.
        OSError: a file cannot be opened.
    """
    if any(column.kind is Kind.JSON for column in shape.columns):
        raise ByRows("type without a column")
    frames: dict[tuple[int, int], list[int]] = {}
    blocks: list[SliceBlock] = []
    size = 0
    for number, file in enumerate(files):
        with open_source(file) as buffer:
            size += len(buffer)
            for block, frame in _blocks(buffer):
                blocks.append(SliceBlock(number, block))
                if frame is not None:
                    frames[number, block.span.ofs] = frame
                elif block.type is BlockType.CORRUPT_BLOCK and skipped is not None:
                    skipped(number, block)
    try:
        runs = list(block_runs(blocks_in_effect(blocks, limits)))
    except Reject as error:
        raise ByRows("refusal") from error
    gatherer = _Gatherer(schema, shape, allowance(size), ids)
    for number, run in runs:
        with open_source(files[number]) as buffer:
            gatherer.take(buffer, [(item.block, frames.get((number, item.block.span.ofs))) for item in run])
    return gatherer.versions()


def _blocks(buffer: Memory) -> Iterator[tuple[LogBlock, list[int] | None]]:
    walk = Walk(walk_frames(buffer) if has_kernels() else walk_log(buffer))
    for step in walk:
        if isinstance(step, LogBlock):
            yield step, None
        else:
            for row in step.tolist():
                yield block_of(buffer, row), row
    if walk.end.rejection is not None:
        raise ByRows("refusal")


@dataclass(slots=True)
class _Gatherer:
    """Versions of the runs of blocks read so far."""

    schema: AvroSchema
    shape: RowShape
    most_bytes: int
    ids: ColumnIds | None
    batches: list[pa.RecordBatch] = field(default_factory=list)
    deletes: list[DeletedKey] = field(default_factory=list)
    keys: list[pa.StringArray] = field(default_factory=list)
    places: list[Numbers] = field(default_factory=list)
    num_rows: int = 0
    num_bytes: int = 0
    indexes: dict[_Schema, list[int]] = field(default_factory=dict)

    def take(self, buffer: Memory, run: Sequence[tuple[LogBlock, list[int] | None]]) -> None:
        """Take blocks of one file."""
        rejections: list[object] = []
        reader = LogReader(buffer, BATCH_ROWS, False, lambda _, why: rejections.append(why))
        contents = ContentReader(buffer)
        first = 0
        while first < len(run):
            block, frame = run[first]
            end = first + 1
            if block.type.payload is Payload.DELETES:
                self._take_deletes(contents, block)
            else:
                text = self._schema(block)
                frames = [] if frame is None else [frame]
                while frames and end < len(run):
                    block, frame = run[end]
                    if (
                        frame is None
                        or block.type is not BlockType.AVRO_DATA_BLOCK
                        or self._schema(block) != text
                    ):
                        break
                    frames.append(frame)
                    end += 1
                part = (
                    reader.table(np.array(frames, np.int64)) if frames else reader.careful(run[first][0], 0)
                )
                for batch in part:
                    self._take_rows(batch, text)
                if rejections:
                    raise ByRows("refusal")
            first = end

    def _take_deletes(self, contents: ContentReader, block: LogBlock) -> None:
        content = contents.read(block)
        if content.rejection is not None:
            raise ByRows("refusal")
        deletes = list(content.deletes or ())
        if not all(isinstance(delete.record_key, str) for delete in deletes):
            raise ByRows("key")
        self.keys.append(pa.array([delete.record_key for delete in deletes], pa.string()))
        self.places.append(
            -1 - np.arange(len(self.deletes), len(self.deletes) + len(deletes), dtype=np.int64)
        )
        self.deletes += deletes

    def _schema(self, block: LogBlock) -> _Schema:
        """Schema of a block of complete Avro rows, and the new names of its columns."""
        text, renaming = (
            _schema_text(block),
            renaming_of(self.ids, block, frozenset(self.shape.arrow_schema.names)),
        )
        if renaming is None:
            return text, ()
        if renaming.inner:
            raise ByRows("columns renamed inside others")
        return text, tuple(renaming.names.items())

    def _take_rows(self, batch: pa.RecordBatch, schema_of_block: _Schema) -> None:
        indexes = self.indexes.get(schema_of_block)
        if indexes is None:
            indexes = self.indexes[schema_of_block] = _indexes(*schema_of_block, self.schema, self.shape)
        schema = self.shape.arrow_schema
        columns = []
        for index, target in zip(indexes, schema, strict=True):
            column = pa.nulls(batch.num_rows, target.type) if index < 0 else batch.column(index)
            if column.type != target.type or (index >= 0 and batch.schema.field(index).metadata):
                raise ByRows("value without a column")
            columns.append(column)
        rows = pa.RecordBatch.from_arrays(columns, schema=schema)
        self.num_bytes += rows.nbytes
        if self.num_bytes > min(self.most_bytes, MAX_BYTES):
            raise ByRows("size")
        keys = rows.column(RECORD_KEY)
        if keys.null_count:
            raise ByRows("key")
        self.batches.append(rows)
        self.keys.append(keys)
        self.places.append(np.arange(self.num_rows, self.num_rows + len(keys), dtype=np.int64))
        self.num_rows += len(keys)

    def versions(self) -> LogVersions:
        """All versions."""
        rows = pa.Table.from_batches(self.batches, self.shape.arrow_schema).combine_chunks().to_batches()
        if len(rows) > 1:
            raise ByRows("size")
        return LogVersions(
            rows[0] if rows else pa.RecordBatch.from_pylist([], self.shape.arrow_schema),
            self.deletes,
            pa.concat_arrays(self.keys) if self.keys else pa.array([], pa.string()),
            np.concatenate(self.places) if self.places else np.empty(0, np.int64),
        )


def _schema_text(block: LogBlock) -> bytes:
    """Schema of a block of complete Avro rows."""
    header = block.header
    if block.type is not BlockType.AVRO_DATA_BLOCK:
        raise ByRows(f"block {block.type.name}")
    if str(header.get(HeaderKey.IS_PARTIAL, "")).lower() == "true":
        raise ByRows("partial rows")
    text = header.get(HeaderKey.SCHEMA)
    if not isinstance(text, str):
        raise ByRows("refusal")
    return text.encode("utf-8")


def _indexes(text: bytes, names: _Names, schema: AvroSchema, shape: RowShape) -> list[int]:
    """Index of each column of the reader in rows of the writer's schema `text`, -1 for a null.

    `names`: new names of columns by those in `text`, None for a hidden one.
    """
    columns = columns_of_text(text)
    if columns is None or not columns.shape.is_record:
        raise ByRows("refusal")
    new = dict(names)
    written = {new.get(name, name): index for index, name in enumerate(columns.shape.names)}
    defaults: Mapping[str, Any] = {member["name"]: member.get("default") for member in schema["fields"]}
    indexes = []
    for name, column in zip(shape.names, shape.columns, strict=True):
        index = written.get(name, -1)
        if index < 0:
            if defaults[name] is not None or not column.is_nullable:
                raise ByRows("default of a column")
        else:
            source = columns.shape.columns[index]
            is_wider = source.is_nullable and not column.is_nullable
            if is_wider or replace(source, null_branch=None) != replace(column, null_branch=None):
                raise ByRows("schema of a block")
        indexes.append(index)
    return indexes
