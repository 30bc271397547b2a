# SPDX-License-Identifier: Apache-2.0
"""Damaged blocks: start and end of each, by the consistent parts of its frame.

Magic, size, type, header, content length and trailing length are redundant. A block with one of
them destroyed is found by the others: a size and a trailing length that agree make a block without its magic,
a header that reads to a footer makes one without its size, and a trailing length leads backwards to a start
that is destroyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hudi_conformance.decode.log.avro_content import VERSIONS
from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, LEN_TRAILING, MAGIC
from hudi_conformance.decode.source import Buffer, read_s4, read_s8, utf8_or_bytes
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.model.hfile import MAGICS
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.similar import common_start

LEN_COUNT = 4  # of the entries of a map
OFS_HEADER = 22  # of the number of entries of a header, from the start of its block
MAX_HEADER = 1 << 26  # bytes of one header value at most
MAX_LOOK = 1 << 20  # bytes of a block that are searched for its content
MAX_STARTS = 1 << 16  # of damaged blocks between two intact ones
_STEPS = 4  # how many times the bytes between two blocks may be walked as headers
_LEN_BLOCK_MIN = 24  # of the size of a block: version, type, two empty maps, content length, trailing length
_TYPES = {int(kind): kind for kind in BlockType if kind is not BlockType.CORRUPT_BLOCK}
_KEYS = {int(key): key for key in HeaderKey}
# Version, type, number of entries, first key and length: they follow magic and size.
_SIGNATURE = re.compile(
    rb"\x00\x00\x00\x01\x00\x00\x00[\x00-\x06]\x00\x00\x00[\x01-\x09]\x00\x00\x00[\x00-\x08]\x00"
)


@dataclass(frozen=True, slots=True)
class Head:
    """The start of a block up to its content.

    Attributes:
        version: log format version.
        kind: block type, None for one that is unknown.
        header: entries whose keys are known.
        content: span of the content by its own, unchecked length.
        schema: text of a schema whose length differs from that in its entry.
    """

    version: int
    kind: BlockType | None
    header: dict[HeaderKey, str | bytes]
    content: Span
    schema: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A block that is not intact, or bytes between blocks.

    Attributes:
        ofs: its start.
        end: its end.
        head: its start up to the content; None for bytes between blocks, or a block without it.
        content: bytes that its content may be.
        is_sure: whether the end is that of the block, by two parts of the frame.
        is_copy: whether the next block begins with the same bytes: a duplicated sector.
        excess: how many bytes more than its size it has.
    """

    ofs: int
    end: int
    head: Head | None
    content: Span
    is_sure: bool = False
    is_copy: bool = False
    excess: int = 0


def frames_between(buffer: Buffer, start: int, end: int) -> Iterator[Frame]:
    """Yield what lies between two intact blocks, in file order and without a gap."""
    frames = _Frames(buffer, start, end)
    pos = start
    starts = frames.starts()
    for number, ofs in enumerate(starts):
        if ofs + LEN_HEAD <= pos and ofs != pos:
            continue
        if ofs > pos:
            yield _stretch(pos, ofs)
        later = next((other for other in starts[number + 1 : number + 2] if other > ofs), end)
        frame = frames.frame(ofs, later)
        yield frame if ofs >= pos else replace(frame, ofs=pos)
        pos = frame.end
    if pos < end:
        yield _stretch(pos, end)


def _stretch(ofs: int, end: int) -> Frame:
    return Frame(ofs, end, None, Span(ofs, end - ofs))


