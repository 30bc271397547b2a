# SPDX-License-Identifier: Apache-2.0
"""Reading a log file from its end: each block is located by its trailing length [log.block.reverse]."""

from __future__ import annotations

from hudi_conformance.decode.grammar import rejection_of
from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, LEN_TRAILING, MAGIC, read_block
from hudi_conformance.decode.source import Buffer, Input, open_source, read_s8
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.log import LogBlock, LogScan

REQUIREMENT = "log.block.reverse"


def scan_log_reverse(source: Input) -> LogScan:
    """Blocks of an intact file, last to first; `rejection` if damage stops the reading.

    Reverse reading cannot skip damage: a reader that must survive it reads forward.
    """
    blocks: list[LogBlock] = []
    rejection: Rejection | None = None
    with open_source(source) as buffer:
        end = len(buffer)
        while end > 0 and rejection is None:
            try:
                blocks.append(read_block(buffer, find_previous(buffer, end)))
                end = blocks[-1].span.ofs
            except Reject as error:
                rejection = rejection_of(error)
        return LogScan(blocks, len(buffer), 0, rejection)


def find_previous(buffer: Buffer, end: int) -> int:
    """Offset of the block that ends at `end`.

    Raises:
        Reject: the eight bytes before `end` do not lead to the start of a block that ends there.
    """
    ofs_trailing = end - LEN_TRAILING
    if ofs_trailing < 0:
        raise Reject("truncated", 0, REQUIREMENT, f"{end} bytes where a trailing length has 8")
    len_trailing = read_s8(buffer, ofs_trailing)
    start = ofs_trailing - len_trailing
    if not 0 <= start <= end - LEN_HEAD - LEN_TRAILING:
        message = f"trailing length {len_trailing} with {ofs_trailing} bytes before it"
        raise Reject("offset-out-of-range", ofs_trailing, REQUIREMENT, message)
    if buffer[start : start + LEN_MAGIC] != MAGIC:
        message = f"no magic {len_trailing} bytes before the trailing length"
        raise Reject("bad-magic", start, REQUIREMENT, message)
    len_block = read_s8(buffer, start + LEN_MAGIC)
    if len_block + LEN_MAGIC != len_trailing:
        message = f"block size {len_block} with trailing length {len_trailing}"
        raise Reject("length-mismatch", start + LEN_MAGIC, "log.block.trailing-length", message)
    return start
