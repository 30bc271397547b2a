# SPDX-License-Identifier: Apache-2.0
"""A block that is not whole: what its beginning still tells.

No reader counts such a block: its writer may never have finished it. What it says is therefore marked.
"""

from __future__ import annotations

from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, MAGIC
from hudi_conformance.decode.source import Buffer
from hudi_conformance.views.common import Span
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock

MAX_HEADER = 1 << 26  # bytes of one header value that are believed
_TYPES = {int(kind): kind for kind in BlockType if kind is not BlockType.CORRUPT_BLOCK}
_KEYS = {int(key): key for key in HeaderKey}


def read_torn(buffer: Buffer, ofs: int, end: int) -> LogBlock | None:
    """The block that begins at `ofs` and of which nothing is left from `end` on.

    Its content ends where its length says, or at `end`. None when there is no content, or the header does
    not make sense up to there. Block size, trailing length and format version are not looked at.
    """
    pos = ofs + LEN_HEAD
    if end - ofs < LEN_HEAD + 12 or bytes(buffer[ofs : ofs + LEN_MAGIC]) != MAGIC:
        return None
    kind = _TYPES.get(_int(buffer, pos + 4, 4))
    num = _int(buffer, pos + 8, 4)
    version = _int(buffer, pos, 4)
    pos += 12
    if kind is None or not 0 <= num * 8 <= end - pos:
        return None
    header: dict[HeaderKey, str | bytes] = {}
    for _ in range(num):
        if end - pos < 8:
            return None
        key, length = _KEYS.get(_int(buffer, pos, 4)), _int(buffer, pos + 4, 4)
        pos += 8
        if key is None or not 0 <= length <= min(end - pos, MAX_HEADER):
            return None
        raw = bytes(buffer[pos : pos + length])
        try:
            header[key] = raw.decode("utf-8")
        except UnicodeDecodeError:
            header[key] = raw
        pos += length
    if end - pos < 8:
        return None
    length = _int(buffer, pos, 8)
    pos += 8
    if length < 0:
        return None
    return LogBlock(kind, Span(ofs, end - ofs), version, header, Span(pos, min(length, end - pos)))


def _int(buffer: Buffer, ofs: int, width: int) -> int:
    return int.from_bytes(buffer[ofs : ofs + width], "big", signed=True)
