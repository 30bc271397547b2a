# SPDX-License-Identifier: Apache-2.0
"""Log files split at block boundaries, and the blocks of one of the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hudi_conformance.canonical.json import plain_text
from hudi_conformance.decode.bulk.framing import walk_blocks
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import ScanEnd
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import opened
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.spark.sources.base import READ_ERRORS, FilesReader, Piece

if TYPE_CHECKING:
    from hudi_conformance.lake.files import FileRef


class LogReader(FilesReader):
    """Reads log files in pieces of complete blocks."""

    def matches(self, ref: FileRef) -> bool:
        """By the name."""
        return is_log(ref.name)

    def split(self, ref: FileRef) -> Iterable[Piece]:
        """At block boundaries."""
        return split_log(ref, self.split_size)


def is_log(name: str) -> bool:
    """Whether a name is that of a log file: as in Hudi, or ending in `.log`."""
    return name.endswith(".log") or is_hudi_log(name)


def is_hudi_log(name: str) -> bool:
    """Whether a name is that of a log file of Hudi."""
    try:
        return decode_name(name).extension == "log"
    except Reject:
        return False


def split_log(ref: FileRef, split_size: int) -> Iterator[Piece]:
    """Pieces of about `split_size` bytes, each of complete blocks; 0 for one piece.

    Finding the boundaries takes a walk over the frames. A file that cannot be read is one piece: its reader
    reports the reason.
    """
    start = first = 0
    if split_size and ref.size >= 2 * split_size:
        try:
            with opened(ref) as buffer:
                for number, step in enumerate(walk_blocks(buffer), 1):
                    end = step.span.end if isinstance(step, LogBlock) else ref.size
                    if end - start >= split_size and end < ref.size:
                        yield Piece(ref, start, end, first, is_last=False)
                        start, first = end, number
        except READ_ERRORS:
            pass  # the rest is one piece
    yield Piece(ref, start, ref.size, first)


def walk_piece(buffer: Buffer, piece: Piece) -> Iterator[LogBlock | ScanEnd]:
    """Yield the blocks of a piece, and how the scan ended, if it ended in this piece."""
    for step in walk_blocks(buffer, piece.start):
        if isinstance(step, LogBlock) and step.span.ofs >= piece.end and not piece.is_last:
            return
        yield step


def instant_text(block: LogBlock) -> str | None:
    """Instant of a block, or None."""
    value = block.header.get(HeaderKey.INSTANT_TIME)
    return None if value is None else plain_text(value)
