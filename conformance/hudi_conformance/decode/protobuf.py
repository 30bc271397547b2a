# SPDX-License-Identifier: Apache-2.0
"""The parts of Protocol Buffers that footers of Lance and ORC files use: numbers and spans by field.

Every length is bounded by the end of the message. Groups, which neither format has, are rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_MAX_SHIFT = 63


class ProtoError(ValueError):
    """Bytes that are not a message."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message: values by field number, in the order of the bytes.

    Attributes:
        numbers: values of integer fields, unsigned.
        spans: contents of length-delimited fields.
    """

    numbers: dict[int, list[int]] = field(default_factory=dict)
    spans: dict[int, list[bytes]] = field(default_factory=dict)

    def number(self, key: int, default: int = 0) -> int:
        """The last value of an integer field, as the format requires."""
        return self.numbers.get(key, [default])[-1]

    def text(self, key: int) -> str:
        """A text, "" if it is absent.

        Raises:
            ProtoError: it is not UTF-8.
        """
        try:
            return self.spans.get(key, [b""])[-1].decode("utf-8")
        except UnicodeDecodeError:
            raise ProtoError(f"field {key} is not UTF-8") from None

    def messages(self, key: int) -> Iterator[Message]:
        """Yield the messages of a repeated field; raises ProtoError."""
        return map(parse_message, self.spans.get(key, ()))

    def packed(self, key: int) -> list[int]:
        """A repeated integer field, packed or not; raises ProtoError."""
        values = list(self.numbers.get(key, ()))
        for raw in self.spans.get(key, ()):
            pos = 0
            while pos < len(raw):
                value, pos = _varint(raw, pos)
                values.append(value)
        return values


def parse_message(data: bytes) -> Message:
    """The fields of a message.

    Raises:
        ProtoError: the bytes are not a message, or end early.
    """
    found, pos, end = Message(), 0, len(data)
    while pos < end:
        key, pos = _varint(data, pos)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, pos = _varint(data, pos)
            found.numbers.setdefault(number, []).append(value)
            continue
        if kind not in {_FIXED64, _BYTES, _FIXED32} or number == 0:
            raise ProtoError(f"field {number} of wire type {kind}")
        size = 8 if kind == _FIXED64 else 4
        if kind == _BYTES:
            size, pos = _varint(data, pos)
        if size > end - pos:
            raise ProtoError(f"field {number} of {size} bytes, {end - pos} remain")
        found.spans.setdefault(number, []).append(data[pos : pos + size])
        pos += size
    return found


def _varint(data: bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if pos >= len(data) or shift > _MAX_SHIFT:
            raise ProtoError("an integer that does not end")
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & ((1 << 64) - 1), pos
        shift += 7
