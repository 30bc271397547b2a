# SPDX-License-Identifier: Apache-2.0
"""HFiles: base files of the metadata table. One part, since cells are in order over the whole file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hudi_conformance.audit.findings import DAMAGE, VIOLATION, FindingRow, severity_of
from hudi_conformance.audit.surface import Context, FilePlan, Part
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.lake.files import FileRef
from hudi_conformance.views.hfile import HFileBlock

_INSTANT = re.compile(r"[0-9]{14}|[0-9]{17,20}")


class HFileSurface:
    """Files that end in `.hfile`."""

    name = "hfile"
    cuts = False

    def matches(self, path: str) -> bool:
        """By the ending."""
        return path.endswith(".hfile")

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """One part; nothing is read yet."""
        instant = instant_of(ref.name)
        if context.since is not None and instant is not None and instant < context.since:
            return FilePlan()
        return FilePlan(parts=[Part(0, max(len(buffer), 1))])

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:  # noqa: ARG002
        """Yield findings, each with the block that it is in."""
        findings = check_hfile(buffer)
        blocks = list(_headers(buffer)) if findings else []
        for one in findings:
            number, block = _block_at(blocks, one.at)
            yield FindingRow(
                path=ref.path,
                surface=self.name,
                verdict=DAMAGE if one.is_refusal else VIOLATION,
                code=one.code,
                message=one.message,
                requirement=one.requirement,
                severity=severity_of(one.requirement),
                ofs=one.at,
                len=None if block is None else block.size,
                block=number,
                kind=None if block is None else block.type,
                instant=instant_of(ref.name),
                salvageable=not one.is_refusal,
            )


def instant_of(name: str) -> str | None:
    """Instant in the name of a base file, `<file id>_<write token>_<instant>.<ending>`."""
    stem = name.rpartition(".")[0]
    parts = stem.rsplit("_", 2)
    return parts[2] if len(parts) == 3 and _INSTANT.fullmatch(parts[2]) else None


def _headers(buffer: Buffer) -> Iterator[HFileBlock]:
    try:
        yield from HFile(buffer).headers()
    except (Reject, UnsupportedInput, LimitExceeded):
        return


def _block_at(blocks: list[HFileBlock], at: int | None) -> tuple[int | None, HFileBlock | None]:
    if at is not None:
        for number, block in enumerate(blocks):
            if block.ofs <= at < block.end:
                return number, block
    return None, None
