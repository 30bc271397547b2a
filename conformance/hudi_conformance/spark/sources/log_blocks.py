# SPDX-License-Identifier: Apache-2.0
"""`hudi_log_blocks`: one row a block of a log file, intact or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.scalars import canonical_text
from hudi_conformance.decode.source import Buffer
from hudi_conformance.spark.sources.base import REFUSED, FilesReader, FilesSource, Piece, RowBuffer, refused
from hudi_conformance.spark.sources.log_pieces import is_log, plan_log, walk_piece
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

    from hudi_conformance.lake.files import FileRef

COLUMNS = (
    "path string, block int, ofs bigint, len bigint, kind string, format_version int, instant string, "
    "header map<string,string>, ofs_content bigint, len_content bigint, num_records int, verdict string, "
)
INTACT, CORRUPT, REJECTED, UNREADABLE = "intact", "corrupt", "rejected", "unreadable"
NAMES = (
    "path", "block", "ofs", "len", "kind", "format_version", "instant", "header", "ofs_content",
    "len_content", "num_records", "verdict", "code", "at", "requirement", "message",
)  # fmt: skip
_COUNTED = frozenset({BlockType.AVRO_DATA_BLOCK, BlockType.CDC_DATA_BLOCK})


class HudiLogBlocks(FilesSource):
    """Framing of log files, as `log.scan` answers it."""

    COLUMNS = COLUMNS + REFUSED

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_log_blocks"

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        return BlocksReader(self, schema, NAMES)


class BlocksReader(FilesReader):
    """Walks the frames of log files; contents are only looked at for the number of records."""

    PRUNING = ("path", "kind", "instant", "verdict")

    def fits(self, ref: FileRef) -> bool:
        """By the name."""
        return is_log(ref.path)

    def plan(self, ref: FileRef) -> Iterable[Piece]:
        """Cut at block boundaries."""
        return plan_log(ref, self.split_size)

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows of blocks."""
        rows = RowBuffer(self)
        number = piece.first
        for step in walk_piece(buffer, piece):
            if isinstance(step, LogBlock):
                row = self._row(buffer, step)
            elif step.rejection is not None:
                at = step.rejection.at or 0
                row = {"ofs": at, "len": piece.ref.size - at, "verdict": REJECTED, **refused(step.rejection)}
            else:
                continue
            wanted = {name: row.get(name) for name in self.PRUNING if name != "path"}
            if not isinstance(step, LogBlock) or self.wanted.any_fits(**wanted):
                yield from rows.add({**row, "path": piece.ref.path, "block": number}, _size(row))
            number += 1
        yield from rows.flush()

    def unreadable(self, piece: Piece, error: Exception) -> Iterator[pa.RecordBatch]:
        """Yield the row of a file that cannot be read."""
        row = {"path": piece.ref.path, "verdict": UNREADABLE, **refused(error)}
        yield self.batch({name: [row.get(name)] for name in self.arrow.names}, 1)

    def _row(self, buffer: Buffer, block: LogBlock) -> dict[str, Any]:
        instant = block.header.get(HeaderKey.INSTANT_TIME)
        row: dict[str, Any] = {
            "ofs": block.span.ofs, "len": block.span.len, "kind": block.type.name,
            "format_version": block.format_version, "instant": None if instant is None else text_of(instant),
            "ofs_content": block.content.ofs, "len_content": block.content.len,
            "verdict": CORRUPT if block.type is BlockType.CORRUPT_BLOCK else INTACT,
        }  # fmt: skip
        if "header" in self.arrow.names:
            row["header"] = [(key.name, text_of(value)) for key, value in block.header.items()]
        if "num_records" in self.arrow.names and block.type in _COUNTED and block.content.len >= 8:
            ofs = block.content.ofs + 4
            row["num_records"] = int.from_bytes(buffer[ofs : ofs + 4], "big", signed=True)
        return row | refused(block.why) if block.why is not None else row


def text_of(value: str | bytes) -> str:
    """A header value as text; what is not UTF-8 as canonical JSON."""
    shown = canonical_text(value)
    return shown if isinstance(shown, str) else dumps(shown)


def _size(row: dict[str, Any]) -> int:
    return 100 + sum(len(value) for _, value in row.get("header", ()))