class _Frames:
    """Searches the bytes between two intact blocks."""

    def __init__(self, buffer: Buffer, start: int, end: int) -> None:
        self._buffer = buffer
        self._start = start
        self._end = end
        self._steps = _STEPS * (end - start) + MAX_LOOK

    # --- starts ------------------------------------------------------------------------------------------

    def starts(self) -> list[int]:
        """Where blocks begin, by their header or by lengths that agree."""
        last = read_s8(self._buffer, self._end - LEN_TRAILING) - LEN_MAGIC
        known = {
            ofs
            for ofs in self._candidates()
            if self._size_end(ofs) or self.head(ofs) or (self._size(ofs) == last > _LEN_BLOCK_MIN)
        }
        return sorted(known | set(self._backwards()) | set(self._forwards()))[:MAX_STARTS]

    def _candidates(self) -> Iterator[int]:
        buffer, pos = self._buffer, self._start
        while (pos := buffer.find(MAGIC, pos, self._end)) >= 0:
            yield pos
            pos += LEN_MAGIC
        for low in range(self._start, self._end, MAX_LOOK):
            high = min(low + MAX_LOOK + OFS_HEADER, self._end)
            for match in _SIGNATURE.finditer(bytes(buffer[low:high])):
                yield low + match.start() - LEN_HEAD  # before the first byte where magic and size are lost

    def _backwards(self) -> Iterator[int]:
        """Starts to which trailing lengths lead, from the next intact block or the end of the file on."""
        end = self._end
        while end - self._start > LEN_HEAD + _LEN_BLOCK_MIN:
            ofs = end - LEN_TRAILING - read_s8(self._buffer, end - LEN_TRAILING)
            if not self._start <= ofs <= end - LEN_HEAD - _LEN_BLOCK_MIN:
                return
            size = read_s8(self._buffer, ofs + LEN_MAGIC)
            is_magic = bytes(self._buffer[ofs : ofs + LEN_MAGIC]) in {MAGIC, bytes(LEN_MAGIC)}
            if not (ofs == self._start or is_magic or size == end - ofs - LEN_HEAD or self.head(ofs)):
                return
            yield ofs
            end = ofs

    def _forwards(self) -> Iterator[int]:
        """Starts to which sizes lead, from the last intact block on, regardless of the bytes of the magic."""
        ofs = self._start
        while end := self._size_end(ofs):
            yield ofs
            ofs = end

    def _size_end(self, ofs: int) -> int:
        """Where the block at `ofs` ends if its size and its trailing length agree, else 0."""
        if ofs < self._start or self._end - ofs < LEN_HEAD + _LEN_BLOCK_MIN:
            return 0
        size = read_s8(self._buffer, ofs + LEN_MAGIC)
        end = ofs + LEN_HEAD + size
        if size < _LEN_BLOCK_MIN or end > self._end:
            return 0
        return end if read_s8(self._buffer, end - LEN_TRAILING) == size + LEN_MAGIC else 0

    # --- heads -------------------------------------------------------------------------------------------

    def head(self, ofs: int) -> Head | None:
        """The head of the block at `ofs`, or None if its header does not parse."""
        buffer, end, pos = self._buffer, self._end, ofs + OFS_HEADER
        if end - pos < LEN_COUNT or self._steps < 0:
            return None
        num = read_s4(buffer, pos)
        kind = _TYPES.get(read_s4(buffer, pos - 4))
        pos += LEN_COUNT
        if not 0 <= num * 8 <= end - pos:
            return None
        header: dict[HeaderKey, str | bytes] = {}
        num_unknown = int(kind is None)
        for _ in range(num):
            self._steps -= 8
            if end - pos < 8 or self._steps < 0:
                return None
            key, length = _KEYS.get(read_s4(buffer, pos)), read_s4(buffer, pos + 4)
            pos += 8
            num_unknown += key is None
            if num_unknown > 1 or not 0 <= length <= min(end - pos, MAX_HEADER):
                return None
            if key is None and bytes(buffer[pos : pos + 1]) == b"{":
                key = HeaderKey.SCHEMA  # no other value begins so
            if key is not None:
                header[key] = utf8_or_bytes(bytes(buffer[pos : pos + length]))
            pos += length
        if end - pos < 8:
            return None
        version = read_s4(buffer, ofs + LEN_HEAD)
        is_plain = (kind is None) + (version != 1) + (not header) < 2
        length = read_s8(buffer, pos)
        return Head(version, kind, header, Span(pos + 8, length)) if is_plain else None

    def _damaged_head(self, ofs: int, end: int) -> Head | None:
        """The head of a block whose header does not parse, by the content length.

        Only a length directly before the content equals the number of bytes up to the footer.
        """
        buffer, footer = self._buffer, end - LEN_TRAILING - LEN_COUNT
        low = ofs + OFS_HEADER + LEN_COUNT
        raw = bytes(buffer[low : min(low + MAX_LOOK, footer)])
        pos = -1
        while (pos := raw.find(b"\0\0", pos + 1)) >= 0:
            is_length = int.from_bytes(raw[pos : pos + 8], "big") == footer - low - pos - 8
            if is_length and len(raw) - pos >= 16 and _opens_content(raw[pos + 8 : pos + 16]):
                break
        if pos < 0:
            return None
        header: dict[HeaderKey, str | bytes] = {}
        doubtful = None
        at = 0
        while pos - at >= 8:
            key, length = (int.from_bytes(raw[at + n : at + n + 4], "big") for n in (0, 4))
            if key not in _KEYS or length > pos - at - 8:
                break
            header[_KEYS[key]] = utf8_or_bytes(raw[at + 8 : at + 8 + length])
            at += 8 + length
        if at != pos:  # a length of an entry is wrong, and the last text may be cut
            header.pop(HeaderKey.SCHEMA, None)
        if HeaderKey.SCHEMA not in header and (text := raw.find(b"{", 8, pos)) >= 0:
            schema = _json_text(raw[text:pos])
            key, length = (int.from_bytes(raw[text - n : text - n + 4], "big") for n in (8, 4))
            if length == len(schema):
                header[HeaderKey.SCHEMA] = utf8_or_bytes(schema)
            elif key == HeaderKey.SCHEMA:
                doubtful = schema.decode("utf-8", "replace")
        kind = _TYPES.get(read_s4(buffer, ofs + 18))
        content = Span(low + pos + 8, footer - low - pos - 8)
        return Head(read_s4(buffer, ofs + LEN_HEAD), kind, header, content, doubtful)

    # --- ends --------------------------------------------------------------------------------------------

    def frame(self, ofs: int, later: int) -> Frame:
        """The block at `ofs`, before which of the next one begins at `later`."""
        head = self.head(ofs)
        end, is_sure = self._size_end(ofs), True
        if not end and head is not None and self._is_copy(ofs, head, later):
            return Frame(ofs, later, head, Span(ofs, 0), is_copy=True)
        if not end:
            end, is_sure = self._end_of(ofs, head, later)
        if ofs >= self._start and (head is None or (is_sure and not self._fits(head.content, end))):
            head = self._damaged_head(ofs, end) or head
        excess = max(end - ofs - LEN_HEAD - self._size(ofs), 0) if is_sure and ofs >= self._start else 0
        if head is None:
            return Frame(ofs, end, None, Span(ofs, end - ofs), is_sure, excess=excess)
        return Frame(ofs, end, head, self._content(head, end, is_sure), is_sure, excess=excess)

    def _size(self, ofs: int) -> int:
        """The size of the block at `ofs`, -1 if it is missing."""
        return read_s8(self._buffer, ofs + LEN_MAGIC) if ofs >= self._start else -1

    def _fits(self, content: Span, end: int) -> bool:
        """Whether a footer follows the content and then the trailing length."""
        return content.len >= 0 and self._footer_end(content.end, end) == end - LEN_TRAILING

    def _end_of(self, ofs: int, head: Head | None, later: int) -> tuple[int, bool]:
        buffer = self._buffer
        size = self._size(ofs)
        trailing = read_s8(buffer, later - LEN_TRAILING)
        if trailing in {size + LEN_MAGIC, later - ofs - LEN_TRAILING} and trailing > 0:
            return later, True
        if head is not None and head.content.len >= 0:
            end = self._footer_end(head.content.end, later) + LEN_TRAILING
            if LEN_TRAILING <= end <= later and (
                end == later or read_s8(buffer, end - LEN_TRAILING) == end - ofs - LEN_TRAILING
            ):
                return end, True
        return later, size == later - ofs - LEN_HEAD

    def _footer_end(self, pos: int, end: int) -> int:
        """Where a footer at `pos` ends before `end`, negative for none."""
        none = -LEN_TRAILING - 1
        if end - pos < LEN_COUNT:
            return none
        num = read_s4(self._buffer, pos)
        pos += LEN_COUNT
        if not 0 <= num * 8 <= end - pos:
            return none
        for _ in range(num):
            self._steps -= 8
            if end - pos < 8 or self._steps < 0:
                return none
            length = read_s4(self._buffer, pos + 4)
            pos += 8
            if not 0 <= length <= end - pos:
                return none
            pos += length
        return pos

    def _content(self, head: Head, end: int, is_sure: bool) -> Span:
        """The content, by its length, or up to the footer if its length is wrong."""
        ofs, length = head.content.ofs, head.content.len
        if is_sure and not self._fits(head.content, end):
            footer = end - LEN_TRAILING - LEN_COUNT
            if footer >= ofs and read_s4(self._buffer, footer) == 0:
                return Span(ofs, footer - ofs)
        return Span(ofs, min(length if length >= 0 else end - ofs, max(end - ofs, 0)))

    def _is_copy(self, ofs: int, head: Head, later: int) -> bool:
        """Whether the bytes from `ofs` to `later` are repeated after `later`, or before `ofs`."""
        buffer, num = self._buffer, later - ofs
        if ofs < self._start:
            return False
        if bytes(buffer[ofs : head.content.ofs]) != bytes(buffer[later : later + head.content.ofs - ofs]):
            return False
        first, second = bytes(buffer[ofs:later]), bytes(buffer[later : later + num])
        forward = common_start(first, second)
        rest = bytes(buffer[ofs + forward : later])
        return bytes(buffer[max(ofs - num + forward, 0) : ofs]) == rest


def _opens_content(raw: bytes) -> bool:
    """Whether bytes are the first of a content: a version, or the magic of a format."""
    return int.from_bytes(raw[:4], "big") in VERSIONS or raw[:8] in MAGICS or raw[:4] == b"PAR1"


def _json_text(raw: bytes) -> bytes:
    """The JSON object that `raw` begins with, without what follows."""
    depth, is_text, is_escaped = 0, False, False
    for pos, byte in enumerate(raw):
        if is_text:
            is_text = is_escaped or byte != 0x22
            is_escaped = byte == 0x5C and not is_escaped
        elif byte == 0x22:
            is_text = True
        elif byte in b"{}":
            depth += 1 if byte == 0x7B else -1
            if not depth:
                return raw[: pos + 1]
    return raw
