# SPDX-License-Identifier: Apache-2.0
"""Base files of tables: truncated files, and files whose footer cannot be read.

This specification does not define their formats: the check is that the footer exists, is readable, and points
into the file. A page check compares checksums; a deep check also decodes every page.
"""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.audit.findings import DAMAGE, INFO, MAX_MESSAGE, NOTE, FindingRow
from hudi_conformance.audit.footers import check_file
from hudi_conformance.audit.hfile_surface import instant_of
from hudi_conformance.audit.surface import Context, FilePlan, Surface
from hudi_conformance.decode.base_file import CODECS, codec_of
from hudi_conformance.decode.parquet.base import FORM, PAGES
from hudi_conformance.decode.parquet.pages import PageSums
from hudi_conformance.decode.source import Buffer
from hudi_conformance.lake.files import FileRef
from hudi_conformance.model.base_file import HFILE, PARQUET, format_of


class BaseFileSurface(Surface):
    """Base files of the supported formats; HFiles have a separate surface."""

    name = "base-file"

    def matches(self, path: str) -> bool:
        """By the ending."""
        form = format_of(path)
        return form is not None and form in CODECS and form is not HFILE

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Read the footer; the file has no parts."""
        instant = instant_of(ref.name)
        if not context.includes(instant):
            return FilePlan()
        codec, is_parquet = codec_of(ref.name), format_of(ref.name) is PARQUET
        if context.is_pending:
            return FilePlan(list(_unfinished(ref, buffer, instant)), num_blocks=1)
        rows = [
            FindingRow(
                ref.path, self.name, DAMAGE, code, message[:MAX_MESSAGE], FORM, ofs=at, len=len(buffer),
                kind=self.name, instant=instant, salvageable=False,
            )
            for code, at, message in (check_file(ref, buffer) if is_parquet else codec.check_file(buffer))
        ]  # fmt: skip
        num_bare = 0
        if (context.deep or context.pages) and not rows:
            sums = PageSums()
            rows = [
                FindingRow(
                    ref.path, self.name, DAMAGE, damage.code, damage.message, PAGES, ofs=damage.ofs,
                    len=damage.len, block=damage.page, kind=self.name, instant=instant, salvageable=False,
                )
                for damage in codec.check_file_pages(buffer, sums, is_decoded=context.deep)
            ]  # fmt: skip
            num_bare = 0 if context.deep else sums.num_pages - sums.num_checked
        return FilePlan(rows, num_blocks=1, num_bare=num_bare)


def _unfinished(ref: FileRef, buffer: Buffer, instant: str | None) -> Iterator[FindingRow]:
    """A file that its writer has not finished, or whose writer died: the table is intact."""
    for code, at, message in codec_of(ref.name).check_file(buffer):
        text = f"{instant} is pending, and readers ignore its files: {message}"
        yield FindingRow(
            ref.path,
            "base-file",
            NOTE,
            code,
            text[:MAX_MESSAGE],
            FORM,
            INFO,
            ofs=at,
            len=len(buffer),
            kind="base-file",
            instant=instant,
            salvageable=False,
        )
        return
