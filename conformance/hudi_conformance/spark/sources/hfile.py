# SPDX-License-Identifier: Apache-2.0
"""`hudi_hfile`: cells of HFiles, or the records that Hudi stores in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from hudi_conformance.canonical.json import dumps
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.bulk.hfile.scan import COLUMNS as CELL_COLUMNS
from hudi_conformance.decode.bulk.hfile.scan import careful_batches, iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import decode_record, read_schema
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import Reject
from hudi_conformance.spark.sources import base

if TYPE_CHECKING:
    from pyspark.sql.datasource import DataSourceReader
    from pyspark.sql.types import StructType

    from hudi_conformance.lake.files import FileRef

CELLS = (
    "path string, cell bigint, row binary, family binary, qualifier binary, timestamp bigint, type int, "
    "value binary, tags binary, mvcc bigint, " + base.REFUSAL_COLUMNS
)
RECORDS = "path string, cell bigint, row binary, record string, " + base.REFUSAL_COLUMNS
_NUMBERS = frozenset({"timestamp", "type", "mvcc"})


class HudiHFile(base.FilesSource):
    """Cells as in `hfile.cells`; with the option `records=true` as in `hfile.records`."""

    NAME = "hudi_hfile"

    def has_records(self) -> bool:
        """Option `records`."""
        text: str = self.options.get("records", "false").lower()
        if text not in {"true", "false"}:
            raise ValueError(f"option records is {text!r}, not true or false")
        return text == "true"

    def schema(self) -> StructType | str:
        """Columns of cells or records."""
        return RECORDS if self.has_records() else CELLS

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reader of the columns of `schema`."""
        reader, columns = (RecordReader, RECORDS) if self.has_records() else (CellsReader, CELLS)
        return reader(self, schema, base.column_names(columns))


class _HFileReader(base.FilesReader):
    """HFiles are not split: a file is one piece."""

    def matches(self, ref: FileRef) -> bool:
        """Match by the ending of the name; a file in `path` is read regardless of its name."""
        return ref.path.endswith(".hfile") or any(ref.path.endswith(path) for path in self.paths)


class CellsReader(_HFileReader):
    """Cells, by the compiled kernels where possible."""

    def batches(self, buffer: Buffer, piece: base.Piece) -> Iterator[pa.RecordBatch]:
        """Yield cells, then the reason if reading stopped."""
        first = 0
        names = [name for name in CELL_COLUMNS if name in self.arrow.names] or ["type"]
        try:
            for batch in self._cells(buffer, names):
                columns: base.Row = {name: batch.column(i) for i, name in enumerate(names)}
                columns |= {"path": piece.ref.path, "cell": pa.array(range(first, first + batch.num_rows))}
                first += batch.num_rows
                yield self.batch(columns, batch.num_rows)
        except base.READ_ERRORS as error:
            yield self.row_batch({"path": piece.ref.path, "cell": first, **base.refusal(error)})

    def _cells(self, buffer: Buffer, names: list[str]) -> Iterator[pa.RecordBatch]:
        if isinstance(buffer, Memory):
            yield from iter_cell_batches(buffer, columns=names, threads=1)  # a task has one core
            return
        file = HFile(buffer)
        reader = CellReader.of(file)
        schema = pa.schema([(name, pa.int64() if name in _NUMBERS else pa.binary()) for name in names])
        num = 0
        for block in reader.data_blocks():
            for batch in careful_batches(reader, block, schema):
                num += batch.num_rows
                yield batch
        if num != file.trailer.entry_count:
            message = f"{num} cells, the trailer states {file.trailer.entry_count}"
            at = file.trailer.places.get("entry_count", file.trailer.ofs)
            raise Reject("bad-value", at, "hfile.trailer.entry-count", message)


class RecordReader(_HFileReader):
    """Records, decoded with the schema in the file info."""

    def batches(self, buffer: Buffer, piece: base.Piece) -> Iterator[pa.RecordBatch]:
        """Yield records as canonical JSON; a record that does not decode is rejected separately."""
        rows = base.RowBuffer(self)
        cell_number = 0
        try:
            file = HFile(buffer)
            _, schema = read_schema(file)
            mapper = RowMapper(schema.tree)
            for cell in CellReader.of(file).scan():
                row: base.Row = {"path": piece.ref.path, "cell": cell_number, "row": cell.row}
                cell_number += 1
                try:
                    row["record"] = dumps(mapper(decode_record(cell, schema)))
                except base.READ_ERRORS as error:
                    row |= base.refusal(error)
                yield from rows.add(row, len(cell.row) + len(row.get("record") or "") + 64)
        except base.READ_ERRORS as error:
            yield from rows.add({"path": piece.ref.path, "cell": cell_number, **base.refusal(error)})
        yield from rows.flush()
