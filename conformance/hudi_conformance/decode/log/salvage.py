# SPDX-License-Identifier: Apache-2.0
"""Intact blocks that a scan does not return because of damage next to them [log.recovery.salvage].

A scan treats a block as corrupt if no magic follows it, stops at a rejected block, and reads nothing from a
file that does not begin with a magic. This module finds intact blocks after such damage: at the start of
corrupt spans, and at every magic after the offset where the scan stopped.
"""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode import limits
from hudi_conformance.decode.log import scan
from hudi_conformance.decode.source import Buffer, Input, open_source, read_s8
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.log import LogBlock

MAX_REREAD = 64  # reading of frames that are not blocks, as a multiple of the file size


def salvage_log(source: Input) -> list[LogBlock]:
    """Intact blocks that `scan_log` does not list, in file order.

    Raises:
        OSError: the file cannot be opened.
        LimitExceeded: a file of nested frames.
    """
    with open_source(source) as buffer:
        return list(walk_salvage(buffer))


def walk_salvage(buffer: Buffer) -> Iterator[LogBlock]:
    """Yield what `salvage_log` lists."""
    walk = scan.Walk(scan.walk_log(buffer, has_texts=False))
    pos = 0
    covered = 0  # end of the last salvaged block: a magic inside it does not start a block
    for block in walk:
        pos = block.span.end
        if block.type is BlockType.CORRUPT_BLOCK and block.span.ofs >= covered:
            intact = read_intact(buffer, block.span.ofs)
            if intact is not None:
                covered = intact.span.end
                yield intact
    if walk.end.rejection is not None:
        yield from _walk_rest(buffer, max(pos, covered))


def read_intact(buffer: Buffer, ofs: int) -> LogBlock | None:
    """The block at `ofs` (the offset of a magic) if it is consistent, regardless of the bytes after it."""
    if scan.check_frame(buffer, ofs, next_magic=False) is not None:
        return None
    try:
        return scan.read_block(buffer, ofs)
    except Reject:
        return None


def _walk_rest(buffer: Buffer, pos: int) -> Iterator[LogBlock]:
    """Blocks after the offset where the scan stopped."""
    allowance = MAX_REREAD * len(buffer)
    while (pos := scan.find_magic(buffer, pos)) < len(buffer):
        block = read_intact(buffer, pos)
        if block is None and scan.check_frame(buffer, pos, next_magic=False) is None:
            # Nested frames with consistent lengths would be read once per level.
            allowance -= read_s8(buffer, pos + scan.LEN_MAGIC)
            if allowance < 0 and not limits.is_lifted():
                raise limits.exceeded(f"nested frames of more than {MAX_REREAD} times the file")
        if block is not None:
            yield block
            pos = block.span.end
        elif scan.check_frame(buffer, pos) is None:
            # Its frame is consistent and only its header or footer is rejected: its content is skipped.
            pos += scan.LEN_HEAD + read_s8(buffer, pos + scan.LEN_MAGIC)
        else:
            pos += len(scan.MAGIC)
