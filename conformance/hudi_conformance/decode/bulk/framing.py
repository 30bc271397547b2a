# SPDX-License-Identifier: Apache-2.0
"""The framing scan for large files: intact blocks by a compiled kernel, everything else by the checked scan.

The kernel makes the same checks as `log.scan` but does not handle failures: it stops before such a block, the
checked scan reads it, and the kernel resumes after it. Results are therefore always those of `log.scan`.
Without numba the checked scan reads all blocks.
"""

from __future__ import annotations

import importlib
import mmap
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from hudi_conformance.decode.log.scan import LEN_HEAD, ScanEnd, Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, Memory, open_source, utf8_or_bytes
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey, LogBlock

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_Key = TypeVar("_Key")

CHUNK_BLOCKS = 8192  # blocks that one call of the kernel walks; bounds the memory of a scan
LEN_LITTLE = 2 << 20  # bytes that are read in one second without kernels
_IS_LITTLE: ContextVar[bool] = ContextVar("loading kernels does not pay off", default=False)
_TYPES = tuple(BlockType)  # by ordinal; a call of the enum costs as much as the rest of a view
FORMAT_VERSION = 1  # of every intact block [log.block.format-version]


def has_kernels() -> bool:
    """Whether the extra `fast` is installed, works on this machine, and pays off (`few_bytes`)."""
    return ("numba" in sys.modules or not _IS_LITTLE.get()) and _can_import()


@cache
def _can_import() -> bool:
    try:
        importlib.import_module("hudi_conformance.decode.bulk._framing_kernel")
    except ImportError:
        return False
    return True


@contextmanager
def few_bytes(num: int) -> Iterator[None]:
    """Read `num` bytes without kernels if importing them takes longer (a second or more).

    Results are the same. Kernels that are already loaded are used.
    """
    token = _IS_LITTLE.set(num < LEN_LITTLE)
    try:
        yield
    finally:
        _IS_LITTLE.reset(token)


def scan_log_fast(source: Input) -> Iterator[LogBlock]:
    """Yield the blocks of a log file, equal to those of `log.scan.scan_log`; headers are parsed on first use.

    A scan that stops early ends without an error, as `LogScan.blocks` does; `walk_blocks` has the reason.

    Raises:
        OSError: the file cannot be opened.
    """
    with open_source(source) as buffer:
        yield from (step for step in walk_blocks(buffer) if isinstance(step, LogBlock))


def walk_blocks(buffer: Buffer, pos: int = 0, *, quick: bool = True) -> Iterator[LogBlock | ScanEnd]:
    """Yield the blocks from `pos` on and return how the scan ended; `quick`: use the kernel if possible."""
    quick = quick and isinstance(buffer, Memory) and has_kernels()
    walk = Walk(walk_frames(buffer, pos) if quick else walk_log(buffer, pos))
    dropped = 0
    for step in walk:
        if isinstance(step, LogBlock):
            yield step
            continue
        for row in step.tolist():
            yield block_of(buffer, row)
        dropped = drop_pages(buffer, dropped, int(step[-1, 0]))
    yield walk.end


def walk_frames(
    buffer: Buffer, pos: int = 0, size: int | None = None
) -> Generator[npt.NDArray[np.int64] | LogBlock, None, ScanEnd]:
    """Yield runs of intact blocks as tables (int64, columns as in `_framing_kernel`), others as views.

    The scan starts at offset `pos`, the start of a block, and treats `size` as the end of the file. The next
    table overwrites the previous one: use it or copy it. The generator returns how the scan ended.
    """
    import numpy as np

    from hudi_conformance.decode.bulk import _framing_kernel as krn
    from hudi_conformance.decode.bulk._memory import address_of

    size = len(buffer) if size is None else size
    most = max(size - pos, 0) // LEN_HEAD + 1  # number of blocks that fit: tables of small files are small
    rows = np.empty((min(CHUNK_BLOCKS, most), krn.NUM_COLUMNS), np.int64)
    while True:
        with address_of(buffer) as base:
            num_rows, pos, why = krn.walk_frames(base, size, pos, rows)
        if num_rows:
            yield rows[:num_rows]
        if why == krn.AT_END:
            return ScanEnd(len_ignored=size - pos)
        if why == krn.NOT_INTACT:
            careful = Walk(walk_log(buffer, pos))
            block = next(iter(careful), None)
            if block is None:
                return careful.end
            yield block
            pos = block.span.end


class LazyMap(Mapping[_Key, "str | bytes"]):
    """Header or footer map that is parsed on first use; equal to a dict of its items."""

    __slots__ = ("_as_key", "_items", "_num", "_raw")

    def __init__(self, raw: bytes, num: int, as_key: Callable[[int], _Key]) -> None:
        self._raw = raw
        self._num = num
        self._as_key = as_key
        self._items: dict[_Key, str | bytes] | None = None

    def _parsed(self) -> dict[_Key, str | bytes]:
        if self._items is None:
            items: dict[_Key, str | bytes] = {}
            pos = 0
            for _ in range(self._num):
                # The kernel has checked every length.
                key = int.from_bytes(self._raw[pos : pos + 4], "big", signed=True)
                end = pos + 8 + int.from_bytes(self._raw[pos + 4 : pos + 8], "big")
                items[self._as_key(key)] = utf8_or_bytes(self._raw[pos + 8 : end])
                pos = end
            self._items = items
        return self._items

    def __getitem__(self, key: _Key) -> str | bytes:
        return self._parsed()[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._parsed())

    def __len__(self) -> int:
        return len(self._parsed())

    def __repr__(self) -> str:
        return repr(self._parsed())


def block_of(buffer: Buffer, row: list[int]) -> LogBlock:
    """View of the intact block of a row of `walk_frames`."""
    ofs_block, len_block, block_type, ofs_header, num_entries, *content, ofs_footer = row[:8]
    header = bytes(buffer[ofs_header + 4 : content[0] - 8])
    end = ofs_block + len_block - 8
    footer: Mapping[int, str | bytes] = {}
    if end - ofs_footer > 4:
        num_footer = int.from_bytes(buffer[ofs_footer : ofs_footer + 4], "big")
        footer = LazyMap(bytes(buffer[ofs_footer + 4 : end]), num_footer, int)
    return LogBlock(
        type=_TYPES[block_type],
        span=Span(ofs_block, len_block),
        format_version=FORMAT_VERSION,
        header=LazyMap(header, num_entries, HeaderKey),
        content=Span(*content),
        footer=footer,
    )


def drop_pages(buffer: Buffer, start: int, end: int) -> int:
    """Release the pages of a mapping that lie in [start, end); return the start of the next call.

    They stay in the system's cache; they only no longer count as memory of this process.
    """
    end -= end % mmap.PAGESIZE
    if not isinstance(buffer, mmap.mmap) or not hasattr(buffer, "madvise") or end <= start:
        return start
    buffer.madvise(mmap.MADV_DONTNEED, start, end - start)
    return end
