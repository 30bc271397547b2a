# SPDX-License-Identifier: Apache-2.0
"""Reads base files of every supported format. A new format is an entry in `CODECS`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import pyarrow as pa

from hudi_conformance.decode.bulk.parquet_footer import small_file
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model import base_file as formats
from hudi_conformance.model.base_file import BaseFormat, format_of


class BaseFile(Protocol):
    """An open base file whose rows are read.

    Attributes:
        schema: columns with their Arrow types.
        num_rows: rows of the file.
    """

    schema: pa.Schema
    num_rows: int

    @property
    def avro_schema(self) -> str | None:
        """The Avro schema that the writer stored in the file."""

    def check_values(self, len_file: int) -> None:
        """Check that the file does not state more values than its size allows; raises LimitExceeded."""

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some; raises Reject."""


class BaseCodec(Protocol):
    """Operations on files of one format."""

    def open_file(self, path: Path, data: bytes | None = None) -> BaseFile:
        """Open a file, from its bytes if they are in memory; raises OSError, Reject."""

    def check_file(self, buffer: Buffer) -> Iterator[tuple[str, int, str]]:
        """Yield code, offset and message of each error in the frame of a file."""

    def check_file_pages(self, buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
        """Yield damages of the pages of a file whose frame is intact."""


CODECS: Mapping[BaseFormat, str] = {
    formats.PARQUET: "parquet", formats.ORC: "orc", formats.HFILE: "hfile", formats.LANCE: "lance"
}  # fmt: skip
"""Package of each format below `decode`; it is imported when a file of the format is read."""


def codec_for(form: BaseFormat) -> BaseCodec | None:
    """The codec for a format; None if it is not supported."""
    package = CODECS.get(form)
    if package is None:
        return None
    return cast("BaseCodec", import_module(f"hudi_conformance.decode.{package}.base"))


def codec_of(name: str) -> BaseCodec:
    """The codec for a file of this name.

    Raises:
        UnsupportedInput: its format is not supported.
    """
    form = format_of(name)
    codec = None if form is None else codec_for(form)
    if codec is None:
        label = f"{form.name} base files are" if form is not None else "this format of base files is"
        raise UnsupportedInput(f"{name}: {label} not supported")
    return codec


def num_rows_in(name: str, buffer: Buffer) -> int | None:
    """Number of rows in the frame of a Lance or ORC file; None for other or unreadable files."""
    form = format_of(name)
    if form is not formats.LANCE and form is not formats.ORC:
        return None
    try:
        frame = import_module(f"hudi_conformance.decode.{CODECS[form]}.frame").read_frame(buffer)
    except (Reject, UnsupportedInput):
        return None
    return cast("int", frame.num_rows)


def num_rows_of(path: Path) -> int:
    """Number of rows in the frame of a base file.

    Raises:
        OSError, Reject, UnsupportedInput: as `open_base_file`.
    """
    with open_source(path) as buffer:
        num_rows = num_rows_in(path.name, buffer)
    return codec_of(path.name).open_file(path).num_rows if num_rows is None else num_rows


def open_base_file(path: Path, *, is_small_copied: bool = False) -> BaseFile:
    """Open a base file of any format.

    Args:
        path: of the file.
        is_small_copied: read a small Parquet file at once, without the Bloom filter in its footer.

    Raises:
        OSError: the file cannot be opened.
        Reject: its frame cannot be read.
        UnsupportedInput: its format is not supported.
    """
    codec = codec_of(path.name)
    is_copied = is_small_copied and format_of(path.name) is formats.PARQUET
    return codec.open_file(path, small_file(path) if is_copied else None)
