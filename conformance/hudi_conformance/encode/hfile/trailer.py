# SPDX-License-Identifier: Apache-2.0
"""The trailer in its three layouts, and the file info in its two [hfile.trailer.message, hfile.info.form]."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.numbers import encode_uvarint, encode_vlong, proto_bytes

MAGIC = b'TRABLK"$'
SIZES = {2: 212, 3: 4096}
# (major, minor) that this writer supports; the first two have fixed fields.
FIXED = ((2, 0), (2, 1))
VERSIONS = (*FIXED, (2, 2), (2, 3), (3, 0), (3, 3))
FIELDS = {
    "file_info_offset": 1, "load_on_open_data_offset": 2, "uncompressed_data_index_size": 3,
    "total_uncompressed_bytes": 4, "data_index_count": 5, "meta_index_count": 6, "entry_count": 7,
    "num_data_index_levels": 8, "first_data_block_offset": 9, "last_data_block_offset": 10,
    "comparator_class_name": 11, "compression_codec": 12, "encryption_key": 13,
}  # fmt: skip
_LEN_COMPARATOR = 128
_FIXED_FORM = (
    ("file_info_offset", ">q"), ("load_on_open_data_offset", ">q"), ("data_index_count", ">i"),
    ("uncompressed_data_index_size", ">q"), ("meta_index_count", ">i"), ("total_uncompressed_bytes", ">q"),
    ("entry_count", ">q"), ("compression_codec", ">i"), ("num_data_index_levels", ">i"),
    ("first_data_block_offset", ">q"), ("last_data_block_offset", ">q"),
)  # fmt: skip

Fields = Mapping[str, int | str | bytes]


@dataclass(frozen=True, slots=True)
class TrailerDamage:
    """Deviations of the trailer; None and empty: follow the rules."""

    magic: bytes | None = None
    message: bytes | None = None
    message_append: bytes = b""
    len_message: int | None = None
    padding: bytes = b""
    version: bytes | None = None


def encode_trailer(major: int, minor: int, fields: Fields, damage: TrailerDamage) -> bytes:
    """Encode magic, fields or message, padding and version.

    Raises:
        EncodeError: message and padding do not fit [hfile.trailer.fits].
    """
    magic = MAGIC if damage.magic is None else damage.magic
    if (major, minor) in FIXED and damage.message is None:
        body = _fixed(fields)
    else:
        message = _message(fields) if damage.message is None else damage.message
        message += damage.message_append
        length = len(message) if damage.len_message is None else damage.len_message
        body = encode_uvarint(length) + message
    body += damage.padding
    room = SIZES[major] - len(magic) - 4
    if len(body) > room:
        raise EncodeError("bad-value", "hfile.trailer.fits", "trailer", f"at most {room} bytes", len(body))
    version = bytes([minor]) + major.to_bytes(3, "big") if damage.version is None else damage.version
    return magic + body.ljust(room, b"\x00") + version


def _fixed(fields: Fields) -> bytes:
    name = str(fields.get("comparator_class_name", "")).encode("utf-8")
    if len(name) > _LEN_COMPARATOR:
        expected = f"at most {_LEN_COMPARATOR} bytes"
        raise EncodeError("bad-value", "hfile.trailer.fixed-fields", "comparator", expected, name)
    parts = []
    for member, form in _FIXED_FORM:
        try:
            parts.append(struct.pack(form, fields.get(member, 0)))
        except struct.error as error:
            rule, expected = "hfile.trailer.fixed-fields", "a 32-bit number"
            raise EncodeError("bad-value", rule, member, expected, fields[member]) from error
    return b"".join(parts) + name.ljust(_LEN_COMPARATOR, b"\x00")


def _message(fields: Fields) -> bytes:
    parts = []
    for member, number in FIELDS.items():
        value = fields.get(member)
        if isinstance(value, int):
            parts.append(encode_uvarint(number << 3) + encode_uvarint(value))
        elif value is not None:
            parts.append(proto_bytes(number, value.encode("utf-8") if isinstance(value, str) else value))
    return b"".join(parts)


def encode_file_info(entries: Mapping[bytes, bytes], old_layout: bool, descending: bool) -> bytes:
    """Encode the payload of the file info block, entries sorted by key.

    Args:
        entries: key to value.
        old_layout: without PBUF, as in versions 2.0 and 2.1.
        descending: in reverse order; readers ignore the order [hfile.info.order-free].
    """
    pairs = sorted(entries.items(), reverse=descending)
    if old_layout:
        parts = [struct.pack(">i", len(pairs))]
        for key, value in pairs:
            parts += [encode_vlong(len(key)), key, b"\x01", encode_vlong(len(value)), value]
        return b"".join(parts)
    message = b"".join(proto_bytes(1, proto_bytes(1, key) + proto_bytes(2, value)) for key, value in pairs)
    return b"PBUF" + encode_uvarint(len(message)) + message
