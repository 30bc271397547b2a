# SPDX-License-Identifier: Apache-2.0
"""Thrift's compact protocol, as far as Parquet uses it: structs as values by field id.

Each length and count is bounded by what is left of the bytes.
"""

from __future__ import annotations

from hudi_conformance.decode.source import Buffer

MAX_STRUCT_BYTES = 1 << 24
_MAX_DEPTH = 16
_MAX_TEXT = 1 << 10  # longer texts are passed over: filters, schemas
_BOOLS, _INTS, _LISTS = frozenset({1, 2}), frozenset({4, 5, 6}), frozenset({9, 10})
_BYTE, _DOUBLE, _TEXT, _STRUCT = 3, 7, 8, 12


class ThriftError(ValueError):
    """Bytes that are no struct of the compact protocol."""


class Thrift:
    """A struct of the compact protocol in [`pos`, `end`): values by field id."""

    def __init__(self, buffer: Buffer, pos: int, end: int) -> None:
        self._data = bytes(buffer[pos : min(end, pos + MAX_STRUCT_BYTES)])
        self._base = pos
        self._pos = 0

    def struct(self) -> tuple[dict[int, object], int]:
        """Fields, and the offset in the file behind the struct."""
        return self._struct(0), self._base + self._pos

    def _struct(self, depth: int) -> dict[int, object]:
        if depth > _MAX_DEPTH:
            raise ThriftError("structs are nested too deep")
        fields: dict[int, object] = {}
        field = 0
        while True:
            head = self._byte()
            kind, delta = head & 0x0F, head >> 4
            if head == 0:
                return fields
            field = field + delta if delta else self._zigzag()
            if field in fields:
                raise ThriftError(f"field {field} occurs twice")
            fields[field] = self._value(kind, depth)

    def _value(self, kind: int, depth: int) -> object:
        if kind in _BOOLS:
            return kind == 1
        if kind in _INTS:
            return self._zigzag()
        if kind == _STRUCT:
            return self._struct(depth + 1)
        if kind == _BYTE:
            return self._byte()
        if kind in {_DOUBLE, _TEXT}:
            return self._text(8 if kind == _DOUBLE else self._varint())
        if kind in _LISTS:
            head = self._byte()
            num = head >> 4 if head >> 4 < 15 else self._varint()
            return [self._element(head & 0x0F, depth) for _ in range(self._bounded(num))]
        raise ThriftError(f"wire type {kind}")

    def _element(self, kind: int, depth: int) -> object:
        return self._byte() if kind in _BOOLS else self._value(kind, depth + 1)

    def _bounded(self, num: int) -> int:
        if num > len(self._data) - self._pos:
            raise ThriftError(f"{num} elements where {len(self._data) - self._pos} bytes are left")
        return num

    def _text(self, num: int) -> bytes | None:
        self._pos += self._bounded(num)
        return self._data[self._pos - num : self._pos] if num <= _MAX_TEXT else None

    def _byte(self) -> int:
        if self._pos >= len(self._data):
            raise ThriftError("it ends early")
        self._pos += 1
        return self._data[self._pos - 1]

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise ThriftError("a number of more than ten bytes")

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
