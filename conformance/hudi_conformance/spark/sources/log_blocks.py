# SPDX-License-Identifier: Apache-2.0
"""`hudi_log_blocks`: one row per block of a log file, intact or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pyarrow as pa

from hudi_conformance.canonical.json import plain_text
from hudi_conformance.decode.source import Buffer
from hudi_conformance.model.block_type import BlockType, Payload
from hudi_conformance.model.log import LogBlock
from hudi_conformance.spark.sources.base import REFUSAL_COLUMNS, FilesSource, Piece, Row, RowBuffer, refusal
from hudi_conformance.spark.sources.log_pieces import LogReader, instant_text, walk_piece

COLUMNS = (
    "path string, block int, ofs bigint, len bigint, kind string, format_version int, instant string, "
    "header map<string,string>, ofs_content bigint, len_content bigint, num_records int, verdict string, "
    + REFUSAL_COLUMNS
)
INTACT, CORRUPT, REJECTED, UNREADABLE = "intact", "corrupt", "rejected", "unreadable"


class BlocksReader(LogReader):
    """Walks the frames of log files; only the number of records of contents is read."""

    PRUNING = ("path", "kind", "instant", "verdict")
    UNREADABLE: ClassVar[Row] = {"verdict": UNREADABLE}

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield rows of blocks."""
        rows = RowBuffer(self)
        for number, step in enumerate(walk_piece(buffer, piece), piece.first):
            if isinstance(step, LogBlock):
                row = self._row(buffer, step)
                if not self.selection.accepts_row({name: row.get(name) for name in self.PRUNING[1:]}):
                    continue
            elif step.rejection is not None:
                at = step.rejection.at or 0
                row = {"ofs": at, "len": piece.ref.size - at, "verdict": REJECTED, **refusal(step.rejection)}
            else:
                continue
            size = 100 + sum(len(value) for _, value in row.get("header", ()))
            yield from rows.add({**row, "path": piece.ref.path, "block": number}, size)
        yield from rows.flush()

    def _row(self, buffer: Buffer, block: LogBlock) -> Row:
        row: Row = {
            "ofs": block.span.ofs, "len": block.span.len, "kind": block.type.name,
            "format_version": block.format_version, "instant": instant_text(block),
            "ofs_content": block.content.ofs, "len_content": block.content.len,
            "verdict": CORRUPT if block.type is BlockType.CORRUPT_BLOCK else INTACT,
        }  # fmt: skip
        if "header" in self.arrow.names:
            row["header"] = [(key.name, plain_text(value)) for key, value in block.header.items()]
        if (
            "num_records" in self.arrow.names
            and block.type.payload is Payload.AVRO
            and block.content.len >= 8
        ):
            ofs = block.content.ofs + 4
            row["num_records"] = int.from_bytes(buffer[ofs : ofs + 4], "big", signed=True)
        return row | refusal(block.why) if block.why is not None else row


class HudiLogBlocks(FilesSource):
    """Framing of log files, as in `log.scan`."""

    NAME = "hudi_log_blocks"
    COLUMNS = COLUMNS
    READER = BlocksReader
