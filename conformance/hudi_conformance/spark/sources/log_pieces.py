# SPDX-License-Identifier: Apache-2.0
"""Log files cut at block boundaries, and the walk over one of the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hudi_conformance.decode.bulk.framing import block_of, has_kernels, walk_frames
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import close_buffer, open_ranged
from hudi_conformance.spark.sources.base import UNREADABLE, Piece
from hudi_conformance.views.log import LogBlock

if TYPE_CHECKING:
    from hudi_conformance.lake.files import FileRef


def is_log(path: str) -> bool:
    """Whether a file is a log file by its name: as Hudi names them, or ending in `.log`."""
    name = path.rpartition("/")[2]
    if name.endswith(".log"):
        return True
    try:
        return decode_name(name).extension == "log"
    except Reject:
        return False


def plan_log(ref: FileRef, split_size: int) -> Iterator[Piece]:
    """Pieces of about `split_size` bytes, each of whole blocks; 0 for one piece.

    A file that is to be cut is walked for that, frame by frame. One that cannot be read is one piece: who
    reads it will say why.
    """
    if split_size == 0 or ref.size < 2 * split_size:
        yield Piece(ref, 0, ref.size)
        return
    try:
        buffer = open_ranged(ref)
    except UNREADABLE:
        yield Piece(ref, 0, ref.size)
        return
    start = first = number = 0
    try:
        for step in _walk(buffer, 0):
            if not isinstance(step, LogBlock):
                break
            number += 1
            end = step.span.end
            if end - start >= split_size and end < ref.size:
                yield Piece(ref, start, end, first, is_last=False)
                start, first = end, number
    except UNREADABLE:
        pass  # the rest is one piece
    finally:
        close_buffer(buffer)
    yield Piece(ref, start, ref.size, first)


def walk_piece(buffer: Buffer, piece: Piece) -> Iterator[LogBlock | ScanEnd]:
    """Yield the blocks of a piece, and how the scan ended, if it ended in this piece."""
    for step in _walk(buffer, piece.start):
        if isinstance(step, LogBlock) and step.span.ofs >= piece.end and not piece.is_last:
            return
        yield step


def _walk(buffer: Buffer, pos: int) -> Iterator[LogBlock | ScanEnd]:
    quick = isinstance(buffer, Memory) and has_kernels()
    walk = walk_frames(buffer, pos) if quick else walk_log(buffer, pos)
    while True:
        try:
            step = next(walk)
        except StopIteration as stop:
            yield stop.value
            return
        if isinstance(step, LogBlock):
            yield step
        else:
            for row in step.tolist():
                yield block_of(buffer, row)
