# SPDX-License-Identifier: Apache-2.0
"""Lance as a format of base files. Frames are read here; values need the extra `lance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from hudi_conformance.decode.arrow_types import as_stored, stored_schema
from hudi_conformance.decode.lance.client import describe, read_batches
from hudi_conformance.decode.lance.frame import COUNT, PAGES, check_pages, read_frame
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums
from hudi_conformance.decode.parquet.rows import check_rows
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.errors import Reject

_BATCH = 8192


class LanceBase:
    """An open Lance base file.

    Attributes:
        schema: columns with their Arrow types, vectors as bytes of a fixed length [logical.vector.bytes].
        num_rows: number of rows in the footer.
    """

    avro_schema: str | None = None  # the format has none

    def __init__(self, path: Path) -> None:
        with open_source(path) as buffer:
            frame = read_frame(buffer)
            for problem in check_pages(buffer, frame):
                raise problem
            self._len_file = len(buffer)
        self._frame, self._path = frame, path.absolute()
        self.num_rows: int = frame.num_rows
        schema, num_rows = describe(self._path)
        if num_rows != frame.num_rows:
            message = f"{path.name}: {frame.num_rows} rows by the schema's buffer, {num_rows} read"
            raise Reject("length-mismatch", None, COUNT, message)
        self.schema: pa.Schema = stored_schema(schema)

    def check_values(self, len_file: int) -> None:
        """Check that the file does not state more values than its size allows; raises LimitExceeded."""
        check_rows("Lance", self.num_rows, len(self._frame.columns), len_file)

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some; the library manages threads.

        Raises:
            Reject: bad-value: they cannot be decoded.
            LimitExceeded: see `check_values`, `within`.
        """
        del is_parallel
        self.check_values(self._len_file)
        if columns is not None and not columns:
            yield from _without_columns(self.num_rows, num_rows)
            return
        remaining = self.num_rows
        if not remaining:
            return
        with closing(read_batches(self._path, columns, num_rows)) as batches:
            try:
                for batch in batches:
                    remaining -= batch.num_rows
                    yield as_stored(batch if columns is None else batch.select(list(columns)))
            except (pa.ArrowException, KeyError) as error:
                raise Reject("bad-value", None, PAGES, f"{self._path.name}: {error}") from None
        if remaining:
            message = (
                f"{self._path.name}: {self.num_rows} rows by the footer, {self.num_rows - remaining} read"
            )
            raise Reject("length-mismatch", None, COUNT, message)


def _without_columns(total: int, most: int) -> Iterator[pa.RecordBatch]:
    for start in range(0, total, most):
        yield pa.RecordBatch.from_struct_array(pa.array([{}] * min(most, total - start), pa.struct([])))


def open_file(path: Path, data: bytes | None = None) -> LanceBase:
    """Open a base file; `data` is not used: the library reads files.

    Raises:
        OSError: the file cannot be opened.
        Reject: its frame cannot be read.
        UnsupportedInput: the extra `lance` is not installed, or the version of the file is unknown.
    """
    del data
    return LanceBase(path)


def check_file(buffer: Buffer) -> Iterator[tuple[str, int, str]]:
    """Yield code, offset and message of each error in the frame of a file.

    Raises:
        UnsupportedInput: an unsupported version of the format.
    """
    try:
        for problem in check_pages(buffer, read_frame(buffer)):
            yield problem.code, problem.at or 0, problem.message
    except Reject as error:
        yield error.code, error.at or 0, error.message


def check_file_pages(buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
    """Yield the damage that prevents decoding rows; pages have no checksums.

    Raises:
        UnsupportedInput: values must be decoded, and the extra `lance` is not installed.
    """
    sums.num_pages += len(read_frame(buffer).columns)
    if not is_decoded:
        return
    with TemporaryDirectory() as folder:  # the library reads files
        path = Path(folder) / "file.lance"
        path.write_bytes(buffer[:])
        try:
            for _ in LanceBase(path).batches(_BATCH):
                pass
        except Reject as error:
            yield PageDamage(error.code, error.at or 0, None, "", None, error.message)
