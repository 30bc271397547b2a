# SPDX-License-Identifier: Apache-2.0
"""Intact blocks that a scan does not return, because of what stands next to them [log.recovery.salvage].

A scan counts a block as corrupt when no magic follows it, stops where it must refuse a block, and reads
nothing of a file whose first bytes are no magic. What is intact behind such damage is found here: at the
start of corrupt spans, and at every magic after the place where the scan stopped.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from hudi_conformance.decode.log.scan import (
    LEN_HEAD,
    LEN_MAGIC,
    MAGIC,
    ScanEnd,
    check_frame,
    find_magic,
    read_block,
    walk_log,
)
from hudi_conformance.decode.source import Buffer, Input, open_source, read_s8
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.views.log import BlockType, LogBlock

MAX_REREAD = 64  # how many times the size of the file may be spent on frames that are not blocks


def salvage_log(source: Input) -> list[LogBlock]:
    """Intact blocks that `scan_log` does not list, in file order.

    Raises:
        OSError: the file cannot be opened.
        LimitExceeded: a file made of frames inside of frames.
    """
    with open_source(source) as buffer:
        return list(walk_salvage(buffer))


def walk_salvage(buffer: Buffer) -> Iterator[LogBlock]:
    """Yield what `salvage_log` lists."""
    walk = walk_log(buffer)
    pos = 0
    covered = 0  # where the last salvaged block ends: a magic inside of it opens nothing
    while True:
        try:
            block = next(walk)
        except StopIteration as stop:
            end: ScanEnd = stop.value
            break
        pos = block.span.end
        if block.type is BlockType.CORRUPT_BLOCK and block.span.ofs >= covered:
            found = read_intact(buffer, block.span.ofs)
            if found is not None:
                covered = found.span.end
                yield found
    if end.rejection is not None:
        yield from _walk_rest(buffer, max(pos, covered))


def read_intact(buffer: Buffer, ofs: int) -> LogBlock | None:
    """The block at `ofs` (where a magic is) if it agrees with itself, whatever follows it."""
    if check_frame(buffer, ofs, next_magic=False) is not None:
        return None
    try:
        return read_block(buffer, ofs)
    except Reject:
        return None


def _walk_rest(buffer: Buffer, pos: int) -> Generator[LogBlock, None, None]:
    """Blocks behind the place where the scan stopped."""
    allowance = MAX_REREAD * len(buffer)
    while (pos := find_magic(buffer, pos)) < len(buffer):
        block = read_intact(buffer, pos)
        if block is None and check_frame(buffer, pos, next_magic=False) is None:
            # Frames inside of frames, each whole by its lengths, would be read once a level.
            allowance -= read_s8(buffer, pos + LEN_MAGIC)
            if allowance < 0:
                raise LimitExceeded("too many frames inside of frames")
        if block is not None:
            yield block
            pos = block.span.end
        elif check_frame(buffer, pos) is None:
            # Its frame is whole and only its inside is refused: what its content holds is not looked at.
            pos += LEN_HEAD + read_s8(buffer, pos + LEN_MAGIC)
        else:
            pos += len(MAGIC)
