# SPDX-License-Identifier: Apache-2.0
"""Log files: framing in one pass over the frames, contents part by part.

Contents of Avro blocks are decoded by the compiled kernels first; those without irregularities have no
findings. The checked decoder checks all others, and all blocks without kernels.
"""

from __future__ import annotations

import json
import mmap
import re
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from hudi_conformance.audit.combine import Combination, combined
from hudi_conformance.audit.findings import (
    DAMAGE,
    INFO,
    MAX_MESSAGE,
    NOTE,
    UNREADABLE,
    VIOLATION,
    WARNING,
    FindingRow,
)
from hudi_conformance.audit.name_surface import is_log_name
from hudi_conformance.audit.surface import PART_SIZE, Context, FilePlan, Part, Surface
from hudi_conformance.decode.bulk.framing import block_of, drop_pages, has_kernels, walk_blocks, walk_frames
from hudi_conformance.decode.log import check as log_check
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.content_check import check_content, check_positions, check_version
from hudi_conformance.decode.log.salvage import walk_salvage
from hudi_conformance.decode.log.scan import LEN_MAGIC, MAGIC, ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.lake.files import FileRef
from hudi_conformance.model.common import Finding
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.model.names import LogFileName
from hudi_conformance.model.table_version import Feature

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from hudi_conformance.decode.bulk.sound import SoundBlocks

