# SPDX-License-Identifier: Apache-2.0
"""Delete payloads of content versions 1 and 2: arrays of Java objects in the format of Kryo 4.

The grammar (ksy/hudi_delete_kryo.ksy) describes the elements. Back references, which it cannot express,
are resolved here. Elements are parsed one by one, so that a long array needs no more memory than its
result, and inside of a bounded window, because a parser object for each character is a thousand times
the size of the character.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TypeVar

from hudi_parsers.hudi_delete_kryo import HudiDeleteKryo
from kaitaistruct import EndOfStreamError, KaitaiStructError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.source import Buffer, open_window
from hudi_conformance.errors import Reject
from hudi_conformance.views.log import DeletedKey, OrderingValue

MAX_ELEMENT = 1 << 18  # bytes of one element at most [limits.allocation]
_NAMES = {
    1: b"[Lorg.apache.hudi.common.model.HoodieKey\xbb",
    2: b"[Lorg.apache.hudi.common.model.DeleteRecord\xbb",
}
_REQUIREMENTS = {1: "log.delete.kryo-keys", 2: "log.delete.kryo-records"}
_CHECKS = checks_of("hudi_delete_kryo")
_PAYLOADS = {
    version: Structure("payload", "schema-mismatch", requirement, _CHECKS, "is none that is known")
    for version, requirement in _REQUIREMENTS.items()
}
_LEN_ELEMENT_MIN = 3
_ARRAY = object()  # the array itself, which no field of an element may refer to
_Object = TypeVar("_Object")


def decode_kryo_deletes(buffer: Buffer, ofs: int, end: int, version: int) -> Iterator[DeletedKey]:
    """Yield the deleted keys of the payload [`ofs`, `end`) of content version 1 or 2.

    Raises:
        Reject: the payload is not such an array, or does not end at `end`.
    """
    requirement = _REQUIREMENTS[version]
    head = b"\x01\x00" + _NAMES[version] + b"\x01"
    start = bytes(buffer[ofs : min(ofs + len(head), end)])
    if start != head:
        code = "truncated" if head.startswith(start) else "schema-mismatch"
        raise Reject(code, ofs, requirement, f"{start[:48]!r} does not open an array of deleted keys")
    structure = _PAYLOADS[version]
    stream = open_window(buffer, ofs + len(head), end)
    try:
        num = HudiDeleteKryo.VarintU4(stream).value - 1
    except KaitaiStructError as error:
        raise structure.reject(error) from None
    pos = stream.pos()
    if not 0 <= num * _LEN_ELEMENT_MIN <= end - pos:
        raise Reject("count-too-large", ofs + len(head), requirement, f"{num} elements in {end - pos} bytes")
    graph = _Graph(requirement)
    element_type = HudiDeleteKryo.KeyElement if version == 1 else HudiDeleteKryo.RecordElement
    for index in range(num):
        stop = min(end, pos + MAX_ELEMENT)
        stream = open_window(buffer, pos, stop)
        try:
            element = element_type(index == 0, stream)
        except KaitaiStructError as error:
            is_cut = isinstance(error, EndOfStreamError)
            is_cut |= structure.is_failed_check(error, "kryo_string.check_num_units")
            if is_cut and stop < end:
                message = f"an element of more than {MAX_ELEMENT} bytes"
                raise Reject("count-too-large", pos, "limits.allocation", message) from None
            raise structure.reject(error) from None
        yield graph.deleted_key(element, version, pos)
        pos = stream.pos()
    if pos != end:
        raise Reject("trailing-bytes", pos, "log.delete.length", f"{end - pos} bytes after the array")


class _Graph:
    """Objects by id, in the order of their first bytes: the array is 0."""

    def __init__(self, requirement: str) -> None:
        self._objects: list[object] = [_ARRAY]
        self._requirement = requirement

    def deleted_key(self, element: Parsed, version: int, pos: int) -> DeletedKey:
        if element.marker.is_null:
            raise Reject("schema-mismatch", pos, self._requirement, "null instead of a deleted key")
        if not element.marker.is_new:
            return self._referenced(element.marker, DeletedKey, pos)
        number = self._begin()
        if version == 1:
            record_key, partition_path = self._key(element.key, pos)
            deleted = DeletedKey(record_key, partition_path, None)
            # Version 1 elements are keys themselves, version 2 elements only hold one.
        else:
            record = element.record
            record_key, partition_path = self._key_object(record, pos)
            deleted = DeletedKey(record_key, partition_path, self._ordering(record.ordering, pos))
        self._objects[number] = deleted
        return deleted

    def _begin(self) -> int:
        self._objects.append(None)
        return len(self._objects) - 1

    def _key_object(self, record: Parsed, pos: int) -> tuple[str | None, str | None]:
        marker = record.key_marker
        if marker.is_null:
            return None, None
        if not marker.is_new:
            return self._referenced(marker, tuple, pos)
        number = self._begin()
        self._objects[number] = key = self._key(record.key, pos)
        return key

    def _key(self, key: Parsed, pos: int) -> tuple[str | None, str | None]:
        partition_path = self._string(key.partition_path, pos)
        return self._string(key.record_key, pos), partition_path

    def _string(self, string: Parsed, pos: int) -> str | None:
        if string.marker.is_null:
            return None
        if not string.marker.is_new:
            return self._referenced(string.marker, str, pos)
        number = self._begin()
        self._objects[number] = text = _text(string.string)
        return text

    def _ordering(self, ordering: Parsed, pos: int) -> OrderingValue | None:
        kind = ordering.value_class
        if kind == HudiDeleteKryo.ValueClass.none:
            return None
        if kind == HudiDeleteKryo.ValueClass.string:
            text = self._string(ordering.value, pos)
            return None if text is None else OrderingValue("string", text)
        value = ordering.value.value
        name = str(HudiDeleteKryo.ValueClass(kind).name)
        return OrderingValue(name, bool(value) if name == "boolean" else value)

    def _referenced(self, marker: Parsed, kind: type[_Object], pos: int) -> _Object:
        number = marker.id_referred
        target = self._objects[number] if 0 <= number < len(self._objects) else None
        if not isinstance(target, kind):
            message = f"reference to object {number}, which is not a {kind.__name__} that has ended"
            raise Reject("bad-reference", pos, self._requirement, message)
        return target


def _text(string: Parsed) -> str | None:
    if string.first < 128:
        codes = [string.first, *string.ascii_rest]
        codes[-1] &= 0x7F
        return bytes(codes).decode("ascii")
    if string.is_null:
        return None
    units = [unit.value for unit in string.units]
    return struct.pack(f">{len(units)}H", *units).decode("utf-16-be", "surrogatepass")
