# SPDX-License-Identifier: Apache-2.0
"""Decode the text or bytes of a Bloom filter."""

from __future__ import annotations

import base64
import binascii
import re

from hudi_parsers.hudi_bloom_filter import HudiBloomFilter
from hudi_parsers.hudi_bloom_filter_dynamic import HudiBloomFilterDynamic
from kaitaistruct import KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.source import open_window, read_s4
from hudi_conformance.errors import Reject
from hudi_conformance.model.bloom import DYNAMIC, SIMPLE, TYPES, BloomFilter, BloomGrowth, BloomRow

_ROW = Structure("Bloom filter", "truncated", "bloom.simple.form", checks_of("hudi_bloom_filter"))
_DYNAMIC = Structure(
    "dynamic Bloom filter", "truncated", "bloom.dynamic.form", checks_of("hudi_bloom_filter_dynamic")
)
_LEN_ROW, _LEN_OLD_ROW = 13, 8  # without the bits
_LEN_HEAD, _LEN_OLD_HEAD = 25, 20  # of a dynamic filter
_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?")


def filter_type(code: str | None) -> str:
    """The type that a type code names; without a code, SIMPLE [bloom.type.default].

    Raises:
        Reject: an unknown code [bloom.type.code].
    """
    if code is None:
        return SIMPLE
    found = next((name for name in TYPES if name == code.upper()), None)
    if found is None:
        raise Reject("bad-type", None, "bloom.type.code", f"type code {code!r} is not {' or '.join(TYPES)}")
    return found


def decode_text(text: bytes, kind: str) -> BloomFilter:
    """A filter of the type `kind` from its text [bloom.text].

    Raises:
        Reject: not Base64, or see `decode_bloom`; offsets refer to the decoded bytes, so none is reported.
    """
    try:
        return decode_bloom(decode_base64(text), kind)
    except Reject as error:
        if error.at is None:
            raise
        message = f"{error.message} (at byte {error.at} of the filter)"
        raise Reject(error.code, None, error.requirement, message) from None


def decode_base64(text: bytes) -> bytes:
    """Bytes of a filter from its text; the padding may be missing, as in Java's decoder.

    Raises:
        Reject: a character outside Base64, or an invalid length.
    """
    if _BASE64.fullmatch(text) is None:
        raise Reject("bad-value", None, "bloom.text", f"a text of {len(text)} bytes that is not Base64")
    try:
        return base64.b64decode(text + b"=" * (-len(text) % 4))
    except binascii.Error as error:
        raise Reject("bad-value", None, "bloom.text", f"not Base64: {error}") from None


def decode_bloom(data: bytes, kind: str) -> BloomFilter:
    """Decode a filter of the type `kind`, which must fill the bytes.

    Raises:
        Reject: bytes that are not such a filter, or trailing bytes [bloom.end].
    """
    stream = open_window(data, 0, len(data))
    if kind == DYNAMIC:
        found = _dynamic(data, stream)
    else:
        try:
            found = BloomFilter((_row(HudiBloomFilter(stream), 0),))
        except KaitaiStructError as error:
            raise _ROW.reject(error, 0) from None
    num_left = len(data) - stream.pos()
    if num_left:
        message = f"{num_left} bytes after a filter of {stream.pos()}"
        raise Reject("trailing-bytes", stream.pos(), "bloom.end", message)
    return found


def _dynamic(data: bytes, stream: KaitaiStream) -> BloomFilter:
    try:
        parsed = HudiBloomFilterDynamic(stream)
    except KaitaiStructError as error:
        if stream.pos() > _len_head(data):
            raise _reject_of_rows(data) from None
        raise _DYNAMIC.reject(error, 0) from None
    growth = BloomGrowth(
        parsed.version > 0, parsed.num_hashes, parsed.hash_type, parsed.num_bits,
        parsed.num_keys_per_row, parsed.num_keys_last_row,
    )  # fmt: skip
    ofs = _len_head(data)
    rows = []
    for row in parsed.rows:
        rows.append(_row(row, ofs))
        ofs += (_LEN_OLD_ROW if rows[-1].is_old else _LEN_ROW) + len(row.bits)
    return BloomFilter(tuple(rows), growth)


def _reject_of_rows(data: bytes) -> Reject:
    """The rejection of the first row that cannot be read.

    Rows have a separate grammar, whose paths equal those of the head; the start of the row distinguishes
    them.
    """
    ofs = _len_head(data)
    while True:
        stream = open_window(data, ofs, len(data))
        try:
            HudiBloomFilter(stream)
        except KaitaiStructError as error:
            return _ROW.reject(error, ofs)
        ofs = stream.pos()


def _len_head(data: bytes) -> int:
    return _LEN_OLD_HEAD if read_s4(data, 0) > 0 else _LEN_HEAD


def _row(parsed: Parsed, ofs: int) -> BloomRow:
    return BloomRow(
        ofs, parsed.version > 0, parsed.num_hashes, parsed.hash_type, parsed.num_bits, parsed.bits
    )  # fmt: skip
