# SPDX-License-Identifier: Apache-2.0
"""A file that was transferred as text: a CR precedes each LF, so all lengths are wrong."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.model.block_type import BlockType

_CHUNK = 1 << 22
_LF, _CRLF = b"\n", b"\r\n"


@contextmanager
def without_added_cr(buffer: Memory) -> Iterator[tuple[Memory, Callable[[int], int]] | None]:
    """Yield the original file, and a function from its offsets to those of the present file.

    None for a file with an LF that no CR precedes, and for one of which no more is intact without them.
    """
    if not _is_suspect(buffer):
        yield None
        return
    with tempfile.TemporaryFile() as file:
        ends = []  # of lines, in the file as it was
        size = carry = 0
        for low in range(0, len(buffer), _CHUNK):
            raw = bytes(buffer[low + carry : low + _CHUNK])
            # A pair on the border of two chunks belongs to the first.
            carry = int(raw.endswith(b"\r") and bytes(buffer[low + _CHUNK : low + _CHUNK + 1]) == _LF)
            raw = (raw + _LF * carry).replace(_CRLF, _LF)
            ends.append(np.flatnonzero(np.frombuffer(raw, np.uint8) == _LF[0]) + size)
            size += file.write(raw)
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as plain:
            lines = np.concatenate(ends)
            is_better = _num_intact(plain) > _num_intact(buffer)
            yield (plain, lambda ofs: ofs + int(np.searchsorted(lines, ofs))) if is_better else None


def _is_suspect(buffer: Memory) -> bool:
    """Whether there are LF, and a CR before each."""
    pos = num = 0
    while (pos := buffer.find(_LF, pos)) >= 0:
        if not pos or buffer[pos - 1] != _CRLF[0]:
            return False
        pos, num = pos + 1, num + 1
    return num > 0


def _num_intact(buffer: Buffer) -> int:
    """Bytes in intact blocks."""
    blocks = (
        block for block in walk_log(buffer, has_texts=False) if block.type is not BlockType.CORRUPT_BLOCK
    )
    return sum(block.span.len for block in blocks)
