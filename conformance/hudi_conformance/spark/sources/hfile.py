# SPDX-License-Identifier: Apache-2.0
"""`hudi_hfile`: cells of HFiles, or the records that Hudi keeps in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.hfile import COLUMNS as CELL_COLUMNS
from hudi_conformance.decode.bulk.hfile import careful_batches, iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import Reject
from hudi_conformance.spark.sources.base import (
    REFUSED,
    UNREADABLE,
    FilesReader,
    FilesSource,
    Piece,
    RowBuffer,
    column_names,
    refused,
)

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

    from hudi_conformance.lake.files import FileRef

CELLS = (
    "path string, cell bigint, row binary, family binary, qualifier binary, timestamp bigint, type int, "
    "value binary, tags binary, mvcc bigint, " + REFUSED
)
RECORDS = "path string, cell bigint, row binary, record string, " + REFUSED
_ARROW = pa.schema(
    [
        pa.field(name, pa.binary() if name not in {"timestamp", "type", "mvcc"} else pa.int64())
        for name in CELL_COLUMNS
    ]
)


class HudiHFile(FilesSource):
    """Cells as `hfile.cells` answers it; with the option `records=true` as `hfile.records` does."""

    @classmethod
    def name(cls) -> str:
        """Name in Spark."""
        return "hudi_hfile"

    def wants_records(self) -> bool:
        """Option `records`."""
        text: str = self.options.get("records", "false").lower()
        if text not in {"true", "false"}:
            raise ValueError(f"option records is {text!r}, not true or false")
        return text == "true"

    def schema(self) -> StructType | str:
        """Columns of cells or records."""
        return RECORDS if self.wants_records() else CELLS

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        known = column_names(RECORDS if self.wants_records() else CELLS)
        return RecordReader(self, schema, known) if self.wants_records() else CellsReader(self, schema, known)


class _HFileReader(FilesReader):
    """HFiles are not cut: a file is one piece."""

    def fits(self, ref: FileRef) -> bool:
        """By the ending of the name; a file that is named itself is read whatever it is called."""
        return ref.path.endswith(".hfile") or any(ref.path.endswith(path) for path in self.paths)


class CellsReader(_HFileReader):
    """Cells by the compiled kernels where that can be."""

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield cells, and at last why there are no more."""
        first = 0
        asked = [name for name in CELL_COLUMNS if name in self.arrow.names] or ["type"]
        try:
            for batch in self._cells(buffer, asked):
                columns: dict[str, Any] = {name: batch.column(i) for i, name in enumerate(asked)}
                columns |= {"path": piece.ref.path, "cell": pa.array(range(first, first + batch.num_rows))}
                first += batch.num_rows
                yield self.batch(columns, batch.num_rows)
        except UNREADABLE as error:
            row = {"path": piece.ref.path, "cell": first, **refused(error)}
            yield self.batch({name: [row.get(name)] for name in self.arrow.names}, 1)

    def _cells(self, buffer: Buffer, asked: list[str]) -> Iterator[pa.RecordBatch]:
        if isinstance(buffer, Memory):
            yield from iter_cell_batches(buffer, columns=asked)
            return
        file = HFile(buffer)
        reader = CellReader.of(file)
        schema = pa.schema([_ARROW.field(name) for name in asked])
        num = 0
        for block in reader.data_blocks():
            for batch in careful_batches(reader, block, schema):
                num += batch.num_rows
                yield batch
        if num != file.trailer.entry_count:
            message = f"{num} cells where the trailer says {file.trailer.entry_count}"
            at = file.trailer.places.get("entry_count", file.trailer.ofs)
            raise Reject("bad-value", at, "hfile.trailer.entry-count", message)


class RecordReader(_HFileReader):
    """Records by the schema of the file info."""

    def batches(self, buffer: Buffer, piece: Piece) -> Iterator[pa.RecordBatch]:
        """Yield records as canonical JSON; one that does not decode is refused by itself."""
        rows = RowBuffer(self)
        cell_number = 0
        try:
            file = HFile(buffer)
            _, schema = read_schema(file)
            mapper = RowMapper(schema.tree)
            for cell in CellReader.of(file).scan():
                row: dict[str, Any] = {"path": piece.ref.path, "cell": cell_number, "row": cell.row}
                cell_number += 1
                try:
                    row["record"] = dumps(mapper(decode_record(cell, schema)))
                except UNREADABLE as error:
                    row |= refused(error)
                yield from rows.add(row, len(cell.row) + len(row.get("record") or "") + 64)
        except UNREADABLE as error:
            yield from rows.add({"path": piece.ref.path, "cell": cell_number, **refused(error)})
        yield from rows.flush()
