# SPDX-License-Identifier: Apache-2.0
"""Decoders of Avro binary values, one closure per type, over untrusted bytes.

| Avro | value |
|---|---|
| null, boolean, int, long, float, double, bytes | None, bool, int, int, float, float, bytes |
| string | str, or bytes if it is not well-formed UTF-8 |
| fixed, enum | bytes, symbol |
| decimal and other logical types | the value of the type below |
| union of null and one other type | None or the value |
| other unions | None or (name of the branch, value) |
| array; map; record | list; dict; dict |
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, TypeAlias

from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue

MAX_DEPTH = 100  # greatest nesting of records, arrays, maps and unions [limits.depth]
MAX_ZERO_SIZE = 1 << 18  # elements of zero bytes that one block may hold [limits.count-zero-size]

_FLOAT = struct.Struct("<f")
_DOUBLE = struct.Struct("<d")


class Datum:
    """The bytes of one or more Avro values, and the read position.

    Attributes:
        data: bytes that hold the values.
        ofs: offset of `data` in the file; errors have offsets in the file.
        pos: position in `data`.
        end: position in `data` at which the current value must end.
        zero_size: number of further elements of zero bytes that are allowed.
    """

    __slots__ = ("data", "end", "ofs", "pos", "zero_size")

    def __init__(self, data: bytes, ofs: int = 0) -> None:
        self.data = data
        self.ofs = ofs
        self.pos = 0
        self.end = len(data)
        self.zero_size = MAX_ZERO_SIZE

    def refuse(self, code: str, pos: int, message: str, requirement: str = "log.avro.datum") -> NoReturn:
        """Raise a rejection of the field that starts at `pos`."""
        raise Reject(code, self.ofs + pos, requirement, message)

    def take(self, num: int, pos: int, what: str) -> bytes:
        """Return the next `num` bytes of the field that started at `pos`."""
        start = self.pos
        if num > self.end - start:
            self.refuse("truncated", pos, f"{what} of {num} bytes with {self.end - start} left")
        self.pos = start + num
        return self.data[start : start + num]


DecodeValue: TypeAlias = Callable[[Datum, int], AvroValue]  # (datum, depth) -> value


def read_varint(data: Datum, max_bits: int = 64) -> int:
    """Read an unsigned variable-length integer of at most `max_bits`, least significant group first."""
    pos = start = data.pos
    buffer, end = data.data, data.end
    if pos + 1 < end:  # most have one byte or two
        if (byte := buffer[pos]) < 0x80:
            data.pos = pos + 1
            return byte
        if (high := buffer[pos + 1]) < 0x80:
            data.pos = pos + 2
            return byte & 0x7F | high << 7
    result = shift = 0
    while pos < end:
        byte = buffer[pos]
        pos += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            if result >> max_bits:
                data.refuse("bad-varint", start, f"integer {result} does not fit into {max_bits} bits")
            data.pos = pos
            return result
        shift += 7
        if shift >= max_bits:
            data.refuse("bad-varint", start, f"integer does not end within {(max_bits + 6) // 7} bytes")
    return data.refuse("truncated", start, "integer does not end before its datum")


def decode_null(data: Datum, depth: int) -> None:
    """Decode nothing."""
    return


def decode_boolean(data: Datum, depth: int) -> bool:
    """Decode one byte, 0 or 1."""
    pos = data.pos
    if pos < data.end and (byte := data.data[pos]) <= 1:
        data.pos = pos + 1
        return byte == 1
    raw = data.take(1, pos, "boolean")
    return data.refuse("schema-mismatch", pos, f"byte 0x{raw.hex()} is not a boolean")


def decode_int(data: Datum, depth: int) -> int:
    """Decode a ZigZag integer of 32 bits."""
    number = read_varint(data, 32)
    return (number >> 1) ^ -(number & 1)


def decode_long(data: Datum, depth: int = 0) -> int:
    """Decode a ZigZag integer of 64 bits."""
    number = read_varint(data)
    return (number >> 1) ^ -(number & 1)


def decode_float(data: Datum, depth: int) -> float:
    """Decode 4 bytes, little-endian."""
    (value,) = _FLOAT.unpack(data.take(4, data.pos, "float"))
    return float(value)


def decode_double(data: Datum, depth: int) -> float:
    """Decode 8 bytes, little-endian."""
    (value,) = _DOUBLE.unpack(data.take(8, data.pos, "double"))
    return float(value)


def decode_bytes(data: Datum, depth: int) -> bytes:
    """Decode a length and that many bytes."""
    pos = data.pos
    length = decode_long(data)
    if length < 0:
        data.refuse("schema-mismatch", pos, f"negative length {length}")
    return data.take(length, pos, "value")


def decode_string(data: Datum, depth: int) -> str | bytes:
    """Decode a length and that many bytes of UTF-8; return bytes if they are not UTF-8."""
    raw = decode_bytes(data, depth)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw


def fixed_decoder(size: int) -> DecodeValue:
    """Decoder of `size` bytes."""

    def decode_fixed(data: Datum, depth: int) -> bytes:
        return data.take(size, data.pos, "fixed")

    return decode_fixed


def enum_decoder(symbols: Sequence[str]) -> DecodeValue:
    """Decoder of an index into `symbols`."""

    def decode_enum(data: Datum, depth: int) -> str:
        pos = data.pos
        index = decode_int(data, depth)
        if not 0 <= index < len(symbols):
            data.refuse("schema-mismatch", pos, f"symbol {index} of an enum of {len(symbols)}")
        return symbols[index]

    return decode_enum


def union_decoder(branches: Sequence[tuple[str, DecodeValue]]) -> DecodeValue:
    """Decoder of an index into `branches` (name, decoder) and the value of that branch."""
    names = [name for name, _ in branches]
    is_optional = len(names) == 2 and "null" in names

    def decode_union(data: Datum, depth: int) -> AvroValue:
        pos = data.pos
        index = decode_long(data)
        if not 0 <= index < len(branches):
            data.refuse("schema-mismatch", pos, f"branch {index} of a union of {len(branches)}")
        name, decode = branches[index]
        if name == "null":
            return None
        value = decode(data, depth + 1)
        return value if is_optional else (name, value)

    return decode_union


def record_decoder(fields: Sequence[tuple[str, DecodeValue]], weight: int) -> DecodeValue:
    """Decoder of the fields (name, decoder) one after the other.

    `weight` is the number of zero-byte values that a record counts as.
    """

    def decode_record(data: Datum, depth: int) -> dict[str, AvroValue]:
        _check_depth(data, depth)
        if weight:
            _spend(data, weight, data.pos)
        depth += 1
        return {name: decode(data, depth) for name, decode in fields}

    return decode_record


def array_decoder(decode: DecodeValue, len_min: int) -> DecodeValue:
    """Decoder of counted runs of elements, each of at least `len_min` bytes, up to an empty run."""

    def decode_array(data: Datum, depth: int) -> list[AvroValue]:
        _check_depth(data, depth)
        depth += 1
        values: list[AvroValue] = []
        while count := read_run(data, len_min):
            for _ in range(count):
                values.append(decode(data, depth))  # noqa: PERF401 - values decoded before a rejection must not be lost
        return values

    return decode_array


class RepeatedMap(dict[str, AvroValue]):
    """A map in which a key occurs twice: the last of equal keys counts [timeline.content.map-keys]."""

    key = ""


def repeated_map(values: Mapping[str, AvroValue], key: str) -> RepeatedMap:
    """A map with the key that occurs twice."""
    found = RepeatedMap(values)
    found.key = key
    return found


def map_decoder(decode: DecodeValue) -> DecodeValue:
    """Decoder of counted runs of (string, value), up to an empty run; the last of equal keys counts."""

    def decode_map(data: Datum, depth: int) -> dict[str, AvroValue]:
        _check_depth(data, depth)
        depth += 1
        values: dict[str, AvroValue] = {}
        repeated: str | None = None
        while count := read_run(data, 1):
            for _ in range(count):
                key = decode_string(data, depth)
                # The key of a JSON object is text: bytes that are not UTF-8 become replacement characters.
                text = key if isinstance(key, str) else key.decode("utf-8", "replace")
                if text in values:
                    repeated = text
                values[text] = decode(data, depth)
        return values if repeated is None else repeated_map(values, repeated)

    return decode_map


def read_run(data: Datum, len_min: int) -> int:
    """Read the head of a run of an array or map: its number of elements of at least `len_min` bytes.

    A negative count is followed by the size of the run in bytes, which is not needed.
    """
    pos = data.pos
    count = decode_long(data)
    if count < 0:
        count = -count
        size = decode_long(data)
        if not 0 <= size <= data.end - data.pos:
            data.refuse("length-mismatch", pos, f"run of {size} bytes with {data.end - data.pos} left")
    if len_min:
        if count * len_min > data.end - data.pos:
            data.refuse("count-too-large", pos, f"{count} elements with {data.end - data.pos} bytes left")
    else:
        _spend(data, count, pos)
    return count


def _spend(data: Datum, count: int, pos: int) -> None:
    data.zero_size -= count
    if data.zero_size < 0:
        data.refuse("count-too-large", pos, f"{count} more values of zero bytes", "limits.count-zero-size")


def _check_depth(data: Datum, depth: int) -> None:
    if depth > MAX_DEPTH:
        data.refuse("count-too-large", data.pos, f"value nested deeper than {MAX_DEPTH}", "limits.depth")
