# SPDX-License-Identifier: Apache-2.0
"""File info of an HFile: a map of bytes, as a message of pairs or in the layout of 2.0 and 2.1."""

from __future__ import annotations

from hudi_parsers.hfile_file_info import HfileFileInfo
from hudi_parsers.hfile_file_info_old import HfileFileInfoOld
from hudi_parsers.varint import Varint
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Structure, checks_of
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.slices import is_by_grammar
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import Reject

PBUF = b"PBUF"
_FIRST, _SECOND, _MAX_SHORT = 10, 18, 127  # fields 1 and 2, of bytes; a length of one byte
_FORM, _OLD = "hfile.info.form", "hfile.info.old-form"
_INFO = Structure("file info", "truncated", _FORM, checks_of("hfile_file_info", "varint"))
_INFO_OLD = Structure("file info", "truncated", _OLD, checks_of("hfile_file_info_old"))


def decode_info(payload: Payload, *, is_old: bool) -> dict[bytes, bytes]:
    """Entries of the file info; the last of two with the same key counts.

    A file of 2.0 or 2.1 may also have the message: the magic decides.

    Raises:
        Reject: malformed.
    """
    if is_old and payload.data[:4] != PBUF:
        return _decode_old(payload)
    if payload.data[:4] != PBUF:
        raise Reject("bad-magic", payload.at(0), _FORM, "no PBUF opens the file info")
    start, end = _bytes_at(payload, payload.stream(4), len(payload.data))
    info: dict[bytes, bytes] = {}
    stream = payload.stream(start, end)
    while start < end:
        pair = _short_pair(payload.data, start, end)
        if pair is not None:
            info[pair[0]] = pair[1]
            start += 6 + len(pair[0]) + len(pair[1])
            stream.seek(start)
            continue
        # Read field by field, pairs in parts: objects for all of them would take a thousand times the
        # payload.
        try:
            key = Varint(stream).value
            if key == 10:
                begin, start = _bytes_at(payload, stream, end)
                first, second = _pair(payload, begin, start)
                info[first] = second
                stream.seek(start)
                continue
            stream.seek(start)
            HfileFileInfo.Field(stream)
        except KaitaiStructError as error:
            raise payload.reject(error, start, _INFO) from None
        start = stream.pos()
    return info


def _short_pair(data: bytes, start: int, end: int) -> tuple[bytes, bytes] | None:
    """The pair at `start`, parsed inline if its lengths have one byte, otherwise by the grammar."""
    if end - start < 6 or is_by_grammar():
        return None
    key, value = start + 4, start + 6 + data[start + 3]
    stop = start + 2 + data[start + 1]
    if stop > end or value > stop or data[start + 1] > _MAX_SHORT:
        return None
    is_pair = data[start] == data[start + 2] == _FIRST and data[value - 2] == _SECOND
    return (data[key : value - 2], data[value:stop]) if is_pair and data[value - 1] == stop - value else None


def _bytes_at(payload: Payload, stream: KaitaiStream, end: int) -> tuple[int, int]:
    """Start and end of the bytes whose length is at the position of a stream that ends at `end`."""
    pos = stream.pos()
    try:
        length: int = Varint(stream).value
    except KaitaiStructError as error:
        raise payload.reject(error, pos, _INFO) from None
    start = stream.pos()
    if length > end - start:
        message = f"{length} bytes in the file info with {end - start} left"
        raise Reject("length-mismatch", payload.at(pos), _FORM, message)
    return start, start + length


def _pair(payload: Payload, start: int, end: int) -> tuple[bytes, bytes]:
    parts: dict[int, bytes] = {}
    stream = payload.stream(start, end)
    while stream.pos() < end:
        begin = stream.pos()
        try:
            field = HfileFileInfo.PairField(0, -1, -1, stream)
        except KaitaiStructError as error:
            raise payload.reject(error, begin, _INFO) from None
        if field.tag in {1, 2}:
            parts[field.tag] = field.bytes
    if len(parts) != 2:
        raise Reject("missing-field", payload.at(start), _FORM, "a pair of the file info lacks key or value")
    return parts[1], parts[2]


def _decode_old(payload: Payload) -> dict[bytes, bytes]:
    data = payload.data
    if len(data) < 4:
        raise Reject("truncated", payload.at(0), _OLD, f"file info of {len(data)} bytes")
    num = read_s4(data, 0)
    if not 0 <= num <= (len(data) - 4) // 3:
        message = f"{num} entries in a file info of {len(data)} bytes"
        raise Reject("count-too-large", payload.at(0), _OLD, message)
    info: dict[bytes, bytes] = {}
    stream = payload.stream(4)
    for _ in range(num):
        start = stream.pos()
        try:
            entry = HfileFileInfoOld.Entry(stream)
        except KaitaiStructError as error:
            raise payload.reject(error, start, _INFO_OLD) from None
        info[entry.first] = entry.second
    return info
