# SPDX-License-Identifier: Apache-2.0
"""Checksums of the pages of a Parquet file: where they are, whether they hold, and that there are none.

The Parquet library compares checksums too, where it is told to; it does not say of which page, and not that
there are none.
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
    """One page: where its bytes lie behind the header, and its checksum, None without one."""

    ofs: int
    len: int
    crc: int | None


def check_sums(buffer: Buffer, chunks: Iterable[Span]) -> PageSums:
    """Verify the checksums of all pages that have one.

    Args:
        buffer: the file.
        chunks: the column chunks to look at.

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
    """Yield the pages of a column chunk in [`ofs`, `end`), up to one whose header is none."""
    while ofs < end:
        try:
            body, length, crc = page_at(buffer, ofs, end)
        except ValueError:
            return  # the library, which knows all forms, decides whether the file can be read
        yield Page(body, length, crc)
        ofs = body + length


def is_checksum_error(error: Exception) -> bool:
    """Whether the Parquet library rejected a page for its checksum; it has no class of its own for that."""
    return "CRC checksum verification failed" in str(error)


def is_system_error(error: Exception) -> bool:
    """Whether the system failed to read a file; a rejection of the Parquet library has no error number."""
    return isinstance(error, OSError) and error.errno is not None


def parquet_refusal(error: Exception, name: str, requirement: str) -> Reject:
    """The rejection that an error of the Parquet library means; a wrong checksum has a rule of its own.

    Args:
        error: of Arrow, or an OSError by it.
        name: of the file.
        requirement: rule of the file's form.
    """
    message = f"{name}: {' '.join(str(error).split())[:200]}"
    if is_checksum_error(error):
        return Reject("bad-checksum", None, REQUIREMENT, message)
    return Reject("bad-value", None, requirement, message)