WINDOW = 8 << 20  # bytes of a remote file that are decoded at once, or one block
_PER_THREAD = threading.local()
_RUN = 4096  # blocks whose contents are decoded at once
_MIN_MAGIC = 3  # equal bytes of a damaged first magic that identify a log file without any other
_HEAD = 4096  # bytes in which text has no zero
_HEAD_OF_CONTENT = struct.Struct(">ii")  # of records in Avro: version, number of records
_PLAIN_LOG = re.compile(r".*\.log", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Subject:
    """A log file with its context: creates the rows of its findings."""

    ref: FileRef
    context: Context

    def row(
        self, finding: Finding, block: LogBlock | None, number: int | None, *, intact: bool
    ) -> FindingRow:
        """Row of a finding; `intact`: the subject can be read, by salvage if not by readers."""
        verdict = DAMAGE if finding.is_refusal else VIOLATION
        row = FindingRow.of(
            finding, self.ref.path, LogSurface.name, verdict=verdict, salvageable=intact, block=number
        )
        if self.context.is_pending:
            message = f"the file is of a pending instant, and readers ignore it: {row.message}"[:MAX_MESSAGE]
            row = replace(row, verdict=NOTE, severity=INFO, message=message)
        if block is None:
            return row
        return replace(row, len=block.span.len, kind=block.type.name, instant=_instant(block))


@dataclass(slots=True)
class _Walk:
    """Result of a walk over the frames: corrupt blocks by number, end offset, number of blocks.

    After the first corrupt blocks, further ones are counted by reason in `more`.
    """

    corrupt: list[tuple[LogBlock, int]] = field(default_factory=list)
    more: Combination = field(default_factory=Combination)
    end: ScanEnd = field(default_factory=ScanEnd)
    pos: int = 0
    num: int = 0

    def add_corrupt(self, subject: _Subject, block: LogBlock) -> None:
        """Add the next block, which is corrupt."""
        for finding in log_check.check_framing(block):
            if self.more.keeps(
                replace(subject.row(finding, block, self.num, intact=False), salvageable=None)
            ):
                self.corrupt.append((block, self.num))


class LogSurface(Surface):
    """Files of blocks: data, CDC, and the archived timeline of the first layout."""

    name = "log"
    splits = True

    def __init__(self, part_size: int = PART_SIZE, *, quick: bool = True) -> None:
        self._part_size = part_size
        self._quick = quick

    def matches(self, path: str) -> bool:
        """Match by a name that resembles Hudi's, or ends in `.log`."""
        name = path.rpartition("/")[2]
        if "/.hoodie/.temp/" in path:  # markers, named after the files that they announce
            return False
        return is_log_name(name) or _PLAIN_LOG.fullmatch(name) is not None

    def plan(self, ref: FileRef, buffer: Buffer, context: Context) -> FilePlan:
        """Walk the frames."""
        if not is_log_name(ref.name) and not _looks_like_log(buffer):
            return FilePlan()
        subject = _Subject(ref, context)
        name, check = _context(ref, context)
        needs_instants = check.versions.have_reached(Feature.INSTANT_NAMES)
        instants = log_check.Instants()
        parts: list[Part] = []
        walk = _Walk()
        start = first = 0
        for step in walk_blocks(buffer, quick=self._quick):
            if isinstance(step, ScanEnd):
                walk.end = step
                break
            if step.why is not None:
                walk.add_corrupt(subject, step)
            elif needs_instants:
                instants.add(buffer, step)
            walk.num += 1
            walk.pos = step.span.end
            if walk.pos - start >= self._part_size:
                parts.append(_part(start, walk.pos, first))
                start, first = walk.pos, walk.num
        if walk.pos > start:
            parts.append(_part(start, walk.pos, first))
        rows = list(self._framing(subject, buffer, walk))
        if all(context.includes(instant) for instant, _ in instants.found):
            findings = log_check.check_instants(instants, name, check)
            rows += [subject.row(finding, None, None, intact=True) for finding in findings]
        return FilePlan(rows, parts, walk.num)

    def check(self, ref: FileRef, buffer: Buffer, part: Part, context: Context) -> Iterator[FindingRow]:
        """Headers and contents of the intact blocks of a part."""
        name, check = _context(ref, context)
        blocks = _Blocks(_Subject(ref, context), buffer, ContentReader(buffer), check, name)
        first = int(json.loads(part.extra)["first"]) if part.extra else 0
        checked = self._blocks(buffer, part.ofs, part.ofs + part.len)
        return combined(
            row
            for number, (block, is_sound) in enumerate(checked, first)
            if block.why is None and context.includes(_instant(block))
            for row in blocks.check(block, number, is_sound=is_sound)
        )

    def _blocks(self, buffer: Buffer, pos: int, end: int) -> Iterator[tuple[LogBlock, bool]]:
        """Blocks of [pos, end), and whether their contents passed the kernels without findings."""
        if self._quick and has_kernels():
            yield from _quick_blocks(buffer, pos, end)
            return
        for step in walk_blocks(buffer, pos, quick=False):
            if isinstance(step, ScanEnd) or step.span.ofs >= end:
                return
            yield step, False

    def _framing(self, subject: _Subject, buffer: Buffer, walk: _Walk) -> Iterator[FindingRow]:
        """Rows of corrupt blocks, of the end of the scan, and of intact blocks after it."""
        end, pos = walk.end, walk.pos
        starts = {block.span.ofs for block, _ in walk.corrupt}
        known: set[int] = set()
        num_behind = start = stop = 0
        if walk.corrupt or end.rejection is not None:
            try:
                for block in walk_salvage(buffer):
                    if block.span.ofs in starts:
                        known.add(block.span.ofs)
                    if end.rejection is not None and block.span.ofs >= pos:
                        start = start if num_behind else block.span.ofs
                        num_behind, stop = num_behind + 1, block.span.end
            except LimitExceeded as error:
                num_behind, known = 0, set()
                yield FindingRow(subject.ref.path, self.name, UNREADABLE, error.code, str(error))
        for block, number in walk.corrupt:
            for finding in log_check.check_framing(block):
                yield subject.row(finding, block, number, intact=block.span.ofs in known)
        yield from walk.more.rest()
        for finding in log_check.check_end(buffer, end):
            row = subject.row(finding, None, walk.num if finding.is_refusal else None, intact=False)
            yield replace(row, len=len(buffer) - pos)
        if num_behind:
            message = f"{num_behind} intact blocks from here on, which no reader reaches; salvage reads them"
            yield FindingRow(
                subject.ref.path, self.name, NOTE, end.rejection.code if end.rejection else "", message,
                "log.recovery.salvage", INFO, start, stop - start, salvageable=True,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Checks intact blocks of one file."""

    subject: _Subject
    buffer: Buffer
    reader: ContentReader
    context: log_check.CheckContext
    name: LogFileName | None

    def check(self, block: LogBlock, number: int, *, is_sound: bool) -> Iterator[FindingRow]:
        """Yield errors of a block; `is_sound`: its records are already checked."""
        buffer, versions = self.buffer, self.context.versions
        for finding in log_check.check_outside(buffer, block, self.context, self.name):
            yield self.subject.row(finding, block, number, intact=not finding.is_refusal)
        try:
            if is_sound:
                version, num_records = _HEAD_OF_CONTENT.unpack(
                    bytes(buffer[block.content.ofs : block.content.ofs + _HEAD_OF_CONTENT.size])
                )
                findings: Iterator[Finding] = chain(
                    check_version(version, block, versions), check_positions(buffer, block, num_records)
                )
            else:
                findings = check_content(buffer, block, self.reader, versions)
            for finding in findings:
                yield self.subject.row(finding, block, number, intact=not finding.is_refusal)
        except (UnsupportedInput, LimitExceeded) as error:
            yield FindingRow(
                self.subject.ref.path, LogSurface.name, UNREADABLE, error.code, str(error)[:MAX_MESSAGE],
                None, WARNING, block.content.ofs, block.span.len, number, block.type.name, _instant(block),
            )  # fmt: skip


def _sound_blocks() -> SoundBlocks:
    """Decoders of this thread: files of one table share schemas, which are compiled once."""
    from hudi_conformance.decode.bulk.sound import SoundBlocks  # noqa: PLC0415 - needs the extra

    sound: SoundBlocks | None = getattr(_PER_THREAD, "sound", None)
    if sound is None:
        sound = _PER_THREAD.sound = SoundBlocks()
    return sound


def _quick_blocks(buffer: Buffer, pos: int, end: int) -> Iterator[tuple[LogBlock, bool]]:
    sound = _sound_blocks()
    is_mapped = isinstance(buffer, Memory)
    dropped = pos - pos % mmap.PAGESIZE
    for base, stop, local in [(0, end, buffer)] if is_mapped else _windows(buffer, pos, end):
        for step in _table_steps(local, pos - base, stop - base):
            if isinstance(step, LogBlock):
                yield _moved(step, base), False
                pos = base + step.span.end
                continue
            for start in range(0, len(step), _RUN):
                rows = step[start : start + _RUN]
                for row, is_sound in zip(rows.tolist(), sound.of(local, rows).tolist(), strict=True):
                    yield _moved(block_of(local, row), base), is_sound
                pos = base + int(rows[-1, 0] + rows[-1, 1])
                if is_mapped:
                    dropped = drop_pages(buffer, dropped, pos)


def _table_steps(buffer: Buffer, pos: int, end: int) -> Iterator[npt.NDArray[np.int64] | LogBlock]:
    """Tables of intact blocks that begin before `end`, and corrupt blocks."""
    for step in walk_frames(buffer, pos):
        if isinstance(step, LogBlock):
            if step.span.ofs >= end:
                return
            yield step
            continue
        inside = step[step[:, 0] < end]
        if len(inside):
            yield inside
        if len(inside) < len(step):
            return


def _windows(buffer: Buffer, pos: int, end: int) -> Iterator[tuple[int, int, Buffer]]:
    """Copies of complete blocks of [pos, end), about `WINDOW` bytes each: start, stop, bytes."""
    start = pos
    for step in walk_log(buffer, pos):
        if step.span.ofs >= end:
            break
        if step.span.end - start > WINDOW and step.span.ofs > start:
            yield start, step.span.ofs, _copy(buffer, start, step.span.ofs)
            start = step.span.ofs
        pos = step.span.end
    if pos > start:
        yield start, pos, _copy(buffer, start, pos)


def _copy(buffer: Buffer, start: int, stop: int) -> bytes:
    # The magic after the last block belongs to the check of its frame.
    return bytes(buffer[start : stop + LEN_MAGIC])


def _moved(block: LogBlock, base: int) -> LogBlock:
    if base == 0:
        return block
    span, content = block.span, block.content
    return replace(
        block, span=replace(span, ofs=span.ofs + base), content=replace(content, ofs=content.ofs + base)
    )


def _part(start: int, stop: int, first: int) -> Part:
    return Part(start, stop - start, json.dumps({"first": first}))


def _context(ref: FileRef, context: Context) -> tuple[LogFileName | None, log_check.CheckContext]:
    """The name, and the context of decoders; findings of the name belong to another surface."""
    check = log_check.CheckContext(
        table_version=context.table_version,
        file_name=ref.name if is_log_name(ref.name) else None,
        initial_version=context.initial_version,
    )
    return log_check.check_name(check)[0], check


def _looks_like_log(buffer: Buffer) -> bool:
    """Whether a file whose name only ends in `.log` has this format, even if it is damaged."""
    head = bytes(buffer[:_HEAD])
    is_near = sum(a == b for a, b in zip(head, MAGIC, strict=False)) >= _MIN_MAGIC
    return is_near or b"\0" in head or buffer.find(MAGIC, 0) >= 0


def _instant(block: LogBlock) -> str | None:
    value = block.header.get(HeaderKey.INSTANT_TIME)
    return value if value is None or isinstance(value, str) else value.decode("utf-8", "replace")
