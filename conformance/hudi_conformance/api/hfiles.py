# SPDX-License-Identifier: Apache-2.0
"""HFiles: trailer, info, blocks, cells, and lookups that reuse the opened file."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from typing import Self

from hudi_conformance.api.reading import Reading, T
from hudi_conformance.decode.hfile.bloom import ask_bloom
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.records import read_records, read_schema
from hudi_conformance.decode.source import Buffer, Input, expect_access, open_source
from hudi_conformance.model.common import AvroSchema, AvroValue, Finding
from hudi_conformance.model.hfile import HFileBlock, HFileCell, HFileIndex, HFileTrailer, MetaBlock


class HFileReader:
    """An opened HFile, a context manager; its iterators end when it is closed.

    Every method and attribute raises `Reject` if the part of the file that it needs is damaged, and
    `UnsupportedInput` for an encrypted file and for unsupported codecs. `blocks`, `cells` and `records`
    instead return the items before the damage, and the rejection.

    Rules that cells violate without being rejected are `findings`.

    Args:
        source: path, bytes, binary file object, or URI of a file in a store, which is read by ranges.
        start: offset of the HFile in it: content blocks of log files contain complete HFiles.
        end: offset of the first byte after it; None = the end of the source.

    Raises:
        OSError: the file cannot be opened.
        Reject: its trailer is rejected.
    """

    def __init__(self, source: Input, start: int = 0, end: int | None = None) -> None:
        with ExitStack() as files:
            buffer = files.enter_context(_opened(source))
            expect_access(buffer, is_random=True)
            self._file = HFile(buffer, start, end)
            self._files = files.pop_all()
        self._scanned: list[Finding] = []

    @property
    def trailer(self) -> HFileTrailer:
        """The trailer."""
        return self._file.trailer

    @property
    def info(self) -> Mapping[bytes, bytes]:
        """The file info."""
        return self._file.info

    @property
    def findings(self) -> list[Finding]:
        """Rules that the file violates although the cells were returned, in the blocks read so far.

        They cover the blocks of all lookups, and the last pass by `cells` or `records`: order and numbers of
        cells, and at the end sums, index and Bloom filter. At most 16 findings of each rule are listed.
        """
        lookup = vars(self).get("_lookup")
        return list(dict.fromkeys([*self._scanned, *(lookup.findings if lookup is not None else ())]))

    @cached_property
    def index(self) -> HFileIndex:
        """All indexes; the entries of all data blocks are in memory."""
        return self._lookup.index.view()

    @cached_property
    def schema(self) -> AvroSchema:
        """The Avro schema in the file info, parsed JSON."""
        return read_schema(self._file)[1].tree

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self._file)

    def blocks(self) -> Reading[HFileBlock]:
        """All blocks in file order, checksums verified and payloads decompressed."""
        self._file.expect_access(is_random=False)
        return Reading(_until_refused(self._file.blocks()))

    def cells(self) -> Reading[HFileCell]:
        """All cells in file order; checks for `findings` are included, which `scan_hfile` makes faster."""

        def scan() -> Iterator[HFileCell]:
            self._file.expect_access(is_random=False)
            self._scanned = []
            yield from CellReader.of(self._file).scan(self._scanned)

        return Reading(_until_refused(scan()))

    def records(self) -> Reading[AvroValue]:
        """The values as records, decoded with the schema in the file info."""

        def scan() -> Iterator[AvroValue]:
            self._file.expect_access(is_random=False)
            self._scanned = []
            yield from read_records(self._file, read_schema(self._file)[1], self._scanned)

        return Reading(_until_refused(scan()))

    def get(self, row: bytes) -> list[HFileCell]:
        """All cells of a row; none if the file has no such row."""
        return list(self._lookup.get(row))

    def get_many(self, rows: Iterable[bytes]) -> dict[bytes, list[HFileCell]]:
        """Return the cells of each row, in ascending order; an empty list for a row that is not in the file.

        A data block that several rows need is read once, whatever the order of `rows`. The checks are
        those of `get`.
        """
        return {row: self.get(row) for row in sorted(set(rows))}  # neighbours need the same blocks

    def prefix(self, prefix: bytes) -> Iterator[HFileCell]:
        """Cells whose row begins with `prefix`, in file order."""
        return self._lookup.prefix(prefix)

    def before(self, row: bytes) -> HFileCell | None:
        """The last cell of a smaller row, None if there is none."""
        return self._lookup.before(row)

    def meta_blocks(self) -> Iterator[MetaBlock]:
        """The meta blocks by name."""
        return self._lookup.index.meta_blocks()

    def may_contain(self, rows: Iterable[bytes]) -> dict[bytes, bool] | None:
        """Answers of the Bloom filter by row, None if the file has none."""
        answers = ask_bloom(self._file, rows)
        return None if answers is None else dict(answers)

    def close(self) -> None:
        """Close the file."""
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_hfile(source: Input, start: int = 0, end: int | None = None) -> HFileReader:
    """Open an HFile; for arguments and errors see `HFileReader`."""
    return HFileReader(source, start, end)


def _opened(source: Input) -> AbstractContextManager[Buffer]:
    """The source as a buffer; a file in an object store is read by ranges."""
    if not isinstance(source, str) or "://" not in source:
        return open_source(source)
    from hudi_conformance.lake.files import FileRef, opened  # noqa: PLC0415 - imports Arrow

    return opened(FileRef(source, 0))


def _until_refused(items: Iterator[T]) -> Generator[T, None, None]:
    yield from items
