# SPDX-License-Identifier: Apache-2.0
"""HFiles: base files of the metadata table. A file is one part, since cells are ordered across the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from hudi_conformance.audit.combine import combined
from hudi_conformance.audit.findings import DAMAGE, VIOLATION, FindingRow
from hudi_conformance.audit.surface import Context, FilePlan, Part, Surface
from hudi_conformance.decode.bulk.hfile.sound import check_hfile
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import READ_FAILURES
from hudi_conformance.lake.files import FileRef
from hudi_conformance.model.base_file import HFILE, format_of

if TYPE_CHECKING:
    from hudi_conformance.model.hfile import HFileBlock

_INSTANT = re.compile(r"[0-9]{14}|[0-9]{17,20}")


class HFileSurface(Surface):
    """Files that end in `.hfile`."""

    name = "hfile"

    def matches(self, path: str) -> bool:
        """By the ending."""
        return format_of(path) is HFILE

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Return one part without reading."""
        if not context.includes(instant_of(ref.name)):
            return FilePlan()
        return FilePlan(parts=[Part(0, max(len(buffer), 1))])

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:  # noqa: ARG002 - as Surface
        """Yield findings, each with the block that contains its byte; only the first ones per rule."""
        yield from combined(self._rows(ref, buffer))

    def _rows(self, ref: FileRef, buffer: Buffer) -> Iterator[FindingRow]:
        findings = check_hfile(buffer)
        blocks = list(_headers(buffer)) if findings else []
        starts = [block.ofs for block in blocks]
        for finding in findings:
            number, block = _block_at(starts, blocks, finding.at)
            row = FindingRow.of(
                finding, ref.path, self.name, verdict=DAMAGE if finding.is_refusal else VIOLATION,
                salvageable=not finding.is_refusal, instant=instant_of(ref.name),
            )  # fmt: skip
            yield row if block is None else replace(row, block=number, kind=block.type, len=block.size)


def instant_of(name: str) -> str | None:
    """Instant in the name of a base file, `<file id>_<write token>_<instant>.<ending>`."""
    stem = name.rpartition(".")[0]
    parts = stem.rsplit("_", 2)
    return parts[2] if len(parts) == 3 and _INSTANT.fullmatch(parts[2]) else None


def _headers(buffer: Buffer) -> Iterator[HFileBlock]:
    from hudi_conformance.decode.hfile.file import HFile  # noqa: PLC0415 - rare

    try:
        yield from HFile(buffer).headers()
    except READ_FAILURES:
        return


def _block_at(
    starts: list[int], blocks: list[HFileBlock], at: int | None
) -> tuple[int | None, HFileBlock | None]:
    """The block of an offset: blocks ascend and do not overlap."""
    if at is None:
        return None, None
    number = bisect_right(starts, at) - 1
    if number < 0 or at >= blocks[number].end:
        return None, None
    return number, blocks[number]
