# SPDX-License-Identifier: Apache-2.0
"""Delete entries of versions 1 and 2: the Kryo 4 streams that releases before 0.14.0 wrote.

Layout: classes by name (a name gets an id on first use), with references. A reference marker is 1
for a new object, 0 for null, n + 2 for the object with id n; every tracked object, strings included,
takes the next id.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from hudi_conformance.canonical.scalars import canonical_float32, canonical_float64
from hudi_conformance.encode.avro.binary import encode_long
from hudi_conformance.encode.avro.rows import Datum, floating, integer, single, utf8
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.deletes import Delete, canonical_delete
from hudi_conformance.encode.numbers import encode_uvarint
from hudi_conformance.model.common import JsonValue

HOODIE_KEY = "org.apache.hudi.common.model.HoodieKey"
DELETE_RECORD = "org.apache.hudi.common.model.DeleteRecord"
_NEW, _NULL = b"\x01", b"\x00"
# Class ids that Kryo assigns to primitive wrappers and String by default, plus the 2 that a stream adds.
_CLASS_IDS = {"int": 2, "string": 3, "float": 4, "boolean": 5, "long": 9, "double": 10}


class _Stream:
    """State of Kryo while it writes one object graph."""

    def __init__(self, share_strings: bool) -> None:
        self.out = bytearray()
        self._class_ids: dict[str, int] = {}
        self._shared: dict[str, int] | None = {} if share_strings else None
        self._num_objects = 0

    def new_object(self, name: str) -> None:
        """Start an object: its class by name with a new name id, or only by the id."""
        self.out += b"\x01"
        known = name in self._class_ids
        self.out += encode_uvarint(self._class_ids.setdefault(name, len(self._class_ids)))
        if not known:
            self.out += encode_string(name)
        self._new_reference()

    def _new_reference(self) -> None:
        self.out += _NEW
        self._num_objects += 1

    def string(self, value: str | None, shared: bool) -> None:
        """A tracked string. `shared`: equal values are one object, as partition paths are."""
        if value is None:
            self.out += _NULL
            return
        if shared and self._shared is not None:
            if value in self._shared:
                self.out += encode_uvarint(self._shared[value] + 2)
                return
            self._shared[value] = self._num_objects
        self._new_reference()
        self.out += encode_string(value)


def encode_string(value: str) -> bytes:
    """Kryo 4 string: plain ASCII with bit 7 on the last byte for 2 to 63 characters, otherwise with a count.

    The count is the number of UTF-16 units plus one; each unit is encoded separately, so a character outside
    the basic plane takes six bytes.
    """
    units = struct.unpack(f">{len(value.encode('utf-16-be')) // 2}H", value.encode("utf-16-be"))
    if not units:
        return b"\x81"
    if 1 < len(units) < 64 and value.isascii():
        data = value.encode("ascii")
        return data[:-1] + bytes([data[-1] | 0x80])
    return _string_count(len(units) + 1) + b"".join(_unit(unit) for unit in units)


def _string_count(count: int) -> bytes:
    """First byte: bit 7 set, bit 6 = more follows, 6 bits of count; then plain base-128."""
    if count < 1 << 6:
        return bytes([count | 0x80])
    return bytes([count & 0x3F | 0xC0]) + encode_uvarint(count >> 6)


def _unit(unit: int) -> bytes:
    if unit < 0x80:
        return bytes([unit])
    if unit < 0x800:
        return bytes([0xC0 | unit >> 6, 0x80 | unit & 0x3F])
    return bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])


def encode_kryo_deletes(
    element: str, deletes: Sequence[Delete], share_strings: bool, num_deletes: int | None
) -> tuple[bytes, list[dict[str, Any]]]:
    """Encode an array of HoodieKey [log.delete.kryo-keys] or DeleteRecord [log.delete.kryo-records].

    A HoodieKey has no ordering value, and its fields in alphabetical order: partitionPath, recordKey.
    """
    stream = _Stream(share_strings)
    stream.new_object(f"[L{element};")
    stream.out += encode_uvarint((len(deletes) if num_deletes is None else num_deletes) + 1 & 0xFFFFFFFF)
    views = []
    for i, delete in enumerate(deletes):
        where = f"deletes[{i}].ordering"
        if element == DELETE_RECORD:
            stream.new_object(DELETE_RECORD)
        elif delete.ordering is not None:
            expected = "null in a block of version 1"
            raise EncodeError("bad-value", "log.delete.kryo-keys", where, expected, delete.ordering)
        key, path = _texts(delete, i)
        stream.new_object(HOODIE_KEY)
        stream.string(path, shared=True)
        stream.string(key, shared=False)
        ordering = _ordering(stream, delete.ordering, where) if element == DELETE_RECORD else None
        views.append(canonical_delete(key, path, ordering))
    return bytes(stream.out), views


def _texts(delete: Delete, i: int) -> tuple[str | None, str | None]:
    for name, value in (("record_key", delete.record_key), ("partition_path", delete.partition_path)):
        if value is not None:
            utf8(value, f"deletes[{i}].{name}")
    return delete.record_key, delete.partition_path


def _ordering(stream: _Stream, ordering: dict[str, Any] | None, where: str) -> dict[str, Any] | None:
    """Class id and value; wrappers of primitives are not tracked, a String is."""
    if ordering is None:
        stream.out += _NULL
        return None
    kind, value = ordering["type"], ordering["value"]
    if not isinstance(kind, str) or kind not in _CLASS_IDS:
        expected = f"a type of {list(_CLASS_IDS)}"
        raise EncodeError("bad-value", "log.delete.kryo-records", where, expected, kind)
    stream.out += encode_uvarint(_CLASS_IDS[kind])
    if kind == "string":
        text = utf8(value, where).decode("utf-8")
        stream.string(text, shared=False)
        return {"type": kind, "value": text}
    primitive = _primitive(kind, value, where)
    stream.out += primitive.data
    return {"type": kind, "value": primitive.row}


def _primitive(kind: str, value: JsonValue, where: str) -> Datum:
    """Kryo's int and long are zig-zag base-128, like Avro's; floats are big-endian, unlike Avro's."""
    match kind:
        case "int":
            return Datum(encode_long(integer(value, 32, where)), value)
        case "long":
            number = integer(value, 64, where)
            if not -(1 << 55) <= number < 1 << 55:
                return Datum(_long9(number), str(number))
            return Datum(encode_long(number), str(number))
        case "float":
            number32 = single(value, where)
            return Datum(struct.pack(">f", number32), canonical_float32(number32))
        case "double":
            double = floating(value, where)
            return Datum(struct.pack(">d", double), canonical_float64(double))
    if not isinstance(value, bool):
        raise EncodeError("bad-value", "log.delete.kryo-records", where, "true or false", value)
    return Datum(b"\x01" if value else b"\x00", value)


def _long9(number: int) -> bytes:
    """Kryo's long takes nine bytes at most: the ninth has eight bits."""
    zigzag = (number << 1) ^ (number >> 63)
    return bytes(zigzag >> 7 * i & 0x7F | 0x80 for i in range(8)) + bytes([zigzag >> 56])
