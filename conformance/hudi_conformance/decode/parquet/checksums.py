# SPDX-License-Identifier: Apache-2.0
"""Checksums of the pages of a Parquet file: their location, verification, or absence.

The Parquet library can also compare checksums, but reports neither the page nor the absence of checksums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hudi_conformance.decode.parquet.pages import PageSums, crc32_of, page_at
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Span

REQUIREMENT = "log.parquet.page-checksum"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: the span of its bytes after the header, and its checksum, or None."""

    ofs: int
    len: int
    crc: int | None


def check_sums(buffer: Buffer, chunks: Iterable[Span]) -> PageSums:
    """Verify the checksums of all pages that have one.

    Args:
        buffer: the file.
        chunks: the column chunks to check.

    Raises:
        Reject: `bad-checksum` at the first page whose bytes differ from its checksum.
    """
    sums = PageSums()
    size = len(buffer)
    for chunk in chunks:
        if chunk.ofs < 4 or chunk.len < 0 or chunk.end > size:
            continue  # a chunk outside the file: reading it fails
        for page in walk_pages(buffer, chunk.ofs, chunk.end):
            sums.num_pages += 1
            if page.crc is None:
                continue
            actual = crc32_of(buffer, page.ofs, page.ofs + page.len)
            if actual != page.crc:
                message = f"checksum {actual:08x} of a page of {page.len} bytes instead of {page.crc:08x}"
                raise Reject("bad-checksum", page.ofs, REQUIREMENT, message)
            sums.num_checked += 1
    return sums


def walk_pages(buffer: Buffer, ofs: int, end: int) -> Iterator[Page]:
    """Yield the pages of a column chunk in [`ofs`, `end`), up to the first invalid header."""
    while ofs < end:
        try:
            body, length, crc = page_at(buffer, ofs, end)
        except ValueError:
            return  # the library, which supports all layouts, decides whether the file can be read
        yield Page(body, length, crc)
        ofs = body + length


def is_checksum_error(error: Exception) -> bool:
    """Whether the Parquet library rejected a page for its checksum; it has no separate class for that."""
    return "CRC checksum verification failed" in str(error)


def is_system_error(error: Exception) -> bool:
    """Whether the system failed to read a file; a rejection of the Parquet library has no error number."""
    return isinstance(error, OSError) and error.errno is not None


def parquet_refusal(error: Exception, name: str, requirement: str) -> Reject:
    """Convert an error of the Parquet library to a rejection; a wrong checksum has a separate rule.

    Args:
        error: of Arrow, or its OSError.
        name: of the file.
        requirement: rule of the file's format.
    """
    message = f"{name}: {' '.join(str(error).split())[:200]}"
    if is_checksum_error(error):
        return Reject("bad-checksum", None, REQUIREMENT, message)
    return Reject("bad-value", None, requirement, message)
