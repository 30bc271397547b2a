# SPDX-License-Identifier: Apache-2.0
"""An incomplete block: the readable part of its start.

No reader counts such a block: its writer may never have finished it. Its content is therefore marked.
"""

from __future__ import annotations

from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, LEN_TRAILING, MAGIC, check_frame
from hudi_conformance.decode.source import Buffer, read_s4, read_s8, utf8_or_bytes
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey, LogBlock

LEN_COUNT = 4  # of the entries of a footer
MAX_HEADER = 1 << 26  # bytes of one header value at most
_TYPES = {int(kind): kind for kind in BlockType if kind is not BlockType.CORRUPT_BLOCK}
_KEYS = {int(key): key for key in HeaderKey}


def read_torn(buffer: Buffer, ofs: int, end: int) -> LogBlock | None:
    """The block that begins at `ofs` and is lost from `end` on.

    Its content ends as its length announces, at the footer where only that is wrong, or at `end`. None for no
    content, or a header that is invalid up to there. Block size, trailing length and format version are not
    checked.
    """
    pos = ofs + LEN_HEAD
    if end - ofs < LEN_HEAD + 12 or bytes(buffer[ofs : ofs + LEN_MAGIC]) != MAGIC:
        return None
    version = read_s4(buffer, pos)
    kind = _TYPES.get(read_s4(buffer, pos + 4))
    num = read_s4(buffer, pos + 8)
    pos += 12
    if kind is None or not 0 <= num * 8 <= end - pos:
        return None
    header: dict[HeaderKey, str | bytes] = {}
    for _ in range(num):
        if end - pos < 8:
            return None
        key, length = _KEYS.get(read_s4(buffer, pos)), read_s4(buffer, pos + 4)
        pos += 8
        if key is None or not 0 <= length <= min(end - pos, MAX_HEADER):
            return None
        header[key] = utf8_or_bytes(bytes(buffer[pos : pos + length]))
        pos += length
    if end - pos < 8:
        return None
    length = read_s8(buffer, pos)
    pos += 8
    room = _room(buffer, ofs, pos, end)
    if room is not None:
        length = room
    if length < 0:
        return None
    return LogBlock(kind, Span(ofs, end - ofs), version, header, Span(pos, min(length, end - pos)))


def _room(buffer: Buffer, ofs: int, pos: int, end: int) -> int | None:
    """Bytes from `pos` up to the footer, where the frame is whole and the footer empty; None elsewhere.

    Its content length alone is then wrong.
    """
    if check_frame(buffer, ofs, next_magic=False) is not None:
        return None
    ofs_footer = ofs + LEN_HEAD + read_s8(buffer, ofs + LEN_MAGIC) - LEN_TRAILING - LEN_COUNT
    if not pos <= ofs_footer <= end or read_s4(buffer, ofs_footer) != 0:
        return None
    return ofs_footer - pos
