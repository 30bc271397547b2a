# SPDX-License-Identifier: Apache-2.0
"""Framing of a log file: its intact and corrupt blocks, without their contents.

The generated index parser parses a block. This module adds the rules that a grammar cannot express: the check
that distinguishes an intact frame from a damaged one, and the search for the next magic after damage.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from hudi_parsers.hudi_log_index import HudiLogIndex
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Structure, checks_of, rejection_of
from hudi_conformance.decode.limits import BYTES_OF_BLOCK, check_allowance
from hudi_conformance.decode.log.maps import open_long_header, read_long_footer
from hudi_conformance.decode.source import Buffer, Input, open_source, open_window, read_s8, utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Rejection, Span
from hudi_conformance.model.log import HeaderKey, LogBlock, LogScan

MAGIC = b"#HUDI#"
LEN_MAGIC = 6
LEN_HEAD = 14  # magic and block size: not counted by the block size
LEN_TRAILING = 8
LEN_SIZE_MIN = 8  # least block size: that of the trailing length, which the frame check reads
_MAX_INTERNED = 256
_MAX_LEN_INTERNED = 1 << 18
CHUNK = 4096  # blocks between two checks of their memory
_FRAME = Structure(
    "structure",
    "truncated",
    "log.block.parts-fill-size",
    checks_of("hudi_log_index", "hudi_log_block"),
    unknown="is unknown",
)
_NO_ENTRIES: Mapping[Any, str | bytes] = MappingProxyType({})  # shared by all corrupt blocks
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class ScanEnd:
    """How a scan ended: 0 to 5 bytes ignored at the end of the file, or stopped by a rejection."""

    len_ignored: int = 0
    rejection: Rejection | None = None


class Walk(Generic[_Item]):
    """Iterates over a generator that returns a `ScanEnd`; after the last item `end` is that value."""

    def __init__(self, generator: Generator[_Item, None, ScanEnd]) -> None:
        self._generator = generator
        self.end = ScanEnd()

    def __iter__(self) -> Iterator[_Item]:
        self.end = yield from self._generator


def scan_log(source: Input) -> LogScan:
    """Read the framing of a complete log file.

    If a part of the file is rejected, the view has `rejection` and the blocks before it.

    Raises:
        OSError: the file cannot be opened.
        LimitExceeded: the views of the blocks exceed the allowance.
    """
    with open_source(source) as buffer:
        walk = Walk(walk_log(buffer))
        blocks = list(within_allowance(walk, len(buffer)))
        return LogScan(blocks, len(buffer), walk.end.len_ignored, walk.end.rejection)


def within_allowance(blocks: Iterable[_Item], size: int) -> Iterator[_Item]:
    """Yield items of blocks that the caller keeps for a file of `size` bytes.

    Raises:
        LimitExceeded: the views of the blocks exceed the allowance.
    """
    for number, block in enumerate(blocks):
        if number % CHUNK == CHUNK - 1:
            check_allowance(number * BYTES_OF_BLOCK, size, f"{number + 1} blocks and more")
        yield block


def walk_log(buffer: Buffer, pos: int = 0, *, has_texts: bool = True) -> Generator[LogBlock, None, ScanEnd]:
    """Yield the blocks of a log file from offset `pos` on; the generator returns the `ScanEnd`.

    Memory: one block's header, for any length of the file. Without `has_texts`, for callers that do not use
    them, values of headers and footers stay bytes.
    """
    size = len(buffer)
    texts = _Texts() if has_texts else _NoTexts()
    while size - pos >= LEN_MAGIC:
        if buffer[pos : pos + LEN_MAGIC] != MAGIC:
            message = f"{bytes(buffer[pos : pos + LEN_MAGIC]).hex(' ')} instead of the magic opens a block"
            return ScanEnd(rejection=Rejection("bad-magic", pos, "log.recovery.bad-magic", message))
        why = check_frame(buffer, pos)
        if why is not None:
            end = find_magic(buffer, pos + LEN_MAGIC)
            yield _corrupt_block(pos, end, why)
            pos = end
            continue
        try:
            block = read_block(buffer, pos, texts)
        except Reject as error:
            return ScanEnd(rejection=rejection_of(error))
        yield block
        pos = block.span.end
    return ScanEnd(len_ignored=size - pos)


def check_frame(buffer: Buffer, pos: int, *, next_magic: bool = True) -> Rejection | None:
    """Why the block at `pos` (the offset of a magic) counts as corrupt, or None [log.recovery.corrupt-check].

    Only with `next_magic` it also checks that a magic or the end of the file follows the block.
    """
    size = len(buffer)
    ofs_size = pos + LEN_MAGIC
    requirement = "log.recovery.corrupt-check"
    if size - pos < LEN_HEAD:
        message = f"{size - ofs_size} bytes where the block size has 8"
        return Rejection("truncated", ofs_size, "log.recovery.short-size", message)
    len_block = read_s8(buffer, ofs_size)
    if len_block < LEN_SIZE_MIN:
        return Rejection("length-mismatch", ofs_size, requirement, f"block size {len_block} is below 8")
    end = pos + LEN_HEAD + len_block
    if end > size:
        message = f"block size {len_block} with {size - pos - LEN_HEAD} bytes left in the file"
        return Rejection("truncated", ofs_size, requirement, message)
    len_trailing = read_s8(buffer, end - LEN_TRAILING)
    if len_trailing != len_block + LEN_MAGIC:
        message = f"trailing length {len_trailing} instead of {len_block + LEN_MAGIC}"
        return Rejection("length-mismatch", end - LEN_TRAILING, requirement, message)
    if next_magic and size - end >= LEN_MAGIC and buffer[end : end + LEN_MAGIC] != MAGIC:
        message = f"{bytes(buffer[end : end + LEN_MAGIC]).hex(' ')} after the block is not a magic"
        return Rejection("bad-magic", end, requirement, message)
    return None


def read_block(buffer: Buffer, pos: int, texts: _Texts | None = None) -> LogBlock:
    """Parse the block at `pos`, whose frame `check_frame` has accepted.

    Raises:
        Reject: a part of the block does not fit into it or is unknown to the format.
        LimitExceeded: the keys of the footer exceed the allowance.
    """
    texts = texts or _Texts()
    end = pos + LEN_HEAD + read_s8(buffer, pos + LEN_MAGIC)
    frame: Any = None
    try:
        long_header = open_long_header(buffer, pos, end)
        stream = KaitaiStream(long_header) if long_header else open_window(buffer, pos, end)
        frame = HudiLogIndex.Frame(stream)
        values = long_header.values if long_header else {int(e.key): e.value for e in frame.header.entries}
        header = {HeaderKey(key): texts.decode(value) for key, value in values.items()}
        footer = read_long_footer(buffer, frame.ofs_footer, end)
        if footer is None:
            footer = {entry.key: entry.value for entry in frame.footer.entries}
        for key, value in footer.items():
            footer[key] = texts.decode(value)  # in place: there may be a million of them
        return LogBlock(
            type=BlockType(int(frame.block_type)),
            span=Span(pos, end - pos),
            format_version=frame.format_version,
            header=header,
            content=Span(frame.ofs_content, frame.len_content),
            footer=footer,
        )
    except KaitaiStructError as error:
        raise _FRAME.reject(error) from None
    finally:
        if frame is not None:
            # Generated objects are reference cycles; otherwise each would stay in memory until the collector
            # runs.
            for parsed in (frame.header, vars(frame).get("_m_footer"), frame):
                if parsed is not None:
                    vars(parsed).clear()


def find_magic(buffer: Buffer, start: int) -> int:
    """Offset of the first magic from `start` on, or the size of the buffer [log.recovery.resync]."""
    found = buffer.find(MAGIC, start)
    return len(buffer) if found < 0 else found


def _corrupt_block(pos: int, end: int, why: Rejection) -> LogBlock:
    return LogBlock(
        type=BlockType.CORRUPT_BLOCK,
        span=Span(pos, end - pos),
        format_version=None,
        header=_NO_ENTRIES,
        footer=_NO_ENTRIES,
        content=Span(pos + LEN_MAGIC, end - pos - LEN_MAGIC),
        why=why,
    )


class _Texts:
    """Header values as text; equal bytes, such as the schema of every block, become one object."""

    def __init__(self) -> None:
        self._known: dict[bytes, str | bytes] = {}

    def decode(self, value: bytes) -> str | bytes:
        """The text, or the bytes if they are not well-formed UTF-8 [log.map.utf8-read]."""
        if len(value) > _MAX_LEN_INTERNED:
            return utf8_or_bytes(value)
        known = self._known.get(value)
        if known is not None:
            return known
        if len(self._known) >= _MAX_INTERNED:
            self._known.clear()
        text = utf8_or_bytes(value)
        self._known[value] = text
        return text


class _NoTexts(_Texts):
    """Header values, unchanged."""

    def decode(self, value: bytes) -> str | bytes:
        return value
