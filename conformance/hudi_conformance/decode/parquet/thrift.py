# SPDX-License-Identifier: Apache-2.0
"""The parts of Thrift's compact protocol that Parquet uses: structs as values by field id.

Each length and count is bounded by the remaining bytes.
"""

from __future__ import annotations

from hudi_conformance.decode.source import Buffer

MAX_STRUCT_BYTES = 1 << 24
_MAX_DEPTH = 16
MAX_TEXT = 1 << 10  # filters and schemas are longer
_TRUE, _FALSE, _BYTE, _DOUBLE, _TEXT, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_INTS = frozenset({4, 5, 6})
_MAX_SHIFT = 63


class ThriftError(ValueError):
    """Bytes that are not a struct of the compact protocol."""


class Thrift:
    """A struct of the compact protocol in [`pos`, `end`): values by field id.

    Footers of small files are most of the bytes that an audit decodes. So one-byte numbers are read inline,
    and an IndexError detects the end of the bytes. Texts of more than `max_text` bytes are skipped: their
    value is None.
    """

    def __init__(self, buffer: Buffer, pos: int, end: int, max_text: int = MAX_TEXT) -> None:
        self._data = bytes(buffer[pos : min(end, pos + max(MAX_STRUCT_BYTES, max_text))])
        self._base = pos
        self._pos = 0
        self._max_text = max_text

    def struct(self) -> tuple[dict[int, object], int]:
        """Fields, and the offset in the file after the struct.

        Raises:
            ThriftError: the bytes are not a struct, or end early.
        """
        try:
            return self._struct(0), self._base + self._pos
        except IndexError:
            raise ThriftError("it ends early") from None

    def _struct(self, depth: int) -> dict[int, object]:
        if depth > _MAX_DEPTH:
            raise ThriftError("structs are nested too deep")
        data, len_data, max_text = self._data, len(self._data), self._max_text
        pos = self._pos
        fields: dict[int, object] = {}
        field = 0
        while True:
            head = data[pos]
            pos += 1
            kind = head & 0x0F
            if kind == 0:
                self._pos = pos
                return fields
            if head > 0x0F:
                field += head >> 4
            else:
                self._pos = pos
                field = self._zigzag()
                pos = self._pos
            if field in fields:
                raise ThriftError(f"field {field} occurs twice")
            if _TRUE <= kind <= _FALSE:
                fields[field] = kind == _TRUE
                continue
            byte = data[pos]
            if byte < 0x80:
                if kind in _INTS:
                    fields[field] = (byte >> 1) ^ -(byte & 1)
                    pos += 1
                    continue
                end = pos + 1 + byte
                if kind == _TEXT and end <= len_data:
                    fields[field] = data[pos + 1 : end] if byte <= max_text else None
                    pos = end
                    continue
            self._pos = pos
            if kind == _STRUCT:
                fields[field] = self._struct(depth + 1)
            else:
                fields[field] = self._zigzag() if kind in _INTS else self._value(kind, depth)
            pos = self._pos

    def _value(self, kind: int, depth: int) -> object:
        """A value other than a number of more than one byte."""
        if kind == _STRUCT:
            return self._struct(depth + 1)
        if kind == _TEXT:
            return self._text(self._varint())
        if kind in {_LIST, _SET}:
            return self._list(depth)
        if kind in {_TRUE, _FALSE}:
            return kind == _TRUE
        if kind == _BYTE:
            self._pos += 1
            return self._data[self._pos - 1]
        if kind == _DOUBLE:
            return self._text(8)
        raise ThriftError(f"wire type {kind}")

    def _list(self, depth: int) -> list[object]:
        if depth > _MAX_DEPTH:
            raise ThriftError("lists are nested too deep")
        head = self._data[self._pos]
        self._pos += 1
        kind = head & 0x0F
        num = self._bounded(head >> 4 if head >> 4 < 15 else self._varint())
        if kind == _STRUCT:
            return [self._struct(depth + 2) for _ in range(num)]
        if kind in _INTS:
            return [self._zigzag() for _ in range(num)]
        # In a list each boolean takes a byte.
        element = _BYTE if kind in {_TRUE, _FALSE} else kind
        return [self._value(element, depth + 1) for _ in range(num)]

    def _bounded(self, num: int) -> int:
        if num > len(self._data) - self._pos:
            raise ThriftError(f"{num} elements where {len(self._data) - self._pos} bytes are left")
        return num

    def _text(self, num: int) -> bytes | None:
        self._pos += self._bounded(num)
        return self._data[self._pos - num : self._pos] if num <= self._max_text else None

    def _varint(self) -> int:
        data, pos = self._data, self._pos
        value = byte = data[pos]
        shift = 7
        if byte >= 0x80:
            value &= 0x7F
            while byte >= 0x80:
                if shift > _MAX_SHIFT:
                    raise ThriftError("a number of more than ten bytes")
                pos += 1
                byte = data[pos]
                value |= (byte & 0x7F) << shift
                shift += 7
        self._pos = pos + 1
        return value

    def _zigzag(self) -> int:
        byte = self._data[self._pos]
        if byte < 0x80:
            self._pos += 1
            return (byte >> 1) ^ -(byte & 1)
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
