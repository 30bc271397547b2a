# SPDX-License-Identifier: Apache-2.0
"""ORC as a format of base files: footer, rows and columns of a file, and its errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.avro.schema import SchemaError, cached_schema
from hudi_conformance.decode.orc.frame import Frame, read_frame, time_zone
from hudi_conformance.decode.orc.values import stored_type, stored_values
from hudi_conformance.decode.orc.zones import UTC, in_utc
from hudi_conformance.decode.parquet.checksums import is_system_error
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums
from hudi_conformance.decode.parquet.rows import check_rows
from hudi_conformance.decode.source import Buffer, Memory, held_source
from hudi_conformance.errors import Reject, UnsupportedInput

AVRO_SCHEMA = b"orc.avro.schema"
ROWS = "orc.values.readable"
_ERRORS = (pa.ArrowException, OSError, ValueError)
_BATCH = 8192


class OrcBase:
    """An open ORC base file.

    Attributes:
        schema: columns with the types in which Avro stores them.
        num_rows: number of rows in the footer.
    """

    def __init__(self, data: Memory, name: str) -> None:
        self._data, self._name, self._frame = data, name, read_frame(data)
        try:
            from pyarrow import orc  # noqa: PLC0415 - builds of Arrow may lack it
        except ImportError:
            raise UnsupportedInput(f"{name}: this build of pyarrow does not read ORC") from None
        frame = self._frame
        self._zones = [time_zone(data, frame, stripe) for stripe in frame.stripes]
        plain = data if UTC.issuperset(self._zones) else in_utc(data, frame)
        with _refusals(name):
            self._file = orc.ORCFile(pa.BufferReader(pa.py_buffer(plain)))
            types = _types_of(self.avro_schema)
            self.schema: pa.Schema = pa.schema(
                [
                    pa.field(f.name, stored_type(f.type, types.get(f.name)), nullable=f.nullable)
                    for f in self._file.schema
                ]
            )
        self.num_rows: int = self._frame.num_rows

    @property
    def avro_schema(self) -> str | None:
        """The Avro schema that the writer stored in the footer."""
        text = self._frame.texts.get(AVRO_SCHEMA)
        with suppress(UnicodeDecodeError):
            return None if text is None else text.decode("utf-8")
        return None

    def check_values(self, len_file: int) -> None:
        """Check that the file does not state more values than its size allows; raises LimitExceeded."""
        check_rows("ORC", self.num_rows, self._frame.num_columns, len_file)

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some; stripe by stripe.

        Raises:
            Reject: bad-value: they cannot be decoded.
            LimitExceeded: see `check_values`.
        """
        del is_parallel
        self.check_values(len(self._data))
        names = list(self.schema.names if columns is None else columns)
        fields = [self.schema.field(name) for name in names]
        for number, stripe in enumerate(self._frame.stripes):
            with _refusals(self._name):
                batch = self._file.read_stripe(number, columns=names or self.schema.names[:1])
                if batch.num_rows != stripe.num_rows:
                    message = (
                        f"{self._name}: stripe {number} has {batch.num_rows} rows, not {stripe.num_rows}"
                    )
                    raise Reject("length-mismatch", stripe.span.ofs, ROWS, message)
                zone = self._zones[number]
                arrays = [stored_values(batch.column(f.name), f.type, zone) for f in fields]
            rows = (
                pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields)) if fields else batch.select([])
            )
            for start in range(0, rows.num_rows, num_rows):
                yield rows.slice(start, num_rows)


def _types_of(text: str | None) -> dict[str, object]:
    if text is not None:
        with suppress(SchemaError):
            tree = cached_schema(text).tree
            if isinstance(tree, dict) and isinstance(tree.get("fields"), list):
                return {member["name"]: member["type"] for member in tree["fields"]}
    return {}


@contextmanager
def _refusals(name: str) -> Iterator[None]:
    """Convert errors of the library to rejections; system errors propagate."""
    try:
        yield
    except _ERRORS as error:
        if is_system_error(error):
            raise
        message = f"{name}: {' '.join(str(error).split())[:200]}"
        raise Reject("bad-value", None, ROWS, message) from None


def open_file(path: Path, data: bytes | None = None) -> OrcBase:
    """Open a base file.

    Args:
        path: of the file.
        data: its bytes, if they are in memory.

    Raises:
        OSError: the file cannot be opened.
        Reject: its frame cannot be read.
        UnsupportedInput: an unsupported codec.
    """
    return OrcBase(held_source(path) if data is None else data, path.name)


def check_file(buffer: Buffer) -> Iterator[tuple[str, int, str]]:
    """Yield code, offset and message of each error in the frame of a file.

    Raises:
        UnsupportedInput: an unsupported codec.
    """
    frame: Frame | None = None
    try:
        frame = read_frame(buffer)
        for stripe in frame.stripes:
            time_zone(buffer, frame, stripe)
    except Reject as error:
        yield error.code, error.at or 0, error.message


def check_file_pages(buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
    """Yield the damage that prevents decoding rows; streams have no checksums."""
    frame = read_frame(buffer)
    sums.num_pages += len(frame.stripes)
    if not is_decoded:
        return
    try:
        for _ in OrcBase(bytes(buffer[:]), "file").batches(_BATCH):
            pass
    except Reject as error:
        yield PageDamage(error.code, error.at or 0, None, "", None, error.message)
