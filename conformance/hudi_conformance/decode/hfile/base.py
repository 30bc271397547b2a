# SPDX-License-Identifier: Apache-2.0
"""HFile as a format of base files: a cell is a row, with the schema of the file info."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.bulk.rows import batch_of_rows
from hudi_conformance.decode.bulk.shape import Kind, row_shape
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.records import read_records, read_schema
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums
from hudi_conformance.decode.source import Buffer, Memory, held_source
from hudi_conformance.errors import Reject, UnsupportedInput

ROWS = "table.base-file.form"


class HFileBase:
    """An open HFile base file.

    Attributes:
        avro_schema: of its rows.
        schema: columns with their Arrow types.
        num_rows: number of entries in the trailer.
    """

    def __init__(self, data: Memory, name: str) -> None:
        self._file, self._name = HFile(data), name
        self.num_rows: int = self._file.trailer.entry_count
        text, self._reader = read_schema(self._file)
        self.avro_schema: str | None = text
        self._shape = row_shape(self._reader.tree)
        if not self._shape.is_record:
            raise Reject("bad-schema", None, "hudi.hfile.schema-read", f"{name}: expected a record")
        for column, shape in zip(self._shape.names, self._shape.columns, strict=True):
            if shape.kind is Kind.JSON:
                raise UnsupportedInput(f"{name}: column {column} has a type that is not read from HFiles")
        self.schema: pa.Schema = self._shape.arrow_schema

    def check_values(self, len_file: int) -> None:
        """Do nothing: every row takes separate bytes, and decompression is limited."""

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some.

        Raises:
            Reject: a block or a value that cannot be decoded, or another number of rows.
            LimitExceeded: a block that is too large after decompression.
        """
        del is_parallel
        num, records = 0, read_records(self._file, self._reader)
        while part := list(islice(records, num_rows)):
            num += len(part)
            batch = batch_of_rows(part, self._shape, self._reader.tree)
            yield batch if columns is None else batch.select(list(columns))
        if num != self.num_rows:
            message = f"{self._name}: {num} rows, the trailer states {self.num_rows}"
            raise Reject("length-mismatch", None, ROWS, message)


def open_file(path: Path, data: bytes | None = None) -> HFileBase:
    """Open a base file.

    Args:
        path: of the file.
        data: its bytes, if they are in memory.

    Raises:
        OSError: the file cannot be opened.
        Reject: its trailer, file info or schema cannot be read.
        UnsupportedInput: an encrypted file, or an unsupported codec or type.
    """
    return HFileBase(held_source(path) if data is None else data, path.name)


def check_file(buffer: Buffer) -> Iterator[tuple[str, int, str]]:
    """Yield nothing: the surface of HFiles checks them."""
    del buffer
    yield from ()


def check_file_pages(buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
    """Yield nothing, as `check_file`."""
    del buffer, sums, is_decoded
    yield from ()
