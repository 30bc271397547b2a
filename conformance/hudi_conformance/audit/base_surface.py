# SPDX-License-Identifier: Apache-2.0
"""Base files of tables: Parquet files that end before they are complete, or whose footer cannot be read.

Parquet is not specified here: the check is that the footer exists, is readable, and points into the file; a
check of pages compares their checksums, a deep one also decodes every page.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from hudi_conformance.audit.findings import DAMAGE, MAX_MESSAGE, FindingRow
from hudi_conformance.audit.hfile_surface import instant_of
from hudi_conformance.audit.surface import Context, FilePlan, Surface
from hudi_conformance.decode.parquet.footer import LEN_TAIL, row_groups
from hudi_conformance.decode.parquet.pages import PageDamage, PageSums, check_pages
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef

MAGIC = b"PAR1"
_TAIL = struct.Struct("<I4s")  # length of the footer, magic
FORM, PAGES = "table.base-file.form", "table.base-file.pages"


class BaseFileSurface(Surface):
    """Files that end in `.parquet`."""

    name = "base-file"

    def matches(self, path: str) -> bool:
        """By the ending."""
        return path.endswith(".parquet")

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Read the footer; there are no parts."""
        instant = instant_of(ref.name)
        if not context.includes(instant):
            return FilePlan()
        rows = [
            FindingRow(
                ref.path, self.name, DAMAGE, code, message, FORM, ofs=at, len=len(buffer), kind=self.name,
                instant=instant, salvageable=False,
            )
            for code, at, message in check_footer(buffer)
        ]  # fmt: skip
        num_bare = 0
        if (context.deep or context.pages) and not rows:
            sums = PageSums()
            rows = [
                FindingRow(
                    ref.path, self.name, DAMAGE, damage.code, damage.message, PAGES, ofs=damage.ofs,
                    len=damage.len, block=damage.page, kind=self.name, instant=instant, salvageable=False,
                )
                for damage in _check_pages(buffer, sums, is_decoded=context.deep)
            ]  # fmt: skip
            num_bare = 0 if context.deep else sums.num_pages - sums.num_checked
        return FilePlan(rows, num_blocks=1, num_bare=num_bare)


def _check_pages(buffer: Buffer, sums: PageSums, *, is_decoded: bool) -> Iterator[PageDamage]:
    """Damages of the pages of a file whose footer is intact."""
    size = len(buffer)
    len_footer, _ = _TAIL.unpack(bytes(buffer[size - LEN_TAIL : size]))
    ofs_footer = size - LEN_TAIL - len_footer
    metadata = pq.read_metadata(pa.BufferReader(MAGIC + bytes(buffer[ofs_footer:size])))
    yield from check_pages(buffer, metadata, ofs_footer, sums, is_decoded=is_decoded)


def check_footer(buffer: Buffer) -> Iterator[tuple[str, int, str]]:
    """Yield code, offset and message of what is wrong with the outside of a Parquet file."""
    size = len(buffer)
    if size < len(MAGIC) + LEN_TAIL:
        yield "truncated", 0, f"{size} bytes are no Parquet file"
        return
    if (head := bytes(buffer[: len(MAGIC)])) != MAGIC:
        yield "bad-magic", 0, f"{head.hex(' ')} instead of PAR1 opens the file"
        return
    len_footer, end = _TAIL.unpack(bytes(buffer[size - LEN_TAIL : size]))
    if end != MAGIC:
        yield "truncated", size - len(MAGIC), f"{end.hex(' ')} instead of PAR1 ends the file"
        return
    ofs_footer = size - LEN_TAIL - len_footer
    if ofs_footer < len(MAGIC):
        yield "length-mismatch", size - LEN_TAIL, f"a footer of {len_footer} bytes in a file of {size}"
        return
    footer = bytes(buffer[ofs_footer:size])
    try:
        pq.read_metadata(pa.BufferReader(MAGIC + footer))
        chunks = [chunk for group in row_groups(buffer) for chunk in group]
    except (pa.ArrowException, OSError, ValueError) as error:
        yield "schema-mismatch", ofs_footer, f"the footer cannot be read: {error}"[:MAX_MESSAGE]
        return
    for chunk in chunks:
        first, size = chunk.span.ofs, chunk.span.len
        if chunk.num_values == first == 0:
            continue  # Arrow writes no data page for a column without values, and the offset 0
        if first < len(MAGIC) or size < 0 or first + size > ofs_footer:
            message = f"column {chunk.column!r:.60} at {first} with {size} bytes leaves the file"
            yield "offset-out-of-range", ofs_footer, message
            return
