# SPDX-License-Identifier: Apache-2.0
"""Trailer of an HFile, of all versions from 2.0 on."""

from __future__ import annotations

from typing import Any, TypeAlias

from hudi_parsers.hfile_trailer import HfileTrailer
from kaitaistruct import KaitaiStructError, ValidationFailedError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.hfile.varints import len_varint
from hudi_conformance.decode.source import Buffer, utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.hfile import MAGIC_TRAILER, Codec, HFileTrailer

_Values: TypeAlias = dict[str, Any]  # fields of `HFileTrailer` by their names
LEN_TRAILER = {2: 212, 3: 4096}
LEN_VERSION = 4
_COUNTS = "hfile.trailer.index-counts"
_CHECKS = checks_of("hfile_trailer", "varint")
_MESSAGE = Structure("trailer", "truncated", "hfile.trailer.message", _CHECKS)
# Names of the view, by number of the message: grammar's name, and width of the number.
_NUMBERS: dict[int, tuple[str, str, int]] = {
    1: ("file_info_offset", "ofs_file_info", 64),
    2: ("load_on_open_data_offset", "ofs_load_on_open", 64),
    3: ("uncompressed_data_index_size", "len_data_index_inflated", 64),
    4: ("total_uncompressed_bytes", "len_total_inflated", 64),
    5: ("data_index_count", "num_data_index_entries", 32),
    6: ("meta_index_count", "num_meta_index_entries", 32),
    7: ("entry_count", "num_entries", 64),
    8: ("num_data_index_levels", "num_data_index_levels", 32),
    9: ("first_data_block_offset", "ofs_first_data_block", 64),
    10: ("last_data_block_offset", "ofs_last_data_block", 64),
    12: ("compression_codec", "compression_codec", 32),
}
# The fixed fields in their order: name of the view, width in bytes.
FIXED_FIELDS: tuple[tuple[str, int], ...] = (
    ("file_info_offset", 8), ("load_on_open_data_offset", 8), ("data_index_count", 4),
    ("uncompressed_data_index_size", 8), ("meta_index_count", 4), ("total_uncompressed_bytes", 8),
    ("entry_count", 8), ("compression_codec", 4), ("num_data_index_levels", 4),
    ("first_data_block_offset", 8), ("last_data_block_offset", 8), ("comparator_class_name", 128),
)  # fmt: skip


def decode_trailer(buffer: Buffer, start: int, end: int) -> HFileTrailer:
    """Trailer of the HFile at [`start`, `end`) of a buffer; offsets are relative to `start`.

    Raises:
        Reject: not a trailer of a known version, or one with impossible numbers.
    """
    size = end - start
    if size < LEN_VERSION:
        raise Reject("truncated", 0, "hfile.trailer.short-file", f"{size} bytes have no room for a version")
    minor = buffer[end - 4]
    major = int.from_bytes(buffer[end - 3 : end], "big")
    len_trailer = LEN_TRAILER.get(major)
    if len_trailer is None:
        message = f"HFile of format version {major}.{minor}"
        raise Reject("bad-version", size - LEN_VERSION, "hfile.trailer.major", message)
    if size < len_trailer:
        message = f"a file of {size} bytes has no room for a trailer of {len_trailer}"
        raise Reject("truncated", 0, "hfile.trailer.short-file", message)
    ofs = size - len_trailer
    payload = Payload(bytes(buffer[start + ofs : end - LEN_VERSION]), ofs)
    if payload.data[: len(MAGIC_TRAILER)] != MAGIC_TRAILER:
        raise Reject("bad-magic", ofs, "hfile.trailer.magic", "no magic opens the trailer")
    try:
        parsed = HfileTrailer(major, minor, payload.stream())
    except KaitaiStructError as error:
        raise _refuse(error, payload) from None
    values = _from_message(parsed, payload) if parsed.has_message else _from_fixed(parsed, payload)
    trailer = HFileTrailer(ofs=ofs, major=major, minor=minor, size=len_trailer, **values)
    _check(trailer)
    return trailer


def _refuse(error: KaitaiStructError, payload: Payload) -> Reject:
    """The rejection of a message, or of fixed fields, which only fail by checks."""
    is_check = isinstance(error, ValidationFailedError) and error.io is not None
    if is_check and error.io.size() < len(payload.data):
        # Positions are those in the message, after magic and length.
        start = 8 + len_varint(payload.data, 8)
        payload = Payload(payload.data, payload.ofs + start)
    return payload.reject(error, 8, _MESSAGE)


def _from_message(parsed: Parsed, payload: Payload) -> _Values:
    data, ofs = payload.data, payload.ofs
    pos = 8 + len_varint(data, 8)
    places: dict[str, int] = {}
    for field in parsed.message.fields:
        pos += len_varint(data, pos)
        if field.wire_type == 0:
            if field.tag in _NUMBERS:
                places[_NUMBERS[field.tag][0]] = ofs + pos
            pos += len_varint(data, pos)
        elif field.wire_type == 2:
            pos += len_varint(data, pos)
            if field.tag in {11, 13}:
                places["comparator_class_name" if field.tag == 11 else "encryption_key"] = ofs + pos
            pos += len(field.bytes)
        else:
            pos += 8 if field.wire_type == 1 else 4
    fields = parsed.message.fields
    values: _Values = {
        name: _signed(getattr(fields[-1], there), width) if fields else (2 if number == 12 else 0)
        for number, (name, there, width) in _NUMBERS.items()
    }
    values["comparator_class_name"] = utf8_or_bytes(
        getattr(parsed.message, "comparator_class_name", None) or b""
    )
    values["encryption_key"] = getattr(parsed.message, "encryption_key", None)
    values["places"] = places
    return values


def _from_fixed(parsed: Parsed, payload: Payload) -> _Values:
    fixed = parsed.fixed
    places = {}
    pos = payload.ofs + 8
    for name, width in FIXED_FIELDS:
        places[name] = pos
        pos += width
    values: _Values = {name: getattr(fixed, there) for name, there, _ in _NUMBERS.values()}
    values["comparator_class_name"] = utf8_or_bytes(fixed.comparator_class_name.rstrip(b"\0"))
    values["places"] = places
    return values


def _check(trailer: HFileTrailer) -> None:
    """Checks of numbers that do not depend on the rest of the file."""
    at = trailer.place
    if trailer.compression_codec not in Codec.__members__.values():
        message = f"compression codec {trailer.compression_codec}"
        raise Reject("bad-type", at("compression_codec"), "hfile.codec.unknown", message)
    for name in ("data_index_count", "meta_index_count", "entry_count"):
        value = getattr(trailer, name)
        if value < 0:
            rule = "hfile.trailer.entry-count" if name == "entry_count" else _COUNTS
            raise Reject("count-too-large", at(name), rule, f"{name} {value}")
    if trailer.num_data_index_levels < 1:
        message = f"a data index of {trailer.num_data_index_levels} levels"
        raise Reject("bad-value", at("num_data_index_levels"), "hfile.index.levels-min", message)
    if not 0 <= trailer.load_on_open_data_offset < trailer.ofs:
        message = f"load-on-open section at {trailer.load_on_open_data_offset}, trailer at {trailer.ofs}"
        ofs = at("load_on_open_data_offset")
        raise Reject("offset-out-of-range", ofs, "hfile.trailer.load-on-open-range", message)


def _signed(value: int, width: int) -> int:
    """The value as readers interpret it: truncated to its width, as a signed number."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value
